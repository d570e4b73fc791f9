import { describe, expect, test } from "vitest";
import { ClientError } from "../../packages/client/errors.ts";
import type { FollowEvent } from "../../packages/client/follow.ts";
import { createLogReader } from "../../packages/client/log-batch.ts";
import { createWatch, type Watch } from "../../packages/client/watch.ts";

const LIMITS = { maxLogLineChars: 1000, maxLogChars: 10_000 };

function watching(limits = LIMITS): { readonly watch: Watch; readonly told: FollowEvent[] } {
  const told: FollowEvent[] = [];
  return { watch: createWatch((event) => void told.push(event), limits), told };
}

const json = (value: unknown): string => JSON.stringify(value);

describe("a status", () => {
  test("says whether the deployment is over, by it or by one before", () => {
    const { watch } = watching();
    expect(watch.status("queued", "record")).toBe(false);
    expect(watch.status("building", "stream")).toBe(false);
    expect(watch.status("asleep", "stream")).toBe(false);
    expect(watch.status("ready", "stream")).toBe(true);
    expect(watch.status("asleep", "stream")).toBe(true);
    expect(watch.status("building", "record")).toBe(true);
  });

  test("is told when it is a step forward, and no other time", () => {
    const { watch, told } = watching();
    for (const status of ["queued", "queued", "building", "queued", "building", "failed", "ready", "building"]) {
      watch.status(status, "stream");
    }
    expect(told).toEqual(
      ["queued", "building", "failed"].map((status) => ({ kind: "status", status, source: "stream" })),
    );
  });

  test("of the record corrects the end the stream told, once, and takes no end back", () => {
    const { watch, told } = watching();
    watch.status("ready", "stream");
    for (const status of ["building", "ready", "failed", "failed", "queued"]) watch.status(status, "record");
    expect(told).toEqual([
      { kind: "status", status: "ready", source: "stream" },
      { kind: "status", status: "failed", source: "record" },
    ]);
  });

  test("of the stream comes with its time and address, as far as there are", () => {
    const { watch, told } = watching();
    expect(watch.event("status", json({ status: "building", previewUrl: null }))).toBe(false);
    const more = { at: "2026-11-20T12:00:00Z", previewUrl: "https://a.example/" };
    expect(watch.event("status", json({ status: "ready", ...more }))).toBe(true);
    expect(told).toEqual([
      { kind: "status", status: "building", source: "stream", at: undefined, previewUrl: undefined },
      { kind: "status", status: "ready", source: "stream", ...more },
    ]);
  });
});

describe("an event", () => {
  test("of a log tells its lines, and whether the deployment is over", () => {
    const { watch, told } = watching();
    expect(watch.event("log", json({ stream: "build", lines: ["a"] }))).toBe(false);
    watch.status("ready", "record");
    expect(watch.event("log", json({ stream: "publish", lines: ["b"] }))).toBe(true);
    expect(told.filter(({ kind }) => kind !== "status")).toEqual([
      { kind: "log", stream: "build", lines: ["a"] },
      { kind: "log", stream: "publish", lines: ["b"] },
    ]);
  });

  test("of a log with nothing new tells nothing", () => {
    const { watch, told } = watching();
    const data = json({ lines: [{ n: 1, text: "a" }] });
    watch.event("log", data);
    watch.restarted();
    watch.event("log", data);
    watch.event("log", json({ lines: [] }));
    expect(told).toEqual([{ kind: "log", stream: "build", lines: ["a"] }]);
  });

  test("that fills the log says so, without lines that are not there", () => {
    const { watch, told } = watching({ maxLogLineChars: 100, maxLogChars: 4 });
    watch.event("log", json({ lines: ["four"] }));
    watch.event("log", json({ lines: ["more"] }));
    expect(told).toEqual([{ kind: "gap", why: "The log is too long to be shown whole; the service has it." }]);
  });

  test("nobody can read is told once by its name, and so are twenty names at most, cut at 100 characters", () => {
    const { watch, told } = watching();
    for (let round = 0; round < 2; round += 1) {
      watch.event("status", "ready");
      watch.event("log", "[]");
      watch.event("x".repeat(150), "{}");
      watch.event(`${"x".repeat(110)}y`, "{}");
      for (let index = 0; index < 30; index += 1) watch.status(`status-${index}`, "record");
    }
    const first = [
      { kind: "unknown", what: "data", name: "status" },
      { kind: "unknown", what: "data", name: "log" },
      { kind: "unknown", what: "event", name: "x".repeat(100) },
    ];
    expect(told.slice(0, 3)).toEqual(first);
    expect(told.slice(3)).toEqual(
      Array.from({ length: 17 }, (_, index) => ({ kind: "unknown", what: "status", name: `status-${index}` })),
    );
  });
});

describe("trouble", () => {
  test("is told each time, gaps twenty times at most", () => {
    const { watch, told } = watching();
    const error = new ClientError({
      kind: "unreachable",
      code: "connection_failed",
      message: "x",
      hint: "",
      retry: "same_key",
      outcomeUnknown: true,
    });
    for (let index = 0; index < 25; index += 1) {
      watch.trouble(error);
      watch.gap(`gap ${index}`);
    }
    expect(told.filter(({ kind }) => kind === "trouble")).toHaveLength(25);
    const gaps = told.flatMap((event) => (event.kind === "gap" ? [event.why] : []));
    expect(gaps).toEqual(Array.from({ length: 20 }, (_, index) => `gap ${index}`));
  });
});

describe("a batch of the log", () => {
  test("belongs to the step it names, cut at 100 characters, or to the build", () => {
    const reader = createLogReader(LIMITS);
    expect(reader.read({ stream: "s".repeat(101), lines: ["a"] })?.stream).toBe("s".repeat(100));
    expect(reader.read({ lines: ["b"] })).toEqual({ stream: "build", lines: ["b"], capped: false });
  });

  test("of lines as long as a line may be is whole, one character more is cut", () => {
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
