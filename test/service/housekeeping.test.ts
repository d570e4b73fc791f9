import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { startHousekeeping } from "../../packages/service/compose.ts";

/** A clock whose sleepers wake when the test says so. */
function turnableClock() {
  const sleepers = new Set<() => void>();
  return {
    now: () => 0,
    monotonic: () => 0,
    sleep: (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        sleepers.add(resolve);
        signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
      }),
    async turn() {
      const waking = [...sleepers];
      sleepers.clear();
      for (const wake of waking) wake();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe("startHousekeeping", () => {
  it("a chore that failed runs again after its interval", async () => {
    const clock = turnableClock();
    let rounds = 0;
    const run = async () => {
      rounds += 1;
      throw new Error("not today");
    };
    const housekeeping = startHousekeeping([{ name: "sweep", everyMs: 10, run }], clock, pino({ level: "silent" }));
    await clock.turn();
    await clock.turn();
    await housekeeping.stop();
    expect(rounds).toBe(2);
  });

  it("stopping waits for the running round and starts no other", async () => {
    const clock = turnableClock();
    const { promise: finish, resolve } = Promise.withResolvers<void>();
    let finished = false;
    const run = async () => {
      await finish;
      finished = true;
    };
    const housekeeping = startHousekeeping([{ name: "sweep", everyMs: 10, run }], clock, pino({ level: "silent" }));
    await clock.turn();
    const stopped = housekeeping.stop();
    resolve();
    await stopped;
    expect(finished).toBe(true);
  });
});
