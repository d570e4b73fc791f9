import { APPROVAL_ROLES, type Role } from "@greenroom/contract";

/** How long a new sign-in method waits before it decides without a confirmation, milliseconds. */
export const NEW_FACTOR_MS = 24 * 3_600_000;

/**
 * What gave someone a hold on a member, or took it away:
 * - `added`, `role`, `link`: the person who did it could act as the member, since they saw the set-up link or chose the role.
 * - `added` by the member: they came by single sign-on. The provider distinguishes its own users, but not from accounts here.
 * - `factor`: the member has a new second factor or new recovery codes.
 * - `confirmed`: someone answers for the member as they are now.
 */
export interface MemberChange {
  readonly kind: "added" | "role" | "link" | "factor" | "confirmed";
  readonly userId: string;
  /** Null is the operator. */
  readonly by: string | null;
  /** ISO 8601 UTC. */
  readonly at: string;
}

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
  /** Every change of the workspace, oldest first. */
  readonly changes: readonly MemberChange[];
  /** The provider that signs a member in, by the member; absent for members who sign in here. */
  readonly issuers: ReadonlyMap<string, string>;
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
  /** They and a requester may be one person: by a change of either that no independent person confirmed. */
  | { readonly rule: "held"; readonly change: MemberChange }
  | { readonly rule: "new_factor"; readonly since: string };

/** The rules on who someone is, which come before those on the state of the request. */
export function roleDenial(facts: DecidingFacts, { userId, role }: Candidate): Denial | undefined {
  if (!facts.selfApprovalAllowed && facts.requesterIds.includes(userId)) return { rule: "requester" };
  if (!canDecide(role)) return { rule: "role" };
  return undefined;
}

/** The rules on whether someone is a second person. */
export function independenceDenial(
  facts: DecidingFacts,
  { userId }: Candidate,
  at: string,
): Exclude<Denial, { rule: "requester" | "role" }> | undefined {
  if (!facts.selfApprovalAllowed && facts.pusherIds.includes(userId)) return { rule: "pusher" };
  if (facts.unconfirmedAllowed) return undefined;
  const change = facts.selfApprovalAllowed ? undefined : findHold(facts, userId);
  if (change) return { rule: "held", change };
  const since = replay(facts).factors.get(userId);
  return since !== undefined && isNew(since, at) ? { rule: "new_factor", since } : undefined;
}

/** Finds the change by which one person may act both as a requester and as the decider. */
function findHold(facts: DecidingFacts, deciderId: string): MemberChange | undefined {
  const { requesterIds, changes, issuers } = facts;
  const byRequester = replay(facts).holds.get(deciderId);
  if (byRequester) return byRequester;
  // A role is no account: the person who gave a requester their role cannot request as them.
  const ofAccounts = changes.filter(({ kind }) => kind !== "role");
  for (const holder of new Set([...peopleIn(ofAccounts), deciderId])) {
    // Someone else may be one of those who came by single sign-on, and not two.
    const known = holder === deciderId ? issuers : undefined;
    const { holds } = replay({ requesterIds: [holder], changes: ofAccounts, issuers: known });
    const own = holds.get(deciderId);
    if (holder !== deciderId && !own) continue;
    const held = requesterIds.flatMap((requester) => holds.get(requester) ?? [])[0];
    if (held) return own ?? held;
  }
  return undefined;
}

/** Everyone who changed a member. */
function peopleIn(changes: readonly MemberChange[]): ReadonlySet<string> {
  return new Set(changes.flatMap(({ by }) => (by === null ? [] : [by])));
}

/**
 * Why a member cannot decide a release.
 * @param at Present instant, ISO 8601 UTC.
 * @returns Undefined when they can.
 */
export function denialOf(facts: DecidingFacts, candidate: Candidate, at: string): Denial | undefined {
  return roleDenial(facts, candidate) ?? independenceDenial(facts, candidate, at);
}

/** What about a member waits for a confirmation, independent of any release. */
export interface Unconfirmed {
  /** People with a hold on the member: none of them can ask for a release that the member decides. */
  readonly heldBy: readonly string[];
  /** Since when a new second factor waits. */
  readonly factorSince: string | undefined;
  /** They came by single sign-on: a member who signs in otherwise may be the same person. */
  readonly joined: boolean;
}

/** Lists what waits for a confirmation of each member. */
export function unconfirmedOf(
  members: readonly string[],
  changes: readonly MemberChange[],
  at: string,
): ReadonlyMap<string, Unconfirmed> {
  const held = new Map<string, string[]>(members.map((userId) => [userId, []]));
  for (const requester of peopleIn(changes)) {
    const { holds } = replay({ requesterIds: [requester], changes, issuers: undefined });
    for (const userId of holds.keys()) held.get(userId)?.push(requester);
  }
  const { factors, joined } = replay({ requesterIds: [], changes, issuers: undefined });
  return new Map(
    members.map((userId) => {
      const since = factors.get(userId);
      const factorSince = since !== undefined && isNew(since, at) ? since : undefined;
      const heldBy = (held.get(userId) ?? []).filter((by) => by !== userId);
      return [userId, { heldBy, factorSince, joined: joined.has(userId) }];
    }),
  );
}

