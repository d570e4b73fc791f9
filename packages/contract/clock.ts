/** Time, as everything here sees it, so that a test can replace it. */
export interface Clock {
  /** @returns Milliseconds since the epoch; jumps when someone sets the machine's clock. */
  now(): number;
  /** @returns Milliseconds since some start; never jumps. */
  monotonic(): number;
  /** Waits so many milliseconds, cut to about 24.8 days. @throws The signal's reason, when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay of a Node timer, milliseconds; a longer one fires after 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted === true) return reject(signal.reason);
      const stop = (): void => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const done = (): void => {
        signal?.removeEventListener("abort", stop);
        resolve();
      };
      const timer = setTimeout(done, Math.min(Math.max(ms, 0), MAX_TIMER_MS));
      signal?.addEventListener("abort", stop, { once: true });
    }),
};

/** @returns Whether the whole time passed before the signal aborted. */
export async function wait(clock: Pick<Clock, "sleep">, ms: number, signal?: AbortSignal): Promise<boolean> {
  try {
    await clock.sleep(ms, signal);
    return true;
  } catch (error) {
    if (signal?.aborted === true) return false;
    throw error;
  }
}

/**
 * Makes a signal that aborts with a `TimeoutError` after some milliseconds, or with another signal; it keeps no process
 * running.
 */
export function timeoutSignal(ms: number, signal?: AbortSignal): AbortSignal {
  // Not by `AbortSignal.timeout`: as a part of another signal it may be collected, and its time is never over.
  const late = new AbortController();
  const abort = (): void => late.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  const timer = setTimeout(abort, Math.min(Math.max(Math.ceil(ms), 1), MAX_TIMER_MS)).unref();
  if (signal === undefined) return late.signal;
  const either = AbortSignal.any([signal, late.signal]);
  // Only a signal that has a listener keeps what happened to its parts.
  either.addEventListener("abort", () => clearTimeout(timer), { once: true });
  return either;
}

/** The present instant, or one some milliseconds later, as it is stored and sent: ISO 8601 UTC with milliseconds. */
export function instant(clock: Pick<Clock, "now">, plusMs = 0): string {
  return new Date(clock.now() + plusMs).toISOString();
}
