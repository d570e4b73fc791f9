import { highestId } from "./memory.ts";
import type { GithubMemory } from "./memory.ts";
import { ORGANIZATION } from "./people.ts";
import type { Person } from "./people.ts";

/** A repository as the stand-in keeps it. */
export interface Repository {
  readonly id: number;
  readonly owner: Person;
  readonly name: string;
  readonly fork: boolean;
  readonly private: boolean;
  readonly defaultBranch: string;
}

/** One side of a pull request. */
export interface PullSide {
  readonly ref: string;
  readonly sha: string;
  /** null when the fork was deleted. */
  readonly repository: Repository | null;
}

/** A pull request as the stand-in keeps it. */
export interface Pull {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  draft: boolean;
  locked: boolean;
  author: Person;
  head: PullSide;
  base: PullSide;
  mergedAt: string | null;
  mergeCommitSha: string | null;
  files: readonly { filename: string; additions: number }[];
  readonly createdAt: string;
  updatedAt: string;
}

/** A comment on a pull request. */
export interface Comment {
  readonly id: number;
  readonly issueNumber: number;
  readonly author: Person;
  body: string;
  readonly createdAt: string;
  updatedAt: string;
  readonly reactions: { id: number; author: Person; content: string; createdAt: string }[];
}

/** A status of a deployment on GitHub. */
export interface DeploymentStatusRow {
  readonly id: number;
  readonly state: string;
  readonly description: string;
  readonly environment: string;
  readonly environmentUrl: string;
  readonly logUrl: string;
  readonly creator: Person;
  readonly createdAt: string;
}

/** A deployment on GitHub. */
export interface GithubDeployment {
  readonly id: number;
  readonly sha: string;
  readonly ref: string;
  readonly task: string;
  readonly payload: Readonly<Record<string, unknown>> | string;
  readonly environment: string;
  readonly description: string | null;
  readonly transient: boolean;
  readonly production: boolean;
  readonly creator: Person;
  readonly createdAt: string;
  updatedAt: string;
  readonly statuses: DeploymentStatusRow[];
}

/** A check run, or a commit status, which differ only in how they are shown. */
export interface CheckRun {
  readonly id: number;
  readonly headSha: string;
  readonly creator: Person;
  readonly createdAt: string;
  fields: Readonly<Record<string, unknown>>;
}

/** A commit status. */
export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: Person;
  readonly createdAt: string;
}

/** A workflow run with the environments that wait in it. */
export interface WorkflowRun {
  readonly id: number;
  readonly event: string;
  readonly headBranch: string;
  readonly headSha: string;
  readonly path: string;
  readonly runNumber: number;
  readonly attempt: number;
  status: string;
  conclusion: string | null;
  readonly createdAt: string;
  pending: { id: number; name: string; reviewers: readonly Person[] }[];
  readonly reviews: { environments: readonly string[]; state: string; author: Person; comment: string }[];
  readonly gates: { environment: string; state: string | null; comment: string; author: Person }[];
}

/** Everything the stand-in remembers. */
export interface GithubState {
  readonly repository: Repository;
  readonly pulls: Pull[];
  readonly comments: Comment[];
  readonly deployments: GithubDeployment[];
  readonly checkRuns: CheckRun[];
  readonly statuses: CommitStatus[];
  readonly runs: WorkflowRun[];
  readonly dispatches: { eventType: string; payload: Readonly<Record<string, unknown>>; author: Person }[];
  /** Commit behind a branch, for deployments made by its name. */
  readonly branches: Map<string, string>;
  /** Gives ids that only grow, as GitHub's do. */
  readonly nextId: () => number;
  /** Now, as GitHub writes it: whole seconds. */
  readonly now: () => string;
}

/** The repository of the demo. */
export const SAMPLE_REPOSITORY: Repository = {
  id: 918_273_645,
  owner: ORGANIZATION,
  name: "website",
  fork: false,
  private: false,
  defaultBranch: "main",
};

/**
 * Makes the memory of a stand-in.
 * @param repository The one repository the stand-in knows.
 * @param now Gives the time, epoch ms.
 * @param before What an earlier run left.
 */
export function createState(repository: Repository, now: () => number, before: GithubMemory): GithubState {
  let last = Math.max(3_412_870_000, highestId(before));
  return {
    repository,
    pulls: [],
    comments: [...before.comments],
    deployments: [...before.deployments],
    checkRuns: [],
    statuses: [],
    runs: [],
    dispatches: [],
    branches: new Map(),
    nextId: () => (last += 17),
    now: () => new Date(now()).toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

/** What a test or the demo says about a pull request; the rest is filled in. */
export interface PullSeed {
  readonly number: number;
  readonly headRef: string;
  readonly headSha: string;
  readonly baseRef?: string;
  readonly baseSha?: string;
  readonly title?: string;
  readonly body?: string | null;
  readonly state?: "open" | "closed";
  readonly draft?: boolean;
  readonly author?: Person;
  /** Repository of the head; the base repository unless given, null for a deleted fork. */
  readonly headRepository?: Repository | null;
  readonly mergeCommitSha?: string;
  readonly merged?: boolean;
  readonly files?: readonly { filename: string; additions: number }[];
}
