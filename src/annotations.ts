import { type CommentContent, renderComment } from "./github/comment/render.ts";
import type { Runner } from "./github/runner.ts";
import { logLines, logText, markdown, outputText } from "./github/untrusted-text.ts";

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
  outputs: Readonly<Partial<Record<string, string>>>,
): void {
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined) runner.setOutput(name, outputText(value));
  }
}

/** What a dry run describes. */
export interface DryRun {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  /** What would be sent, a line each, without the token. */
  readonly lines: readonly string[];
  /** The comment that would be written; undefined when none would. */
  readonly comment: CommentContent | undefined;
  /** Outputs beside `status`. */
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
