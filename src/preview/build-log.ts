import type { FollowEvent } from "@greenroom/client";
import type { Inputs } from "./inputs.ts";

/** Where the lines of a build go; the port makes them harmless. */
export interface LogSink {
  /**
   * Prints lines a build wrote.
   * @param stream Step of the pipeline; untrusted.
   * @param lines Untrusted.
   */
  build(stream: string, lines: readonly string[]): void;
  /** Prints a sentence of the action's own, which may hold untrusted words. */
  note(sentence: string): void;
}

/** The log of one build: what is printed, and what is kept of it. */
export interface BuildLog {
  /** Takes what following saw. */
  take(event: FollowEvent): void;
  /** Prints what was held back, once the build failed. */
  failed(): void;
  /** The last lines, oldest first; untrusted. */
  tail(): readonly string[];
  /** As many lines as are kept to look for errors in, oldest first; untrusted. */
  recent(): readonly string[];
}

const TAIL_LINES = 20;
const RECENT_LINES = 2000;
/** Longest piece of a line that is kept, characters: an error and its place are shorter. */
const MAX_KEPT_LINE_CHARS = 2000;
/** Most that is held back for a failure, characters. */
const MAX_HELD_CHARS = 1024 * 1024;

interface Batch {
  readonly stream: string;
  readonly lines: readonly string[];
  readonly chars: number;
}

/**
 * Makes the log of a build.
 * @param mode `stream` prints at once, `on-failure` holds back, `off` prints no line of the build.
 */
export function createBuildLog(mode: Inputs["logs"], sink: LogSink): BuildLog {
  const recent: string[] = [];
  const held: Batch[] = [];
  let heldChars = 0;
  let dropped = 0;

  function keep(lines: readonly string[]): void {
    for (const line of lines.slice(-RECENT_LINES)) recent.push(line.slice(0, MAX_KEPT_LINE_CHARS));
    // Twice the bound before it is cut, so that a line costs no copy of all the others.
    if (recent.length > 2 * RECENT_LINES) recent.splice(0, recent.length - RECENT_LINES);
  }
  function hold(stream: string, lines: readonly string[]): void {
    const chars = lines.reduce((sum, line) => sum + line.length + 1, 0);
    held.push({ stream, lines, chars });
    heldChars += chars;
    while (heldChars > MAX_HELD_CHARS && held.length > 1) {
      const first = held.shift();
      heldChars -= first?.chars ?? 0;
      dropped += first?.lines.length ?? 0;
    }
  }
  function take(event: FollowEvent): void {
    if (event.kind === "log") {
      keep(event.lines);
      if (mode === "stream") sink.build(event.stream, event.lines);
      else if (mode === "on-failure") hold(event.stream, event.lines);
      return;
    }
    const sentence = describe(event);
    if (sentence !== undefined) sink.note(sentence);
  }
  function failed(): void {
    if (dropped > 0) sink.note(`${dropped} earlier lines of the build log were not kept.`);
    for (const { stream, lines } of held.splice(0)) sink.build(stream, lines);
  }
  return { take, failed, tail: () => recent.slice(-TAIL_LINES), recent: () => recent.slice(-RECENT_LINES) };
}

function describe(event: Exclude<FollowEvent, { kind: "log" }>): string | undefined {
  switch (event.kind) {
    case "status":
      return `Deployment is ${event.status}.`;
    case "gap":
      return `Lines of the build log may be missing here: ${event.why}`;
    case "unknown":
      return `The service sent a ${event.what} this version does not know: ${event.name}`;
    case "trouble":
      return `The service does not answer at the moment (${event.error.code}); the wait goes on.`;
  }
}
