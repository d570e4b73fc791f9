import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gateway, lostResponse } from "../faults/faults.ts";
import { expectInvariants } from "../faults/invariants.ts";
import { count, CREATE, onCreate, runScenario } from "../faults/run-scenario.ts";
import { openScenario } from "../faults/scenario.ts";
import type { TestService } from "../faults/test-service.ts";
import { NO_COMMIT, startOtherService } from "./other-service.ts";

describe("against a second service of the interface, which shares nothing with the embedded one, the action", () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startOtherService();
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  test("makes one deployment, shows it, and resumes it when it is run again", async () => {
    await runScenario(service, [], async (scenario) => {
      const first = await scenario.run();
      expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
      expect(first.outputs).toMatchObject({ status: "ready", "comment-id": expect.stringMatching(/^\d+$/) });
      const again = await scenario.run();
      expect(again.outputs).toMatchObject({ status: "ready", "deployment-id": first.outputs["deployment-id"] });
      expect(again.outputs["reused"]).toBe("true");
      expect(await service.accepted(scenario.branch)).toHaveLength(1);
    });
  });

  test.each([
    ["a lost response", lostResponse],
    ["a gateway in front of it that says 504", gateway(504, { acted: true })],
  ])("survives %s", async (_what, fault) => {
    await runScenario(service, onCreate(fault), async (scenario) => {
      expect((await scenario.run()).outputs).toMatchObject({ status: "ready" });
      expect(count(scenario, CREATE)).toBe(2);
    });
  });

  test("fails with a build that fails, and makes another one only when it is run again", async () => {
    await using scenario = await openScenario(service, "second/failing");
    const inputs = { "commit-sha": NO_COMMIT };
    const first = await scenario.run({ inputs });
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(1);
    expect(first.outputs).toMatchObject({ status: "failed", attempt: "1" });
    const again = await scenario.run({ inputs });
    expect(again.outputs).toMatchObject({ status: "failed", attempt: "2" });
    expect(await service.accepted(scenario.branch)).toHaveLength(2);
    await expectInvariants(scenario, 2);
  });

  test("is refused with an unknown token, after one request", async () => {
    await runScenario(service, [], async (scenario) => {
      const run = await scenario.run({ inputs: { token: "sk_test_nobody0123456789abcdefghijk" } });
      expect(run.outputs).toMatchObject({ status: "refused", "error-code": "unauthenticated" });
      expect(count(scenario, CREATE)).toBe(1);
    });
  });
});
