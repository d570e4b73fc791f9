import type { OpenAPIHono } from "@hono/zod-openapi";
import { DEFAULT_PAGE_SIZE, type ListApprovals } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { readCursor, writeCursor } from "../../domain/cursor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { STEP_UP_LIFETIME_MS } from "../../domain/authentication.ts";
import type { ServiceContext } from "../../context.ts";
import { findApproval, listApprovals, readApproval, requestApproval } from "../../store/approvals.ts";
import { decideApproval } from "../../store/decisions.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { ok, okWith, sendError } from "../envelope.ts";
import { operations } from "../operations.ts";

/** Asks for a second factor that is fresh. [RFC 9470 §3] */
const STEP_UP_CHALLENGE = [
  'Bearer error="insufficient_user_authentication"',
  'error_description="A second factor is required for this decision"',
  `max_age=${STEP_UP_LIFETIME_MS / 1000}`,
].join(", ");

export function approvalRoutes(context: ServiceContext): OpenAPIHono<HttpEnv> {
  return operations({
    listApprovals: async ({ c, actor, query }) => list(c, context, { workspaceId: actor.workspaceId, query: query() }),
    async getApproval({ actor, parameters: { requestId } }) {
      const view = await findApproval(context.db, actor.workspaceId, requestId);
      if (!view) throw new ApiError("not_found", "There is no such publish request.");
      return readApproval(view, context.addresses, instant(context.clock));
    },
    async requestApproval({ c, actor, body }) {
      const request = await body();
      return withStepUpChallenge(c, () => requestApproval(context, actor, request));
    },
    // [§5.4] The guard let no bearer token come here, and only a session has the type of this actor.
    async decideApproval({ c, actor, parameters: { requestId }, body }) {
      const decision = { ...(await body()), requestId };
      return withStepUpChallenge(c, () => decideApproval(context, actor, decision));
    },
  });
}

async function withStepUpChallenge<Data>(c: HttpContext, act: () => Promise<Data>): Promise<Data | Response> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "step_up_required") throw error;
    const response = sendError(c, error);
    response.headers.set("WWW-Authenticate", STEP_UP_CHALLENGE);
    return response;
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
