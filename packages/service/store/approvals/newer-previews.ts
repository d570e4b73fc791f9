import type { Database } from "../engine/database.ts";
import type { ApprovalRequestRow } from "../engine/schema.ts";

export interface NewerPreview {
  readonly deploymentId: string;
  /** What is open or prepared for it. */
  readonly requestId: string | null;
}

/** Finds the newest ready preview of the branch of an open request, when that is not the one the request is about. */
export async function findNewerPreview(
  db: Database,
  {
    site_id: siteId,
    source_deployment_id: sourceId,
    branch,
    status,
  }: Pick<ApprovalRequestRow, "site_id" | "source_deployment_id" | "branch" | "status">,
): Promise<NewerPreview | undefined> {
  if (status !== "pending" || branch === null) return undefined;
  return db
    .selectFrom("deployments as newer")
    .innerJoin("deployments as source", (join) => join.on("source.id", "=", sourceId))
    .leftJoin("approval_requests as open", (join) =>
      join.onRef("open.source_deployment_id", "=", "newer.id").on("open.status", "=", "pending"),
    )
    .select(["newer.id as deploymentId", "open.id as requestId"])
    .where("newer.site_id", "=", siteId)
    .where("newer.branch", "=", branch)
    .where("newer.branch_verified", "=", 1)
    .where("newer.environment", "=", "preview")
    .where("newer.status", "=", "ready")
    .where("newer.hidden_at", "is", null)
    .whereRef("newer.created_at", ">", "source.created_at")
    .orderBy("newer.created_at", "desc")
    .orderBy("newer.id", "desc")
    .limit(1)
    .executeTakeFirst();
}
