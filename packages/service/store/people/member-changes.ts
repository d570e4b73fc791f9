import type { MemberChange } from "../../domain/deciders.ts";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";

/** Writes down what was done to a member, in the transaction that does it. */
export async function recordMemberChange(
  tx: Transaction,
  { workspaceId, userId, kind, by, at }: MemberChange & { readonly workspaceId: string },
): Promise<void> {
  await tx
    .insertInto("member_changes")
    .values({ id: newUuid(), workspace_id: workspaceId, user_id: userId, kind, by_user_id: by, at })
    .execute();
}

/** Writes down what was done to an account, in every workspace its person is or was a member of. */
export async function recordAccountChange(
  tx: Transaction,
  change: MemberChange & { readonly kind: "link" | "factor" },
): Promise<void> {
  const places = await tx
    .selectFrom("memberships")
    .select("workspace_id")
    .where("user_id", "=", change.userId)
    .execute();
  for (const { workspace_id: workspaceId } of places) await recordMemberChange(tx, { ...change, workspaceId });
}

/** Confirms a member as they are now; whether it counts for a release depends on who asked for that. */
export async function confirmMember(
  tx: Transaction,
  confirmed: Omit<MemberChange, "kind"> & { readonly workspaceId: string },
): Promise<void> {
  await recordMemberChange(tx, { ...confirmed, kind: "confirmed" });
}

/** Reads what was done to the members of a workspace, oldest first. */
export async function readMemberChanges(db: Database, workspaceId: string): Promise<readonly MemberChange[]> {
  const rows = await db
    .selectFrom("member_changes")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .orderBy("at")
    .orderBy("id")
    .execute();
  return rows.map(({ kind, user_id: userId, by_user_id: by, at }) => ({ kind, userId, by, at }));
}
