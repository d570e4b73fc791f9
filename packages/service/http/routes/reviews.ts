import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ServiceContext } from "../../context.ts";
import { seesSite } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { siteNotFound } from "../../store/sites.ts";
import { isReviewPicture, readReview } from "../../store/reviews.ts";
import { type HttpContext, type HttpEnv, tokenActorOf } from "../context.ts";
import { allowOnly, operations } from "../operations.ts";

const PICTURE = "/sites/:siteId/deployments/:deploymentId/review/pictures/:picture";

/** What a preview changes, with its pictures. */
export function reviewRoutes(context: ServiceContext): OpenAPIHono<HttpEnv> {
  const { db, addresses } = context;
  const app = operations({
    getReview: ({ actor, parameters }) =>
      readReview(db, actor.workspaceId, { ...parameters, whyNone: context.reviews.problem(), addresses }),
  });
  const sendPicture = createPictureSender(context);
  app.get(PICTURE, async (c) => {
    const actor = tokenActorOf(c);
    if (!actor.scopes.has("deployments:read")) {
      throw new ApiError("insufficient_scope", "The token lacks the scope 'deployments:read'.");
    }
    const { siteId, deploymentId, picture } = c.req.param();
    if (!seesSite(actor, siteId)) throw siteNotFound();
    return sendPicture(c, { workspaceId: actor.workspaceId, siteId, deploymentId, picture });
  });
  allowOnly(app, PICTURE, ["GET", "HEAD"]);
  return app;
}

interface AskedPicture {
  readonly workspaceId: string;
  readonly siteId?: string | undefined;
  readonly deploymentId: string | undefined;
  readonly picture: string | undefined;
}

/** Sends pictures as what they are and nothing else: they show what strangers wrote. */
export function createPictureSender(
  context: Pick<ServiceContext, "db" | "objects">,
): (c: HttpContext, asked: AskedPicture) => Promise<Response> {
  return async (c, { workspaceId, siteId, deploymentId = "", picture = "" }) => {
    const { deploymentId: reviewed } = await readReview(context.db, workspaceId, {
      deploymentId,
      ...(siteId !== undefined && { siteId }),
      whyNone: undefined,
    });
    const [, sha256 = ""] = /^([0-9a-f]{64})\.png$/.exec(picture) ?? [];
    if (!(await isReviewPicture(context.db, reviewed, sha256))) {
      throw new ApiError("not_found", "The review has no such picture.");
    }
    return c.body(new Uint8Array(await context.objects.read(sha256)), 200, {
      "Content-Type": "image/png",
      "Content-Disposition": `inline; filename="${sha256.slice(0, 12)}.png"`,
      "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
      "Cross-Origin-Resource-Policy": "same-origin",
      "X-Content-Type-Options": "nosniff",
      // Who may see it can change; the picture of a digest cannot.
      "Cache-Control": "private, max-age=3600",
    });
  };
}
