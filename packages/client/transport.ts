import type { IncomingMessage } from "node:http";
import { addressBelow, checkAddress } from "./address.ts";
import type { Clock } from "@greenroom/contract/clock";
import { abortedError, ClientError } from "./errors.ts";
import { exchange, type HttpAnswer, type HttpRequest, send } from "./http.ts";
import { createKeyLedger } from "./ledger.ts";
import type { Reader } from "./reading.ts";
import { decideRetry } from "./retry.ts";
import { checkToken, redactor } from "./token.ts";

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
interface Call<Data> {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path below the base address, percent-encoded, with its query. */
  readonly path: string;
  /** The exact body. */
  readonly body?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  /** Loads what must stand under `data`. */
  readonly data: Reader<Data>;
}

/** A success answer. */
interface Answer<Data> {
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

/** A request to an address of its own, whose answer is read by the caller. */
interface RawRequest {
  readonly method: HttpRequest["method"];
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** The one path to the network; it alone holds the token. */
export interface Transport {
  readonly baseUrl: URL;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: Limits;
  /**
   * Sends a request until its answer is final.
   * @throws {ClientError}
   */
  call<Data>(call: Call<Data>, options?: CallOptions): Promise<Answer<Data>>;
  /**
   * Sends one request, with the token, to an address the caller was configured with.
   * @returns The answer once its head is there.
   * @throws Whatever the socket threw.
   */
  open(request: RawRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Takes the token out of a text that came from the service. */
  redact(text: string): string;
}

/** What a transport is made of. */
export interface TransportSettings {
  readonly baseUrl: URL;
  readonly token: string;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: Limits;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/**
 * Makes the path to the network.
 * @param settings What it is made of.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
export function createTransport(settings: TransportSettings): Transport {
  const { baseUrl, token, userAgent, clock, random, limits } = settings;
  checkAddress(baseUrl);
  checkToken(token);
  const ledger = createKeyLedger();
  const authorized = (request: RawRequest): HttpRequest => ({
    ...request,
    userAgent,
    headers: { ...request.headers, authorization: `Bearer ${token}` },
  });
  const redact = redactor(token);

  async function once(call: Call<unknown>, timeoutMs: number, signal: AbortSignal | undefined): Promise<HttpAnswer> {
    const answer = await exchange(authorized(requestOf(baseUrl, call)), { ...limits, timeoutMs }, signal);
    return { ...answer, text: answer.text === undefined ? undefined : redact(answer.text) };
  }

  return {
    baseUrl,
    clock,
    random,
    limits,
    redact,
    async call<Data>(call: Call<Data>, options: CallOptions = {}): Promise<Answer<Data>> {
      if (call.idempotencyKey !== undefined) ledger.record(call.idempotencyKey, `${call.path}\n${call.body ?? ""}`);
      const onRetry = options.onRetry ?? settings.onRetry;
      const repeatable = call.method === "GET" || call.idempotencyKey !== undefined;
      return await repeat({ clock, random, limits, repeatable }, { ...options, onRetry }, async (timeoutMs, tries) => {
        const answer = await once(call, timeoutMs, options.signal);
        // Loaded now that there is something to read: the request left the sooner.
        const { dateOf, readEnvelope } = await import("./answer.ts");
        const reading = readEnvelope(answer, await call.data(), clock.now());
        if (reading.kind === "failure") throw reading.error;
        return {
          status: answer.status,
          data: reading.data,
          envelope: reading.envelope,
          dateMs: dateOf(answer),
          replayed: readFlag(answer.headers["idempotency-replayed"]),
          tries,
        };
      });
    },
    async open(request, signal) {
      checkAddress(request.url);
      return await send(authorized(request), signal);
    },
  };
}

function requestOf(baseUrl: URL, call: Call<unknown>): Omit<HttpRequest, "userAgent"> {
  const headers: Record<string, string> = { accept: "application/json", "accept-encoding": "gzip" };
  if (call.body !== undefined) headers["content-type"] = "application/json";
  if (call.idempotencyKey !== undefined) headers["idempotency-key"] = call.idempotencyKey;
  return { method: call.method, url: addressBelow(baseUrl, call.path), headers, body: call.body };
}

function readFlag(header: string | string[] | undefined): boolean | undefined {
  if (typeof header !== "string") return undefined;
  const word = header.trim().toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
}

/** What repeating needs to know. */
export interface RepeatSettings extends Pick<Transport, "clock" | "random" | "limits"> {
  /** Whether sending the request twice has the effect of sending it once. */
  readonly repeatable: boolean;
}

/**
 * Repeats a request until its answer is final, by the rule of each failure.
 * @param settings Clock, random source and bounds.
 * @param options The caller's.
 * @param attempt Sends the request once, within `timeoutMs`; throws a ClientError to be judged.
 * @throws {ClientError} The last failure, or `aborted`, `timed_out`.
 */
export async function repeat<Result>(
  settings: RepeatSettings,
  options: CallOptions,
  attempt: (timeoutMs: number, tries: number) => Promise<Result>,
): Promise<Result> {
  const { clock, limits, repeatable } = settings;
  const endsAt = Math.min(options.deadlineAt ?? Infinity, clock.monotonic() + limits.callTimeoutMs);
  let unknown = false;
  let last: ClientError | undefined;
  for (let tries = 1; ; tries += 1) {
    if (options.signal?.aborted === true) throw abortedError(options.signal, unknown);
    const startLeftMs = endsAt - clock.monotonic();
    if (startLeftMs <= 0) throw outOfTime(unknown, last);
    try {
      return await attempt(Math.min(limits.requestTimeoutMs, startLeftMs), tries);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      last = error;
      unknown ||= error.outcomeUnknown;
      const timeLeftMs = endsAt - clock.monotonic();
      if (timeLeftMs <= 0 && error.kind === "unreachable") throw outOfTime(unknown, error);
      const state = { tries, timeLeftMs, repeatable, limits };
      const decision = decideRetry(error, state, settings.random());
      if (decision.kind === "stop") throw decision.error;
      options.onRetry?.({ error, waitMs: decision.waitMs, attempt: tries });
      await clock.sleep(decision.waitMs, options.signal).catch(() => undefined);
    }
  }
}

function outOfTime(outcomeUnknown: boolean, cause: ClientError | undefined): ClientError {
  return abortedError(AbortSignal.abort(new DOMException("The time is over", "TimeoutError")), outcomeUnknown).with({
    cause,
  });
}
