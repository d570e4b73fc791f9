import { chmodSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3, { type Database as SqliteConnection } from "better-sqlite3";
import {
  type DialectAdapter,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteStatement,
  sql,
  type Transaction as KyselyTransaction,
} from "kysely";
import { type AuditSeal, openAuditSeal } from "./audit-seal.ts";
import type { Schema } from "./schema.ts";

/** The store's query builder. One connection: inside a transaction, query through the transaction only. */
export type Database = Kysely<Schema>;

/** A query builder inside a transaction; what must commit together takes this. */
export type Transaction = KyselyTransaction<Schema>;

export const DATABASE_FILE = "greenroom.db";

/** Enough for every statement of the service; queries with lists of varying length would grow it without end. */
const MAX_PREPARED_STATEMENTS = 500;

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the embedded database and brings its schema up to date.
 * @param file Path of the database file, made with its folder when absent, or `:memory:`.
 * @returns The query builder; `destroy()` closes the file.
 */
export function openDatabase(file: string): Database {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  // A folder that was there before may be open to others. The log files beside it get the mode of this one.
  if (file !== ":memory:") chmodSync(file, 0o600);
  // An acknowledged write is on the disk: every commit is synced.
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  // A page that many writes touch goes to the main file once in 16 MiB of log instead of once in 4.
  connection.pragma("wal_autocheckpoint = 4000");
  migrate(connection);
  const seal = openAuditSeal(file === ":memory:" ? undefined : dirname(file));
  const database = withPreparedStatements(connection, seal);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  seals.set(db.getExecutor().adapter, seal);
  return db;
}

/** Overwrites what the database file still has of changed and deleted rows; it takes a moment and as much space again. */
export async function scrub(db: Database): Promise<void> {
  await sql`VACUUM`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/** By the one object that a database shares with its transactions. */
const seals = new WeakMap<DialectAdapter, AuditSeal>();

/** What authenticates the audit logs of a database, outside it. */
export function auditSealOf(db: Database): AuditSeal {
  const seal = seals.get(db.getExecutor().adapter);
  if (!seal) throw new TypeError("This database was not opened with openDatabase.");
  return seal;
}

function withPreparedStatements(connection: BetterSqlite3.Database, seal: AuditSeal): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      // A transaction that reads first and writes later could not wait for another process; one that begins as a writer can.
      const plain = connection.prepare(sql === "begin" ? "begin immediate" : sql);
      const statement = atEnds(plain, sql, seal);
      if (prepared.size < MAX_PREPARED_STATEMENTS) prepared.set(sql, statement);
      return statement;
    },
  };
}

function atEnds(statement: SqliteStatement, sql: string, seal: AuditSeal): SqliteStatement {
  switch (sql) {
    case "begin":
    case "rollback":
      return hooked(statement, { before: () => seal.forget() });
    case "commit":
      return hooked(statement, { after: () => seal.committed() });
    default:
      return statement;
  }
}

/** A statement with something to do right before or after it. */
function hooked(
  statement: SqliteStatement,
  { before, after }: { readonly before?: () => void; readonly after?: () => void },
): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    iterate: (parameters) => statement.iterate(parameters),
    run(parameters) {
      before?.();
      const result = statement.run(parameters);
      after?.();
      return result;
    },
  };
}

const MIGRATIONS = new URL("migrations/", import.meta.url);

/**
 * Applies every migration the database has not seen, each in a transaction that writes its number first,
 * so that of two processes only one runs it.
 * @throws {Error} When the database is newer than this program.
 */
export function migrate(connection: SqliteConnection): void {
  connection.exec("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)");
  const files = readdirSync(MIGRATIONS)
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort();
  requireKnownVersion(connection, files);
  for (const file of files) {
    const apply = connection.transaction(() => {
      const inserted = connection
        .prepare("INSERT INTO migrations (number) VALUES (?) ON CONFLICT DO NOTHING")
        .run(Number.parseInt(file, 10));
      if (inserted.changes === 1) connection.exec(readFileSync(new URL(file, MIGRATIONS), "utf8"));
    });
    apply.immediate();
  }
}

function requireKnownVersion(connection: SqliteConnection, files: readonly string[]): void {
  const newest = connection.prepare("SELECT max(number) FROM migrations").pluck().get();
  const known = Number.parseInt(files.at(-1) ?? "0", 10);
  if (typeof newest === "number" && newest > known) {
    throw new Error(
      `The data folder was written by a newer version (schema ${newest}; this version supports ${known}). Run that version or a newer one.`,
    );
  }
}
