import { isTerminal, StatusEvent } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { DeploymentEventRow } from "../store/schema.ts";
import type { Sink } from "./sink.ts";

/** Events read from the store at a time. */
const BATCH = 16;

/** Bytes that may wait for a reader before no more is read for them. */
const FULL_BYTES = 64 * 1024;

/** Bytes that may wait for a reader before they are dropped; they resume where they were. */
const DROP_BYTES = 256 * 1024;

/** Longest time a reader may leave everything unread, milliseconds. */
const STALL_MS = 30_000;

/** Longest life of a stream, milliseconds; the client resumes on a fresh connection. */
const LIFETIME_MS = 30 * 60_000;

/** Wait the client is told before it comes back, milliseconds. */
const RETRY_MS = 1_000;

/** Reads the events after a number, in order. */
export type ReadEvents = (
  deploymentId: string,
  given: { readonly afterSeq: number; readonly limit: number },
) => Promise<readonly DeploymentEventRow[]>;

/** One reader of one deployment's events. */
export class EventStream {
  readonly #context: Pick<ServiceContext, "events" | "clock" | "log">;
  readonly #read: ReadEvents;
  readonly #deploymentId: string;
  readonly #sink: Sink;
  readonly #forget: (stream: EventStream) => void;
  readonly #openedAtMs: number;
  #seq: number;
  #unsubscribe = (): void => {};
  #reading = false;
  #more = false;
  #closed = false;
  #fullSinceMs: number | undefined;

  constructor(
    context: Pick<ServiceContext, "events" | "clock" | "log">,
    given: {
      readonly deploymentId: string;
      /** Number of the last event the reader has. */
      readonly afterSeq: number;
      readonly sink: Sink;
      readonly read: ReadEvents;
      /** Called once, when the stream is over. */
      readonly forget: (stream: EventStream) => void;
    },
  ) {
    this.#context = context;
    this.#deploymentId = given.deploymentId;
    this.#sink = given.sink;
    this.#read = given.read;
    this.#forget = given.forget;
    this.#openedAtMs = context.clock.now();
    this.#seq = given.afterSeq;
  }

  /** Sends what is there, then whatever comes. */
  start(): void {
    this.#sink.onClose(() => this.#close());
    this.#sink.onDrain(() => {
      this.#fullSinceMs = undefined;
      this.#wake();
    });
    this.#unsubscribe = this.#context.events.subscribe(this.#deploymentId, () => this.#wake());
    this.#sink.write(`retry: ${RETRY_MS}\n\n`);
    this.#wake();
  }

  /** Shows proxies and readers that the stream lives, and ends it when its time is over. */
  beat(): void {
    if (this.#closed) return;
    const now = this.#context.clock.now();
    if (this.#fullSinceMs !== undefined && now - this.#fullSinceMs > STALL_MS) {
      this.#sink.drop();
      this.#close();
    } else if (now - this.#openedAtMs > LIFETIME_MS) {
      this.end();
    } else {
      this.#sink.write(": hb\n\n");
      // Another process may have written; the emitter knows only this one.
      this.#wake();
    }
  }

  /** Ends the response; a client that has not seen the terminal event comes back. */
  end(): void {
    if (this.#closed) return;
    this.#sink.end();
    this.#close();
  }

  #close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#unsubscribe();
    this.#forget(this);
  }

  #wake(): void {
    this.#more = true;
    if (this.#reading) return;
    this.#reading = true;
    this.#pump().catch((error: unknown) => {
      this.#context.log.error({ err: error, deploymentId: this.#deploymentId }, "event stream broke off");
      this.#sink.drop();
      this.#close();
    });
  }

  async #pump(): Promise<void> {
    try {
      while (this.#more && !this.#full()) {
        this.#more = false;
        const events = await this.#read(this.#deploymentId, { afterSeq: this.#seq, limit: BATCH });
        for (const event of events) {
          if (this.#full()) return;
          this.#send(event);
        }
        if (events.length === BATCH) this.#more = true;
      }
    } finally {
      this.#reading = false;
    }
  }

  /** What the reader has not taken yet decides whether more is read for them. */
  #full(): boolean {
    if (this.#closed) return true;
    const waiting = this.#sink.waitingBytes;
    if (waiting < FULL_BYTES) return false;
    if (waiting > DROP_BYTES) {
      this.#sink.drop();
      this.#close();
    }
    this.#fullSinceMs ??= this.#context.clock.now();
    return true;
  }

  #send({ seq, type, data }: DeploymentEventRow): void {
    this.#seq = seq;
    this.#sink.write(`id: ${seq}\nevent: ${type}\ndata: ${data}\n\n`);
    if (type !== "status") return;
    const status = StatusEvent.safeParse(JSON.parse(data));
    if (status.success && isTerminal(status.data.status)) this.end();
  }
}
