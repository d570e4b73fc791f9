import type { ServerResponse } from "node:http";
import { isTerminal, StatusEvent } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";

const BATCH = 16;

/** Unread by the client: no more events are read for it. */
const PAUSE_BYTES = 64 * 1024;

/** Unread by the client: its connection is dropped, and it resumes where it was. */
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
    output.onClose(() => this.#close());
    output.onDrain(() => {
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
    const { bufferedBytes } = this.#options.output;
    if (bufferedBytes < PAUSE_BYTES) return false;
    if (bufferedBytes > DROP_BYTES) this.#drop();
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
  /** Sequence number of the last event the client has. */
  readonly afterSeq: number;
  readonly output: SseOutput;
  readonly read: ReadEvents;
  /** Called once. */
  readonly onClosed: (writer: SseWriter) => void;
}

export interface SseOutput {
  write(text: string): void;
  end(): void;
  /** Breaks the connection without waiting for the client. */
  destroy(): void;
  /** Bytes written that the client has not taken yet. */
  readonly bufferedBytes: number;
  onDrain(listener: () => void): void;
  /** Calls when the client is gone or the stream has ended; it may call more than once. */
  onClose(listener: () => void): void;
}

/** Writes to Node's own response, which knows when its client is slow or gone; of few bytes, since many are open. */
export class NodeOutput implements SseOutput {
  readonly #outgoing: ServerResponse;

  /** @param outgoing Response whose head has been written. */
  constructor(outgoing: ServerResponse) {
    this.#outgoing = outgoing;
  }

  get bufferedBytes(): number {
    return this.#outgoing.writableLength;
  }

  write(text: string): void {
    this.#outgoing.write(text);
  }

  end(): void {
    this.#outgoing.end();
  }

  destroy(): void {
    this.#outgoing.destroy();
  }

  onDrain(listener: () => void): void {
    this.#outgoing.on("drain", listener);
  }

  onClose(listener: () => void): void {
    // 'close' of the request does not come once its body is read; that of the response does.
    this.#outgoing.on("close", listener);
    this.#outgoing.on("error", listener);
  }
}

/** Writes to the body of a web response, for an app that is called in process. */
export function webOutput(): { readonly output: SseOutput; readonly body: ReadableStream<Uint8Array> } {
  const encoder = new TextEncoder();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  let bufferedBytes = 0;
  let onDrain = () => {};
  const ignore = () => {};
  const output: SseOutput = {
    write(text) {
      const bytes = encoder.encode(text);
      bufferedBytes += bytes.byteLength;
      const taken = () => {
        bufferedBytes -= bytes.byteLength;
        if (bufferedBytes === 0) onDrain();
      };
      writer.write(bytes).then(taken, ignore);
    },
    end: () => void writer.close().catch(ignore),
    destroy: () => void writer.abort().catch(ignore),
    get bufferedBytes() {
      return bufferedBytes;
    },
    onDrain: (listener) => void (onDrain = listener),
    onClose: (listener) => void writer.closed.then(listener, listener),
  };
  return { output, body: readable };
}
