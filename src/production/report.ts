import type { ReceivedDeployment } from "@greenroom/contract";
import type { CommentRow } from "../github/comment/data.ts";
import { type MarkdownText, inlineCode, joinMarkdown, link, markdown } from "../github/untrusted-text.ts";
import { failureText, type Headline, type Outputs, type Report, sentences } from "../messages.ts";
import { type ApprovalRequest, conclusion, type Outcome, outputStatus, requestOf, type RunState } from "./outcome.ts";

/** The conclusion follows from the outcome and `on-pending` alone. */
export function report(outcome: Outcome, state: RunState): Report {
  const head = headline(outcome, state);
  return {
    headline: head,
    outputs: outputsOf(outcome, state),
    summary: summary(outcome, head, state),
    conclusion: conclusion(outcome, state.onPending),
  };
}

/** `error.code` is the stable part, so it is always shown. [§7] */
export function headline(outcome: Outcome, state: RunState): Headline {
  const { site, onPending } = state;
  switch (outcome.kind) {
    case "ready": {
      const url = outcome.productionUrl === undefined ? "" : `: ${outcome.productionUrl}`;
      const text = `${sourceName(state)} of '${site}' ${outcome.already ? "was live already" : "is live"}${url}`;
      return { level: "info", title: "Released", text };
    }
    case "accepted": {
      const text = `The service is publishing ${outcome.deployment.id}; this step no longer waits for it. Re-run this job to see the result.`;
      return { level: "notice", title: "Release in progress", text };
    }
    case "approval_pending": {
      const level = onPending === "pass" ? "notice" : "error";
      const title = outcome.request.prepared ? "Request required" : "Approval required";
      return { level, title, text: pendingText(outcome.request, state) };
    }
    case "rejected":
    case "expired":
    case "superseded": {
      const notes = outcome.notes === undefined ? "" : `The approver wrote: ${outcome.notes}`;
      const decided = outcome.request.prepared ? ENDED_UNREQUESTED : DECIDED;
      const text = sentences([`The release of '${site}' ${decided[outcome.kind]}`, notes]);
      return { level: "error", title: `Release ${outcome.kind}`, text };
    }
    case "failed":
    case "canceled":
    case "refused":
      return { level: "error", title: `Release ${outcome.kind}`, text: failureText(outcome.failure) };
    case "stopped": {
      const when = outcome.request === undefined ? " before approval was requested" : "";
      const text = sentences([`The run was canceled${when}`, stillOpen(outcome.request)]);
      return { level: "warning", title: "Run canceled", text };
    }
    case "lost": {
      const text = sentences([failureText(outcome.failure), stillOpen(outcome.request)]);
      return { level: "error", title: "Service unreachable", text };
    }
  }
}

const DECIDED: Readonly<Record<"rejected" | "expired" | "superseded", string>> = {
  rejected: "was rejected",
  expired: "expired before it was approved; re-run this job to request it again",
  superseded: "was superseded by a newer one",
};

const ENDED_UNREQUESTED: typeof DECIDED = {
  ...DECIDED,
  expired: "expired before somebody requested it; re-run this job to prepare it again",
};

function pendingText(request: ApprovalRequest, state: RunState): string {
  const { prepared, url, noUrlReason } = request;
  const action = prepared ? "Request" : "Approve or reject";
  const where = url === undefined ? `There is no link: ${noUrlReason ?? ""}` : `${action} it here: ${url}`;
  const waits = prepared ? "waits for somebody to request it" : "is waiting for approval";
  return sentences([`${sourceName(state)} of '${state.site}' ${waits}`, where, whoApproves(request)]);
}

/** [§5.5: the originating actor cannot approve] */
function whoApproves({ prepared, requestedBy }: ApprovalRequest): string {
  if (prepared) return "The requester cannot approve it; another owner, admin or approver of the workspace can";
  const requester = requestedBy === undefined ? "the owner of this workflow's token" : `'${requestedBy}'`;
  return `The requester, ${requester}, cannot approve it; another owner, admin or approver of the workspace can`;
}

function stillOpen(request: ApprovalRequest | undefined): string {
  return request === undefined ? "" : `The request is still open: ${request.url ?? "see the service"}`;
}

function sourceName({ source }: RunState): string {
  if (source === undefined) return "The release";
  const commit = typeof source.commitSha === "string" ? ` (commit ${source.commitSha.slice(0, 7)})` : "";
  return `Deployment ${source.id}${commit}`;
}

