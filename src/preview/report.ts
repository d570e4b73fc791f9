import type { ReceivedDeployment } from "@greenroom/contract";
import { type CommentRow, type RowStatus, commitTitle } from "../github/comment/data.ts";
import { parseUrl } from "../github/payload.ts";
import { plainLine } from "../github/untrusted-text.ts";
import { type Annotation, failureText, type Headline, type Report, sentences } from "../messages.ts";
import { isSameOrigin, publicUrl } from "../service-url.ts";
import {
  type Accepted,
  conclusion,
  type Ending,
  ENDS,
  type ExplainedEnding,
  failureIn,
  type Outcome,
  outputStatus,
  type RowFacts,
} from "./outcome.ts";
import { summary } from "./summary.ts";

/** Untrusted. */
export interface BuildError {
  readonly file: string;
  readonly line: number;
  readonly column: number | undefined;
  readonly message: string;
}

export interface PreviewReport extends Report {
  readonly outcome: Outcome;
  readonly outputs: PreviewOutputs;
  /** Undefined when the site is not known. */
  readonly row: CommentRow | undefined;
  readonly errors: readonly BuildError[];
}

/** The conclusion follows from the outcome alone. */
export function report(unexplained: Ending): PreviewReport {
  const ending = explain(unexplained);
  const { outcome, excerpt, inputs, facts } = ending;
  const head = headline(outcome, { ...inputs, reused: ending.accepted?.reused === true });
  const errors = errorsOf(outcome);
  return {
    outcome,
    headline: head,
    excerpt: excerpt.slice(0, ANNOTATED_LINES + LINES_BEFORE),
    annotations: annotationsOf(ending, errors),
    outputs: finalOutputs(ending),
    row: facts && finalRow(facts, ending),
    summary: summary(ending, head),
    errors,
    conclusion: conclusion(outcome, inputs.onTimeout),
  };
}

const EXCERPT_LINES = 20;
/** How many of them stand before the error. */
const LINES_BEFORE = 4;

/** Adds to a failed build the reason that the service found, with the lines around it; else the last lines. */
function explain(ending: Ending): ExplainedEnding {
  const { outcome } = ending;
  if (outcome.kind !== "failed") return { ...ending, excerpt: [] };
  const lines = ending.log.map(plainLine);
  const [reason] = recordedErrors(outcome);
  const index = reason === undefined ? -1 : lines.findIndex((line) => line.includes(reason.message));
  const start = index < 0 ? Math.max(0, lines.length - EXCERPT_LINES) : Math.max(0, index - LINES_BEFORE);
  const excerpt = lines.slice(start, start + EXCERPT_LINES);
  const { failure } = outcome;
  // Its sentence mostly names the reason already.
  if (reason === undefined || failure.message.includes(reason.message)) return { ...ending, excerpt };
  const place = reason.file === undefined ? "" : `${reason.file}:${reason.line ?? 1}: `;
  const message = sentences([`${place}${reason.message}`, failure.message]);
  const explained = { ...failure, message, hint: reason.hint ?? failure.hint };
  return { ...ending, outcome: { ...outcome, failure: explained }, excerpt };
}

function recordedErrors(outcome: Outcome) {
  const diagnostics = outcome.kind === "failed" ? outcome.deployment.diagnostics : undefined;
  return (diagnostics ?? []).filter(({ level }) => level !== "warning");
}

function errorsOf(outcome: Outcome): readonly BuildError[] {
  return recordedErrors(outcome).flatMap(({ file, line, column, message }) => {
    if (file === undefined || line === undefined) return [];
    return [{ file, line, column, message }];
  });
}

const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one is the headline. */
const MAX_ANNOTATIONS = 9;

