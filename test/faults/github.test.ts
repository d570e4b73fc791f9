import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import {
  cutBody,
  gateway,
  halfOpen,
  lostResponse,
  redirect,
  resetAfterReading,
  respond,
  skewed,
  twice,
} from "./faults.ts";
import { type TestService, startTestService } from "./test-service.ts";
import type { Fault, Rule } from "./proxy.ts";
import { runGithubScenario } from "./run-scenario.ts";
import type { Scenario } from "./scenario.ts";

// Most of a scenario is waiting; more at a time would only make processes wait for each other.
vi.setConfig({ maxConcurrency: 8 });

const DAY_MS = 24 * 3600 * 1000;
const READY = { status: "ready" };
/** Long enough for a run on a busy machine, too short for a second wait for GitHub. */
const SHORT = { inputs: { "timeout-minutes": "0.25" } };

/** What a run requests from GitHub when it writes its comment and its record for the first time. */
const PLACES: Readonly<Record<string, RegExp>> = {
  "the list of comments": /^GET \/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments/,
  "a new comment": /^POST \/repos\/[^/]+\/[^/]+\/issues\/\d+\/comments$/,
  "a new deployment": /^POST \/repos\/[^/]+\/[^/]+\/deployments$/,
  "a status of it": /^POST \/repos\/[^/]+\/[^/]+\/deployments\/\d+\/statuses$/,
};
const UPDATE = /^PATCH \/repos\/[^/]+\/[^/]+\/issues\/comments\/\d+$/;
const LIMITED = { message: "You have exceeded a secondary rate limit." };

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  // All scenarios are of one attempt: it is built here, and is ready at once in each of them.
  await runGithubScenario(service, [], async (scenario) => {
    expect((await scenario.run()).outputs).toMatchObject(READY);
  });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

/** The fault applies to the first request of every kind, one after the other in a run. */
function everywhere(fault: Fault, times = 1): readonly Rule[] {
  return [...Object.values(PLACES), UPDATE].map((on) => ({ on, fault, times }));
}

function warnings(run: ActionResult): readonly string[] {
  return run.annotations.filter(({ kind }) => kind === "warning").map(({ title, message }) => `${title}: ${message}`);
}

function ownComments({ harness, others }: Scenario): number {
  return harness.github.comments.length - others.length;
}

const SURVIVED: readonly (readonly [string, Fault])[] = [
  ["resets the connection after reading", resetAfterReading],
  ["acts, and its response is lost", lostResponse],
  ["acts, and its response is cut", cutBody],
  ["responds twice", twice],
  ["is behind a gateway that says 502 although it acted", gateway(502, { acted: true })],
  ["says 503 and when to come back", respond(503, { message: "Unavailable" }, { "retry-after": "1" })],
  ["limits with 429 and seconds", respond(429, LIMITED, { "retry-after": "1" })],
  ["limits with 403 and no seconds at all", respond(403, LIMITED, { "retry-after": "0" })],
  [
    "limits until a second from now, by its own clock",
    respond(
      403,
      { message: "API rate limit exceeded" },
      {
        date: new Date(DAY_MS).toUTCString(),
        "x-ratelimit-remaining": "0",
        "x-ratelimit-reset": String(DAY_MS / 1000 + 1),
      },
    ),
  ],
  ["has a clock a day ahead", skewed(DAY_MS)],
];

