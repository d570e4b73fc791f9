/** Time as the client sees it, so that a test can own it. */
export interface Clock {
  /** @returns Milliseconds since the epoch; jumps when somebody sets the machine's clock. */
  now(): number;
  /** @returns Milliseconds since some start; never jumps. */
  monotonic(): number;
  /**
   * Waits.
   * @param ms Shortest wait, milliseconds; cut to about 24.8 days.
   * @param signal Ends the wait early.
   * @throws The signal's reason, when it aborts.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay of a Node timer, milliseconds; a longer one fires after 1 ms. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's clock. */
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
      const timer = setTimeout(
        () => {
          signal?.removeEventListener("abort", stop);
          resolve();
        },
        Math.min(Math.max(ms, 0), MAX_TIMER_MS),
      );
      signal?.addEventListener("abort", stop, { once: true });
    }),
};
