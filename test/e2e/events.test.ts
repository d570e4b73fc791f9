import { expect, test } from "vitest";
import { type Json, type Sample, sample } from "../github/events.ts";
import { startScripted } from "./harness.ts";
import { READY } from "./scripted-service.ts";

const SHA = "c0ffee5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";
const BRANCH = "feature/every-event";

interface Case {
  readonly event: Sample;
  /** Values of the sample that belong to the harness's pull request; `OWN` is its repository. */
  readonly changes: Readonly<Record<string, Json>>;
}

const OWN = "OWN";
const CASES: readonly Case[] = [
  { event: "push.branch", changes: { ref: `refs/heads/${BRANCH}`, after: SHA, deleted: false } },
  {
    event: "issue_comment.created",
    changes: { "issue.number": 7, "issue.pull_request": { url: "https://api.github.com/pulls/7" } },
  },
];

test.each(CASES)("$event deploys its commit and comments on its pull request", async ({ event, changes }) => {
  await using harness = await startScripted(READY, {}, { sha: SHA, branch: BRANCH });
  const own: Json = JSON.parse(JSON.stringify(harness.github.repositoryPayload()));
  const ours = Object.fromEntries(
    Object.entries({ ...changes, repository: OWN }).map(([path, value]) => [path, value === OWN ? own : value]),
  );
  const [name = ""] = event.split(".");
  const run = await harness.preview({ event: { name, payload: sample(event, ours) } });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(run.outputs).toMatchObject({ status: "ready", "commit-sha": SHA });
  expect(JSON.parse(harness.service.seen[0]?.body ?? "")).toEqual({
    environment: "preview",
    commitSha: SHA,
    branch: BRANCH,
  });
  expect(harness.github.comments).toHaveLength(1);
  expect(harness.github.violations).toEqual([]);
});

test("pr-number takes the comment to the pull request it names", async () => {
  await using harness = await startScripted(READY);
  const payload = { repository: harness.github.repositoryPayload() };
  const context = { sha: SHA, ref: "refs/heads/main", refName: "main" };
  const run = await harness.preview({
    inputs: { "pr-number": "7" },
    event: { name: "workflow_dispatch", payload },
    context,
  });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(harness.github.comments.map(({ issueNumber }) => issueNumber)).toEqual([7]);
});
