import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { announce } from "./announce.ts";
import { moveApproval } from "./approval-rows.ts";
import { appendAudit } from "./audit.ts";
import type { Transaction } from "./database.ts";
import type { ApprovalRequestRow } from "./schema.ts";
import { transition } from "./transition.ts";

/** Most requests one round looks at; the next round takes the rest. */
const BATCH = 200;

/**
 * Writes down which requests are over, for housekeeping: pending ones past their time or without their source,
 * and approved ones whose release ended without going live or never began.
 * @returns How many requests ended.
 */
export async function expireApprovals(context: Pick<ServiceContext, "db" | "clock" | "feed">): Promise<number> {
  const at = instant(context.clock);
  const { ended, canceled } = await context.db.transaction().execute(async (tx) => {
    const gone = await selectWithoutSource(tx);
    for (const row of gone) await supersedeGone(tx, row, at);
    const due = await selectDue(tx, at);
    const canceled: string[] = [];
    for (const row of due) {
      await expireApproval(tx, row, at);
      if (row.deployment_id !== null && (await cancelQueued(tx, row.deployment_id, at))) {
        canceled.push(row.deployment_id);
      }
    }
    return { ended: gone.length + due.length, canceled };
  });
  for (const deploymentId of canceled) context.feed.publish(deploymentId);
  return ended;
}

/** Pending requests whose site was archived: their previews are gone for good, also when the site comes back. */
async function selectWithoutSource(tx: Transaction): Promise<ApprovalRequestRow[]> {
  return tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.source_deployment_id")
    .selectAll("approval_requests")
    .where("approval_requests.status", "=", "pending")
    .where("deployments.hidden_at", "is not", null)
    .limit(BATCH)
    .execute();
}

async function supersedeGone(tx: Transaction, row: ApprovalRequestRow, at: string): Promise<void> {
  if (!(await moveApproval(tx, row.id, { from: "pending", to: "superseded" }))) return;
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.superseded",
    subject: { type: "approval", id: row.id },
    data: { before: "pending", after: "superseded", because: "site_archived" },
    at,
  });
}

/** Approved requests whose release is being made right now are left alone: it ends one way or the other. */
async function selectDue(tx: Transaction, at: string): Promise<ApprovalRequestRow[]> {
  return tx
    .selectFrom("approval_requests")
    .leftJoin("deployments", "deployments.id", "approval_requests.deployment_id")
    .selectAll("approval_requests")
    .where((eb) =>
      eb.or([
        eb.and([eb("approval_requests.status", "=", "pending"), eb("approval_requests.expires_at", "<=", at)]),
        eb.and([
          eb("approval_requests.status", "=", "approved"),
          eb.or([
            eb("deployments.status", "in", ["failed", "canceled"]),
            eb.and([eb("deployments.status", "=", "queued"), eb("approval_requests.expires_at", "<=", at)]),
          ]),
        ]),
      ]),
    )
    .limit(BATCH)
    .execute();
}

/**
 * Writes down that a request ran out, with its audit row.
 * @param at Present instant, ISO 8601 UTC.
 */
export async function expireApproval(tx: Transaction, row: ApprovalRequestRow, at: string): Promise<void> {
  if (!(await moveApproval(tx, row.id, { from: row.status, to: "expired" }))) return;
  await announce(tx, { kind: "approval", id: row.id, at });
  await appendAudit(tx, {
    workspaceId: row.workspace_id,
    actor: { type: "system", id: null },
    action: "approval.expired",
    subject: { type: "approval", id: row.id },
    data: { before: row.status, after: "expired", deploymentId: row.deployment_id },
    at,
  });
}

async function cancelQueued(tx: Transaction, deploymentId: string, at: string): Promise<boolean> {
  const error = {
    code: "timed_out" as const,
    message: "The approval ran out before the release began; ask for it again.",
  };
  const moved = await transition(tx, deploymentId, { from: "queued", to: "canceled", at, event: { error } });
  return moved !== undefined;
}
