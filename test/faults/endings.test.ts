import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { halfOpen, lostResponse } from "./faults.ts";
import { type TestService, startTestService } from "./test-service.ts";
import type { Fault } from "./proxy.ts";
import { count, CREATE, EVENTS, runScenario, RECORD, runAgain } from "./run-scenario.ts";
import { silent } from "./stream-faults.ts";

vi.setConfig({ maxConcurrency: 6 });

const TLS = "test/service/pipeline/tls";

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

describe.concurrent("killed and run again, the action lands on the same deployment, when the kill comes", () => {
  const before: (kill: () => void) => Fault = (kill) => () => kill();
  const after: (kill: () => void) => Fault = (kill) => async (passing) => {
    await lostResponse(passing);
    kill();
  };
  test.each([
    ["before the service read the create", CREATE, before],
    ["after the service acted on the create", CREATE, after],
    ["when the event stream is asked for", EVENTS, before],
    ["after the event stream was over", EVENTS, after],
    ["when the record is asked for", RECORD, before],
    ["after the record was sent", RECORD, after],
  ] as const)("%s", async (_, on, faultOf) => {
    await runScenario(service, [], async (scenario) => {
      let process: StepProcess | undefined;
      scenario.proxy.rules.push({ on, fault: faultOf(() => process?.kill("SIGKILL")) });
      const killed = await scenario.run({ onStart: (started) => void (process = started) });
      expect(killed.signal).toBe("SIGKILL");
      const made = await service.accepted(scenario.branch);
      const again = await runAgain(scenario);
      expect(again.exitCode, again.stdoutLines.join("\n")).toBe(0);
      expect(again.outputs["deployment-id"]).toBe(made[0]?.id ?? again.outputs["deployment-id"]);
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });
});

describe.concurrent("told to stop, the action ends in time and its re-run has the same deployment, by", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s", async (signal) => {
    await runScenario(service, [], async (scenario) => {
      let process: StepProcess | undefined;
      let toldAt = 0;
      const fault: Fault = (passing) => {
        toldAt = performance.now();
        process?.kill(signal);
        return silent(passing);
      };
      scenario.proxy.rules.push({ on: EVENTS, fault }, { on: RECORD, fault: halfOpen });
      let startedAt = 0;
      const stopped = await scenario.run({
        onStart: (started) => {
          startedAt = performance.now();
          process = started;
        },
      });
      expect(startedAt + stopped.durationMs - toldAt).toBeLessThan(7500);
      expect(stopped.exitCode).toBe(1);
      expect(stopped.outputs["deployment-id"]).toMatch(/^dep_/);
      const again = await runAgain(scenario);
      expect(again.outputs).toMatchObject({ status: "ready", "deployment-id": stopped.outputs["deployment-id"] });
    });
  });
});

describe.concurrent("a service that cannot be reached", () => {
  test("by a name nobody knows is asked for as long as the step lasts", async () => {
    await runScenario(service, [], async (scenario) => {
      const inputs = { "base-url": "https://greenroom.invalid", "timeout-minutes": "0.15" };
      const run = await scenario.run({ inputs });
      expect(run.exitCode).toBe(1);
      expect(run.stdoutLines.join("\n")).toMatch(/Request 1 to the service failed/);
    });
  });

  test("for its certificate is not asked again, and gets no token", async () => {
    await runScenario(service, [], async (scenario) => {
      const asked: string[] = [];
      const [cert, key] = await Promise.all([readFile(`${TLS}/certificate.pem`), readFile(`${TLS}/key.pem`)]);
      const server = createServer({ cert, key }, (request) => void asked.push(request.url ?? ""));
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const { port } = server.address() as AddressInfo;
      const run = await scenario.run({ inputs: { "base-url": `https://127.0.0.1:${port}` } });
      server.close();
      expect(run.exitCode).toBe(1);
      expect(run.outputs["error-code"]).toBe("certificate_invalid");
      expect(run.stdoutLines.join("\n")).not.toMatch(/to the service failed/);
      expect(asked).toEqual([]);
    });
  });

  test("to the port of plain HTTP elsewhere is not asked without TLS", async () => {
    await runScenario(service, [], async (scenario) => {
      const run = await scenario.run({ inputs: { "base-url": "http://greenroom.invalid" } });
      expect(run.exitCode).toBe(1);
      expect(run.outputs).toMatchObject({ status: "refused", "error-code": "invalid_input" });
      expect(count(scenario, CREATE)).toBe(0);
    });
  });
});
