import { readDiagnostics } from "../../github/diagnostics.ts";
import type { Runner } from "../../github/runner.ts";
import { logLines, logText, outputText } from "../../github/text.ts";
import type { Headline } from "./headline.ts";
import type { Outputs } from "./outputs.ts";
import type { Report } from "./report.ts";

/** Lines of a failed build that go with its annotation. */
const ANNOTATED_LINES = 5;
/** The runner keeps ten errors of a step, and the first one says how the run ended. */
const MAX_ANNOTATIONS = 9;

/**
 * Writes outputs, each at once, so that a killed step keeps what was known.
 */
export function writeOutputs(runner: Pick<Runner, "setOutput">, outputs: Outputs): void {
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, outputText(value));
}

/**
 * Tells how a run ended, in the log, the summary and the outputs, and makes the step pass or fail by it.
 * @param lines What is kept of the log of a build that failed; untrusted.
 */
export function conclude(runner: Runner, report: Report, lines: readonly string[]): void {
  writeOutputs(runner, report.outputs);
  tell(runner, report.headline, lines.slice(-ANNOTATED_LINES));
  for (const { file, line, column, message } of readDiagnostics(lines).shown.slice(0, MAX_ANNOTATIONS)) {
    const place = { title: "Build error", file, line, ...(column === undefined ? {} : { column }) };
    runner.error(logText(message), place);
  }
  for (const sentence of report.notices) runner.notice(logText(sentence), { title: "No approval link" });
  runner.appendSummary(report.summary);
  if (report.conclusion === "fail") runner.fail();
}

function tell(runner: Runner, { level, title, text }: Headline, lines: readonly string[]): void {
  const message = [logText(text), ...lines.flatMap((line) => logLines(line))];
  switch (level) {
    case "info":
      return runner.info(logText(text));
    case "notice":
      return runner.notice(message, { title });
    case "warning":
      return runner.warning(message, { title });
    case "error":
      return runner.error(message, { title });
  }
}
