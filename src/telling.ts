import type { Runner } from "./github/runner.ts";
import { logLines, logText, outputText } from "./github/untrusted-text.ts";

/** How loud an end is told: `info` in the log only, the others as an annotation too. */
export type Level = "info" | "notice" | "warning" | "error";

/** What a person reads first. */
export interface Headline {
  readonly level: Level;
  readonly title: string;
  /** One or two sentences; may hold words of the service. */
  readonly text: string;
}

/**
 * Writes outputs, each at once, so that a killed step keeps what was known.
 */
export function writeOutputs(
  runner: Pick<Runner, "setOutput">,
  outputs: Readonly<Partial<Record<string, string>>>,
): void {
  for (const [name, value] of Object.entries(outputs)) {
    if (value !== undefined) runner.setOutput(name, outputText(value));
  }
}

/**
 * Tells the headline of an end in the log, as loud as it is.
 * @param lines Further lines of an annotation; untrusted.
 */
export function tell(
  runner: Pick<Runner, "info" | "notice" | "warning" | "error">,
  { level, title, text }: Headline,
  lines: readonly string[],
): void {
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
