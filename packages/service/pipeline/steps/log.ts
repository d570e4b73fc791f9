import type { LogStream } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import { sizeText, whoRaises } from "../../domain/build-limits.ts";
import type { NewLogLine, NumberedBatch } from "../../store/deployments/deployment-events.ts";

const BATCH_MS = 250;
const BATCH_BYTES = 16 * 1024;
const BATCH_LINES = 200;
const MAX_LINE_CHARS = 8 * 1024;
/** What a line costs besides its text, so that ten million empty lines end too. */
const LINE_OVERHEAD_BYTES = 32;

/** The log of one build, written in batches while it runs. */
export interface BuildLog {
  /**
   * Adds one line; long ones are cut, those over the limit dropped after one line that says so.
   * @returns Its number in the log of the deployment, undefined when it was dropped.
   */
  line(stream: LogStream, text: string, level?: NewLogLine["level"]): number | undefined;
  /** Whether the limit is reached, so that further lines are dropped. */
  isFull(): boolean;
  /** Resolves when all lines are stored. */
  flush(): Promise<void>;
}

interface LogTarget {
  readonly clock: Clock;
  /** What earlier attempts logged. */
  readonly written: { readonly bytes: number; readonly lines: number };
  /** Where it ends, bytes. */
  readonly maxBytes: number;
  /** Stores a batch; the next one waits for it. */
  readonly append: (batch: NumberedBatch) => Promise<void>;
}

/** Opens the log of a deployment that this worker has claimed. */
export function openBuildLog(target: LogTarget): BuildLog {
  const { clock, append, maxBytes } = target;
  let pending: { stream: LogStream; first: number; bytes: number; lines: NewLogLine[] } | undefined;
  let total = target.written.bytes;
  let count = target.written.lines;
  let truncated = total >= maxBytes;
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = pending;
    pending = undefined;
    if (!batch) return;
    written = writeAfter(written, batch);
    // `flush` rejects with it; between flushes it must not end the process.
    written.catch(() => {});
  }

  async function writeAfter(before: Promise<void>, { stream, first, lines }: NumberedBatch): Promise<void> {
    await before;
    await append({ stream, first, lines });
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
      const cut = text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS)} [line cut]` : text;
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
    async flush() {
      send();
      await written;
    },
  };
}

/**
 * Turns chunks of output into lines: UTF-8 across chunks, a carriage return ends a line as a line events does,
 * and a line without an end is cut rather than collected.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  /** Called with every line, without its end. */
  readonly #onLine: (line: string) => void;
  #rest = "";

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine;
  }

  write(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    this.#rest = parts.pop() ?? "";
    for (const part of parts) this.#onLine(part);
    if (this.#rest.length > MAX_LINE_CHARS * 2) this.end();
  }

  /** Ends the last line. */
  end(): void {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    if (rest !== "") this.#onLine(rest);
  }
}
