import { appendAudit } from "./audit.ts";
import type { Database, Transaction } from "./database.ts";
import { findWorkspace } from "./workspaces.ts";

/** Tells whether people of a workspace may decide what they asked for themselves. */
export async function isSelfApprovalAllowed(db: Database, workspaceId: string): Promise<boolean> {
  const workspace = await findWorkspace(db, workspaceId);
  return workspace?.allow_self_approval === 1;
}

/**
 * Lifts or restores, by an operator's word alone, the rule that nobody decides what they asked for themselves.
 * Off by default; meant for a workspace of one person.
 * @param at Present instant, ISO 8601 UTC.
 * @returns False when there is no such workspace.
 * @see Interface §5.5
 */
export async function setSelfApproval(
  tx: Transaction,
  { workspaceId, allowed, at }: { readonly workspaceId: string; readonly allowed: boolean; readonly at: string },
): Promise<boolean> {
  const changed = await tx
    .updateTable("workspaces")
    .set({ allow_self_approval: allowed ? 1 : 0 })
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await appendAudit(tx, {
    workspaceId,
    actor: { type: "operator", id: null },
    action: allowed ? "self_approval.allowed" : "self_approval.forbidden",
    subject: { type: "workspace", id: workspaceId },
    data: {},
    at,
  });
  return true;
}
