import type { CreateDeployment } from "@greenroom/contract";
import type { Trigger } from "../github/trigger.ts";
import type { Inputs } from "./inputs.ts";

/** Why nothing is deployed although nothing is wrong. */
export interface SkipReason {
  readonly code: "fork_without_secrets" | "dependabot_without_secrets" | "branch_deleted" | "pull_closed" | "no_commit";
  /** What is the case, one sentence. */
  readonly why: string;
  /** What to do about it, one sentence. */
  readonly advice: string;
}

/** Parts of the idempotency key that a plan settles; site and attempt number come later. */
export interface KeyScope {
  readonly serviceOrigin: string;
  readonly repositoryId: string;
  /** Makes the key one of this run only. */
  readonly runNonce: string | undefined;
  /** The workflow's own key, instead of a derived one. */
  readonly given: string | undefined;
}

/** Where a run tells how it ended, besides outputs, log and summary. */
export interface ReportTargets {
  readonly comment: Inputs["comment"];
  readonly deploymentRecord: boolean;
}

/** What a run is going to do. Nothing has been sent when it is made. */
export type Plan =
  | { readonly kind: "skip"; readonly reason: SkipReason }
  | {
      readonly kind: "deploy";
      /** Site id or slug, as given. */
      readonly site: string;
      readonly commitSha: string;
      readonly branch: string | undefined;
      /** The exact bytes of the request body. */
      readonly body: string;
      readonly keyScope: KeyScope;
      readonly report: ReportTargets;
    };

const SKIPS = {
  fork_without_secrets: {
    why: "This pull request comes from a fork, and GitHub gives its runs no secrets",
    advice: "Deploy forks from a workflow_run workflow of your own branch, or let a member push the branch here.",
  },
  dependabot_without_secrets: {
    why: "This run was started by Dependabot, which has a secret store of its own",
    advice: "Add the token to the repository's Dependabot secrets under the same name.",
  },
  branch_deleted: {
    why: "This push deletes its branch, so there is no commit to deploy",
    advice: "Nothing needs to be done.",
  },
  pull_closed: {
    why: "The pull request is closed",
    advice: "Leave 'closed' out of the workflow's pull_request types, or use the close action for it.",
  },
  no_commit: {
    why: "This event names no commit to deploy",
    advice: "Set the input 'commit-sha'.",
  },
} as const satisfies Record<SkipReason["code"], Omit<SkipReason, "code">>;

/**
 * Says why a trigger cannot be deployed with the secrets it has.
 * It is asked before the inputs are judged: on a fork a missing token is nobody's mistake.
 * @param hasToken Whether the input `token` holds anything.
 * @see GitHub documentation, "Events that trigger workflows": pull requests from forks and by Dependabot get no secrets
 */
export function secretlessReason(
  trigger: Pick<Trigger, "fromFork" | "dependabot">,
  hasToken: boolean,
): SkipReason | undefined {
  if (hasToken) return undefined;
  if (trigger.dependabot) return skipReason("dependabot_without_secrets");
  return trigger.fromFork ? skipReason("fork_without_secrets") : undefined;
}

/**
 * Decides what a run does.
 * @param trigger What started the run.
 * @param inputs What the workflow asked for.
 */
export function makePlan(trigger: Trigger, inputs: Inputs): Plan {
  if (trigger.deleted && inputs.commitSha === undefined) return skip("branch_deleted");
  if (isClosedPull(trigger)) return skip("pull_closed");
  const commitSha = inputs.commitSha ?? trigger.head?.sha;
  if (commitSha === undefined) return skip("no_commit");
  const branch = inputs.branch ?? ownBranch(trigger);
  const body: CreateDeployment = { environment: "preview", commitSha, ...(branch === undefined ? {} : { branch }) };
  return {
    kind: "deploy",
    site: inputs.site,
    commitSha,
    branch,
    body: JSON.stringify(body),
    keyScope: {
      serviceOrigin: inputs.baseUrl.origin,
      repositoryId: trigger.repository.id,
      runNonce: inputs.forceNew ? `${trigger.run.id}.${trigger.run.attempt}` : undefined,
      given: inputs.idempotencyKey,
    },
    report: { comment: inputs.comment, deploymentRecord: inputs.deploymentRecord },
  };
}

/** A fork's branch named 'main' must not pass as ours: its commits go without a branch. */
function ownBranch({ head, fromFork }: Trigger): string | undefined {
  return fromFork ? undefined : (head?.branch ?? undefined);
}

function isClosedPull({ pull }: Trigger): boolean {
  return pull?.kind === "named" && pull.state === "closed";
}

function skip(code: SkipReason["code"]): Plan {
  return { kind: "skip", reason: skipReason(code) };
}

function skipReason(code: SkipReason["code"]): SkipReason {
  return { code, ...SKIPS[code] };
}
