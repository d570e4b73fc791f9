import { setImmediate as nextTurn } from "node:timers/promises";
import { Redactor } from "./redact.ts";

/** Where untrusted lines of output go. */
export interface LineSink {
  /** Called with every line, without its end and its secrets. */
  readonly onLine: (line: string) => void;
  /** Called with how many lines were left out, since more came in a second than are taken. */
  readonly onLeftOut?: (lines: number) => void;
  /** When false, further output is dropped. */
  readonly isOutputWanted?: () => boolean;
  /** Resolves when more can be taken; until then the program that writes has to wait. */
  readonly ready?: () => Promise<void>;
  readonly redactor?: Redactor;
}

/** More than people read and tools print; of a flood the first lines of each second, and the last ones. */
const LINES_A_SECOND = 5_000;
const LAST_LINES = 50;
/** Of a flood, what the last lines are looked for in. */
const TAIL_BYTES = 1024;
/** Lines are handled in pieces, and between them the service goes on with everything else. */
const PIECE_BYTES = 8 * 1024;
const MAX_TURN_MS = 10;
const MAX_LINE_CHARS = 16 * 1024;

const [LF, CR] = [10, 13];

/** Reads output until it ends: no faster than its lines are stored, and never for long in one turn of the event loop. */
export async function readLines(output: AsyncIterable<Uint8Array>, sink: LineSink): Promise<void> {
  const { isOutputWanted = () => true, ready, redactor = new Redactor() } = sink;
  const rate = new LineRate(sink);
  const splitter = new LineSplitter((line) => rate.take(line), redactor);
  let turnEndsAt = performance.now() + MAX_TURN_MS;
  for await (const chunk of output) {
    // Read all the same: a full pipe would stop the program.
    if (!isOutputWanted()) continue;
    const skipped = rate.isOver() ? lastLineEnd(chunk, chunk.length - TAIL_BYTES) + 1 : 0;
    if (skipped > 0) {
      splitter.end();
      rate.leaveOut(countLineEnds(chunk, skipped));
    }
    for (let from = skipped; from < chunk.length; from += PIECE_BYTES) {
      splitter.write(chunk.subarray(from, from + PIECE_BYTES));
      if (performance.now() < turnEndsAt) continue;
      await nextTurn();
      turnEndsAt = performance.now() + MAX_TURN_MS;
    }
    await ready?.();
  }
  splitter.end();
  rate.end();
}

function lastLineEnd(chunk: Uint8Array, before: number): number {
  return before <= 0 ? -1 : Math.max(chunk.lastIndexOf(LF, before), chunk.lastIndexOf(CR, before));
}

function countLineEnds(chunk: Uint8Array, until: number): number {
  let count = 0;
  for (let at = 0; at < until; at += 1) {
    if (chunk[at] === LF || (chunk[at] === CR && chunk[at + 1] !== LF)) count += 1;
  }
  return count;
}

/** Takes so many lines a second, and of more the last ones. */
class LineRate {
  readonly #sink: Pick<LineSink, "onLine" | "onLeftOut">;
  #second = -1;
  #taken = 0;
  #leftOut = 0;
  #last: string[] = [];

  constructor(sink: Pick<LineSink, "onLine" | "onLeftOut">) {
    this.#sink = sink;
  }

  isOver(): boolean {
    this.#look();
    return this.#taken >= LINES_A_SECOND;
  }

  take(line: string): void {
    this.#look();
    this.#taken += 1;
    if (this.#taken <= LINES_A_SECOND) {
      this.#sink.onLine(line);
      return;
    }
    this.#last.push(line);
    if (this.#last.length <= LAST_LINES) return;
    this.#last.shift();
    this.#leftOut += 1;
  }

  leaveOut(lines: number): void {
    this.#leftOut += lines + this.#last.length;
    this.#last = [];
  }

  end(): void {
    if (this.#leftOut > 0) this.#sink.onLeftOut?.(this.#leftOut);
    for (const line of this.#last) this.#sink.onLine(line);
    this.#leftOut = 0;
    this.#last = [];
  }

  #look(): void {
    const second = Math.floor(performance.now() / 1_000);
    if (second === this.#second) return;
    this.#second = second;
    this.end();
    this.#taken = 0;
  }
}

/**
 * Turns chunks of output into lines: UTF-8 across chunks, a carriage return ends a line as a line events does,
 * and a line without an end is cut rather than collected, but never within a secret.
 */
export class LineSplitter {
  readonly #decoder = new TextDecoder();
  readonly #onLine: (line: string) => void;
  readonly #redactor: Redactor;
  #rest = "";

  constructor(onLine: (line: string) => void, redactor = new Redactor()) {
    this.#onLine = onLine;
    this.#redactor = redactor;
  }

  write(chunk: Uint8Array): void {
    const parts = (this.#rest + this.#decoder.decode(chunk, { stream: true })).split(/\r\n|\n|\r(?!$)/);
    this.#rest = parts.pop() ?? "";
    for (const part of parts) this.#onLine(this.#redactor.hide(part));
    if (this.#rest.length <= MAX_LINE_CHARS + this.#redactor.longest) return;
    // A secret that begins before ends within what is there.
    const at = this.#redactor.behindSecret(this.#rest, this.#rest.length - this.#redactor.longest);
    const [line, rest] = [this.#rest.slice(0, at), this.#rest.slice(at)];
    this.#rest = rest;
    this.#onLine(this.#redactor.hide(line));
  }

  end(): void {
    const rest = this.#rest.replace(/\r$/, "");
    this.#rest = "";
    if (rest !== "") this.#onLine(this.#redactor.hide(rest));
  }
}
