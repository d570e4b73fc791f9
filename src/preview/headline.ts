import { type Failure, failureText, sentences } from "../failure.ts";
import type { Headline } from "../telling.ts";
import type { Outcome } from "./outcome.ts";

/** What a person must know when a run ends before its build. */
export const BUILD_GOES_ON = "The build goes on at the service; run again, and the run picks the same deployment up.";

/** What the sentences of an end need besides the outcome. */
export interface HeadlineFacts {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  readonly reused: boolean;
  readonly timeoutMs: number;
  readonly onTimeout: "fail" | "warn";
}

/**
 * Says in a sentence how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
export function headline(outcome: Outcome, facts: HeadlineFacts): Headline {
  switch (outcome.kind) {
    case "ready":
      return { level: "info", title: "Preview ready", text: readyText(outcome.previewUrl, facts) };
    case "accepted":
      return { level: "info", title: "Deployment accepted", text: acceptedText(outcome.deployment.id, facts.site) };
    case "skipped":
      return { level: "notice", title: "Skipped", text: sentences([outcome.reason.why, outcome.reason.advice]) };
    case "failed":
      return { level: "error", title: "Preview failed", text: failureText(outcome.failure) };
    case "canceled":
      return {
        level: "error",
        title: "Deployment canceled",
        text: canceledText(outcome.failure, outcome.deployment.id),
      };
    case "refused":
      return { level: "error", title: "Deployment refused", text: failureText(outcome.failure) };
    case "timed_out":
      return timedOut(outcome.deployment?.id, facts);
    case "stopped":
      return { level: "warning", title: "Run canceled", text: stoppedText(outcome.deployment?.id) };
    case "lost":
      return { level: "error", title: "Service out of reach", text: lostText(outcome.failure, outcome.deployment?.id) };
  }
}

function readyText(previewUrl: string, { site, reused }: HeadlineFacts): string {
  return `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${previewUrl}`;
}

function acceptedText(deploymentId: string, site: string): string {
  return `The service took deployment ${deploymentId} of '${site}'; this step does not wait for its build.`;
}

function canceledText(failure: Failure | undefined, deploymentId: string): string {
  if (failure !== undefined) return failureText(failure);
  return `Deployment ${deploymentId} was canceled at the service. Run again for a new one.`;
}

function timedOut(deploymentId: string | undefined, { timeoutMs, onTimeout }: HeadlineFacts): Headline {
  const limit = `${Number((timeoutMs / 60_000).toFixed(2))} minutes of 'timeout-minutes'`;
  const text =
    deploymentId === undefined
      ? `The ${limit} were over before the service answered. Run again: the same request lands on the same deployment.`
      : `Deployment ${deploymentId} was not ready within the ${limit}. ${BUILD_GOES_ON}`;
  return { level: onTimeout === "warn" ? "warning" : "error", title: "Time is over", text };
}

function stoppedText(deploymentId: string | undefined): string {
  if (deploymentId !== undefined) return `The run was canceled while it followed ${deploymentId}. ${BUILD_GOES_ON}`;
  return "The run was canceled before the service answered. Run again: the same request lands on the same deployment.";
}

function lostText(failure: Failure, deploymentId: string | undefined): string {
  const what = failureText(failure);
  return deploymentId === undefined
    ? what
    : sentences([`${what} How ${deploymentId} ends is not known here`, BUILD_GOES_ON]);
}
