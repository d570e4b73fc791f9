import type { ClientError } from "./errors.ts";

/** Bounds of retrying; times in milliseconds. */
interface RetryLimits {
  readonly maxTries: number;
  readonly maxRateLimitedTries: number;
  readonly backoffBaseMs: number;
  readonly backoffCapMs: number;
}

/** Where a call stands when a request of it failed. */
export interface RetryState {
  /** Requests sent so far, from 1. */
  readonly tries: number;
  /** Time left for the whole call, milliseconds. */
  readonly timeLeftMs: number;
  /** Whether sending the request twice has the effect of sending it once. */
  readonly repeatable: boolean;
  readonly limits: RetryLimits;
}

/** What to do about a failed request. */
export type RetryDecision =
  | { readonly kind: "stop"; readonly error: ClientError }
  | { readonly kind: "wait"; readonly waitMs: number };

/** Shortest wait after an answer that asks for one without saying how long, milliseconds. */
const NAMELESS_WAIT_MS = 1000;

/**
 * Decides by the rule of the failure whether the same request goes out again, and when.
 * @param error What the request ended with.
 * @param state Where the call stands.
 * @param random A number from 0 to below 1.
 * @see Interface §7, §8
 */
export function decideRetry(error: ClientError, state: RetryState, random: number): RetryDecision {
  const rule = error.retry;
  if (rule === "never" || rule === "on_capacity") return { kind: "stop", error };
  if (rule === "after_header") {
    if (state.tries >= state.limits.maxRateLimitedTries) return { kind: "stop", error };
    return waitWithin(error, state, afterHeaderMs(error, state, random));
  }
  rule satisfies "same_key";
  if (state.tries >= state.limits.maxTries || (error.outcomeUnknown && !state.repeatable)) {
    return { kind: "stop", error };
  }
  return waitWithin(error, state, Math.max(namedMs(error) ?? 0, backoffMs(state, random)));
}

function afterHeaderMs(error: ClientError, state: RetryState, random: number): number {
  const named = namedMs(error) ?? 0;
  return named > 0 ? named : Math.max(NAMELESS_WAIT_MS, backoffMs(state, random));
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

/**
 * Reads `Retry-After`.
 * @param value The header: seconds or an HTTP date.
 * @param nowMs The answer's own time, epoch milliseconds, so that a wrong clock here does not count.
 * @returns Seconds, rounded up; undefined when missing or garbage.
 * @see RFC 9110 §10.2.3
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const date = readHttpDate(text);
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

/**
 * Reads an HTTP date in any of its three forms.
 * @param value The header.
 * @returns Epoch milliseconds; undefined when missing or garbage.
 * @see RFC 9110 §5.6.7
 */
export function readHttpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? "";
  // Date.parse takes nearly anything; the three forms start with the name of a day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isFinite(ms) ? ms : undefined;
}
