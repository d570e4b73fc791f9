import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { OUTSIDER } from "../../packages/testkit/github/users.ts";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { PULL_NUMBER, type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";

let harness: ReleaseHarness;

beforeAll(async () => {
  harness = await startReleaseHarness();
}, 60_000);
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});
beforeEach(() => {
  const pull = thePull();
  pull.state = "open";
  pull.mergedAt = null;
});

function thePull() {
  const pull = harness.github.state.pulls.find((one) => one.number === PULL_NUMBER);
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  return pull;
}

/** Runs the close action, which has no inputs about a service. */
function close(inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> {
  const event = pullRequestEvent(harness.github, thePull(), "closed");
  return harness.production({
    actionYml: "close/action.yml",
    event,
    inputs: { "base-url": "", token: "", site: "", ...inputs },
  });
}

function statesOf(id: string): readonly string[] {
  return harness.github.deployments.find((one) => String(one.id) === id)?.statuses.map(({ state }) => state) ?? [];
}

describe("a pull request that closes", () => {
  test("has its rows marked as closed and its deployments set to inactive", async () => {
    harness.push("Closing");
    const preview = await harness.preview();
    const recordId = preview.outputs["github-deployment-id"] ?? "";
    expect(statesOf(recordId)).toContain("success");
    harness.squash();
    const closed = await close();
    expect(closed.exitCode).toBe(0);
    expect(closed.outputs).toMatchObject({
      status: "closed",
      retired: "1",
      "comment-id": preview.outputs["comment-id"],
    });
    expect(statesOf(recordId)).toContain("inactive");
    const comment = harness.github.comments.find(({ id }) => String(id) === preview.outputs["comment-id"]);
    expect(comment?.body).toContain("Closed");
    expect(harness.github.violations).toEqual([]);
  });

  test("can be closed again without a second comment", async () => {
    harness.squash();
    const before = harness.github.comments.length;
    expect((await close()).outputs).toMatchObject({ status: "closed" });
    expect(harness.github.comments.length).toBe(before);
  });

  test("does not touch the comment of another user with our marker", async () => {
    const body = harness.github.comments.map((comment) => comment.body).join("\n");
    const forged = harness.github.writeComment({ issueNumber: PULL_NUMBER, author: OUTSIDER, body });
    harness.squash();
    await close();
    expect(forged.body).toBe(body);
  });

  test("without a comment still has its deployments set to inactive", async () => {
    harness.push("Records alone");
    const preview = await harness.preview({ inputs: { comment: "off" } });
    harness.squash();
    await close({ comment: "off" });
    expect(statesOf(preview.outputs["github-deployment-id"] ?? "")).toContain("inactive");
  });

  test("whose requests GitHub refuses is a warning, and the job passes", async () => {
    harness.squash();
    const response = { status: 403, body: { message: "Resource not accessible by integration" } };
    harness.github.faults.push({ match: {}, times: 100, response });
    const closed = await close();
    harness.github.faults.length = 0;
    expect(closed.exitCode).toBe(0);
    expect(closed.annotations.some(({ kind }) => kind === "warning")).toBe(true);
  });
});

test("a pull request that is open is left alone", async () => {
  expect((await close()).outputs).toMatchObject({ status: "skipped" });
});
