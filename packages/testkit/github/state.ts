import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { GithubUser, ORGANIZATION } from "./users.ts";

export interface Repository {
  readonly id: number;
  readonly owner: GithubUser;
  readonly name: string;
  readonly fork: boolean;
  readonly private: boolean;
  readonly defaultBranch: string;
}

export interface PullSide {
  readonly ref: string;
  readonly sha: string;
  /** null when the fork was deleted. */
  readonly repository: Repository | null;
}

export interface Pull {
  readonly id: number;
  readonly number: number;
  title: string;
  body: string | null;
  state: "open" | "closed";
  draft: boolean;
  locked: boolean;
  author: GithubUser;
  head: PullSide;
  base: PullSide;
  mergedAt: string | null;
  mergeCommitSha: string | null;
  readonly createdAt: string;
  updatedAt: string;
}

const Comment = z.object({
  id: z.int(),
  issueNumber: z.int(),
  author: GithubUser,
  body: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Comment = z.infer<typeof Comment>;

const DeploymentStatus = z.object({
  id: z.int(),
  state: z.string(),
  description: z.string(),
  environment: z.string(),
  environmentUrl: z.string(),
  logUrl: z.string(),
  creator: GithubUser,
  createdAt: z.string(),
});

export type DeploymentStatus = z.infer<typeof DeploymentStatus>;

const GithubDeployment = z.object({
  id: z.int(),
  sha: z.string(),
  ref: z.string(),
  task: z.string(),
  payload: z.union([z.record(z.string(), z.unknown()), z.string()]),
  environment: z.string(),
  description: z.string().nullable(),
  transient: z.boolean(),
  production: z.boolean(),
  creator: GithubUser,
  createdAt: z.string(),
  updatedAt: z.string(),
  statuses: z.array(DeploymentStatus),
});

export type GithubDeployment = z.infer<typeof GithubDeployment>;

export interface CheckRun {
  readonly id: number;
  readonly headSha: string;
  readonly creator: GithubUser;
  readonly createdAt: string;
  fields: Readonly<Record<string, unknown>>;
}

export interface CommitStatus {
  readonly id: number;
  readonly sha: string;
  readonly state: string;
  readonly context: string;
  readonly description: string | null;
  readonly targetUrl: string | null;
  readonly creator: GithubUser;
  readonly createdAt: string;
}

/** A workflow run that waits at its environments for protection rules. */
export interface WorkflowRun {
  readonly id: number;
  readonly gates: { environment: string; state: string | null; comment: string; author: GithubUser }[];
}

export interface GithubState {
  readonly repository: Repository;
  readonly pulls: Pull[];
  readonly comments: Comment[];
  readonly deployments: GithubDeployment[];
  readonly checkRuns: CheckRun[];
  readonly statuses: CommitStatus[];
  readonly runs: WorkflowRun[];
  readonly dispatches: { eventType: string; payload: Readonly<Record<string, unknown>>; author: GithubUser }[];
  /** Commit behind a branch, for deployments made by its name. */
  readonly branches: Map<string, string>;
  /** Gives ids that only grow, as GitHub's do. */
  readonly nextId: () => number;
  /** Now, as GitHub writes it: whole seconds. */
  readonly now: () => string;
}

export const SAMPLE_REPOSITORY: Repository = {
  id: 918_273_645,
  owner: ORGANIZATION,
  name: "website",
  fork: false,
  private: false,
  defaultBranch: "main",
};

/** @param now Gives epoch milliseconds. */
export function createState(repository: Repository, now: () => number, saved: SavedState): GithubState {
  let last = Math.max(3_412_870_000, highestId(saved));
  return {
    repository,
    pulls: [],
    comments: [...saved.comments],
    deployments: [...saved.deployments],
    checkRuns: [],
    statuses: [],
    runs: [],
    dispatches: [],
    branches: new Map(),
    nextId: () => (last += 17),
    now: () => new Date(now()).toISOString().replace(/\.\d+Z$/, "Z"),
  };
}

/** A pull request to open; what is left out gets a default. */
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
  readonly author?: GithubUser;
  /** Repository of the head; the base repository unless given, null for a deleted fork. */
  readonly headRepository?: Repository | null;
  readonly mergeCommitSha?: string;
  readonly merged?: boolean;
}

const SavedState = z.object({ comments: z.array(Comment), deployments: z.array(GithubDeployment) });

/** What a pull request keeps from one run of the demo to the next. */
export type SavedState = z.infer<typeof SavedState>;

export const EMPTY_STATE: SavedState = { comments: [], deployments: [] };

/** The empty state when there is no such file, or it is damaged. */
export async function loadSavedState(path: string): Promise<SavedState> {
  try {
    return SavedState.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    return EMPTY_STATE;
  }
}

export async function saveState(path: string, { comments, deployments }: GithubState): Promise<void> {
  await writeFile(path, `${JSON.stringify({ comments, deployments } satisfies SavedState, undefined, 2)}\n`);
}

function highestId({ comments, deployments }: SavedState): number {
  const statuses = deployments.flatMap((one) => one.statuses);
  return Math.max(0, ...[...comments, ...deployments, ...statuses].map((one) => one.id));
}