export function outputsOf(outcome: Outcome, { source }: Pick<RunState, "source">): Outputs {
  const request = requestOf(outcome);
  const failure = "failure" in outcome ? outcome.failure.code : undefined;
  const decided = outcome.kind === "rejected" || outcome.kind === "expired" || outcome.kind === "superseded";
  return {
    status: outputStatus(outcome),
    "source-deployment-id": source?.id,
    "deployment-id": "deployment" in outcome ? outcome.deployment.id : undefined,
    "production-url": outcome.kind === "ready" ? outcome.productionUrl : undefined,
    "approval-url": request?.url,
    "approval-request-id": request?.requestId,
    "waits-for": outcome.kind === "approval_pending" ? (outcome.request.prepared ? "request" : "decision") : undefined,
    "error-code": failure ?? (decided ? `approval_${outcome.kind}` : undefined),
  };
}

function summary(outcome: Outcome, head: Headline, state: RunState): MarkdownText {
  const { site, current, source, previewUrl, nowMs } = state;
  const title = markdown`### ${head.title}: ${site}`;
  const request = requestOf(outcome);
  const productionUrl = outcome.kind === "ready" ? outcome.productionUrl : undefined;
  const rows: readonly (readonly [string, MarkdownText | undefined])[] = [
    ["Status", markdown`${outputStatus(outcome)}`],
    [
      request?.prepared ? "Request" : "Decide",
      request?.url && link(request.prepared ? "Request the release" : "Approve or reject", request.url),
    ],
    ["Expires", request?.expiresAt === undefined ? undefined : markdown`${request.expiresAt}`],
    ["Would go live", source && inlineCode(describe(source, nowMs))],
    ["Preview", previewUrl && link(inlineCode(previewUrl), previewUrl)],
    ["Live now", current && (current.live ? inlineCode(describe(current.live, nowMs)) : markdown`nothing`)],
    ["Production", productionUrl && link(inlineCode(productionUrl), productionUrl)],
  ];
  const lines = rows.flatMap(([label, value]) => (value === undefined ? [] : [markdown`| ${label} | ${value} |`]));
  const table = joinMarkdown([markdown`| | |`, markdown`|---|---|`, ...lines], "\n");
  return markdown`${joinMarkdown([title, ...lead(outcome, head), table], "\n\n")}\n`;
}

/** What the table shows as a link is not repeated as text. */
function lead(outcome: Outcome, head: Headline): readonly MarkdownText[] {
  if (outcome.kind === "ready") return [];
  const pending = outcome.kind === "approval_pending";
  if (!pending) return [markdown`${head.text}`];
  const waits = outcome.request.prepared ? "It waits for somebody to request it" : "";
  return [markdown`${sentences([waits, whoApproves(outcome.request)])}`];
}

/** @returns Undefined while site or source are not known. */
export function rowOf(
  outcome: Outcome,
  state: RunState,
  run: { readonly id: number; readonly attempt: number; readonly url: string },
): CommentRow | undefined {
  const { siteId, source, site, previewUrl } = state;
  if (siteId === undefined || source === undefined) return undefined;
  const status = outputStatus(outcome);
  const approvalUrl = status === "approval_pending" ? requestOf(outcome)?.url : undefined;
  return {
    siteId,
    site,
    status,
    deploymentId: "deployment" in outcome ? outcome.deployment.id : source.id,
    commitSha: source.commitSha ?? "",
    runUrl: run.url,
    runId: run.id,
    runAttempt: run.attempt,
    previewUrl,
    productionUrl: outcome.kind === "ready" ? outcome.productionUrl : undefined,
    approvalUrl,
    prepared: approvalUrl !== undefined && requestOf(outcome)?.prepared ? true : undefined,
    error: "failure" in outcome ? { code: outcome.failure.code, message: outcome.failure.message } : undefined,
    note: noteOf(outcome, state) || undefined,
    prebuilt: source.prebuilt ? true : undefined,
  };
}

function noteOf(outcome: Outcome, { current, source, nowMs }: RunState): string {
  if (outcome.kind === "rejected") return outcome.notes === undefined ? "" : `Rejected: ${outcome.notes}`;
  const request = requestOf(outcome);
  if (request === undefined || outcome.kind === "expired" || outcome.kind === "superseded") return "";
  const next = source === undefined ? "" : `Would go live: ${describe(source, nowMs)}`;
  const live = current && `Live now: ${current.live === undefined ? "nothing" : describe(current.live, nowMs)}`;
  return sentences([next, live ?? "", whoApproves(request)]);
}

function describe({ id, commitSha, createdAt }: ReceivedDeployment, nowMs: number): string {
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
