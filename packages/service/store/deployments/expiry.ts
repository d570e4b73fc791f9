import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import { DAY_MS } from "../../domain/instants.ts";
import { auditSite, SYSTEM } from "../audit/audit.ts";
import type { Database } from "../engine/database.ts";
import { requireRow } from "../engine/rows.ts";
import type { RemovalReason, SiteRow } from "../engine/schema.ts";
import { inWorkspace } from "../engine/transaction.ts";
import { type ReadFiles, readFiles } from "../files/file-lists.ts";
import { inUse } from "../files/storage.ts";
import { removeFiles } from "./removals.ts";
import { hasNewer, isNewestOfOpen, OPEN_PULL_REQUEST_DAYS, selectKept } from "./retention.ts";

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

const idsOf = (rows: readonly { readonly id: string }[]): readonly string[] => rows.map(({ id }) => id);

async function findHidden(db: Database, siteId: string): Promise<readonly string[]> {
  return idsOf(await selectKept(db, siteId).select("d.id").where("d.hidden_at", "is not", null).limit(BATCH).execute());
}

async function findClosed(db: Database, siteId: string, at: string): Promise<readonly string[]> {
  return idsOf(
    await selectKept(db, siteId)
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
    await selectKept(db, siteId)
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

/** Previews that nothing keeps: see decision 73. */
async function findExpired(db: Database, siteId: string, { before, openBefore }: Expiry): Promise<readonly string[]> {
  const stays = sql<boolean>`(${isNewestOfOpen} AND d.created_at >= ${openBefore})`;
  // A branch that is still deployed keeps its newest preview, also while its builds fail.
  const ofActiveBranch = sql<boolean>`(d.branch IS NOT NULL AND NOT ${hasNewer("branch")} AND EXISTS (
    SELECT 1 FROM deployments AS later WHERE later.site_id = d.site_id AND later.created_at >= ${before}
      AND later.branch = d.branch AND later.environment = 'preview'))`;
  return idsOf(
    await selectKept(db, siteId)
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
