import type { ReceivedDeployment } from "../../contract/index.ts";
import type { CommentRow } from "../../github/row.ts";
import { inlineCode, joinMarkdown, link, markdown, type MarkdownText, type SafeAddress } from "../../github/text.ts";
import { failureText, sentences } from "../failure.ts";
import type { Headline } from "../telling.ts";
import type { Asked } from "./ask.ts";
import { askedIn, conclusion, type Outcome, outputStatus } from "./outcome.ts";
import type { Standing } from "./standing.ts";

/** What is known when something is told; parts are undefined while they are not known. */
export interface Facts {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  readonly siteId: string | undefined;
  readonly source: ReceivedDeployment | undefined;
  readonly previewUrl: SafeAddress | undefined;
  readonly standing: Standing | undefined;
  readonly onPending: "pass" | "fail";
  /** Epoch milliseconds, for ages. */
  readonly nowMs: number;
}

/** Values of outputs; untrusted until they passed `github/text.ts`. */
export type Outputs = Readonly<Record<string, string>>;

/** What is told at the end of a run, and how the step concludes. */
export interface Report {
  readonly headline: Headline;
  readonly outputs: Outputs;
  readonly summary: MarkdownText;
  readonly conclusion: "pass" | "fail";
}

/** Turns an end into what is told about it. */
export function report(outcome: Outcome, facts: Facts): Report {
  const told = headline(outcome, facts);
  return {
    headline: told,
    outputs: outputsOf(outcome, facts),
    summary: summary(outcome, told, facts),
    conclusion: conclusion(outcome, facts.onPending),
  };
}

/** Says in a sentence or two how a run ended and what to do about it. */
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

/** Says who cannot approve. @see Interface §5.5 (the originating actor may not approve) */
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

/** Outputs that are known. */
export function outputsOf(outcome: Outcome, { source }: Pick<Facts, "source">): Outputs {
  const asked = askedIn(outcome);
  const failure = "failure" in outcome ? outcome.failure.code : undefined;
  const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
  const known = {
    status: outputStatus(outcome),
    "source-deployment-id": source?.id,
    "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
    "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
    "approval-url": asked?.link,
    "approval-request-id": asked?.requestId,
    "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
  };
  return Object.fromEntries(
    Object.entries(known).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function summary(outcome: Outcome, told: Headline, facts: Facts): MarkdownText {
  const { site, standing, source, nowMs } = facts;
  const title = site === "" ? markdown`### ${told.title}` : markdown`### ${told.title}: ${site}`;
  const asked = askedIn(outcome);
  const rows: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", markdown`${outputStatus(outcome)}`],
    ["Decide", asked?.link && link("Approve or reject", asked.link)],
    ["Until", asked?.expiresAt === undefined ? undefined : markdown`${asked.expiresAt}`],
    ["Would go live", source && inlineCode(described(source, nowMs))],
    ["Reviewed at", facts.previewUrl && link(inlineCode(facts.previewUrl), facts.previewUrl)],
    [
      "Live now",
      standing && (standing.live === undefined ? markdown`nothing` : inlineCode(described(standing.live, nowMs))),
    ],
    [
      "Production",
      outcome.kind === "ready" && outcome.productionUrl !== undefined
        ? link(inlineCode(outcome.productionUrl), outcome.productionUrl)
        : undefined,
    ],
  ];
  const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [markdown`| ${label} | ${value} |`]));
  const table = joinMarkdown([markdown`| | |`, markdown`|---|---|`, ...lines], "\n");
  return markdown`${joinMarkdown([title, ...lead(outcome, told), table], "\n\n")}\n`;
}

/** What the table shows as a link is not repeated as text. */
function lead(outcome: Outcome, told: Headline): readonly MarkdownText[] {
  if (outcome.kind === "ready") return [];
  return [markdown`${outcome.kind === "approval_pending" ? sentences([whoCannot(outcome.asked)]) : told.text}`];
}

/** Names a deployment for a person: id, commit, age. */
export function described({ id, commitSha, createdAt }: ReceivedDeployment, nowMs: number): string {
  const commit = typeof commitSha === "string" ? [`commit ${commitSha.slice(0, 7)}`] : [];
  const age = ageText(nowMs - Date.parse(createdAt ?? ""));
  return `${id} (${[...commit, ...(age === undefined ? [] : [`${age} old`])].join(", ")})`.replace(" ()", "");
}

function ageText(ms: number): string | undefined {
  if (!Number.isFinite(ms) || ms < 0) return undefined;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 1440)} days`;
}

/** The heading of the comment; the fields are filled in from its row. */
export const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";

/**
 * Makes the row of the comment.
 * @param run The run that tells.
 * @returns Undefined for an end a pull request need not hear of.
 */
export function rowOf(
  outcome: Outcome,
  facts: Facts,
  run: { readonly id: number; readonly attempt: number; readonly url: string },
): CommentRow | undefined {
  const { siteId, source, site, previewUrl } = facts;
  if (siteId === undefined || source === undefined || outcome.kind === "skipped") return undefined;
  const asked = askedIn(outcome);
  const shown = outcome.kind === "ready" ? outcome.productionUrl : previewUrl;
  const note = noteOf(outcome, facts);
  const waits = asked?.link !== undefined && outputStatus(outcome) === "approval_pending";
  return {
    siteId,
    site,
    status: outputStatus(outcome),
    deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
    commitSha: source.commitSha ?? "",
    runUrl: run.url,
    runId: run.id,
    runAttempt: run.attempt,
    ...(shown === undefined ? {} : { previewUrl: shown }),
    ...(waits ? { approvalUrl: asked.link } : {}),
    ...("failure" in outcome ? { error: { code: outcome.failure.code, message: outcome.failure.message } } : {}),
    ...(note === "" ? {} : { note }),
  };
}

function noteOf(outcome: Outcome, { standing, source, nowMs }: Facts): string {
  if (outcome.kind === "rejected") return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
  const asked = askedIn(outcome);
  if (asked === undefined || outcome.kind === "expired" || outcome.kind === "superseded") return "";
  const next = source === undefined ? "" : `Would go live: ${described(source, nowMs)}`;
  const now = `Live now: ${standing?.live === undefined ? "nothing" : described(standing.live, nowMs)}`;
  return sentences([next, now, whoCannot(asked)]);
}
