import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Json, type Sample, sample } from "../github/events.ts";
import { accepting, RECORD, scriptedService } from "./scripted-service.ts";
import { startHarness, TOKEN } from "./harness.ts";

const SHA = "c0ffee5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";
const BRANCH = "feature/every-event";
const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });
/** What GitHub sets on the run of an event that names no commit of its own. */
const ON_BRANCH = { sha: SHA, ref: `refs/heads/${BRANCH}`, refName: BRANCH };

interface Case {
  readonly event: string;
  readonly sample?: Sample;
  /** Values of the sample that belong to the harness's pull request; `OWN` is its repository. */
  readonly changes?: Readonly<Record<string, Json>>;
  readonly context?: Readonly<Record<string, string>>;
  readonly branch: string;
  readonly comments: number;
}

const OWN = "OWN";
const PULL = {
  number: 7,
  "pull_request.number": 7,
  "pull_request.state": "open",
  "pull_request.head.sha": SHA,
  "pull_request.head.ref": BRANCH,
  "pull_request.head.repo": OWN,
  "pull_request.base.repo": OWN,
};

const CASES: readonly Case[] = [
  { event: "pull_request", sample: "pull_request.opened", changes: PULL, branch: BRANCH, comments: 1 },
  {
    event: "push",
    sample: "push.branch",
    changes: { ref: `refs/heads/${BRANCH}`, after: SHA, deleted: false },
    branch: BRANCH,
    comments: 1,
  },
  {
    event: "workflow_run",
    sample: "workflow_run.completed",
    changes: {
      "workflow_run.head_sha": SHA,
      "workflow_run.head_branch": BRANCH,
      "workflow_run.head_repository": OWN,
      "workflow_run.pull_requests": [],
    },
    branch: BRANCH,
    comments: 1,
  },
  { event: "workflow_dispatch", sample: "workflow_dispatch", context: ON_BRANCH, branch: BRANCH, comments: 1 },
  {
    event: "merge_group",
    sample: "merge_group.checks_requested",
    changes: {
      "merge_group.head_sha": SHA,
      "merge_group.head_ref": `refs/heads/gh-readonly-queue/main/pr-7-${"0".repeat(40)}`,
    },
    branch: `gh-readonly-queue/main/pr-7-${"0".repeat(40)}`,
    comments: 1,
  },
  {
    event: "issue_comment",
    sample: "issue_comment.created",
    changes: { "issue.number": 7, "issue.pull_request": { url: "https://api.github.com/pulls/7" } },
    branch: BRANCH,
    comments: 1,
  },
  { event: "fork", context: ON_BRANCH, branch: BRANCH, comments: 0 },
];

test.each(CASES)("$event deploys its commit and comments on its pull request", async (one) => {
  await using service = await scriptedService(READY);
  await using harness = await startHarness(
    { "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId },
    { sha: SHA, branch: BRANCH },
  );
  const own: Json = JSON.parse(JSON.stringify(harness.github.repositoryPayload()));
  const changes = Object.fromEntries(
    Object.entries({ ...one.changes, repository: OWN }).map(([path, value]) => [path, value === OWN ? own : value]),
  );
  const payload = one.sample === undefined ? { repository: own } : sample(one.sample, changes);
  const run = await harness.preview({ event: { name: one.event, payload }, context: one.context ?? {} });
  expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
  expect(run.outputs).toMatchObject({ status: "ready", "commit-sha": SHA });
  expect(JSON.parse(service.seen[0]?.body ?? "")).toEqual({
    environment: "preview",
    commitSha: SHA,
    branch: one.branch,
  });
  expect(harness.github.comments).toHaveLength(one.comments);
  expect(harness.github.violations).toEqual([]);
  if (one.comments === 0) expect(run.stdoutLines.join("\n")).toContain("No comment was written: ");
});

test.each([
  ["empty", "refused", ""],
  ["cut", "refused", '{"pull_request": {"num'],
  [
    "of another repository",
    "ready",
    JSON.stringify({
      number: 7,
      pull_request: { number: 7, state: "open", head: { sha: SHA, ref: "x", repo: { id: 1 } } },
      repository: { id: 1, full_name: "evil/twin", owner: { id: 1 } },
    }),
  ],
])("a payload that is %s ends as %s, and comments nowhere", async (_, status, text) => {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-payload-"));
  await writeFile(join(folder, "event.json"), text);
  await using service = await scriptedService(READY);
  await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
  const run = await harness.preview({ env: { GITHUB_EVENT_PATH: join(folder, "event.json") } });
  await rm(folder, { recursive: true });
  expect(run.outputs["status"]).toBe(status);
  expect(harness.github.comments).toEqual([]);
});

test("pr-number takes the comment to the pull request it names", async () => {
  await using service = await scriptedService(READY);
  await using harness = await startHarness({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
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
