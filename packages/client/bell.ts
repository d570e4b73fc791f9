import type { Clock } from "@greenroom/contract/clock";

/** Ends waits early. A ring that nobody waits for ends the next wait. */
export interface Bell {
  ring(): void;
  /**
   * Waits for a ring, a time, or the signal; returns in each case.
   * @param ms Longest wait, milliseconds.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Makes a bell.
 * @param clock Measures the waits.
 */
export function createBell(clock: Clock): Bell {
  let rung = false;
  let waiting: AbortController | undefined;
  return {
    ring() {
      rung = true;
      waiting?.abort();
    },
    async wait(ms, signal) {
      if (!rung && !signal.aborted) {
        waiting = new AbortController();
        await clock.sleep(ms, AbortSignal.any([signal, waiting.signal])).catch(() => undefined);
        waiting = undefined;
      }
      rung = false;
    },
  };
}
