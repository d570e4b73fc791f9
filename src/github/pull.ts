import { type GithubFailure, unreadable } from "./failure.ts";
import { call, type CallContext, type Github } from "./octokit.ts";
import { numberAt } from "./payload.ts";
import { type PullHead, type SearchedPull, type Trigger, readPull } from "./trigger.ts";

export type PullOutcome =
  | { readonly kind: "found"; readonly pull: PullHead }
  | { readonly kind: "none"; readonly reason: string }
  | GithubFailure;

/**
 * Requested from GitHub only when the payload does not name it; one that is found by search must be open, with exactly
 * the trigger's commit as its head.
 */
export async function findPull(
  github: Github,
  trigger: Trigger,
  search: CallContext & { readonly pullNumber?: number | undefined },
): Promise<PullOutcome> {
  const { pull, head } = trigger;
  const { pullNumber } = search;
  if (pullNumber !== undefined && !(pull?.kind === "named" && pull.number === pullNumber)) {
    const given = await readPullRequest(github, pullNumber, search);
    // A number out of a fork's run is only a claim: the commit proves it.
    const claimed = trigger.eventName === "workflow_run" || trigger.fromFork;
    if (given.kind !== "found" || !claimed || given.pull.headSha === head?.sha) return given;
    return { kind: "none", reason: `The head of pull request ${pullNumber} is not the commit of this run.` };
  }
  if (pull === null) return { kind: "none", reason: "The event belongs to no pull request." };
  if (pull.kind === "number") return readPullRequest(github, pull.number, search);
  if (pull.kind === "search") return searchPull(github, { pull, repositoryId: trigger.repository.id }, search);
  return { kind: "found", pull: { ...pull, headSha: head?.sha ?? "", headBranch: head?.branch ?? null } };
}

export async function readPullRequest(github: Github, number: number, context: CallContext): Promise<PullOutcome> {
  const read = await call(github, { doing: "read the pull request", repeatable: true }, context, (rest, parameters) =>
    rest.pulls.get({ ...parameters, pull_number: number }),
  );
  if (read.kind === "failed") {
    return read.status === 404 ? { kind: "none", reason: `There is no pull request ${number}.` } : read;
  }
  const pull = readPull(read.data);
  return pull === undefined ? unreadable("the pull request") : { kind: "found", pull };
}

const FIND = { doing: "find the pull request", repeatable: true };

async function searchPull(
  github: Github,
  { pull, repositoryId }: { readonly pull: SearchedPull; readonly repositoryId: string },
  context: CallContext,
): Promise<PullOutcome> {
  if (github.forge === "gitea") return searchGitea(github, pull, context);
  const head = `${pull.headOwner}:${pull.headBranch}`;
  const byHead = await call(github, FIND, context, (rest, parameters) =>
    rest.pulls.list({ ...parameters, state: "open", head, per_page: 100 }),
  );
  if (byHead.kind === "failed") return byHead;
  const found = pick(byHead.data, pull);
  if (found.kind === "found") return found;
  // [platform] By commit the base repository knows only its own commits, not those of a fork.
  if (String(pull.headRepositoryId) !== repositoryId) return found;
  const byCommit = await call(github, FIND, context, (rest, parameters) =>
    rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: pull.sha }),
  );
  if (byCommit.kind === "done") return pick(byCommit.data, pull);
  return byCommit.status === 409 || byCommit.status === 404 ? found : byCommit;
}

/** The server gives no more than 50 a page unless its operator allows it. */
const GITEA_PAGE_SIZE = 50;
const MAX_GITEA_PAGES = 20;
// Sorted as GitHub's route cannot be.
const GITEA_PULLS = "GET /repos/{owner}/{repo}/pulls?state=open&sort=recentupdate&limit={limit}&page={page}";

/** Gitea has no search by head or by commit: the list is read, what was changed last first. */
async function searchGitea(github: Github, wanted: SearchedPull, context: CallContext): Promise<PullOutcome> {
  const seen = new Set<number>();
  for (let page = 1; page <= MAX_GITEA_PAGES; page += 1) {
    const read = await call(github, FIND, context, (_, parameters) =>
      github.octokit.request(GITEA_PULLS, { ...parameters, limit: GITEA_PAGE_SIZE, page }),
    );
    if (read.kind === "failed") return read;
    if (!Array.isArray(read.data)) return unreadable("the pull requests");
    const found = pick(read.data, wanted);
    const before = seen.size;
    for (const one of read.data) seen.add(numberAt(one, "number") ?? 0);
    // A page can be shorter than asked for, so that only one without anything new is the end.
    if (found.kind === "found" || seen.size === before) return found;
  }
  return pick([], wanted);
}

function pick(list: unknown, wanted: SearchedPull): PullOutcome {
  const pulls = Array.isArray(list) ? list.map(readPull).filter((pull) => pull !== undefined) : [];
  const fits = pulls.filter(
    (pull) =>
      pull.state === "open" &&
      pull.headSha === wanted.sha &&
      (wanted.headRepositoryId === null || pull.headRepositoryId === wanted.headRepositoryId),
  );
  const [pull] = fits.sort((left, right) => left.number - right.number);
  if (pull !== undefined) return { kind: "found", pull };
  return { kind: "none", reason: `No open pull request has ${wanted.sha.slice(0, 7)} as its head.` };
}
