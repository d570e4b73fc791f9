import { type ClosedPullRequest, isTerminal } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { ApiError } from "../../domain/api-error.ts";
import { DAY_MS } from "../../domain/instants.ts";
import { moveApproval } from "../approvals/approvals.ts";
import { appendAudit, auditedActor, auditSite } from "../audit/audit.ts";
import type { Transaction } from "../engine/database.ts";
import { addRow, changeRow, deleteRows, findRow, findRows, requireRow, updateRows } from "../engine/rows.ts";
import type { DeploymentRow, RemovalReason } from "../engine/schema.ts";
import { type ReadFiles, readFiles } from "../files/file-lists.ts";
import { uncountList } from "../files/storage.ts";
import { asActor } from "../people/acting.ts";
import { requireDeveloper } from "../people/users.ts";
import { forgetComparisons } from "../reviews/comparisons.ts";
import { requireSite } from "../sites/sites.ts";
import {
  cancelOpen,
  deploymentNotFound,
  type DeploymentView,
  notifyCanceled,
  requireDeployment,
} from "./deployments.ts";
import { selectKept } from "./retention.ts";

/**
 * Removes what a deployment that has ended takes: its files, its pictures and what its hosts serve. Its record stays:
 * who made it, when and from which commit, the decisions, the signed statements, and the log.
 * @param list The files that it names, as they were read before.
 * @returns Bytes that the workspace stores less once the collector was there twice.
 */
export async function removeFiles(
  tx: Transaction,
  row: Pick<DeploymentRow, "id" | "site_id" | "workspace_id">,
  because: RemovalReason,
  list: ReadFiles | undefined,
): Promise<number> {
  const { id } = row;
  const set = { removed_at: tx.at, removed_because: because, file_list_digest: null };
  const removed = await changeRow(tx, "deployments", { id, removed_at: null }, set);
  if (!removed) return 0;
  await forgetComparisons(tx, row.site_id);
  await endPrepared(tx, row);
  await pointBack(tx, row);
  // A run that comes again with its key would take what is gone for a preview that is ready.
  if (removed.status === "ready") await deleteRows(tx, "idempotency_keys", { deployment_id: id });
  const freed = list === undefined ? 0 : await uncountList(tx, row.workspace_id, list);
  await tx
    .insertInto("removal_counts")
    .values({ workspace_id: row.workspace_id, reason: because, count: 1 })
    .onConflict((conflict) =>
      conflict.columns(["workspace_id", "reason"]).doUpdateSet({ count: sql`removal_counts.count + 1` }),
    )
    .execute();
  return freed;
}

/** Releases that were only prepared: no one waits for them. */
async function endPrepared(tx: Transaction, row: Pick<DeploymentRow, "id" | "site_id">): Promise<void> {
  const prepared = await tx
    .selectFrom("approval_requests")
    .select(["id", "workspace_id", "status", "requested_at"])
    .where("site_id", "=", row.site_id)
    .where("source_deployment_id", "=", row.id)
    .where("status", "=", sql.lit("pending" as const))
    .where("requested_at", "is", null)
    .execute();
  for (const request of prepared) await moveApproval(tx, request, { to: "superseded" });
}

/** The host of a branch goes back to the newest preview that is left of it. */
async function pointBack(tx: Transaction, row: Pick<DeploymentRow, "id" | "site_id">): Promise<void> {
  for (const { label, branch } of await findRows(tx, "hosts", { deployment_id: row.id, kind: "branch" }, "label")) {
    const left = await tx
      .selectFrom("deployments")
      .select("id")
      .where("site_id", "=", row.site_id)
      .where("status", "=", sql.lit("ready" as const))
      .where("removed_at", "is", null)
      .where("hidden_at", "is", null)
      .where("environment", "=", "preview")
      .where("branch", "=", branch)
      .where("branch_verified", "=", 1)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(1)
      .executeTakeFirst();
    if (!left) continue;
    await updateRows(tx, "hosts", { label, deployment_id: row.id }, { deployment_id: left.id, updated_at: tx.at });
  }
}

/**
 * Cancels a preview that is queued or building, and removes what it takes. Doing it again changes nothing.
 * @throws {ApiError} `deployment_in_use` while production uses it or a decision about it is pending; `try_again` when it
 *   became ready meanwhile
 */
