import { sql } from "kysely";
import { DAY_MS, later } from "../../domain/instants.ts";
import type { Database } from "../engine/database.ts";
import type { RemovalReason, SiteRow } from "../engine/schema.ts";
import { inUse } from "../files/storage.ts";
import { type DeploymentView, findDeployments } from "./deployments.ts";

/** The newest preview of a pull request stays no longer than this: nothing reports that it was closed. */
export const OPEN_PULL_REQUEST_DAYS = 90;

/** Deployments of a site that are ready and have their files; the conditions are those of the partial indexes. */
export function selectKept(db: Database, siteId: string) {
  return db
    .selectFrom("deployments as d")
    .where("d.site_id", "=", siteId)
    .where("d.status", "=", sql.lit("ready" as const))
    .where("d.removed_at", "is", null);
}

/** A newer preview with the same value in a column. */
export const hasNewer = (column: "branch" | "pull_request_number") => sql<boolean>`EXISTS (
  SELECT 1 FROM deployments AS newer WHERE newer.site_id = d.site_id AND newer.status = 'ready'
    AND newer.removed_at IS NULL AND newer.hidden_at IS NULL AND newer.environment = 'preview'
    AND newer.${sql.ref(column)} = d.${sql.ref(column)} AND newer.branch_verified = d.branch_verified
    AND newer.created_at > d.created_at)`;

/** For a query of previews `d`: the newest of a pull request that is not closed. */
export const isNewestOfOpen = sql<boolean>`(d.pull_request_number IS NOT NULL AND NOT ${hasNewer("pull_request_number")}
  AND NOT EXISTS (SELECT 1 FROM closed_pull_requests AS closed
    WHERE closed.site_id = d.site_id AND closed.number = d.pull_request_number))`;

export interface ScheduledRemoval {
  readonly row: DeploymentView;
  readonly until: string;
  readonly because: RemovalReason;
}

export interface RetentionGroup {
  /** Why they stay: for production, for an open pull request, or because their time is not over. */
  readonly group: "production" | "pull_request" | "branch";
  readonly deployments: number;
  /** Of each list of files once. */
  readonly bytes: number;
}

/** Of the oldest previews, those that go first are shown. */
const LOOKED_AT = 60;
const SHOWN_NEXT = 5;

export async function readRetention(
  db: Database,
  {
    id: siteId,
    workspace_id: workspaceId,
    preview_expiry_days: days,
  }: Pick<SiteRow, "id" | "workspace_id" | "preview_expiry_days">,
  nowMs: number,
): Promise<{ readonly groups: readonly RetentionGroup[]; readonly next: readonly ScheduledRemoval[] }> {
  const { rows: groups } = await sql<RetentionGroup>`
    SELECT grouped.kind AS "group", COUNT(*) AS deployments, SUM(grouped.own_bytes) AS bytes FROM (
      SELECT kept.kind,
        CASE WHEN ROW_NUMBER() OVER (PARTITION BY kept.kind, kept.digest ORDER BY kept.id) = 1
          THEN kept.total_bytes ELSE 0 END AS own_bytes
      FROM (
        SELECT d.id, l.digest, l.total_bytes, CASE
          WHEN d.environment = 'production' OR ${inUse} THEN 'production'
          WHEN d.pull_request_number IS NOT NULL AND NOT EXISTS (SELECT 1 FROM closed_pull_requests AS closed
            WHERE closed.site_id = d.site_id AND closed.number = d.pull_request_number) THEN 'pull_request'
          ELSE 'branch' END AS kind
        FROM deployments AS d JOIN file_lists AS l ON l.digest = d.file_list_digest
        WHERE d.site_id = ${siteId} AND d.status = 'ready' AND d.removed_at IS NULL AND d.hidden_at IS NULL
      ) AS kept
    ) AS grouped GROUP BY grouped.kind`.execute(db);
  const rows = await selectKept(db, siteId)
    .leftJoin("closed_pull_requests as closed", (join) =>
      join.onRef("closed.site_id", "=", "d.site_id").onRef("closed.number", "=", "d.pull_request_number"),
    )
    .select(["d.id", "d.created_at", "closed.remove_at"])
    .select(sql<number>`CASE WHEN ${isNewestOfOpen} THEN 1 ELSE 0 END`.as("newest_of_open"))
    .select(
      sql<string | null>`CASE WHEN d.branch IS NULL OR ${hasNewer("branch")} THEN NULL ELSE (
        SELECT MAX(later.created_at) FROM deployments AS later WHERE later.site_id = d.site_id
          AND later.branch = d.branch AND later.environment = 'preview' AND later.created_at >= d.created_at) END`.as(
        "last_of_branch",
      ),
    )
    .where("d.environment", "=", "preview")
    .where("d.hidden_at", "is", null)
    .where(sql<boolean>`NOT ${inUse}`)
    // Those of closed pull requests first: their time of grace is short.
    .orderBy(sql`closed.remove_at IS NULL`)
    .orderBy("d.created_at")
    .limit(LOOKED_AT)
    .execute();
  const ends = rows
    .flatMap((row) => endOf(row, days) ?? [])
    .sort((one, other) => (one.until < other.until ? -1 : 1))
    .slice(0, SHOWN_NEXT);
  const views = await findDeployments(
    db,
    workspaceId,
    ends.map(({ id }) => id),
  );
  const soonest = new Date(nowMs).toISOString();
  const next = ends.flatMap(({ id, until, because }) => {
    const row = views.get(id);
    // What is due already goes with the next round.
    return row ? [{ row, until: until < soonest ? soonest : until, because }] : [];
  });
  return { groups, next };
}

interface KeptPreview {
  readonly id: string;
  readonly created_at: string;
  /** When its pull request was closed. */
  readonly remove_at: string | null;
  readonly newest_of_open: number;
  /** The last deployment of its branch, when it is the newest preview of that. */
  readonly last_of_branch: string | null;
}

function endOf(
  { id, created_at: madeAt, remove_at: removeAt, newest_of_open: isNewest, last_of_branch: last }: KeptPreview,
  days: number | null,
): (Pick<ScheduledRemoval, "until" | "because"> & { readonly id: string }) | undefined {
  const after = (from: string, count: number): string => later(from, count * DAY_MS);
  const open = isNewest === 1 ? Math.max(days ?? 0, OPEN_PULL_REQUEST_DAYS) : 0;
  const expires = days === null ? undefined : [after(last ?? madeAt, days), after(madeAt, open)].sort().at(-1);
  if (removeAt !== null && (expires === undefined || removeAt < expires)) {
    return { id, until: removeAt, because: "pull_request_closed" };
  }
  return expires === undefined ? undefined : { id, until: expires, because: "expired" };
}
