import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { OUTSIDER } from "../../packages/testkit/github/users.ts";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { PULL_NUMBER, type ReleaseStage, setReleaseStage } from "./production-stage.ts";

let stage: ReleaseStage;

beforeAll(async () => {
  stage = await setReleaseStage();
}, 60_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});
beforeEach(() => {
  const pull = thePull();
  pull.state = "open";
  pull.mergedAt = null;
});

function thePull() {
  const pull = stage.github.state.pulls.find((one) => one.number === PULL_NUMBER);
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  return pull;
}

/** Runs the close action; the service's inputs do not exist for it. */
function close(inputs: Readonly<Record<string, string>> = {}): Promise<ActionResult> {
  const event = pullRequestEvent(stage.github, thePull(), "closed");
  return stage.production({
    actionYml: "close/action.yml",
    event,
    inputs: { "base-url": "", token: "", site: "", ...inputs },
  });
}

function statesOf(id: string): readonly string[] {
  return stage.github.deployments.find((one) => String(one.id) === id)?.statuses.map(({ state }) => state) ?? [];
}

describe("a pull request that closes", () => {
  test("has rows that say so and deployments that turn inactive, and the service is not asked", async () => {
    stage.push("Closing");
    const preview = await stage.preview();
    const recordId = preview.outputs["github-deployment-id"] ?? "";
    expect(statesOf(recordId)).toContain("success");
    stage.squash();
    const closed = await close();
    expect(closed.exitCode).toBe(0);
    expect(closed.outputs).toMatchObject({
      status: "closed",
      retired: "1",
      "comment-id": preview.outputs["comment-id"],
    });
    expect(statesOf(recordId)).toContain("inactive");
    const comment = stage.github.comments.find(({ id }) => String(id) === preview.outputs["comment-id"]);
    expect(comment?.body).toContain("Closed");
    expect(stage.github.violations).toEqual([]);
  });

  test("can be closed again without a second comment", async () => {
    stage.squash();
    const before = stage.github.comments.length;
    expect((await close()).outputs).toMatchObject({ status: "closed" });
    expect(stage.github.comments.length).toBe(before);
  });

  test("leaves another person's comment with our marker as it is", async () => {
    const body = stage.github.comments.map((comment) => comment.body).join("\n");
    const forged = stage.github.writeComment({ issueNumber: PULL_NUMBER, author: OUTSIDER, body });
    stage.squash();
    await close();
    expect(forged.body).toBe(body);
  });

  test("without a comment still has its deployments turned inactive", async () => {
    stage.push("Records alone");
    const preview = await stage.preview({ inputs: { comment: "off" } });
    stage.squash();
    await close({ comment: "off" });
    expect(statesOf(preview.outputs["github-deployment-id"] ?? "")).toContain("inactive");
  });

  test("is told of what GitHub refuses in a warning, and the job passes", async () => {
    stage.squash();
    const answer = { status: 403, body: { message: "Resource not accessible by integration" } };
    stage.github.faults.push({ match: {}, times: 100, answer });
    const closed = await close();
    stage.github.faults.length = 0;
    expect(closed.exitCode).toBe(0);
    expect(closed.annotations.some(({ kind }) => kind === "warning")).toBe(true);
  });
});

test("a pull request that is open is left alone", async () => {
  expect((await close()).outputs).toMatchObject({ status: "skipped" });
});
