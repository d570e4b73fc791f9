import type { ClosedPullRequest } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { DAY_MS, later } from "../../domain/instants.ts";
import { auditedActor, auditSite, SYSTEM } from "../audit/audit.ts";
import type { Database } from "../engine/database.ts";
import { addRow, requireRow } from "../engine/rows.ts";
import type { RemovalReason, SiteRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { type ReadFiles, readFiles } from "../files/file-lists.ts";
import { inUse } from "../files/storage.ts";
import { asActor } from "../people/acting.ts";
import { requireSite } from "../sites/sites.ts";
import { type DeploymentView, findDeployments } from "./deployments.ts";
import { removeFiles } from "./removals.ts";

/** From the message that a pull request was closed to the removal: long enough to publish what was merged. */
const CLOSED_GRACE_MS = DAY_MS;

/** The newest preview of a pull request stays no longer than this: nothing reports that it was closed. */
const OPEN_PULL_REQUEST_DAYS = 90;

/** An archived site can be restored, but without its deployments. */
const ARCHIVED_MS = DAY_MS;

/** Removed in one transaction, so that no request waits long behind it. */
const BATCH = 50;
/** The next round takes the rest. */
const MAX_BATCHES_A_SITE = 200;

type ExpiryContext = Pick<ServiceContext, "db" | "objects" | "clock" | "log">;

interface Removed {
  readonly deployments: number;
  readonly bytes: number;
}

type Site = Pick<SiteRow, "id" | "workspace_id" | "status" | "preview_expiry_days" | "kept_releases" | "archived_at">;

/**
 * Removes the files of previews whose time is over: those that expired, those of pull requests that were closed, former
 * releases beyond those that a site keeps, and what archived sites left. Each is removed in a transaction that looks
 * once more, so that the chore can be stopped anywhere and run again.
 */
export async function removeExpired(context: ExpiryContext, signal: AbortSignal): Promise<Removed> {
  const { db, log } = context;
  const sites = await db
    .selectFrom("sites")
    .select(["id", "workspace_id", "status", "preview_expiry_days", "kept_releases", "archived_at"])
    .orderBy("id")
    .execute();
  let total: Removed = { deployments: 0, bytes: 0 };
  for (const site of sites) {
    for (const { because, find } of findersOf(context, site)) {
      for (let batch = 0; batch < MAX_BATCHES_A_SITE; batch += 1) {
        if (signal.aborted) return total;
        const removed = await removeBatch(context, site, { because, find });
        total = { deployments: total.deployments + removed.deployments, bytes: total.bytes + removed.bytes };
        if (removed.deployments === 0) break;
      }
    }
  }
  if (total.deployments > 0) log.info(total, "removed the files of deployments whose time is over");
  return total;
}

interface Finder {
  readonly because: RemovalReason;
  /** Ids of at most `BATCH` deployments. */
  readonly find: (db: Database) => Promise<readonly string[]>;
}

function findersOf({ clock }: ExpiryContext, site: Site): readonly Finder[] {
  if (site.status === "archived") {
    if (site.archived_at === null || site.archived_at > instant(clock, -ARCHIVED_MS)) return [];
    return [{ because: "site_archived", find: (db) => findHidden(db, site.id) }];
  }
  const { preview_expiry_days: days, kept_releases: kept } = site;
  return [
    { because: "site_archived", find: (db) => findHidden(db, site.id) },
    { because: "pull_request_closed", find: (db) => findClosed(db, site.id, instant(clock)) },
    { because: "expired", find: async (db) => (kept === null ? [] : findFormer(db, site.id, kept)) },
    {
      because: "expired",
      find: async (db) => (days === null ? [] : findExpired(db, site.id, expiryOf(clock.now(), days))),
    },
  ];
}

/** Files of lists in memory at a time; one list may have more. */
const MAX_FILES = 50_000;

async function removeBatch(context: ExpiryContext, site: Site, { because, find }: Finder): Promise<Removed> {
  const { db } = context;
  // Most of the time nothing is due, and this look takes no lock.
  const lists = await readLists(context, await find(db));
  if (lists.size === 0) return { deployments: 0, bytes: 0 };
  return inWorkspace(db, site.workspace_id, async (tx) => {
    const ids: string[] = [];
    let bytes = 0;
    for (const id of await find(tx)) {
      const row = await requireRow(tx, "deployments", { id });
      const list = lists.get(id);
      // The next batch takes what was not read.
      if (!lists.has(id) || row.file_list_digest !== (list?.digest ?? null)) continue;
      bytes += await removeFiles(tx, row, because, list);
      ids.push(id);
    }
    if (ids.length > 0) {
      const data = { because, deploymentIds: ids, bytes };
      await auditSite(tx, { workspaceId: site.workspace_id, actor: SYSTEM }, "deployments.expired", site.id, data);
    }
    return { deployments: ids.length, bytes };
  });
}

/** Reads the lists of deployments, of the first as many as fit. @throws {StoreUnavailable} */
async function readLists(
  context: ExpiryContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ReadFiles | undefined>> {
  const lists = new Map<string, ReadFiles | undefined>();
  const read = new Map<string, ReadFiles>();
  let files = 0;
  if (ids.length === 0) return lists;
  const rows = await context.db
    .selectFrom("deployments")
    .select(["id", "file_list_digest"])
    .where("id", "in", ids)
    .execute();
  for (const { id, file_list_digest: digest } of rows) {
    if (files > MAX_FILES) break;
    const list = digest === null ? undefined : (read.get(digest) ?? (await readFiles(context, digest)));
    if (list && !read.has(list.digest)) files += list.files?.length ?? 0;
    if (list) read.set(list.digest, list);
    lists.set(id, list);
  }
  return lists;
}

/** Deployments of a site that are ready and have their files; the conditions are those of the partial indexes. */
function kept(db: Database, siteId: string) {
  return db
    .selectFrom("deployments as d")
    .where("d.site_id", "=", siteId)
    .where("d.status", "=", sql.lit("ready" as const))
    .where("d.removed_at", "is", null);
}

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

async function findHidden(db: Database, siteId: string): Promise<readonly string[]> {
  return idsOf(await kept(db, siteId).select("d.id").where("d.hidden_at", "is not", null).limit(BATCH).execute());
}

async function findClosed(db: Database, siteId: string, at: string): Promise<readonly string[]> {
  return idsOf(
    await kept(db, siteId)
      .innerJoin("closed_pull_requests as closed", (join) =>
        join.onRef("closed.site_id", "=", "d.site_id").onRef("closed.number", "=", "d.pull_request_number"),
      )
      .select("d.id")
      .where("d.pull_request_number", "is not", null)
      .where("d.environment", "=", "preview")
      .where("closed.remove_at", "<=", at)
      .where(sql<boolean>`NOT ${inUse}`)
      .limit(BATCH)
      .execute(),
  );
}

/** Releases that are not live, but for those that were last. */
async function findFormer(db: Database, siteId: string, keptReleases: number): Promise<readonly string[]> {
  return idsOf(
    await kept(db, siteId)
      .select("d.id")
      .where("d.environment", "=", "production")
      .where("d.hidden_at", "is", null)
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom("hosts")
              .select("hosts.label")
              .whereRef("hosts.deployment_id", "=", "d.id")
              .where("hosts.kind", "=", "production"),
          ),
        ),
      )
      .orderBy("d.finished_at", "desc")
      .orderBy("d.id", "desc")
      .limit(BATCH)
      .offset(keptReleases)
      .execute(),
  );
}

