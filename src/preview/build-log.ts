import type { FollowEvent } from "@greenroom/client";
import type { Runner } from "../github/runner.ts";
import { logText } from "../github/untrusted-text.ts";
import type { Inputs } from "./inputs.ts";

export type BuildLog = ReturnType<typeof createBuildLog>;

const RECENT_LINES = 2000;
/** Longest piece of a line in which errors are found, characters: an error and its place are shorter. */
const MAX_LINE_CHARS = 2000;
/** Most that is kept to be printed after a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;
/** Most that is kept to be searched for errors, characters: each costs memory a hundred times over while a long log passes. */
const MAX_SEARCHED_CHARS = 128 * 1024;
/** Most that waits for a slow reader of the log before the stream is held back, characters. */
const MAX_WAITING_CHARS = 128 * 1024;

type Batch = Pick<Extract<FollowEvent, { kind: "log" }>, "stream" | "lines"> & { readonly chars: number };

/** @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build. */
export function createBuildLog(
  mode: Inputs["logs"],
  runner: Pick<Runner, "untrustedLines" | "info" | "group" | "endGroup">,
) {
  const maxKeptChars = mode === "on-failure" ? MAX_HELD_CHARS : MAX_SEARCHED_CHARS;
  const kept: Batch[] = [];
  let keptChars = 0;
  let droppedLines = 0;
  let printed: Promise<void> = Promise.resolve();
  let waitingChars = 0;
  let openGroup: string | undefined;

  function write(event: FollowEvent): void {
    if (event.kind !== "log") {
      const sentence = describe(event);
      if (sentence !== undefined) note(sentence);
      return;
    }
    const { stream, lines } = event;
    const batch = { stream, lines, chars: lines.reduce((sum, line) => sum + line.length + 1, 0) };
    kept.push(batch);
    keptChars += batch.chars;
    while (keptChars > maxKeptChars && kept.length > 1) {
      const first = kept.shift();
      keptChars -= first?.chars ?? 0;
      droppedLines += first?.lines.length ?? 0;
    }
    if (mode === "stream") print(batch);
  }
  function printHeld(): void {
    if (mode !== "on-failure") return;
    if (droppedLines > 0) note(`${droppedLines} earlier lines of the build log were not kept.`);
    for (const batch of kept) print(batch);
  }
  function print({ stream, lines, chars }: Batch): void {
    waitingChars += chars;
    enqueue(async () => {
      if (stream !== openGroup) {
        closeGroup();
        runner.group(logText(stream));
        openGroup = stream;
      }
      await runner.untrustedLines(lines);
      waitingChars -= chars;
    });
  }
  function note(sentence: string): void {
    enqueue(() => {
      closeGroup();
      runner.info(logText(sentence));
    });
  }
  function enqueue(print: () => Promise<void> | void): void {
    const before = printed;
    printed = (async () => {
      await before;
      await print();
    })();
  }
  function closeGroup(): void {
    if (openGroup !== undefined) runner.endGroup();
    openGroup = undefined;
  }
  return {
    write,
    printHeld,
    /** Waits until the reader of the log has nearly caught up, or the signal aborts. */
    ready: async (signal: AbortSignal): Promise<void> => {
      if (waitingChars > MAX_WAITING_CHARS) await raceAbort(printed, signal);
    },
    finish: async (signal: AbortSignal): Promise<void> => {
      await raceAbort(printed, signal);
      closeGroup();
    },
    /** Oldest first; untrusted. */
    recent: (): readonly string[] =>
      kept
        .flatMap(({ lines }) => lines)
        .slice(-RECENT_LINES)
        .map((line) => line.slice(0, MAX_LINE_CHARS)),
  };
}

function describe(event: Exclude<FollowEvent, { kind: "log" }>): string | undefined {
  switch (event.kind) {
    case "status":
      return `Deployment is ${event.status}.`;
    case "gap":
      return `Lines of the build log may be missing here: ${event.why}`;
    case "unknown":
      return `The service sent a ${event.what} this version does not know: ${event.name}`;
    case "error":
      return `The service is not responding (${event.error.code}); retrying.`;
  }
}

async function raceAbort(work: Promise<void>, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  let stop = (): void => undefined;
  const aborted = new Promise<void>((resolve) => {
    stop = resolve;
  });
  signal.addEventListener("abort", stop, { once: true });
  await Promise.race([work, aborted]);
  signal.removeEventListener("abort", stop);
}
