import { sql } from "kysely";
import { inBatches, ROWS_A_STATEMENT } from "../../domain/batches.ts";
import { sizeText } from "../../domain/build-limits.ts";
import type { Settings } from "../../settings.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, requireRow } from "../engine/rows.ts";
import { inWorkspace } from "../engine/transaction.ts";
import type { ReadFiles } from "./file-lists.ts";
import { leaveObjects } from "./kept-objects.ts";
import type { StoredObject } from "./objects.ts";

const NAMES_A_STATEMENT = 5_000;

/**
 * What a workspace stores: each file once, also when other workspaces store the same, from the moment that room is
 * reserved for it until its bytes are gone.
 */
export interface Storage {
  readonly bytes: number;
  /** Undefined is no limit. */
  readonly quotaBytes: number | undefined;
}

export interface NoRoom extends Storage {
  readonly quotaBytes: number;
  /** What they would add. */
  readonly addedBytes: number;
}

export async function readStorage(
  db: Database,
  workspaceId: string,
  { storageQuotaBytes }: Pick<Settings, "storageQuotaBytes">,
): Promise<Storage> {
  const { stored_bytes: bytes, max_stored_bytes: own } = await requireRow(db, "workspaces", { id: workspaceId });
  return { bytes, quotaBytes: own === null ? storageQuotaBytes : own === 0 ? undefined : own };
}

/** What a workspace has of a file: what a list has is known by its bytes, other sizes are as somebody said. */
type Reserved = ReadonlyMap<string, { readonly size: number; readonly lists: number }>;

async function reservedOf(tx: Transaction, workspaceId: string, names: readonly string[]): Promise<Reserved> {
  const reserved = new Map<string, { readonly size: number; readonly lists: number }>();
  for (const some of inBatches(names, NAMES_A_STATEMENT)) {
    const rows = await tx
      .selectFrom("workspace_objects")
      .select(["sha256", "size", "lists"])
      .where("workspace_id", "=", workspaceId)
      .where("sha256", "in", some)
      .execute();
    for (const { sha256, ...row } of rows) reserved.set(sha256, row);
  }
  return reserved;
}

function fits({ bytes, quotaBytes }: Storage, addedBytes: number): NoRoom | undefined {
  if (quotaBytes === undefined || addedBytes <= 0 || bytes + addedBytes <= quotaBytes) return undefined;
  return { bytes, quotaBytes, addedBytes };
}

/**
 * Reserves room for files before they are stored: code that stores bytes for a workspace asks here first, and in the
 * transaction that lets the bytes in. What the workspace stores already costs nothing; of two sizes that are said of a
 * file the larger one counts, until its bytes say which is true.
 * @param tx One about the workspace.
 * @param given `stored`: their bytes are there, and have these sizes.
 * @returns Why nothing was reserved.
 */
