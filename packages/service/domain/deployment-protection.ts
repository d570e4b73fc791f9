import { HOUR_MS } from "./instants.ts";

/** How long after a decision a run on GitHub that begins to wait is still answered by it. */
export const ANSWER_WINDOW_MS = HOUR_MS;

/** A run on GitHub that waits for a deployment protection rule. */
export interface Gate {
  /** Its own commit, then the heads of the pull requests that were merged as it. */
  readonly commits: readonly string[];
  /** What it was started for, as in refs/heads/main; null when GitHub did not say. */
  readonly ref: string | null;
  /** Those heads whose pull request was merged into `ref`. */
  readonly mergedHeads: readonly string[];
}

export interface DecidedCommit {
  readonly commitSha: string | null;
  readonly branch: string | null;
}

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

/** @param since When the run began to wait. */
export function isInWindow(since: string, decidedAt: string): boolean {
  return Date.parse(since) < Date.parse(decidedAt) + ANSWER_WINDOW_MS;
}
