import { describe, expect, test } from "vitest";
import { createLatestWins } from "../../src/preview/reporter.ts";

/** A clock whose sleeps last until they are aborted, but for those of 0 ms. */
const clock = {
  sleep: (ms: number, signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      if (ms === 0) resolve();
      signal?.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
    }),
};
const delayMs = () => 0;

describe("createLatestWins", () => {
  test("values are written one at a time, and a value that waits gives way to a newer one", async () => {
    const gates: (() => void)[] = [];
    const written: string[] = [];
    const write = async (value: string) => {
      await new Promise<void>((resolve) => gates.push(resolve));
      written.push(value);
      return value;
    };
    const queue = createLatestWins(write, delayMs, clock);
    queue.push("queued");
    await expect.poll(() => gates.length).toBe(1);
    queue.push("building");
    const flushed = queue.flush("ready");
    gates[0]?.();
    await expect.poll(() => gates.length).toBe(2);
    gates[1]?.();
    expect(await flushed).toEqual({ status: "fulfilled", value: "ready" });
    expect(written).toEqual(["queued", "ready"]);
  });

  test("what ends before the first delay is written once", async () => {
    const written: string[] = [];
    const queue = createLatestWins(
      async (value: string) => void written.push(value),
      () => 60_000,
      clock,
    );
    queue.push("queued");
    await queue.flush("ready");
    expect(written).toEqual(["ready"]);
  });

  test("the value with the shortest delay decides when the first one is written", async () => {
    const written: string[] = [];
    const queue = createLatestWins(
      async (value: string) => void written.push(value),
      (value) => (value === "building" ? 0 : 60_000),
      clock,
    );
    queue.push("queued");
    queue.push("building");
    await expect.poll(() => written).toEqual(["building"]);
  });

  test("a failed write is a value, and the next one is written all the same", async () => {
    const write = async (value: string) => {
      if (value === "bad") throw new Error("no");
      return value;
    };
    const queue = createLatestWins(write, delayMs, clock);
    expect(await queue.flush("bad")).toEqual({ status: "rejected", reason: new Error("no") });
    expect(await queue.flush("good")).toEqual({ status: "fulfilled", value: "good" });
  });

  test("without a value there is nothing to write", async () => {
    const queue = createLatestWins(async (value: string) => value, delayMs, clock);
    expect(await queue.flush(undefined)).toBeUndefined();
  });
});
