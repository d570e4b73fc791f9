import type { Role } from "@greenroom/contract";
import { type GroupRule, rolesOf } from "../../domain/sso.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Transaction } from "../engine/database.ts";
import { queueAccountNotice } from "../deployments/notices.ts";
import { revokeTokensBeyond } from "./tokens.ts";
import { addMember, changeRole, listMembers, removeMember, roleOf } from "./users.ts";

interface Given {
  readonly userId: string;
  readonly groups: readonly string[];
  readonly rules: readonly GroupRule[];
  readonly at: string;
}

/**
 * Gives a person the roles of their groups at the provider, and takes away those of groups that they left. What was
 * given by hand stays where no group says otherwise, and the last owner of a workspace stays owner.
 * @param tx Alone in the whole database.
 * @returns Workspaces that would have lost their last owner.
 */
export async function applyGroupRoles(tx: Transaction, given: Given): Promise<readonly string[]> {
  const { userId, groups, rules } = given;
  const wanted = rolesOf(groups, rules);
  const managed = await tx.selectFrom("sso_memberships").select("workspace_id").where("user_id", "=", userId).execute();
  const ids = new Set([...wanted.keys(), ...managed.map(({ workspace_id: id }) => id)]);
  const known =
    ids.size === 0
      ? []
      : await tx
          .selectFrom("workspaces")
          .select("id")
          .where("id", "in", [...ids])
          .execute();
  const kept: string[] = [];
  for (const { id: workspaceId } of known) {
    const role = wanted.get(workspaceId);
    const before = await roleOf(tx, workspaceId, userId);
    if (before === role) {
      if (role !== undefined) await manage(tx, workspaceId, userId);
    } else if (before === "owner" && (await isOnlyOwner(tx, workspaceId))) {
      kept.push(workspaceId);
    } else if (role === undefined) {
      await end(tx, { ...given, workspaceId, wasMember: before !== undefined });
    } else {
      await give(tx, { ...given, workspaceId, role, before });
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

async function give(
  tx: Transaction,
  {
    workspaceId,
    userId,
    role,
    before,
    at,
  }: Given & { readonly workspaceId: string; readonly role: Role; readonly before: Role | undefined },
): Promise<void> {
  // By themselves: no one has confirmed who they are otherwise here.
  const change = { workspaceId, userId, role, by: userId, at };
  if (before === undefined) await addMember(tx, change);
  else {
    await changeRole(tx, change);
    await revokeTokensBeyond(tx, change);
    await queueAccountNotice(tx, { workspaceId, userId, notice: { kind: "role", role, by: null }, at });
  }
  await manage(tx, workspaceId, userId);
  const action = before === undefined ? "member.added" : "member.role_changed";
  await record(tx, { workspaceId, userId, at, action, data: { role, via: "groups" } });
}

async function end(
  tx: Transaction,
  { workspaceId, userId, wasMember, at }: Given & { readonly workspaceId: string; readonly wasMember: boolean },
): Promise<void> {
  await tx
    .deleteFrom("sso_memberships")
    .where("workspace_id", "=", workspaceId)
    .where("user_id", "=", userId)
    .execute();
  if (!wasMember) return;
  await removeMember(tx, { workspaceId, userId, at });
  await revokeTokensBeyond(tx, { workspaceId, userId, at });
  await record(tx, { workspaceId, userId, at, action: "member.removed", data: { via: "groups" } });
}

async function record(
  tx: Transaction,
  {
    workspaceId,
    userId,
    at,
    ...entry
  }: {
    readonly workspaceId: string;
    readonly userId: string;
    readonly at: string;
    readonly action: "member.added" | "member.role_changed" | "member.removed";
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const subject = { type: "user", id: userId } as const;
  await appendAudit(tx, { workspaceId, actor: { type: "system", id: null }, subject, ...entry, at });
}
