import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { gateway, lostAnswer } from "../faults/faults.ts";
import { type FaultHouse, openFaultHouse } from "../faults/house.ts";
import { expectInvariants } from "../faults/invariants.ts";
import { count, CREATE, onCreate, playScene } from "../faults/rules.ts";
import { setScene } from "../faults/scene.ts";
import { NO_COMMIT, openSecondHouse } from "./second-service.ts";

vi.setConfig({ testTimeout: 60_000 });

describe.each([
  ["the embedded service", openFaultHouse],
  ["a second service, which shares nothing with it,", openSecondHouse],
] as const)("against %s the same built action", (_, open) => {
  let house: FaultHouse;

  beforeAll(async () => {
    house = await open();
  });

  afterAll(async () => {
    await house[Symbol.asyncDispose]();
  });

  test("makes one deployment, shows it, and lands on it again when it is run again", async () => {
    await playScene(house, [], async (scene) => {
      const first = await scene.run();
      expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
      expect(first.outputs).toMatchObject({ status: "ready", "comment-id": expect.stringMatching(/^\d+$/) });
      const again = await scene.run();
      expect(again.outputs).toMatchObject({ status: "ready", "deployment-id": first.outputs["deployment-id"] });
      expect(again.outputs["reused"]).toBe("true");
      expect(await house.accepted(scene.branch)).toHaveLength(1);
    });
  });

  test.each([
    ["an answer that is lost", lostAnswer],
    ["a gateway in front of it that says 504", gateway(504, { acted: true })],
  ])("survives %s", async (_what, fault) => {
    await playScene(house, onCreate(fault), async (scene) => {
      expect((await scene.run()).outputs).toMatchObject({ status: "ready" });
      expect(count(scene, CREATE)).toBe(2);
    });
  });

  test("fails with a build that fails, and makes another one only when it is run again", async () => {
    await using scene = await setScene(house, "second/failing");
    const inputs = { "commit-sha": NO_COMMIT };
    const first = await scene.run({ inputs });
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(1);
    expect(first.outputs).toMatchObject({ status: "failed", attempt: "1" });
    const again = await scene.run({ inputs });
    expect(again.outputs).toMatchObject({ status: "failed", attempt: "2" });
    expect(await house.accepted(scene.branch)).toHaveLength(2);
    await expectInvariants(scene, 2);
  });

  test("is refused with a token that nobody knows, after one request", async () => {
    await playScene(house, [], async (scene) => {
      const run = await scene.run({ inputs: { token: "sk_test_nobody0123456789abcdefghijk" } });
      expect(run.outputs).toMatchObject({ status: "refused", "error-code": "unauthenticated" });
      expect(count(scene, CREATE)).toBe(1);
    });
  });
});
