import type { Writable } from "node:stream";
import { isTerminal, StatusEvent } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";

const BATCH = 16;

/** When the client has so much left to read, no more events are read for it. */
const PAUSE_BYTES = 64 * 1024;

/** When the client has so much left to read, its connection is dropped, and it resumes where it was. */
const DROP_BYTES = 256 * 1024;

const STALL_MS = 30_000;

/** The client resumes on a new connection. */
const LIFETIME_MS = 30 * 60_000;

/** The `retry` field. */
const RETRY_MS = 1_000;

interface StreamEvent {
  readonly seq: number;
  readonly type: string;
  /** One line. */
  readonly data: string;
}

export type ReadEvents = (
  subjectId: string,
  range: { readonly afterSeq: number; readonly limit: number },
) => Promise<readonly StreamEvent[]>;

export class SseWriter {
  readonly #context: Pick<ServiceContext, "events" | "clock" | "log">;
  readonly #options: SseWriterOptions;
  readonly #openedAtMs: number;
  /** The one function that is called for new events, since there are thousands of streams. */
  readonly #onEvents = (): void => this.wake();
  #seq: number;
  #reading = false;
  #more = false;
  #closed = false;
  #pausedAtMs: number | undefined;

  constructor(context: Pick<ServiceContext, "events" | "clock" | "log">, options: SseWriterOptions) {
    this.#context = context;
    this.#options = options;
    this.#openedAtMs = context.clock.now();
    this.#seq = options.afterSeq;
  }

  start(): void {
    const { output, subjectId } = this.#options;
    const close = (): void => this.#close();
    // 'close' of the request does not come once its body is read; that of the response does.
    output.on("close", close);
    output.on("error", close);
    output.on("drain", () => {
      this.#pausedAtMs = undefined;
      this.wake();
    });
    this.#context.events.subscribe(subjectId, this.#onEvents);
    output.write(`retry: ${RETRY_MS}\n\n`);
    this.wake();
  }

  /** Keeps the connection alive through proxies; ends it when the client stalls or the lifetime is over. */
  heartbeat(): void {
    if (this.#closed) return;
    const now = this.#context.clock.now();
    if (this.#pausedAtMs !== undefined && now - this.#pausedAtMs > STALL_MS) {
      this.#drop();
    } else if (now - this.#openedAtMs > LIFETIME_MS) {
      this.end();
    } else {
      this.#options.output.write(": hb\n\n");
      // Another process may have appended events; the emitter only knows this one.
      this.wake();
    }
  }

  /** Ends the response; a client that has not seen the terminal event reconnects. */
  end(): void {
    if (this.#closed) return;
    this.#options.output.end();
    this.#close();
  }

  #drop(): void {
    this.#options.output.destroy();
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#context.events.unsubscribe(this.#options.subjectId, this.#onEvents);
    this.#options.onClosed(this);
  }

  wake(): void {
    this.#more = true;
    if (this.#reading) return;
    this.#reading = true;
    this.#pump().catch((error: unknown) => {
      this.#context.log.error({ err: error, subject: this.#options.subjectId }, "event stream failed");
      this.#drop();
    });
  }

  async #pump(): Promise<void> {
    const { read, subjectId } = this.#options;
    try {
      while (this.#more && !this.#isPaused()) {
        this.#more = false;
        const events = await read(subjectId, { afterSeq: this.#seq, limit: BATCH });
        for (const event of events) {
          if (this.#isPaused()) return;
          this.#send(event);
        }
        if (events.length === BATCH) this.#more = true;
      }
    } finally {
      this.#reading = false;
    }
  }

  /** Nothing is read for a client that has not taken what was sent, so a slow client costs no memory. */
  #isPaused(): boolean {
    if (this.#closed) return true;
    const { writableLength } = this.#options.output;
    if (writableLength < PAUSE_BYTES) return false;
    if (writableLength > DROP_BYTES) this.#drop();
    this.#pausedAtMs ??= this.#context.clock.now();
    return true;
  }

  #send({ seq, type, data }: StreamEvent): void {
    this.#seq = seq;
    this.#options.output.write(`id: ${seq}\nevent: ${type}\ndata: ${data}\n\n`);
    if (type !== "status") return;
    const status = StatusEvent.safeParse(JSON.parse(data));
    if (status.success && isTerminal(status.data.status)) this.end();
  }
}

export interface SseWriterOptions {
  /** Of the deployment or the workspace. */
  readonly subjectId: string;
  readonly afterSeq: number;
  /** A response whose head has been written. */
  readonly output: Writable;
  readonly read: ReadEvents;
  readonly onClosed: (writer: SseWriter) => void;
}
