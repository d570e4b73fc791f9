import type { Role } from "@greenroom/contract";
import type { Standing } from "./people.ts";
import { canDecide } from "./roles.ts";
import { ROLL_BACK_DAYS } from "./roll-back.ts";

/** That an account requested a release, as it was written down then. */
export interface RequestAct {
  readonly account: string;
  /** Everyone who may have acted as the account. */
  readonly people: ReadonlySet<string>;
}

/** What the operator relaxed in a workspace. */
export interface Relaxations {
  /** One person may request and approve. */
  readonly onePerson: boolean;
  /** Members may decide who are not confirmed. */
  readonly unconfirmed: boolean;
  /** One confirmed person may go back: the operator allows it for the site, and what would go live was live lately. */
  readonly rollBack: boolean;
}

export interface ReleaseFacts {
  readonly requestActs: readonly RequestAct[];
  readonly standings: ReadonlyMap<string, Standing>;
  readonly relaxations: Relaxations;
}

export interface Candidate {
  readonly userId: string;
  readonly role: Role | undefined;
}

export type Denial =
  | { readonly rule: "requester" }
  /** They could act as a requester when that one requested. */
  | { readonly rule: "holder"; readonly requester: string }
  | { readonly rule: "role" }
  | { readonly rule: "unconfirmed" };

/** Whether the release was requested by someone who is still a member. */
export function isRequested({ requestActs, standings }: ReleaseFacts): boolean {
  return requestActs.some(({ account }) => standings.has(account));
}

/**
 * Why a member cannot approve or reject a release: two people release it. The member who decides did not request it,
 * cannot have acted as a requester, and is the only one who can act as themselves.
 * @returns Undefined when they can.
 */
export function denialOf(facts: ReleaseFacts, { userId, role }: Candidate): Denial | undefined {
  const { requestActs, standings, relaxations } = facts;
  if (!relaxations.onePerson && !relaxations.rollBack) {
    if (requestActs.some(({ account }) => account === userId)) return { rule: "requester" };
    const held = relaxations.unconfirmed ? undefined : requestActs.find(({ people }) => people.has(userId));
    if (held) return { rule: "holder", requester: held.account };
  }
  if (!canDecide(role)) return { rule: "role" };
  const goesBackAlone = relaxations.rollBack && !relaxations.onePerson;
  const mayBeUnconfirmed = relaxations.unconfirmed && !goesBackAlone;
  if (!mayBeUnconfirmed && standings.get(userId)?.confirmed !== true) return { rule: "unconfirmed" };
  return undefined;
}

/** What the operator relaxed, as audit entries name it; null when nothing. */
export function relaxationText({ onePerson, unconfirmed, rollBack }: Relaxations): string | null {
  const rules = [
    ...(onePerson ? ["requesters to decide"] : []),
    ...(rollBack && !onePerson ? [`one person to go back to a release of the last ${ROLL_BACK_DAYS} days`] : []),
    ...(unconfirmed ? ["unconfirmed members to decide"] : []),
  ];
  return rules.length === 0 ? null : rules.join(" and ");
}

/** @param nameOf Undefined for someone who left. */
export function denialText(denial: Denial, nameOf: (userId: string) => string | undefined): string {
  switch (denial.rule) {
    case "requester":
      return "You requested this release; another member must decide it.";
    case "holder":
      return `You could sign in as ${nameOf(denial.requester) ?? "a former member"} when they requested this release, so you and they may be one person. Another member must decide it.`;
    case "role":
      return "Deciding needs an active member with the role owner, admin or approver.";
    case "unconfirmed":
      return "Your account or your second factor is not confirmed yet. An owner who has no part in your account confirms you on the members page, or the operator with greenroom admin member confirm.";
  }
}
