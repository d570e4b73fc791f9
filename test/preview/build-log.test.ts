import { describe, expect, test } from "vitest";
import { createBuildLog } from "../../src/preview/build-log.ts";

function recorder() {
  const printed: string[] = [];
  return {
    printed,
    sink: {
      build: (stream: string, lines: readonly string[]): void => {
        printed.push(...lines.map((line) => `${stream}| ${line}`));
      },
      note: (sentence: string): void => {
        printed.push(sentence);
      },
    },
  };
}

const batch = (...lines: readonly string[]) => ({ kind: "log", stream: "build", lines }) as const;

describe("createBuildLog", () => {
  test("stream prints a batch as it comes", () => {
    const { printed, sink } = recorder();
    const log = createBuildLog("stream", sink);
    log.take(batch("one", "two"));
    log.take({ kind: "status", status: "building", source: "stream" });
    log.failed();
    expect(printed).toEqual(["build| one", "build| two", "Deployment is building."]);
  });

  test("on-failure prints nothing of the build until it failed, then all of it once", () => {
    const { printed, sink } = recorder();
    const log = createBuildLog("on-failure", sink);
    log.take(batch("one"));
    expect(printed).toEqual([]);
    log.failed();
    log.failed();
    expect(printed).toEqual(["build| one"]);
  });

  test("off prints no line of the build, and its last lines are known all the same", () => {
    const { printed, sink } = recorder();
    const log = createBuildLog("off", sink);
    log.take(batch("one"));
    log.failed();
    expect(printed).toEqual([]);
    expect(log.tail()).toEqual(["one"]);
  });

  test("the last twenty lines are kept, across batches", () => {
    const log = createBuildLog("off", recorder().sink);
    for (let n = 1; n <= 30; n += 1) log.take(batch(`${n}a`, `${n}b`));
    expect(log.tail()).toHaveLength(20);
    expect(log.tail().at(0)).toBe("21a");
    expect(log.tail().at(-1)).toBe("30b");
  });

  test("lines to look for errors in are kept, with a bound on their number and length", () => {
    const log = createBuildLog("off", recorder().sink);
    for (let n = 1; n <= 5000; n += 1) log.take(batch(`${n}`));
    log.take(batch("x".repeat(10_000)));
    expect(log.recent()).toHaveLength(2000);
    expect(log.recent().at(-2)).toBe("5000");
    expect(log.recent().at(-1)).toHaveLength(2000);
  });

  test("what is held back has a bound, and what was dropped is counted", () => {
    const { printed, sink } = recorder();
    const log = createBuildLog("on-failure", sink);
    for (let n = 0; n < 3; n += 1) log.take(batch("x".repeat(600_000)));
    log.failed();
    expect(printed[0]).toBe("2 earlier lines of the build log were not kept.");
    expect(printed).toHaveLength(2);
  });

  test("a gap, an unknown event and a silent service are told", () => {
    const { printed, sink } = recorder();
    const log = createBuildLog("off", sink);
    log.take({ kind: "gap", why: "the connection broke off" });
    log.take({ kind: "unknown", what: "status", name: "live" });
    expect(printed).toEqual([
      "Lines of the build log may be missing here: the connection broke off",
      "The service sent a status this version does not know: live",
    ]);
  });
});
