import type { DryRun } from "../dry-run.ts";
import type { Trigger } from "../github/trigger.ts";
import { type Unsent, unreadableEvent } from "../messages.ts";
import type { Inputs } from "./inputs.ts";

export type ReleaseTarget =
  | { readonly kind: "named"; readonly deploymentId: string }
  /** The newest ready preview of a commit, or of the pull request that was merged as it. */
  | { readonly kind: "commit"; readonly sha: string };

export type Plan = Unsent | { readonly kind: "release"; readonly wanted: ReleaseTarget };

const SKIPS = {
  no_secrets: {
    message: "GitHub gives this run no secrets, since a fork or Dependabot started it",
    hint: "Release on the push that the merge makes to your own branch.",
  },
  branch_deleted: {
    message: "This push deletes its branch, so there is no commit to release",
    hint: "Nothing needs to be done.",
  },
  not_merged: {
    message: "The pull request is not merged",
    hint: "Merge it first, or set the input 'source-deployment-id'.",
  },
  no_commit: {
    message: "This event names no commit to release",
    hint: "Set the input 'commit-sha' or 'source-deployment-id'.",
  },
} as const;

/** Checked before the inputs are: the missing token is then not the author's mistake. */
export function secretlessReason(
  { fromFork, dependabot }: Pick<Trigger, "fromFork" | "dependabot">,
  hasToken: boolean,
): Unsent | undefined {
  return !hasToken && (fromFork || dependabot) ? skip("no_secrets") : undefined;
}

function skip(why: keyof typeof SKIPS): Unsent {
  return { kind: "skipped", reason: SKIPS[why] };
}

export function makePlan(
  trigger: Pick<Trigger, "deleted" | "pull" | "head" | "problems">,
  inputs: Pick<Inputs, "sourceDeploymentId" | "commitSha">,
): Plan {
  if (inputs.sourceDeploymentId !== undefined) {
    return { kind: "release", wanted: { kind: "named", deploymentId: inputs.sourceDeploymentId } };
  }
  // What GitHub gives as the commit after a deletion.
  if (/^0+$/.test(inputs.commitSha ?? "")) return skip("branch_deleted");
  if (inputs.commitSha !== undefined) return { kind: "release", wanted: { kind: "commit", sha: inputs.commitSha } };
  if (trigger.deleted) return skip("branch_deleted");
  if (trigger.pull?.kind === "named" && !trigger.pull.merged) return skip("not_merged");
  if (trigger.head === null) return unreadableEvent(trigger) ?? skip("no_commit");
  return { kind: "release", wanted: { kind: "commit", sha: trigger.head.sha } };
}

export const COMMENT_TEXT = "### Release\n\nRelease of **{site}**, commit {commit}: {status}. {approvalUrl}";

/** The token is in none of it. */
export function describePlan(wanted: ReleaseTarget, inputs: Inputs, trigger: Trigger): DryRun {
  const sourceDeploymentId = wanted.kind === "named" ? wanted.deploymentId : "the id of that preview";
  const { pull } = trigger;
  return {
    inputs,
    trigger,
    idempotencyKey: "derived from the repository, the id of the site and the source",
    more: [
      `Source: ${describeSource(wanted)}`,
      `Body: ${JSON.stringify({ environment: "production", sourceDeploymentId })}`,
      `Approval: requested with the tool request_publish at ${inputs.mcpUrl.href}`,
    ],
    pull: pull?.kind === "named" ? `#${pull.number}` : "the one that was merged as the commit, if there is one",
    status: "approval_pending",
    commitSha: wanted.kind === "commit" ? wanted.sha : "",
    template: COMMENT_TEXT,
  };
}

function describeSource(wanted: ReleaseTarget): string {
  if (wanted.kind === "named") return `deployment ${wanted.deploymentId}, or the preview it was released from`;
  const sha = wanted.sha.slice(0, 7);
  return `the newest ready preview of commit ${sha}, else that of the head of the pull request that was merged as it`;
}
