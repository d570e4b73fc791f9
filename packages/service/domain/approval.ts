import { APPROVAL_ROLES, type ApprovalStatus, type DECISIONS, type Role } from "@greenroom/contract";

/** How long a request waits for a decision, milliseconds. */
export const PENDING_LIFETIME_MS = 7 * 24 * 60 * 60_000;

/** How long an approval may take to become a release, milliseconds. */
export const APPROVED_LIFETIME_MS = 60 * 60_000;

/** Roles that may ask for a release; a viewer only looks. */
const REQUESTING_ROLES: readonly Role[] = ["owner", "admin", "approver", "developer"];

/** What a person decides. */
export type Decision = (typeof DECISIONS)[number];

/**
 * Makes the deep link to the web screen where a person decides.
 * @param baseUrl Origin of the service, without a trailing slash.
 * @see Interface §1
 */
export function webApprovalUrl(baseUrl: string, requestId: string): string {
  return `${baseUrl}/app/approvals/${requestId}`;
}

/**
 * Tells whether a role may decide a publish request.
 * @param role Role of an active member, undefined for anyone else.
 * @see Interface §5.8
 */
export function mayDecide(role: Role | undefined): boolean {
  return role !== undefined && (APPROVAL_ROLES as readonly Role[]).includes(role);
}

/** Tells whether a role may ask for a release; undefined is nobody's role. */
export function mayRequest(role: Role | undefined): boolean {
  return role !== undefined && REQUESTING_ROLES.includes(role);
}

/** The fields of a request that decide what may happen to it. */
export interface ApprovalState {
  readonly status: ApprovalStatus;
  /** ISO 8601 UTC. */
  readonly expiresAt: string;
}

/**
 * The status a request has at an instant, whether or not anyone wrote down that nobody decided it in time.
 * An approved one ends with its release, not by reading a clock.
 * @param at Present instant, ISO 8601 UTC.
 */
export function statusAt({ status, expiresAt }: ApprovalState, at: string): ApprovalStatus {
  return status === "pending" && expiresAt <= at ? "expired" : status;
}

/** A source for a release, as one request names it. */
export interface Source {
  readonly siteId: string;
  readonly deploymentId: string;
  /** Null when the preview was made from a commit without naming a branch. */
  readonly branch: string | null;
}

/**
 * Tells whether a newer request takes the place of an older pending one: the same site and the same branch
 * with another source. A source without a branch stands for itself alone.
 */
export function supersedes(newer: Source, older: Source): boolean {
  return (
    newer.siteId === older.siteId &&
    newer.deploymentId !== older.deploymentId &&
    newer.branch !== null &&
    newer.branch === older.branch
  );
}

/** What a decision is judged by, all of it read in the transaction that carries it out. */
export interface DecisionFacts {
  readonly decision: Decision;
  readonly deciderId: string;
  /** Role of the decider as an active member now. */
  readonly role: Role | undefined;
  /** The operator lifted the rule for this workspace. */
  readonly selfApprovalAllowed: boolean;
  /** Undefined when there is none in the decider's workspace. */
  readonly request:
    | (ApprovalState & { readonly originatingUserId: string; readonly decidedBy: string | null })
    | undefined;
  /** The source is still ready, and is still the files that were asked for. */
  readonly sourceUnchanged: boolean;
  /** The workspace has room for the site to be live. */
  readonly roomToGoLive: boolean;
  /** Present instant, ISO 8601 UTC. */
  readonly at: string;
}

/** Codes a decision is refused with, in the order they are looked for; a missing step-up comes last. */
export type DecisionError =
  | "not_found"
  | "self_approval_forbidden"
  | "forbidden_role"
  | "approval_already_decided"
  | "source_deployment_not_ready"
  | "live_site_limit_reached";

/** What becomes of a decision. */
export type Verdict =
  | { readonly kind: "refuse"; readonly code: DecisionError }
  /** The same person decided the same before: the answer is the same. */
  | { readonly kind: "repeat" }
  /** Carried out, once a second factor was spent on it. */
  | { readonly kind: "move"; readonly to: "approved" | "rejected" };

/** The decision that led to a status. */
const DECIDED: Readonly<Partial<Record<ApprovalStatus, Decision>>> = {
  approved: "approve",
  published: "approve",
  rejected: "reject",
};

const refuse = (code: DecisionError): Verdict => ({ kind: "refuse", code });

/**
 * Judges a decision; what it gives away about a request depends on who asks, hence the order.
 * @see Interface §4 and §5.5
 */
export function judge(facts: DecisionFacts): Verdict {
  const { request, decision, deciderId } = facts;
  if (!request) return refuse("not_found");
  // [§4] The originating actor is refused whatever role they hold.
  if (request.originatingUserId === deciderId && !facts.selfApprovalAllowed) return refuse("self_approval_forbidden");
  if (!mayDecide(facts.role)) return refuse("forbidden_role");
  if (request.decidedBy === deciderId && DECIDED[request.status] === decision) return { kind: "repeat" };
  if (statusAt(request, facts.at) !== "pending") return refuse("approval_already_decided");
  if (decision === "reject") return { kind: "move", to: "rejected" };
  if (!facts.sourceUnchanged) return refuse("source_deployment_not_ready");
  if (!facts.roomToGoLive) return refuse("live_site_limit_reached");
  return { kind: "move", to: "approved" };
}
