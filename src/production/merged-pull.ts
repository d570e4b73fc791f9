import { type Github, type GithubFailure, type CallContext, asFailure, call } from "../github/octokit.ts";
import { textAt } from "../github/payload.ts";
import { readPull } from "../github/trigger.ts";

/** A pull request that was merged. */
export interface MergedPull {
  readonly number: number;
  readonly headSha: string;
}

/** What was found. */
export type MergedOutcome =
  | { readonly kind: "found"; readonly pull: MergedPull }
  | { readonly kind: "none" }
  | GithubFailure;

/**
 * Finds the pull request that was merged as a commit, whether squashed or not, or whose head the commit was.
 * @param sha Commit of this repository.
 */
export async function findMerged(github: Github, sha: string, context: CallContext): Promise<MergedOutcome> {
  const answer = await call(
    github,
    { doing: "find the merged pull request", reads: true },
    context,
    (rest, parameters) => rest.repos.listPullRequestsAssociatedWithCommit({ ...parameters, commit_sha: sha }),
  );
  if (answer.kind === "failed") return isUnknownCommit(answer.status) ? { kind: "none" } : asFailure(answer);
  const pulls = (Array.isArray(answer.data) ? answer.data : []).flatMap((value: unknown) => {
    const pull = readPull(value);
    const fits = pull?.merged === true && (textAt(value, "merge_commit_sha") === sha || pull.headSha === sha);
    return fits ? [{ number: pull.number, headSha: pull.headSha }] : [];
  });
  const newest = pulls.toSorted((one, other) => other.number - one.number)[0];
  return newest === undefined ? { kind: "none" } : { kind: "found", pull: newest };
}

/** Reads a pull request whose number is known. */
export async function readMerged(github: Github, number: number, context: CallContext): Promise<MergedOutcome> {
  const answer = await call(github, { doing: "read the pull request", reads: true }, context, (rest, parameters) =>
    rest.pulls.get({ ...parameters, pull_number: number }),
  );
  if (answer.kind === "failed") return answer.status === 404 ? { kind: "none" } : asFailure(answer);
  const pull = readPull(answer.data);
  return pull === undefined ? { kind: "none" } : { kind: "found", pull: { number, headSha: pull.headSha } };
}

function isUnknownCommit(status: number | undefined): boolean {
  return status === 404 || status === 409 || status === 422;
}
