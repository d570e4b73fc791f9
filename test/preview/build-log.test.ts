import { describe, expect, test } from "vitest";
import { createBuildLog } from "../../src/preview/build-log.ts";

/** A runner that keeps what is printed; lines of the build carry their group. */
function fakeRunner() {
  const printed: string[] = [];
  let group = "";
  return {
    printed,
    runner: {
      untrustedLines: async (lines: readonly string[]) =>
        void printed.push(...lines.map((line) => `${group}| ${line}`)),
      info: (text: string) => void printed.push(text),
      group: (title: string) => {
        group = title;
      },
      endGroup: () => {
        group = "";
      },
    },
  };
}

const batch = (...lines: readonly string[]) => ({ kind: "log", stream: "build", lines }) as const;
const { signal } = new AbortController();

describe("createBuildLog", () => {
  test("stream prints a batch as it comes, in a group of its step", async () => {
    const { printed, runner } = fakeRunner();
    const log = createBuildLog("stream", runner);
    log.write(batch("one", "two"));
    log.write({ kind: "status", status: "building" });
    log.printHeld();
    await log.finish(signal);
    expect(printed).toEqual(["build| one", "build| two", "Deployment is building."]);
  });

  test("on-failure prints nothing of the build until it failed, then all of it", async () => {
    const { printed, runner } = fakeRunner();
    const log = createBuildLog("on-failure", runner);
    log.write(batch("one"));
    await log.finish(signal);
    expect(printed).toEqual([]);
    log.printHeld();
    await log.finish(signal);
    expect(printed).toEqual(["build| one"]);
  });

  test("off prints no line of the build, and its lines are kept all the same", async () => {
    const { printed, runner } = fakeRunner();
    const log = createBuildLog("off", runner);
    log.write(batch("one"));
    log.printHeld();
    await log.finish(signal);
    expect(printed).toEqual([]);
    expect(log.recent()).toEqual(["one"]);
  });

  test("a log that is printed as it comes is kept in part, and one that is held back for a failure longer", () => {
    const keptChars = (mode: "stream" | "on-failure"): number => {
      const log = createBuildLog(mode, fakeRunner().runner);
      for (let n = 0; n < 300; n += 1) log.write(batch("x".repeat(999)));
      return log.recent().join("\n").length + 1;
    };
    expect(keptChars("stream")).toBeLessThanOrEqual(128 * 1024);
    expect(keptChars("on-failure")).toBe(300_000);
  });

  test("lines for finding errors are kept, with a bound on their number and length", () => {
    const log = createBuildLog("off", fakeRunner().runner);
    for (let n = 1; n <= 5000; n += 1) log.write(batch(`${n}`));
    log.write(batch("x".repeat(10_000)));
    expect(log.recent()).toHaveLength(2000);
    expect(log.recent().at(-2)).toBe("5000");
    expect(log.recent().at(-1)).toHaveLength(2000);
  });

  test("what is held back has a bound, and what was dropped is counted", async () => {
    const { printed, runner } = fakeRunner();
    const log = createBuildLog("on-failure", runner);
    for (let n = 0; n < 3; n += 1) log.write(batch("x".repeat(600_000)));
    log.printHeld();
    await log.finish(signal);
    expect(printed[0]).toBe("2 earlier lines of the build log were not kept.");
    expect(printed).toHaveLength(2);
  });

  test("a gap and an unknown event are reported", async () => {
    const { printed, runner } = fakeRunner();
    const log = createBuildLog("off", runner);
    log.write({ kind: "gap", why: "the connection broke off" });
    log.write({ kind: "unknown", what: "status", name: "live" });
    await log.finish(signal);
    expect(printed).toEqual([
      "Lines of the build log may be missing here: the connection broke off",
      "The service sent a status this version does not know: live",
    ]);
  });

  test("the wait for a slow reader ends when the signal aborts", async () => {
    const { runner } = fakeRunner();
    const log = createBuildLog("stream", { ...runner, untrustedLines: () => new Promise<void>(() => undefined) });
    log.write(batch("x".repeat(1_000_000)));
    const stop = new AbortController();
    const ready = log.ready(stop.signal);
    stop.abort();
    await ready;
    await log.finish(stop.signal);
  });
});
