import { afterEach, describe, expect, test } from "vitest";
import { accepting, errorReply, RECORD, type Script, scriptedService } from "./scripted-service.ts";
import { type Harness, startHarness, TOKEN } from "./harness.ts";

const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });
const UNEXPECTED: Script = () => errorReply(500, "internal_error", "no request was expected");
const HEAD = "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";

const open: AsyncDisposable[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one[Symbol.asyncDispose]();
});

/** A scripted service and a GitHub with one pull request. */
async function startWith(script: Script, inputs: Readonly<Record<string, string>> = {}) {
  const service = await scriptedService(script);
  const base = { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId };
  const harness = await startHarness({ ...base, ...inputs });
  open.push(service, harness);
  return { service, harness };
}

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
  const { service, harness } = await startWith(UNEXPECTED);
  const run = await harness.preview({ inputs: { "base-url": "https://deploy:hunter2-secret@service.example" } });
  expect(run.outputs).toMatchObject({ status: "refused", "error-code": "invalid_input" });
  const written = JSON.stringify([run.stdoutLines, run.annotations, run.summary, run.outputs]);
  expect(written).toContain("Input 'base-url' is '");
  expect(written).not.toContain("hunter2");
  expect(service.seen).toEqual([]);
});

describe("the input commit-sha", () => {
  test("of zeros, which GitHub gives for a deleted branch, deploys nothing", async () => {
    const { service, harness } = await startWith(UNEXPECTED);
    const run = await harness.preview({ inputs: { "commit-sha": "0".repeat(40) } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("skipped");
    expect(service.seen).toEqual([]);
  });

  test("as a short id of the run's own commit gives the deployment of the whole one", async () => {
    const { service, harness } = await startWith(READY);
    await harness.preview();
    await harness.preview({ inputs: { "commit-sha": HEAD.slice(0, 8) } });
    const posts = service.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/deploy"));
    expect(posts).toHaveLength(2);
    expect(posts[1]?.body).toBe(posts[0]?.body);
    expect(posts[1]?.headers["idempotency-key"]).toBe(posts[0]?.headers["idempotency-key"]);
  });
});

describe("a comment event", () => {
  test("whose pull request GitHub refuses to show fails with GitHub's words and the permissions", async () => {
    const { service, harness } = await startWith(UNEXPECTED);
    const response = { status: 403, body: { message: "Resource not accessible by integration" } };
    harness.github.faults.push({ match: { operation: "pulls/get" }, times: Infinity, response });
    const run = await harness.preview({ event: commentEvent(harness) });
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "refused", "error-code": "head_commit_unknown" });
    const [error] = run.annotations.filter(({ kind }) => kind === "error");
    expect(error?.message).toContain("GitHub responded with 403");
    expect(error?.message).toContain("pull-requests: write");
    expect(service.seen).toEqual([]);
  });
});

test("a build error whose code is longer than any is cut", async () => {
  const { harness } = await startWith(
    accepting({ status: "failed", error: { code: "c".repeat(5000), message: "no" } }),
  );
  const run = await harness.preview();
  expect(run.outputs["error-code"]).toBe("c".repeat(100));
});

test("a server without deployments is told from a token without rights", async () => {
  const { harness } = await startWith(READY);
  const response = { status: 404, body: { message: "404 page not found" } };
  harness.github.faults.push({ match: { path: /\/deployments/ }, times: Infinity, response });
  const run = await harness.preview();
  expect(run.outputs["status"]).toBe("ready");
  const warnings = run.annotations.filter(({ kind }) => kind === "warning").map(({ message }) => message);
  expect(warnings).toEqual([expect.stringContaining("or set 'deployment-record: false'")]);
});
