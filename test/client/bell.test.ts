import { describe, expect, test } from "vitest";
import { createBell } from "../../packages/client/bell.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { virtualClock } from "./fake-clock.ts";

describe("createBell", () => {
  test("a wait ends with its time", async () => {
    const clock = virtualClock();
    await clock.run(createBell(clock).wait(500, new AbortController().signal));
    expect(clock.monotonic()).toBe(500);
  });

  test("a ring ends a wait, also one that begins after it, but only one", async () => {
    const clock = virtualClock();
    const bell = createBell(clock);
    const { signal } = new AbortController();
    const wait = bell.wait(500, signal);
    bell.ring();
    await clock.run(wait);
    expect(clock.monotonic()).toBe(0);
    bell.ring();
    bell.ring();
    await clock.run(bell.wait(500, signal));
    expect(clock.monotonic()).toBe(0);
    await clock.run(bell.wait(500, signal));
    expect(clock.monotonic()).toBe(500);
  });

  test("the signal ends a wait without an exception", async () => {
    const clock = virtualClock();
    await clock.run(createBell(clock).wait(500, AbortSignal.abort()));
    expect(clock.monotonic()).toBe(0);
  });
});

describe("systemClock", () => {
  test("a sleep is as long as asked for", async () => {
    const startedAt = systemClock.monotonic();
    await systemClock.sleep(20);
    expect(systemClock.monotonic() - startedAt).toBeGreaterThanOrEqual(19);
  });

  test("a sleep longer than a timer can be does not end at once", async () => {
    const controller = new AbortController();
    const sleep = systemClock.sleep(2 ** 40, controller.signal);
    const first = await Promise.race([sleep.then(() => "slept"), systemClock.sleep(20).then(() => "still asleep")]);
    expect(first).toBe("still asleep");
    controller.abort(new Error("enough"));
    await expect(sleep).rejects.toThrow("enough");
  });

  test("an aborted signal ends a sleep before it begins", async () => {
    await expect(systemClock.sleep(1000, AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  });
});
