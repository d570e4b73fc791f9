import { CommentId, isTerminal } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { z } from "zod";
import { seesSite } from "../domain/actor.ts";
import { ApiError, invalid } from "../domain/api-error.ts";
import { findApproval, toApproval } from "../store/approvals/approvals.ts";
import { requireThread, toThread } from "../store/comments/threads.ts";
import { isStillAuthorized } from "../store/people/acting.ts";
import { readWithReview } from "../store/reviews/reviews.ts";
import { DeploymentName } from "./read-tools.ts";
import { defineTool, type ToolCall, toolResult, visibleSiteId } from "./tool.ts";

/** Below the minute after which proxies and clients give a request up. */
const MAX_WAIT_SECONDS = 55;

const POLL_MS = 1_000;

interface WaitResult {
  readonly done: boolean;
  readonly sentence: string;
  readonly data: object;
}

export const waitFor = defineTool({
  name: "wait_for",
  title: "Wait for a build, a review, a decision or an answer",
  description:
    "Waits until a deployment has ended, its review is there, people have decided about a release, or have accepted or rejected that a comment is done, at most 55 seconds a call. Call it again with the same id while done is false; nothing is lost between calls.",
  scope: "deployments:read",
  reads: true,
  input: z.object({
    until: z.enum(["ended", "reviewed", "decided", "resolved"]),
    deploymentId: DeploymentName.optional().describe("With ended and reviewed."),
    requestId: z.string().max(128).optional().describe("With decided: the requestId of request_publish."),
    siteId: z.uuid().optional().describe("With resolved."),
    threadId: CommentId.optional().describe("With resolved: the thread of resolve_comment."),
    seconds: z.int().min(0).max(MAX_WAIT_SECONDS).default(MAX_WAIT_SECONDS),
  }),
  async run(call, { until, deploymentId, requestId, siteId, threadId, seconds }) {
    const { context, actor, signal } = call;
    const endsAt = context.clock.monotonic() + seconds * 1_000;
    for (;;) {
      const seen =
        until === "decided"
          ? await seeRequest(call, requestId)
          : until === "resolved"
            ? await seeThread(call, siteId, threadId)
            : await seeDeployment(call, { deploymentId, withReview: until === "reviewed" });
      const leftMs = endsAt - context.clock.monotonic();
      if (seen.done || leftMs <= 0 || signal.aborted) {
        return toolResult(seen.sentence, { done: seen.done, ...seen.data });
      }
      await context.clock.sleep(Math.min(POLL_MS, leftMs), signal).catch(() => undefined);
      // The token may have been revoked meanwhile.
      if (!(await isStillAuthorized(context.db, actor, context.clock))) {
        throw new ApiError("unauthenticated", "The token is missing, expired or revoked.");
      }
    }
  },
});

async function seeDeployment(
  call: ToolCall,
  { deploymentId, withReview }: { readonly deploymentId: string | undefined; readonly withReview: boolean },
): Promise<WaitResult> {
  if (deploymentId === undefined) throw invalid([{ path: "deploymentId", message: "name the deployment" }]);
  const record = await readWithReview(call.context, call.actor, deploymentId);
  const { id, status, review } = record;
  const done = isTerminal(status) && !(withReview && review === "pending");
  const about = withReview && review !== undefined ? `, its review ${review}` : "";
  return { done, sentence: `Deployment ${id} is ${status}${about}.`, data: record };
}

/** Done once it is resolved, or no proposal of an agent waits any more. */
async function seeThread(
  call: ToolCall,
  siteId: string | undefined,
  threadId: string | undefined,
): Promise<WaitResult> {
  const { context, actor } = call;
  if (!actor.scopes.has("comments:read")) {
    throw new ApiError("insufficient_scope", "Waiting for a comment needs the scope comments:read.");
  }
  if (siteId === undefined || threadId === undefined) {
    throw invalid([{ path: "threadId", message: "name the site and the thread" }]);
  }
  const thread = await requireThread(context.db, await visibleSiteId(call, siteId), threadId);
  const { id, status, proposed, webUrl } = toThread(thread, context.addresses);
  const waits = status === "open" && proposed !== null;
  const sentence = waits ? `Thread ${id} waits for a person at ${webUrl}.` : `Thread ${id} is ${status}.`;
  return { done: !waits, sentence, data: { threadId: id, status } };
}

async function seeRequest({ context, actor }: ToolCall, requestId: string | undefined): Promise<WaitResult> {
  if (!actor.scopes.has("approvals:read")) {
    throw new ApiError("insufficient_scope", "Waiting for a decision needs the scope approvals:read.");
  }
  if (requestId === undefined)
    throw invalid([{ path: "requestId", message: "name the release as request_publish did" }]);
  const found = await findApproval(context.db, actor.workspaceId, requestId);
  if (!found || !seesSite(actor, found.site_id)) throw new ApiError("not_found", "There is no such release here.");
  const approval = toApproval(found, context.addresses, instant(context.clock));
  const { id, status, webApprovalUrl } = approval;
  const where = status === "pending" ? ` People request and decide at ${webApprovalUrl}.` : "";
  return { done: status !== "pending", sentence: `Release ${id} is ${status}.${where}`, data: approval };
}
