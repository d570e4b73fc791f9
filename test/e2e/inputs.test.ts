import { describe, expect, test } from "vitest";
import { ERRORS } from "../../packages/contract/index.ts";
import { startHarness, startScripted } from "./harness.ts";
import { errorReply, READY, RECORD, UNEXPECTED } from "./scripted-service.ts";

test("wrong inputs are one error with a sentence for each, and nothing is sent", async () => {
  const wrong = { "base-url": "http://service.example", token: "hunter2", site: "Docs!" };
  await using harness = await startScripted(UNEXPECTED, wrong);
  const run = await harness.preview();
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toEqual({ status: "refused", "error-code": "invalid_input" });
  expect(run.annotations).toHaveLength(1);
  expect(run.annotations[0]).toMatchObject({ kind: "error", title: "Deployment refused" });
  const message = run.annotations[0]?.message ?? "";
  expect(message).toContain("Input 'base-url' is 'http://service.example': write an https URL");
  expect(message).toContain("Input 'token' is not shown here: write ");
  expect(message).toContain("Input 'site' is 'Docs!': write ");
  expect(run.summary).toContain("invalid");
  expect([...harness.service.seen, ...harness.github.requests]).toEqual([]);
});

describe("dry-run", () => {
  test("prints request, key, pull request and comment, and sends nothing", async () => {
    await using harness = await startScripted(UNEXPECTED, { "dry-run": "true" });
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "skipped" });
    const log = run.stdoutLines.join("\n");
    expect(log).toContain(`Request: POST ${harness.service.baseUrl}/sites/${RECORD.siteId}/deploy`);
    expect(log).toMatch(/Idempotency-Key: [0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(log).toContain("Pull request: #7");
    expect(log).toContain("greenroom:comment");
    expect([...harness.service.seen, ...harness.github.requests]).toEqual([]);
  });
});

test("a run that wants no link and nothing on GitHub asks for neither", async () => {
  const off = { approval: "off", review: "off", comment: "off", "deployment-record": "false" };
  await using harness = await startScripted(READY, off);
  expect((await harness.preview()).outputs["status"]).toBe("ready");
  expect(harness.service.seen.map(({ path }) => path)).not.toContain("/mcp");
  expect(harness.github.requests).toEqual([]);
});

describe("a pull request without secrets", () => {
  test("is skipped with one notice that says why, and what to do", async () => {
    await using harness = await startHarness({ "base-url": "https://service.example", token: "", site: "docs" });
    const run = await harness.preview({ context: { actor: "dependabot[bot]" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toEqual({ status: "skipped" });
    expect(run.annotations).toHaveLength(1);
    expect(run.annotations[0]).toMatchObject({
      kind: "notice",
      message: expect.stringContaining("Dependabot secrets"),
    });
  });
});

describe("an error of the service", () => {
  test.each([
    ["unauthenticated", "The token is unknown"],
    ["build_quota_exceeded", "2 builds are running"],
  ] as const)("%s is shown with its message and hint, after one request", async (code, message) => {
    await using harness = await startScripted(() => errorReply(ERRORS[code].status, code, message));
    const run = await harness.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "refused", "error-code": code });
    expect(run.annotations).toContainEqual(
      expect.objectContaining({
        kind: "error",
        message: expect.stringContaining(`${code}: ${message}. ${ERRORS[code].hint}`),
      }),
    );
    expect(run.summary).toContain("Deployment refused");
    expect(harness.service.seen).toHaveLength(1);
  });
});
