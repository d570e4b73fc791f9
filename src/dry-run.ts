import { type CommentContent, renderComment } from "./github/comment/render.ts";
import type { Runner } from "./github/runner.ts";
import { logLines, logText, markdown } from "./github/untrusted-text.ts";
import { writeOutputs } from "./telling.ts";

/** What a dry run describes. */
export interface DryRunText {
  /** Site id or slug, as the workflow gave it. */
  readonly site: string;
  /** What would be sent, a line each; no token is in any of them. */
  readonly lines: readonly string[];
  /** The comment that would be written; undefined when none would. */
  readonly comment: CommentContent | undefined;
  /** Outputs beside `status`. */
  readonly outputs: Readonly<Record<string, string>>;
}

/** Says in log and summary what a run would send, and that nothing is sent. */
export function tellDryRun(runner: Runner, { site, lines, comment, outputs }: DryRunText): void {
  runner.info(logText("Dry run: nothing is sent, neither to the service nor to GitHub."));
  for (const line of lines) runner.info(logText(line));
  const shown = comment === undefined ? [] : ["Comment:", String(renderComment(comment))];
  for (const line of shown) for (const text of logLines(line)) runner.info(text);
  writeOutputs(runner, { status: "skipped", ...outputs });
  runner.appendSummary(
    markdown`### Dry run: ${site}\n\nNothing was sent. The log shows the request, its key and the comment.\n`,
  );
}
