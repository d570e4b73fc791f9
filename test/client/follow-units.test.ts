import { describe, expect, test } from "vitest";
import { ClientError } from "../../packages/client/errors.ts";
import type { FollowEvent } from "../../packages/client/follow.ts";
import { createLogReader, createTracker, type DeploymentTracker } from "../../packages/client/follow.ts";

const LIMITS = { maxLogLineChars: 1000, maxLogChars: 10_000 };

function tracking(limits = LIMITS): { readonly tracker: DeploymentTracker; readonly reported: FollowEvent[] } {
  const reported: FollowEvent[] = [];
  return { tracker: createTracker((event) => void reported.push(event), limits), reported };
}

const json = (value: unknown): string => JSON.stringify(value);

describe("a status", () => {
  test("says whether the deployment is over, by it or by one before", () => {
    const { tracker } = tracking();
    expect(tracker.status("queued", "record")).toBe(false);
    expect(tracker.status("building", "stream")).toBe(false);
    expect(tracker.status("asleep", "stream")).toBe(false);
    expect(tracker.status("ready", "stream")).toBe(true);
    expect(tracker.status("asleep", "stream")).toBe(true);
    expect(tracker.status("building", "record")).toBe(true);
  });

  test("is reported when it is a step forward, and no other time", () => {
    const { tracker, reported } = tracking();
    for (const status of ["queued", "queued", "building", "queued", "building", "failed", "ready", "building"]) {
      tracker.status(status, "stream");
    }
    expect(reported).toEqual(["queued", "building", "failed"].map((status) => ({ kind: "status", status })));
  });

  test("of the record corrects the end the stream reported, once, and takes no end back", () => {
    const { tracker, reported } = tracking();
    tracker.status("ready", "stream");
    for (const status of ["building", "ready", "failed", "failed", "queued"]) tracker.status(status, "record");
    expect(reported).toEqual([
      { kind: "status", status: "ready" },
      { kind: "status", status: "failed" },
    ]);
  });

  test("of the stream comes with its time, where there is one", () => {
    const { tracker, reported } = tracking();
    expect(tracker.event("status", json({ status: "building" }))).toBe(false);
    const at = "2026-11-20T12:00:00Z";
    expect(tracker.event("status", json({ status: "ready", at }))).toBe(true);
    expect(reported).toEqual([
      { kind: "status", status: "building" },
      { kind: "status", status: "ready", at },
    ]);
  });
});

describe("an event", () => {
  test("of a log reports its lines, and whether the deployment is over", () => {
    const { tracker, reported } = tracking();
    expect(tracker.event("log", json({ stream: "build", lines: ["a"] }))).toBe(false);
    tracker.status("ready", "record");
    expect(tracker.event("log", json({ stream: "publish", lines: ["b"] }))).toBe(true);
    expect(reported.filter(({ kind }) => kind !== "status")).toEqual([
      { kind: "log", stream: "build", lines: ["a"] },
      { kind: "log", stream: "publish", lines: ["b"] },
    ]);
  });

  test("that fills the log says so, without lines that are not there", () => {
    const { tracker, reported } = tracking({ maxLogLineChars: 100, maxLogChars: 4 });
    tracker.event("log", json({ lines: ["four"] }));
    tracker.event("log", json({ lines: ["more"] }));
    expect(reported).toEqual([{ kind: "gap", why: "The log is too long to show in full; the service has all of it." }]);
  });

  test("that cannot be read is reported once by its name, and so are twenty names at most, cut at 100 characters", () => {
    const { tracker, reported } = tracking();
    for (let round = 0; round < 2; round += 1) {
      tracker.event("status", "ready");
      tracker.event("log", "[]");
      tracker.event("x".repeat(150), "{}");
      tracker.event(`${"x".repeat(110)}y`, "{}");
      for (let index = 0; index < 30; index += 1) tracker.status(`status-${index}`, "record");
    }
    const first = [
      { kind: "unknown", what: "data", name: "status" },
      { kind: "unknown", what: "data", name: "log" },
      { kind: "unknown", what: "event", name: "x".repeat(100) },
    ];
    expect(reported.slice(0, 3)).toEqual(first);
    expect(reported.slice(3)).toEqual(
      Array.from({ length: 17 }, (_, index) => ({ kind: "unknown", what: "status", name: `status-${index}` })),
    );
  });
});

describe("an error", () => {
  test("is reported each time, gaps twenty times at most", () => {
    const { tracker, reported } = tracking();
    const error = new ClientError({
      kind: "unreachable",
      code: "connection_failed",
      message: "x",
      hint: "",
      retry: "same_key",
      outcomeUnknown: true,
    });
    for (let index = 0; index < 25; index += 1) {
      tracker.error(error);
      tracker.gap(`gap ${index}`);
    }
    expect(reported.filter(({ kind }) => kind === "error")).toHaveLength(25);
    const gaps = reported.flatMap((event) => (event.kind === "gap" ? [event.why] : []));
    expect(gaps).toEqual(Array.from({ length: 20 }, (_, index) => `gap ${index}`));
  });
});

describe("a batch of the log", () => {
  test("belongs to the step it names, cut at 100 characters, or to the build", () => {
    const reader = createLogReader(LIMITS);
    expect(reader.read({ stream: "s".repeat(101), lines: ["a"] })?.stream).toBe("s".repeat(100));
    expect(reader.read({ lines: ["b"] })).toEqual({ stream: "build", lines: ["b"], capped: false });
  });

  test("of lines as long as the limit is whole, one character more is cut", () => {
    const reader = createLogReader({ ...LIMITS, maxLogLineChars: 4 });
    expect(reader.read({ lines: ["four", "fives"] })?.lines).toEqual(["four", "five [line cut]"]);
  });

  test("counts a line with its end, and is cut off where the log is full", () => {
    const reader = createLogReader({ ...LIMITS, maxLogChars: 11 });
    expect(reader.read({ lines: ["four"] })).toMatchObject({ lines: ["four"], capped: false });
    expect(reader.read({ lines: ["four", "", "more"] })).toMatchObject({ lines: ["four"], capped: true });
    expect(reader.read({ lines: ["", "last"] })).toBeUndefined();
    expect(reader.read({ lines: [] })).toBeUndefined();
  });

  test("that leaves one character of the log is not the last", () => {
    const reader = createLogReader({ ...LIMITS, maxLogChars: 6 });
    expect(reader.read({ lines: ["four"] })?.capped).toBe(false);
    expect(reader.read({ lines: [""] })).toMatchObject({ lines: [], capped: true });
  });

  test("with nothing new is none, lines without a number are new each time", () => {
    const reader = createLogReader(LIMITS);
    reader.read({
      lines: [
        { n: 1, text: "a" },
        { n: 2, text: "b" },
      ],
    });
    reader.restarted();
    expect(
      reader.read({
        lines: [
          { n: 1, text: "a" },
          { n: 2, text: "b" },
        ],
      }),
    ).toBeUndefined();
    expect(reader.read({ lines: [{ n: 2, text: "b" }, "free", { n: 3, text: "c" }] })?.lines).toEqual(["free", "c"]);
  });
});
