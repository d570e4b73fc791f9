import { describe, expect, test } from "vitest";
import { ACTIONS_BOT } from "../../packages/testkit/github/users.ts";
import { findPullRecords } from "../../src/close/records.ts";
import {
  type RecordOpening,
  type RecordState,
  createRecordWriter,
  openRecord,
  retireEarlier,
  retireRecords,
  setRecordStatus,
} from "../../src/github/deployment-record.ts";
import { HEAD_SHA, type Harness, row, startHarness } from "./harness.ts";
import { context, respond } from "./scripted-github.ts";
import { type ScriptedRequest, scriptedOctokit } from "./scripted-octokit.ts";

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

test.each([
  ["building", "pending"],
  ["ready", "success"],
  ["failed", "failure"],
  ["canceled", "error"],
  ["timed_out", "error"],
  ["interrupted", "error"],
])("the commit of a preview that is %s has the status %s where there are no deployments", async (status, state) => {
  const sent: ScriptedRequest[] = [];
  const github = scriptedOctokit((request) => {
    sent.push(request);
    return respond(201, {});
  });
  await createRecordWriter()(
    { ...github, forge: "gitea" },
    {
      opening: { sha: HEAD_SHA, environment: "preview", siteId: "site-a", runId: 100, runAttempt: 1 },
      row: row({ status }),
    },
    context(),
  );
  expect(sent.map(({ body }) => body)).toMatchObject([{ state }]);
});

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
    expect(await setRecordStatus(on.github, recordId, state, on.context)).toMatchObject({
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
    await setRecordStatus(on.github, recordId, state, on.context);
    const [sent] = on.standIn.deployments[0]?.statuses ?? [];
    expect(sent).toMatchObject({ state: "failure", environmentUrl: "" });
    expect(sent?.description).toBe(`a ${"word ".repeat(26).trimEnd()}…`);
    expect(on.standIn.violations).toEqual([]);
  });

  test("tries again on 5xx, three times in all", async () => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: {}, times: Infinity, response: { status: 503, body: { message: "later" } } });
    expect(await setRecordStatus(on.github, 1, { state: "success" }, on.context)).toMatchObject({
      kind: "failed",
    });
    expect(on.takeRequests()).toHaveLength(3);
  });
});

async function openRecordAt(on: Harness, state: RecordState["state"], changes: Partial<RecordOpening> = {}) {
  const opened = await openRecord(on.github, opening(on, changes), on.context);
  if (opened.kind !== "done") throw new Error(opened.reason);
  await setRecordStatus(on.github, opened.recordId, { state }, on.context);
  return opened.recordId;
}

/** Adds copies of the record that was opened last. @returns Their ids. */
function copyNewest({ standIn }: Harness, count: number): number[] {
  const newest = standIn.deployments.at(-1);
  if (newest === undefined) throw new Error("There is no record.");
  const copies = Array.from({ length: count }, () => ({ ...newest, id: standIn.state.nextId() }));
  standIn.deployments.push(...copies.map((copy) => ({ ...copy, statuses: [...newest.statuses] })));
  return copies.map(({ id }) => id);
}

describe("retireEarlier", () => {
  /** Ends a run of the same pull request or branch as successful. */
  async function end(on: Harness, changes: Partial<RecordOpening> = {}) {
    const recordId = await openRecordAt(on, "success", changes);
    return retireEarlier(on.github, { recordId, opening: opening(on, changes) }, on.context);
  }

  test.each(["failure", "inactive"] as const)(
    "finds the successful one behind a run in between that ended as %s",
    async (between) => {
      await using on = await startHarness();
      await openRecordAt(on, "success", { runId: 1 });
      await openRecordAt(on, between, { runId: 2 });
      expect(await end(on, { runId: 3 })).toBeUndefined();
      expect(states(on)).toEqual(["inactive", between, "success"]);
    },
  );

  test("retires ours when a newer run was first", async () => {
    await using on = await startHarness();
    const older = await openRecordAt(on, "in_progress", { runId: 1 });
    expect(await end(on, { runId: 2 })).toBeUndefined();
    await setRecordStatus(on.github, older, { state: "success" }, on.context);
    await retireEarlier(on.github, { recordId: older, opening: opening(on, { runId: 1 }) }, on.context);
    expect(states(on)).toEqual(["inactive", "success"]);
  });

  test("leaves one of two twin jobs", async () => {
    await using on = await startHarness();
    const twins = [await openRecordAt(on, "success"), await openRecordAt(on, "success")];
    await Promise.all(
      twins.map((recordId) => retireEarlier(on.github, { recordId, opening: opening(on) }, on.context)),
    );
    expect(states(on)).toEqual(["inactive", "success"]);
  });

  test("follows a branch as long as it has no pull request, and the push before its pull request", async () => {
    await using on = await startHarness();
    const push = { pullNumber: undefined, branch: "spring" };
    await openRecordAt(on, "success", { ...push, runId: 1 });
    await openRecordAt(on, "success", { ...push, branch: "summer", runId: 2 });
    await openRecordAt(on, "success", { ...push, branch: undefined, runId: 3 });
    await end(on, { ...push, runId: 4 });
    expect(states(on)).toEqual(["inactive", "success", "success", "success"]);
    await end(on, { branch: "spring", runId: 5 });
    expect(states(on)).toEqual(["inactive", "success", "success", "inactive", "success"]);
  });

  test("leaves other sites, pull requests and environments alone", async () => {
    await using on = await startHarness();
    await openRecordAt(on, "success", { siteId: "site-b" });
    await openRecordAt(on, "success", { pullNumber: 99, branch: "spring" });
    await openRecordAt(on, "success", { environment: "staging" });
    await end(on, { branch: "spring" });
    expect(states(on)).toEqual(["success", "success", "success", "success"]);
  });

  test("stops at what was retired before, however long the history is", async () => {
    await using on = await startHarness();
    for (let runId = 1; runId <= 12; runId += 1) await end(on, { runId });
    on.takeRequests();
    await end(on, { runId: 13 });
    expect(on.takeRequests().filter((request) => request === "GET list-deployment-statuses")).toHaveLength(5);
    expect(states(on).filter((state) => state === "success")).toHaveLength(1);
  });
});

