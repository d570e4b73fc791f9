import type { Database } from "./database.ts";

/** A path that differs between two lists of files. */
export interface FileChange {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  /** Size in the newer list, or in the older one when removed; bytes. */
  readonly size: number;
}

/** How two lists of files differ. */
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

/** Files of the newer list whose content the older has otherwise. */
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

async function rulesOf(db: Database, digest: string): Promise<string | undefined> {
  const row = await db.selectFrom("file_lists").select("rules").where("digest", "=", digest).executeTakeFirst();
  return row?.rules;
}
