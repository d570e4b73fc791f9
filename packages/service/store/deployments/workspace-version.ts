import { sql } from "kysely";
import type { Database } from "../engine/database.ts";

/**
 * A text that differs whenever a list of the workspace would: a site is created or changed, a deployment begins, moves on
 * or ends, its review ends, a release is prepared, requested or decided, somebody comments. Statuses only move on, so counting them tells;
 * an attempt that goes back to the queue has a number of its own.
 */
export async function readWorkspaceVersion(db: Database, workspaceId: string): Promise<string> {
  const own = sql`workspace_id = ${workspaceId}`;
  const newest = sql`WHERE ${own} ORDER BY created_at DESC, id DESC LIMIT 1`;
  const reviews = db
    .selectFrom("reviews")
    .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
    .innerJoin("deployments", "deployments.id", "reviews.deployment_id")
    .select((eb) => eb.fn.countAll().as("open"))
    .where("comparisons.status", "in", [sql.lit("pending" as const), sql.lit("running" as const)])
    .where("deployments.workspace_id", "=", workspaceId);
  const requests = sql`FROM sites JOIN approval_requests ON approval_requests.site_id = sites.id
    WHERE sites.${own} AND approval_requests.status = 'pending'`;
  const { rows } = await sql<Readonly<Record<string, string | number | null>>>`SELECT
    (SELECT id FROM deployments ${newest}) AS newest,
    (SELECT SUM(attempt + 1000) FROM deployments WHERE ${own} AND status = 'queued') AS queued,
    (SELECT SUM(attempt + 1000) FROM deployments WHERE ${own} AND status = 'building') AS building,
    (${reviews}) AS reviewed,
    (SELECT id FROM approval_requests ${newest}) AS newest_request,
    (SELECT COUNT(*) ${requests}) AS pending,
    (SELECT MAX(requested_at) ${requests}) AS requested,
    (SELECT MAX(updated_at) FROM comment_threads WHERE ${own}) AS comments,
    (SELECT MAX(updated_at) FROM sites WHERE ${own}) AS sites`.execute(db);
  return Object.values(rows[0] ?? {}).join(" ");
}