export async function deleteDeployment(
  context: ServiceContext,
  actor: Actor,
  deploymentId: string,
  siteId?: string,
): Promise<DeploymentView> {
  const { workspaceId } = actor;
  const { file_list_digest: digest } = await requireDeployment(context.db, workspaceId, deploymentId);
  const list = digest === null ? undefined : await readFiles(context, digest);
  const { view, canceled } = await asActor(context.db, actor, async (tx) => {
    await requireDeveloper(tx, actor);
    const found = await requireDeployment(tx, workspaceId, deploymentId);
    if (siteId !== undefined && found.site_id !== siteId) throw deploymentNotFound();
    if (found.removed_at !== null) return { view: found, canceled: false };
    if (found.file_list_digest !== digest) {
      throw new ApiError("try_again", "The deployment has just ended. Send the same request again.", {
        retryAfterSeconds: 1,
      });
    }
    const use = await useOf(tx, found);
    if (use !== undefined) throw new ApiError("deployment_in_use", use);
    const canceled = !isTerminal(found.status);
    if (canceled) await cancelOpen(tx, found, "canceled_by_user");
    const bytes = await removeFiles(tx, found, "deleted", list);
    const about = { siteId: found.site_id, environment: found.environment, branch: found.branch };
    await appendAudit(tx, {
      ...auditedActor(actor),
      action: "deployment.deleted",
      subject: { type: "deployment", id: found.id },
      data: { ...about, before: found.status, commitSha: found.commit_sha, bytes },
    });
    return { view: await requireDeployment(tx, workspaceId, deploymentId), canceled };
  });
  if (canceled) notifyCanceled(context, [view.id]);
  return view;
}

/** Says what keeps a deployment from being deleted, and what to do first. */
async function useOf(
  tx: Transaction,
  { id, site_id: siteId, environment, status }: DeploymentView,
): Promise<string | undefined> {
  if (environment === "production") {
    if (!isTerminal(status)) return "The release is on its way to production. Cancel it first.";
    const live = await findRow(tx, "hosts", { deployment_id: id, kind: "production" });
    return live && "It is live in production. Publish another release first.";
  }
  const asked = await tx
    .selectFrom("approval_requests")
    .select("id")
    .where("site_id", "=", siteId)
    .where("source_deployment_id", "=", id)
    .where("status", "=", sql.lit("pending" as const))
    .where("requested_at", "is not", null)
    .executeTakeFirst();
  if (asked) return `Its release waits for a decision. Reject request ${asked.id} first.`;
  const release = await tx
    .selectFrom("deployments")
    .leftJoin("hosts", (join) =>
      join.onRef("hosts.deployment_id", "=", "deployments.id").on("hosts.kind", "=", "production"),
    )
    .select(["deployments.id", "hosts.label"])
    .where("source_deployment_id", "=", id)
    .where("removed_at", "is", null)
    .where("status", "in", ["queued", "building", "ready"])
    // Not by the label itself: the engines differ about where NULL comes.
    .orderBy(sql`hosts.label IS NULL`)
    .executeTakeFirst();
  if (!release) return undefined;
  return release.label === null
    ? `Release ${release.id} was made from it and can be published again. Delete that release first.`
    : `Release ${release.id}, which is live in production, was made from it. Publish another release first.`;
}

/** From the message that a pull request was closed to the removal: long enough to publish what was merged. */
const CLOSED_GRACE_MS = DAY_MS;

/** The previews of a closed pull request are removed after a time of grace. The first message counts. */
export async function closePullRequest(
  { db, clock }: Pick<ServiceContext, "db" | "clock">,
  actor: Actor,
  siteId: string,
  number: number,
): Promise<ClosedPullRequest> {
  return asActor(db, actor, async (tx) => {
    const site = await requireSite(tx, actor.workspaceId, siteId);
    const row = { site_id: site.id, number, remove_at: instant(clock, CLOSED_GRACE_MS) };
    if (await addRow(tx, "closed_pull_requests", row)) {
      const data = { pullRequest: `#${number}`, removeAt: row.remove_at };
      await auditSite(tx, auditedActor(actor), "pull_request.closed", site.id, data);
    }
    const { remove_at: removeAt } = await requireRow(tx, "closed_pull_requests", { site_id: site.id, number });
    const { previews } = await selectKept(tx, site.id)
      .select((eb) => eb.fn.countAll<number>().as("previews"))
      .where("d.environment", "=", "preview")
      .where("d.pull_request_number", "=", number)
      .executeTakeFirstOrThrow();
    return { pullRequest: number, previews, removeAt };
  });
}
