import { readdirSync, readFileSync } from "node:fs";
import type { Database as SqliteConnection } from "better-sqlite3";

const MIGRATIONS = new URL("migrations/", import.meta.url);

/**
 * Applies every migration the database has not seen, each in a transaction that notes its number first,
 * so that of two starters only one runs it.
 * @throws {Error} When the database is newer than this program.
 */
export function migrate(connection: SqliteConnection): void {
  connection.exec("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)");
  const files = readdirSync(MIGRATIONS)
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort();
  refuseNewer(connection, files);
  for (const file of files) {
    const apply = connection.transaction(() => {
      const noted = connection
        .prepare("INSERT INTO migrations (number) VALUES (?) ON CONFLICT DO NOTHING")
        .run(Number.parseInt(file, 10));
      if (noted.changes === 1) connection.exec(readFileSync(new URL(file, MIGRATIONS), "utf8"));
    });
    apply.immediate();
  }
}

function refuseNewer(connection: SqliteConnection, files: readonly string[]): void {
  const newest = connection.prepare("SELECT max(number) FROM migrations").pluck().get();
  const known = Number.parseInt(files.at(-1) ?? "0", 10);
  if (typeof newest === "number" && newest > known) {
    throw new Error(
      `The data folder was written by a newer version (schema ${newest}, this one knows ${known}); run that version or a newer one.`,
    );
  }
}
