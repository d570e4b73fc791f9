import { sql } from "kysely";
import type { Settings } from "../../settings.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { ReadFiles } from "./file-lists.ts";
import type { StoredObject } from "./objects.ts";

/** SQLite takes at most 32,766 values in a statement. */
const NAMES_A_STATEMENT = 5_000;
const ROWS_A_STATEMENT = 1_000;

/** What a workspace stores: the files of its deployments, each counted once, also when other workspaces store the same. */
export interface Storage {
  readonly bytes: number;
  /** Undefined is no limit. */
  readonly quotaBytes: number | undefined;
}

/** Why files do not fit. */
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
  const { stored_bytes: bytes, max_stored_bytes: own } = await db
    .selectFrom("workspaces")
    .select(["stored_bytes", "max_stored_bytes"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return { bytes, quotaBytes: own === null ? storageQuotaBytes : own === 0 ? undefined : own };
}

/**
 * Looks whether files fit that are about to be stored: a build that passes the quota ends before it sends them. Another
 * may end meanwhile, so that `countList` looks again.
 */
export async function findNoRoom(
  db: Database,
  workspaceId: string,
  files: readonly StoredObject[],
  settings: Pick<Settings, "storageQuotaBytes">,
): Promise<NoRoom | undefined> {
  const { bytes, quotaBytes } = await readStorage(db, workspaceId, settings);
  if (quotaBytes === undefined) return undefined;
  const added = new Map(files.map(({ sha256, size }) => [sha256, size]));
  const names = [...added.keys()];
  for (let start = 0; start < names.length; start += NAMES_A_STATEMENT) {
    const known = await db
      .selectFrom("workspace_objects")
      .select("sha256")
      .where("workspace_id", "=", workspaceId)
      .where("sha256", "in", names.slice(start, start + NAMES_A_STATEMENT))
      .execute();
    for (const { sha256 } of known) added.delete(sha256);
  }
  const addedBytes = [...added.values()].reduce((sum, size) => sum + size, 0);
  return fits({ bytes, quotaBytes }, addedBytes);
}

function fits({ bytes, quotaBytes }: Storage, addedBytes: number): NoRoom | undefined {
  if (quotaBytes === undefined || addedBytes === 0 || bytes + addedBytes <= quotaBytes) return undefined;
  return { bytes, quotaBytes, addedBytes };
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
  const noRoom = await findNoRoom(tx, workspaceId, list.files, settings);
  if (noRoom) return noRoom;
  const sizes = new Map(list.files.map(({ sha256, size }) => [sha256, size]));
  const names = [...sizes.keys()].sort();
  let added = 0;
  for (let start = 0; start < names.length; start += ROWS_A_STATEMENT) {
    const rows = names
      .slice(start, start + ROWS_A_STATEMENT)
      .map((sha256) => ({ workspace_id: workspaceId, sha256, size: sizes.get(sha256) ?? 0, lists: 1 }));
    const counted = await tx
      .insertInto("workspace_objects")
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .columns(["workspace_id", "sha256"])
          .doUpdateSet((eb) => ({ lists: eb("workspace_objects.lists", "+", 1) })),
      )
      .returning(["size", "lists"])
      .execute();
    for (const { size, lists } of counted) if (lists === 1) added += size;
  }
  await addBytes(tx, workspaceId, added);
  return undefined;
}

/**
 * Takes a list of files off the count of a workspace, unless another of its deployments has it. The files of a list that
 * is lost stay counted.
 * @param tx One about the workspace; the deployment does not name the list any more.
 * @param list As it was read before.
 * @returns Bytes that the workspace stores less.
 */
export async function uncountList(
  tx: Transaction,
  workspaceId: string,
  { digest, files = [] }: ReadFiles,
): Promise<number> {
  if (await hasList(tx, workspaceId, digest)) return 0;
  const names = [...new Set(files.map(({ sha256 }) => sha256))].sort();
  let bytes = 0;
  for (let start = 0; start < names.length; start += NAMES_A_STATEMENT) {
    const some = names.slice(start, start + NAMES_A_STATEMENT);
    await tx
      .updateTable("workspace_objects")
      .set((eb) => ({ lists: eb("lists", "-", 1) }))
      .where("workspace_id", "=", workspaceId)
      .where("sha256", "in", some)
      .execute();
    const gone = await tx
      .deleteFrom("workspace_objects")
      .where("workspace_id", "=", workspaceId)
      .where("lists", "<", 1)
      .where("sha256", "in", some)
      .returning("size")
      .execute();
    for (const { size } of gone) bytes += size;
  }
  await addBytes(tx, workspaceId, -bytes);
  return bytes;
}

async function hasList(tx: Transaction, workspaceId: string, digest: string): Promise<boolean> {
  const holder = await tx
    .selectFrom("deployments")
    .select("id")
    .where("file_list_digest", "=", digest)
    .where("workspace_id", "=", workspaceId)
    .limit(1)
    .executeTakeFirst();
  return holder !== undefined;
}

async function addBytes(tx: Transaction, workspaceId: string, bytes: number): Promise<void> {
  await tx
    .updateTable("workspaces")
    .set((eb) => ({ stored_bytes: eb("stored_bytes", "+", bytes) }))
    .where("id", "=", workspaceId)
    .execute();
}

const UNITS = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** Bytes as people read them, such as `1.5 GiB`. */
export function bytesText(bytes: number): string {
  if (bytes === 1) return "1 byte";
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  const value = bytes / 1024 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : Math.round(value * 10) / 10} ${UNITS[power]}`;
}

/** How many previews a message names that could be deleted. */
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
  const used = `The workspace stores ${bytesText(room.bytes)} of ${bytesText(room.quotaBytes)}, and this deployment would add ${bytesText(room.addedBytes)}.`;
  if (largest.length === 0)
    return `${used} Delete previews of other sites of the workspace, or ask the operator for a higher quota.`;
  const named = largest.map(({ id, total_bytes: bytes }) => `${id} (${bytesText(bytes)})`);
  return `${used} Delete previews that are no longer needed with 'greenroom deployments delete'; the largest of this site are ${named.join(", ")}.`;
}

/** For a query of deployments `d`: what a release was made from that is kept, or what a pending request would publish. */
export const inUse = sql<boolean>`(EXISTS (
    SELECT 1 FROM deployments AS release WHERE release.source_deployment_id = d.id AND release.removed_at IS NULL
      AND release.status IN ('queued', 'building', 'ready'))
  OR EXISTS (
    SELECT 1 FROM approval_requests AS asked WHERE asked.site_id = d.site_id AND asked.source_deployment_id = d.id
      AND asked.status = 'pending' AND asked.requested_at IS NOT NULL))`;
