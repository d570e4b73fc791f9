import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, open, readdir, readFile, rename, rm, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { ENCRYPTION_KEY_FILE } from "../notify/encryption.ts";
import { SECRETS_FILE } from "../pipeline/secrets.ts";
import { PROVENANCE_KEY_FILE } from "../provenance/signer.ts";
import { SEED_FILE } from "../seed.ts";
import { verifyAudit } from "../store/audit-check.ts";
import { AUDIT_HEADS_FOLDER } from "../store/audit-seal.ts";
import { auditSealOf, DATABASE_FILE, openDatabase } from "../store/database.ts";
import { noteTime } from "../store/last-times.ts";
import { openObjects, type StoredObject } from "../store/objects.ts";
import { AdminError, openAdminStore } from "./store.ts";

const MANIFEST_FILE = "backup.json";
/** Files beside the database: the key that encrypts its secrets, the key that signs statements, the operator's credentials, the example users. */
export const SIDE_FILES = [ENCRYPTION_KEY_FILE, PROVENANCE_KEY_FILE, SECRETS_FILE, SEED_FILE];

const BackupManifest = z.object({
  format: z.literal(1),
  takenAt: z.iso.datetime(),
  databaseSha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Stored files and their bytes together. */
  objects: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** The newest row of each workspace's audit log; absent in backups of older versions. */
  audit: z.array(z.object({ workspaceId: z.string(), rows: z.int().positive(), hash: z.string() })).optional(),
});

export type BackupManifest = z.infer<typeof BackupManifest>;

export interface CopyOptions {
  readonly signal: AbortSignal;
  readonly onProgress?: (done: number, total: number) => void;
}

/**
 * Copies a store, database and stored files, to a new folder; the service can run on it at the same time.
 * The copy is the state at one moment, and is checked before the folder gets its name.
 * @param place `from`: data folder; `to`: folder that is absent or empty.
 * @throws {AdminError} `no_store`, `place_taken`, `audit_broken`, `damaged`, `stopped`
 */
export async function backUp(
  place: { readonly from: string; readonly to: string },
  options: CopyOptions,
): Promise<BackupManifest> {
  await using store = await openAdminStore({ dataDirectory: place.from });
  const manifest = await backUpOnce(place, options).catch((error: unknown) => {
    if (!(error instanceof AdminError) || error.code !== "damaged") throw error;
    // The collector may have deleted a file after the database was copied: a second copy no longer refers to it.
    return backUpOnce(place, options);
  });
  await noteTime(store.db, "backup", manifest.takenAt);
  return manifest;
}

