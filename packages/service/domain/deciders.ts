import { APPROVAL_ROLES, type Role } from "@greenroom/contract";
import type { Standing } from "./people.ts";

/**
 * Whether a role can decide a publish request.
 * @param role Role of an active member, undefined for anyone else.
 * @see Interface §5.8
 */
export function canDecide(role: Role | undefined): boolean {
  return role !== undefined && (APPROVAL_ROLES as readonly Role[]).includes(role);
}

/** A member who may decide a release. */
export interface Candidate {
  readonly userId: string;
  /** Undefined for someone who is no active member. */
  readonly role: Role | undefined;
}

/** What the right to decide one release depends on. */
export interface DecidingFacts {
  /** Everyone who asked for the release. */
  readonly requesterIds: readonly string[];
  /** Members whose account on GitHub pushed the commit or started a run of it. */
  readonly pusherIds: readonly string[];
  /** What each active member is now. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** The operator allows requesters to decide. */
  readonly selfApprovalAllowed: boolean;
  /** The operator allows unconfirmed members to decide. */
  readonly unconfirmedAllowed: boolean;
}

/** Why someone cannot decide a release. */
export type Denial =
  | { readonly rule: "requester" }
  | { readonly rule: "pusher" }
  | { readonly rule: "role" }
  /** They and this requester may be one person. */
  | { readonly rule: "held"; readonly requester: string }
  | { readonly rule: "unconfirmed" };

/** The rules on who someone is, which come before those on the state of the request. */
export function roleDenial(facts: DecidingFacts, { userId, role }: Candidate): Denial | undefined {
  if (!facts.selfApprovalAllowed && facts.requesterIds.includes(userId)) return { rule: "requester" };
  if (!canDecide(role)) return { rule: "role" };
  return undefined;
}

/** The rules on whether someone is a second person. */
export function independenceDenial(
  { requesterIds, pusherIds, standings, selfApprovalAllowed, unconfirmedAllowed }: DecidingFacts,
  { userId }: Candidate,
): Exclude<Denial, { rule: "requester" | "role" }> | undefined {
  if (!selfApprovalAllowed && pusherIds.includes(userId)) return { rule: "pusher" };
  if (unconfirmedAllowed) return undefined;
  const requester = requesterIds.find((id) => id !== userId && standings.get(id)?.people.has(userId) === true);
  if (!selfApprovalAllowed && requester !== undefined) return { rule: "held", requester };
  return standings.get(userId)?.confirmed === true ? undefined : { rule: "unconfirmed" };
}

/**
 * Why a member cannot decide a release.
 * @returns Undefined when they can.
 */
export function denialOf(facts: DecidingFacts, candidate: Candidate): Denial | undefined {
  return roleDenial(facts, candidate) ?? independenceDenial(facts, candidate);
}

/**
 * Says to someone who cannot decide why, and what to do.
 * @param nameOf Undefined for someone who left.
 */
export function denialText(denial: Denial, nameOf: (userId: string) => string | undefined): string {
  switch (denial.rule) {
    case "requester":
      return "You or one of your tokens requested this release; a member who did not must decide it.";
    case "pusher":
      return "Your account on GitHub pushed this commit or started a run of it, or your token uploaded its files; another member must decide it.";
    case "role":
      return "Deciding needs an active member with the role owner, admin or approver.";
    case "held":
      return `You could sign in as ${nameOf(denial.requester) ?? "a former member"}, who requested this release, so you and they may be one person. Another member must decide it.`;
    case "unconfirmed":
      return "Your account or a sign-in method of it is not confirmed yet. An owner who has no part in it confirms you on the members page, or the operator with greenroom admin member confirm.";
  }
}
