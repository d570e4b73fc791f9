import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { type GithubUser, OUTSIDER, REVIEWER } from "../../packages/testkit/github/users.ts";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { messagesOf } from "./harness.ts";
import { PULL_NUMBER, pullOf, type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";

let harness: ReleaseHarness;

beforeAll(async () => {
  harness = await startReleaseHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});
beforeEach(() => {
  const pull = pullOf(harness);
  pull.state = "open";
  pull.mergedAt = null;
});

/** Runs the close action, without a service unless it is given. */
function close(inputs: Readonly<Record<string, string>> = {}, token = harness.github.token): Promise<ActionResult> {
  const event = pullRequestEvent(harness.github, pullOf(harness), "closed");
  return harness.production({
    actionYml: "close/action.yml",
    event,
    context: { token },
    inputs: { "base-url": "", token: "", site: "", ...inputs },
  });
}

function service(): Readonly<Record<string, string>> {
  const { baseUrl, seed, siteId } = harness.instance;
  return { "base-url": baseUrl, token: seed.tokens.pat, site: siteId };
}

function bodyOf(preview: ActionResult): string {
  return harness.github.comments.find(({ id }) => String(id) === preview.outputs["comment-id"])?.body ?? "";
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

  test("has its previews removed by the service that it is given, after the time of grace", async () => {
    harness.push("Removed later");
    const deploymentId = (await harness.preview()).outputs["deployment-id"] ?? "";
    harness.squash();
    const closed = await close(service());
    expect([closed.exitCode, closed.outputs["status"]]).toEqual([0, "closed"]);
    const { db } = harness.instance.context;
    const { pull_request_number: number } = await db
      .selectFrom("deployments")
      .select("pull_request_number")
      .where("id", "=", deploymentId)
      .executeTakeFirstOrThrow();
    expect(number).toBe(PULL_NUMBER);
    const noted = await db.selectFrom("closed_pull_requests").selectAll().execute();
    expect(noted).toMatchObject([{ number: PULL_NUMBER, remove_at: closed.outputs["remove-at"] }]);
    // The same again changes nothing, and the pull request that opens again keeps its previews.
    expect((await close(service())).outputs["remove-at"]).toBe(closed.outputs["remove-at"]);
    pullOf(harness).state = "open";
    await harness.preview();
    expect(await db.selectFrom("closed_pull_requests").selectAll().execute()).toEqual([]);
  });

  test("passes with a warning at a service that does not know the token", async () => {
    harness.squash();
    const closed = await close({ ...service(), token: `sk_test_${"0".repeat(43)}` });
    expect([closed.exitCode, closed.outputs["status"], closed.outputs["remove-at"]]).toEqual([0, "closed", undefined]);
    const warnings = messagesOf(closed, "warning");
    expect(warnings).toEqual([expect.stringContaining("unauthenticated")]);
    expect(warnings[0]).toContain("Re-run this job; until then the previews stay, unless the site lets them expire.");
  });

  test.each([
    ["the run has no token, as that of a fork", { token: "" }],
    ["the workflow does not want it", { "remove-previews": "false" }],
  ])("asks no service when %s", async (_why, inputs) => {
    harness.squash();
    const closed = await close({ ...service(), ...inputs });
    expect([closed.exitCode, closed.outputs["status"]]).toEqual([0, "closed"]);
    expect(messagesOf(closed, "warning")).toEqual([]);
    expect(await harness.instance.context.db.selectFrom("closed_pull_requests").selectAll().execute()).toEqual([]);
  });

  test.each<[string, GithubUser]>([
    ["an app", { login: "previews-app[bot]", id: 208_113_907, type: "Bot" }],
    ["a person", REVIEWER],
  ])("has the comment that %s wrote marked as closed, by the workflow's own token", async (_who, author) => {
    const group = `by-${author.id}`;
    harness.push(`Written by ${author.login}`);
    const token = harness.github.issueToken(author);
    const preview = await harness.preview({ context: { token }, inputs: { "comment-group": group } });
    const body = bodyOf(preview);
    expect(body).toContain("Ready");
    const forged = harness.github.writeComment({ issueNumber: PULL_NUMBER, author: OUTSIDER, body });
    harness.squash();
    const closed = await close({ "comment-group": group });
    expect(closed.outputs).toMatchObject({ status: "closed", "comment-id": preview.outputs["comment-id"] });
    expect(bodyOf(preview)).toContain("Closed");
    expect(bodyOf(preview)).not.toContain("/approvals/");
    expect(forged.body).toBe(body);
    expect(harness.github.violations).toEqual([]);
  });

  test("without records has the comment of a person marked as closed by the same person's token", async () => {
    harness.push("Comment alone");
    const token = harness.github.issueToken(REVIEWER);
    const inputs = { "comment-group": "alone", "deployment-record": "false" };
    const preview = await harness.preview({ context: { token }, inputs });
    harness.squash();
    const closed = await close(inputs, token);
    expect(closed.outputs["comment-id"]).toBe(preview.outputs["comment-id"]);
    expect(bodyOf(preview)).toContain("Closed");
    expect(harness.github.violations).toEqual([]);
  });

  test("whose comment nobody can vouch for is left as it is, with a warning that says whose it is", async () => {
    const body = "<!-- greenroom:comment previews-of-nobody -->\nReady";
    const forged = harness.github.writeComment({ issueNumber: PULL_NUMBER, author: OUTSIDER, body });
    harness.squash();
    const closed = await close({ "comment-group": "previews-of-nobody" });
    expect(forged.body).toBe(body);
    const warnings = messagesOf(closed, "warning");
    expect(warnings).toEqual([expect.stringContaining(`comment of ${OUTSIDER.login} on this pull request was left`)]);
  });

  test("without a comment still has its deployments set to inactive", async () => {
    harness.push("Records alone");
    const preview = await harness.preview({ inputs: { comment: "off" } });
    harness.squash();
    await close({ comment: "off" });
    expect(statesOf(preview.outputs["github-deployment-id"] ?? "")).toContain("inactive");
  });

  test("passes with a warning that counts the records that GitHub refuses to set to inactive", async () => {
    harness.push("Refused");
    const preview = await harness.preview({ inputs: { comment: "off" } });
    const path = new RegExp(`/deployments/${preview.outputs["github-deployment-id"]}/statuses`);
    const response = { status: 422, body: { message: "Validation Failed" } };
    harness.github.faults.push({ match: { method: "POST", path }, response });
    harness.squash();
    const closed = await close({ comment: "off" });
    expect([closed.exitCode, closed.outputs["retired"]]).toEqual([0, "0"]);
    const warnings = messagesOf(closed, "warning");
    expect(warnings).toEqual([expect.stringMatching(/^1 of \d+ deployment records may still be active\..*422/)]);
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

test("a wrong input is refused before anything is sent, as the other actions refuse it", async () => {
  const requests = harness.github.requests.length;
  const refused = await close({ comment: "perhaps" });
  expect(refused.exitCode).toBe(1);
  expect(refused.outputs).toEqual({ status: "refused", "error-code": "invalid_input" });
  expect(refused.summary).toContain("Input 'comment' is 'perhaps'");
  expect(harness.github.requests).toHaveLength(requests);
});
