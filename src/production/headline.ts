import { failureText, sentences } from "../failure.ts";
import type { Headline } from "../telling.ts";
import type { Asked } from "./ask.ts";
import type { Facts } from "./facts.ts";
import type { Outcome } from "./outcome.ts";

/**
 * Says in a sentence or two how a run ended and what to do about it.
 * @see Interface §7 (`error.code` is the stable part, so it is always told)
 */
export function headline(outcome: Outcome, facts: Facts): Headline {
  const { site } = facts;
  switch (outcome.kind) {
    case "skipped":
      return { level: "notice", title: "Skipped", text: sentences([outcome.reason.why, outcome.reason.advice]) };
    case "ready": {
      const at = outcome.productionUrl === undefined ? "" : `: ${outcome.productionUrl}`;
      const text = `${sourceName(facts)} of '${site}' ${outcome.already ? "was live already" : "is live"}${at}`;
      return { level: "info", title: "Released", text };
    }
    case "accepted":
      return { level: "notice", title: "Release under way", text: underWayText(outcome.deployment.id) };
    case "approval_pending":
      return { level: levelOf(facts), title: "A person has to approve", text: pendingText(outcome.asked, facts) };
    case "rejected":
    case "expired":
    case "superseded":
      return { level: "error", title: `Release ${outcome.kind}`, text: decidedText(outcome, site) };
    case "failed":
    case "canceled":
      return { level: "error", title: `Release ${outcome.kind}`, text: failureText(outcome.failure) };
    case "refused":
      return { level: "error", title: "Release refused", text: failureText(outcome.failure) };
    case "stopped":
      return { level: "warning", title: "Run canceled", text: stoppedText(outcome.asked) };
    case "lost":
      return {
        level: "error",
        title: "Service out of reach",
        text: sentences([failureText(outcome.failure), stands(outcome.asked)]),
      };
  }
}

function levelOf({ onPending }: Facts): "notice" | "error" {
  return onPending === "pass" ? "notice" : "error";
}

function underWayText(deploymentId: string): string {
  return `The service publishes ${deploymentId}; this step waits for it no longer. Run again to see it end.`;
}

function pendingText(asked: Asked, facts: Facts): string {
  const link =
    asked.link === undefined
      ? `There is no link to give: ${asked.why ?? ""}`
      : `Approve or reject it here: ${asked.link}`;
  return sentences([`${sourceName(facts)} of '${facts.site}' waits for a person`, link, whoCannot(asked)]);
}

/**
 * Says who cannot approve.
 * @see Interface §5.5 (the originating actor may not approve)
 */
export function whoCannot({ askedBy }: Pick<Asked, "askedBy">): string {
  const who = askedBy === undefined ? "the token of this workflow" : `'${askedBy}', which asked,`;
  return `The person behind ${who} cannot approve it; another owner, admin or approver of the workspace can`;
}

const DECIDED: Readonly<Record<"rejected" | "expired" | "superseded", string>> = {
  rejected: "was rejected by a person",
  expired: "expired before anybody decided; run again to ask anew",
  superseded: "gave way to a newer one",
};

function decidedText(outcome: Extract<Outcome, { kind: "rejected" | "expired" | "superseded" }>, site: string): string {
  const notes = outcome.notes === undefined ? "" : `They wrote: ${outcome.notes}`;
  return sentences([`The release of '${site}' ${DECIDED[outcome.kind]}`, notes]);
}

function stoppedText(asked: Asked | undefined): string {
  return asked === undefined
    ? "The run was canceled before anybody was asked."
    : sentences(["The run was canceled", stands(asked)]);
}

function stands(asked: Asked | undefined): string {
  return asked === undefined ? "" : `The request stands all the same: ${asked.link ?? "see the service"}`;
}

function sourceName({ source }: Facts): string {
  if (source === undefined) return "The release";
  const commit = typeof source.commitSha === "string" ? ` (commit ${source.commitSha.slice(0, 7)})` : "";
  return `Deployment ${source.id}${commit}`;
}
