import type { ApprovalStatus, BLOCK_OVERRIDES, DECISIONS, Role } from "@greenroom/contract";
import { DAY_MS, HOUR_MS } from "./instants.ts";
import { canDecide, isAdmin } from "./roles.ts";
import { type Candidate, type Denial, denialOf, isRequested, type ReleaseFacts } from "./two-people.ts";

export const PENDING_LIFETIME_MS = 7 * DAY_MS;

/** How long the link of a prepared release can be used without anybody asking for it. */
export const PREPARED_LIFETIME_MS = 30 * DAY_MS;

/** How long an approved release can wait in the queue before it is canceled. */
export const APPROVED_LIFETIME_MS = HOUR_MS;

export type Decision = (typeof DECISIONS)[number];

/** @param baseUrl Origin of the service, without a trailing slash. [§1] */
export function webApprovalUrl(baseUrl: string, requestId: string): string {
  return `${baseUrl}/app/approvals/${requestId}`;
}

export function webRequestUrl(baseUrl: string, deploymentId: string): string {
  return `${baseUrl}/app/deployments/${deploymentId}/publish`;
}

export interface ApprovalState {
  readonly status: ApprovalStatus;
  /** ISO 8601 UTC. */
  readonly expires_at: string;
}

/**
 * A pending request is expired from its last instant on, also before its row says so. An approved one stays approved
 * until `expireApprovals` has looked at its release.
 */
export function statusAt({ status, expires_at: expiresAt }: ApprovalState, at: string): ApprovalStatus {
  return status === "pending" && expiresAt <= at ? "expired" : status;
}

/** What a token prepares: `prepare` only the link; of `release`, members who can request it are notified too. */
export type Intent = "prepare" | "release";

export interface OpenRelease {
  readonly site_id: string;
  readonly source_deployment_id: string;
  /** Null when the preview was made from a commit without naming a branch. */
  readonly branch: string | null;
  readonly source_created_at: string;
  /** When a person asked for it; before that it is only prepared (decision 22). */
  readonly requested_at: string | null;
  readonly intent: Intent;
}

/**
 * Whether a new release takes the place of an open one: the same site and branch, made from another preview. A
 * requested release gives way only to another requested one; a prepared one to any newer preview with the same or a
 * stronger intent. A source without a branch takes no place.
 */
export function supersedes(newer: OpenRelease, older: OpenRelease): boolean {
  if (newer.site_id !== older.site_id || newer.source_deployment_id === older.source_deployment_id) return false;
  if (newer.branch === null || newer.branch !== older.branch) return false;
  const isNewerRequested = newer.requested_at !== null;
  if (older.requested_at !== null) return isNewerRequested;
  const isWeaker = !isNewerRequested && newer.intent === "prepare" && older.intent === "release";
  return newer.source_created_at > older.source_created_at && !isWeaker;
}

/** What the outcome of a decision depends on, all of it read in the transaction that carries it out. */
export interface DecisionInput {
  readonly decision: Decision;
  readonly decider: Candidate;
  readonly request: ApprovalState & { readonly facts: ReleaseFacts; readonly decidedBy: string | undefined };
  /** The source is still ready, with the files that the request named. */
  readonly sourceUnchanged: boolean;
  readonly withinLiveSiteLimit: boolean;
  /** Where the site asks for it, the decider has viewed every changed page. */
  readonly allViewed: boolean;
  /** An open comment blocks it, and the decider does not override it. */
  readonly blocked: boolean;
  readonly at: string;
}

/** Why a decision is not carried out, in the order of the checks in `decisionOutcome`. */
export const PROBLEMS = {
  approval_already_decided: "This request is no longer pending.",
  approval_not_requested: "No member has requested this release: request it on its page first.",
  source_deployment_not_ready: "The preview is not what was requested any more; request a new release.",
  live_site_limit_reached: "The workspace has reached its limit of live sites.",
  pages_not_viewed: "This site's approvers view every changed page first: mark each as viewed on the approval screen.",
  approval_blocked: "Open comments block this release; they are named on the approval screen.",
} as const;

type PersonError = "self_approval_forbidden" | "forbidden_role";

export type DecisionOutcome =
  | { readonly kind: "error"; readonly code: keyof typeof PROBLEMS }
  | { readonly kind: "error"; readonly code: PersonError; readonly denial: Denial }
  /** The same user made the same decision before: the response is the same. */
  | { readonly kind: "repeat" }
  /** To be carried out, once a second factor was used for it. */
  | { readonly kind: "change"; readonly to: "approved" | "rejected" };

const DECIDED: Readonly<Partial<Record<ApprovalStatus, Decision>>> = {
  approved: "approve",
  published: "approve",
  rejected: "reject",
};

const DENIED: Readonly<Record<Denial["rule"], PersonError>> = {
  requester: "self_approval_forbidden",
  holder: "self_approval_forbidden",
  role: "forbidden_role",
  unconfirmed: "forbidden_role",
};

const error = (code: keyof typeof PROBLEMS): DecisionOutcome => ({ kind: "error", code });

/** A caller who may not decide learns only why, and nothing else about the request. [§4, §5.5] */
export function decisionOutcome(input: DecisionInput): DecisionOutcome {
  const { request, decision, decider, at } = input;
  // [§4] No requester decides, whatever their role, unless the operator allows it; then the role counts.
  const denial = denialOf(request.facts, decider);
  if (denial) return { kind: "error", code: DENIED[denial.rule], denial };
  if (request.decidedBy === decider.userId && DECIDED[request.status] === decision) return { kind: "repeat" };
  if (statusAt(request, at) !== "pending") return error("approval_already_decided");
  // The one who asks and the one who decides are two people, so a member has to ask first.
  if (!isRequested(request.facts)) return error("approval_not_requested");
  if (decision === "reject") return { kind: "change", to: "rejected" };
  if (!input.sourceUnchanged) return error("source_deployment_not_ready");
  if (!input.withinLiveSiteLimit) return error("live_site_limit_reached");
  if (!input.allViewed) return error("pages_not_viewed");
  if (input.blocked) return error("approval_blocked");
  return { kind: "change", to: "approved" };
}

/** @param setting Of the site; null: owners and admins. */
export function canOverride(setting: (typeof BLOCK_OVERRIDES)[number] | null, role: Role | undefined): boolean {
  switch (setting) {
    case "nobody":
      return false;
    case "approvers":
      return canDecide(role);
    case "admins":
    case null:
      return isAdmin(role);
  }
}
