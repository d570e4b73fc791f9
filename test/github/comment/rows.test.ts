import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { STATUSES, includesRow, isNewer, mergeRows, readRow } from "../../../src/github/comment/data.ts";
import { row } from "../harness.ts";

const T1 = "2026-11-21T04:00:00Z";
const T2 = "2026-11-21T04:00:01Z";

const anyRow = fc
  .record({
    siteId: fc.constantFrom("a", "b", "c"),
    runId: fc.integer({ min: 1, max: 3 }),
    runAttempt: fc.integer({ min: 1, max: 2 }),
    status: fc.constantFrom(...Object.keys(STATUSES)),
    createdAt: fc.constantFrom(T1, T2),
    updatedAt: fc.constantFrom(T1, T2),
  })
  .map((changes) => row(changes));

describe("isNewer", () => {
  test("is an order: never both ways, and never in a circle", () => {
    fc.assert(
      fc.property(anyRow, anyRow, anyRow, (a, b, c) => {
        expect(isNewer(a, b) && isNewer(b, a)).toBe(false);
        if (isNewer(a, b) && isNewer(b, c)) expect(isNewer(a, c)).toBe(true);
      }),
    );
  });

  test.each(["ready", "failed", "canceled", "refused", "closed"])("%s is the deployment's end", (status) => {
    const ours = row({ status: "timed_out", updatedAt: T2 });
    expect(isNewer(row({ status, updatedAt: T1 }), ours)).toBe(true);
    expect(isNewer(ours, row({ status, updatedAt: T1 }))).toBe(false);
  });

  test.each(["timed_out", "interrupted", "accepted", "superseded"])("%s is an end of the run only", (status) => {
    const building = row({ status: "building", updatedAt: T2 });
    expect(isNewer(row({ status, updatedAt: T1 }), building)).toBe(true);
    expect(isNewer(building, row({ status, updatedAt: T1 }))).toBe(false);
    expect(isNewer(row({ status, updatedAt: T2 }), row({ status: "ready", updatedAt: T1 }))).toBe(false);
  });

  test("the run counts before the attempt, the attempt before the deployment, the deployment before its end", () => {
    const chain = [
      row({ runId: 1, runAttempt: 1, createdAt: T1, status: "building", updatedAt: T2 }),
      row({ runId: 1, runAttempt: 1, createdAt: T1, status: "ready", updatedAt: T1 }),
      row({ runId: 1, runAttempt: 1, createdAt: T2, status: "queued", updatedAt: T1 }),
      row({ runId: 1, runAttempt: 2, createdAt: T1, status: "queued", updatedAt: T1 }),
      row({ runId: 2, runAttempt: 1, createdAt: T1, status: "queued", updatedAt: T1 }),
    ];
    for (const [index, older] of chain.entries()) {
      for (const newer of chain.slice(index + 1)) {
        expect([isNewer(newer, older), isNewer(older, newer)]).toEqual([true, false]);
      }
    }
  });

  test("a row is not newer than itself, and one without a readable time is older than any with one", () => {
    const timed = row({ createdAt: T1, updatedAt: T1 });
    expect(isNewer(timed, timed)).toBe(false);
    expect(isNewer(row({ createdAt: T1, updatedAt: T2 }), timed)).toBe(true);
    for (const untimed of [row({ updatedAt: T2 }), row({ createdAt: "yesterday", updatedAt: T2 })]) {
      expect([isNewer(timed, untimed), isNewer(untimed, timed)]).toEqual([true, false]);
    }
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

  test("of two equally new rows the later is kept", () => {
    const [first, second] = [row({ note: "first" }), row({ note: "second" })];
    expect(mergeRows([first, second])).toEqual([second]);
    expect(mergeRows([second, first])).toEqual([first]);
  });

  test("rows are in the order of their names, and of their ids where names are equal", () => {
    const rows = [
      row({ siteId: "3", site: "b" }),
      row({ siteId: "2", site: "c" }),
      row({ siteId: "1", site: "b" }),
      row({ siteId: "4", site: "a" }),
      row({ siteId: "2a", site: "b" }),
    ];
    const ids = ["4", "1", "2a", "3", "2"];
    expect(mergeRows(rows).map(({ siteId }) => siteId)).toEqual(ids);
    expect(mergeRows([...rows].reverse()).map(({ siteId }) => siteId)).toEqual(ids);
  });

  test("of more than a hundred rows, those of the oldest runs go", () => {
    const rows = Array.from({ length: 103 }, (_, index) => row({ siteId: `site-${index}`, runId: 1 + index }));
    const kept = mergeRows(rows).map(({ runId }) => runId);
    expect(kept).toHaveLength(100);
    expect(Math.min(...kept)).toBe(4);
  });

  test("of more than a hundred rows, the one that is written stays although its run is the oldest", () => {
    const rows = Array.from({ length: 103 }, (_, index) => row({ siteId: `site-${index}`, runId: 1 + index }));
    const [own] = rows;
    expect(mergeRows(rows, own === undefined ? [] : [own])).toContain(own);
  });
});

describe("includesRow", () => {
  test("a row that was replaced by an older one does not hold, one that a newer run replaced does", () => {
    const ours = row({ status: "ready", updatedAt: T2 });
    expect(includesRow([ours], ours)).toBe(true);
    expect(includesRow([row({ status: "building", updatedAt: T1 })], ours)).toBe(false);
    expect(includesRow([row({ runId: 200 })], ours)).toBe(true);
    expect(includesRow([], ours)).toBe(false);
  });

  test("looks at the row of the same site only", () => {
    const [ours, other] = [row({ siteId: "a" }), row({ siteId: "b", runId: 900 })];
    expect(includesRow([other, ours], ours)).toBe(true);
    expect(includesRow([other], ours)).toBe(false);
  });

  test("an equally new row with another text is not what was written", () => {
    const ours = row({ note: "ours" });
    expect(includesRow([row({ note: "theirs" })], ours)).toBe(false);
    expect(includesRow([row({ note: "ours", excerpt: ["line"] })], ours)).toBe(true);
  });

  test("what reading a row shortens does not count as lost", () => {
    const ours = row({ note: "n".repeat(5000) });
    expect(includesRow([row({ note: "n".repeat(2048) })], ours)).toBe(true);
  });
});

const BARE = { siteId: "a", site: "a", status: "", commitSha: "", runUrl: "", runId: 7, runAttempt: 1 };

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

  test("reads every field that a row has", () => {
    const whole = {
      siteId: "site-a",
      site: "docs",
      status: "failed",
      deploymentId: "dep_1",
      commitSha: "abc",
      previewUrl: "https://a.example/",
      productionUrl: "https://b.example/",
      approvalUrl: "https://c.example/",
      logUrl: "https://d.example/",
      runUrl: "https://e.example/",
      runId: 7,
      runAttempt: 2,
      createdAt: T1,
      updatedAt: T2,
      durationSeconds: 1.5,
      excerpt: ["one", "two"],
      error: { code: "build_failed", message: "It failed." },
      note: "left running",
      recordId: 9,
    };
    expect(readRow(whole)).toEqual(whole);
  });

  test("a row of little else than its site and run has no field that was not there", () => {
    expect(readRow({ siteId: "a", runId: 7 })).toEqual(BARE);
    const odd = { runAttempt: 0, durationSeconds: "3", excerpt: "x", error: {}, note: 1, recordId: -1, site: "" };
    expect(readRow({ siteId: "a", runId: 7, ...odd })).toEqual(BARE);
    const empty = { durationSeconds: Infinity, excerpt: [], note: "", createdAt: null };
    expect(readRow({ siteId: "a", runId: 7, ...empty })).toEqual(BARE);
  });

  test("half an error is an error", () => {
    const read = (error: unknown) => readRow({ siteId: "a", runId: 7, error })?.error;
    expect(read({ code: "x" })).toEqual({ code: "x", message: "" });
    expect(read({ message: "x" })).toEqual({ code: "", message: "x" });
  });

  test("names end after 200 characters, other texts after 2,048, and never within a character", () => {
    const long = `${"n".repeat(199)}😀`;
    const text = `${"t".repeat(2047)}😀`;
    const error = { code: text, message: text };
    const names = { siteId: long, site: long, status: long, commitSha: long };
    const read = readRow({ ...names, runId: 7, runUrl: text, note: text, error });
    const [name, rest] = [`${"n".repeat(199)}�`, `${"t".repeat(2047)}�`];
    expect(read).toEqual({
      siteId: name,
      site: name,
      status: name,
      commitSha: name,
      runUrl: rest,
      runId: 7,
      runAttempt: 1,
      error: { code: rest, message: rest },
      note: rest,
    });
  });

  test("an excerpt is its last twenty lines, each of 300 characters and without control characters", () => {
    const lines = [...Array.from({ length: 30 }, (_, index) => `line ${index}`), "x".repeat(400), 5, "a\u001b[1mb"];
    const excerpt = readRow({ siteId: "a", runId: 7, excerpt: lines })?.excerpt ?? [];
    expect(excerpt).toHaveLength(20);
    expect([excerpt[0], ...excerpt.slice(-3)]).toEqual(["line 13", "x".repeat(300), "", "ab"]);
  });
});
