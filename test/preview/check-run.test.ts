import { describe, expect, test } from "vitest";
import { markdown } from "../../src/github/untrusted-text.ts";
import { type CheckRunReport, createCheckRunWriter } from "../../src/preview/check-run.ts";
import { row } from "../github/harness.ts";
import { context, respond } from "../github/scripted-github.ts";
import { type ScriptedRequest, type ScriptedResponse, scriptedOctokit } from "../github/scripted-octokit.ts";

type CheckRun = Readonly<Record<string, unknown>>;

/** GitHub with check runs; `intercept` responds in its place. */
function checkRuns(intercept: (request: ScriptedRequest) => ScriptedResponse | undefined = () => undefined) {
  const made: CheckRun[] = [];
  const github = scriptedOctokit((request) => {
    const { method, path, body } = request;
    const id = method === "POST" ? made.length + 1 : Number(path.split("/").at(-1));
    const response = intercept(request) ?? respond(200, method === "GET" ? { check_runs: made } : { id });
    if (response.status !== 422 && method !== "GET") made[id - 1] = { ...made[id - 1], ...body, id };
    return response;
  });
  return { made, github };
}

const OUTCOME = { deployment: undefined, failure: { code: "build_failed", message: "exit 2", hint: "" } } as const;

function reportOf(changes: Partial<CheckRunReport> = {}): CheckRunReport {
  const headline = { level: "error", title: "Preview failed", text: "exit 2" } as const;
  return {
    headline,
    summary: markdown`exit 2`,
    conclusion: "fail",
    outcome: { ...OUTCOME, kind: "refused" },
    errors: [],
    ...changes,
  };
}

describe("a check run", () => {
  const deployment = { id: "dep_1", status: "queued" };

  test.each([
    ["fails with a build that failed", { outcome: { ...OUTCOME, kind: "refused" } }, "failure"],
    ["fails with a service that was lost", { outcome: { ...OUTCOME, kind: "lost" } }, "failure"],
    ["is cancelled with its build", { outcome: { ...OUTCOME, kind: "canceled", deployment } }, "cancelled"],
    ["is neutral when nobody waits", { outcome: { kind: "accepted", deployment }, conclusion: "pass" }, "neutral"],
    ["has timed out when the time ran out", { outcome: { kind: "timed_out", deployment } }, "timed_out"],
    ["is neutral when it may", { outcome: { kind: "timed_out", deployment }, conclusion: "pass" }, "neutral"],
    ["is cancelled with its run", { outcome: { kind: "stopped", deployment } }, "cancelled"],
  ] as const)("%s", async (_, changes, conclusion) => {
    const { made, github } = checkRuns();
    await createCheckRunWriter(false).write(github, row(), reportOf(changes), context());
    expect(made).toMatchObject([{ status: "completed", conclusion }]);
  });

  test("whose every response was lost is looked for before the next row makes another", async () => {
    let isBroken = true;
    const { made, github } = checkRuns(() => (isBroken ? respond(502, {}) : undefined));
    const writer = createCheckRunWriter(false);
    expect(await writer.write(github, row(), undefined, context())).toMatchObject({ kind: "failed" });
    isBroken = false;
    expect(await writer.write(github, row(), undefined, context())).toEqual({ kind: "done", checkRunId: 1 });
    expect(made).toHaveLength(1);
  });

  test("that ended, and whose response was lost, is not made again", async () => {
    let isLost = false;
    const { made, github } = checkRuns(({ method }) =>
      method === "POST" && !isLost && (isLost = true) ? respond(502, {}) : undefined,
    );
    const done = { kind: "done", checkRunId: 1 };
    expect(await createCheckRunWriter(false).write(github, row(), reportOf(), context())).toEqual(done);
    expect(made).toMatchObject([{ status: "completed" }]);
  });

  test("that an earlier attempt of the run left open is used again by the next, and by no other run", async () => {
    const { made, github } = checkRuns();
    await createCheckRunWriter(false).write(github, row(), undefined, context());
    await createCheckRunWriter(false).write(github, row({ runAttempt: 2 }), reportOf(), context());
    expect(made).toMatchObject([{ status: "completed", conclusion: "failure" }]);
    await createCheckRunWriter(false).write(github, row({ runId: 101, runAttempt: 2 }), undefined, context());
    expect(made).toHaveLength(2);
  });

  test("ends without annotations when GitHub refuses them", async () => {
    const { made, github } = checkRuns(({ body }) =>
      JSON.stringify(body).includes("start_line") ? respond(422, { message: "Invalid request" }) : undefined,
    );
    const errors = [{ file: "a.ts", line: 1, column: undefined, message: "TS1: x" }];
    await createCheckRunWriter(false).write(github, row(), reportOf({ errors }), context());
    expect(made).toMatchObject([{ status: "completed", conclusion: "failure" }]);
  });
});
