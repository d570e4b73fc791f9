import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { instant, systemClock, timeoutSignal, wait } from "../../packages/contract/clock.ts";

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

describe("wait", () => {
  test("says whether the whole time passed, and does not throw when the signal aborts", async () => {
    expect(await wait(systemClock, 1)).toBe(true);
    expect(await wait(systemClock, 60_000, AbortSignal.abort())).toBe(false);
    expect(await wait(systemClock, 60_000, AbortSignal.timeout(1))).toBe(false);
  });

  test("throws what a clock throws for another reason", async () => {
    const broken = { ...systemClock, sleep: () => Promise.reject(new TypeError("broken")) };
    await expect(wait(broken, 1)).rejects.toThrow(TypeError);
  });
});

describe("timeoutSignal", () => {
  test("aborts with a timeout, or with the other signal", async () => {
    const timeout = timeoutSignal(0.5);
    await new Promise((resolve) => timeout.addEventListener("abort", resolve));
    expect(timeout.reason).toMatchObject({ name: "TimeoutError" });
    expect(timeoutSignal(2 ** 40, AbortSignal.abort("enough")).reason).toBe("enough");
    expect(timeoutSignal(2 ** 40).aborted).toBe(false);
  });

  test("aborts although nothing listened to it, and memory was freed meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const { signal } = new AbortController();
    const either = timeoutSignal(1, signal);
    await systemClock.sleep(10);
    runInNewContext("gc")();
    expect(either.reason).toMatchObject({ name: "TimeoutError" });
  });
});

describe("instant", () => {
  test("is ISO 8601 in UTC with milliseconds, later by what is added", () => {
    const clock = { now: () => Date.UTC(2026, 10, 22, 1, 2, 3, 4) };
    expect([instant(clock), instant(clock, 1000)]).toEqual(["2026-11-22T01:02:03.004Z", "2026-11-22T01:02:04.004Z"]);
  });
});
