import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import BetterSqlite3 from "better-sqlite3";
import { z } from "zod";
import { AdminFailure } from "./admin-failure.ts";
import { verifyAudit } from "./store/audit.ts";
import { openDatabase } from "./store/database.ts";
import type { StoredObject } from "./store/objects.ts";

const ALL_PAGES = 0x7fff_ffff;

/** SQLite's own online backup, all pages in one step: a writer beside it cannot make it start over. */
export async function copyDatabase(from: string, to: string): Promise<void> {
  const source = new BetterSqlite3(from, { fileMustExist: true, timeout: 5000 });
  try {
    await source.backup(to, { progress: () => ALL_PAGES });
  } finally {
    source.close();
  }
}

/**
 * Checks a copy of the database in every way it can be checked, and folds it into one file.
 * @returns Its SHA-256, in hexadecimal.
 * @throws {AdminFailure} `damaged`
 */
export async function checkDatabase(file: string): Promise<string> {
  const db = openDatabase(file);
  try {
    for (const { id } of await db.selectFrom("workspaces").select("id").execute()) {
      const check = await verifyAudit(db, id);
      if (check.kind === "broken") throw damaged(`row ${check.seq} of the audit log of ${id} is ${check.reason}`);
    }
  } finally {
    await db.destroy();
  }
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const found = connection.pragma("integrity_check", { simple: true });
    if (found !== "ok") throw damaged(`the database says ${String(found)}`);
    if (z.array(z.unknown()).parse(connection.pragma("foreign_key_check")).length > 0)
      throw damaged("rows are missing");
    connection.pragma("journal_mode = DELETE");
  } finally {
    connection.close();
  }
  await syncFile(file);
  return await hashFile(file);
}

/** Reads which files something stored refers to. */
export function readWantedObjects(file: string): readonly StoredObject[] {
  const connection = new BetterSqlite3(file, { fileMustExist: true });
  try {
    const rows = connection
      .prepare(
        `SELECT sha256, size FROM objects WHERE sha256 IN (SELECT sha256 FROM file_list_entries UNION
         SELECT encoded_sha256 FROM object_encodings WHERE encoded_sha256 IS NOT NULL) ORDER BY sha256`,
      )
      .all();
    return z.array(z.object({ sha256: z.string(), size: z.number() })).parse(rows);
  } finally {
    connection.close();
  }
}

/** Computes the SHA-256 of a file, in hexadecimal. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) if (chunk instanceof Uint8Array) hash.update(chunk);
  return hash.digest("hex");
}

async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.sync();
}

/** Says that a backup cannot be trusted. */
export function damaged(what: string, cause?: unknown): AdminFailure {
  return new AdminFailure(
    "damaged",
    `The copy is damaged: ${what}. Nothing was kept of it; use another backup.`,
    cause,
  );
}