interface Expiry {
  /** What was made before it goes. */
  readonly before: string;
  /** The newest preview of an open pull request stays until it was made before this. */
  readonly openBefore: string;
}

function expiryOf(nowMs: number, days: number): Expiry {
  const ago = (count: number): string => new Date(nowMs - count * DAY_MS).toISOString();
  return { before: ago(days), openBefore: ago(Math.max(days, OPEN_PULL_REQUEST_DAYS)) };
}

/** A newer preview with the same value in a column. */
const newer = (column: "branch" | "pull_request_number") => sql<boolean>`EXISTS (
  SELECT 1 FROM deployments AS newer WHERE newer.site_id = d.site_id AND newer.status = 'ready'
    AND newer.removed_at IS NULL AND newer.hidden_at IS NULL AND newer.environment = 'preview'
    AND newer.${sql.ref(column)} = d.${sql.ref(column)} AND newer.branch_verified = d.branch_verified
    AND newer.created_at > d.created_at)`;

/** For a query of previews `d`: the newest of a pull request that is not closed. */
const newestOfOpen = sql<boolean>`(d.pull_request_number IS NOT NULL AND NOT ${newer("pull_request_number")}
  AND NOT EXISTS (SELECT 1 FROM closed_pull_requests AS closed
    WHERE closed.site_id = d.site_id AND closed.number = d.pull_request_number))`;

/** Previews that nothing keeps: see decision 73. */
async function findExpired(db: Database, siteId: string, { before, openBefore }: Expiry): Promise<readonly string[]> {
  const stays = sql<boolean>`(${newestOfOpen} AND d.created_at >= ${openBefore})`;
  // A branch that is still deployed keeps its newest preview, also while its builds fail.
  const ofActiveBranch = sql<boolean>`(d.branch IS NOT NULL AND NOT ${newer("branch")} AND EXISTS (
    SELECT 1 FROM deployments AS later WHERE later.site_id = d.site_id AND later.created_at >= ${before}
      AND later.branch = d.branch AND later.environment = 'preview'))`;
  return idsOf(
    await kept(db, siteId)
      .select("d.id")
      .where("d.environment", "=", "preview")
      .where("d.hidden_at", "is", null)
      .where("d.created_at", "<", before)
      .where(sql<boolean>`NOT ${inUse} AND NOT ${stays} AND NOT ${ofActiveBranch}`)
      .orderBy("d.created_at")
      .limit(BATCH)
      .execute(),
  );
}

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
  { id: siteId, workspace_id: workspaceId, preview_expiry_days: days }: Site,
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
  const rows = await kept(db, siteId)
    .leftJoin("closed_pull_requests as closed", (join) =>
      join.onRef("closed.site_id", "=", "d.site_id").onRef("closed.number", "=", "d.pull_request_number"),
    )
    .select(["d.id", "d.created_at", "closed.remove_at"])
    .select(sql<number>`CASE WHEN ${newestOfOpen} THEN 1 ELSE 0 END`.as("newest_of_open"))
    .select(
      sql<string | null>`CASE WHEN d.branch IS NULL OR ${newer("branch")} THEN NULL ELSE (
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
    const { previews } = await kept(tx, site.id)
      .select((eb) => eb.fn.countAll<number>().as("previews"))
      .where("d.environment", "=", "preview")
      .where("d.pull_request_number", "=", number)
      .executeTakeFirstOrThrow();
    return { pullRequest: number, previews, removeAt };
  });
}
