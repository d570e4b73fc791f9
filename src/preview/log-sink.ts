import type { Runner } from "../github/runner.ts";
import { logText } from "../github/untrusted-text.ts";
import type { LogSink } from "./build-log.ts";

/** Most that waits for a slow reader of the log before the service is asked for more, characters. */
const MAX_WAITING_CHARS = 128 * 1024;

/** A sink that prints in order and may lag behind. */
export interface RunnerLog extends LogSink {
  /** Waits until the reader of the log has nearly caught up, or the signal aborts. */
  readonly ready: (signal: AbortSignal | undefined) => Promise<void>;
  /** Waits until all is printed, and closes the group that is open. */
  finish(signal: AbortSignal): Promise<void>;
}

/**
 * Prints a build's log through the runner: one group a pipeline step, its lines where no command is read.
 */
export function createRunnerLog(runner: Pick<Runner, "untrustedLines" | "info" | "group" | "endGroup">): RunnerLog {
  let printed: Promise<void> = Promise.resolve();
  let waitingChars = 0;
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
    await within(printed, signal);
    closeGroup();
  }
  async function ready(signal: AbortSignal | undefined): Promise<void> {
    if (waitingChars > MAX_WAITING_CHARS) await within(printed, signal);
  }
  return { build, note, ready, finish };
}

async function after(before: Promise<void>, print: () => Promise<void> | void): Promise<void> {
  await before;
  await print();
}

/** Waits for work, but not longer than a signal allows. */
async function within(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal?.aborted === true) return;
  const { promise: cut, resolve } = Promise.withResolvers<void>();
  const stop = (): void => resolve();
  signal?.addEventListener("abort", stop, { once: true });
  await Promise.race([work, cut]);
  signal?.removeEventListener("abort", stop);
}
