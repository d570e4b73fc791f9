import type { ClientError, Followed } from "@greenroom/client";
import { buildErrorHint } from "@greenroom/contract/errors";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { Runner } from "./github/runner.ts";
import type { Trigger } from "./github/trigger.ts";
import { logLines, logText, type MarkdownText, outputText } from "./github/untrusted-text.ts";

/** Its words are untrusted unless the code is one of ours. */
export interface Failure {
  /** The stable part: a code of the service, of the client, or of the action. */
  readonly code: string;
  readonly message: string;
  /** One sentence; empty when unknown. */
  readonly hint: string;
}

export function failureOf(error: ClientError): Failure {
  return { code: error.code, message: error.detail, hint: error.hint };
}

/** Codes are words; what is longer is none. */
const MAX_CODE_CHARS = 100;

/** @template Known What is known of a run that ends before its deployment does. */
export type NoResult<Known> =
  /** `refused`: the service rejected a request. `lost`: it could not be reached, so the end is unknown. */
  | ({ readonly kind: "refused" | "lost"; readonly failure: Failure } & Known)
  /** The service accepted the deployment, and the run does not wait for it, or no longer. */
  | { readonly kind: "accepted"; readonly deployment: ReceivedDeployment }
  | { readonly kind: "failed" | "canceled"; readonly deployment: ReceivedDeployment; readonly failure: Failure }
  /** The run was canceled; the service goes on. */
  | ({ readonly kind: "stopped" } & Known);

/**
 * @param hint What to do about one that failed, where the reason is not known.
 * @returns Undefined when it is ready, or the time was over.
 */
export function noResultOf<Known>(followed: Followed, known: Known, hint: string): NoResult<Known> | undefined {
  if (followed.kind === "timed_out") return undefined;
  if (followed.kind === "aborted") return { kind: "stopped", ...known };
  if (followed.kind === "unknown") return { kind: "lost", failure: failureOf(followed.error), ...known };
  const { status, deployment } = followed;
  if (status === "ready") return undefined;
  const { id, error } = deployment;
  const code = (error?.code ?? status).slice(0, MAX_CODE_CHARS);
  const unexplained = status === "failed" ? "The service gave no reason" : `Deployment ${id} was canceled`;
  const failure = { code, message: error?.message ?? unexplained, hint: buildErrorHint(code) ?? hint };
  return { kind: status, deployment, failure };
}

/** Whether anything was made is not known, unless the service rejected the call. */
export function failedCall<Known>(error: ClientError, known: Known): NoResult<Known> {
  if (error.kind === "aborted") return { kind: "stopped", ...known };
  const kind = error.kind === "refused" || error.kind === "invalid" ? "refused" : "lost";
  return { kind, failure: failureOf(error), ...known };
}

export function internalFailure(error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "internal_error", message, hint: "Please report this bug to the makers of the action." };
}

/** May hold words of the service. */
export function failureText({ code, message, hint }: Failure): string {
  return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}

/** Each gets its full stop; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

export type Unsent =
  | { readonly kind: "skipped"; readonly reason: Pick<Failure, "message" | "hint"> }
  | { readonly kind: "refused"; readonly failure: Failure };

/** An event that cannot be read is a fault of the runner or the workflow; passing without a preview would hide it. */
export function unreadableEvent({ problems }: Pick<Trigger, "problems">): Unsent | undefined {
  if (problems.length === 0) return undefined;
  const message = sentences(["This run's event names no commit", ...problems]);
  const hint = "Let the runner give the event, or set 'commit-sha'.";
  return { kind: "refused", failure: { code: "event_unreadable", message, hint } };
}

export function invalidInputs(problems: readonly string[]): Unsent {
  return { kind: "refused", failure: { code: "invalid_input", message: problems.join(" "), hint: "" } };
}

export interface Headline {
  /** `info` goes to the log only, the others become an annotation. */
  readonly level: "info" | "notice" | "warning" | "error";
  readonly title: string;
  /** May hold words of the service. */
  readonly text: string;
}

/** Its text is untrusted. */
export interface Annotation extends Headline {
  readonly place?: { readonly file: string; readonly line: number; readonly column: number | undefined };
}

/** Untrusted until they are written. */
export type Outputs = Readonly<Partial<Record<string, string | undefined>>>;

export interface Report {
  readonly headline: Headline;
  /** Lines of the build log; untrusted. */
  readonly excerpt?: readonly string[];
  readonly annotations?: readonly Annotation[];
  readonly outputs: Outputs;
  readonly summary: MarkdownText;
  readonly conclusion: "pass" | "fail";
}

export function writeReport(runner: Runner, report: Report): void {
  const { headline, excerpt = [], annotations = [] } = report;
  writeOutputs(runner, report.outputs);
  annotate(runner, headline, excerpt);
  for (const annotation of annotations) annotate(runner, annotation);
  runner.appendSummary(report.summary);
  if (report.conclusion === "fail") runner.fail();
}

/** @param lines Further lines of it; untrusted. */
export function annotate(
  runner: Pick<Runner, "info" | "notice" | "warning" | "error">,
  { level, title, text, place }: Annotation,
  lines: readonly string[] = [],
): void {
  if (level === "info") return runner.info(logText(text));
  runner[level]([logText(text), ...lines.flatMap((line) => logLines(line))], { title, ...place });
}

/** Each at once, so that a killed step keeps what was known. */
export function writeOutputs(runner: Pick<Runner, "setOutput">, outputs: Outputs): void {
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined) runner.setOutput(name, outputText(value));
  }
}