function annotationsOf({ outcome, approval }: Ending, errors: readonly BuildError[]): readonly Annotation[] {
  return [
    ...errors.slice(0, MAX_ANNOTATIONS).map(({ message, ...place }) => {
      return { level: "error", title: "Build error", text: message, place } as const;
    }),
    ...warningsOf(outcome)
      .slice(0, MAX_WARNINGS)
      .map((text) => ({ level: "warning", title: "Preview may be incomplete", text }) as const),
    ...(approval?.kind === "none"
      ? [{ level: "notice", title: "No approval link", text: approval.reason } as const]
      : []),
  ];
}

const BUILD_RUNS = "The build is still running. Re-run this job to follow it.";
const UPLOAD_OPEN = "The upload is not finished. Re-run this job to send the rest of it.";
const SAFE_TO_RERUN = "Re-run this job: the same request gives the same deployment.";

export function headline(outcome: Outcome, run: Ending["inputs"] & Pick<Accepted, "reused">): Headline {
  const { level, title } = ENDS[outcome.kind];
  const isTolerated = outcome.kind === "timed_out" && run.onTimeout === "warn";
  return { level: isTolerated ? "warning" : level, title, text: headlineText(outcome, run) };
}

/** `error.code` is the stable part, so it is always shown. [§7] */
function headlineText(outcome: Outcome, { site, reused, timeoutMs }: Parameters<typeof headline>[1]): string {
  switch (outcome.kind) {
    case "ready":
      return `The preview of '${site}' ${reused ? "was ready already" : "is ready"}: ${outcome.previewUrl}`;
    case "accepted":
      return `The service accepted deployment ${outcome.deployment.id} of '${site}'. This step does not wait for its build.`;
    case "failed":
    case "canceled":
    case "refused":
      return failureText(outcome.failure);
    case "timed_out":
      return timedOutText(outcome, timeoutMs);
    case "stopped":
      return outcome.deployment === undefined
        ? `The run was canceled before the service responded. ${SAFE_TO_RERUN}`
        : `The run was canceled while it followed deployment ${outcome.deployment.id}. ${unfinishedText(outcome.deployment)}`;
    case "lost": {
      const what = failureText(outcome.failure);
      if (outcome.deployment === undefined) return what;
      return `${what} The result of deployment ${outcome.deployment.id} is unknown. Re-run this job to follow it.`;
    }
  }
}

function unfinishedText({ prebuilt, status, heldUntil }: ReceivedDeployment): string {
  if (status === "queued" && heldUntil) return heldText(heldUntil);
  return prebuilt ? UPLOAD_OPEN : BUILD_RUNS;
}

