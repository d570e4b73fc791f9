import type { OpenAPIHono } from "@hono/zod-openapi";
import { DEFAULT_PAGE_SIZE, type ListDeployments } from "@greenroom/contract";
import { readCursor, writeCursor } from "../../domain/cursor.ts";
import { readIdempotencyKey } from "../../domain/idempotency.ts";
import { invalid } from "../../domain/api-error.ts";
import type { ServiceContext } from "../../context.ts";
import { acceptPreview } from "../../store/accept.ts";
import { cancelDeployment, listDeployments, readRecord, requireDeployment } from "../../store/deployments.ts";
import { requireSite } from "../../store/sites.ts";
import { readJsonObject } from "../body.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { ok, okWith } from "../envelope.ts";
import { operations } from "../operations.ts";

export function deploymentRoutes(context: ServiceContext): OpenAPIHono<HttpEnv> {
  const { db, addresses } = context;
  return operations({
    async createDeployment({ c, actor, parameters: { siteId } }) {
      await c.get("limits").deploy(actor);
      const { key, body } = await readDeploy(c, context, { actor, siteId });
      const accepted = await acceptPreview(context, actor, { siteId, key, body });
      return c.body(accepted.body, accepted.status, {
        "Content-Type": "application/json",
        ...(accepted.replayed && { "Idempotency-Replayed": "true" }),
      });
    },
    listDeployments: async ({ c, actor, query }) => list(c, context, { actor, query: query() }),
    async listSiteDeployments({ c, actor, parameters, query }) {
      const site = await requireSite(db, actor.workspaceId, parameters.siteId);
      return list(c, context, { actor, query: { ...query(), siteId: site.id } });
    },
    async getDeployment({ actor, parameters }) {
      return readRecord(await requireDeployment(db, actor.workspaceId, parameters.deploymentId), addresses);
    },
    async streamDeploymentEvents({ c, actor, parameters }) {
      const deployment = await requireDeployment(db, actor.workspaceId, parameters.deploymentId);
      return c.get("streams").open(c, { deployment, actor });
    },
    async cancelDeployment({ actor, parameters }) {
      return readRecord(await cancelDeployment(context, actor, parameters.deploymentId), addresses);
    },
  });
}

/** The site is checked before the key and the key before the body, but a valid request pays for one look at the site. */
async function readDeploy(
  c: HttpContext,
  { db }: ServiceContext,
  { actor, siteId }: { readonly actor: { readonly workspaceId: string }; readonly siteId: string },
): Promise<{ readonly key: string; readonly body: unknown }> {
  try {
    return { key: readIdempotencyKey(c.req.header("Idempotency-Key")), body: await readJsonObject(c) };
  } catch (error) {
    await requireSite(db, actor.workspaceId, siteId);
    throw error;
  }
}

/** [§4] Both forms of the list: the complete array, or a page when `limit` or `cursor` is given. */
async function list(
  c: HttpContext,
  { db, addresses }: ServiceContext,
  { actor, query }: { readonly actor: { readonly workspaceId: string }; readonly query: ListDeployments },
): Promise<Response> {
  const { limit, cursor, ...given } = query;
  const filter = { ...given, since: storedInstant("since", given.since), until: storedInstant("until", given.until) };
  const about = JSON.stringify([actor.workspaceId, filter]);
  const after = cursor === undefined ? undefined : readCursor(cursor, about);
  const paged = limit !== undefined || cursor !== undefined;
  const size = limit ?? DEFAULT_PAGE_SIZE;
  const rows = await listDeployments(db, actor.workspaceId, {
    filter: definedOnly(filter),
    after,
    limit: paged ? size + 1 : undefined,
  });
  const records = (paged ? rows.slice(0, size) : rows).map((row) => readRecord(row, addresses));
  if (!paged) return ok(c, records);
  const last = rows.length > size ? records.at(-1) : undefined;
  return okWith(c, records, { nextCursor: last ? writeCursor(last, about) : null });
}

const FIRST_INSTANT = Date.parse("0000-01-01T00:00:00.000Z");
const LAST_INSTANT = Date.parse("9999-12-31T23:59:59.999Z");

/** Instants are compared as text, which holds within the years of four digits. */
function storedInstant(path: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw invalid([{ path, message: "must be a date and time with an offset" }]);
  return new Date(Math.min(Math.max(ms, FIRST_INSTANT), LAST_INSTANT)).toISOString();
}

function definedOnly<Value extends object>(value: Value): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };
}
