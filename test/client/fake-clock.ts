import type { Clock } from "../../packages/contract/clock.ts";

/** A clock that a test owns; it also records every wait. */
export interface FakeClock extends Clock {
  /** Requested waits, milliseconds, in order. */
  readonly sleeps: number[];
  /** Sets the wall clock off without any time passing. */
  jump(ms: number): void;
  /** Lets time pass. */
  advance(ms: number): void;
}

function stoppedClock(): Omit<FakeClock, "sleep"> {
  let wall = Date.parse("2026-11-20T12:00:00Z");
  let steady = 0;
  return {
    sleeps: [],
    now: () => wall,
    monotonic: () => steady,
    jump: (ms) => void (wall += ms),
    advance: (ms) => {
      wall += ms;
      steady += ms;
    },
  };
}

/** A clock on which every sleep is over at once, and time has passed. */
export function instantClock(): FakeClock {
  const clock = stoppedClock();
  return {
    ...clock,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      clock.sleeps.push(ms);
      clock.advance(ms);
      await new Promise((resolve) => setImmediate(resolve));
      signal?.throwIfAborted();
    },
  };
}

/** A clock whose sleepers wake in order of time, driven by {@link VirtualClock.run}. */
export interface VirtualClock extends FakeClock {
  /** Lets time pass from sleeper to sleeper until the promise settles. */
  run<Result>(promise: Promise<Result>): Promise<Result>;
}

/**
 * A clock for things that wait side by side: nothing but its sleepers makes time pass.
 * @param turns Turns of the event loop after which everything that can go on has gone on.
 */
export function virtualClock(turns = 5): VirtualClock {
  const clock = stoppedClock();
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    ...clock,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        clock.sleeps.push(ms);
        const sleeper = {
          at: clock.monotonic() + Math.max(0, ms),
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener("abort", stop);
            resolve();
          },
        };
        const stop = (): void => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        sleepers.add(sleeper);
        signal?.addEventListener("abort", stop, { once: true });
      });
    },
    async run(promise) {
      let settled = false;
      const done = promise.finally(() => (settled = true));
      done.catch(() => undefined);
      for (let woken = 0; woken < 100_000; woken += 1) {
        await idle();
        if (settled) return await done;
        const next = [...sleepers].toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) throw new Error("No one sleeps and the promise has not settled.");
        clock.advance(Math.max(0, next.at - clock.monotonic()));
        next.wake();
      }
      throw new Error("The promise did not settle.");
    },
  };
}
