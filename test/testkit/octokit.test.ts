import { getOctokit } from "@actions/github";
import { afterEach, beforeEach, expect, test } from "vitest";
import { startGithub } from "../../packages/testkit/github.ts";
import type { Github } from "../../packages/testkit/github.ts";
import { AUTHOR } from "../../packages/testkit/github/users.ts";

const SHA = "9f2c1d4e8a7b6c5d4e3f2a1b0c9d8e7f6a5b4c3d";
const HERE = { owner: "lantern-theatre", repo: "website" };

let github: Github;

beforeEach(async () => {
  github = await startGithub({ pulls: [{ number: 7, headRef: "autumn", headSha: SHA }] });
});

afterEach(async () => {
  await github.close();
});

const octokit = (): ReturnType<typeof getOctokit> => getOctokit(github.token, { baseUrl: github.apiUrl });

test("Octokit pages through all comments and updates one of its own", async () => {
  for (let index = 0; index < 150; index += 1) {
    github.writeComment({ issueNumber: 7, author: AUTHOR, body: `n${index}` });
  }
  const { rest, paginate } = octokit();
  const all = await paginate(rest.issues.listComments, { ...HERE, issue_number: 7, per_page: 100 });
  expect(all).toHaveLength(150);
  const made = await rest.issues.createComment({ ...HERE, issue_number: 7, body: "first" });
  await rest.issues.updateComment({ ...HERE, comment_id: made.data.id, body: "second" });
  expect(github.comments.at(-1)).toMatchObject({ body: "second", author: { login: "github-actions[bot]" } });
  expect(github.violations).toEqual([]);
});

test("Octokit finds a pull request and records a deployment", async () => {
  const { rest } = octokit();
  const pulls = await rest.pulls.list({ ...HERE, state: "open", head: "lantern-theatre:autumn" });
  expect(pulls.data.map((pull) => pull.number)).toEqual([7]);
  const byCommit = await rest.repos.listPullRequestsAssociatedWithCommit({ ...HERE, commit_sha: SHA });
  expect(byCommit.data).toHaveLength(1);
  const made = await rest.repos.createDeployment({
    ...HERE,
    ref: SHA,
    environment: "preview",
    auto_merge: false,
    required_contexts: [],
    transient_environment: true,
    production_environment: false,
    payload: { site: "theatre" },
  });
  if (!("id" in made.data)) throw new Error("no deployment was made");
  await rest.repos.createDeploymentStatus({
    ...HERE,
    deployment_id: made.data.id,
    state: "success",
    environment_url: "https://preview.example/",
    log_url: "https://github.com/lantern-theatre/website/actions/runs/1",
    auto_inactive: false,
  });
  expect(github.deployments).toMatchObject([{ transient: true, statuses: [{ state: "success" }] }]);
  expect(github.violations).toEqual([]);
});

test("Octokit reads a missing permission from the response", async () => {
  const token = github.issueToken({ login: "github-actions[bot]", id: 41_898_282, type: "Bot" }, {});
  const refused = getOctokit(token, { baseUrl: github.apiUrl }).rest.issues.createComment({
    ...HERE,
    issue_number: 7,
    body: "x",
  });
  await expect(refused).rejects.toMatchObject({
    status: 403,
    response: { headers: { "x-accepted-github-permissions": "issues=write; pull_requests=write" } },
  });
});
