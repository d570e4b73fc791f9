import { describe, expect, test } from "vitest";
import { type Harness, HEAD_SHA, messagesOf, startScripted } from "./harness.ts";
import { accepting, READY, UNEXPECTED } from "./scripted-service.ts";

/** A comment on the pull request, whose event names no commit. */
function commentEvent(harness: Harness) {
  const repository = harness.github.repositoryPayload();
  const issue = { number: 7, pull_request: { url: "https://api.github.test/pulls/7" } };
  return {
    name: "issue_comment",
    payload: { action: "created", issue, comment: { id: 1, body: "/preview" }, repository },
  };
}

test("a password in a URL is refused and appears nowhere", async () => {
  await using harness = await startScripted(UNEXPECTED);
  const run = await harness.preview({ inputs: { "base-url": "https://deploy:hunter2-secret@service.example" } });
  expect(run.outputs).toMatchObject({ status: "refused", "error-code": "invalid_input" });
  const written = JSON.stringify([run.stdoutLines, run.annotations, run.summary, run.outputs]);
  expect(written).toContain("Input 'base-url' is '");
  expect(written).not.toContain("hunter2");
  expect(harness.service.seen).toEqual([]);
});

describe("the input commit-sha", () => {
  test("of zeros, which GitHub gives for a deleted branch, deploys nothing", async () => {
    await using harness = await startScripted(UNEXPECTED);
    const run = await harness.preview({ inputs: { "commit-sha": "0".repeat(40) } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("skipped");
    expect(harness.service.seen).toEqual([]);
  });

  test("as a short id of the run's own commit gives the deployment of the whole one", async () => {
    await using harness = await startScripted(READY);
    await harness.preview();
    await harness.preview({ inputs: { "commit-sha": HEAD_SHA.slice(0, 8) } });
    const posts = harness.service.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/deploy"));
    expect(posts).toHaveLength(2);
    expect(posts[1]?.body).toBe(posts[0]?.body);
    expect(posts[1]?.headers["idempotency-key"]).toBe(posts[0]?.headers["idempotency-key"]);
  });
});

describe("a comment event", () => {
  test("whose pull request GitHub refuses to show fails with GitHub's words and the permissions", async () => {
    await using harness = await startScripted(UNEXPECTED);
    const response = { status: 403, body: { message: "Resource not accessible by integration" } };
    harness.github.faults.push({ match: { operation: "pulls/get" }, times: Infinity, response });
    const run = await harness.preview({ event: commentEvent(harness) });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "refused", "error-code": "head_commit_unknown" });
    const [error] = messagesOf(run, "error");
    expect(error).toContain("GitHub responded with 403");
    expect(error).toContain("pull-requests: write");
    expect(harness.service.seen).toEqual([]);
  });
});

test("a build error whose code is longer than any is cut", async () => {
  await using harness = await startScripted(
    accepting({ status: "failed", error: { code: "c".repeat(5000), message: "no" } }),
  );
  const run = await harness.preview();
  expect(run.outputs["error-code"]).toBe("c".repeat(100));
});

test("a server without deployments is distinguished from a token without rights", async () => {
  await using harness = await startScripted(READY);
  const response = { status: 404, body: { message: "404 page not found" } };
  harness.github.faults.push({ match: { path: /\/deployments/ }, times: Infinity, response });
  const run = await harness.preview();
  expect(run.outputs["status"]).toBe("ready");
  expect(messagesOf(run, "warning")).toEqual([expect.stringContaining("or set 'deployment-record: false'")]);
});
