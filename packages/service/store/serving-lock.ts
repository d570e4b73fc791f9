import { chmodSync } from "node:fs";
import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";

const LOCK_FILE = "serving.lock";

/**
 * Holds a data folder while a service runs on its embedded database, so that a move knows. The system lets go of it when
 * the process ends, however that is.
 * @param mode Services share the folder; a move has it alone.
 * @returns Undefined when the other mode has it.
 */
export function holdFolder(dataDirectory: string, mode: "serve" | "move"): Disposable | undefined {
  const file = join(dataDirectory, LOCK_FILE);
  // The locks of SQLite are kept by the system, and die with their process.
  const connection = new BetterSqlite3(file, { timeout: 0 });
  try {
    chmodSync(file, 0o600);
    connection.exec(mode === "serve" ? "BEGIN; SELECT count(*) FROM sqlite_master" : "BEGIN EXCLUSIVE");
  } catch (error) {
    connection.close();
    if (error instanceof BetterSqlite3.SqliteError && error.code === "SQLITE_BUSY") return undefined;
    throw error;
  }
  return { [Symbol.dispose]: () => void connection.close() };
}
