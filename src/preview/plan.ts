import { deriveKey, type KeyParts } from "@greenroom/client/create";
import type { PrebuiltFolder } from "@greenroom/client/folder";
import type { TokenSource } from "@greenroom/client/transport";
import type { CreateDeployment } from "@greenroom/contract/deployment";
import { PULL_REQUEST_HEADER, type PullRequestLabel, writePullRequest } from "@greenroom/contract/label";
import { UUID_PATTERN } from "@greenroom/contract/limits";
import type { DryRun } from "../dry-run.ts";
import type { Runner } from "../github/runner.ts";
import type { Trigger } from "../github/trigger.ts";
import { type Unsent, unreadableEvent } from "../messages.ts";
import type { Inputs } from "./inputs.ts";

export interface DeployPlan {
  readonly kind: "deploy";
  /** Id or slug, as given. */
  readonly site: string;
  readonly commitSha: string;
  readonly branch: string | undefined;
  readonly request: CreateDeployment;
  /** Sent beside the body, so that an edited title does not change the key. */
  readonly pullRequest: PullRequestLabel | undefined;
  /** Known before anything is sent; site, body and attempt come later. */
  readonly keyScope: Omit<KeyParts, "siteId" | "body" | "attempt">;
  /** What is uploaded instead of a build. */
  readonly folder?: PrebuiltFolder;
}

export interface Run {
  readonly runner: Runner;
  readonly trigger: Trigger;
  readonly inputs: Inputs;
  readonly token: string | TokenSource;
  readonly plan: DeployPlan;
  readonly stop: AbortSignal;
  /** End of the step's time, milliseconds of the system's `monotonic()`. */
  readonly deadlineAt: number;
}

const SKIPS = {
  fork_without_secrets: {
    message: "This pull request comes from a fork, and GitHub gives its runs no secrets",
    hint: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
  },
  dependabot_without_secrets: {
    message: "This run was started by Dependabot, which has its own secret store",
    hint: "Store a token in the repository's Dependabot secrets, and give it to the step as 'token'.",
  },
  branch_deleted: {
    message: "This push deletes its branch, so there is no commit to deploy",
    hint: "Nothing needs to be done.",
  },
  pull_closed: {
    message: "The pull request is closed",
    hint: "Leave 'closed' out of the workflow's pull_request types, or use the close action for it.",
  },
  no_commit: {
    message: "This event names no commit to deploy",
    hint: "Set the input 'commit-sha'.",
  },
} as const;

/**
 * Checked before the inputs are: on a fork the missing token is not the author's mistake.
 * @see GitHub Docs, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
export function secretlessReason(
  trigger: Pick<Trigger, "fromFork" | "dependabot">,
  hasToken: boolean,
): Unsent | undefined {
  if (hasToken || !(trigger.dependabot || trigger.fromFork)) return undefined;
  return skip(trigger.dependabot ? "dependabot_without_secrets" : "fork_without_secrets");
}

export function makePlan(trigger: Trigger, inputs: Inputs): Unsent | DeployPlan {
  if (trigger.deleted && inputs.commitSha === undefined) return skip("branch_deleted");
  if (trigger.pull?.kind === "named" && trigger.pull.state === "closed") return skip("pull_closed");
  // What GitHub gives as the commit after a deletion.
  if (/^0+$/.test(inputs.commitSha ?? "")) return skip("branch_deleted");
  const commitSha = fullSha(inputs.commitSha, trigger.head?.sha);
  if (commitSha === undefined) return unreadableEvent(trigger) ?? skip("no_commit");
  const branch = branchOf(trigger, inputs);
  return {
    kind: "deploy",
    site: inputs.site,
    commitSha,
    branch,
    request: { environment: "preview", commitSha, branch },
    pullRequest: labelOf(trigger.pull, inputs.pullNumber),
    keyScope: {
      serviceOrigin: inputs.baseUrl.origin,
      repositoryId: trigger.repository.id,
      runNonce: inputs.forceNew ? `${trigger.run.id}.${trigger.run.attempt}` : undefined,
    },
  };
}

/** What the payload says: nothing is read from GitHub before the request leaves. */
function labelOf(pull: Trigger["pull"], given: number | undefined): PullRequestLabel | undefined {
  const known = pull === null || pull.kind === "search" ? undefined : pull;
  const number = given ?? known?.number;
  if (number === undefined) return undefined;
  return { number, ...(known?.number === number && { title: known.title }) };
}

/** The run's own commit by its whole id, however it was given: two spellings would be two attempts. */
function fullSha(given: string | undefined, head: string | undefined): string | undefined {
  return given !== undefined && head?.startsWith(given) !== true ? given : head;
}

/** A fork's 'main' must not pass as ours: its commits go without a branch. */
export function branchOf({ fromFork, head }: Trigger, inputs: Pick<Inputs, "branch">): string | undefined {
  return inputs.branch ?? (fromFork ? undefined : (head?.branch ?? undefined));
}

function skip(why: keyof typeof SKIPS): Unsent {
  return { kind: "skipped", reason: SKIPS[why] };
}

/** The token is in none of it. */
export function describePlan(plan: DeployPlan, inputs: Inputs, trigger: Trigger): DryRun {
  const { commitSha } = plan;
  const body = JSON.stringify(plan.request);
  const label = plan.pullRequest && writePullRequest(plan.pullRequest);
  return {
    inputs,
    trigger,
    idempotencyKey: inputs.idempotencyKey ?? describeKey(plan, body),
    more: [...(label === undefined ? [] : [`${PULL_REQUEST_HEADER}: ${label}`]), `Body: ${body}`],
    pull: describePull(trigger),
    status: "queued",
    commitSha,
    template: inputs.commentTemplate,
    outputs: { "commit-sha": commitSha },
  };
}

function describeKey({ keyScope, site }: DeployPlan, body: string): string {
  if (UUID_PATTERN.test(site)) return deriveKey({ ...keyScope, siteId: site, body, attempt: 1 });
  return `derived from the id of site '${site}', which is read from the service first`;
}

function describePull({ pull }: Trigger): string {
  if (pull === null) return "none belongs to this event";
  return pull.kind === "search" ? `the open one of branch '${pull.headBranch}', if there is one` : `#${pull.number}`;
}
