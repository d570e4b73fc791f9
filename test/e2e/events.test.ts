import { expect, test } from "vitest";
import { accepting, RECORD, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });
const SHA = "c0ffee5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";

test("a push deploys its commit and finds the open pull request of its branch", async () => {
  await using service = await scriptedService(READY);
  await using stage = await setStage(
    { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId },
    { sha: SHA, branch: "feature/push" },
  );
  const payload = {
    ref: "refs/heads/feature/push",
    after: SHA,
    deleted: false,
    repository: stage.github.repositoryPayload(),
  };
  const run = await stage.preview({ event: { name: "push", payload } });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(JSON.parse(service.seen[0]?.body ?? "")).toEqual({
    environment: "preview",
    commitSha: SHA,
    branch: "feature/push",
  });
  expect(stage.github.comments).toHaveLength(1);
});

test("a run by hand without a pull request deploys, and says that there was none to comment on", async () => {
  await using service = await scriptedService(READY);
  await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const payload = { ref: "refs/heads/main", repository: stage.github.repositoryPayload() };
  const run = await stage.preview({
    event: { name: "workflow_dispatch", payload },
    context: { sha: SHA, ref: "refs/heads/main", refName: "main" },
  });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(run.outputs).toMatchObject({ status: "ready", "commit-sha": SHA });
  expect(stage.github.comments).toEqual([]);
  expect(run.stdoutLines.join("\n")).toContain("No comment was written: ");
});

test("a push that deletes its branch is skipped with a notice", async () => {
  await using service = await scriptedService(READY);
  await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const payload = {
    ref: "refs/heads/gone",
    after: "0".repeat(40),
    deleted: true,
    repository: stage.github.repositoryPayload(),
  };
  const run = await stage.preview({ event: { name: "push", payload } });
  expect(run.exitCode).toBe(0);
  expect(run.outputs).toEqual({ status: "skipped" });
  expect(service.seen).toEqual([]);
});

test("a comment on a pull request deploys the head that the pull request has now", async () => {
  await using service = await scriptedService(READY);
  await using stage = await setStage(
    { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId },
    { sha: SHA, branch: "feature/asked" },
  );
  const issue = { number: 7, pull_request: { url: "https://api.github.com/pulls/7" } };
  const payload = {
    action: "created",
    issue,
    comment: { body: "/preview" },
    repository: stage.github.repositoryPayload(),
  };
  const run = await stage.preview({ event: { name: "issue_comment", payload } });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(JSON.parse(service.seen[0]?.body ?? "")).toMatchObject({ commitSha: SHA, branch: "feature/asked" });
  expect(stage.github.comments).toHaveLength(1);
});

test("a service that is out of reach ends in its own words, within the step's time", async () => {
  await using gone = await scriptedService(READY);
  const { baseUrl } = gone;
  await gone[Symbol.asyncDispose]();
  await using stage = await setStage({ "base-url": baseUrl, token: TOKEN, site: RECORD.siteId });
  const run = await stage.preview({ inputs: { "timeout-minutes": "0.05" } });
  expect(run.exitCode).toBe(1);
  expect(["failed", "timed_out"]).toContain(run.outputs["status"]);
  expect(run.annotations.some(({ kind }) => kind === "error")).toBe(true);
  expect(run.durationMs).toBeLessThan(8000);
});
