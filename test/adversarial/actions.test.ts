import * as fc from "fast-check";
import { afterAll, describe, expect, test, vi } from "vitest";
import { ACTION_ENTRIES, type ActionEntry, ActionHarness, type ActionWorld } from "./action-harness.ts";
import { runCount } from "./run-count.ts";
import { complaints, validateAll } from "./sinks.ts";
import { ENDLESS, HOSTILE, hostileText } from "./strings.ts";

const STRINGS = runCount("STRINGS", 25);

// A long run takes its time, and the machine may be busy.
vi.setConfig({ testTimeout: STRINGS > 1000 ? 3_600_000 : 120_000 });

const service = new ActionHarness();
afterAll(() => service[Symbol.dispose]());

const entries = Object.keys(ACTION_ENTRIES).filter((name): name is ActionEntry => name in ACTION_ENTRIES);

/** A world in which every entry has another of the strings; all worlds of a string list together have each at each. */
function worldOf(shift: number): ActionWorld {
  const texts = entries.map((entry, index) => [entry, HOSTILE[(shift + index) % HOSTILE.length] ?? ""] as const);
  return { ...ACTION_ENTRIES, ...Object.fromEntries(texts) };
}

describe("whatever enters an action", () => {
  test("leaves it harmless, every string picked by hand at every entry", async () => {
    for (const shift of HOSTILE.keys()) {
      const wrong = validateAll(await service.run(worldOf(shift)), "any");
      expect({ shift, wrong }).toEqual({ shift, wrong: [] });
    }
  });

  test.each(ENDLESS.map((text) => [text.slice(0, 8), text]))(
    "leaves %j harmless, however often it comes",
    async (_, text) => {
      const world = { ...ACTION_ENTRIES, ...Object.fromEntries(entries.map((entry) => [entry, text])) };
      expect(validateAll(await service.run(world), "any")).toEqual([]);
    },
  );

  test("leaves it harmless alone, for any string", async () => {
    const run = await fc.check(
      fc.asyncProperty(
        fc.constantFrom(...entries),
        fc.oneof(fc.constantFrom(...HOSTILE), hostileText),
        async (entry, text) => {
          expect(await complaints(service, entry, text)).toEqual([]);
        },
      ),
      { numRuns: STRINGS },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("leaves it harmless together, for any strings", async () => {
    const worlds = fc.record(Object.fromEntries(entries.map((entry) => [entry, hostileText])));
    const run = await fc.check(
      fc.asyncProperty(worlds, async (world) => {
        expect(validateAll(await service.run({ ...ACTION_ENTRIES, ...world }), "any")).toEqual([]);
      }),
      { numRuns: Math.ceil(STRINGS / 4) },
    );
    expect(fc.defaultReportMessage(run) ?? "").toBe("");
  });

  test("the validators see every entry: a harmless word leaves at each of them", async () => {
    const exits = await service.run(ACTION_ENTRIES);
    expect(validateAll(exits, "any")).toEqual([]);
    const left = [exits.log, exits.outputs, exits.state, exits.summary, ...exits.comments, JSON.stringify(exits.sent)];
    for (const text of left) expect(text).toContain("dep");
    expect(exits.summary).toContain("feature/autumn");
    expect(exits.comments[0]).toContain("service.example/approve/1");
  });
});
