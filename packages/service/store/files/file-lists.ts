import { FILE_LIST_VERSION } from "@greenroom/contract/provenance";
import { sql } from "kysely";
import type { Logger } from "pino";
import { isAbsent } from "../../outside/absent.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow } from "../engine/rows.ts";
import { type KeepingDeps, keepObjects, recordedObjects } from "./kept-objects.ts";
import { CorruptObject, type ObjectStore, type StoredObject } from "./objects.ts";

/** A file of a deployment: its path below the root, without a leading slash, and its bytes. */
export interface ListedFile extends StoredObject {
  readonly path: string;
}

export interface FileList {
  /** Sorted by path. */
  readonly files: readonly ListedFile[];
  /** Serving rules as canonical JSON. */
  readonly rules: string;
}

/**
 * Writes a list of files with everything that decides what visitors get: a version, the serving rules, and a line for
 * each file with its digest, its size and its path as JSON. Its SHA-256 is the digest of the list.
 */
export function fileListText({ files, rules }: FileList): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const lines = sorted.map((file) => `${file.sha256} ${file.size} ${JSON.stringify(file.path)}\n`);
  return `${FILE_LIST_VERSION}\n${rules}\n${lines.join("")}`;
}

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
  await tx
    .insertInto("file_lists")
    .values({ digest, total_bytes: totalBytes, rules, created_at: tx.at })
    .onConflict((conflict) => conflict.column("digest").doUpdateSet({ created_at: tx.at }))
    .execute();
}

/**
 * Reads a list of files from the store.
 * @returns Undefined when it is lost: gone, or damaged.
 * @throws {StoreUnavailable}
 */
export async function readFileList(objects: Pick<ObjectStore, "read">, digest: string): Promise<FileList | undefined> {
  try {
    return parseFileList((await objects.read(digest)).toString());
  } catch (error) {
    if (error instanceof CorruptObject || isAbsent(error)) return undefined;
    throw error;
  }
}

const DIGEST_LENGTH = 64;

/** @throws {TypeError} When it is no text that `fileListText` wrote */
function parseFileList(text: string): FileList {
  const [version, rules, ...lines] = text.split("\n");
  if (version !== FILE_LIST_VERSION || rules === undefined || lines.pop() !== "") throw noFileList();
  return { rules, files: lines.map(parseLine) };
}

function parseLine(line: string): ListedFile {
  const end = line.indexOf(" ", DIGEST_LENGTH + 1);
  const size = Number(line.slice(DIGEST_LENGTH + 1, end));
  if (line[DIGEST_LENGTH] !== " " || end === -1 || !Number.isSafeInteger(size)) throw noFileList();
  return { sha256: line.slice(0, DIGEST_LENGTH), size, path: parsePath(line.slice(end + 1)) };
}

/** A path as JSON; hardly any has an escape in it. */
function parsePath(json: string): string {
  if (json.startsWith('"') && json.endsWith('"') && !json.includes("\\")) return json.slice(1, -1);
  const path: unknown = JSON.parse(json);
  if (typeof path !== "string") throw noFileList();
  return path;
}

function noFileList(): TypeError {
  return new TypeError("What is stored is no list of files.");
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
  /** Whether headers, redirects or other serving rules differ. */
  readonly rulesDiffer: boolean;
}

/**
 * Compares two lists of files.
 * @param older Undefined: an empty one.
 */
export function compareFiles(older: FileList | undefined, newer: FileList): FileChanges {
  const before = new Map((older ?? EMPTY).files.map((file) => [file.path, file]));
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

const EMPTY: FileList = { files: [], rules: "{}" };

function as(kind: FileChange["kind"]): (file: ListedFile) => FileChange {
  return ({ path, size }) => ({ path, size, kind });
}

/** The serving rules of a list of files, as they were stored. */
export async function rulesOf(db: Database, digest: string): Promise<string | undefined> {
  const row = await findRow(db, "file_lists", { digest });
  return row?.rules;
}
