import { announce } from "./announce.ts";
import { moveApproval } from "./approval-rows.ts";
import { appendAudit } from "./audit.ts";
import type { Transaction } from "./database.ts";

/**
 * Why a release may or may not go live.
 * - `not_approved`: no approved request stands behind it.
 * - `overtaken`: a release that was approved later is live already.
 */
export type Publishing = "published" | "not_approved" | "overtaken";

/**
 * Notes that the release an approval led to goes live, in the transaction that makes the deployment ready.
 * @param deploymentId The production deployment, while it is being built.
 * @param at Present instant, ISO 8601 UTC.
 * @returns Anything but `published` means that the release must not go live; nothing was noted then.
 */
export async function markPublished(
  tx: Transaction,
  { deploymentId, at }: { readonly deploymentId: string; readonly at: string },
): Promise<Publishing> {
  const row = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.deployment_id")
    .selectAll("approval_requests")
    .select("deployments.created_at as queued_at")
    .where("approval_requests.deployment_id", "=", deploymentId)
    .executeTakeFirst();
  if (row?.status !== "approved") return "not_approved";
  if (await hasLaterRelease(tx, { siteId: row.site_id, queuedAt: row.queued_at })) return "overtaken";
  if (!(await moveApproval(tx, row.id, { from: "approved", to: "published" }))) return "not_approved";
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.published",
    subject: { type: "approval", id: row.id },
    data: { before: "approved", after: "published", deploymentId },
    at,
  });
  return "published";
}

async function hasLaterRelease(
  tx: Transaction,
  { siteId, queuedAt }: { readonly siteId: string; readonly queuedAt: string },
): Promise<boolean> {
  const later = await tx
    .selectFrom("deployments")
    .select("id")
    .where("site_id", "=", siteId)
    .where("environment", "=", "production")
    .where("status", "=", "ready")
    .where("hidden_at", "is", null)
    .where("created_at", ">", queuedAt)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
