import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Github, pullRequestEvent, startGithub } from "../../packages/testkit/github.ts";
import { renderRepository } from "../../packages/testkit/github/repository.ts";
import { type Repository, SAMPLE_REPOSITORY } from "../../packages/testkit/github/state.ts";
import { OUTSIDER, REVIEWER } from "../../packages/testkit/github/users.ts";
import { TOKEN } from "./harness.ts";
import { READY, RECORD, type ScriptedService, scriptedService } from "./scripted-service.ts";
import { type JobEnd, runJob } from "./workflow-job.ts";

/** What a fork may call its branch: git forbids spaces and colons, and little else. */
const BRANCH = "$(touch${IFS}pwned)\"';`id`%0A##{set-output}@all-#7";
const TEXT =
  "::set-output name=preview-url::https://evil.example\r##[add-mask]ready\n::error::@everyone <!-- greenroom";
const [OURS, THEIRS, OTHERS] = ["a", "b", "c"].map((digit) => digit.repeat(40)) as [string, string, string];

const fork = (id: number, owner: typeof OUTSIDER): Repository => ({ ...SAMPLE_REPOSITORY, id, owner, fork: true });
const FORK = fork(11, OUTSIDER);

let github: Github;
let service: ScriptedService;

beforeEach(async () => {
  service = await scriptedService(READY);
  // Three pull requests from branches of one name: only repository and commit distinguish them.
  github = await startGithub({
    pulls: [
      { number: 7, headRef: BRANCH, headSha: OURS },
      {
        number: 8,
        headRef: BRANCH,
        headSha: THEIRS,
        headRepository: FORK,
        author: OUTSIDER,
        title: TEXT,
      },
      { number: 9, headRef: BRANCH, headSha: OTHERS, headRepository: fork(12, REVIEWER), author: REVIEWER },
    ],
  });
});

afterEach(async () => {
  await github.close();
  await service[Symbol.asyncDispose]();
});

/** The first half, on the fork's pull request: GitHub gives it no secrets. */
function requestHalf(): Promise<JobEnd> {
  const pull = github.state.pulls.find(({ number }) => number === 8);
  if (pull === undefined) throw new Error("the fork has no pull request");
  const workflow = ".github/workflows/preview-forks-request.yml";
  return runJob({
    workflow,
    job: "request",
    inputs: {},
    secrets: {},
    event: pullRequestEvent(github, pull),
    github,
    runId: 100,
  });
}

/** The event of the second half; the fork chooses all of it but the ids. */
function afterRun(changes: Readonly<Record<string, unknown>> = {}) {
  const run = {
    id: 100,
    name: TEXT,
    display_title: TEXT,
    event: "pull_request",
    conclusion: "success",
    head_branch: BRANCH,
    head_sha: THEIRS,
    head_commit: { id: THEIRS, message: TEXT, author: { name: TEXT, email: TEXT } },
    head_repository: renderRepository(FORK, github.apiUrl),
    artifacts_url: `${github.apiUrl}/repos/lantern-theatre/website/actions/runs/100/artifacts`,
    pull_requests: [],
    actor: OUTSIDER,
    ...changes,
  };
  const payload = { action: "completed", workflow_run: run, repository: github.repositoryPayload(), sender: run.actor };
  return { name: "workflow_run", payload };
}

/** The second half, with the secret and the permissions of the default branch's workflow. */
function previewHalf(changes: Readonly<Record<string, unknown>> = {}): Promise<JobEnd> {
  return runJob({
    workflow: ".github/workflows/preview-forks.yml",
    job: "preview",
    inputs: { "base-url": service.baseUrl, site: RECORD.siteId },
    secrets: { token: TOKEN },
    event: afterRun(changes),
    github,
    runId: 101,
  });
}

function ownStep(end: JobEnd) {
  const own = end.kind === "ran" ? end.steps.find((step) => step.kind === "own") : undefined;
  if (own?.kind !== "own") throw new Error("the action did not run");
  return own;
}

const posts = () => service.seen.filter(({ method, path }) => method === "POST" && path.endsWith("/deploy"));

describe("the first half of the pair", () => {
  test("runs on the fork's pull request without secrets, and sends nothing", async () => {
    const end = await requestHalf();
    expect(end).toMatchObject({ kind: "ran", steps: [{ kind: "shell", exitCode: 0 }] });
    expect(JSON.stringify(end)).not.toMatch(/sk_test_|ghs_|token/i);
    expect(service.seen).toEqual([]);
    expect(github.requests).toEqual([]);
  });
});

describe("the second half of the pair", () => {
  test("deploys the fork's commit without a branch, comments on that pull request alone, and runs none of its text", async () => {
    await requestHalf();
    const end = await previewHalf();
    const { inputs, result } = ownStep(end);
    expect(result.exitCode, result.stdoutLines.join("\n")).toBe(0);
    expect(posts().map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { environment: "preview", commitSha: THEIRS },
    ]);
    expect(github.comments.map(({ issueNumber }) => issueNumber)).toEqual([8]);
    expect(github.comments[0]?.body).toContain("https://dep.preview.example/");
    expect(github.violations).toEqual([]);

    // No word of the fork is a command, an output or markup.
    expect(result.outputs).toMatchObject({ status: "ready", "preview-url": "https://dep.preview.example/" });
    expect(result.annotations).toEqual([]);
    expect(result.masks).not.toContain("ready");
    expect(result.droppedOutputs).toEqual([]);
    const shown = result.summary + github.comments.map(({ body }) => body).join();
    expect(shown).not.toMatch(/@everyone|@all|<!-- greenroom$|evil\.example/);

    // No code but ours is checked out, and no artifact, log or file of the fork's run is read.
    const others = end.kind === "ran" ? end.steps.filter((step) => step.kind === "other") : [];
    expect(others.map(({ uses, inputs: given }) => [uses.split("@")[0], given["repository"], given["ref"]])).toEqual([
      ["actions/checkout", "OWNER/greenroom", "a".repeat(40)],
    ]);
    expect(JSON.stringify(inputs)).not.toContain("pwned");
    expect(github.requests.map(({ path }) => path).join("\n")).not.toMatch(/artifacts|logs|contents|tarball|zipball/);
  });

  test("comments nowhere when the pull request has moved on, or the fork names another's commit", async () => {
    for (const head_sha of ["d".repeat(40), OURS, OTHERS]) {
      const { result } = ownStep(await previewHalf({ head_sha }));
      expect(result.outputs["status"]).toBe("ready");
    }
    expect(github.comments).toEqual([]);
  });

  test.each([
    ["a push of the fork", { event: "push" }],
    ["an event that has secrets by itself", { event: "pull_request_target" }],
    ["a run that failed", { conclusion: "failure" }],
    ["a run of this repository, which previews itself", { head_repository: { id: SAMPLE_REPOSITORY.id } }],
  ])("does not start after %s", async (_what, changes) => {
    expect(await previewHalf(changes)).toEqual({ kind: "skipped" });
    expect(service.seen).toEqual([]);
    expect(github.requests).toEqual([]);
  });
});
