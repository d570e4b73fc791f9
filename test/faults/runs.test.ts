import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { messagesOf } from "../e2e/harness.ts";
import { halfOpen, lostResponse, redirect, silent } from "./faults.ts";
import type { Fault, Rule } from "./proxy.ts";
import { CREATE, EVENTS, onCreate, onEvents, RECORD, runAgain, runScenario } from "./run-scenario.ts";
import { type TestService, startTestService } from "./test-service.ts";

// Each way in which a single request can fail is a test of the client or of `src/github`. Here the whole run meets it.

// Waits overlap; more at a time would only make runs wait for each other.
vi.setConfig({ maxConcurrency: 6 });

const READY = { status: "ready" };
/** Long enough for a run on a busy machine. */
const SHORT = { inputs: { "timeout-minutes": "0.15" } };
const LIMITED = { message: "You have exceeded a secondary rate limit." };

/** In a process of its own, which can be killed. */
const node = process.execPath;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

describe.concurrent("a run", () => {
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

  test.each(["the create", "the stream"])("sends nothing to where a redirect of %s leads", async (what) => {
    const on = what === "the create" ? onCreate : onEvents;
    const rules = (elsewhere: string) => on(redirect(307, `${elsewhere}/x`), Infinity);
    await runScenario(service, rules, async (scenario) => {
      const run = await scenario.run();
      expect(run.outputs["error-code"]).toBe(what === "the create" ? "redirect_refused" : undefined);
    });
  });

  test("makes one comment and one record without a warning when GitHub acts on every write and its response is lost", async () => {
    await runScenario(service, [], async (scenario) => {
      const { github } = scenario.harness;
      for (const operation of ["issues/create-comment", "issues/update-comment", "repos/create-deployment"]) {
        github.faults.push({ match: { operation }, resetAfter: true });
      }
      const first = await scenario.run();
      expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
      const later = await scenario.run({ context: { runId: 99_000_000_000, runNumber: 99 } });
      expect(later.outputs["comment-id"]).toBe(first.outputs["comment-id"]);
      expect([...messagesOf(first, "warning"), ...messagesOf(later, "warning")]).toEqual([]);
      expect(github.comments.length - scenario.others.length).toBe(1);
      expect(github.deployments.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(["inactive", "success"]);
    });
  });

  test("ends by its deployment, with a warning that says what to do, when GitHub limits for an hour", async () => {
    const response = { status: 403, body: LIMITED, headers: { "retry-after": "3600" } };
    await runScenario(service, [], async (scenario) => {
      const { faults } = scenario.harness.github;
      faults.push({ match: {}, times: Infinity, response });
      const run = await scenario.run();
      expect([run.exitCode, run.outputs["status"]], run.stdoutLines.join("\n")).toEqual([0, "ready"]);
      expect(run.annotations.map(({ kind, title }) => `${kind} ${title}`).toSorted()).toEqual([
        "warning GitHub did not accept the comment",
        "warning GitHub did not accept the deployment record",
      ]);
      expect(run.stdoutLines.join("\n")).not.toContain("    at ");
      const warned = messagesOf(run, "warning");
      for (const one of warned) expect(one).toContain("The result of the deployment is not affected.");
      expect(warned.some((one) => one.includes("Re-run the job in 60 min"))).toBe(true);
    });
  });
});

describe("killed and run again, the action lands on the same deployment, when the kill comes", () => {
  const before: (kill: () => void) => Fault = (kill) => () => kill();
  const after: (kill: () => void) => Fault = (kill) => async (passing) => {
    await lostResponse(passing);
    kill();
  };
  test.each([
    ["before the service read the create", CREATE, before],
    ["after the service acted on the create", CREATE, after],
  ] as const)("%s", async (_, on, faultOf) => {
    await runScenario(service, [], async (scenario) => {
      let process: StepProcess | undefined;
      scenario.proxy.rules.push({ on, fault: faultOf(() => process?.kill("SIGKILL")) });
      const killed = await scenario.run({ node, onStart: (started) => void (process = started) });
      expect(killed.signal).toBe("SIGKILL");
      const made = await service.accepted(scenario.branch);
      const again = await runAgain(scenario);
      expect(again.exitCode, again.stdoutLines.join("\n")).toBe(0);
      expect(again.outputs["deployment-id"]).toBe(made[0]?.id ?? again.outputs["deployment-id"]);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });
});

test("stopped by SIGTERM, the action ends by itself and its re-run has the same deployment", async () => {
  await runScenario(service, [], async (scenario) => {
    let process: StepProcess | undefined;
    const fault: Fault = (passing) => {
      process?.kill("SIGTERM");
      return silent(passing);
    };
    scenario.proxy.rules.push({ on: EVENTS, fault }, { on: RECORD, fault: halfOpen });
    const stopped = await scenario.run({ node, onStart: (started) => void (process = started) });
    // By itself: GitHub's runner kills a step that is still there some seconds after the signal.
    expect(stopped.signal).toBeNull();
    expect(stopped.exitCode).toBe(1);
    expect(stopped.outputs["deployment-id"]).toMatch(/^dep_/);
    const again = await runAgain(scenario);
    expect(again.outputs).toMatchObject({ status: "ready", "deployment-id": stopped.outputs["deployment-id"] });
  });
});

test("a service whose host name does not exist is reported at once, with the name", async () => {
  await runScenario(service, [], async (scenario) => {
    const run = await scenario.run({ inputs: { "base-url": "https://greenroom.invalid" } });
    expect(run.exitCode).toBe(1);
    expect(run.outputs["error-code"]).toBe("connection_failed");
    const errors = run.annotations.filter(({ kind }) => kind === "error").map(({ message }) => message);
    expect(errors.join("\n")).toContain("https://greenroom.invalid (host not found)");
    expect(run.stdoutLines.join("\n")).not.toMatch(/to the service failed/);
  });
});
