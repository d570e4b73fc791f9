// The suite explores a few histories. More of them, with their figures on the page of promises:
//   node scripts/promises.ts --run histories
// A failure prints seed and path; SEED=… plays the same histories again.
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { answered, cutBody, gateway, lostAnswer, refusal, resetAfterReading } from "../faults/faults.ts";
import { type FaultHouse, openFaultHouse } from "../faults/house.ts";
import { expectInvariants } from "../faults/invariants.ts";
import type { Fault, Rule } from "../faults/proxy.ts";
import { type Scene, setScene } from "../faults/scene.ts";

const HISTORIES = Number(process.env["HISTORIES"] ?? 3);
const SEED = process.env["SEED"];
const MAX_HISTORY_MS = 60_000;

vi.setConfig({ testTimeout: HISTORIES * MAX_HISTORY_MS });

const FAULTS: Readonly<Record<string, Fault>> = {
  "reset after reading": resetAfterReading,
  "lost answer": lostAnswer,
  "cut body": cutBody,
  "gateway before": gateway(502),
  "gateway after": gateway(504, { acted: true }),
  "internal error": refusal(500, "internal_error"),
  "no content": answered({ status: 204, body: "" }),
};

/** A commit no repository has: its build fails. */
const NO_COMMIT = "00000000000000000000000000000000deadbeef";

/** The number of a request of a run, from 1, and what befalls it. */
interface Mishap {
  readonly nth: number;
  readonly what: string;
}

/** One run, or two at the same time. */
interface Step {
  readonly mishaps: readonly Mishap[];
  /** The first process is killed at this request, before or after the service acted. */
  readonly kill: { readonly nth: number; readonly acted: boolean } | undefined;
  readonly twins: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  mishaps: fc.array(fc.record({ nth: fc.integer({ min: 1, max: 4 }), what: fc.constantFrom(...Object.keys(FAULTS)) }), {
    maxLength: 2,
  }),
  kill: fc.option(fc.record({ nth: fc.integer({ min: 1, max: 4 }), acted: fc.boolean() }), { nil: undefined }),
  twins: fc.boolean(),
});
const history = fc.array(step, { minLength: 1, maxLength: 3 });

const figures = { histories: 0, runs: 0, kills: 0, mishaps: 0, accepted: 0 };
let house: FaultHouse;

beforeAll(async () => {
  house = await openFaultHouse();
});

afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

function rulesOf({ mishaps, kill }: Step, stop: () => void): readonly Rule[] {
  const death: Fault = async (passing) => {
    if (kill?.acted === true) await passing.act();
    stop();
    passing.socket.destroy();
  };
  const counted = (fault: Fault): Fault => {
    return (passing) => {
      figures.mishaps += 1;
      return fault(passing);
    };
  };
  return [
    ...(kill === undefined ? [] : [{ on: /./, nth: kill.nth, fault: death }]),
    ...mishaps.map(({ nth, what }) => ({ on: /./, nth, fault: counted(FAULTS[what] ?? resetAfterReading) })),
  ];
}

/** Plays a step. Of twins only the first can be killed. */
async function playStep(scene: Scene, each: Step, inputs: Readonly<Record<string, string>>): Promise<void> {
  let process: StepProcess | undefined;
  scene.proxy.rules.splice(0, Infinity, ...rulesOf(each, () => process?.kill("SIGKILL")));
  const first = scene.run({ inputs, onStart: (started) => void (process = started) });
  const results = await Promise.all(each.twins ? [first, scene.run({ inputs })] : [first]);
  figures.runs += results.length;
  figures.kills += results.filter(({ signal }) => signal === "SIGKILL").length;
}

async function explore(play: (scene: Scene, steps: readonly Step[]) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(history, async (steps) => {
    figures.histories += 1;
    await using scene = await setScene(house, `history/${figures.histories}`);
    await play(scene, steps);
    figures.accepted += (await house.accepted(scene.branch)).length;
  });
  // A shrunk history is worth its time only where somebody asked for many.
  const endOnFailure = process.env["HISTORIES"] === undefined;
  await fc.assert(property, {
    numRuns: HISTORIES,
    endOnFailure,
    ...(SEED === undefined ? {} : { seed: Number(SEED) }),
  });
}

describe.concurrent("through any history of faults, kills, twins and re-runs", () => {
  test("one commit is one deployment, equal keys go out with equal bytes, and a clean run at the end is ready", async () => {
    await explore(async (scene, steps) => {
      for (const each of steps) await playStep(scene, each, {});
      scene.proxy.rules.length = 0;
      const last = await scene.run();
      figures.runs += 1;
      expect(last.exitCode, last.stdoutLines.join("\n")).toBe(0);
      expect(await house.accepted(scene.branch)).toHaveLength(1);
      await expectInvariants(scene);
    });
  });

  test("a commit that cannot be built gets one deployment more only after the one before it has failed", async () => {
    await explore(async (scene, steps) => {
      for (const each of steps) {
        const before = await house.accepted(scene.branch);
        const failed = before.filter(({ status }) => status === "failed" || status === "canceled").length;
        await playStep(scene, each, { "commit-sha": NO_COMMIT });
        const after = await house.accepted(scene.branch);
        // Whoever still builds at the start may fail during it: a twin that comes after that is another attempt.
        expect(after.length).toBeLessThanOrEqual(failed + 1 + (each.twins || before.length > failed ? 1 : 0));
        expect(after.filter(({ status }) => status === "ready")).toEqual([]);
      }
      expect(scene.runs.filter(({ result }) => result.exitCode === 0)).toEqual([]);
      await expectInvariants(scene, Infinity);
    });
  });
});