function isNew(since: string, at: string): boolean {
  return Date.parse(at) - Date.parse(since) < NEW_FACTOR_MS;
}

interface Standing {
  /** The change by which a requester has a hold on a member. */
  readonly holds: ReadonlyMap<string, MemberChange>;
  /** New factors that are not confirmed. */
  readonly factors: ReadonlyMap<string, string>;
  /** Unconfirmed members who came by single sign-on. */
  readonly joined: ReadonlySet<string>;
}

interface Replayed extends Pick<DecidingFacts, "requesterIds" | "changes"> {
  /** Undefined: a member who came by single sign-on counts as a separate person. */
  readonly issuers: DecidingFacts["issuers"] | undefined;
}

/**
 * Goes through the changes in the order they happened, to find everyone that one of `requesterIds` could act as. What someone did
 * while a requester could act as them counts as the requester's permanently: a later confirmation is for one person,
 * not for those they added.
 */
function replay({ requesterIds, changes, issuers }: Replayed): Standing {
  const requesters = new Set(requesterIds);
  const joined = new Set<string>();
  const holds = new Map<string, MemberChange>();
  const factors = new Map<string, string>();
  const isRequesters = (userId: string) => requesters.has(userId) || holds.has(userId);
  for (const change of changes) {
    const { kind, userId, by, at } = change;
    if (kind === "factor") {
      factors.set(userId, at);
    } else if (kind === "confirmed") {
      if (by !== null && (by === userId || isRequesters(by) || hasNewFactor(factors, by, at))) continue;
      holds.delete(userId);
      factors.delete(userId);
      joined.delete(userId);
    } else if (by === null) {
      // Members that the operator adds are confirmed.
      if (kind !== "added") continue;
      holds.delete(userId);
      joined.delete(userId);
    } else if (kind === "added" && by === userId) {
      joined.add(userId);
      const others = [...requesters, ...holds.keys()].filter((other) => other !== userId);
      const alike = issuers && others.some((other) => mayBeOne(issuers, userId, other));
      if (alike === true && !holds.has(userId)) holds.set(userId, change);
    } else if (by !== userId && isRequesters(by) && !holds.has(userId)) {
      holds.set(userId, change);
    }
  }
  return { holds, factors, joined };
}

/** Two accounts of one provider are two people; any other two may be one person's. */
function mayBeOne(issuers: DecidingFacts["issuers"], one: string, other: string): boolean {
  const issuer = issuers.get(one);
  return issuer === undefined || issuers.get(other) !== issuer;
}

function hasNewFactor(factors: ReadonlyMap<string, string>, userId: string, at: string): boolean {
  const since = factors.get(userId);
  return since !== undefined && isNew(since, at);
}

const DID: Readonly<Record<"added" | "role" | "link", (who: string) => string>> = {
  added: (who) => `added ${who}`,
  role: (who) => `changed the role of ${who}`,
  link: (who) => `made a setup link for ${who}`,
};

interface Naming {
  readonly deciderId: string;
  /** Undefined for someone who left. */
  readonly nameOf: (userId: string) => string | undefined;
}

/** Says to someone who cannot decide why, and what to do. */
export function denialText(denial: Denial, { deciderId, nameOf }: Naming): string {
  switch (denial.rule) {
    case "requester":
      return "You or one of your tokens requested this release; a member who did not must decide it.";
    case "pusher":
      return "Your account on GitHub pushed this commit or started a run of it, or your token uploaded its files; another member must decide it.";
    case "role":
      return "Deciding needs an active member with the role owner, admin or approver.";
    case "held": {
      const { kind, userId, by } = denial.change;
      const who = userId === deciderId ? "you" : (nameOf(userId) ?? "a former member");
      const actor = by === deciderId ? "You" : ((by === null ? undefined : nameOf(by)) ?? "A former member");
      if (kind === "added" && by === userId) {
        const joined = userId === deciderId ? "You came" : `${who} came`;
        return `${joined} by the company sign-in, and no one has confirmed that this is not a second account of the other person. An owner who has no part in it confirms ${who} on the members page, or the operator with greenroom admin member confirm; or the other account is linked to its company account.`;
      }
      const did = kind === "factor" || kind === "confirmed" ? "changed" : DID[kind](who);
      return `${actor} ${did}, so you and a requester of this release may be one person. An owner who has no part in it confirms ${who} on the members page, or the operator with greenroom admin member confirm.`;
    }
    case "new_factor":
      return `Your sign-in methods changed at ${denial.since}. They decide after 24 hours, or when another owner confirms you on the members page, or the operator with greenroom admin member confirm.`;
  }
}
