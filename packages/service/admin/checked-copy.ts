import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { chmod, copyFile, mkdir, open, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { unlessAbsent } from "../outside/absent.ts";
import { ENCRYPTION_KEY_FILE } from "../outside/encryption.ts";
import { PROVENANCE_KEY_FILE } from "../outside/signer.ts";
import { SECRETS_FILE } from "../pipeline/steps/secrets.ts";
import { verifyAudit } from "../store/audit/audit-check.ts";
import { AUDIT_HEADS_FOLDER } from "../store/engine/audit-seal.ts";
import { auditSealOf } from "../store/engine/database.ts";
import { keepKey } from "../store/engine/instance-keys.ts";
import { type AppliedMigration, due, listMigrations, readApplied } from "../store/engine/migrations.ts";
import { openDatabase } from "../store/engine/sqlite.ts";
import { NEEDED } from "../store/files/kept-objects.ts";
import type { StoredObject } from "../store/files/objects.ts";
import { damaged, type Snapshot } from "./backup-format.ts";
import { SEED_FILE } from "./seed.ts";
import type { AdminError } from "./store.ts";

/** Files beside the database: the key that encrypts its secrets, the key that signs statements, the operator's credentials, the example users. */
export const SIDE_FILES = [ENCRYPTION_KEY_FILE, PROVENANCE_KEY_FILE, SECRETS_FILE, SEED_FILE];

export async function copySideFiles(from: string, to: string): Promise<string[]> {
  const copied: string[] = [];
  for (const name of SIDE_FILES) {
    const done = await copyFile(join(from, name), join(to, name)).then(() => true, unlessAbsent);
    if (done !== true) continue;
    await chmod(join(to, name), 0o600);
    copied.push(name);
  }
  return copied;
}

export async function copyAuditHeads(from: string, to: string): Promise<string[]> {
  const [source, target] = [join(from, AUDIT_HEADS_FOLDER), join(to, AUDIT_HEADS_FOLDER)];
  const found = (await readdir(source).catch(unlessAbsent)) ?? [];
  const names = found.filter((name) => name.endsWith(".json"));
  await mkdir(target, { mode: 0o700 });
  for (const name of names) {
    await copyFile(join(source, name), join(target, name));
    await chmod(join(target, name), 0o600);
  }
  return names.map((name) => `${AUDIT_HEADS_FOLDER}/${name}`);
}

const ALL_PAGES = 0x7fff_ffff;

/** SQLite's online backup, all pages in one step: a concurrent writer cannot make it start over. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { fileMustExist: true, timeout: 5000 });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
  await chmod(to, 0o600);
}

interface Checked {
  readonly store: string | null;
  readonly migrations: readonly AppliedMigration[];
  /** Undefined for a database of an older version, whose logs this one does not read. */
  readonly audit: NonNullable<Snapshot["audit"]> | undefined;
}

const Ids = z.array(z.object({ id: z.string() }));

/**
 * Also folds the copy into one file, and records the newest row of each audit log beside it.
 * @param auditError The error about a workspace whose audit log is not intact.
 * @throws {EncryptionError} When the key beside it is not its own
 */
export async function checkDatabase(file: string, auditError: (workspaceId: string) => AdminError): Promise<Checked> {
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  let found: Omit<Checked, "audit">;
  try {
    const said = connection.pragma("integrity_check", { simple: true });
    if (said !== "ok") throw damaged(`the integrity check of the database failed: ${String(said)}`);
    if (z.array(z.unknown()).parse(connection.pragma("foreign_key_check")).length > 0)
      throw damaged("rows are missing");
    connection.pragma("journal_mode = DELETE");
    const [oldest] = Ids.parse(connection.prepare("SELECT id FROM workspaces ORDER BY created_at, id LIMIT 1").all());
    const migrations = readApplied(connection.prepare("SELECT * FROM migrations").all());
    found = { migrations, store: oldest?.id ?? null };
  } finally {
    connection.close();
  }
  const isCurrent = due(listMigrations(), found.migrations).length === 0;
  const audit = isCurrent ? await checkAuditLogs(file, auditError) : undefined;
  await syncFile(file);
  return { ...found, audit };
}

async function checkAuditLogs(
  file: string,
  auditError: (workspaceId: string) => AdminError,
): Promise<NonNullable<Snapshot["audit"]>> {
  const audit: { workspaceId: string; rows: number; hash: string }[] = [];
  const db = openDatabase(file, { asItIs: true });
  try {
    await keepKey(db, { dataDirectory: dirname(file), log: undefined });
    for (const { id } of await db.selectFrom("workspaces").select("id").execute()) {
      const { rows, head, findings } = await verifyAudit(db, id);
      // A store of an older version has no record before the service has started once.
      const wrong = findings.find(({ kind }) => kind !== "unrecorded");
      if (wrong) throw auditError(id);
      if (!head) continue;
      audit.push({ workspaceId: id, rows, hash: head.hash });
      if (findings.length === 0) auditSealOf(db).record(id, head);
    }
  } finally {
    await db.destroy();
  }
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  connection.pragma("journal_mode = DELETE");
  connection.close();
  return audit;
}

/** @param wants The files that rows name, or all that are stored, which needs no knowledge of the schema. */
export function readObjects(file: string, wants: "needed" | "stored"): readonly StoredObject[] {
  const which = wants === "needed" ? `WHERE ${NEEDED}` : "";
  const query = `SELECT sha256, size FROM objects ${which} ORDER BY sha256`;
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    return z.array(z.object({ sha256: z.string(), size: z.number() })).parse(connection.prepare(query).all());
  } finally {
    connection.close();
  }
}

export async function hashFile(path: string): Promise<StoredObject> {
  const hash = createHash("sha256");
  let size = 0;
  for await (const chunk of createReadStream(path)) {
    if (!(chunk instanceof Uint8Array)) continue;
    hash.update(chunk);
    size += chunk.length;
  }
  return { sha256: hash.digest("hex"), size };
}

async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.sync();
}
