import { setTimeout as delay } from "node:timers/promises";

/** Time as the service sees it; tests pass one they can turn. */
export interface Clock {
  /** Wall time, epoch milliseconds. */
  now(): number;
  /** Waits `ms` milliseconds; rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Node fires timers at once beyond this. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    try {
      await delay(Math.min(Math.max(ms, 0), MAX_TIMER_MS), undefined, signal ? { signal } : {});
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    }
  },
};

/**
 * The present instant as it is stored and sent.
 * @returns ISO 8601 UTC with milliseconds.
 */
export function instant(clock: Clock, plusMs = 0): string {
  return new Date(clock.now() + plusMs).toISOString();
}
