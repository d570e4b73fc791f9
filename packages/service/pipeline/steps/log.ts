import { setImmediate as nextTurn } from "node:timers/promises";
import type { LogStream } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { BUILD_LIMITS, sizeText, whoRaises } from "../../domain/build-limits.ts";
import type { NewLogLine, NumberedBatch } from "../../store/deployments/deployment-events.ts";
import type { ClaimRecord } from "../record.ts";
import { Redactor } from "./redact.ts";

const BATCH_MS = 250;
const BATCH_BYTES = 16 * 1024;
const BATCH_LINES = 200;
const MAX_WAITING = 8;
const MAX_LINE_CHARS = 8 * 1024;
/** What a line costs besides its text, so that ten million empty lines end too. */
const LINE_OVERHEAD_BYTES = 32;

/** The log of one build, written in batches while it runs. */
export interface BuildLog {
  /** Long lines are cut. @returns Its number in the log, undefined when it is over the limit and dropped. */
  line(stream: LogStream, text: string, level?: NewLogLine["level"]): number | undefined;
  isFull(): boolean;
  readonly redactor: Redactor;
  /** Resolves when few lines wait to be stored. */
  ready(): Promise<void>;
  /** Resolves when all lines are stored. */
  flush(): Promise<void>;
}

interface LogTarget {
  readonly clock: Clock;
  readonly logged: ClaimRecord["logged"];
  /** Stores a batch; the next one waits for it. */
  readonly append: (batch: NumberedBatch) => Promise<void>;
}

export function openBuildLog(target: LogTarget): BuildLog {
  const { clock, append, logged } = target;
  const maxBytes = logged.maxBytes ?? BUILD_LIMITS.logBytes;
  let pending: { stream: LogStream; first: number; bytes: number; lines: NewLogLine[] } | undefined;
  let total = logged.bytes;
  let count = logged.lines;
  let truncated = total >= maxBytes;
  let lastWrite: Promise<void> = Promise.resolve();
  let waiting = 0;
  const redactor = new Redactor();
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = undefined;
    if (!batch) return;
    lastWrite = writeAfter(lastWrite, batch);
    // `flush` rejects with it; between flushes it must not end the process.
    lastWrite.catch(() => {});
  }

  async function writeAfter(before: Promise<void>, { stream, first, lines }: NumberedBatch): Promise<void> {
    waiting += 1;
    try {
      await before;
      // The embedded database answers within the same turn of the event loop, and others wait for theirs.
      await nextTurn();
      await append({ stream, first, lines });
    } finally {
      waiting -= 1;
    }
  }

  function add(stream: LogStream, line: NewLogLine): void {
    if (pending && pending.stream !== stream) send();
    pending ??= { stream, first: count, bytes: 0, lines: [] };
    pending.lines.push(line);
    pending.bytes += Buffer.byteLength(line.text);
    if (pending.bytes >= BATCH_BYTES || pending.lines.length >= BATCH_LINES) send();
    else timer ??= setTimeout(send, BATCH_MS);
  }

  return {
    line(stream, text, level) {
      if (truncated) return undefined;
      count += 1;
      const shown = redactor.hide(text);
      const cut = shown.length > MAX_LINE_CHARS ? `${shown.slice(0, MAX_LINE_CHARS)} [line cut]` : shown;
      const at = instant(clock);
      total += Buffer.byteLength(cut) + LINE_OVERHEAD_BYTES;
      if (total > maxBytes) {
        truncated = true;
        const end = `The log reached ${sizeText(maxBytes)}; further lines are not kept. ${whoRaises("logBytes")}`;
        add("system", { at, text: end, level: "warn" });
        return undefined;
      }
      add(stream, { at, text: cut, ...(level === undefined ? {} : { level }) });
      return count;
    },
    isFull: () => truncated,
    redactor,
    async ready() {
      // Whatever waits for the lines to be stored gets the error.
      if (waiting > MAX_WAITING) await lastWrite.catch(() => {});
    },
    async flush() {
      send();
      await lastWrite;
    },
  };
}
