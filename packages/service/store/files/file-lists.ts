import { sql } from "kysely";
import type { Logger } from "pino";
import { type FileList, fileListText, type ListedFile, parseFileList } from "../../domain/file-list.ts";
import { isAbsent } from "../../outside/absent.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, putRow } from "../engine/rows.ts";
import { type KeepingDeps, keepObjects, recordedObjects } from "./kept-objects.ts";
import { CorruptObject, type ObjectStore, type StoredObject } from "./objects.ts";

/** A list of files whose text is kept as an object; its digest names both. */
export interface KeptFileList extends FileList {
  readonly digest: string;
}

/**
 * Puts the text of a list where every process finds it, before the transaction that names it. That one notes it as
 * stored, as it does the files.
 * @throws {StoreUnavailable}
 */
export async function keepFileList(deps: KeepingDeps, list: FileList): Promise<KeptFileList> {
  const object = await deps.objects.putBytes(Buffer.from(fileListText(list)));
  await keepObjects(deps, [object]);
  return { ...list, digest: object.sha256 };
}

/** Records a list of files that is kept and noted as stored; one that is recorded already counts as new. */
export async function storeFileList(tx: Transaction, { digest, files, rules }: KeptFileList): Promise<void> {
  const totalBytes = files.reduce((sum, file) => sum + file.size, 0);
  await putRow(tx, "file_lists", {
    key: { digest },
    set: { created_at: tx.at },
    first: { total_bytes: totalBytes, rules },
  });
}

/** @returns Undefined when the list is lost: gone, or damaged. @throws {StoreUnavailable} */
export async function readFileList(objects: Pick<ObjectStore, "read">, digest: string): Promise<FileList | undefined> {
  try {
    const list = parseFileList((await objects.read(digest)).toString());
    if (!list) throw new TypeError("What is stored is no list of files.");
    return list;
  } catch (error) {
    if (error instanceof CorruptObject || isAbsent(error)) return undefined;
    throw error;
  }
}

/** Deployments of a site whose files need not be sent again. */
const NEWEST = 10;

/**
 * The sizes of files that the newest deployments of a site list and that are stored, by digest; files of other sites are
 * as if they were not there.
 * @param given `newest`: how many deployments, from the newest on.
 * @throws {StoreUnavailable}
 */
export async function filesOfSite(
  { db, objects }: Pick<KeepingDeps, "db" | "objects">,
  {
    siteId,
    names,
    newest = NEWEST,
  }: { readonly siteId: string; readonly names: readonly string[]; readonly newest?: number },
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  const wanted = new Set(names);
  if (wanted.size === 0) return sizes;
  const rows = await db
    .selectFrom("deployments")
    .select("file_list_digest")
    .where("site_id", "=", siteId)
    .where("status", "=", sql.lit("ready" as const))
    .where("removed_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(newest)
    .execute();
  for (const digest of new Set(rows.flatMap(({ file_list_digest: listed }) => listed ?? []))) {
    const list = await readFileList(objects, digest);
    for (const { sha256, size } of list?.files ?? []) if (wanted.delete(sha256)) sizes.set(sha256, size);
    if (wanted.size === 0) break;
  }
  const recorded = await recordedObjects(db, [...sizes.keys()]);
  for (const [sha256, size] of sizes) {
    const isThere = recorded.has(sha256) && (await objects.has({ sha256, size }, { recorded: true }));
    if (!isThere) sizes.delete(sha256);
  }
  return sizes;
}

/** The files of a list as they were read before a transaction about it. */
export interface ReadFiles {
  readonly digest: string;
  /** Undefined when the list is lost. */
  readonly files: readonly StoredObject[] | undefined;
}

/** @throws {StoreUnavailable} */
export async function readFiles(
  { objects, log }: { readonly objects: Pick<ObjectStore, "read">; readonly log: Pick<Logger, "warn"> },
  digest: string,
): Promise<ReadFiles> {
  const list = await readFileList(objects, digest);
  if (!list) log.warn({ digest }, "a list of files is lost: what it named stays in the storage of its workspace");
  return { digest, files: list?.files };
}

interface FileChange {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  /** Bytes: in the newer list, or in the older one when removed. */
  readonly size: number;
}

export interface FileChanges {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** By path. */
  readonly files: readonly FileChange[];
  readonly rulesDiffer: boolean;
}

/** @param older Undefined: an empty one. */
export function compareFiles(older: FileList | undefined, newer: FileList): FileChanges {
  const before = new Map<string, ListedFile>(older?.files.map((file) => [file.path, file]));
  const after = new Set(newer.files.map(({ path }) => path));
  const changes = [
    newer.files.filter(({ path }) => !before.has(path)).map(as("added")),
    newer.files.filter(({ path, sha256 }) => (before.get(path)?.sha256 ?? sha256) !== sha256).map(as("changed")),
    [...before.values()].filter(({ path }) => !after.has(path)).map(as("removed")),
  ] as const;
  const [added, changed, removed] = changes;
  return {
    added: added.length,
    changed: changed.length,
    removed: removed.length,
    files: changes.flat().sort((left, right) => (left.path < right.path ? -1 : 1)),
    rulesDiffer: older !== undefined && older.rules !== newer.rules,
  };
}

function as(kind: FileChange["kind"]): (file: ListedFile) => FileChange {
  return ({ path, size }) => ({ path, size, kind });
}

export async function rulesOf(db: Database, digest: string): Promise<string | undefined> {
  const row = await findRow(db, "file_lists", { digest });
  return row?.rules;
}
