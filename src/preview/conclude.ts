import { readDiagnostics } from "../github/diagnostics.ts";
import type { Runner } from "../github/runner.ts";
import { logText } from "../github/untrusted-text.ts";
import { furtherErrors } from "./summary.ts";
import { tell, writeOutputs } from "../telling.ts";
import type { Report } from "./report.ts";

/** Lines of a failed build that go with its annotation. */
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one says how the run ended. */
const MAX_ANNOTATIONS = 9;

/**
 * Tells how a run ended, in the log, the summary and the outputs, and makes the step pass or fail by it.
 * @param lines What is kept of the log of a build that failed; untrusted.
 */
export function conclude(runner: Runner, report: Report, lines: readonly string[]): void {
  writeOutputs(runner, report.outputs);
  tell(runner, report.headline, lines.slice(-ANNOTATED_LINES));
  const { shown, rest } = readDiagnostics(lines, { shown: MAX_ANNOTATIONS });
  for (const { file, line, column, message } of shown) {
    const place = { title: "Build error", file, line, ...(column === undefined ? {} : { column }) };
    runner.error(logText(message), place);
  }
  for (const sentence of report.notices) runner.notice(logText(sentence), { title: "No approval link" });
  runner.appendSummary(report.summary);
  if (rest.length > 0) runner.appendSummary(furtherErrors(rest));
  if (report.conclusion === "fail") runner.fail();
}
