import { Hono } from "hono";
import { DEFAULT_PAGE_SIZE, ListApprovals } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { readCursor, writeCursor } from "../../domain/cursor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { STEP_UP_LIFETIME_MS } from "../../domain/step-up.ts";
import { validated } from "../../domain/validated.ts";
import type { ServiceContext } from "../../context.ts";
import { findApproval, listApprovals, readApproval, requestApproval } from "../../store/approvals.ts";
import { decideApproval } from "../../store/decisions.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { ok, okWith, sendError } from "../envelope.ts";
import { mount } from "../mount.ts";

/** Asks for a second factor that is fresh. [RFC 9470 §3] */
const STEP_UP_CHALLENGE = [
  'Bearer error="insufficient_user_authentication"',
  'error_description="A second factor is required for this decision"',
  `max_age=${STEP_UP_LIFETIME_MS / 1000}`,
].join(", ");

/**
 * The operations on publish requests.
 * @see Interface §4
 */
export function approvalRoutes(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  mount(app, "listApprovals", async ({ c, actor }) =>
    list(c, context, { workspaceId: actor.workspaceId, query: validated(ListApprovals, c.req.query()) }),
  );
  mount(app, "getApproval", async ({ c, actor, parameters: { requestId } }) => {
    const view = await findApproval(context.db, actor.workspaceId, requestId);
    if (!view) throw new ApiError("not_found", "There is no such publish request.");
    return ok(c, readApproval(view, context.addresses, instant(context.clock)));
  });
  mount(app, "requestApproval", async ({ c, actor, body }) => {
    const asked = await body();
    return steppedUp(c, async () => ok(c, await requestApproval(context, actor, asked), 201));
  });
  // [§5.4] The guard let no bearer token come here, and a session is all that can be passed on.
  mount(app, "decideApproval", async ({ c, actor, parameters: { requestId }, body }) => {
    const made = { ...(await body()), requestId };
    return steppedUp(c, async () => ok(c, await decideApproval(context, actor, made)));
  });
  return app;
}

async function steppedUp(c: HttpContext, act: () => Promise<Response>): Promise<Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "step_up_required") throw error;
    const answer = sendError(c, error);
    answer.headers.set("WWW-Authenticate", STEP_UP_CHALLENGE);
    return answer;
  }
}

async function list(
  c: HttpContext,
  { db, addresses, clock }: ServiceContext,
  { workspaceId, query }: { readonly workspaceId: string; readonly query: ListApprovals },
): Promise<Response> {
  const { siteId, status, limit, cursor } = query;
  const about = JSON.stringify([workspaceId, "approvals", siteId, status]);
  const paged = limit !== undefined || cursor !== undefined;
  const size = limit ?? DEFAULT_PAGE_SIZE;
  const at = instant(clock);
  const views = await listApprovals(db, workspaceId, {
    siteId: siteId?.toLowerCase(),
    status,
    at,
    after: cursor === undefined ? undefined : readCursor(cursor, about),
    limit: paged ? size + 1 : undefined,
  });
  const records = (paged ? views.slice(0, size) : views).map((view) => readApproval(view, addresses, at));
  if (!paged) return ok(c, records);
  const last = views.length > size ? records.at(-1) : undefined;
  return okWith(c, records, { nextCursor: last ? writeCursor(last, about) : null });
}
