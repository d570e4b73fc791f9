import { describe, expect, test } from "vitest";
import { type RecordOpening, openRecord, retireRecords, setRecordStatus } from "../../src/github/deployment-record.ts";
import { ACTIONS_BOT } from "../../packages/testkit/github/users.ts";
import { HEAD_SHA, type Harness, startHarness } from "./harness.ts";

function opening(on: Harness, changes: Partial<RecordOpening> = {}): RecordOpening {
  return {
    sha: HEAD_SHA,
    environment: "preview",
    siteId: "site-a",
    pullNumber: on.pullNumber,
    runId: 100,
    runAttempt: 1,
    ...changes,
  };
}

function states(on: Harness): string[] {
  return on.standIn.deployments.map(({ statuses }) => statuses.at(-1)?.state ?? "pending");
}

describe("openRecord", () => {
  test("opens a transient deployment of the head commit that waits for no check and merges nothing", async () => {
    await using on = await startHarness();
    const outcome = await openRecord(on.github, opening(on), on.context);
    expect(on.standIn.deployments).toMatchObject([
      {
        sha: HEAD_SHA,
        environment: "preview",
        transient: true,
        production: false,
        payload: { greenroom: { siteId: "site-a" } },
      },
    ]);
    expect(outcome).toEqual({ kind: "done", recordId: on.standIn.deployments[0]?.id, reused: false });
    expect(on.standIn.requests[0]?.body).toMatchObject({ auto_merge: false, required_contexts: [] });
    expect(on.standIn.violations).toEqual([]);
  });

  test("a production record is neither transient nor hidden", async () => {
    await using on = await startHarness();
    await openRecord(on.github, opening(on, { environment: "production", production: true }), on.context);
    expect(on.standIn.deployments).toMatchObject([{ transient: false, production: true }]);
  });

  test("a release names its source, and any later run of the same one uses its record again", async () => {
    await using on = await startHarness();
    const release = { environment: "production", production: true, sourceDeploymentId: "dep_1" };
    const first = await openRecord(on.github, opening(on, release), on.context);
    expect(on.standIn.deployments[0]?.payload).toMatchObject({ greenroom: { sourceDeploymentId: "dep_1" } });
    const later = await openRecord(on.github, opening(on, { ...release, runId: 101 }), on.context);
    expect(later).toEqual({ ...first, reused: true });
    const other = { ...release, sourceDeploymentId: "dep_2", runId: 102 };
    expect(await openRecord(on.github, opening(on, other), on.context)).toMatchObject({ reused: false });
    expect(on.standIn.violations).toEqual([]);
  });

  test("a second attempt uses the record the first had left, but not that of another site", async () => {
    await using on = await startHarness();
    const first = await openRecord(on.github, opening(on), on.context);
    const other = await openRecord(on.github, opening(on, { siteId: "site-b" }), on.context);
    const again = await openRecord(on.github, opening(on, { runAttempt: 2 }), on.context);
    expect(again).toEqual({ ...first, reused: true });
    expect(other).not.toMatchObject(first);
    expect(on.standIn.deployments).toHaveLength(2);
  });

  test("a lost response is looked up before anything is sent again", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: { method: "POST" }, resetAfter: true });
    expect(await openRecord(on.github, opening(on), on.context)).toMatchObject({ kind: "done", reused: true });
    expect(on.standIn.deployments).toHaveLength(1);
  });

  test("a response that cannot be read is looked up before anything is sent again", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: { method: "POST" }, response: { status: 201, body: "" } });
    expect(await openRecord(on.github, opening(on), on.context)).toMatchObject({ kind: "done", reused: false });
    expect(on.takeRequests()).toEqual(["POST create-deployment", "GET list-deployments", "POST create-deployment"]);
  });

  test("a request that was lost on its way is sent again", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: { method: "POST" }, reset: true });
    expect(await openRecord(on.github, opening(on), on.context)).toMatchObject({ kind: "done", reused: false });
    expect(on.takeRequests()).toEqual(["POST create-deployment", "GET list-deployments", "POST create-deployment"]);
  });

  test("a missing permission is coached", async () => {
    await using on = await startHarness();
    const poor = await on.as(ACTIONS_BOT, { contents: "read" });
    expect(await openRecord(poor, opening(on), on.context)).toMatchObject({
      kind: "failed",
      status: 403,
      permissionHint: ["permissions:", "  contents: read", "  deployments: write", "  pull-requests: write"],
    });
  });

  test("202, with which GitHub merges instead, is not taken for a deployment", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: { method: "POST" }, response: { status: 202, body: { message: "Auto-merged" } } });
    expect(await openRecord(on.github, opening(on), on.context)).toMatchObject({ kind: "failed" });
  });
});

