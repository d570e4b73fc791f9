import type { Approval } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { seesSite } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { webApprovalUrl, webRequestUrl } from "../../domain/approval.ts";
import { STEP_UP_LIFETIME_MS } from "../../domain/authentication.ts";
import { changedPagesOf } from "../../review/release-comparison.ts";
import { findApproval, listApprovals, requestNotFound, toApproval } from "../../store/approvals/approvals.ts";
import { decideApproval } from "../../store/approvals/decisions.ts";
import { findNewerPreview, type NewerPreview } from "../../store/approvals/newer-previews.ts";
import { requestApproval } from "../../store/approvals/requests.ts";
import { siteNotFound } from "../../store/sites/sites.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { sendError, sendList } from "../envelope.ts";
import { operations } from "../operations.ts";

/** Requires a recent second factor. [RFC 9470 §3] */
const STEP_UP_CHALLENGE = [
  'Bearer error="insufficient_user_authentication"',
  'error_description="A second factor is required for this decision"',
  `max_age=${STEP_UP_LIFETIME_MS / 1000}`,
].join(", ");

export function approvalRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, addresses, clock } = context;
  return operations(db, {
    async listApprovals({ c, actor, query }) {
      const { status, limit, cursor, ...asked } = query();
      if (asked.siteId !== undefined && !seesSite(actor, asked.siteId)) throw siteNotFound();
      const siteId = asked.siteId ?? actor.siteId;
      const at = instant(clock);
      return sendList(c, {
        limit,
        cursor,
        list: [actor.workspaceId, "approvals", siteId, status],
        async read(page) {
          const filter = { siteId: siteId?.toLowerCase(), status, at, ...page };
          const views = await listApprovals(db, actor.workspaceId, filter);
          return views.map((view) => toApproval(view, addresses, at));
        },
      });
    },
    async getApproval({ actor, parameters: { requestId } }) {
      const view = await findApproval(db, actor.workspaceId, requestId);
      if (!view || !seesSite(actor, view.site_id)) throw requestNotFound();
      const newer = await findNewerPreview(db, view);
      return { ...toApproval(view, addresses, instant(clock)), newerPreview: newerPreview(newer, addresses.baseUrl) };
    },
    async requestApproval({ c, actor, body }) {
      const request = await body();
      return withStepUpChallenge(c, () => requestApproval(context, actor, request));
    },
    // [§5.4] The guard let no bearer token come here, and only a session has the type of this actor.
    async decideApproval({ c, actor, parameters: { requestId }, body }) {
      const view = await findApproval(db, actor.workspaceId, requestId);
      const changedPages = view && (await changedPagesOf(context, view));
      const decision = { ...(await body()), requestId, changedPages };
      return withStepUpChallenge(c, () => decideApproval(context, actor, decision));
    },
  });
}

function newerPreview(newer: NewerPreview | undefined, baseUrl: string): Approval["newerPreview"] {
  if (!newer) return null;
  const { deploymentId, requestId } = newer;
  const webUrl = requestId === null ? webRequestUrl(baseUrl, deploymentId) : webApprovalUrl(baseUrl, requestId);
  return { deploymentId, webUrl };
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
