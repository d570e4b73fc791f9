import { logLineText, type ReceivedLogEvent } from "@greenroom/contract";

/** Bounds of the log text handed on, characters. */
export interface LogLimits {
  readonly maxLogLineChars: number;
  readonly maxLogChars: number;
}

/** Lines of a batch that are to be handed on. */
interface LogBatch {
  readonly stream: string;
  readonly lines: readonly string[];
  /** The total cap was reached with this batch: what follows is passed over. */
  readonly capped: boolean;
}

/** Reads the log batches of one deployment. */
export interface LogReader {
  /**
   * Reads a batch.
   * @returns Undefined when nothing of it is new, or the total cap was reached before.
   */
  read(event: ReceivedLogEvent): LogBatch | undefined;
  /** Tells that the stream starts over: lines whose number was seen are repeats from here on. */
  restarted(): void;
}

const CUT = " [line cut]";
const MAX_STREAM_CHARS = 100;

/**
 * Makes a reader of log batches with a memory of the lines it gave.
 * @param limits Bounds.
 * @see Interface §6 (shape of the elements: not shown)
 */
export function createLogReader(limits: LogLimits): LogReader {
  let left = limits.maxLogChars;
  let highest = 0;
  let repeatsUntil = 0;
  return {
    read(event) {
      if (left <= 0) return undefined;
      const lines: string[] = [];
      for (const line of event.lines) {
        const number = lineNumber(line);
        if (number !== undefined && number <= repeatsUntil) continue;
        highest = Math.max(highest, number ?? 0);
        const text = cut(logLineText(line), limits.maxLogLineChars);
        left -= text.length + 1;
        if (left <= 0) break;
        lines.push(text);
      }
      const stream = (event.stream ?? "build").slice(0, MAX_STREAM_CHARS);
      return lines.length === 0 && left > 0 ? undefined : { stream, lines, capped: left <= 0 };
    },
    restarted() {
      repeatsUntil = highest;
    },
  };
}

function lineNumber(line: unknown): number | undefined {
  if (typeof line !== "object" || line === null || !("n" in line)) return undefined;
  return Number.isSafeInteger(line.n) ? Number(line.n) : undefined;
}

function cut(text: string, maxChars: number): string {
  return text.length <= maxChars ? text : text.slice(0, maxChars).toWellFormed() + CUT;
}
