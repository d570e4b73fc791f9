import { chmodSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import BetterSqlite3, { type Database as SqliteConnection } from "better-sqlite3";
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from "kysely";
import { OperatorFault } from "../../domain/operator-fault.ts";
import { AUDIT_HEADS_FOLDER, openAuditSeal } from "./audit-seal.ts";
import { openBearerSeal } from "./bearer-seal.ts";
import { type Database, registerEngine } from "./database.ts";
import { fileFault } from "./file-fault.ts";
import {
  due,
  listMigrations,
  type Migration,
  readApplied,
  readLastTimes,
  requireKnownVersion,
  requireNotMoved,
  type Versions,
} from "./migrations.ts";
import type { Schema } from "./schema.ts";

/** Enough for every statement of the service; queries with lists of varying length would grow it without end. */
const MAX_PREPARED_STATEMENTS = 500;

const BUSY_TIMEOUT_MS = 5_000;

interface OpenOptions {
  readonly moving?: boolean;
  /** Leaves the schema as it is. */
  readonly asItIs?: boolean;
}

/**
 * Opens the embedded database and brings its schema up to date.
 * @param file Made with its folder when absent; `:memory:`, or the bytes of a database, for one in memory.
 * @throws {OperatorFault} When the file is damaged, full, not to be opened, of a newer version, or was moved away.
 */
export function openDatabase(file: string | Buffer, options: OpenOptions = {}): Database {
  if (typeof file !== "string" || file === ":memory:")
    return openConnection(new BetterSqlite3(file), undefined, options);
  try {
    return openFile(file, options);
  } catch (cause) {
    throw fileFault(cause, file) ?? cause;
  }
}

/** What a service leaves beside its database; the operator may have put keys there before the first start. */
const TRACES = [AUDIT_HEADS_FOLDER, "seed.json"];
const TRACES_OR_KEYS = [...TRACES, "objects", "seal.key", "provenance.key"];

/** Such as one that was cut off when its disk was full, or that is on a server: it would open as a new store. */
function requireNotEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if ((size ?? 0) !== 0) return;
  const folder = dirname(file);
  const used = (size === undefined ? TRACES : TRACES_OR_KEYS).some((name) => holdsSomething(join(folder, name)));
  if (!used) return;
  const restore = "greenroom admin restore --from BACKUP --data NEW_FOLDER";
  throw new OperatorFault(
    "database_missing",
    size === undefined
      ? `There is no database ${file}, and the folder was used with one. If it is on a server, give --database as before; else restore a backup into a new folder, and start with that: ${restore}.`
      : `The database ${file} is empty, and there was one before. Restore a backup into a new folder, and start with that: ${restore}. To start with an empty store, give a new folder.`,
  );
}

function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || readdirSync(path).length > 0);
}

function openFile(file: string, options: OpenOptions): Database {
  requireNotEmptied(file);
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const connection = new BetterSqlite3(file, { timeout: BUSY_TIMEOUT_MS });
  // A folder that was there before may be open to others. The log files beside it get the mode of this one.
  chmodSync(file, 0o600);
  return openConnection(connection, dirname(file), options);
}

/** @param folder Where the database is; undefined for one in memory. */
function openConnection(
  connection: SqliteConnection,
  folder: string | undefined,
  { moving = false, asItIs = false }: OpenOptions,
): Database {
  // An acknowledged write is on the disk: every commit is synced.
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  // A page that many writes touch goes to the main file once in 16 MiB of log instead of once in 4.
  connection.pragma("wal_autocheckpoint = 4000");
  try {
    if (!moving) requireNotMoved(readMoves(connection));
    if (!asItIs) migrate(connection);
  } catch (error) {
    connection.close();
    throw error;
  }
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withPreparedStatements(connection) }) });
  registerEngine(db, { kind: "sqlite", seal: openAuditSeal(folder), bearers: openBearerSeal(folder) });
  return db;
}

function withPreparedStatements(connection: BetterSqlite3.Database): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      // A transaction that reads first and writes later could not wait for another process; one that begins as a writer can.
      const plain = connection.prepare(sql === "begin" ? "begin immediate" : sql);
      const statement = sql === "rollback" ? ifOpen(plain, connection) : plain;
      if (prepared.size < MAX_PREPARED_STATEMENTS) prepared.set(sql, statement);
      return statement;
    },
  };
}

/** SQLite has rolled back by itself when the disk was full or failed; a second time would hide that error. */
function ifOpen(rollback: SqliteStatement, connection: BetterSqlite3.Database): SqliteStatement {
  const run: SqliteStatement["run"] = (parameters) =>
    connection.inTransaction ? rollback.run(parameters) : { changes: 0, lastInsertRowid: 0 };
  return { reader: false, all: () => [], iterate: () => [][Symbol.iterator](), run };
}

/**
 * Applies every migration the database has not seen, each in a transaction that writes its number first,
 * so that of two processes only one runs it.
 * @throws {OperatorFault} When the database is of a newer version that this program does not work with.
 */
export function migrate(connection: SqliteConnection, migrations: readonly Migration[] = listMigrations()): void {
  connection.exec(
    "CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY, additive INTEGER NOT NULL DEFAULT 0)",
  );
  const applied = readApplied(connection.prepare("SELECT * FROM migrations").all());
  requireKnownVersion("data folder", applied, migrations);
  for (const { number, text, additive } of due(migrations, applied)) {
    const apply = connection.transaction(() => {
      const inserted = connection
        .prepare("INSERT INTO migrations (number) VALUES (?) ON CONFLICT DO NOTHING")
        .run(number);
      if (inserted.changes !== 1) return;
      connection.exec(text());
      if (additive) connection.prepare("UPDATE migrations SET additive = 1 WHERE number = ?").run(number);
    });
    apply.immediate();
  }
}

/** @returns Undefined where there is no store. */
export function readFileVersions(file: string): Versions | undefined {
  try {
    const connection = new BetterSqlite3(file, { readonly: true, fileMustExist: true, timeout: BUSY_TIMEOUT_MS });
    try {
      const has = connection.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
      if (has.get("migrations") === undefined) return undefined;
      const applied = readApplied(connection.prepare("SELECT * FROM migrations ORDER BY number").all());
      const times = has.get("last_times") === undefined ? [] : connection.prepare("SELECT * FROM last_times").all();
      return { applied, lastTimes: readLastTimes(times), isServed: undefined };
    } finally {
      connection.close();
    }
  } catch (cause) {
    throw fileFault(cause, file) ?? cause;
  }
}

function readMoves(connection: SqliteConnection): unknown {
  const found = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'moves'").get();
  return found === undefined ? [] : connection.prepare("SELECT state, place FROM moves").all();
}