describe("setRecordStatus", () => {
  test("sets state, URL and log, and leaves everyone else's deployments active", async () => {
    await using on = await startHarness();
    const opened = await openRecord(on.github, opening(on), on.context);
    const recordId = opened.kind === "done" ? opened.recordId : 0;
    const state = {
      state: "success",
      environmentUrl: "https://a.preview.example/",
      logUrl: "https://github.com/o/r",
    } as const;
    expect(await setRecordStatus(on.github, recordId, { ...state, context: on.context })).toMatchObject({
      kind: "done",
    });
    expect(on.standIn.deployments[0]?.statuses).toMatchObject([
      { state: "success", environmentUrl: "https://a.preview.example/", logUrl: "https://github.com/o/r" },
    ]);
    expect(on.standIn.requests.at(-1)?.body).toMatchObject({ auto_inactive: false });
  });

  test("leaves out an address that is not safe and cuts a long description between words", async () => {
    await using on = await startHarness();
    const opened = await openRecord(on.github, opening(on), on.context);
    const recordId = opened.kind === "done" ? opened.recordId : 0;
    const state = {
      state: "failure",
      environmentUrl: "javascript:1",
      description: `a\n${"word ".repeat(26)}${"x".repeat(20)}`,
    } as const;
    await setRecordStatus(on.github, recordId, { ...state, context: on.context });
    const [sent] = on.standIn.deployments[0]?.statuses ?? [];
    expect(sent).toMatchObject({ state: "failure", environmentUrl: "" });
    expect(sent?.description).toBe(`a ${"word ".repeat(26).trimEnd()}…`);
    expect(on.standIn.violations).toEqual([]);
  });

  test("tries again on 5xx, three times in all", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: {}, times: Infinity, response: { status: 503, body: { message: "later" } } });
    expect(await setRecordStatus(on.github, 1, { state: "success", context: on.context })).toMatchObject({
      kind: "failed",
    });
    expect(on.takeRequests()).toHaveLength(3);
  });
});

describe("retireRecords", () => {
  test("turns the named ones inactive; one that is gone is no failure", async () => {
    await using on = await startHarness();
    const opened = await openRecord(on.github, opening(on), on.context);
    const recordIds = [opened.kind === "done" ? opened.recordId : 0, 987_654];
    expect(await retireRecords(on.github, { recordIds }, on.context)).toEqual({ kind: "done", retired: 2 });
    expect(states(on)).toEqual(["inactive"]);
  });

  test("finds those of a pull request, of every site, and leaves those of others", async () => {
    await using on = await startHarness();
    await openRecord(on.github, opening(on), on.context);
    await openRecord(on.github, opening(on, { pullNumber: 99 }), on.context);
    await openRecord(on.github, opening(on, { siteId: "site-b" }), on.context);
    await retireRecords(on.github, { environment: "preview", pullNumber: on.pullNumber }, on.context);
    expect(states(on)).toEqual(["inactive", "pending", "inactive"]);
  });

  test("those of pull request 1 are not those of pull request 10", async () => {
    await using on = await startHarness();
    await openRecord(on.github, opening(on, { pullNumber: 1 }), on.context);
    await openRecord(on.github, opening(on, { pullNumber: 10 }), on.context);
    await retireRecords(on.github, { environment: "preview", pullNumber: 1 }, on.context);
    expect(states(on).toSorted()).toEqual(["inactive", "pending"]);
    const [pending] = on.standIn.deployments.filter(({ statuses }) => statuses.length === 0);
    expect(JSON.stringify(pending?.payload)).toContain('"pullNumber":10');
  });

  test("a failure is a value", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({
      match: {},
      times: Infinity,
      response: { status: 401, body: { message: "Bad credentials" } },
    });
    const retiring = { environment: "preview", pullNumber: on.pullNumber };
    expect(await retireRecords(on.github, retiring, on.context)).toMatchObject({ kind: "failed", status: 401 });
  });
});
