import type { Followed } from "@greenroom/client";
import { ClientError } from "@greenroom/client/errors";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { CommentRow } from "../github/comment/data.ts";
import type { SafeAddress } from "../github/untrusted-text.ts";
import { type Failure, failedCall, type Headline, noResultOf, type NoResult } from "../messages.ts";
import type { ApprovalLink } from "../service-url.ts";
import type { Inputs } from "./inputs.ts";

export type Outcome =
  | NoResult<{ readonly deployment: ReceivedDeployment | undefined }>
  | { readonly kind: "ready"; readonly deployment: ReceivedDeployment; readonly previewUrl: SafeAddress }
  /** The step's time ran out; without a deployment the service had not responded yet, or GitHub with an identity token. */
  | { readonly kind: "timed_out"; readonly deployment: ReceivedDeployment | undefined; readonly noIdentity?: true };

/** `check`: conclusion of a check run, which passes only with a preview that is ready; what says neither is neutral. */
export const ENDS = {
  ready: { level: "info", title: "Preview ready", check: "success" },
  accepted: { level: "info", title: "Deployment accepted", check: "neutral" },
  failed: { level: "error", title: "Preview failed", check: "failure" },
  canceled: { level: "error", title: "Deployment canceled", check: "cancelled" },
  refused: { level: "error", title: "Deployment refused", check: "failure" },
  timed_out: { level: "error", title: "Timed out", check: "timed_out" },
  stopped: { level: "warning", title: "Run canceled", check: "cancelled" },
  lost: { level: "error", title: "Service unreachable", check: "failure" },
} as const satisfies Readonly<Record<Outcome["kind"], Pick<Headline, "level" | "title"> & { readonly check: string }>>;

/** A deployment that was not followed to its end stays `accepted`. */
export function outputStatus(outcome: Outcome): Exclude<Outcome["kind"], "stopped" | "lost"> {
  if (outcome.kind === "stopped") return outcome.deployment === undefined ? "canceled" : "accepted";
  if (outcome.kind === "lost") return outcome.deployment === undefined ? "failed" : "accepted";
  return outcome.kind;
}

/** By the deployment alone, and by `on-timeout` when the time ran out. */
export function conclusion(outcome: Outcome, onTimeout: Inputs["onTimeout"]): "pass" | "fail" {
  if (outcome.kind === "timed_out") return onTimeout === "warn" ? "pass" : "fail";
  return outcome.kind === "ready" || outcome.kind === "accepted" ? "pass" : "fail";
}

/** @param previewUrl The record's URL when it is one that can be shown. [§3] */
export function followedOutcome(followed: Followed, previewUrl: SafeAddress | undefined): Outcome {
  const { kind, deployment } = followed;
  if (kind === "timed_out") return { kind, deployment };
  const isCanceled = kind === "terminal" && followed.status === "canceled";
  const hint = isCanceled ? "Re-run this job for a new one." : "Read the last lines of the build log.";
  const ended = noResultOf(followed, { deployment }, hint);
  if (ended !== undefined) return ended;
  if (previewUrl !== undefined) return { kind: "ready", deployment, previewUrl };
  return { kind: "failed", deployment, failure: noPreviewUrl(deployment) };
}

/** A preview that cannot be opened is not a success, whatever its status says. */
function noPreviewUrl({ previewUrl }: ReceivedDeployment): Failure {
  if (typeof previewUrl !== "string" || previewUrl === "") {
    return {
      code: "preview_url_missing",
      message: "The deployment is ready, but the service gave no preview URL",
      hint: "Report this to the operator of the service.",
    };
  }
  return {
    code: "preview_url_refused",
    message: `The deployment is ready, but its preview URL is not safe to open: ${previewUrl.slice(0, 200)}`,
    hint: "Report this to the operator of the service; a preview needs an https URL.",
  };
}

/** @param deployment Undefined when the service did not accept it. [§7] */
export function failedCallOutcome(error: ClientError, deployment: ReceivedDeployment | undefined): Outcome {
  if (error.kind === "timed_out") {
    const causes = [error, error.cause].map((one) => (one instanceof ClientError ? one.code : ""));
    const noIdentity = causes.includes("identity_unavailable") ? ({ noIdentity: true } as const) : {};
    return { kind: "timed_out", deployment, ...noIdentity };
  }
  return failedCall(error, { deployment });
}

export function failureIn(outcome: Outcome): Failure | undefined {
  return "failure" in outcome ? outcome.failure : undefined;
}

export interface Ending {
  readonly outcome: Outcome;
  readonly inputs: Pick<Inputs, "site" | "timeoutMs" | "onTimeout">;
  readonly commitSha: string;
  readonly branch?: string | undefined;
  readonly accepted?: Accepted | undefined;
  /** Undefined where no link is wanted, or the preview is not ready. */
  readonly approval: ApprovalLink | undefined;
  readonly times: Timings;
  /** The site's row as another run had left it, when it was read in time. */
  readonly previous?: CommentRow | undefined;
  /** Of the build; untrusted. */
  readonly log: readonly string[];
  /** Undefined while the site's id is unknown. */
  readonly facts?: RowFacts | undefined;
}

/** The excerpt says why a build failed; untrusted. */
export interface ExplainedEnding extends Ending {
  readonly excerpt: readonly string[];
}

export interface Accepted {
  readonly deployment: ReceivedDeployment;
  readonly reused: boolean;
  /** From 1; undefined with the workflow's own key. */
  readonly attempt: number | undefined;
}

export interface RowFacts {
  readonly baseUrl: URL;
  readonly siteId: string;
  /** Id or slug, as the workflow gave it. */
  readonly site: string;
  readonly commitSha: string;
  readonly run: { readonly id: number; readonly attempt: number; readonly url: string };
}

export interface Timings {
  readonly queuedSeconds: number | undefined;
  readonly buildSeconds: number | undefined;
}

/**
 * By the service's clock, so that the runner's may be wrong.
 * @returns Undefined for times that are absent, unreadable or in the wrong order.
 */
export function timings(
  deployment: Pick<ReceivedDeployment, "createdAt" | "startedAt" | "finishedAt"> | undefined,
  statusTimes: ReadonlyMap<string, string>,
): Timings {
  const ended = statusTimes.get("ready") ?? statusTimes.get("failed") ?? statusTimes.get("canceled");
  const started = deployment?.startedAt ?? statusTimes.get("building");
  return {
    queuedSeconds: secondsBetween(deployment?.createdAt, started),
    buildSeconds: secondsBetween(started, deployment?.finishedAt ?? ended),
  };
}

function secondsBetween(from: string | undefined, to: string | null | undefined): number | undefined {
  if (from === undefined || to === undefined || to === null) return undefined;
  const ms = Date.parse(to) - Date.parse(from);
  return Number.isFinite(ms) && ms >= 0 ? Math.round(ms / 1000) : undefined;
}
