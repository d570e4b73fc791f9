import type { ReceivedDeployment } from "@greenroom/contract";
import type { CommentRow, RowStatus } from "../github/comment/data.ts";
import type { ApprovalLink } from "../approval-link.ts";
import { BUILD_GOES_ON } from "./headline.ts";
import { deploymentOf, failureIn, type Outcome } from "./outcome.ts";

/** What every row of a run's site has in common, whatever its status. */
export interface RowFacts {
  readonly siteId: string;
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  readonly commitSha: string;
  readonly run: { readonly id: number; readonly attempt: number; readonly url: string };
}

/** What a final row shows besides its status. */
export interface RowEnd {
  readonly approval: ApprovalLink;
  /** Last lines of the build log; untrusted. */
  readonly logTail: readonly string[];
  readonly durationSeconds: number | undefined;
}

/**
 * Makes the row of a deployment that has not ended, or of one that waits for its turn.
 * @param status As the service gave it.
 * @param deployment Undefined while the service has not taken one.
 */
export function liveRow(facts: RowFacts, status: string, deployment: ReceivedDeployment | undefined): CommentRow {
  return {
    ...baseRow(facts),
    ...deploymentParts(deployment),
    status,
    ...(deployment === undefined ? { note: "Waits for a running build of the workspace to end." } : {}),
  };
}

/**
 * Tells whether a row is one of a deployment that goes on, which this run will say more of.
 */
export function isUnderWay({ status }: Pick<CommentRow, "status">): boolean {
  return status === "queued" || status === "building";
}

/**
 * Makes the row of a run's end.
 * @returns Undefined for an end that a pull request need not hear of.
 */
export function finalRow(facts: RowFacts, outcome: Outcome, end: RowEnd): CommentRow | undefined {
  const status = rowStatus(outcome);
  if (status === undefined) return undefined;
  const failure = failureIn(outcome);
  const note = rowNote(outcome);
  return {
    ...baseRow(facts),
    ...deploymentParts(deploymentOf(outcome)),
    status,
    ...(outcome.kind === "ready" ? { previewUrl: outcome.previewUrl } : {}),
    ...(end.approval.kind === "link" ? { approvalUrl: end.approval.address } : {}),
    ...(end.durationSeconds === undefined ? {} : { durationSeconds: end.durationSeconds }),
    ...(outcome.kind === "failed" && end.logTail.length > 0 ? { excerpt: end.logTail } : {}),
    ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
    ...(note === undefined ? {} : { note }),
  };
}

function rowStatus(outcome: Outcome): RowStatus | undefined {
  if (outcome.kind === "skipped") return undefined;
  if (outcome.kind === "stopped") return "interrupted";
  if (outcome.kind === "lost") return outcome.deployment === undefined ? "failed" : "interrupted";
  return outcome.kind;
}

/** What a reader of the comment must know besides the status. */
function rowNote(outcome: Outcome): string | undefined {
  const unseen = outcome.kind === "timed_out" || outcome.kind === "stopped" || outcome.kind === "lost";
  return unseen && outcome.deployment !== undefined ? BUILD_GOES_ON : undefined;
}

function baseRow({ siteId, site, commitSha, run }: RowFacts) {
  return { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
}

function deploymentParts(deployment: ReceivedDeployment | undefined) {
  if (deployment === undefined) return {};
  const { id, createdAt } = deployment;
  return { deploymentId: id, ...(createdAt === undefined ? {} : { createdAt }) };
}
