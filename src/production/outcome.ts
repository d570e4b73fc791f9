import { type ClientError, type Followed } from "@greenroom/client";
import { buildErrorHint, type ReceivedDeployment } from "@greenroom/contract";
import type { SafeAddress } from "../github/untrusted-text.ts";
import { type Failure, failureOf } from "../failure.ts";
import type { Asked } from "./ask.ts";

/** Why nothing is released although nothing is wrong. */
export interface SkipReason {
  /** What is the case, one sentence. */
  readonly why: string;
  /** What to do about it, one sentence. */
  readonly advice: string;
}

/** How a run of the production action ended. */
export type Outcome =
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  /** The source is live; `already` when it was before this run. */
  | {
      readonly kind: "ready";
      readonly deployment: ReceivedDeployment;
      readonly productionUrl: SafeAddress | undefined;
      readonly already: boolean;
    }
  /** The release is under way, and the run does not wait for it any longer. */
  | { readonly kind: "accepted"; readonly deployment: ReceivedDeployment }
  /** A person has to decide. */
  | { readonly kind: "approval_pending"; readonly asked: Asked }
  | { readonly kind: "rejected" | "expired" | "superseded"; readonly asked: Asked; readonly notes: string | undefined }
  | { readonly kind: "failed" | "canceled"; readonly deployment: ReceivedDeployment; readonly failure: Failure }
  /** The service, or the action itself, said no. */
  | { readonly kind: "refused"; readonly failure: Failure }
  /** Somebody canceled the run; what was asked stays asked. */
  | { readonly kind: "stopped"; readonly asked: Asked | undefined }
  /** The service could not be asked. */
  | { readonly kind: "lost"; readonly asked: Asked | undefined; readonly failure: Failure };

/** Value of the output `status`. */
export type OutputStatus =
  | "ready"
  | "accepted"
  | "approval_pending"
  | "rejected"
  | "expired"
  | "superseded"
  | "failed"
  | "canceled"
  | "refused"
  | "skipped";

/** Names an outcome as the output `status` does; what was asked and not seen decided stays `approval_pending`. */
export function outputStatus(outcome: Outcome): OutputStatus {
  if (outcome.kind === "stopped") return outcome.asked === undefined ? "canceled" : "approval_pending";
  if (outcome.kind === "lost") return outcome.asked === undefined ? "failed" : "approval_pending";
  return outcome.kind;
}

/**
 * Decides whether the step passes.
 * @param onPending What the workflow wants while nobody has decided.
 */
export function conclusion(outcome: Outcome, onPending: "pass" | "fail"): "pass" | "fail" {
  switch (outcome.kind) {
    case "ready":
    case "skipped":
      return "pass";
    case "accepted":
    case "approval_pending":
      return onPending;
    case "rejected":
    case "expired":
    case "superseded":
    case "failed":
    case "canceled":
    case "refused":
    case "stopped":
    case "lost":
      return "fail";
  }
}

/** The request of an outcome, when a person was asked. */
export function askedIn(outcome: Outcome): Asked | undefined {
  return "asked" in outcome ? outcome.asked : undefined;
}

/**
 * Reads how following a production deployment ended.
 * @param productionUrl The record's address when it is one that can be shown.
 * @param asked The request it came from, when a person was asked.
 */
export function followedOutcome(
  followed: Followed,
  productionUrl: SafeAddress | undefined,
  asked: Asked | undefined,
): Outcome {
  const { deployment } = followed;
  switch (followed.kind) {
    case "timed_out":
      return { kind: "accepted", deployment };
    case "aborted":
      return { kind: "stopped", asked };
    case "unknown":
      return { kind: "lost", asked, failure: failureOf(followed.error) };
    case "terminal":
      if (followed.status === "ready") return { kind: "ready", deployment, productionUrl, already: false };
      return { kind: followed.status, deployment, failure: releaseFailure(deployment) };
  }
}

function releaseFailure({ error }: ReceivedDeployment): Failure {
  const code = error?.code ?? "failed";
  const message = error?.message ?? "The service gave no reason";
  return { code, message, hint: buildErrorHint(code) ?? "What was live before stays live." };
}

/**
 * Reads a failed call.
 * @param asked The request that stands, when a person was asked.
 */
export function failedCallOutcome(error: ClientError, asked: Asked | undefined): Outcome {
  switch (error.kind) {
    case "refused":
    case "invalid":
      return { kind: "refused", failure: failureOf(error) };
    case "aborted":
      return { kind: "stopped", asked };
    case "timed_out":
    case "unreachable":
    case "protocol":
      return { kind: "lost", asked, failure: failureOf(error) };
  }
}