describe("findPullRecords", () => {
  test("finds those of a pull request, of every site and behind a hundred others, with who opened them", async () => {
    await using on = await startHarness();
    const first = await openRecordAt(on, "success");
    const second = await openRecordAt(on, "success", { siteId: "site-b" });
    await openRecord(on.github, opening(on, { pullNumber: 120 }), on.context);
    copyNewest(on, 104);
    const of = { environment: "preview", pullNumber: on.pullNumber, createdMs: Number.NaN };
    expect(await findPullRecords(on.github, of, on.context)).toEqual({
      kind: "done",
      recordIds: [second, first],
      creatorIds: [ACTIONS_BOT.id],
    });
    expect(on.standIn.violations).toEqual([]);
  });

  test("reads no further back than to the day the pull request was opened", async () => {
    await using on = await startHarness();
    await openRecord(on.github, opening(on, { pullNumber: 120 }), on.context);
    copyNewest(on, 104);
    on.takeRequests();
    const of = { environment: "preview", pullNumber: on.pullNumber, createdMs: Date.now() + 60_000 };
    await findPullRecords(on.github, of, on.context);
    expect(on.takeRequests()).toEqual(["GET list-deployments"]);
  });

  test("a failure is a value", async () => {
    await using on = await startHarness();
    const response = { status: 401, body: { message: "Bad credentials" } };
    on.standIn.faults.push({ match: {}, times: Infinity, response });
    const of = { environment: "preview", pullNumber: on.pullNumber, createdMs: Number.NaN };
    expect(await findPullRecords(on.github, of, on.context)).toMatchObject({ kind: "failed", status: 401 });
  });
});

describe("retireRecords", () => {
  test("turns those inactive that are not; one that is gone is no failure", async () => {
    await using on = await startHarness();
    const recordIds = [await openRecordAt(on, "failure"), await openRecordAt(on, "inactive", { siteId: "b" }), 987_654];
    expect(await retireRecords(on.github, recordIds, on.context)).toMatchObject({
      retired: 1,
      left: undefined,
    });
    expect(on.standIn.deployments.map(({ statuses }) => statuses.length)).toEqual([2, 1]);
  });

  test("goes on after one that GitHub refuses, and says which were left", async () => {
    await using on = await startHarness();
    const recordIds = [await openRecordAt(on, "success"), ...copyNewest(on, 30)];
    const path = new RegExp(`/deployments/${recordIds[2]}/statuses`);
    const response = { status: 422, body: { message: "Validation Failed" } };
    on.standIn.faults.push({ match: { method: "POST", path }, response });
    const outcome = await retireRecords(on.github, recordIds, on.context);
    expect(outcome).toMatchObject({ retired: 30, left: { count: 1, failure: { status: 422 } } });
    expect(states(on).filter((state) => state === "success")).toHaveLength(1);
  });

  test("ends where every one would be refused, and counts them all", async () => {
    await using on = await startHarness();
    const recordIds = Array.from({ length: 31 }, (_, index) => index + 1);
    const response = { status: 403, body: { message: "Resource not accessible by integration" } };
    on.standIn.faults.push({ match: {}, times: Infinity, response });
    const outcome = await retireRecords(on.github, recordIds, on.context);
    expect(outcome).toMatchObject({ retired: 0, left: { count: 31, failure: { status: 403 } } });
    expect(on.takeRequests().length).toBeLessThanOrEqual(5);
  });
});