/** The link to its page, where it is let through, is that of its log. */
function heldText(until: string): string {
  const time = Number.isNaN(Date.parse(until))
    ? "later"
    : `at ${new Date(until).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return `Its author has started as many builds within a day as the site allows. It starts ${time}, or when a developer lets it through on the page of its log.`;
}

function timedOutText({ deployment, noIdentity }: Extract<Outcome, { kind: "timed_out" }>, timeoutMs: number): string {
  const limit = `${Number((timeoutMs / 60_000).toFixed(6))} minutes (timeout-minutes)`;
  if (deployment !== undefined) {
    return `Deployment ${deployment.id} was not ready within ${limit}. ${unfinishedText(deployment)}`;
  }
  return noIdentity === true
    ? `GitHub gave this job no identity token within ${limit}. Nothing was sent to the service: re-run this job.`
    : `The service did not respond within ${limit}. ${SAFE_TO_RERUN}`;
}

/** As `action.yml` declares them. */
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

export type PreviewOutputs = Readonly<Partial<Record<(typeof OUTPUT_NAMES)[number], string | undefined>>>;

/** They remain if the runner dies. */
export function acceptedOutputs({ deployment, reused, attempt }: Accepted): PreviewOutputs {
  return {
    status: "accepted",
    "deployment-id": deployment.id,
    reused: String(reused),
    attempt: attempt?.toString(),
  };
}

function finalOutputs({ outcome, approval, times: { queuedSeconds, buildSeconds } }: Ending): PreviewOutputs {
  const link = approval?.kind === "link" ? approval : undefined;
  return {
    status: outputStatus(outcome),
    "deployment-id": outcome.deployment?.id,
    "preview-url": outcome.kind === "ready" ? outcome.previewUrl : undefined,
    "approval-url": link?.url,
    "approval-request-id": link?.requestId,
    "error-code": failureIn(outcome)?.code,
    "queued-seconds": queuedSeconds?.toString(),
    "build-seconds": buildSeconds?.toString(),
  };
}

/** @param deployment Undefined while the workspace is at its build limit. */
export function liveRow(facts: RowFacts, status: string, deployment: ReceivedDeployment | undefined): CommentRow {
  const row = { ...baseRow(facts, deployment), status };
  if (deployment === undefined) return { ...row, note: "Waiting for another build of the workspace to end." };
  return status === "queued" && deployment.heldUntil ? { ...row, note: heldText(deployment.heldUntil) } : row;
}

function finalRow(facts: RowFacts, { outcome, approval, times, excerpt }: ExplainedEnding): CommentRow {
  const { deployment } = outcome;
  const link = approval?.kind === "link" ? approval : undefined;
  const failure = failureIn(outcome);
  const unfinished = outcome.kind === "timed_out" || outcome.kind === "stopped" || outcome.kind === "lost";
  return {
    ...baseRow(facts, deployment),
    status: rowStatus(outcome),
    previewUrl: outcome.kind === "ready" ? outcome.previewUrl : undefined,
    approvalUrl: link?.url,
    prepared: link?.prepared === true ? true : undefined,
    durationSeconds: times.buildSeconds,
    excerpt: excerpt.length > 0 ? excerpt : undefined,
    error: failure && { code: failure.code, message: failure.message },
    note: unfinished ? deployment && unfinishedText(deployment) : warningNote(warningsOf(outcome)),
  };
}

function warningsOf(outcome: Outcome): readonly string[] {
  const diagnostics = outcome.kind === "ready" ? outcome.deployment.diagnostics : undefined;
  return (diagnostics ?? [])
    .filter(({ level }) => level === "warning")
    .map(({ message, hint }) => sentences([message, hint ?? ""]).slice(0, MAX_WARNING_CHARS));
}

const MAX_WARNING_CHARS = 400;
const MAX_WARNINGS = 5;

/** One row of many has room for one warning. */
function warningNote([first, ...others]: readonly string[]): string | undefined {
  const more = others.length === 0 ? "" : `The log has ${others.length} more.`;
  return first === undefined ? undefined : `⚠️ ${sentences([first, more])}`;
}

function rowStatus(outcome: Outcome): RowStatus {
  if (outcome.kind === "stopped") return "interrupted";
  if (outcome.kind === "lost") return outcome.deployment === undefined ? "failed" : "interrupted";
  return outcome.kind;
}

function baseRow(facts: RowFacts, deployment: ReceivedDeployment | undefined) {
  const { siteId, site, commitSha, run, baseUrl } = facts;
  const base = { siteId, site, commitSha, runUrl: run.url, runId: run.id, runAttempt: run.attempt };
  if (deployment === undefined) return base;
  const { id, createdAt, commit, aliases, comments, prebuilt } = deployment;
  return {
    ...base,
    deploymentId: id,
    createdAt,
    commitTitle: commitTitle(commit?.message),
    logUrl: pageUrlOf(deployment, baseUrl),
    branchUrl: publicUrl(aliases?.[0], baseUrl),
    prebuilt: prebuilt ? (true as const) : undefined,
    comments: comments
      ? { open: comments.open, blocking: comments.blocking, url: pageUrlOf(comments, baseUrl) ?? "" }
      : undefined,
  };
}

/** People sign in there, so it must lie on the service itself. */
function pageUrlOf({ webUrl }: Pick<ReceivedDeployment, "webUrl">, baseUrl: URL): string | undefined {
  const page = parseUrl(webUrl ?? "");
  return page !== undefined && isSameOrigin(baseUrl, page) ? publicUrl(webUrl, baseUrl) : undefined;
}
