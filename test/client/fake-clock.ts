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

/** A clock on which every sleep is over at once, and time has passed. */
export function instantClock(startMs = Date.parse("2026-11-20T12:00:00Z")): FakeClock {
  let wall = startMs;
  let steady = 0;
  const sleeps: number[] = [];
  const advance = (ms: number): void => {
    wall += ms;
    steady += ms;
  };
  return {
    sleeps,
    now: () => wall,
    monotonic: () => steady,
    jump: (ms) => void (wall += ms),
    advance,
    async sleep(ms, signal) {
      signal?.throwIfAborted();
      sleeps.push(ms);
      advance(ms);
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

/** A clock for things that wait side by side: nothing but its sleepers makes time pass. */
export function virtualClock(startMs = Date.parse("2026-11-20T12:00:00Z")): VirtualClock {
  let wall = startMs;
  let steady = 0;
  const sleeps: number[] = [];
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const advance = (ms: number): void => {
    wall += ms;
    steady += ms;
  };
  const idle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    sleeps,
    now: () => wall,
    monotonic: () => steady,
    jump: (ms) => void (wall += ms),
    advance,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted === true) return reject(signal.reason);
        sleeps.push(ms);
        const sleeper = {
          at: steady + Math.max(0, ms),
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
      for (let turns = 0; turns < 100_000; turns += 1) {
        await idle();
        if (settled) return await done;
        const next = [...sleepers].toSorted((a, b) => a.at - b.at)[0];
        if (next === undefined) throw new Error("No one sleeps and the promise has not settled.");
        advance(Math.max(0, next.at - steady));
        next.wake();
      }
      throw new Error("The promise did not settle.");
    },
  };
}
