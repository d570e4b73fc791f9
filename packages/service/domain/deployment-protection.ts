/** How long after a decision a run on GitHub that begins to wait is still answered by it, milliseconds. */
export const ANSWER_WINDOW_MS = 60 * 60_000;

/** A run on GitHub that waits for a deployment protection rule. */
export interface Gate {
  /** Its own commit, then the heads of the pull requests that were merged as it. */
  readonly commits: readonly string[];
  /** What it was started for, as in refs/heads/main; null when GitHub did not say. */
  readonly ref: string | null;
  /** Those heads whose pull request was merged into `ref`. */
  readonly mergedHeads: readonly string[];
}

/** What a decision about a release depends on, as to runs. */
export interface DecidedCommit {
  readonly commitSha: string | null;
  readonly branch: string | null;
}

/** Whether a run is of the commit of a release, or of the commit that its pull request was merged as. */
export function isOfCommit({ commits }: Gate, { commitSha }: DecidedCommit): boolean {
  return commitSha !== null && commits.includes(commitSha);
}

/**
 * Whether a run is where the release belongs: its commit on its branch, or its merge on the branch it was merged into.
 * Only such a run is answered without the approver having seen it.
 */
export function isExpected(gate: Gate, { commitSha, branch }: DecidedCommit): boolean {
  if (commitSha === null) return false;
  if (gate.mergedHeads.includes(commitSha)) return true;
  return gate.commits[0] === commitSha && branch !== null && isBranch(gate.ref, branch);
}

/** Whether a ref of a run is a branch. A tag of the same name is none. */
export function isBranch(ref: string | null, branch: string): boolean {
  if (ref === null) return false;
  return ref.startsWith("refs/") ? ref === `refs/heads/${branch}` : ref === branch;
}

/**
 * Whether a run began to wait early enough to be answered by a decision.
 * @param since When it began to wait; `decidedAt` when the decision was made. ISO 8601 UTC.
 */
export function isInWindow(since: string, decidedAt: string): boolean {
  return Date.parse(since) < Date.parse(decidedAt) + ANSWER_WINDOW_MS;
}
