import { ApiError } from "../../domain/api-error.ts";
import { newDeploymentId } from "../../domain/ids.ts";
import { appendEvent } from "../deployments/deployment-events.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, requireRow } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { type ApprovalView, moveApproval } from "./approvals.ts";

/**
 * Finds the ready preview a release would be made from. [§4 rule 8]
 * A production deployment counts as the preview it was made from, so that an earlier release can be published again.
 * @returns `unknown` when the site has no such deployment, `not_ready` when its files cannot be published, `removed` when
 *   they are gone, `not_allowed` when they were built elsewhere and the site takes such files for previews only.
 */
export async function findSource(
  db: Database,
  siteId: string,
  deploymentId: string,
): Promise<
  | { readonly kind: "unknown" | "not_ready" | "removed" | "not_allowed" }
  | { readonly kind: "source"; readonly row: DeploymentRow }
> {
  const named = await findOfSite(db, siteId, deploymentId);
  if (!named) return { kind: "unknown" };
  const row = named.source_deployment_id === null ? named : await findOfSite(db, siteId, named.source_deployment_id);
  if (named.removed_at !== null || (row && row.removed_at !== null)) return { kind: "removed" };
  const ready = named.status === "ready" && row?.status === "ready" && row.environment === "preview";
  if (!ready || row.file_list_digest === null) return { kind: "not_ready" };
  // An upload may name any commit, so the approver of its release reviews files that the service did not build.
  if (row.upload !== null && (await requireRow(db, "sites", { id: siteId })).prebuilt !== "allowed") {
    return { kind: "not_allowed" };
  }
  return { kind: "source", row };
}

/** The error of a source that cannot be published. @param notReady Its message when it is none. */
export function sourceRejected(kind: "not_ready" | "removed" | "not_allowed", notReady: string): ApiError {
  const messages = {
    not_ready: notReady,
    removed: "The files of the source were removed. Deploy its commit again, then release that preview.",
    not_allowed:
      "This site takes files that were built elsewhere for previews only. An owner or admin allows their release with 'prebuilt' of the site.",
  } as const;
  return new ApiError("source_deployment_not_ready", messages[kind]);
}

/** Deployments from before a site was archived can no longer be a source. */
async function findOfSite(db: Database, siteId: string, deploymentId: string): Promise<DeploymentRow | undefined> {
  return findRow(db, "deployments", { id: deploymentId, site_id: siteId, hidden_at: null });
}

/** Queues the release of an approved request; the caller wakes the queue and notifies readers after the commit. */
export async function createPromotion(tx: Transaction, request: ApprovalView, source: DeploymentRow): Promise<string> {
  const row = await insertRow(tx, "deployments", {
    id: newDeploymentId(),
    workspace_id: request.workspace_id,
    site_id: request.site_id,
    environment: "production",
    status: "queued",
    branch: source.branch,
    branch_verified: source.branch_verified,
    commit_sha: source.commit_sha,
    commit_message: source.commit_message,
    commit_author: source.commit_author,
    pull_request_number: source.pull_request_number,
    pull_request_title: source.pull_request_title,
    source_deployment_id: source.id,
    approval_request_id: request.id,
    created_by_token_id: null,
    created_by_user_id: request.requests[0]?.user_id ?? null,
    framework: source.framework,
    // So that production says it too; nothing is awaited.
    upload: source.upload,
    upload_sha256: source.upload_sha256,
    upload_files: source.upload_files,
    upload_bytes: source.upload_bytes,
    attempt: 0,
    last_event_seq: 1,
    log_lines: 0,
    log_bytes: 0,
    created_at: tx.at,
  });
  await appendEvent(tx, row, { type: "status", data: { status: "queued", at: tx.at } });
  return row.id;
}

/**
 * Records that the release of an approval goes live, in the transaction that makes the deployment ready.
 * @returns Anything but `published` means that the release must not go live and nothing was recorded:
 * `not_approved` without an approved request behind it, `overtaken` when a release approved later is live already.
 */
export async function markPublished(
  tx: Transaction,
  deploymentId: string,
): Promise<"published" | "not_approved" | "overtaken"> {
  const row = await tx
    .selectFrom("approval_requests")
    .innerJoin("deployments", "deployments.id", "approval_requests.deployment_id")
    .selectAll("approval_requests")
    .select("deployments.created_at as queued_at")
    .where("approval_requests.deployment_id", "=", deploymentId)
    .executeTakeFirst();
  if (row?.status !== "approved") return "not_approved";
  const newer = await tx
    .selectFrom("deployments")
    .select("id")
    .where("site_id", "=", row.site_id)
    .where("environment", "=", "production")
    .where("status", "=", "ready")
    .where("hidden_at", "is", null)
    .where("created_at", ">", row.queued_at)
    .limit(1)
    .executeTakeFirst();
  if (newer) return "overtaken";
  return (await moveApproval(tx, row, { to: "published", data: { deploymentId } })) ? "published" : "not_approved";
}
