import { chmodSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { keepOwner } from "../../outside/keep-owner.ts";

/** What has a data folder for itself: a service on its embedded database, a move of it, or a backup of it. */
export type FolderUse = "serve" | "move" | "backup";

/** A backup runs beside a service, and another one does not. */
const LOCKS = {
  serve: { file: "serving.lock", begin: "BEGIN IMMEDIATE" },
  move: { file: "serving.lock", begin: "BEGIN EXCLUSIVE" },
  backup: { file: "backup.lock", begin: "BEGIN EXCLUSIVE" },
} as const satisfies Record<FolderUse, { readonly file: string; readonly begin: string }>;

/**
 * Holds a data folder, so that others know. The system lets go of it when the process ends, however that is.
 * @returns Undefined when another process has it.
 */
export function holdFolder(dataDirectory: string, use: FolderUse): Disposable | undefined {
  const { file, begin } = LOCKS[use];
  const connection = tryLock(join(dataDirectory, file), begin);
  return connection && { [Symbol.dispose]: () => void connection.close() };
}

/** Whether a move has the folder; a service leaves it to be read. */
export function isMoving(dataDirectory: string): boolean {
  const connection = tryLock(join(dataDirectory, LOCKS.move.file), "BEGIN; SELECT count(*) FROM sqlite_master");
  connection?.close();
  return connection === undefined;
}

function tryLock(file: string, begin: string): BetterSqlite3.Database | undefined {
  // The locks of SQLite are kept by the system, and die with their process.
  const connection = new BetterSqlite3(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    keepOwner(file);
    connection.exec(begin);
    return connection;
  } catch (error) {
    connection.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code === "SQLITE_BUSY") return undefined;
    throw error;
  }
}
