import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ROW_STATUSES, includesRow, isNewer, mergeRows, readRow } from "../../../src/github/comment/data.ts";
import { row } from "../harness.ts";

const T1 = "2026-11-21T04:00:00Z";
const T2 = "2026-11-21T04:00:01Z";

const anyRow = fc
  .record({
    siteId: fc.constantFrom("a", "b", "c"),
    runId: fc.integer({ min: 1, max: 3 }),
    runAttempt: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom(...ROW_STATUSES),
    createdAt: fc.constantFrom(T1, T2),
    updatedAt: fc.constantFrom(T1, T2),
  })
  .map((changes) => row(changes));

describe("isNewer", () => {
  test.each([
    ["a newer run", { runId: 2, status: "building" }, { runId: 1, status: "ready" }],
    ["a newer attempt", { runAttempt: 2 }, { runAttempt: 1, updatedAt: T2 }],
    ["a newer deployment of the run", { createdAt: T2, status: "building" }, { createdAt: T1, status: "failed" }],
    ["the end of the same deployment", { status: "ready", updatedAt: T1 }, { status: "building", updatedAt: T2 }],
    ["the deployment's end over ours", { status: "ready", updatedAt: T1 }, { status: "interrupted", updatedAt: T2 }],
    ["the later write", { updatedAt: T2 }, { updatedAt: T1 }],
  ])("%s stands", (_, standing, other) => {
    expect(isNewer(row(standing), row(other))).toBe(true);
    expect(isNewer(row(other), row(standing))).toBe(false);
  });

  test("is an order: never both ways, and never in a circle", () => {
    fc.assert(
      fc.property(anyRow, anyRow, anyRow, (a, b, c) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        if (isNewer(a, b) && isNewer(b, c)) expect(isNewer(a, c)).toBe(true);
      }),
    );
  });
});

describe("mergeRows", () => {
  test("keeps one row a site, the newest, whatever the order", () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 12 }), (rows) => {
        const merged = mergeRows(rows);
        expect(new Set(merged.map(({ siteId }) => siteId))).toEqual(new Set(rows.map(({ siteId }) => siteId)));
        for (const kept of merged) {
          for (const one of rows.filter(({ siteId }) => siteId === kept.siteId)) expect(isNewer(one, kept)).toBe(false);
        }
        const ranks = (list: readonly ReturnType<typeof row>[]) =>
          list.map(({ siteId, runId, status }) => [siteId, runId, status]);
        expect(ranks(mergeRows(merged))).toEqual(ranks(merged));
      }),
    );
  });
});

describe("holds", () => {
  test("a row that was replaced by an older one does not hold, one that a newer run replaced does", () => {
    const ours = row({ status: "ready", updatedAt: T2 });
    expect(includesRow([ours], ours)).toBe(true);
    expect(includesRow([row({ status: "building", updatedAt: T1 })], ours)).toBe(false);
    expect(includesRow([row({ runId: 200 })], ours)).toBe(true);
    expect(includesRow([], ours)).toBe(false);
  });
});

describe("readRow", () => {
  test.each([
    null,
    1,
    "x",
    [],
    {},
    { siteId: "a" },
    { siteId: "a", runId: "1" },
    { siteId: "", runId: 1 },
    { siteId: "a", runId: -1 },
  ])("%j is no row", (value) => {
    expect(readRow(value)).toBeUndefined();
  });

  test("takes any JSON for at most a row of capped texts, and reads what it gave unchanged", () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.string({ minLength: 1, maxLength: 4000 }), (value, text) => {
        const odd = {
          siteId: text,
          runId: 1,
          status: value,
          error: value,
          excerpt: [value, text],
          previewUrl: text,
          recordId: value,
        };
        const read = readRow(odd);
        expect(JSON.stringify(read).length).toBeLessThan(40_000);
        expect(readRow(JSON.parse(JSON.stringify(read)))).toEqual(read);
      }),
    );
  });
});