async function backUpOnce(
  { from, to }: { readonly from: string; readonly to: string },
  options: CopyOptions,
): Promise<BackupManifest> {
  return await buildInPlace(to, async (folder) => {
    const takenAt = new Date().toISOString();
    // Before the database: its copy may have more rows than were recorded, never fewer.
    await copyAuditHeads(from, folder);
    await copyDatabase(join(from, DATABASE_FILE), join(folder, DATABASE_FILE));
    // A row is written after the files it refers to: all that the copy of the database refers to is there.
    const copied = await copyObjects({ from, to: folder }, options);
    await copySideFiles(from, folder);
    const checked = await checkDatabase(join(folder, DATABASE_FILE), auditBroken);
    const manifest: BackupManifest = { format: 1, takenAt, ...checked, ...copied };
    await writeDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`);
    return manifest;
  });
}

/**
 * Turns a backup into a data folder, checking every byte.
 * @param place `from`: the backup; `to`: data folder that is absent or empty.
 * @throws {AdminError} `no_store`, `place_taken`, `damaged`, `stopped`
 */
export async function restoreBackup(
  place: { readonly from: string; readonly to: string },
  options: CopyOptions,
): Promise<BackupManifest> {
  const { from } = place;
  const manifest = await readManifest(from);
  return await buildInPlace(place.to, async (folder) => {
    const database = join(folder, DATABASE_FILE);
    await copyFile(join(from, DATABASE_FILE), database);
    if ((await hashFile(database)) !== manifest.databaseSha256) throw damaged("its database was changed");
    const copied = await copyObjects({ from, to: folder }, options);
    if (copied.objects !== manifest.objects || copied.bytes !== manifest.bytes) throw damaged("files are missing");
    await copySideFiles(from, folder);
    await copyAuditHeads(from, folder);
    await checkDatabase(database, (workspaceId) => damaged(`the audit log of ${workspaceId} was changed`));
    return manifest;
  });
}

async function copySideFiles(from: string, to: string): Promise<void> {
  for (const name of SIDE_FILES) {
    const copied = await copyFile(join(from, name), join(to, name)).then(() => true, unlessAbsent);
    if (copied === true) await chmod(join(to, name), 0o600);
  }
}

async function copyAuditHeads(from: string, to: string): Promise<void> {
  const [source, target] = [join(from, AUDIT_HEADS_FOLDER), join(to, AUDIT_HEADS_FOLDER)];
  const names = await readdir(source).catch((error: unknown) => {
    unlessAbsent(error);
    return [];
  });
  await mkdir(target, { mode: 0o700 });
  for (const name of names.filter((name) => name.endsWith(".json"))) {
    await copyFile(join(source, name), join(target, name));
    await chmod(join(target, name), 0o600);
  }
}

/**
 * Reads what a backup says about itself.
 * @throws {AdminError} `no_store`, `damaged`
 */
export async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8").catch(() => undefined);
  if (text === undefined) {
    throw new AdminError("no_store", `There is no backup in ${folder}. Name a folder that admin backup wrote.`);
  }
  try {
    return BackupManifest.parse(JSON.parse(text));
  } catch (error) {
    throw damaged(`${MANIFEST_FILE} cannot be read`, error);
  }
}

/** Builds a folder beside its place and moves it there complete, or leaves nothing. */
async function buildInPlace<Result>(to: string, build: (folder: string) => Promise<Result>): Promise<Result> {
  const place = resolve(to);
  await requireFree(place);
  await mkdir(dirname(place), { recursive: true });
  const folder = await mkdtemp(join(dirname(place), `.${basename(place)}-partial-`));
  try {
    const result = await build(folder);
    await rm(join(folder, "objects", "incoming"), { recursive: true, force: true });
    await rmdir(place).catch(unlessAbsent);
    await rename(folder, place);
    await syncFolder(dirname(place));
    return result;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function requireFree(place: string): Promise<void> {
  const names = await readdir(place).catch((error: unknown) => {
    unlessAbsent(error);
    return [];
  });
  if (names.length > 0) {
    throw new AdminError("place_taken", `${place} is not empty. Name a folder that is empty or not there yet.`);
  }
}

function unlessAbsent(error: unknown): void {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
}

async function copyObjects(
  { from, to }: { readonly from: string; readonly to: string },
  { signal, onProgress }: CopyOptions,
): Promise<Pick<BackupManifest, "objects" | "bytes">> {
  const [source, target] = [openObjects(from), openObjects(to)];
  const wanted = readWantedObjects(join(to, DATABASE_FILE));
  let [objects, bytes] = [0, 0];
  for (const object of wanted) {
    if (signal.aborted)
      throw new AdminError("stopped", "Stopped. The partial copy was deleted; run it again.", signal.reason);
    await using handle = await source.open(object.sha256).catch((error: unknown) => {
      throw damaged(`the stored file ${object.sha256} cannot be read`, error);
    });
    const copied = await target.putFile(handle);
    if (copied.sha256 !== object.sha256 || copied.size !== object.size) {
      await target.remove(copied.sha256, Date.now());
      throw damaged(`the stored file ${object.sha256} was changed`);
    }
    objects += 1;
    bytes += copied.size;
    onProgress?.(objects, wanted.length);
  }
  await target.flush(wanted);
  return { objects, bytes };
}

async function writeDurably(path: string, text: string): Promise<void> {
  await using handle = await open(path, "wx", 0o600);
  await handle.writeFile(text);
  await handle.sync();
}

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

const ALL_PAGES = 0x7fff_ffff;

/** SQLite's online backup, all pages in one step: a concurrent writer cannot make it start over. */
async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { fileMustExist: true, timeout: 5000 });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}

/**
 * Checks a copy of the database in every way possible, and folds it into one file. The newest row of each audit log is
 * recorded beside it.
 * @param refuse The error about a workspace whose audit log is not intact.
 * @throws {AdminError} `damaged`, and what `refuse` makes
 */
async function checkDatabase(
  file: string,
  refuse: (workspaceId: string) => AdminError,
): Promise<Pick<BackupManifest, "databaseSha256" | "audit">> {
  const db = openDatabase(file);
  const audit: { workspaceId: string; rows: number; hash: string }[] = [];
  try {
    for (const { id } of await db.selectFrom("workspaces").select("id").execute()) {
      const { rows, head, authenticatedFrom: from, findings } = await verifyAudit(db, id);
      // A store of an older version has no record before the service has started once.
      const wrong = findings.find(({ kind }) => kind !== "unrecorded");
      if (wrong) throw refuse(id);
      if (!head) continue;
      audit.push({ workspaceId: id, rows, hash: head.hash });
      if (findings.length === 0) auditSealOf(db).record(id, { from, ...head });
    }
  } finally {
    await db.destroy();
  }
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const found = connection.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw damaged(`the integrity check of the database failed: ${String(found)}`);
    if (z.array(z.unknown()).parse(connection.pragma("foreign_key_check")).length > 0)
      throw damaged("rows are missing");
    connection.pragma("journal_mode = DELETE");
  } finally {
    connection.close();
  }
  await syncFile(file);
  return { databaseSha256: await hashFile(file), audit };
}

function auditBroken(workspaceId: string): AdminError {
  const see = `greenroom admin audit verify --workspace ${workspaceId}`;
  return new AdminError(
    "audit_broken",
    `The audit log is not intact, so nothing was copied. See ${see}; if there is a good reason, acknowledge it with greenroom admin audit acknowledge.`,
  );
}

function readWantedObjects(file: string): readonly StoredObject[] {
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const rows = connection
      .prepare(
        `SELECT sha256, size FROM objects WHERE sha256 IN (SELECT sha256 FROM file_list_entries UNION
         SELECT sha256 FROM review_pictures UNION SELECT log_sha256 FROM deployments WHERE log_sha256 IS NOT NULL UNION
         SELECT encoded_sha256 FROM object_encodings WHERE encoded_sha256 IS NOT NULL) ORDER BY sha256`,
      )
      .all();
    return z.array(z.object({ sha256: z.string(), size: z.number() })).parse(rows);
  } finally {
    connection.close();
  }
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) hash.update(chunk);
  return hash.digest("hex");
}

async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.sync();
}

export function damaged(what: string, cause?: unknown): AdminError {
  return new AdminError("damaged", `The copy is damaged: ${what}. It was deleted; use another backup.`, cause);
}
