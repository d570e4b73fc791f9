import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import {
  apiError,
  edited,
  gateway,
  halfOpen,
  lostResponse,
  redirect,
  resetAfterReading,
  respond,
  silent,
} from "./faults.ts";
import type { Fault, Rule } from "./proxy.ts";
import { count, CREATE, EVENTS, onCreate, onEvents, onRecord, RECORD, runAgain } from "./run-scenario.ts";
import { runGithubScenario, runScenario } from "./run-scenario.ts";
import { type TestService, startTestService } from "./test-service.ts";

// Each way in which a single request can fail is a test of the client or of `src/github`. Here the whole run meets it.

// Waits overlap; more at a time would only make runs wait for each other.
vi.setConfig({ maxConcurrency: 6 });

const DAY_MS = 24 * 3600 * 1000;
const READY = { status: "ready" };
/** Long enough for a run on a busy machine. */
const SHORT = { inputs: { "timeout-minutes": "0.15" } };
const LIMITED = { message: "You have exceeded a secondary rate limit." };

/** What a run requests from GitHub when it writes its comment and its record. */
const WRITES: readonly RegExp[] = [
  /^GET \/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments/,
  /^POST \/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/,
  /^POST \/repos\/[^/]+\/[^/]+\/deployments$/,
  /^POST \/repos\/[^/]+\/[^/]+\/deployments\/\d+\/statuses$/,
];
const UPDATE = /^PATCH \/repos\/[^/]+\/[^/]+\/issues\/comments\/\d+$/;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  // All scenarios of GitHub are of one attempt: it is built here, and is ready at once in each of them.
  await runGithubScenario(service, [], async (scenario) => {
    expect((await scenario.run()).outputs).toMatchObject(READY);
  });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The fault applies to the first request of every kind, one after the other in a run. */
function everywhere(fault: Fault, times = 1): readonly Rule[] {
  return [...WRITES, UPDATE].map((on) => ({ on, fault, times }));
}

function warnings(run: ActionResult): readonly string[] {
  return run.annotations.filter(({ kind }) => kind === "warning").map(({ title, message }) => `${title}: ${message}`);
}

describe.concurrent("a run", () => {
  test("goes on when the service refuses connections for a while, with one create", async () => {
    await runScenario(service, [], async (scenario) => {
      await scenario.proxy.close();
      let opened: Promise<void> | undefined;
      const run = await scenario.run({
        onLine: ({ text }) => {
          if (text.startsWith("Request 2 to the service failed")) opened ??= scenario.proxy.open();
        },
      });
      await opened;
      expect(run.outputs).toMatchObject(READY);
      expect(count(scenario, CREATE)).toBe(1);
    });
  });

  test("without an event stream reads the record, and few times", async () => {
    await runScenario(service, onEvents(resetAfterReading, Infinity), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject(READY);
      expect(count(scenario, EVENTS) + count(scenario, RECORD)).toBeLessThan(20);
    });
  });

  test.each<readonly [string, readonly Rule[]]>([
    ["create never gets its response", onCreate(halfOpen, Infinity)],
    ["stream is silent", onEvents(silent, Infinity)],
  ])("whose %s ends with the step's time, and its re-run gets the same deployment", async (_, rules) => {
    await runScenario(service, rules, async (scenario) => {
      const first = await scenario.run(SHORT);
      expect(first.exitCode).toBe(1);
      expect(first.outputs["preview-url"]).toBeUndefined();
      const [made] = await service.accepted(scenario.branch);
      const again = await runAgain(scenario);
      expect(again.outputs).toMatchObject({ ...READY, "deployment-id": made?.id });
      expect(new Set(scenario.proxy.seen.flatMap(({ key }) => key ?? [])).size).toBe(1);
    });
  });

  test.each<readonly [string, Fault, string]>([
    [
      "has an address that is a script",
      edited((data) => ({ ...data, previewUrl: "javascript:alert(1)" })),
      "preview_url_refused",
    ],
    ["is gone", apiError(404, "deployment_not_found"), "deployment_not_found"],
  ])("whose record %s fails, and the id stays an output", async (_, fault, code) => {
    await runScenario(service, onRecord(fault, Infinity), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ "error-code": code, "deployment-id": expect.stringMatching(/^dep_/) });
      expect(run.outputs["preview-url"]).toBeUndefined();
    });
  });

  test.each(["the create", "the stream"])("sends nothing to where a redirect of %s leads", async (what) => {
    const on = what === "the create" ? onCreate : onEvents;
    const rules = (elsewhere: string) => on(redirect(307, `${elsewhere}/x`), Infinity);
    await runScenario(service, rules, async (scenario) => {
      const run = await scenario.run();
      expect(run.outputs["error-code"]).toBe(what === "the create" ? "redirect_refused" : undefined);
    });
  });
});

describe.concurrent("there is one comment, one record and no warning when GitHub, once for every kind of request,", () => {
  test.each<readonly [string, Fault]>([
    ["acts, and its response is lost", lostResponse],
    ["is behind a gateway that says 502 although it acted", gateway(502, { acted: true })],
    ["limits with 429 and seconds", respond(429, LIMITED, { "retry-after": "1" })],
  ])("%s", async (_, fault) => {
    await runGithubScenario(service, everywhere(fault), async (scenario) => {
      const first = await scenario.run();
      expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
      expect(first.outputs).toMatchObject({ ...READY, "comment-id": expect.stringMatching(/^\d+$/) });
      const later = await scenario.run({ context: { runId: 99_000_000_000, runNumber: 99 } });
      expect(later.outputs["comment-id"]).toBe(first.outputs["comment-id"]);
      expect([...warnings(first), ...warnings(later)], first.stdoutLines.join("\n")).toEqual([]);
      const { github } = scenario.harness;
      expect(github.comments.length - scenario.others.length).toBe(1);
      const states = github.deployments.map(({ statuses }) => statuses.at(-1)?.state);
      expect(states).toEqual(["inactive", "success"]);
    });
  });
});

describe.concurrent("the deployment decides, and one warning for each kind of write says what to do, when GitHub always", () => {
  test.each<readonly [string, Fault, RegExp]>([
    ["limits for an hour", respond(403, LIMITED, { "retry-after": "3600" }), /Re-run the job in 60 min/],
    ["does not know the token", respond(401, { message: "Bad credentials" }), /Check the input 'github-token'/],
  ])("%s", async (_, fault, hint) => {
    await runGithubScenario(service, [{ on: /./, fault, times: Infinity }], async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject(READY);
      expect(run.annotations.filter(({ kind }) => kind === "error")).toEqual([]);
      expect(run.stdoutLines.join("\n")).not.toContain("    at ");
      const warned = warnings(run);
      expect(warned.map((one) => one.slice(0, one.indexOf(":"))).toSorted()).toEqual([
        "GitHub did not accept the comment",
        "GitHub did not accept the deployment record",
      ]);
      for (const one of warned) expect(one).toContain("The result of the deployment is not affected.");
      expect(warned.some((one) => hint.test(one))).toBe(true);
    });
  });
});

test("a clock of the runner that jumps back by a day in the middle of a run changes nothing", async () => {
  const jump = `const now = Date.now; const at = performance.now() + 400; Date.now = () => now() - (performance.now() > at ? ${DAY_MS} : 0);`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jump)}` };
  await runGithubScenario(service, everywhere(respond(429, LIMITED, { "retry-after": "1" })), async (scenario) => {
    const run = await scenario.run({ env, node: process.execPath });
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(warnings(run)).toEqual([]);
    expect(scenario.harness.github.comments.length - scenario.others.length).toBe(1);
  });
});
