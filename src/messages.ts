import type { ClientError } from "@greenroom/client";
import { type CommentContent, renderComment } from "./github/comment/render.ts";
import type { Runner } from "./github/runner.ts";
import type { Trigger } from "./github/trigger.ts";
import { logLines, logText, markdown, outputText } from "./github/untrusted-text.ts";

/** What went wrong. Its words are untrusted unless the code is one of ours. */
export interface Failure {
  /** The stable part: a code of the service, of the client, or of the action. */
  readonly code: string;
  readonly message: string;
  /** What to do about it, one sentence; empty when unknown. */
  readonly hint: string;
  readonly status?: number | undefined;
}

export function failureOf(error: ClientError): Failure {
  return { code: error.code, message: error.detail, hint: error.hint, status: error.status };
}

export function internalFailure(error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "internal_error", message, hint: "Please report this bug to the makers of the action." };
}

/** Code, message and hint as sentences; may hold words of the service. */
export function failureText({ code, message, hint }: Failure): string {
  return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}

/** Joins sentences, each with its full stop; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

/** How a run ends before anything was sent: nothing is wrong, or what it was given is. */
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

/** How a run ended, in short. */
export interface Headline {
  /** `info` goes to the log only, the others become an annotation. */
  readonly level: "info" | "notice" | "warning" | "error";
  readonly title: string;
  /** One or two sentences; may hold words of the service. */
  readonly text: string;
}

/**
 * Writes a headline to the log, as an annotation of its level.
 * @param lines Further lines of the annotation; untrusted.
 */
export function annotate(
  runner: Pick<Runner, "info" | "notice" | "warning" | "error">,
  { level, title, text }: Headline,
  lines: readonly string[] = [],
): void {
  if (level === "info") return runner.info(logText(text));
  runner[level]([logText(text), ...lines.flatMap((line) => logLines(line))], { title });
}

/** Writes outputs, each at once, so that a killed step keeps what was known. */
export function writeOutputs(
  runner: Pick<Runner, "setOutput">,
  outputs: Readonly<Partial<Record<string, string | undefined>>>,
): void {
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined) runner.setOutput(name, outputText(value));
  }
}

export interface DryRun {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  /** What would be sent, a line each, without the token. */
  readonly lines: readonly string[];
  /** The comment that would be written; undefined when none would. */
  readonly comment: CommentContent | undefined;
  readonly outputs: Readonly<Record<string, string>>;
}

/** Prints what a run would send, without sending it. */
export function printDryRun(runner: Runner, { site, lines, comment, outputs }: DryRun): void {
  runner.info(logText("Dry run: nothing is sent to the service or to GitHub."));
  for (const line of lines) runner.info(logText(line));
  const shown = comment === undefined ? [] : ["Comment:", String(renderComment(comment))];
  for (const line of shown) for (const text of logLines(line)) runner.info(text);
  writeOutputs(runner, { status: "skipped", ...outputs });
  runner.appendSummary(
    markdown`### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`,
  );
}
