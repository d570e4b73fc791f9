import type { Role } from "@greenroom/contract";
import { type GroupRule, rolesOf } from "../../domain/sso.ts";
import { queueAccountNotice } from "../announcements/notices.ts";
import { appendAudit, SYSTEM } from "../audit/audit.ts";
import type { Transaction } from "../engine/database.ts";
import { addRow, findRow, updateRows } from "../engine/rows.ts";
import { endTokensBeyond, type RoleChange } from "./tokens.ts";
import { addMember, listMembers, type Membership, removeMember, roleOf } from "./users.ts";

/**
 * Gives a person the roles of their groups at the provider, and takes away those of groups that they left. What was
 * given by hand stays where no group says otherwise, and the last owner of a workspace stays owner.
 * @param tx Alone in the whole database.
 * @returns Workspaces that would have lost their last owner.
 */
export async function applyGroupRoles(
  tx: Transaction,
  change: { readonly userId: string; readonly groups: readonly string[]; readonly rules: readonly GroupRule[] },
): Promise<readonly string[]> {
  const { userId, groups, rules } = change;
  const wanted = rolesOf(groups, rules);
  const managed = await tx.selectFrom("sso_memberships").select("workspace_id").where("user_id", "=", userId).execute();
  const ids = new Set([...wanted.keys(), ...managed.map(({ workspace_id: id }) => id)]);
  const kept: string[] = [];
  for (const workspaceId of ids) {
    if (!(await findRow(tx, "workspaces", { id: workspaceId }))) continue;
    const role = wanted.get(workspaceId);
    const before = await roleOf(tx, workspaceId, userId);
    const isLast = before === "owner" && role !== "owner" && (await isOnlyOwner(tx, workspaceId));
    if (isLast) kept.push(workspaceId);
    else await follow(tx, { workspaceId, userId, role }, before);
  }
  return kept;
}

async function isOnlyOwner(tx: Transaction, workspaceId: string): Promise<boolean> {
  return (await listMembers(tx, workspaceId)).filter(({ role }) => role === "owner").length === 1;
}

/** Marks a membership as one of groups, and gives it their role. */
async function follow(tx: Transaction, given: RoleChange, before: Role | undefined): Promise<void> {
  const { workspaceId, userId, role } = given;
  if (role !== undefined) {
    await addRow(tx, "sso_memberships", { workspace_id: workspaceId, user_id: userId });
  }
  if (role === before) return;
  if (role === undefined) await removeMember(tx, { workspaceId, userId });
  else if (before === undefined) await addMember(tx, { workspaceId, userId, role });
  else await setRole(tx, { workspaceId, userId, role }, null);
  const action = role === undefined ? "member.removed" : before === undefined ? "member.added" : "member.role_changed";
  const data = { ...(role !== undefined && { role }), via: "groups" };
  await appendAudit(tx, { workspaceId, actor: SYSTEM, action, subject: { type: "user", id: userId }, data });
}

/** Ends their tokens with scopes that the role cannot give. @param by Null for the operator and the provider. */
export async function setRole(tx: Transaction, change: Membership, by: string | null): Promise<void> {
  const { workspaceId, userId, role } = change;
  await updateRows(tx, "memberships", { workspace_id: workspaceId, user_id: userId, removed_at: null }, { role });
  await endTokensBeyond(tx, change);
  await queueAccountNotice(tx, { workspaceId, userId, notice: { kind: "role", role, by } });
}
