import type { Role } from "@greenroom/contract";
import { type GroupRule, rolesOf } from "../../domain/sso.ts";
import { appendAudit, type NewAuditEntry, SYSTEM } from "../audit/audit.ts";
import type { Transaction } from "../engine/database.ts";
import { queueAccountNotice } from "../deployments/notices.ts";
import { endTokensBeyond } from "./tokens.ts";
import { addMember, changeRole, listMembers, type Membership, removeMember, roleOf } from "./users.ts";
import { deleteRows, findRow } from "../engine/rows.ts";

interface GroupChange {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly rules: readonly GroupRule[];
}

/**
 * Gives a person the roles of their groups at the provider, and takes away those of groups that they left. What was
 * given by hand stays where no group says otherwise, and the last owner of a workspace stays owner.
 * @param tx Alone in the whole database.
 * @returns Workspaces that would have lost their last owner.
 */
export async function applyGroupRoles(tx: Transaction, change: GroupChange): Promise<readonly string[]> {
  const { userId, groups, rules } = change;
  const wanted = rolesOf(groups, rules);
  const managed = await tx.selectFrom("sso_memberships").select("workspace_id").where("user_id", "=", userId).execute();
  const ids = new Set([...wanted.keys(), ...managed.map(({ workspace_id: id }) => id)]);
  const kept: string[] = [];
  for (const workspaceId of ids) {
    if (!(await findRow(tx, "workspaces", { id: workspaceId }))) continue;
    const role = wanted.get(workspaceId);
    const before = await roleOf(tx, workspaceId, userId);
    if (before === role) {
      if (role !== undefined) await manage(tx, workspaceId, userId);
    } else if (before === "owner" && (await isOnlyOwner(tx, workspaceId))) {
      kept.push(workspaceId);
    } else if (role === undefined) {
      await end(tx, workspaceId, userId, before !== undefined);
    } else {
      await give(tx, { workspaceId, userId, role }, before);
    }
  }
  return kept;
}

async function isOnlyOwner(tx: Transaction, workspaceId: string): Promise<boolean> {
  return (await listMembers(tx, workspaceId)).filter(({ role }) => role === "owner").length === 1;
}

async function manage(tx: Transaction, workspaceId: string, userId: string): Promise<void> {
  await tx
    .insertInto("sso_memberships")
    .values({ workspace_id: workspaceId, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Gives a member another role, which ends their tokens with scopes that it cannot give.
 * @param by Name of the member who does it; null for the operator and the provider.
 */
export async function setRole(tx: Transaction, change: Membership, by: string | null): Promise<void> {
  await changeRole(tx, change);
  await endTokensBeyond(tx, change);
  const { workspaceId, userId, role } = change;
  await queueAccountNotice(tx, { workspaceId, userId, notice: { kind: "role", role, by } });
}

async function give(tx: Transaction, change: Membership, before: Role | undefined): Promise<void> {
  const { workspaceId, userId, role } = change;
  if (before === undefined) await addMember(tx, change);
  else await setRole(tx, change, null);
  await manage(tx, workspaceId, userId);
  const action = before === undefined ? "member.added" : "member.role_changed";
  await record(tx, workspaceId, userId, action, { role, via: "groups" });
}

async function end(tx: Transaction, workspaceId: string, userId: string, wasMember: boolean): Promise<void> {
  await deleteRows(tx, "sso_memberships", { workspace_id: workspaceId, user_id: userId });
  if (!wasMember) return;
  await removeMember(tx, { workspaceId, userId });
  await record(tx, workspaceId, userId, "member.removed", { via: "groups" });
}

async function record(
  tx: Transaction,
  workspaceId: string,
  userId: string,
  action: "member.added" | "member.role_changed" | "member.removed",
  data: NewAuditEntry["data"],
): Promise<void> {
  await appendAudit(tx, { workspaceId, actor: SYSTEM, action, subject: { type: "user", id: userId }, data });
}
