const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 60 * 60_000;

/** How long a delivery is tried, milliseconds. */
export const TRIED_FOR_MS = 24 * 60 * 60_000;

/** What the next try is decided by. */
export interface Tried {
  /** Attempts made, at least 1. */
  readonly attempts: number;
  /** When it was queued, epoch milliseconds. */
  readonly sinceMs: number;
  readonly nowMs: number;
  /** What the receiver asked for. */
  readonly retryAfterMs?: number | undefined;
  /** 0 to 1; spreads what failed together. */
  readonly random: number;
}

/**
 * Decides how long to wait before a delivery is tried again: 5 s doubling to an hour, a fifth more at random, and
 * no sooner than the receiver asked for.
 * @returns Milliseconds, or undefined when it was tried for 24 hours.
 */
export function nextTryInMs({ attempts, sinceMs, nowMs, retryAfterMs = 0, random }: Tried): number | undefined {
  const leftMs = sinceMs + TRIED_FOR_MS - nowMs;
  if (leftMs <= 0) return undefined;
  const grown = Math.min(FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 30), LONGEST_WAIT_MS);
  const waitMs = Math.max(grown * (1 + random / 5), Math.min(retryAfterMs, LONGEST_WAIT_MS));
  // The last try comes at the end of the 24 hours.
  return Math.round(Math.min(waitMs, leftMs));
}
