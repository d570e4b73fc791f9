import { at, numberAt, textAt } from "./payload.ts";
import type { NamedPull } from "./trigger.ts";

/** A pull request with the head it has now. */
export interface PullHead extends NamedPull {
  readonly headSha: string;
  readonly headBranch: string | null;
}

/**
 * Reads a pull request of GitHub's.
 * @param value Element of a list, or an answer.
 * @returns The pull request; nothing when it has no number or no head.
 */
export function readPull(value: unknown): PullHead | undefined {
  const number = numberAt(value, "number");
  const headSha = textAt(value, "head", "sha");
  if (number === undefined || headSha === undefined) return undefined;
  const headRepositoryId = numberAt(value, "head", "repo", "id") ?? null;
  return {
    kind: "named",
    number,
    fork: headRepositoryId === null || headRepositoryId !== numberAt(value, "base", "repo", "id"),
    draft: at(value, "draft") === true,
    state: at(value, "state") === "closed" ? "closed" : "open",
    merged: at(value, "merged") === true || textAt(value, "merged_at") !== undefined,
    headRepositoryId,
    headSha,
    headBranch: textAt(value, "head", "ref") ?? null,
  };
}
