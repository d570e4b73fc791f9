import { describe, expect, test } from "vitest";
import { timings } from "../../src/preview/timings.ts";

const NONE = new Map<string, string>();

describe("timings", () => {
  test("the record's own times count", () => {
    const record = {
      createdAt: "2026-11-20T10:00:00.000Z",
      startedAt: "2026-11-20T10:00:04.400Z",
      finishedAt: "2026-11-20T10:01:04.400Z",
    };
    expect(timings(record, NONE)).toEqual({ queuedSeconds: 4, buildSeconds: 60 });
  });

  test("events fill in what a record does not carry", () => {
    const seen = new Map([
      ["building", "2026-11-20T10:00:10Z"],
      ["failed", "2026-11-20T10:00:15Z"],
    ]);
    expect(timings({ createdAt: "2026-11-20T10:00:00Z", startedAt: null }, seen)).toEqual({
      queuedSeconds: 10,
      buildSeconds: 5,
    });
  });

  test.each([
    [{ createdAt: "yesterday", startedAt: "2026-11-20T10:00:00Z" }],
    [{ createdAt: "2026-11-20T10:00:01Z", startedAt: "2026-11-20T10:00:00Z" }],
    [{}],
  ])("times nobody can trust give no number: %j", (record) => {
    expect(timings(record, NONE)).toEqual({ queuedSeconds: undefined, buildSeconds: undefined });
  });
});
