import type { ClientError, Followed } from "@greenroom/client";
import { buildErrorHint, type ReceivedDeployment } from "@greenroom/contract";
import type { SafeAddress } from "../github/untrusted-text.ts";
import { type Failure, failureOf } from "../failure.ts";
import type { Inputs } from "./inputs.ts";
import type { SkipReason } from "./plan.ts";

/** How a run ended. Every end of the action is one of these. */
export type Outcome =
  /** Nothing was asked of the service, for a reason that is nobody's fault. */
  | { readonly kind: "skipped"; readonly reason: SkipReason }
  /** The service took the deployment, and the workflow does not wait for it. */
  | { readonly kind: "accepted"; readonly deployment: ReceivedDeployment }
  | { readonly kind: "ready"; readonly deployment: ReceivedDeployment; readonly previewUrl: SafeAddress }
  | { readonly kind: "failed"; readonly deployment: ReceivedDeployment; readonly failure: Failure }
  | { readonly kind: "canceled"; readonly deployment: ReceivedDeployment; readonly failure: Failure | undefined }
  /** The service, or the action itself, said no. */
  | { readonly kind: "refused"; readonly failure: Failure }
  /** The step's time was over first; without a deployment the service had not answered yet. */
  | { readonly kind: "timed_out"; readonly deployment: ReceivedDeployment | undefined }
  /** Somebody canceled the run; the build goes on. */
  | { readonly kind: "stopped"; readonly deployment: ReceivedDeployment | undefined }
  /** The service could not be asked, so nobody here knows how it ends. */
  | { readonly kind: "lost"; readonly deployment: ReceivedDeployment | undefined; readonly failure: Failure };

/** Value of the output `status`. */
export type OutputStatus = "ready" | "failed" | "canceled" | "timed_out" | "refused" | "accepted" | "skipped";

/**
 * Names an outcome as the output `status` does.
 * A deployment that was accepted and not seen to its end stays `accepted`: that much is known.
 */
export function outputStatus(outcome: Outcome): OutputStatus {
  if (outcome.kind === "stopped") return outcome.deployment === undefined ? "canceled" : "accepted";
  if (outcome.kind === "lost") return outcome.deployment === undefined ? "failed" : "accepted";
  return outcome.kind;
}

/**
 * Decides whether the step passes: by the deployment alone.
 * @param onTimeout What the workflow wants when the time is over.
 */
export function conclusion(outcome: Outcome, onTimeout: Inputs["onTimeout"]): "pass" | "fail" {
  switch (outcome.kind) {
    case "ready":
    case "accepted":
    case "skipped":
      return "pass";
    case "timed_out":
      return onTimeout === "warn" ? "pass" : "fail";
    case "failed":
    case "canceled":
    case "refused":
    case "stopped":
    case "lost":
      return "fail";
  }
}

/**
 * Reads how following a deployment ended.
 * @param previewUrl The record's address when it is one that can be shown.
 * @see Interface §3
 */
export function followedOutcome(followed: Followed, previewUrl: SafeAddress | undefined): Outcome {
  const { deployment } = followed;
  switch (followed.kind) {
    case "timed_out":
      return { kind: "timed_out", deployment };
    case "aborted":
      return { kind: "stopped", deployment };
    case "unknown":
      return { kind: "lost", deployment, failure: failureOf(followed.error) };
    case "terminal":
      return terminalOutcome(followed, previewUrl);
  }
}

function terminalOutcome(
  { status, deployment }: Extract<Followed, { kind: "terminal" }>,
  previewUrl: SafeAddress | undefined,
): Outcome {
  switch (status) {
    case "failed":
      return { kind: "failed", deployment, failure: buildFailure(deployment) ?? UNNAMED_FAILURE };
    case "canceled":
      return { kind: "canceled", deployment, failure: buildFailure(deployment) };
    case "ready":
      if (previewUrl !== undefined) return { kind: "ready", deployment, previewUrl };
      return { kind: "failed", deployment, failure: noAddress(deployment) };
  }
}

const UNNAMED_FAILURE: Failure = {
  code: "failed",
  message: "The build failed; the service gave no reason",
  hint: "Read the last lines of the build log.",
};

function buildFailure({ error }: ReceivedDeployment): Failure | undefined {
  if (error === undefined || error === null) return undefined;
  const code = error.code ?? "failed";
  return { code, message: error.message ?? "", hint: buildErrorHint(code) ?? "" };
}

/** A preview nobody can open is no success, whatever its status says. */
function noAddress({ previewUrl }: ReceivedDeployment): Failure {
  if (typeof previewUrl !== "string" || previewUrl === "") {
    return {
      code: "preview_url_missing",
      message: "The deployment is ready, but the service gave no address of the preview",
      hint: "Report this to the operator of the service.",
    };
  }
  return {
    code: "preview_url_refused",
    message: `The deployment is ready, but the address of its preview is none a browser should be sent to: ${previewUrl.slice(0, 200)}`,
    hint: "Report this to the operator of the service; a preview needs an https address.",
  };
}

/**
 * Reads a failure of a call that came before there was a deployment to follow.
 * @see Interface §7
 */
export function failedCallOutcome(error: ClientError): Outcome {
  switch (error.kind) {
    case "refused":
    case "invalid":
      return { kind: "refused", failure: failureOf(error) };
    case "timed_out":
      return { kind: "timed_out", deployment: undefined };
    case "aborted":
      return { kind: "stopped", deployment: undefined };
    case "unreachable":
    case "protocol":
      return { kind: "lost", deployment: undefined, failure: failureOf(error) };
  }
}

/**
 * The deployment of an outcome, when there is one.
 * @returns Undefined when none is known.
 */
export function deploymentOf(outcome: Outcome): ReceivedDeployment | undefined {
  return "deployment" in outcome ? outcome.deployment : undefined;
}

/**
 * The failure of an outcome, when it has one.
 * @returns Undefined when nothing went wrong, or nobody said what.
 */
export function failureIn(outcome: Outcome): Failure | undefined {
  return "failure" in outcome ? outcome.failure : undefined;
}
