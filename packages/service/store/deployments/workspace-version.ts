import { sql } from "kysely";
import type { Database } from "../engine/database.ts";

/**
 * A text that differs whenever a list of the workspace would: a site is created or changed, a deployment begins, moves
 * on or ends, its review ends, a release is prepared, requested or decided, somebody comments. Statuses only move on, so
 * counting them tells; an attempt that goes back to the queue has a number of its own.
 */
export async function readWorkspaceVersion(db: Database, workspaceId: string): Promise<string> {
  const own = sql`workspace_id = ${workspaceId}`;
  const newest = sql`WHERE ${own} ORDER BY created_at DESC, id DESC LIMIT 1`;
  // As deployments_open and comparisons_open have it: what has ended is not read.
  const open = (status: "queued" | "building") =>
    sql`WHERE ${own} AND status IN ('queued', 'building') AND status = ${sql.lit(status)}`;
  const comparisons = sql`FROM comparisons WHERE status IN ('pending', 'running')
    AND EXISTS (SELECT 1 FROM sites WHERE sites.id = comparisons.site_id AND sites.${own})`;
  const requests = sql`FROM sites JOIN approval_requests ON approval_requests.site_id = sites.id
    WHERE sites.${own} AND approval_requests.status = 'pending'`;
  const { rows } = await sql<Readonly<Record<string, string | number | null>>>`SELECT
    (SELECT id FROM deployments ${newest}) AS newest,
    (SELECT SUM(attempt + 1000) FROM deployments ${open("queued")}) AS queued,
    (SELECT SUM(attempt + 1000) FROM deployments ${open("building")}) AS building,
    (SELECT COUNT(*) ${comparisons}) AS compared,
    (SELECT id FROM approval_requests ${newest}) AS newest_request,
    (SELECT COUNT(*) ${requests}) AS pending,
    (SELECT MAX(requested_at) ${requests}) AS requested,
    (SELECT MAX(updated_at) FROM comment_threads WHERE ${own}) AS comments,
    (SELECT MAX(updated_at) FROM sites WHERE ${own}) AS sites`.execute(db);
  return Object.values(rows[0] ?? {}).join(" ");
}
