import type { z } from "zod";
import type { ClientError } from "./errors.ts";
import type { Clock } from "./clock.ts";

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, the wait before a retry included. */
  readonly signal?: AbortSignal | undefined;
  /** When the caller's time is over, in milliseconds of `clock.monotonic()`; no wait goes beyond it. */
  readonly deadlineAt?: number | undefined;
  /** Told before each wait that comes before a repeated request. */
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** Why and how long the client waits before it sends a request again. */
export interface RetryNotice {
  readonly error: ClientError;
  readonly waitMs: number;
  /** Number of the request that failed, from 1. */
  readonly attempt: number;
}

/** Bounds of the client; times in milliseconds, sizes in bytes. */
export interface Limits {
  /** One request from connect to the last byte of its answer. */
  readonly requestTimeoutMs: number;
  /** All tries of one call, when no `deadlineAt` is nearer. */
  readonly callTimeoutMs: number;
  /** Most tries while the outcome is unknown. */
  readonly maxTries: number;
  /** Most tries after answers that name a wait. */
  readonly maxRateLimitedTries: number;
  /** First wait before a retry; doubles each time. */
  readonly backoffBaseMs: number;
  /** Longest wait before a retry that the service did not name. */
  readonly backoffCapMs: number;
  readonly maxAnswerBytes: number;
  readonly maxErrorBytes: number;
  /** Longest silence on an event stream; longer than the heartbeat. */
  readonly streamIdleMs: number;
  /** Longest line of an event stream, characters. */
  readonly maxLineChars: number;
  /** Longest data of one event, characters. */
  readonly maxEventChars: number;
  /** Shortest time between two connects to a stream. */
  readonly reconnectFloorMs: number;
  readonly reconnectCapMs: number;
  /** Most connects in a row that bring no event. */
  readonly maxFruitlessConnects: number;
}

/** A request of the interface. */
export interface Call<Data> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below the base address, percent-encoded, with its query. */
  readonly path: string;
  /** The exact body. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** What must stand under `data`. */
  readonly data: z.ZodType<Data>;
}

/** A success answer. */
export interface Answer<Data> {
  readonly status: number;
  readonly data: Data;
  /** The whole envelope, for siblings of `data`. */
  readonly envelope: Readonly<Record<string, unknown>>;
  /** `Date` of the answer, epoch milliseconds. */
  readonly dateMs: number | undefined;
  /** `Idempotency-Replayed`, when the service says it. */
  readonly replayed: boolean | undefined;
  /** Requests it took. */
  readonly tries: number;
}

/** The one path to the network. */
export interface Transport {
  readonly baseUrl: URL;
  readonly clock: Clock;
  readonly limits: Limits;
  /**
   * Sends a request until an answer is final.
   * @throws {ClientError}
   */
  call<Data>(call: Call<Data>, options?: CallOptions): Promise<Answer<Data>>;
}
