import { cutDescription } from "./deployment-record.ts";
import { type GithubFailure, unreadable } from "./failure.ts";
import { call, type CallContext, type Github } from "./octokit.ts";
import { numberAt } from "./payload.ts";
import type { PullHead } from "./trigger.ts";
import { plainLine, rowAddress } from "./untrusted-text.ts";

// What Gitea and Forgejo do in another way than GitHub. Their other routes are called as GitHub's are.

/** The server gives no more than 50 a page unless its operator allows it. */
const PAGE_SIZE = 50;
const MAX_PAGES = 20;
// Sorted as GitHub's route cannot be.
const OPEN_PULLS = "GET /repos/{owner}/{repo}/pulls?state=open&sort=recentupdate&limit={limit}&page={page}";

/**
 * Finds an open pull request. There is no search by head or by commit: the list is read, what was changed last first.
 * @param pick Gives the one that is wanted out of a page.
 */
export async function findOpenPull(
  github: Github,
  pick: (page: unknown) => PullHead | undefined,
  context: CallContext,
): Promise<{ readonly kind: "done"; readonly pull: PullHead | undefined } | GithubFailure> {
  const seen = new Set<number>();
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const read = await call(github, { doing: "find the pull request", repeatable: true }, context, (_, parameters) =>
      github.octokit.request(OPEN_PULLS, { ...parameters, limit: PAGE_SIZE, page }),
    );
    if (read.kind === "failed") return read;
    if (!Array.isArray(read.data)) return unreadable("the pull requests");
    const pull = pick(read.data);
    if (pull !== undefined) return { kind: "done", pull };
    const before = seen.size;
    for (const one of read.data) seen.add(numberAt(one, "number") ?? 0);
    // A page can be shorter than asked for, so that only one without anything new is the end.
    if (seen.size === before) break;
  }
  return { kind: "done", pull: undefined };
}

/** The status of a commit, which stands for what GitHub keeps as a deployment. */
export interface CommitStatus {
  readonly sha: string;
  /** Names it: a later one of the same name replaces it. */
  readonly context: string;
  readonly state: "pending" | "success" | "failure" | "error";
  readonly description: string;
  readonly url: string | undefined;
}

const MAX_CONTEXT_CHARS = 200;

export async function setCommitStatus(
  github: Github,
  { sha, state, url, ...texts }: CommitStatus,
  context: CallContext,
): Promise<{ readonly kind: "done" } | GithubFailure> {
  const address = rowAddress(url);
  const sent = await call(github, { doing: "set the commit status" }, context, (rest, parameters) =>
    rest.repos.createCommitStatus({
      ...parameters,
      sha,
      state,
      context: plainLine(texts.context).slice(0, MAX_CONTEXT_CHARS).toWellFormed(),
      description: cutDescription(texts.description),
      ...(address === undefined ? {} : { target_url: address }),
    }),
  );
  return sent.kind === "failed" ? sent : { kind: "done" };
}
