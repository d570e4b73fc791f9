import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { edited, lostAnswer, said } from "./faults.ts";
import { type FaultHouse, openFaultHouse } from "./house.ts";
import type { Fault } from "./proxy.ts";
import { count, CREATE, onCreate, onRecord, playGithubScene, playScene, RECORD } from "./rules.ts";

vi.setConfig({ maxConcurrency: 4, testTimeout: 60_000, hookTimeout: 60_000 });

/** What the runner sets when debug logging is on, and what makes careless packages talk. */
const DEBUG = { RUNNER_DEBUG: "1", ACTIONS_STEP_DEBUG: "true", ACTIONS_RUNNER_DEBUG: "true", DEBUG: "*" };

let house: FaultHouse;

beforeAll(async () => {
  house = await openFaultHouse();
  // Trouble with GitHub is played on one attempt, which is built here.
  await playGithubScene(house, [], async (scene) => {
    expect((await scene.run()).exitCode).toBe(0);
  });
});

afterAll(async () => {
  await house[Symbol.asyncDispose]();
});

/** Somebody who says back everything they were told, the credential above all. */
function echo(status: number, code: string): Fault {
  return (passing) => {
    const heard = JSON.stringify(passing.headers);
    const error = { code, message: `you said ${heard}` };
    return said(
      status,
      { ok: false, error, message: heard },
      { "x-heard": passing.headers.authorization ?? "" },
    )(passing);
  };
}

// What is searched for the tokens, in which spellings, is written in invariants.ts.
describe.concurrent("with debug logging on, no token is in anything that is written, when", () => {
  test("all goes well", async () => {
    await playScene(house, [], async (scene) => {
      expect((await scene.run({ env: DEBUG })).exitCode).toBe(0);
    });
  });

  test.each([
    [401, "unauthenticated"],
    [403, "insufficient_scope"],
    [500, "internal_error"],
    [418, "a_code_nobody_knows"],
  ])("the service says back what it heard, with %i", async (status, code) => {
    const times = status === 500 ? 1 : Infinity;
    await playScene(house, onCreate(echo(status, code), times), async (scene) => {
      const run = await scene.run({ env: DEBUG });
      expect(run.exitCode).toBe(status === 500 ? 0 : 1);
      expect(run.rawLines.join("\n")).toContain("***");
    });
  });

  test.each([401, 403, 422, 503])("GitHub says back what it heard, with %i", async (status) => {
    const rules = [{ on: /./, fault: echo(status, "x"), times: Infinity }];
    await playGithubScene(house, rules, async (scene) => {
      const run = await scene.run({ env: DEBUG, inputs: { "timeout-minutes": "0.08" } });
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    });
  });

  test("the answer is lost, the main step is killed, and the post step settles", async () => {
    await playScene(house, onCreate(lostAnswer), async (scene) => {
      let process: StepProcess | undefined;
      scene.proxy.rules.push({ on: RECORD, fault: () => process?.kill("SIGKILL") });
      const run = await scene.run({ env: DEBUG, onStart: (started) => void (process = started) });
      expect(run.signal).toBe("SIGKILL");
      expect(run.post).toBeDefined();
      expect(count(scene, CREATE)).toBe(2);
    });
  });
});

test("nobody asks for the preview itself: whatever its address, the runner sends nothing there", async () => {
  let address = "";
  const rules = (elsewhere: string) => {
    address = `${elsewhere}/`;
    return onRecord(
      edited((data) => ({ ...data, previewUrl: address })),
      Infinity,
    );
  };
  await playScene(house, rules, async (scene) => {
    const run = await scene.run();
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    expect(run.outputs["preview-url"]).toBe(address);
    expect(scene.elsewhere.asked).toEqual([]);
  });
});

test("the data folder of a running service is its owner's alone, and so is every file that holds the store or a key", async () => {
  expect((await stat(house.data)).mode & 0o077).toBe(0);
  const names = await readdir(house.data);
  expect(names.filter((name) => /\.db/.test(name))).not.toEqual([]);
  for (const name of names) {
    const { mode } = await stat(join(house.data, name));
    if (/\.db|key|seed|secret/.test(name)) expect([name, mode & 0o077]).toEqual([name, 0]);
  }
});
