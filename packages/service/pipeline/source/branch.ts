import { mkdir } from "node:fs/promises";
import { BuildFailure } from "../failure.ts";
import type { BranchCheck } from "../record.ts";
import { measureDisk } from "../sandbox/disk-use.ts";
import { type GitFolder, gitIn, type GitLimits, makeRepository } from "./git.ts";

export const TIP_REF = "refs/greenroom/branch";

/** Commits behind the tip that are looked at, few at first: a server that cannot leave files out sends those too. */
const DEPTHS = [50, 2_000];

const MAX_MS = 30_000;
const MAX_BYTES = 256 * 1024 ** 2;
/** Git keeps what it fetched in a few files. */
const MAX_ENTRIES = 10_000;

type HistoryFolder = Omit<GitFolder, "limits"> & Pick<GitLimits, "timeoutMs" | "group">;

export function withHistoryLimits(given: HistoryFolder): GitFolder {
  const { group, timeoutMs, folder } = given;
  const exceeded = async (): Promise<string | undefined> => {
    const { bytes } = measureDisk({ folders: [folder], pids: [], maxBytes: MAX_BYTES, maxEntries: MAX_ENTRIES });
    return bytes < MAX_BYTES ? undefined : "It is too long.";
  };
  return { ...given, limits: { timeoutMs: Math.min(timeoutMs, MAX_MS), exceeded, group } };
}

/** Where a remote has a branch; null is its default one. */
export const branchRef = (branch: string | null): string => (branch === null ? "HEAD" : `refs/heads/${branch}`);

/**
 * The history is fetched without files where the server can leave them out; the caller removes `folder`.
 * @returns Unverified also when the history cannot be read: a deployment does not fail because of it.
 */
export async function findOnBranch(
  given: HistoryFolder,
  { commitSha, branch }: { readonly commitSha: string; readonly branch: string | null },
): Promise<BranchCheck> {
  const { remote, folder } = given;
  const bounded = withHistoryLimits(given);
  const name = branch === null ? "the default branch" : `'${branch}'`;
  const fetching = gitIn(bounded);
  const reading = gitIn(bounded, { reach: "nothing" });
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await makeRepository(given, commitSha);
    for (const depth of DEPTHS) {
      const refs = ["--", remote.url, `+${branchRef(branch)}:${TIP_REF}`];
      const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--filter=tree:0"];
      const fetched = await fetching("fetch", ...quiet, `--depth=${depth}`, ...refs);
      if (fetched.code !== 0) {
        return { kind: "unverified", reason: `the repository has no ${name} now, or does not tell its commits` };
      }
      const found = await reading("merge-base", "--is-ancestor", commitSha, TIP_REF);
      if (found.code === 0) return seenOn(branch);
    }
    return { kind: "unverified", reason: `it is not among the last ${DEPTHS.at(-1)} commits of ${name}` };
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    return { kind: "unverified", reason: `the history of ${name} could not be read in time (${error.code})` };
  }
}

export function seenOn(branch: string | null): BranchCheck {
  return branch === null ? { kind: "default" } : { kind: "branch", name: branch };
}

/** @returns Undefined when the remote does not tell, or not in time. */
export async function findDefaultBranch(given: GitFolder): Promise<string | undefined> {
  const limits = { ...given.limits, timeoutMs: Math.min(given.limits.timeoutMs, MAX_MS) };
  try {
    const { lines } = await gitIn({ ...given, limits })("ls-remote", "--symref", "--", given.remote.url, "HEAD");
    const named = lines.map((line) => /^ref: refs\/heads\/(.+)\tHEAD$/.exec(line)?.[1]);
    return named.find((name) => name !== undefined);
  } catch (error) {
    if (!(error instanceof BuildFailure)) throw error;
    return undefined;
  }
}
