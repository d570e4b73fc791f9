import type { ApprovalLink } from "../approval-link.ts";
import { deploymentOf, failureIn, type Outcome, outputStatus } from "./outcome.ts";
import type { Timings } from "./timings.ts";

/** Names of the outputs, as `action.yml` declares them. */
export const OUTPUT_NAMES = [
  "status",
  "deployment-id",
  "preview-url",
  "approval-url",
  "approval-request-id",
  "site-id",
  "commit-sha",
  "reused",
  "attempt",
  "error-code",
  "comment-id",
  "comment-url",
  "github-deployment-id",
  "queued-seconds",
  "build-seconds",
] as const;

/** Name of an output. */
export type OutputName = (typeof OUTPUT_NAMES)[number];

/** Values of outputs; untrusted until they passed `github/text.ts`. */
export type Outputs = Readonly<Partial<Record<OutputName, string>>>;

/** What is known of a deployment before anybody knows how it ends. */
export interface Accepted {
  readonly siteId: string;
  readonly deploymentId: string;
  readonly reused: boolean;
  /** Number of the attempt, from 1; undefined with a key of the workflow's own. */
  readonly attempt: number | undefined;
}

/**
 * Outputs at the moment the service took the deployment; they stand if the runner dies.
 */
export function acceptedOutputs(accepted: Accepted): Outputs {
  return {
    status: "accepted",
    "site-id": accepted.siteId,
    "deployment-id": accepted.deploymentId,
    reused: String(accepted.reused),
    ...(accepted.attempt === undefined ? {} : { attempt: String(accepted.attempt) }),
  };
}

/**
 * Outputs at the end, beyond those that were known before.
 */
export function finalOutputs(outcome: Outcome, approval: ApprovalLink, times: Timings): Outputs {
  const failure = failureIn(outcome);
  const deploymentId = deploymentOf(outcome)?.id;
  return {
    status: outputStatus(outcome),
    ...(deploymentId === undefined ? {} : { "deployment-id": deploymentId }),
    ...(outcome.kind === "ready" ? { "preview-url": outcome.previewUrl } : {}),
    ...(approval.kind === "link" ? { "approval-url": approval.address } : {}),
    ...(approval.kind === "link" && approval.requestId !== undefined
      ? { "approval-request-id": approval.requestId }
      : {}),
    ...(failure === undefined ? {} : { "error-code": failure.code }),
    ...(times.queuedSeconds === undefined ? {} : { "queued-seconds": String(times.queuedSeconds) }),
    ...(times.buildSeconds === undefined ? {} : { "build-seconds": String(times.buildSeconds) }),
  };
}