export async function reserveRoom(
  tx: Transaction,
  workspaceId: string,
  files: readonly StoredObject[],
  settings: Pick<Settings, "storageQuotaBytes">,
  { stored = false }: { readonly stored?: boolean } = {},
): Promise<NoRoom | undefined> {
  const sizes = new Map(files.map(({ sha256, size }) => [sha256, size]));
  const names = [...sizes.keys()].sort();
  const reserved = await reservedOf(tx, workspaceId, names);
  const changed: { readonly sha256: string; readonly size: number }[] = [];
  let added = 0;
  for (const [sha256, size] of sizes) {
    const { size: before, lists } = reserved.get(sha256) ?? { size: 0, lists: 0 };
    const isKnown = reserved.has(sha256) && (lists > 0 || size === before || (!stored && size < before));
    if (isKnown) continue;
    changed.push({ sha256, size });
    added += size - before;
  }
  const noRoom = fits(await readStorage(tx, workspaceId, settings), added);
  if (noRoom) return noRoom;
  changed.sort((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  for (const some of inBatches(changed)) {
    await tx
      .insertInto("workspace_objects")
      .values(some.map((file) => ({ workspace_id: workspaceId, ...file, lists: 0 })))
      .onConflict((conflict) =>
        conflict.columns(["workspace_id", "sha256"]).doUpdateSet((eb) => ({ size: eb.ref("excluded.size") })),
      )
      .execute();
  }
  await addBytes(tx, workspaceId, added);
  return undefined;
}

/**
 * Counts a list of files for a workspace, in the transaction that gives it to a deployment: no two pass the quota
 * together. A list that another deployment of the workspace has costs nothing. What is counted is not collected.
 * @param tx One about the workspace; the deployment does not name the list yet.
 * @returns Why it was not counted.
 */
export async function countList(
  tx: Transaction,
  workspaceId: string,
  list: { readonly digest: string; readonly files: readonly StoredObject[] },
  settings: Pick<Settings, "storageQuotaBytes">,
): Promise<NoRoom | undefined> {
  if (await hasList(tx, workspaceId, list.digest)) return undefined;
  const noRoom = await reserveRoom(tx, workspaceId, list.files, settings, { stored: true });
  if (noRoom) return noRoom;
  await changeLists(tx, workspaceId, list.files, 1);
  return undefined;
}

/**
 * Takes a list of files off the count of a workspace, unless another of its deployments has it. The files of a list that
 * is lost stay counted.
 * @param tx One about the workspace; the deployment does not name the list any more.
 * @param list As it was read before.
 * @returns Bytes that the workspace stores less once they are gone.
 */
export async function uncountList(
  tx: Transaction,
  workspaceId: string,
  { digest, files = [] }: ReadFiles,
): Promise<number> {
  if (await hasList(tx, workspaceId, digest)) return 0;
  const left = await changeLists(tx, workspaceId, files, -1);
  await leaveObjects(
    tx,
    left.map(({ sha256 }) => sha256),
  );
  return left.reduce((sum, { size }) => sum + size, 0);
}

/** @returns The files that are in no list now. */
async function changeLists(
  tx: Transaction,
  workspaceId: string,
  files: readonly StoredObject[],
  by: 1 | -1,
): Promise<readonly StoredObject[]> {
  const left: StoredObject[] = [];
  const names = [...new Set(files.map(({ sha256 }) => sha256))].sort();
  for (const some of inBatches(names, NAMES_A_STATEMENT)) {
    const changed = await tx
      .updateTable("workspace_objects")
      .set((eb) => ({ lists: eb("lists", "+", by) }))
      .where("workspace_id", "=", workspaceId)
      .where("sha256", "in", some)
      .returning(["sha256", "size", "lists"])
      .execute();
    left.push(...changed.filter(({ lists }) => lists < 1));
  }
  return left;
}

/**
 * Releases the room of files that are gone, that only other workspaces have, and that never came: no list has them, and
 * none of them is being sent.
 * @returns How many, at most as many as a statement has.
 */
export async function releaseRoom(db: Database): Promise<number> {
  const { rows } = await sql<{ workspace_id: string; sha256: string }>`
    SELECT w.workspace_id, w.sha256 FROM workspace_objects AS w WHERE ${released}
    LIMIT ${sql.lit(ROWS_A_STATEMENT)}`.execute(db);
  for (const [workspaceId, found] of Map.groupBy(rows, (row) => row.workspace_id)) {
    await inWorkspace(db, workspaceId, async (tx) => {
      const gone = await tx
        .deleteFrom("workspace_objects as w")
        .where("w.workspace_id", "=", workspaceId)
        .where(
          "w.sha256",
          "in",
          found.map(({ sha256 }) => sha256),
        )
        .where(released)
        .returning("size")
        .execute();
      await addBytes(tx, workspaceId, -gone.reduce((sum, { size }) => sum + size, 0));
    });
  }
  return rows.length;
}

/** Releases the room that was reserved for compressed variants, which are not counted beside the files they are of. */
export async function releaseVariants(
  tx: Transaction,
  workspaceId: string,
  variants: readonly { readonly encoded: StoredObject | null }[],
): Promise<void> {
  const names = variants.flatMap(({ encoded }) => encoded?.sha256 ?? []);
  for (const some of inBatches(names, NAMES_A_STATEMENT)) {
    const gone = await tx
      .deleteFrom("workspace_objects")
      .where("workspace_id", "=", workspaceId)
      .where("lists", "<", 1)
      .where("sha256", "in", some)
      .returning("size")
      .execute();
    await addBytes(tx, workspaceId, -gone.reduce((sum, { size }) => sum + size, 0));
  }
}

/** For rows `w` of `workspace_objects`. */
const released = sql<boolean>`(w.lists < 1
  AND (NOT EXISTS (SELECT 1 FROM objects AS o WHERE o.sha256 = w.sha256)
    OR EXISTS (SELECT 1 FROM workspace_objects AS other WHERE other.sha256 = w.sha256 AND other.lists > 0))
  AND NOT EXISTS (SELECT 1 FROM upload_entries AS u WHERE u.sha256 = w.sha256)
  AND NOT EXISTS (SELECT 1 FROM worker_files AS f WHERE f.sha256 = w.sha256))`;

async function hasList(tx: Transaction, workspaceId: string, digest: string): Promise<boolean> {
  const holder = await findRow(tx, "deployments", { file_list_digest: digest, workspace_id: workspaceId });
  return holder !== undefined;
}

async function addBytes(tx: Transaction, workspaceId: string, bytes: number): Promise<void> {
  await tx
    .updateTable("workspaces")
    .set((eb) => ({ stored_bytes: eb("stored_bytes", "+", bytes) }))
    .where("id", "=", workspaceId)
    .execute();
}

const NAMED_PREVIEWS = 3;

/** Says in words what is used and what can be deleted of a site: its tokens learn nothing of the others. */
export async function noRoomText(db: Database, siteId: string, room: NoRoom): Promise<string> {
  const largest = await db
    .selectFrom("deployments as d")
    .innerJoin("file_lists", "file_lists.digest", "d.file_list_digest")
    .select(["d.id", "file_lists.total_bytes"])
    .where("d.site_id", "=", siteId)
    .where("d.status", "=", sql.lit("ready" as const))
    .where("d.removed_at", "is", null)
    .where("d.environment", "=", "preview")
    .where(sql<boolean>`NOT ${inUse}`)
    .orderBy("file_lists.total_bytes", "desc")
    .orderBy("d.id")
    .limit(NAMED_PREVIEWS)
    .execute();
  const used = `The workspace stores ${sizeText(room.bytes)} of ${sizeText(room.quotaBytes)}, and this deployment would add ${sizeText(room.addedBytes)}.`;
  if (largest.length === 0)
    return `${used} Delete previews of other sites of the workspace, or ask the operator for a higher quota. ${ROOM_LATER}`;
  const named = largest.map(({ id, total_bytes: bytes }) => `${id} (${sizeText(bytes)})`);
  return `${used} Delete previews that are no longer needed with 'greenroom deployments delete'; the largest of this site are ${named.join(", ")}. ${ROOM_LATER}`;
}

const ROOM_LATER = "What was deleted gives its room back within a quarter of an hour, when its files are gone.";

/** For a query of deployments `d`: what a release was made from that is kept, or what a pending request would publish. */
export const inUse = sql<boolean>`(EXISTS (
    SELECT 1 FROM deployments AS release WHERE release.source_deployment_id = d.id AND release.removed_at IS NULL
      AND release.status IN ('queued', 'building', 'ready'))
  OR EXISTS (
    SELECT 1 FROM approval_requests AS asked WHERE asked.site_id = d.site_id AND asked.source_deployment_id = d.id
      AND asked.status = 'pending' AND asked.requested_at IS NOT NULL))`;
