import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import { ORGANIZATION, OUTSIDER, REVIEWER } from "../../packages/testkit/github/users.ts";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { GITEA, GITEA_BOT } from "./gitea.ts";
import { messagesOf } from "./harness.ts";
import { PULL_NUMBER, pullOf, type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";
import { ENDLESS, RECORD, scriptedService } from "./scripted-service.ts";

let harness: ReleaseHarness;

beforeAll(async () => {
  harness = await startReleaseHarness({ forge: GITEA });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});

const warnings = (run: ActionResult) => messagesOf(run, "warning");
const ours = () => harness.github.comments.filter(({ author }) => author.id === GITEA_BOT.id);
const statusesOf = (sha: string) =>
  harness.github.state.statuses.filter((one) => one.sha === sha).map(({ state, context }) => [context, state]);

/** A request that Gitea does not have. */
const unknownRoutes = () =>
  harness.github.requests.filter(({ operation }) => operation === "").map(({ method, path }) => `${method} ${path}`);

describe("on Gitea and Forgejo, with the job's own token", () => {
  test("runs keep one comment, by the bot whose id is below zero, and warn of nothing", async () => {
    const sha = harness.push("One");
    const first = await harness.preview();
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
    // As a token left it that has been renewed since: only the account says whose it is.
    for (const comment of ours()) comment.body = comment.body.replace(/"proof":"[^"]*",/, "");
    const second = await harness.preview();
    harness.push("Two");
    const third = await harness.preview();
    expect([first, second, third].flatMap(warnings)).toEqual([]);
    expect(ours()).toHaveLength(1);
    const created = harness.github.requests.filter(({ operation }) => operation === "issues/create-comment");
    expect(created).toHaveLength(1);
    for (const run of [first, second, third]) {
      expect(run.outputs).toMatchObject({ status: "ready", "comment-id": String(ours()[0]?.id) });
      expect(run.outputs["github-deployment-id"]).toBeUndefined();
    }
    expect(ours()[0]?.body).toContain("✅ Ready");
    expect(statusesOf(sha).at(-1)).toEqual([`Greenroom preview (${harness.instance.siteId})`, "success"]);
    expect(harness.github.state.statuses.at(-1)?.targetUrl).toBe(third.outputs["preview-url"]);
    expect(unknownRoutes()).toEqual([]);
  });

  test("the comment is found among more than a page, and that of another account is left alone", async () => {
    const [own] = ours();
    const copied = own?.body ?? "";
    const forged = harness.github.writeComment({ issueNumber: PULL_NUMBER, author: OUTSIDER, body: copied });
    for (let n = 0; n < 120; n += 1) {
      harness.github.writeComment({ issueNumber: PULL_NUMBER, author: REVIEWER, body: `remark ${n}` });
    }
    const before = harness.github.requests.length;
    const run = await harness.preview();
    expect(run.outputs["comment-id"]).toBe(String(own?.id));
    expect(forged.body).toBe(copied);
    // The list has no pages: the second one is the first again.
    const lists = harness.github.requests.slice(before).filter(({ operation }) => operation === "issues/list-comments");
    expect(lists.length).toBeLessThanOrEqual(2);
    expect(ours()).toHaveLength(1);
    harness.github.state.comments.splice(0, Infinity, ...ours());
  });

  test("a failed build sets its status to failure, and a run that stops watching to error", async () => {
    const sha = harness.instance.commit({ "greenroom.json": '{ "buildCommand": "exit 3" }' }, "feature/autumn");
    pullOf(harness).head = { ...pullOf(harness).head, sha };
    const failed = await harness.preview();
    expect(failed.outputs["status"]).toBe("failed");
    expect(statusesOf(sha).at(-1)?.[1]).toBe("failure");
    const { description = "" } = harness.github.state.statuses.findLast((one) => one.sha === sha) ?? {};
    expect(description).toMatch(/^[A-Z][^\n]{10,139}$/);
    harness.instance.commit({ "greenroom.json": "{}" }, "feature/autumn");
    const next = harness.push("Slow");
    await using service = await scriptedService(ENDLESS);
    // A comment with two rows is read back after seconds.
    const slow = { "base-url": service.baseUrl, site: RECORD.siteId, "timeout-minutes": "0.1", comment: "off" };
    expect((await harness.preview({ inputs: slow })).outputs["status"]).toBe("timed_out");
    expect(statusesOf(next).at(-1)).toEqual([`Greenroom preview (${RECORD.siteId})`, "error"]);
  });

  test("a push finds its open pull request without a search by head, on whatever page it is", async () => {
    const sha = harness.push("Pushed");
    const { pulls } = harness.github.state;
    for (let number = 100; number < 170; number += 1) {
      harness.github.openPull({ number, headRef: `other/${number}`, headSha: String(number).padStart(40, "1") });
    }
    const payload = { ref: "refs/heads/feature/autumn", after: sha, repository: harness.github.repositoryPayload() };
    const run = await harness.preview({ event: { name: "push", payload } });
    expect(run.outputs["comment-id"]).toBe(String(ours()[0]?.id));
    const lonely = { ref: "refs/heads/lonely", after: harness.instance.commit({ "a.html": "a" }, "lonely") };
    const none = await harness.preview({ event: { name: "push", payload: { ...payload, ...lonely } } });
    expect(none.stdoutLines.join("\n")).toContain("No open pull request has");
    pulls.splice(0, Infinity, pullOf(harness));
    expect(unknownRoutes()).toEqual([]);
  });

  test("check-run: on says that statuses stand for it, and asks for no check run", async () => {
    const run = await harness.preview({ inputs: { "check-run": "on" } });
    expect(run.exitCode).toBe(0);
    expect(run.stdoutLines.join("\n")).toContain(
      "No check run was written: this server has none; the status of the commit shows the result.",
    );
    expect(warnings(run)).toEqual([]);
    expect(unknownRoutes()).toEqual([]);
  });

  test("a token that may not set statuses is one warning that names the permission, and the job passes", async () => {
    const token = harness.github.issueToken(GITEA_BOT, { "pull-requests": "write", contents: "read" });
    const run = await harness.preview({ context: { token } });
    expect(run.exitCode).toBe(0);
    expect(run.annotations.map(({ kind, title, message }) => `${kind} ${title}: ${message}`)).toEqual([
      expect.stringMatching(/^warning The Git server did not accept the commit status: .*'contents: write'/),
    ]);
    expect(run.outputs["comment-id"]).toBe(String(ours()[0]?.id));
    const without = await harness.preview({ context: { token }, inputs: { "deployment-record": "false" } });
    expect(warnings(without)).toEqual([]);
  });

  test("production finds the pull request of a squash merge, and shows the request on it and on the commit", async () => {
    harness.push("Reviewed");
    const preview = await harness.preview();
    const merged = harness.squash();
    const requested = await harness.production();
    expect(requested.exitCode, requested.stdoutLines.join("\n")).toBe(0);
    expect(requested.outputs).toMatchObject({
      status: "approval_pending",
      "source-deployment-id": preview.outputs["deployment-id"],
    });
    expect(warnings(requested)).toEqual([]);
    const commented = ours().find(({ id }) => String(id) === requested.outputs["comment-id"]);
    expect(commented?.issueNumber).toBe(PULL_NUMBER);
    const reviewed = preview.outputs["commit-sha"] ?? "";
    const context = `Greenroom production (${harness.instance.siteId})`;
    expect([...statusesOf(merged), ...statusesOf(reviewed)]).toContainEqual([context, "pending"]);
    expect(unknownRoutes()).toEqual([]);
  });

  test("closing marks the rows of the comment, asks for no deployments, and takes a person's token for what it is", async () => {
    const inputs = { "base-url": "", token: "", site: "" };
    const event = pullRequestEvent(harness.github, pullOf(harness), "closed");
    const closed = await harness.production({ actionYml: "close/action.yml", event, inputs });
    expect(closed.outputs).toMatchObject({ status: "closed", retired: "0", "comment-id": String(ours()[0]?.id) });
    expect(ours()[0]?.body).toContain("Closed");
    expect(warnings(closed)).toEqual([]);

    const body = ours()[0]?.body.replaceAll('"closed"', '"ready"') ?? "";
    const theirs = harness.github.writeComment({ issueNumber: PULL_NUMBER, author: ORGANIZATION, body });
    harness.github.state.comments.splice(0, harness.github.comments.length, theirs);
    const token = harness.github.issueToken(ORGANIZATION);
    const again = await harness.production({ actionYml: "close/action.yml", event, inputs, context: { token } });
    expect(again.outputs).toMatchObject({ status: "closed", "comment-id": String(theirs.id) });
    expect(unknownRoutes()).toEqual([]);
  });
});
