import type { LogStream } from "@greenroom/contract";
import { type Clock, instant } from "@greenroom/contract/clock";
import type { Database } from "../store/database.ts";
import { appendLog, type DeploymentEvents, type LogBatch, type NewLogLine } from "../store/deployment-events.ts";

const BATCH_MS = 250;
const BATCH_BYTES = 16 * 1024;
const BATCH_LINES = 200;
const MAX_LINE_CHARS = 8 * 1024;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** What a line costs besides its text, so that ten million empty lines end too. */
const LINE_OVERHEAD_BYTES = 32;

/** The log of one build, written in batches while it runs. */
export interface BuildLog {
  /** Adds one line; longer ones are cut, those over the cap dropped after one line that says so. */
  line(stream: LogStream, text: string, level?: NewLogLine["level"]): void;
  /** Tells whether the cap is reached, so that further lines are dropped. */
  isFull(): boolean;
  /** Writes what waits and resolves when all of it is stored. */
  flush(): Promise<void>;
}

interface LogPlace {
  readonly db: Database;
  readonly events: DeploymentEvents;
  readonly clock: Clock;
  readonly deploymentId: string;
  readonly leaseOwner: string;
  /** Bytes that earlier attempts logged. */
  readonly writtenBytes: number;
}

/** Opens the log of a build that this worker has claimed. */
export function openBuildLog(place: LogPlace): BuildLog {
  const { db, events, clock, deploymentId, leaseOwner } = place;
  let waiting: { stream: LogStream; bytes: number; lines: NewLogLine[] } | undefined;
  let total = place.writtenBytes;
  let truncated = total >= MAX_LOG_BYTES;
  let written: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function send(): void {
    clearTimeout(timer);
    timer = undefined;
    const batch = waiting;
    waiting = undefined;
    if (!batch) return;
    written = writeAfter(written, batch);
    // Whoever flushes hears of it; between flushes it must not end the process.
    written.catch(() => {});
  }

  async function writeAfter(before: Promise<void>, batch: LogBatch): Promise<void> {
    await before;
    const at = instant(clock);
    if (await appendLog(db, deploymentId, { batch, leaseOwner, at })) events.notify(deploymentId);
  }

  function add(stream: LogStream, line: NewLogLine): void {
    if (waiting && waiting.stream !== stream) send();
    waiting ??= { stream, bytes: 0, lines: [] };
    waiting.lines.push(line);
    waiting.bytes += Buffer.byteLength(line.text);
    if (waiting.bytes >= BATCH_BYTES || waiting.lines.length >= BATCH_LINES) send();
    else timer ??= setTimeout(send, BATCH_MS);
  }

  return {
    line(stream, text, level) {
      if (truncated) return;
      const cut = text.length > MAX_LINE_CHARS ? `${text.slice(0, MAX_LINE_CHARS)} [line cut]` : text;
      const at = instant(clock);
      total += Buffer.byteLength(cut) + LINE_OVERHEAD_BYTES;
      if (total > MAX_LOG_BYTES) {
        truncated = true;
        add("system", { at, text: "The log reached 10 MB; the rest is not kept.", level: "warn" });
        return;
      }
      add(stream, { at, text: cut, ...(level === undefined ? {} : { level }) });
    },
    isFull: () => truncated,
    async flush() {
      send();
      await written;
    },
  };
}

/**
 * Turns chunks of output into lines: UTF-8 across chunks, a carriage return ends a line as a line feed does,
 * and a line without an end is cut rather than collected.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #each: (line: string) => void;
  #rest = "";

  /** @param each Called with every line, without its end. */
  constructor(each: (line: string) => void) {
    this.#each = each;
  }

  /** Takes the next chunk. */
  write(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    this.#rest = parts.pop() ?? "";
    for (const part of parts) this.#each(part);
    if (this.#rest.length > MAX_LINE_CHARS * 2) this.end();
  }

  /** Hands on what is left. */
  end(): void {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    if (rest !== "") this.#each(rest);
  }
}
