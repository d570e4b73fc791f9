import { readFileSync } from "node:fs";
import { COMMIT_SHA_PATTERN, isBranchName } from "@greenroom/contract/limits";
import type { Environment } from "../process.ts";

export interface CiCheckout {
  /** Head of the pull request, never its merge commit. */
  readonly commitSha: string | undefined;
  /** Undefined for a tag, and for the branch of a fork: one called `main` must not pass as ours. */
  readonly branch: string | undefined;
  readonly pullRequest: number | undefined;
}

type Variables = (name: string) => string | undefined;

interface CiSystem {
  /** Variable by which the system is recognized; with its value where other systems set the variable too. */
  readonly sign: readonly [name: string, value?: string];
  readonly read: (variable: Variables) => Partial<Readonly<Record<"commit" | "branch" | "pull", string | undefined>>>;
}

/** By their documentation; what is not a commit, a branch or a number of a pull request is dropped afterwards. */
const SYSTEMS: readonly CiSystem[] = [
  {
    // GitLab CI/CD
    sign: ["GITLAB_CI"],
    read: (v) => ({
      // Set in pipelines of merged results, whose CI_COMMIT_SHA is a merge commit.
      commit: v("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA") ?? v("CI_COMMIT_SHA"),
      branch: differ(v("CI_MERGE_REQUEST_SOURCE_PROJECT_ID"), v("CI_MERGE_REQUEST_PROJECT_ID"))
        ? undefined
        : (v("CI_MERGE_REQUEST_SOURCE_BRANCH_NAME") ?? v("CI_COMMIT_BRANCH")),
      pull: v("CI_MERGE_REQUEST_IID"),
    }),
  },
  {
    // Jenkins; CHANGE_* are those of a multibranch pipeline
    sign: ["JENKINS_URL"],
    read: (v) => ({
      commit: v("GIT_COMMIT"),
      branch:
        v("CHANGE_FORK") === undefined
          ? (v("CHANGE_BRANCH") ?? v("BRANCH_NAME") ?? v("GIT_BRANCH")?.replace(/^origin\//, ""))
          : undefined,
      pull: v("CHANGE_ID"),
    }),
  },
  {
    // CircleCI
    sign: ["CIRCLECI"],
    read: (v) => ({
      commit: v("CIRCLE_SHA1"),
      branch: v("CIRCLE_PR_REPONAME") === undefined ? v("CIRCLE_BRANCH") : undefined,
      pull: v("CIRCLE_PR_NUMBER") ?? v("CIRCLE_PULL_REQUEST")?.split("/").at(-1),
    }),
  },
  {
    // Buildkite; the branch of a fork is OWNER:BRANCH, and a commit can be the word HEAD
    sign: ["BUILDKITE"],
    read: (v) => ({
      commit: v("BUILDKITE_COMMIT"),
      branch:
        v("BUILDKITE_TAG") === undefined && !differ(v("BUILDKITE_PULL_REQUEST_REPO"), v("BUILDKITE_REPO"))
          ? v("BUILDKITE_BRANCH")
          : undefined,
      pull: v("BUILDKITE_PULL_REQUEST"),
    }),
  },
  {
    // Azure Pipelines
    sign: ["TF_BUILD"],
    read: (v) => ({
      commit: v("SYSTEM_PULLREQUEST_SOURCECOMMITID") ?? v("BUILD_SOURCEVERSION"),
      branch:
        v("SYSTEM_PULLREQUEST_ISFORK")?.toLowerCase() === "true"
          ? undefined
          : branchOfRef(v("SYSTEM_PULLREQUEST_SOURCEBRANCH") ?? v("BUILD_SOURCEBRANCH")),
      pull: v("SYSTEM_PULLREQUEST_PULLREQUESTNUMBER") ?? v("SYSTEM_PULLREQUEST_PULLREQUESTID"),
    }),
  },
  {
    // Bitbucket Pipelines
    sign: ["BITBUCKET_BUILD_NUMBER"],
    read: (v) => ({ commit: v("BITBUCKET_COMMIT"), branch: v("BITBUCKET_BRANCH"), pull: v("BITBUCKET_PR_ID") }),
  },
  {
    // Drone; DRONE_BRANCH is the target of a pull request
    sign: ["DRONE"],
    read: (v) => ({
      commit: v("DRONE_COMMIT_SHA"),
      branch: v("DRONE_TAG") === undefined ? (v("DRONE_SOURCE_BRANCH") ?? v("DRONE_BRANCH")) : undefined,
      pull: v("DRONE_PULL_REQUEST"),
    }),
  },
  {
    // Woodpecker; CI_COMMIT_BRANCH is the target of a pull request
    sign: ["CI", "woodpecker"],
    read: (v) => ({
      commit: v("CI_COMMIT_SHA"),
      branch: v("CI_COMMIT_TAG") === undefined ? (v("CI_COMMIT_SOURCE_BRANCH") ?? v("CI_COMMIT_BRANCH")) : undefined,
      pull: v("CI_COMMIT_PULL_REQUEST"),
    }),
  },
  {
    // Travis CI
    sign: ["TRAVIS"],
    read: (v) => ({
      commit: v("TRAVIS_PULL_REQUEST_SHA") ?? v("TRAVIS_COMMIT"),
      branch:
        v("TRAVIS_TAG") === undefined && !differ(v("TRAVIS_PULL_REQUEST_SLUG"), v("TRAVIS_REPO_SLUG"))
          ? (v("TRAVIS_PULL_REQUEST_BRANCH") ?? v("TRAVIS_BRANCH"))
          : undefined,
      pull: v("TRAVIS_PULL_REQUEST"),
    }),
  },
  // GitHub, Gitea and Forgejo; the last two set the variables of the first
  { sign: ["GITHUB_ACTIONS"], read: readActions },
  { sign: ["GITEA_ACTIONS"], read: readActions },
];

/** On a pull request GITHUB_SHA is the merge commit; the head is in the event alone. */
function readActions(variable: Variables): ReturnType<CiSystem["read"]> {
  const pullRequest = readPullRequest(variable("GITHUB_EVENT_PATH"));
  const fork = differ(textAt(pullRequest, "head", "repo", "id"), textAt(pullRequest, "base", "repo", "id"));
  return {
    commit: textAt(pullRequest, "head", "sha") ?? variable("GITHUB_SHA"),
    branch: fork ? undefined : (variable("GITHUB_HEAD_REF") ?? branchOfRef(variable("GITHUB_REF"))),
    pull: textAt(pullRequest, "number") ?? /^refs\/pull\/(\d+)\//.exec(variable("GITHUB_REF") ?? "")?.[1],
  };
}

function readPullRequest(path: string | undefined): unknown {
  try {
    return path === undefined ? undefined : at(JSON.parse(readFileSync(path, "utf8")), "pull_request");
  } catch {
    return undefined;
  }
}

function at(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

function textAt(value: unknown, ...names: readonly string[]): string | undefined {
  const found = names.reduce(at, value);
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}

function differ(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

function branchOfRef(ref: string | undefined): string | undefined {
  return ref?.startsWith("refs/heads/") === true ? ref.slice("refs/heads/".length) : undefined;
}

/** @returns Undefined outside of the systems that are known. */
export function readCi(env: Environment): CiCheckout | undefined {
  const variable: Variables = (name) => (env[name] === "" ? undefined : env[name]);
  const system = SYSTEMS.find(({ sign: [name, value] }) =>
    value === undefined ? variable(name) !== undefined : variable(name) === value,
  );
  if (!system) return undefined;
  const { commit = "", branch = "", pull = "" } = system.read(variable);
  return {
    commitSha: COMMIT_SHA_PATTERN.test(commit.toLowerCase()) ? commit.toLowerCase() : undefined,
    branch: isBranchName(branch) ? branch : undefined,
    pullRequest: /^[1-9]\d{0,9}$/.test(pull) ? Number(pull) : undefined,
  };
}
