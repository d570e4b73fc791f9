import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { execPath } from "node:process";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { edited, lostResponse, respond } from "./faults.ts";
import type { Fault } from "./proxy.ts";
import { count, CREATE, onCreate, onRecord, runScenario, RECORD } from "./run-scenario.ts";
import { type TestService, startTestService } from "./test-service.ts";

vi.setConfig({ maxConcurrency: 6 });

/** What the runner sets when debug logging is on, and what makes careless packages talk. */
const DEBUG = { RUNNER_DEBUG: "1", ACTIONS_STEP_DEBUG: "true", ACTIONS_RUNNER_DEBUG: "true", DEBUG: "*" };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** Echoes the whole request, credential included. */
function echo(status: number, code: string): Fault {
  return (passing) => {
    const received = JSON.stringify(passing.headers);
    const error = { code, message: `you sent ${received}` };
    return respond(
      status,
      { ok: false, error, message: received },
      { "x-received": passing.headers.authorization ?? "" },
    )(passing);
  };
}

// What is searched for the tokens, in which spellings, is written in invariants.ts.
describe.concurrent("with debug logging on, no token is in anything that is written, when", () => {
  test("all goes well", async () => {
    await runScenario(service, [], async (scenario) => {
      expect((await scenario.run({ env: DEBUG })).exitCode).toBe(0);
    });
  });

  test.each([
    [401, "unauthenticated"],
    [500, "internal_error"],
    [418, "an_unknown_code"],
  ])("the service repeats what it received, with %i", async (status, code) => {
    const times = status === 500 ? 1 : Infinity;
    await runScenario(service, onCreate(echo(status, code), times), async (scenario) => {
      const run = await scenario.run({ env: DEBUG });
      expect(run.exitCode).toBe(status === 500 ? 0 : 1);
      expect(run.rawLines.join("\n")).toContain("***");
    });
  });

  test("GitHub repeats what it received", async () => {
    await runScenario(service, [], async (scenario) => {
      const { faults, token } = scenario.harness.github;
      const [message, headers] = [`you sent token ${token}`, { "x-received": token }];
      faults.push({ match: {}, times: Infinity, response: { status: 403, body: { message }, headers } });
      const run = await scenario.run({ env: DEBUG });
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    });
  });

  test("the response is lost, the main step is killed, and the post step finishes", async () => {
    await runScenario(service, onCreate(lostResponse), async (scenario) => {
      let process: StepProcess | undefined;
      scenario.proxy.rules.push({ on: RECORD, fault: () => process?.kill("SIGKILL") });
      const run = await scenario.run({ env: DEBUG, node: execPath, onStart: (started) => void (process = started) });
      expect(run.signal).toBe("SIGKILL");
      expect(run.post).toBeDefined();
      expect(count(scenario, CREATE)).toBe(2);
    });
  });
});

test("the action never requests the preview itself, whatever its URL", async () => {
  let address = "";
  const rules = (elsewhere: string) => {
    address = `${elsewhere}/`;
    return onRecord(
      edited((data) => ({ ...data, previewUrl: address })),
      Infinity,
    );
  };
  await runScenario(service, rules, async (scenario) => {
    const run = await scenario.run();
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(run.outputs["preview-url"]).toBe(address);
    expect(scenario.elsewhere.requests).toEqual([]);
  });
});

test("the data folder of a running service is its owner's alone, and so is every file that holds the store or a key", async () => {
  expect((await stat(service.data)).mode & 0o077).toBe(0);
  const names = await readdir(service.data);
  expect(names.filter((name) => /\.db/.test(name))).not.toEqual([]);
  for (const name of names) {
    const { mode } = await stat(join(service.data, name));
    if (/\.db|key|seed|secret/.test(name)) expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});
