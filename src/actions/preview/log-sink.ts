import type { Runner } from "../../github/runner.ts";
import { logText } from "../../github/text.ts";
import type { LogSink } from "./build-log.ts";

/** Most that may wait for a slow reader of the log, characters; what is beyond is counted, not kept. */
const MAX_WAITING_CHARS = 8 * 1024 * 1024;

/** A sink that prints in order and may lag behind. */
export interface RunnerLog extends LogSink {
  /** Waits until all is printed, and closes the group that is open. */
  finish(signal: AbortSignal): Promise<void>;
}

/**
 * Prints a build's log through the runner: one group a pipeline step, its lines where no command is read.
 */
export function createRunnerLog(runner: Pick<Runner, "untrustedLines" | "info" | "group" | "endGroup">): RunnerLog {
  let printed: Promise<void> = Promise.resolve();
  let waitingChars = 0;
  let dropped = 0;
  let openStream: string | undefined;

  function closeGroup(): void {
    if (openStream !== undefined) runner.endGroup();
    openStream = undefined;
  }
  function openGroup(stream: string): void {
    if (stream === openStream) return;
    closeGroup();
    runner.group(logText(stream));
    openStream = stream;
  }
  function build(stream: string, lines: readonly string[]): void {
    const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
    if (waitingChars + chars > MAX_WAITING_CHARS) {
      dropped += lines.length;
      return;
    }
    waitingChars += chars;
    printed = after(printed, async () => {
      openGroup(stream);
      await runner.untrustedLines(lines);
      waitingChars -= chars;
    });
  }
  function note(sentence: string): void {
    printed = after(printed, () => {
      closeGroup();
      runner.info(logText(sentence));
    });
  }
  async function finish(signal: AbortSignal): Promise<void> {
    if (dropped > 0) note(`${dropped} lines of the build log came faster than they could be printed.`);
    const cut = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await Promise.race([printed, cut]);
    closeGroup();
  }
  return { build, note, finish };
}

async function after(before: Promise<void>, print: () => Promise<void> | void): Promise<void> {
  await before;
  await print();
}
