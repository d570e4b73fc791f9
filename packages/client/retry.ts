import { type Clock, wait } from "@greenroom/contract/clock";
import { abortedError, ClientError, timedOutError } from "./errors.ts";

export interface CallOptions {
  /** Ends the call, the wait before a retry included. */
  readonly signal?: AbortSignal | undefined;
  /** When the caller's time is over, milliseconds of `clock.monotonic()`; no wait goes beyond it. */
  readonly deadlineAt?: number | undefined;
  readonly onRetry?: ((notice: RetryNotice) => void) | undefined;
}

/** Why and how long the client waits before it sends a request again. */
export interface RetryNotice {
  readonly error: ClientError;
  readonly waitMs: number;
  readonly tries: number;
}

export const RETRY_LIMITS = {
  /** One request, from connect to the last byte of its response. */
  requestTimeoutMs: 30_000,
  /** All tries of one call, when no `deadlineAt` is nearer. */
  callTimeoutMs: 10 * 60_000,
  maxTries: 8,
  maxRateLimitedTries: 30,
  /** First wait before a retry; doubles each time. */
  backoffBaseMs: 500,
  /** Longest wait before a retry that the service did not name. */
  backoffCapMs: 30_000,
};

type RetryLimits = Readonly<typeof RETRY_LIMITS>;

export interface RetrySettings {
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: RetryLimits;
  /** Whether sending the request twice has the effect of sending it once. */
  readonly repeatable: boolean;
}

/**
 * Repeats a request until its response is final, by the rule of each error.
 * @param send Sends the request once, within `timeoutMs`; throws a ClientError whose rule decides what follows.
 * @throws {ClientError} The last error, or `aborted`, `timed_out`.
 */
export async function repeat<Result>(
  settings: RetrySettings,
  options: CallOptions,
  send: (timeoutMs: number, tries: number) => Promise<Result>,
): Promise<Result> {
  const { clock, limits, repeatable } = settings;
  const endsAt = Math.min(options.deadlineAt ?? Infinity, clock.monotonic() + limits.callTimeoutMs);
  let outcomeUnknown = false;
  let last: ClientError | undefined;
  for (let tries = 1; ; tries += 1) {
    if (options.signal?.aborted === true) throw abortedError(options.signal, outcomeUnknown);
    const leftMs = endsAt - clock.monotonic();
    if (leftMs <= 0) throw timedOutError(outcomeUnknown, last);
    try {
      return await send(Math.min(limits.requestTimeoutMs, leftMs), tries);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      last = error;
      outcomeUnknown ||= error.outcomeUnknown;
      const timeLeftMs = endsAt - clock.monotonic();
      // The limit of a request may end it a moment before the clock says so.
      const timeIsOver = timeLeftMs <= 0 || (error.timeoutMs ?? 0) >= leftMs;
      if (timeIsOver && error.kind === "unreachable") throw timedOutError(outcomeUnknown, error);
      const decision = decideRetry(error, { tries, timeLeftMs, repeatable, limits }, settings.random());
      if (decision.kind === "stop") throw decision.error;
      options.onRetry?.({ error, waitMs: decision.waitMs, tries });
      await wait(clock, decision.waitMs, options.signal);
    }
  }
}

/** Where a call is when a request of it failed. */
export interface RetryState {
  readonly tries: number;
  readonly timeLeftMs: number;
  readonly repeatable: boolean;
  readonly limits: Omit<RetryLimits, "requestTimeoutMs" | "callTimeoutMs">;
}

export type RetryDecision =
  | { readonly kind: "stop"; readonly error: ClientError }
  | { readonly kind: "wait"; readonly waitMs: number };

/** After a response that requires a wait without saying how long. */
const DEFAULT_RETRY_MS = 1000;

/** Decides by the rule of the error whether the same request goes out again, and when. [§7, §8] */
export function decideRetry(error: ClientError, state: RetryState, random: number): RetryDecision {
  const rule = error.retry;
  if (rule === "never" || rule === "on_capacity") return { kind: "stop", error };
  if (rule === "after_header") {
    if (state.tries >= state.limits.maxRateLimitedTries) return { kind: "stop", error };
    const named = namedMs(error) ?? 0;
    return waitWithin(error, state, named > 0 ? named : Math.max(DEFAULT_RETRY_MS, backoffMs(state, random)));
  }
  rule satisfies "same_key";
  if (state.tries >= state.limits.maxTries || (error.outcomeUnknown && !state.repeatable)) {
    return { kind: "stop", error };
  }
  return waitWithin(error, state, Math.max(namedMs(error) ?? 0, backoffMs(state, random)));
}

function namedMs(error: ClientError): number | undefined {
  return error.retryAfterSeconds === undefined ? undefined : error.retryAfterSeconds * 1000;
}

/** Half to full of a wait that doubles with each try, so that jobs that failed together do not return together. */
function backoffMs({ tries, limits }: RetryState, random: number): number {
  const full = Math.min(limits.backoffCapMs, limits.backoffBaseMs * 2 ** (tries - 1));
  return Math.round(full * (0.5 + random / 2));
}

function waitWithin(error: ClientError, state: RetryState, waitMs: number): RetryDecision {
  if (waitMs < state.timeLeftMs) return { kind: "wait", waitMs };
  if (namedMs(error) === undefined) return { kind: "stop", error };
  const left = Math.max(0, Math.floor(state.timeLeftMs / 1000));
  const wait = `The service asks to wait ${error.retryAfterSeconds} s, and ${left} s are left`;
  return { kind: "stop", error: error.with({ message: `${error.detail.replace(/(?<![.\s])[.\s]+$/, "")}. ${wait}` }) };
}
