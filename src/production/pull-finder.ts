import type { Clock } from "@greenroom/client";
import type { ReceivedDeployment } from "@greenroom/contract";
import type { Github } from "../github/octokit.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { warnOfGithub } from "../github-trouble.ts";
import type { Inputs } from "./inputs.ts";
import { findMerged, type MergedOutcome, type MergedPull, readMerged } from "./merged-pull.ts";
import type { Wanted } from "./plan.ts";

/** Finds the pull request of a release, once. */
export interface PullFinder {
  /** Head of the pull request that was merged as the wanted commit; undefined when GitHub knows none. */
  reviewedSha(signal: AbortSignal): Promise<string | undefined>;
  /** Pull request a release is told on. */
  numberFor(source: ReceivedDeployment | undefined, signal: AbortSignal): Promise<number | undefined>;
}

/** What a finder is made of. */
export interface PullFinderParts {
  readonly runner: Pick<Runner, "warning">;
  readonly trigger: Pick<Trigger, "pull" | "head">;
  readonly inputs: Pick<Inputs, "githubToken" | "pullNumber">;
  readonly wanted: Wanted;
  readonly clock: Clock;
  readonly github: () => Promise<Github>;
}

/** Makes the finder of a run; GitHub's trouble is warned of and finds nothing. */
export function createPullFinder(parts: PullFinderParts): PullFinder {
  const { runner, trigger, inputs, wanted, clock } = parts;
  let searched: Promise<MergedPull | undefined> | undefined;

  async function search(sha: string | undefined, signal: AbortSignal): Promise<MergedPull | undefined> {
    const named = trigger.pull?.kind === "named" && wanted.kind === "commit" ? trigger.pull : undefined;
    if (inputs.pullNumber === undefined && named?.merged === true && trigger.head !== null) {
      return { number: named.number, headSha: trigger.head.sha };
    }
    if (inputs.githubToken === undefined) return undefined;
    const found = await ask(sha, signal);
    if (found.kind === "failed") warnOfGithub(runner, "the search for the pull request", found);
    return found.kind === "found" ? found.pull : undefined;
  }
  async function ask(sha: string | undefined, signal: AbortSignal): Promise<MergedOutcome> {
    const github = await parts.github();
    if (inputs.pullNumber !== undefined) return readMerged(github, inputs.pullNumber, { clock, signal });
    return sha === undefined ? { kind: "none" } : findMerged(github, sha, { clock, signal });
  }
  async function reviewedSha(signal: AbortSignal): Promise<string | undefined> {
    if (wanted.kind === "named") return undefined;
    searched ??= search(wanted.sha, signal);
    return (await searched)?.headSha;
  }
  async function numberFor(source: ReceivedDeployment | undefined, signal: AbortSignal): Promise<number | undefined> {
    // What is gone back to belongs to the pull request it once came from, not to the newest commit's.
    searched ??= search(wanted.kind === "commit" ? wanted.sha : (source?.commitSha ?? undefined), signal);
    return (await searched)?.number;
  }
  return { reviewedSha, numberFor };
}
