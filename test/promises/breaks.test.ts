import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { describe, expect, test, vi } from "vitest";
import { brokenText, openWorkshop, readBreaks, readCaught } from "../../src/scripts/breaks.ts";

// A copy of the tree, and two runs of a small test file in it.
vi.setConfig({ testTimeout: 120_000 });

const breaks = await readBreaks();

describe("the list of rules to break", () => {
  test.each(breaks)("$rule: its text stands in the source once, and its tests are there", async (broken) => {
    const whole = await readFile(broken.file, "utf8");
    expect(brokenText(whole, broken)).not.toBe(whole);
    expect(broken.tests.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("was caught as a whole in the last run", async () => {
    const caught = await readCaught();
    expect(caught.map(({ rule }) => rule)).toEqual(breaks.map(({ rule }) => rule));
    expect(caught.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([]);
  });
});

describe("a workshop", () => {
  test("turns tests red by a break, and is whole before and after it", async () => {
    const broken = breaks.find(({ rule }) => rule === "The idempotency key is derived, never random");
    if (broken === undefined) throw new Error("the list has lost its first rule");
    await using workshop = await openWorkshop();
    const red = await workshop.play(broken);
    expect(red.red.map(({ file }) => file)).toContain("test/client/key.test.ts");
    const whole = await workshop.check(broken);
    expect(whole.red).toEqual([]);
    expect(whole.passed).toBeGreaterThan(0);
  });

  test("refuses a break whose text is not there", () => {
    const [broken] = breaks;
    if (broken === undefined) throw new Error("the list is empty");
    expect(() => brokenText("nothing of it", broken)).toThrow(/must hold this once/);
  });
});
