import { confirmationDenial, type Standing, type StandingReport } from "../../domain/people.ts";
import type { Database } from "../engine/database.ts";
import { readTexts } from "../engine/rows.ts";
import { listMembers } from "./users.ts";

/** @param whose Members whose people are asked for: only theirs include who is with them in another workspace. */
export async function standingsOf(
  db: Database,
  workspaceId: string,
  whose: readonly string[] = [],
): Promise<ReadonlyMap<string, Standing>> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .leftJoin("sso_identities", "sso_identities.user_id", "users.id")
    .select(["users.id", "users.epoch", "users.confirmed", "users.factors_confirmed", "users.disabled_at"])
    .select(["memberships.removed_at", "sso_identities.issuer", "sso_identities.confirmed as company_confirmed"])
    .select("memberships.confirmed as confirmed_here")
    .where("memberships.workspace_id", "=", workspaceId)
    .execute();
  const holds = Map.groupBy(
    [...(await readHolds(db, workspaceId)), ...(await readFellows(db, workspaceId, whose))],
    (hold) => hold.user_id,
  );
  const active = rows.filter(({ removed_at: removed, disabled_at: disabled }) => removed === null && disabled === null);
  return new Map(
    active.map((row) => {
      const { id: account, epoch } = row;
      // A provider can only tell its own people apart. Former members too: the one who comes may have been one of them.
      const strangers = () =>
        rows
          .filter(({ id, issuer }) => id !== account && (issuer === null || issuer !== row.issuer))
          .map(({ id }) => id);
      const holders = (holds.get(account) ?? []).flatMap(({ kind, people }) =>
        kind === "joined" ? strangers() : people,
      );
      const isConfirmed = row.confirmed === 1 && row.confirmed_here === 1;
      const confirmed = isConfirmed && row.factors_confirmed === 1 && row.company_confirmed !== 0;
      return [account, { account, epoch, confirmed, people: new Set([account, ...holders]) }];
    }),
  );
}

/**
 * People who are or were in another workspace with a member. They could have got hold of the account and had it
 * confirmed there, so they count as its holders until somebody of this workspace confirms it.
 */
async function readFellows(db: Database, workspaceId: string, whose: readonly string[]) {
  if (whose.length === 0) return [];
  const rows = await db
    .selectFrom("memberships as here")
    .innerJoin("memberships as there", "there.user_id", "here.user_id")
    .innerJoin("memberships as fellow", "fellow.workspace_id", "there.workspace_id")
    .select(["here.user_id", "fellow.user_id as fellow_id"])
    .distinct()
    .where("here.workspace_id", "=", workspaceId)
    .where("here.confirmed", "=", 0)
    .where("here.user_id", "in", whose)
    .where("there.workspace_id", "!=", workspaceId)
    .whereRef("fellow.user_id", "!=", "here.user_id")
    .execute();
  return rows.map(({ user_id, fellow_id }) => ({ user_id, kind: "fellow" as const, people: [fellow_id] }));
}

async function readHolds(db: Database, workspaceId: string) {
  const rows = await db
    .selectFrom("account_holds")
    .innerJoin("memberships", "memberships.user_id", "account_holds.user_id")
    .selectAll("account_holds")
    .where("memberships.workspace_id", "=", workspaceId)
    .execute();
  return rows.map((row) => ({ ...row, people: readTexts(row.people) }));
}

/** Everyone whom a person may be in a workspace now, as it is stored with what they do: a JSON array, they first. */
export async function peopleText(db: Database, workspaceId: string, userId: string): Promise<string> {
  const found = (await standingsOf(db, workspaceId, [userId])).get(userId);
  return JSON.stringify([...(found?.people ?? [userId])]);
}

/**
 * Says of unconfirmed members of a workspace what stands against them, and who can confirm them.
 * @param userIds Those who are shown: for each, their other workspaces are read.
 */
export async function reportUnconfirmed(
  db: Database,
  workspaceId: string,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, StandingReport>> {
  const members = await listMembers(db, workspaceId);
  const names = new Map(members.map((member) => [member.userId, member.name]));
  const about = members.filter((member) => userIds.includes(member.userId));
  const standings = await standingsOf(db, workspaceId, userIds);
  const owners = members.filter(({ role }) => role === "owner");
  const reports = about.flatMap((member) => {
    const standing = standings.get(member.userId);
    if (!standing || standing.confirmed) return [];
    const confirmers = owners.filter((owner) => {
      const by = standings.get(owner.userId);
      const target = { ...standing, hasFactor: true };
      return by && confirmationDenial({ ...by, isOwner: true }, target) === undefined;
    });
    const holders = [...standing.people].filter((id) => id !== member.userId);
    const named = new Set(holders.map((id) => names.get(id) ?? "a former member"));
    return [[member.userId, { ...member, holders: [...named], confirmers }] as const];
  });
  return new Map(reports);
}
