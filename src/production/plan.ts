import type { Trigger } from "../github/trigger.ts";
import type { Inputs } from "./inputs.ts";
import type { SkipReason } from "./outcome.ts";

/** What is to be released, before anybody was asked. */
export type Wanted =
  | { readonly kind: "named"; readonly deploymentId: string }
  /** The newest ready preview of a commit, or of the pull request that was merged as it. */
  | { readonly kind: "commit"; readonly sha: string };

/** What a run is going to do. Nothing has been sent when it is made. */
export type Plan =
  | { readonly kind: "skip"; readonly reason: SkipReason }
  | { readonly kind: "release"; readonly wanted: Wanted };

const SKIPS = {
  no_secrets: {
    why: "GitHub gives this run no secrets, since a fork or Dependabot is behind it",
    advice: "Release on the push to your own branch instead, which the merge makes.",
  },
  branch_deleted: {
    why: "This push deletes its branch, so there is no commit to release",
    advice: "Nothing needs to be done.",
  },
  not_merged: {
    why: "The pull request is not merged",
    advice: "Run this when it is, or name what is to go live in 'source-deployment-id'.",
  },
  no_commit: {
    why: "This event names no commit to release",
    advice: "Set the input 'commit-sha' or 'source-deployment-id'.",
  },
} as const satisfies Record<string, SkipReason>;

/**
 * Says why a trigger cannot be released with the secrets it has; asked before the inputs are judged, since a missing
 * token is then nobody's mistake.
 * @param hasToken Whether the input `token` holds anything.
 */
export function secretlessReason(
  { fromFork, dependabot }: Pick<Trigger, "fromFork" | "dependabot">,
  hasToken: boolean,
): SkipReason | undefined {
  return !hasToken && (fromFork || dependabot) ? SKIPS.no_secrets : undefined;
}

/** Decides what a run releases. */
export function makePlan(
  trigger: Pick<Trigger, "deleted" | "pull" | "head">,
  inputs: Pick<Inputs, "sourceDeploymentId" | "commitSha">,
): Plan {
  if (inputs.sourceDeploymentId !== undefined) {
    return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
  }
  if (inputs.commitSha !== undefined) return { kind: "release", wanted: { kind: "commit", sha: inputs.commitSha } };
  if (trigger.deleted) return { kind: "skip", reason: SKIPS.branch_deleted };
  if (trigger.pull?.kind === "named" && !trigger.pull.merged) return { kind: "skip", reason: SKIPS.not_merged };
  if (trigger.head === null) return { kind: "skip", reason: SKIPS.no_commit };
  return { kind: "release", wanted: { kind: "commit", sha: trigger.head.sha } };
}
