import {
  type ListDeployments,
  MAX_PULL_REQUEST_NUMBER,
  PULL_REQUEST_HEADER,
  readPullRequest,
} from "@greenroom/contract";
import { MAX_LIST_BYTES } from "@greenroom/contract/upload-files";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { seesSite, type TokenActor } from "../../domain/actor.ts";
import { ApiError, invalid } from "../../domain/api-error.ts";
import { readIdempotencyKey } from "../../domain/idempotency.ts";
import { createTurns, MAX_UPLOAD_BODY_BYTES } from "../../pipeline/output/receive.ts";
import { createUploads } from "../../pipeline/output/upload.ts";
import { acceptPreview } from "../../store/deployments/accept.ts";
import {
  cancelDeployment,
  deploymentNotFound,
  listDeployments,
  requireVisibleDeployment,
  toDeployment,
} from "../../store/deployments/deployments.ts";
import { readStatements } from "../../store/deployments/provenance.ts";
import { closePullRequest, deleteDeployment } from "../../store/deployments/removals.ts";
import { readWithReview } from "../../store/reviews/reviews.ts";
import { requireSite, siteNotFound } from "../../store/sites/sites.ts";
import { readJsonObject, readTyped } from "../body.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { sendList } from "../envelope.ts";
import { operations } from "../operations.ts";

/** Clients made by a generator send the list as bytes. */
const LIST_TYPES = ["text/plain", "application/octet-stream"] as const;

export function deploymentRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, addresses } = context;
  const uploads = createUploads(context);
  const takeTurn = createTurns();
  return operations(db, {
    async createDeployment({ c, actor, parameters: { siteId } }) {
      const { key, body } = await readDeploy(c, context, { actor, siteId });
      const pullRequest = readPullRequest(c.req.header(PULL_REQUEST_HEADER));
      const accepted = await acceptPreview(context, actor, { siteId, key, body, pullRequest });
      return c.body(accepted.body, 202, {
        "Content-Type": "application/json",
        ...(accepted.replayed && { "Idempotency-Replayed": "true" }),
      });
    },
    listDeployments: async ({ c, actor, query }) => list(c, context, { actor, query: query() }),
    async listSiteDeployments({ c, actor, requireSite, query }) {
      const site = await requireSite();
      return list(c, context, { actor, query: { ...query(), siteId: site.id } });
    },
    async getDeployment({ actor, parameters }) {
      return readWithReview(context, actor, parameters.deploymentId);
    },
    async getUpload({ actor, parameters }) {
      return uploads.read(await requireVisibleDeployment(db, actor, parameters.deploymentId));
    },
    async listUpload({ c, actor, parameters }) {
      const row = await requireVisibleDeployment(db, actor, parameters.deploymentId);
      using _turn = takeTurn();
      return uploads.list(row, await readTyped(c.req.raw, LIST_TYPES, MAX_LIST_BYTES));
    },
    async uploadFiles({ c, actor, parameters }) {
      const row = await requireVisibleDeployment(db, actor, parameters.deploymentId);
      using _turn = takeTurn();
      return uploads.add(row, await readTyped(c.req.raw, ["application/octet-stream"], MAX_UPLOAD_BODY_BYTES));
    },
    async completeUpload({ actor, parameters }) {
      await uploads.complete(await requireVisibleDeployment(db, actor, parameters.deploymentId));
      return toDeployment(await requireVisibleDeployment(db, actor, parameters.deploymentId), addresses);
    },
    async getProvenance({ actor, parameters: { siteId, deploymentId } }) {
      const found = await requireVisibleDeployment(db, actor, deploymentId);
      if (found.site_id !== siteId.toLowerCase()) throw deploymentNotFound();
      const statements = await readStatements(db, { id: found.id, sourceDeploymentId: found.source_deployment_id });
      if (found.status !== "ready" || statements.length === 0) {
        throw new ApiError("not_found", "There is no statement about this deployment: it is not ready, or older.");
      }
      return { deploymentId: found.id, statements: [...statements] };
    },
    async streamDeploymentEvents({ c, actor, parameters }) {
      const deployment = await requireVisibleDeployment(db, actor, parameters.deploymentId);
      return c.get("streams").open(c, { deployment, actor });
    },
    async deleteDeployment({ actor, parameters: { siteId, deploymentId } }) {
      const found = await requireVisibleDeployment(db, actor, deploymentId);
      return toDeployment(await deleteDeployment(context, actor, found.id, siteId.toLowerCase()), addresses);
    },
    async closePullRequest({ actor, requireSite, parameters: { number } }) {
      const site = await requireSite();
      if (!/^[1-9]\d{0,9}$/.test(number) || Number(number) > MAX_PULL_REQUEST_NUMBER) {
        throw new ApiError("not_found", "A pull request is named by its number.");
      }
      return closePullRequest(context, actor, site.id, Number(number));
    },
    async cancelDeployment({ actor, parameters }) {
      await requireVisibleDeployment(db, actor, parameters.deploymentId);
      return toDeployment(await cancelDeployment(context, actor, parameters.deploymentId), addresses);
    },
  });
}

/** The site is checked before the key and the key before the body, but a valid request reads the site only once. */
async function readDeploy(
  c: HttpContext,
  { db }: ServiceContext,
  { actor, siteId }: { readonly actor: TokenActor; readonly siteId: string },
): Promise<{ readonly key: string; readonly body: unknown }> {
  try {
    return { key: readIdempotencyKey(c.req.header("Idempotency-Key")), body: await readJsonObject(c) };
  } catch (error) {
    await requireSite(db, actor.workspaceId, siteId);
    throw error;
  }
}

async function list(
  c: HttpContext,
  { db, addresses }: ServiceContext,
  { actor, query }: { readonly actor: TokenActor; readonly query: ListDeployments },
): Promise<Response> {
  const { limit, cursor, since, until, ...rest } = query;
  if (rest.siteId !== undefined && !seesSite(actor, rest.siteId)) throw siteNotFound();
  const siteId = rest.siteId ?? actor.siteId;
  const filter = { ...rest, siteId, since: storedInstant("since", since), until: storedInstant("until", until) };
  return sendList(c, {
    limit,
    cursor,
    list: [actor.workspaceId, filter],
    async read(page) {
      const rows = await listDeployments(db, actor.workspaceId, { filter, ...page });
      return rows.map((row) => toDeployment(row, addresses));
    },
  });
}

const FIRST_INSTANT = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Timestamps are compared as text, which is right for years of four digits. */
function storedInstant(path: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid([{ path, message: "must be a date and time with an offset" }]);
  return new Date(Math.min(Math.max(ms, FIRST_INSTANT), LAST_INSTANT)).toISOString();
}
