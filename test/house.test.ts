import { describe, expect, test } from "vitest";
import { houseTable, readHouse } from "../src/scripts/house.ts";

const MAX_LINES = 250;

const modules = readHouse("src");

describe("a module of src, as a reader meets it", () => {
  test("every module and its exports were seen", () => {
    expect(modules.length).toBeGreaterThan(300);
    expect(modules.flatMap((one) => one.exports).length).toBeGreaterThan(1000);
    expect(modules.flatMap((one) => one.functions).length).toBeGreaterThan(1000);
  });

  test("says of every export in a docstring what it is", () => {
    const silent = modules.flatMap(({ path, exports }) =>
      exports.filter(({ documented }) => !documented).map(({ name }) => `${path}: ${name}`),
    );
    expect(silent).toEqual([]);
  });

  test(`has at most ${MAX_LINES} lines, comments included`, () => {
    const long = modules.filter(({ lines }) => lines > MAX_LINES);
    expect(long.map(({ path, lines }) => `${path}: ${lines}`)).toEqual([]);
  });

  test("is counted with its room in the table of sizes", () => {
    const table = houseTable([
      { path: "a/x.ts", room: "a", lines: 10, functions: [{ name: "f", lines: 4 }], exports: [] },
      { path: "a/y.ts", room: "a", lines: 30, functions: [], exports: [{ name: "g", documented: true }] },
    ]);
    expect(table).toContain("| a | 2 | 40 | 30/30/30 | 4/4/4 | 1 of 1 |");
  });
});
