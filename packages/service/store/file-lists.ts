import { createHash } from "node:crypto";
import { FILE_LIST_VERSION } from "@greenroom/contract/provenance";
import type { Database, Transaction } from "./database.ts";
import type { StoredObject } from "./objects.ts";

/** A file of a deployment: its path below the root, without a leading slash, and its bytes. */
export interface ListedFile extends StoredObject {
  readonly path: string;
}

/** What a deployment serves: its files, and how. */
export interface FileList {
  /** Sorted by path. */
  readonly files: readonly ListedFile[];
  /** Serving rules as canonical JSON. */
  readonly rules: string;
}

/** SQLite takes at most 32,766 values in a statement. */
const ROWS_A_STATEMENT = 500;

/**
 * Writes a list of files with everything that decides what visitors get: a version, the serving rules, and a line for
 * each file with its digest, its size and its path as JSON. Its SHA-256 is the digest of the list.
 */
export function fileListText({ files, rules }: FileList): string {
  const sorted = [...files].sort((left, right) => (left.path < right.path ? -1 : 1));
  const lines = sorted.map((file) => `${file.sha256} ${file.size} ${JSON.stringify(file.path)}\n`);
  return `${FILE_LIST_VERSION}\n${rules}\n${lines.join("")}`;
}

function fileListDigest(list: FileList): string {
  return createHash("sha256").update(fileListText(list)).digest("hex");
}

/**
 * Stores a list of files whose objects are noted as stored.
 * @returns Its digest; a list that is stored already is left as it is.
 */
export async function storeFileList(tx: Transaction, list: FileList, at: string): Promise<string> {
  const digest = fileListDigest(list);
  // Also keeps a collector of another process from it that has just looked.
  const known = await tx
    .updateTable("file_lists")
    .set({ created_at: at })
    .where("digest", "=", digest)
    .returning("digest")
    .executeTakeFirst();
  if (known) return digest;
  const totalBytes = list.files.reduce((sum, file) => sum + file.size, 0);
  await tx
    .insertInto("file_lists")
    .values({ digest, file_count: list.files.length, total_bytes: totalBytes, rules: list.rules, created_at: at })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
  for (let start = 0; start < list.files.length; start += ROWS_A_STATEMENT) {
    const rows = list.files
      .slice(start, start + ROWS_A_STATEMENT)
      .map(({ path, sha256, size }) => ({ list_digest: digest, path, sha256, size }));
    await tx
      .insertInto("file_list_entries")
      .values(rows)
      .onConflict((conflict) => conflict.columns(["list_digest", "path"]).doNothing())
      .execute();
  }
  return digest;
}

/** The sizes of files that deployments of a site list, by digest; files of other sites are as if they were not there. */
export async function filesOfSite(
  db: Database,
  { siteId, names }: { readonly siteId: string; readonly names: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const sizes = new Map<string, number>();
  for (let start = 0; start < names.length; start += ROWS_A_STATEMENT) {
    const rows = await db
      .selectFrom("file_list_entries as e")
      .innerJoin("deployments as d", "d.file_list_digest", "e.list_digest")
      .select(["e.sha256", "e.size"])
      .distinct()
      .where("d.site_id", "=", siteId)
      .where("e.sha256", "in", names.slice(start, start + ROWS_A_STATEMENT))
      .execute();
    for (const { sha256, size } of rows) sizes.set(sha256, size);
  }
  return sizes;
}

export async function readFileList(db: Database, digest: string): Promise<FileList | undefined> {
  const list = await db.selectFrom("file_lists").select("rules").where("digest", "=", digest).executeTakeFirst();
  if (!list) return undefined;
  const files = await db
    .selectFrom("file_list_entries")
    .select(["path", "sha256", "size"])
    .where("list_digest", "=", digest)
    .orderBy("path")
    .execute();
  return { files, rules: list.rules };
}

/** A path that differs between two lists of files. */
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
  /** The first of each kind, by path. */
  readonly files: readonly FileChange[];
  /** Whether headers, redirects or other serving rules differ. */
  readonly rulesDiffer: boolean;
}

/**
 * Compares two lists of files.
 * @param from Digest of the older list, null for an empty one.
 * @param to Digest of the newer list.
 * @param limit Most files of each kind to name.
 */
export async function compareFileLists(
  db: Database,
  { from, to, limit }: { readonly from: string | null; readonly to: string; readonly limit: number },
): Promise<FileChanges> {
  const older = from ?? "";
  const [added, changed, removed] = [notIn(db, to, older), differing(db, older, to), notIn(db, older, to)];
  const files = [
    ...(await added.select(["a.path", "a.size"]).orderBy("a.path").limit(limit).execute()).map(as("added")),
    ...(await changed.select(["a.path", "a.size"]).orderBy("a.path").limit(limit).execute()).map(as("changed")),
    ...(await removed.select(["a.path", "a.size"]).orderBy("a.path").limit(limit).execute()).map(as("removed")),
  ];
  return {
    added: await countOf(added),
    changed: await countOf(changed),
    removed: await countOf(removed),
    files: files.sort((left, right) => (left.path < right.path ? -1 : 1)),
    rulesDiffer: from !== null && (await rulesOf(db, from)) !== (await rulesOf(db, to)),
  };
}

function as(kind: FileChange["kind"]): (row: { path: string; size: number }) => FileChange {
  return ({ path, size }) => ({ path, size, kind });
}

/** Files of one list whose path the other does not have. */
function notIn(db: Database, list: string, other: string) {
  return db
    .selectFrom("file_list_entries as a")
    .leftJoin("file_list_entries as b", (join) => join.onRef("b.path", "=", "a.path").on("b.list_digest", "=", other))
    .where("a.list_digest", "=", list)
    .where("b.path", "is", null);
}

/** Files whose content differs between the lists. */
function differing(db: Database, older: string, newer: string) {
  return db
    .selectFrom("file_list_entries as a")
    .leftJoin("file_list_entries as b", (join) => join.onRef("b.path", "=", "a.path").on("b.list_digest", "=", older))
    .where("a.list_digest", "=", newer)
    .whereRef("a.sha256", "!=", "b.sha256");
}

async function countOf(query: ReturnType<typeof notIn>): Promise<number> {
  const { count } = await query.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  return count;
}

/** The serving rules of a list of files, as they were stored. */
export async function rulesOf(db: Database, digest: string): Promise<string | undefined> {
  const row = await db.selectFrom("file_lists").select("rules").where("digest", "=", digest).executeTakeFirst();
  return row?.rules;
}
