import { unconfirmedOf } from "../../domain/deciders.ts";
import type { Standing } from "../../domain/people.ts";
import type { Database } from "../engine/database.ts";
import { readMemberChanges } from "./member-changes.ts";
import { readSsoIssuers } from "./sso.ts";
import { listMembers } from "./users.ts";

/**
 * Reads what each active member of a workspace is now.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function standingsOf(
  db: Database,
  workspaceId: string,
  at: string,
): Promise<ReadonlyMap<string, Standing>> {
  const members = (await listMembers(db, workspaceId)).map(({ userId }) => userId);
  const changes = (await readMemberChanges(db, workspaceId)).filter(({ kind }) => kind !== "role");
  const issuers = await readSsoIssuers(db, workspaceId);
  const unconfirmed = unconfirmedOf(members, changes, at);
  return new Map(
    members.map((account) => {
      const { heldBy = [], factorSince, joined = false } = unconfirmed.get(account) ?? {};
      const others = joined ? members.filter((other) => issuers.get(other) !== issuers.get(account)) : [];
      const people = new Set([account, ...heldBy, ...others]);
      return [account, { account, epoch: 0, confirmed: people.size === 1 && factorSince === undefined, people }];
    }),
  );
}
