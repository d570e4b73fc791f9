import {
  type Github,
  type GithubFailure,
  type CallContext,
  asFailure,
  call,
  repositoryPath,
  unreadable,
} from "./octokit.ts";
import { type PullHead, type SearchedPull, type Trigger, readPull } from "./trigger.ts";

/** The pull request of a trigger. */
export type PullOutcome =
  | { readonly kind: "found"; readonly number: number; readonly pull: PullHead }
  | { readonly kind: "none"; readonly reason: string }
  | GithubFailure;

/** How to look. */
export interface PullSearch extends CallContext {
  /** The input `pr-number`. */
  readonly pullNumber?: number;
}

/**
 * Finds the pull request a trigger belongs to; asks GitHub only when the payload does not name it.
 * A pull request that was looked for must be open and have exactly the trigger's commit as its head.
 * @param github Where.
 * @param trigger What started the run.
 * @param search Clock, signal, and a number that was given.
 */
export async function findPull(github: Github, trigger: Trigger, search: PullSearch): Promise<PullOutcome> {
  const { pull } = trigger;
  if (search.pullNumber !== undefined && !(pull?.kind === "named" && pull.number === search.pullNumber)) {
    return readGiven(github, trigger, { ...search, pullNumber: search.pullNumber });
  }
  if (pull === null) return { kind: "none", reason: "The event belongs to no pull request." };
  if (pull.kind === "number") return readNumber(github, pull.number, search);
  if (pull.kind === "search") return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
  const head = { headSha: trigger.head?.sha ?? "", headBranch: trigger.head?.branch ?? null };
  return found({ ...pull, ...head });
}

function found(pull: PullHead): PullOutcome {
  return { kind: "found", number: pull.number, pull };
}

async function readGiven(
  github: Github,
  trigger: Trigger,
  search: PullSearch & { readonly pullNumber: number },
): Promise<PullOutcome> {
  const given = await readNumber(github, search.pullNumber, search);
  const sha = trigger.head?.sha;
  // A number that came out of a fork's run is that run's claim: only the commit proves it.
  const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
  if (given.kind !== "found" || !claimed || (sha !== undefined && given.pull.headSha === sha)) return given;
  return { kind: "none", reason: `The head of pull request ${search.pullNumber} is not the commit of this run.` };
}

async function readNumber(github: Github, number: number, context: CallContext): Promise<PullOutcome> {
  const path = repositoryPath(github, "pulls", number);
  const answer = await call(github, { method: "GET", path, doing: "read the pull request" }, context);
  if (answer.kind === "failed") {
    return answer.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : asFailure(answer);
  }
  const pull = readPull(answer.body);
  return pull === undefined ? asFailure(unreadable("the pull request")) : found(pull);
}

async function searchPull(
  github: Github,
  { pull, repositoryId }: { readonly pull: SearchedPull; readonly repositoryId: string },
  context: CallContext,
): Promise<PullOutcome> {
  const head = `${pull.headOwner}:${pull.headBranch}`;
  const query = { state: "open", head, per_page: 100 };
  const path = repositoryPath(github, "pulls");
  const byHead = await call(github, { method: "GET", path, query, doing: "find the pull request" }, context);
  if (byHead.kind === "failed") return asFailure(byHead);
  const first = pick(byHead.body, pull);
  if (first !== undefined) return found(first);
  const none = { kind: "none", reason: `No open pull request has ${pull.sha.slice(0, 7)} as its head.` } as const;
  // [platform] By commit the base repository knows only its own commits, not those of a fork.
  if (String(pull.headRepositoryId) !== repositoryId) return none;
  const commits = repositoryPath(github, "commits", pull.sha, "pulls");
  const byCommit = await call(github, { method: "GET", path: commits, doing: "find the pull request" }, context);
  if (byCommit.kind === "failed") return byCommit.status === 409 ? none : asFailure(byCommit);
  const second = pick(byCommit.body, pull);
  return second === undefined ? none : found(second);
}

function pick(list: unknown, wanted: SearchedPull): PullHead | undefined {
  const pulls = Array.isArray(list) ? list.map(readPull).filter((pull) => pull !== undefined) : [];
  const fits = pulls.filter(
    (pull) =>
      pull.state === "open" &&
      pull.headSha === wanted.sha &&
      (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId),
  );
  return fits.sort((left, right) => left.number - right.number)[0];
}
