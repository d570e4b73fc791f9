import * as fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { ACTION_ENTRIES, type ActionEntry, ActionHouse, type ActionWorld } from "./action-house.ts";
import { complaints, judgeAll } from "./exits.ts";
import { numberOf, tried } from "./figures.ts";
import { ENDLESS, HOSTILE, hostileText } from "./strings.ts";

const STRINGS = numberOf("STRINGS", 100);

// A long run takes its time, and the machine may be busy.
vi.setConfig({ testTimeout: STRINGS > 1000 ? 3_600_000 : 60_000 });

const house = new ActionHouse();
afterAll(() => house[Symbol.dispose]());

const entries = Object.keys(ACTION_ENTRIES).filter((name): name is ActionEntry => name in ACTION_ENTRIES);

/** A world in which every entry has another of the strings; all worlds of a string list together have each at each. */
function worldOf(shift: number): ActionWorld {
  const texts = entries.map((entry, index) => [entry, HOSTILE[(shift + index) % HOSTILE.length] ?? ""] as const);
  return { ...ACTION_ENTRIES, ...Object.fromEntries(texts) };
}

describe("whatever enters an action", () => {
  test("leaves it harmless, every string picked by hand at every entry", async () => {
    for (const shift of HOSTILE.keys()) {
      const wrong = judgeAll(await house.run(worldOf(shift)), "any");
      expect({ shift, wrong }).toEqual({ shift, wrong: [] });
    }
    tried("Hostile strings through the actions, picked by hand", HOSTILE.length * entries.length, 0);
  });

  test.each(ENDLESS.map((text) => [text.slice(0, 8), text]))(
    "leaves %j harmless, however often it comes",
    async (_, text) => {
      const world = { ...ACTION_ENTRIES, ...Object.fromEntries(entries.map((entry) => [entry, text])) };
      expect(judgeAll(await house.run(world), "any")).toEqual([]);
    },
  );

  test("leaves it harmless alone, for any string", async () => {
    const run = await fc.check(
      fc.asyncProperty(
        fc.constantFrom(...entries),
        fc.oneof(fc.constantFrom(...HOSTILE), hostileText),
        async (entry, text) => {
          expect(await complaints(house, entry, text)).toEqual([]);
        },
      ),
      { numRuns: STRINGS },
    );
    tried("Hostile strings through the actions, one entry at a time", run.numRuns, run.seed);
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("leaves it harmless together, for any strings", async () => {
    const worlds = fc.record(Object.fromEntries(entries.map((entry) => [entry, hostileText])));
    const run = await fc.check(
      fc.asyncProperty(worlds, async (world) => {
        expect(judgeAll(await house.run({ ...ACTION_ENTRIES, ...world }), "any")).toEqual([]);
      }),
      { numRuns: Math.ceil(STRINGS / 4) },
    );
    tried("Hostile strings through the actions, all entries at once", run.numRuns * entries.length, run.seed);
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("would be told by the judges if it were not harmless: a word without harm is, and leaves everywhere", async () => {
    const exits = await house.run(ACTION_ENTRIES);
    expect(judgeAll(exits, "any")).toEqual([]);
    const left = [exits.log, exits.outputs, exits.state, exits.summary, ...exits.comments, JSON.stringify(exits.sent)];
    for (const text of left) expect(text).toContain("dep");
    expect(exits.summary).toContain("feature/autumn");
    expect(exits.comments[0]).toContain("service.example/approve/1");
  });
});
