import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type CiCheckout, readCi } from "../../packages/cli/verbs/ci.ts";
import { temporaryFolder } from "../folders.ts";

const HEAD = "1f3c0a5d9e8b7c6d5e4f3a2b1c0d9e8f7a6b5c4d";
const MERGE = "0".repeat(39) + "1";

const folder = temporaryFolder("ci");

function event(name: string, head: unknown, base: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify({ pull_request: { number: 7, head, base } }));
  return path;
}
const own = event("own.json", { sha: HEAD, repo: { id: 1 } }, { repo: { id: 1 } });
const fork = event("fork.json", { sha: HEAD, repo: { id: 2 } }, { repo: { id: 1 } });

const pull: CiCheckout = { commitSha: HEAD, branch: "feature/a", pullRequest: 7 };
const push: CiCheckout = { commitSha: HEAD, branch: "main", pullRequest: undefined };
const noBranch: CiCheckout = { commitSha: HEAD, branch: undefined, pullRequest: undefined };
const ofFork: CiCheckout = { ...pull, branch: undefined };

/** What a job is, the variables it has, and what is read from them. */
test.each<[string, string, CiCheckout]>([
  ["GitLab, branch", `GITLAB_CI=true CI_COMMIT_SHA=${HEAD} CI_COMMIT_BRANCH=main`, push],
  ["GitLab, tag", `GITLAB_CI=true CI_COMMIT_SHA=${HEAD} CI_COMMIT_TAG=v1 CI_COMMIT_REF_NAME=v1`, noBranch],
  [
    "GitLab, merge request",
    `GITLAB_CI=true CI_COMMIT_SHA=${HEAD} CI_MERGE_REQUEST_SOURCE_BRANCH_SHA=
     CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=feature/a CI_MERGE_REQUEST_IID=7`,
    pull,
  ],
  [
    "GitLab, merged results",
    `GITLAB_CI=true CI_COMMIT_SHA=${MERGE} CI_MERGE_REQUEST_SOURCE_BRANCH_SHA=${HEAD}
     CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=feature/a CI_MERGE_REQUEST_IID=7`,
    pull,
  ],
  [
    "GitLab, merge request of a fork",
    `GITLAB_CI=true CI_COMMIT_SHA=${HEAD} CI_MERGE_REQUEST_SOURCE_BRANCH_NAME=main
     CI_MERGE_REQUEST_SOURCE_PROJECT_ID=2 CI_MERGE_REQUEST_PROJECT_ID=1 CI_MERGE_REQUEST_IID=7`,
    ofFork,
  ],
  ["Jenkins, job", `JENKINS_URL=https://j GIT_COMMIT=${HEAD} GIT_BRANCH=origin/main`, push],
  ["Jenkins, multibranch", `JENKINS_URL=https://j GIT_COMMIT=${HEAD} BRANCH_NAME=main`, push],
  [
    "Jenkins, pull request",
    `JENKINS_URL=https://j GIT_COMMIT=${HEAD} BRANCH_NAME=PR-7 CHANGE_BRANCH=feature/a CHANGE_ID=7`,
    pull,
  ],
  [
    "Jenkins, pull request of a fork",
    `JENKINS_URL=https://j GIT_COMMIT=${HEAD} CHANGE_BRANCH=main CHANGE_ID=7 CHANGE_FORK=eve`,
    ofFork,
  ],
  ["CircleCI, branch", `CIRCLECI=true CIRCLE_SHA1=${HEAD} CIRCLE_BRANCH=main`, push],
  [
    "CircleCI, pull request",
    `CIRCLECI=true CIRCLE_SHA1=${HEAD} CIRCLE_BRANCH=feature/a CIRCLE_PULL_REQUEST=https://github.com/acme/site/pull/7`,
    pull,
  ],
  [
    "CircleCI, pull request of a fork",
    `CIRCLECI=true CIRCLE_SHA1=${HEAD} CIRCLE_BRANCH=pull/7 CIRCLE_PR_NUMBER=7 CIRCLE_PR_REPONAME=site`,
    ofFork,
  ],
  [
    "Buildkite, branch",
    `BUILDKITE=true BUILDKITE_COMMIT=${HEAD} BUILDKITE_BRANCH=main BUILDKITE_PULL_REQUEST=false`,
    push,
  ],
  [
    "Buildkite, started by hand",
    "BUILDKITE=true BUILDKITE_COMMIT=HEAD BUILDKITE_BRANCH=main BUILDKITE_PULL_REQUEST=false",
    { ...push, commitSha: undefined },
  ],
  [
    "Buildkite, pull request of a fork",
    `BUILDKITE=true BUILDKITE_COMMIT=${HEAD} BUILDKITE_BRANCH=eve:main BUILDKITE_PULL_REQUEST=7
     BUILDKITE_PULL_REQUEST_REPO=git://github.com/eve/site.git BUILDKITE_REPO=git@github.com:acme/site.git`,
    ofFork,
  ],
  ["Azure, branch", `TF_BUILD=True BUILD_SOURCEVERSION=${HEAD} BUILD_SOURCEBRANCH=refs/heads/main`, push],
  ["Azure, tag", `TF_BUILD=True BUILD_SOURCEVERSION=${HEAD} BUILD_SOURCEBRANCH=refs/tags/v1`, noBranch],
  [
    "Azure, pull request",
    `TF_BUILD=True BUILD_SOURCEVERSION=${MERGE} BUILD_SOURCEBRANCH=refs/pull/7/merge
     SYSTEM_PULLREQUEST_SOURCECOMMITID=${HEAD} SYSTEM_PULLREQUEST_SOURCEBRANCH=refs/heads/feature/a
     SYSTEM_PULLREQUEST_PULLREQUESTNUMBER=7 SYSTEM_PULLREQUEST_PULLREQUESTID=9001`,
    pull,
  ],
  [
    "Azure, pull request of a fork",
    `TF_BUILD=True SYSTEM_PULLREQUEST_SOURCECOMMITID=${HEAD} SYSTEM_PULLREQUEST_SOURCEBRANCH=refs/heads/main
     SYSTEM_PULLREQUEST_PULLREQUESTNUMBER=7 SYSTEM_PULLREQUEST_ISFORK=True`,
    ofFork,
  ],
  [
    "Bitbucket, pull request",
    `BITBUCKET_BUILD_NUMBER=1 BITBUCKET_COMMIT=${HEAD} BITBUCKET_BRANCH=feature/a BITBUCKET_PR_ID=7`,
    pull,
  ],
  ["Drone, push", `CI=true DRONE=true DRONE_COMMIT_SHA=${HEAD} DRONE_BRANCH=main`, push],
  [
    "Drone, pull request",
    `DRONE=true DRONE_COMMIT_SHA=${HEAD} DRONE_BRANCH=main DRONE_SOURCE_BRANCH=feature/a DRONE_PULL_REQUEST=7`,
    pull,
  ],
  [
    "Woodpecker, pull request",
    `CI=woodpecker CI_COMMIT_SHA=${HEAD} CI_COMMIT_BRANCH=main CI_COMMIT_SOURCE_BRANCH=feature/a
     CI_COMMIT_PULL_REQUEST=7`,
    pull,
  ],
  ["Travis, push", `TRAVIS=true TRAVIS_COMMIT=${HEAD} TRAVIS_BRANCH=main TRAVIS_PULL_REQUEST=false TRAVIS_TAG=`, push],
  [
    "Travis, pull request",
    `TRAVIS=true TRAVIS_COMMIT=${MERGE} TRAVIS_PULL_REQUEST_SHA=${HEAD} TRAVIS_BRANCH=main
     TRAVIS_PULL_REQUEST_BRANCH=feature/a TRAVIS_PULL_REQUEST=7`,
    pull,
  ],
  ["GitHub Actions, push", `GITHUB_ACTIONS=true GITHUB_SHA=${HEAD} GITHUB_REF=refs/heads/main`, push],
  [
    "GitHub Actions, pull request",
    `GITHUB_ACTIONS=true GITHUB_SHA=${MERGE} GITHUB_REF=refs/pull/7/merge GITHUB_HEAD_REF=feature/a
     GITHUB_EVENT_PATH=${own}`,
    pull,
  ],
  [
    "Gitea Actions, pull request of a fork",
    `GITEA_ACTIONS=true GITHUB_ACTIONS=true GITHUB_SHA=${HEAD} GITHUB_HEAD_REF=main GITHUB_EVENT_PATH=${fork}`,
    ofFork,
  ],
])("%s", (_, variables, expected) => {
  const env = Object.fromEntries(variables.split(/\s+/).map((variable) => variable.split("=")));
  expect(readCi(env)).toEqual(expected);
});

test("is silent outside of a job", () => {
  expect(readCi({ CI: "true", GIT_COMMIT: HEAD, CI_COMMIT_SHA: HEAD })).toBeUndefined();
  expect(readCi({ GITLAB_CI: "" })).toBeUndefined();
});

test("takes no option of a command, no path and no number with a sign from a job", () => {
  const env = { GITLAB_CI: "1", CI_COMMIT_SHA: "--all", CI_COMMIT_BRANCH: "../x y", CI_MERGE_REQUEST_IID: "-1" };
  expect(readCi(env)).toEqual({ commitSha: undefined, branch: undefined, pullRequest: undefined });
});