describe.concurrent("there is one comment, one record and no warning when GitHub, once for every kind of request,", () => {
  test.each(SURVIVED)("%s", async (_, fault) => {
    await runGithubScenario(service, everywhere(fault), async (scenario) => {
      const run = await scenario.run();
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject({ ...READY, "comment-id": expect.stringMatching(/^\d+$/) });
      expect(warnings(run), run.stdoutLines.join("\n")).toEqual([]);
      expect(ownComments(scenario)).toBe(1);
      expect(scenario.harness.github.deployments.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(["success"]);
    });
  });
});

/** Three in a row are as many as a write is tried, so two of them are survived. */
test("there is one comment and no warning when GitHub responds with 502 twice in a row to everything", async () => {
  await runGithubScenario(service, everywhere(gateway(502, { acted: true }), 2), async (scenario) => {
    const run = await scenario.run();
    expect(run.outputs).toMatchObject(READY);
    expect(warnings(run)).toEqual([]);
    expect(ownComments(scenario)).toBe(1);
  });
});

const page = respond(200, "<html>", { "content-type": "text/html" });

/** Lasting faults, and what the one warning for each target says to do. */
const ENDLESS: readonly (readonly [string, Fault, RegExp])[] = [
  ["never responds", halfOpen, /Re-run the job once GitHub responds/],
  ["is a page of a proxy", page, /Re-run the job once GitHub responds/],
  ["limits for an hour", respond(403, LIMITED, { "retry-after": "3600" }), /Re-run the job in 60 min/],
  ["does not know the token", respond(401, { message: "Bad credentials" }), /Check the input 'github-token'/],
  [
    "gives no permission",
    respond(403, { message: "Resource not accessible by integration" }),
    /Give the job these permissions:[^]*pull-requests: write/,
  ],
  ["refuses every field", respond(422, { message: "Validation Failed" }), /Read GitHub's message, then re-run the job/],
];

describe.concurrent("the deployment decides in the step's time, and one warning for each kind of write says what to do, when GitHub always", () => {
  test.each(ENDLESS)("%s", async (_, fault, hint) => {
    await runGithubScenario(service, [{ on: /./, fault, times: Infinity }], async (scenario) => {
      const run = await scenario.run(SHORT);
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(run.outputs).toMatchObject(READY);
      expect(run.annotations.filter(({ kind }) => kind === "error")).toEqual([]);
      expect(run.stdoutLines.join("\n")).not.toContain("    at ");
      const warned = warnings(run);
      const places = new Set(warned.map((one) => one.split(":")[0]));
      expect(places).toEqual(
        new Set(["GitHub did not accept the comment", "GitHub did not accept the deployment record"]),
      );
      expect(warned).toHaveLength(places.size);
      for (const one of warned) expect(one).toContain("The result of the deployment is not affected.");
      expect(warned.filter((one) => !hint.test(one) && !one.includes("not be updated in time"))).toEqual([]);
      expect(warned.some((one) => hint.test(one))).toBe(true);
    });
  });

  test.each([307])("redirects with %i: the target gets no request", async (status) => {
    const rules = (elsewhere: string) => everywhere(redirect(status, `${elsewhere}/repos`), Infinity);
    await runGithubScenario(service, rules, async (scenario) => {
      const run = await scenario.run(SHORT);
      expect(run.exitCode).toBe(0);
      expect(warnings(run)).toHaveLength(2);
    });
  });

  test("takes the comment and loses its response: it is found, not written again", async () => {
    const on = PLACES["a new comment"] ?? /^$/;
    await runGithubScenario(service, [{ on, fault: lostResponse, times: Infinity }], async (scenario) => {
      const run = await scenario.run();
      expect(warnings(run)).toEqual([]);
      expect(ownComments(scenario)).toBe(1);
    });
  });

  test("refuses connections", async () => {
    await runGithubScenario(service, [], async (scenario) => {
      await scenario.githubProxy.close();
      const run = await scenario.run(SHORT);
      expect(run.outputs).toMatchObject(READY);
      expect(warnings(run)).toHaveLength(2);
    });
  });
});

describe.concurrent("a second run writes into the comment of the first, and makes none of its own, when the update", () => {
  const LATER = { context: { runId: 99_000_000_000, runNumber: 99 } };
  test.each<readonly [string, Fault, number]>([
    ["is reset", resetAfterReading, 0],
    ["is lost", lostResponse, 0],
    ["is cut", cutBody, 0],
    ["is refused by a gateway that let it through", gateway(502, { acted: true }), 0],
    ["is limited", respond(429, LIMITED, { "retry-after": "1" }), 0],
    ["finds the comment deleted", respond(404, { message: "Not Found" }), 0],
  ])("%s", async (_, fault, warned) => {
    await runGithubScenario(service, [{ on: UPDATE, fault }], async (scenario) => {
      const first = await scenario.run();
      const second = await scenario.run(LATER);
      expect(second.exitCode, second.stdoutLines.join("\n")).toBe(0);
      expect(warnings(second)).toHaveLength(warned);
      expect(second.outputs["comment-id"]).toBe(first.outputs["comment-id"]);
      expect(scenario.githubProxy.seen.filter(({ method }) => method === "PATCH").length).toBeGreaterThan(0);
      expect(ownComments(scenario)).toBe(1);
    });
  });
});

describe.concurrent("the clock of the runner jumps in the middle of a run, which changes nothing, by", () => {
  test.each([
    ["a day ahead", DAY_MS],
    ["a day back", -DAY_MS],
  ])("%s", async (_, ms) => {
    const jump = `const now = Date.now; const at = performance.now() + 400; Date.now = () => now() + (performance.now() > at ? ${ms} : 0);`;
    const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(jump)}` };
    await runGithubScenario(service, everywhere(respond(429, LIMITED, { "retry-after": "1" })), async (scenario) => {
      const run = await scenario.run({ env, node: process.execPath });
      expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
      expect(warnings(run)).toEqual([]);
      expect(ownComments(scenario)).toBe(1);
    });
  });
});
