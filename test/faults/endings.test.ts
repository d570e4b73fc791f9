import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { halfOpen, lostResponse, silent } from "./faults.ts";
import type { Fault } from "./proxy.ts";
import { CREATE, EVENTS, runScenario, RECORD, runAgain } from "./run-scenario.ts";
import { type TestService, startTestService } from "./test-service.ts";

vi.setConfig({ maxConcurrency: 6 });

/** In a process of its own, which can be killed. */
const node = process.execPath;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
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
    ["when the event stream is requested", EVENTS, before],
    ["after the record was sent", RECORD, after],
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

describe("stopped by a signal, the action ends by itself and its re-run has the same deployment, for", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s", async (signal) => {
    await runScenario(service, [], async (scenario) => {
      let process: StepProcess | undefined;
      const fault: Fault = (passing) => {
        process?.kill(signal);
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
