import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { seesSite } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { takenBackBy } from "../../review/release-comparison.ts";
import { comparisonOfPreview, findPicture, findPublicThumbnails, readReview } from "../../store/reviews/reviews.ts";
import { siteNotFound } from "../../store/sites/sites.ts";
import { type HttpContext, type HttpEnv, tokenActorOf } from "../context.ts";
import { allowOnly, operations } from "../operations.ts";

/** Public: the name is unguessable, and only readers of the review get it. */
const THUMBNAIL = "/thumbnails/:name{[\\w-]{22}}/:picture{[0-9a-f]{64}[.]webp}";

const PICTURE = "/sites/:siteId/deployments/:deploymentId/review/pictures/:picture";

export function reviewRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, addresses } = context;
  const { publicThumbnails } = context.settings;
  const app = operations(db, {
    async getReview({ actor: { workspaceId }, parameters }) {
      const shared = { whyNone: context.reviews.problem(), addresses, publicThumbnails };
      const review = await readReview(db, workspaceId, { ...parameters, ...shared });
      if (review.status !== "ready") return review;
      const takesBack = await takenBackBy(context, workspaceId, review.deploymentId);
      return { ...review, ...(takesBack !== undefined && { takesBack }) };
    },
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
  app.get(THUMBNAIL, async (c) => {
    const { name, picture } = c.req.param();
    const sha256 = picture.slice(0, -".webp".length);
    if (publicThumbnails !== true || !(await findPublicThumbnails(db, name)).has(sha256)) {
      await c.get("limits").anonymous(c.get("clientAddress"));
      throw new ApiError("not_found", "There is no such picture.");
    }
    return c.body(new Uint8Array(await context.objects.read(sha256)), 200, {
      ...pictureHeaders({ sha256, type: "image/webp" }),
      // Embedded in pages of other hosts; their proxy fetches it, or the reader's browser.
      "Cross-Origin-Resource-Policy": "cross-origin",
      "X-Robots-Tag": "noindex, noimageindex",
      // A day: copies of others are gone soon after the picture is.
      "Cache-Control": "public, max-age=86400, immutable",
    });
  });
  allowOnly(app, THUMBNAIL, ["GET", "HEAD"]);
  return app;
}

interface AskedPicture {
  readonly workspaceId: string;
  readonly siteId?: string | undefined;
  readonly deploymentId?: string | undefined;
  readonly comparisonId?: string | undefined;
  readonly picture: string | undefined;
}

/** Sends pictures as pictures only: they show untrusted content. */
export function createPictureSender(
  context: Pick<ServiceContext, "db" | "objects">,
): (c: HttpContext, asked: AskedPicture) => Promise<Response> {
  const { db } = context;

  async function comparisonOf({ workspaceId, siteId, deploymentId = "" }: AskedPicture): Promise<string | undefined> {
    const asked = { deploymentId, ...(siteId !== undefined && { siteId }), whyNone: undefined };
    return comparisonOfPreview(db, (await readReview(db, workspaceId, asked)).deploymentId);
  }

  return async (c, asked) => {
    const { workspaceId, picture: name = "" } = asked;
    const comparisonId = asked.comparisonId ?? (await comparisonOf(asked)) ?? "";
    const found = await findPicture(db, { workspaceId, comparisonId, name });
    if (!found) throw new ApiError("not_found", "The review has no such picture.");
    return c.body(new Uint8Array(await context.objects.read(found.sha256)), 200, {
      ...pictureHeaders(found),
      "Cross-Origin-Resource-Policy": "same-origin",
      // Who may see it can change; the picture of a digest cannot.
      "Cache-Control": "private, max-age=3600",
    });
  };
}

function pictureHeaders({ sha256, type }: { readonly sha256: string; readonly type: "image/png" | "image/webp" }) {
  return {
    "Content-Type": type,
    "Content-Disposition": `inline; filename="${sha256.slice(0, 12)}.${type.slice("image/".length)}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
  };
}
