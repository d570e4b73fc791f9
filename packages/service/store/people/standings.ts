import { z } from "zod";
import { type Hold, standing, type Standing } from "../../domain/people.ts";
import type { Database } from "../engine/database.ts";

const People = z.array(z.string());

/** Reads what each active member of a workspace is now. */
export async function standingsOf(db: Database, workspaceId: string): Promise<ReadonlyMap<string, Standing>> {
  const rows = await db
    .selectFrom("memberships")
    .innerJoin("users", "users.id", "memberships.user_id")
    .leftJoin("sso_identities", "sso_identities.user_id", "users.id")
    .select(["users.id", "users.epoch", "users.confirmed", "users.factors_confirmed", "users.disabled_at"])
    .select(["memberships.removed_at", "sso_identities.issuer", "sso_identities.confirmed as company_confirmed"])
    .where("memberships.workspace_id", "=", workspaceId)
    .execute();
  const holds = await readHolds(db, workspaceId);
  const active = rows.filter(({ removed_at: removed, disabled_at: disabled }) => removed === null && disabled === null);
  return new Map(
    active.map((row) => {
      const facts = {
        account: row.id,
        epoch: row.epoch,
        confirmed: row.confirmed === 1,
        methodsConfirmed: row.factors_confirmed === 1 && row.company_confirmed !== 0,
        holds: holds.get(row.id) ?? [],
      };
      // Former members too: the one who comes may have been one of them.
      const strangers = rows.filter(({ id, issuer }) => id !== row.id && (issuer === null || issuer !== row.issuer));
      return [
        row.id,
        standing(
          facts,
          strangers.map(({ id }) => id),
        ),
      ];
    }),
  );
}

async function readHolds(db: Database, workspaceId: string): Promise<ReadonlyMap<string, readonly Hold[]>> {
  const rows = await db
    .selectFrom("account_holds")
    .innerJoin("memberships", "memberships.user_id", "account_holds.user_id")
    .selectAll("account_holds")
    .where("memberships.workspace_id", "=", workspaceId)
    .execute();
  const holds = new Map<string, Hold[]>();
  for (const { user_id: userId, kind, people } of rows) {
    const hold = { kind, people: People.parse(JSON.parse(people)) };
    holds.set(userId, [...(holds.get(userId) ?? []), hold]);
  }
  return holds;
}

/** Everyone whom a person may be in a workspace now, as it is stored with what they do: a JSON array, they first. */
export async function peopleText(db: Database, workspaceId: string, userId: string): Promise<string> {
  const found = (await standingsOf(db, workspaceId)).get(userId);
  return JSON.stringify([...(found?.people ?? [userId])]);
}
