// `npm run test:long` explores more. A failure prints seed and path; SEED=… runs the same histories again.
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { runCount } from "../adversarial/run-count.ts";
import { respondWith, cutBody, gateway, lostResponse, apiError, resetAfterReading } from "../faults/faults.ts";
import { expectInvariants } from "../faults/invariants.ts";
import type { Fault, Rule } from "../faults/proxy.ts";
import { type Scenario, openScenario } from "../faults/scenario.ts";
import { type TestService, startTestService } from "../faults/test-service.ts";

// Each history runs real processes: one for every 33 of those that run in this process.
const HISTORIES = Math.ceil(runCount("HISTORIES", 100) / 33);
const MAX_HISTORY_MS = 240_000;

vi.setConfig({ testTimeout: HISTORIES * MAX_HISTORY_MS });

const FAULTS: Readonly<Record<string, Fault>> = {
  "reset after reading": resetAfterReading,
  "lost answer": lostResponse,
  "cut body": cutBody,
  "gateway before": gateway(502),
  "gateway after": gateway(504, { acted: true }),
  "internal error": apiError(500, "internal_error"),
  "no content": respondWith({ status: 204, body: "" }),
};

/** A commit no repository has: its build fails. */
const NO_COMMIT = "00000000000000000000000000000000deadbeef";

/** The number of a request of a run, from 1, and its fault. */
interface RequestFault {
  readonly nth: number;
  readonly what: string;
}

/** One run, or two at the same time. */
interface Step {
  readonly faults: readonly RequestFault[];
  /** The first process is killed at this request, before or after the service acted. */
  readonly kill: { readonly nth: number; readonly acted: boolean } | undefined;
  readonly twins: boolean;
}

const step: fc.Arbitrary<Step> = fc.record({
  faults: fc.array(fc.record({ nth: fc.integer({ min: 1, max: 4 }), what: fc.constantFrom(...Object.keys(FAULTS)) }), {
    maxLength: 2,
  }),
  kill: fc.option(fc.record({ nth: fc.integer({ min: 1, max: 4 }), acted: fc.boolean() }), { nil: undefined }),
  twins: fc.boolean(),
});
const history = fc.array(step, { minLength: 1, maxLength: 3 });

let histories = 0;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

function rulesOf({ faults, kill }: Step, stop: () => void): readonly Rule[] {
  const death: Fault = async (passing) => {
    if (kill?.acted === true) await passing.act();
    stop();
    passing.socket.destroy();
  };
  return [
    ...(kill === undefined ? [] : [{ on: /./, nth: kill.nth, fault: death }]),
    ...faults.map(({ nth, what }) => ({ on: /./, nth, fault: FAULTS[what] ?? resetAfterReading })),
  ];
}

/** Runs a step. Of twins only the first can be killed. */
async function runStep(scenario: Scenario, each: Step, inputs: Readonly<Record<string, string>>): Promise<void> {
  let process: StepProcess | undefined;
  scenario.proxy.rules.splice(0, Infinity, ...rulesOf(each, () => process?.kill("SIGKILL")));
  const first = scenario.run({ inputs, onStart: (started) => void (process = started) });
  await Promise.all(each.twins ? [first, scenario.run({ inputs })] : [first]);
}

async function explore(play: (scenario: Scenario, steps: readonly Step[]) => Promise<void>): Promise<void> {
  const property = fc.asyncProperty(history, async (steps) => {
    histories += 1;
    await using scenario = await openScenario(service, `history/${histories}`);
    await play(scenario, steps);
  });
  // Shrinking is worth its time only in a long run.
  const endOnFailure = process.env["HISTORIES"] === undefined;
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure });
}

describe.concurrent("through any history of faults, kills, twins and re-runs", () => {
  test("one commit is one deployment, equal keys go out with equal bytes, and a clean run at the end is ready", async () => {
    await explore(async (scenario, steps) => {
      for (const each of steps) await runStep(scenario, each, {});
      scenario.proxy.rules.length = 0;
      const last = await scenario.run();
      expect(last.exitCode, last.stdoutLines.join("\n")).toBe(0);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
      await expectInvariants(scenario);
    });
  });

  test("a commit that cannot be built gets one deployment more only after the one before it has failed", async () => {
    await explore(async (scenario, steps) => {
      for (const each of steps) {
        const before = await service.accepted(scenario.branch);
        const failed = before.filter(({ status }) => status === "failed" || status === "canceled").length;
        await runStep(scenario, each, { "commit-sha": NO_COMMIT });
        const after = await service.accepted(scenario.branch);
        // A build that goes on at the start may fail during the step: a twin that comes after that is another attempt.
        expect(after.length).toBeLessThanOrEqual(failed + 1 + (each.twins || before.length > failed ? 1 : 0));
        expect(after.filter(({ status }) => status === "ready")).toEqual([]);
      }
      expect(scenario.runs.filter(({ exitCode }) => exitCode === 0)).toEqual([]);
      await expectInvariants(scenario, Infinity);
    });
  });
});
