import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { findWorse, meetsGoal } from "../../bench/compare.ts";
import type { Figure } from "../../bench/measure.ts";
import { writeReport } from "../../bench/report.ts";
import { readResults } from "../../bench/results.ts";

const ratio = (value: number, better: "less" | "more" = "less"): Figure => ({
  name: "a",
  value,
  unit: "times",
  better,
});

describe("findWorse", () => {
  test("a ratio that is 20 % worse is flagged, one that is nearly so is not", () => {
    expect(findWorse([ratio(1)], [ratio(1.2)])).toEqual([{ name: "a", before: 1, now: 1.2, by: expect.closeTo(0.2) }]);
    expect(findWorse([ratio(1)], [ratio(1.19)])).toEqual([]);
  });

  test("where more is better, what sinks is flagged", () => {
    expect(findWorse([ratio(1.2, "more")], [ratio(1, "more")])).toHaveLength(1);
    expect(findWorse([ratio(1, "more")], [ratio(1.2, "more")])).toEqual([]);
  });

  test("what became better, is new, or is a time of this machine is not flagged", () => {
    const time = (value: number): Figure => ({ name: "b", value, unit: "ms" });
    expect(findWorse([ratio(2), time(1)], [ratio(1), time(9), { ...ratio(9), name: "new" }])).toEqual([]);
  });

  test("one figure beside two peers is compared with itself beside the same peer", () => {
    const beside = (name: string, value: number): Figure => ({
      ...ratio(10),
      beside: { name, value: 1 },
      ratio: value,
    });
    expect(findWorse([beside("x", 1), beside("y", 5)], [beside("x", 1), beside("y", 5)])).toEqual([]);
    expect(findWorse([beside("x", 1)], [beside("x", 2)])).toMatchObject([{ name: "a, beside x", by: 1 }]);
  });

  test("a figure that could not be measured is flagged", () => {
    expect(findWorse([ratio(1)], [ratio(Number.NaN)])).toHaveLength(1);
  });
});

describe("meetsGoal", () => {
  test.each([
    ["under 50", 49.9, true],
    ["under 50", 50, false],
    ["at most 4", 4, true],
    ["at most 4", 5, false],
    ["at least 0.25", 0.25, true],
    ["at least 0.25", 0.2, false],
    ["flat", 1, undefined],
    [undefined, 1, undefined],
  ])("%s is judged by its number: %d", (goal, value, met) => {
    expect(meetsGoal({ name: "a", value, unit: "", ...(goal === undefined ? {} : { goal }) })).toBe(met);
  });

  test("a goal is one of the ratio where there is a ratio", () => {
    const figure = { name: "a", unit: "ms", beside: { name: "b", value: 100 }, goal: "at most 1.5" };
    expect(meetsGoal({ ...figure, value: 120, ratio: 1.2 })).toBe(true);
    expect(meetsGoal({ ...figure, value: 1, ratio: 1.6 })).toBe(false);
  });
});

describe("the kept results", () => {
  const results = readResults();

  test("the page is written from them", () => {
    expect([...results.keys()]).toEqual(expect.arrayContaining(["builds", "run", "service", "streams"]));
    const page = readFileSync("docs/benchmarks.md", "utf8");
    expect(writeReport(page, results)).toBe(page);
  });

  test("no result against itself is worse", () => {
    for (const { figures } of results.values()) expect(findWorse(figures, figures)).toEqual([]);
  });
});
