import { type Clock, systemClock } from "../../packages/contract/clock.ts";

/** Time that runs faster than it does, the same in every process that is given it. */
export interface Hurry {
  /** Where both times meet, epoch milliseconds. */
  readonly epochMs: number;
  /** Milliseconds that pass in one. */
  readonly factor: number;
}

/**
 * Makes a clock in a hurry: waits are as much shorter as its time is faster.
 * @returns A clock for the client, and for the service, which needs less of one.
 */
export function hurriedClock({ epochMs, factor }: Hurry): Clock {
  return {
    now: () => epochMs + (Date.now() - epochMs) * factor,
    monotonic: () => performance.now() * factor,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}

/** @returns The time that is ahead of another by so many milliseconds, at the same speed. */
export function aheadBy(ms: number, { epochMs, factor }: Hurry): Hurry {
  return { epochMs: epochMs - ms / (factor - 1), factor };
}
