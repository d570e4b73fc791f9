import { describe, expect, test } from "vitest";
import { SAMPLE_REPOSITORY } from "../../packages/testkit/github/state.ts";
import { OUTSIDER } from "../../packages/testkit/github/users.ts";
import { findPull } from "../../src/github/pull.ts";
import { type Trigger, readTrigger } from "../../src/github/trigger.ts";
import { environment, sample } from "./events.ts";
import { BRANCH, HEAD_SHA, startHarness } from "./harness.ts";

const HOME = { GITHUB_REPOSITORY: "lantern-theatre/website", GITHUB_REPOSITORY_ID: String(SAMPLE_REPOSITORY.id) };
const FORK = { ...SAMPLE_REPOSITORY, id: 555, owner: OUTSIDER, fork: true };

function pushed(sha: string, branch: string): Trigger {
  const payload = sample("push.branch", {
    after: sha,
    ref: `refs/heads/${branch}`,
    "repository.id": SAMPLE_REPOSITORY.id,
  });
  return readTrigger(environment({ ...HOME, GITHUB_EVENT_NAME: "push" }), payload);
}

function ended(changes: Parameters<typeof sample>[1]): Trigger {
  const payload = sample("workflow_run.completed", { "repository.id": SAMPLE_REPOSITORY.id, ...changes });
  return readTrigger(environment({ ...HOME, GITHUB_EVENT_NAME: "workflow_run" }), payload);
}

function ofFork(sha: string): Trigger {
  return ended({
    "workflow_run.head_sha": sha,
    "workflow_run.head_branch": "patch-1",
    "workflow_run.head_repository.id": FORK.id,
    "workflow_run.head_repository.owner.login": OUTSIDER.login,
  });
}

function withPull(pull: Trigger["pull"]): Trigger {
  return { ...pushed(HEAD_SHA, BRANCH), pull };
}

describe("findPull", () => {
  test("requests nothing when the payload names it", async () => {
    await using on = await startHarness();
    const trigger = readTrigger(environment(), sample("pull_request.opened"));
    expect(await findPull(on.github, trigger, on.context)).toMatchObject({ kind: "found", pull: { number: 2 } });
    expect(await findPull(on.github, trigger, { ...on.context, pullNumber: 2 })).toMatchObject({ pull: { number: 2 } });
    expect(on.takeRequests()).toEqual([]);
  });

  test("finds the open one of a pushed branch by head and commit, in one request", async () => {
    await using on = await startHarness();
    const found = await findPull(on.github, pushed(HEAD_SHA, BRANCH), on.context);
    expect(found).toMatchObject({
      kind: "found",
      pull: { number: 12, fork: false, headSha: HEAD_SHA, headBranch: BRANCH },
    });
    expect(on.takeRequests()).toEqual(["GET list"]);
    expect(on.standIn.violations).toEqual([]);
  });

  test("a commit that is no longer the head finds none", async () => {
    await using on = await startHarness();
    const found = await findPull(on.github, pushed("ab".repeat(20), BRANCH), on.context);
    expect(found).toEqual({ kind: "none", reason: "No open pull request has abababa as its head." });
    expect(on.takeRequests()).toEqual(["GET list", "GET list-pull-requests-associated-with-commit"]);
  });

  test("finds the one of a fork by the fork's branch, with no look at the commit", async () => {
    await using on = await startHarness();
    const sha = "cd".repeat(20);
    on.standIn.openPull({ number: 40, headRef: "patch-1", headSha: sha, headRepository: FORK });
    expect(await findPull(on.github, ofFork(sha), on.context)).toMatchObject({
      kind: "found",
      pull: { number: 40, fork: true },
    });
    expect(await findPull(on.github, ofFork("ef".repeat(20)), on.context)).toMatchObject({ kind: "none" });
    expect(on.takeRequests()).toEqual(["GET list", "GET list"]);
  });

  test("a number that a fork's run claims counts only with its commit", async () => {
    await using on = await startHarness();
    const claimed = await findPull(on.github, ofFork("cd".repeat(20)), { ...on.context, pullNumber: 12 });
    expect(claimed).toEqual({ kind: "none", reason: "The head of pull request 12 is not the commit of this run." });
  });

  test("a number that a person gave counts by itself", async () => {
    await using on = await startHarness();
    const given = await findPull(on.github, pushed("ab".repeat(20), "main"), { ...on.context, pullNumber: 12 });
    expect(given).toMatchObject({ kind: "found", pull: { number: 12 } });
  });

  test("a number without a head is read, and one that does not exist is none", async () => {
    await using on = await startHarness();
    expect(await findPull(on.github, withPull({ kind: "number", number: 12 }), on.context)).toMatchObject({
      kind: "found",
      pull: { headSha: HEAD_SHA, headBranch: BRANCH, state: "open" },
    });
    expect(await findPull(on.github, withPull({ kind: "number", number: 13 }), on.context)).toEqual({
      kind: "none",
      reason: "There is no pull request 13.",
    });
  });

  test("an event without a pull request finds none", async () => {
    await using on = await startHarness();
    expect(await findPull(on.github, withPull(null), on.context)).toMatchObject({ kind: "none" });
  });

  test.each([
    [
      { status: 401, body: { message: "Bad credentials" } },
      { kind: "failed", status: 401 },
    ],
    [{ status: 200, body: { not: "a list" } }, { kind: "none" }],
  ])("%j is a value", async (response, outcome) => {
    await using on = await startHarness();
    on.standIn.faults.push({ match: {}, response });
    expect(await findPull(on.github, pushed("ab".repeat(20), BRANCH), on.context)).toMatchObject(outcome);
  });
});
