import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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
import {
  AUDIT_HEADS_FOLDER,
  type AuditSeal,
  openAuditSeal,
  type OpenRecords,
  type RecordedHead,
} from "./audit-seal.ts";
import type { Schema } from "./schema.ts";

/** The store's query builder. Inside a transaction, query through the transaction only. */
export type Database = Kysely<Schema>;

declare const locked: unique symbol;

/**
 * A query builder inside a transaction that has locked what it is about; what must commit together takes this. Only
 * the functions of `writing.ts` make one.
 */
export type Transaction = KyselyTransaction<Schema> & { readonly [locked]: true };

export const DATABASE_FILE = "greenroom.db";

/** The embedded database cannot be used; the message names the file and ends with what to do. */
export class DatabaseFileError extends Error {
  override readonly name = "DatabaseFileError";
}

/** Enough for every statement of the service; queries with lists of varying length would grow it without end. */
const MAX_PREPARED_STATEMENTS = 500;

const BUSY_TIMEOUT_MS = 5_000;

/** A database on a server of its own, in place of the embedded one. */
export interface DatabaseServer {
  /** As in `postgres://user@host/name`. It can hold a password: not for a log or a message. */
  readonly url: string;
  /** In place of one in the URL. */
  readonly password?: string;
}

/** Where the record of an instance is kept. */
export interface StorePlace {
  readonly dataDirectory: string;
  readonly database?: DatabaseServer;
}

/**
 * Opens the database of an instance and brings its schema up to date.
 * @param options `existing`: a server's database that has no store is refused
 * @returns The query builder; `destroy()` closes the database.
 * @throws {Error} When the database was written by a newer version
 * @throws {DatabaseServerError} When the server cannot be used
 */
export async function openStore(
  { dataDirectory, database }: StorePlace,
  { existing = false }: { readonly existing?: boolean } = {},
): Promise<Database> {
  if (database === undefined) return openDatabase(join(dataDirectory, DATABASE_FILE));
  // The driver is loaded only by those who use it.
  const { openPostgres } = await import("./postgres.ts");
  return await openPostgres({ ...database, dataDirectory, existing });
}

/**
 * Opens the embedded database and brings its schema up to date.
 * @param file Path of the database file, made with its folder when absent, or `:memory:`.
 * @returns The query builder; `destroy()` closes the file.
 * @throws {DatabaseFileError} When the file is damaged, full, not to be opened, or of a newer version.
 */
export function openDatabase(file: string): Database {
  try {
    return openFile(file);
  } catch (cause) {
    const hint = cause instanceof Error && "code" in cause ? fileHint(String(cause.code)) : undefined;
    if (hint === undefined || !(cause instanceof Error)) throw cause;
    throw new DatabaseFileError(`The database ${file} cannot be used: ${cause.message}. ${hint}`, { cause });
  }
}

/** What an operator does about an error of SQLite or of the file system. */
function fileHint(code: string): string | undefined {
  if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) {
    return "Restore a backup into a new folder with greenroom admin restore, and start with that.";
  }
  if (/^(?:SQLITE_FULL|ENOSPC)/.test(code)) return "Free some space on its disk.";
  if (/^SQLITE_(?:CANTOPEN|READONLY|PERM|IOERR)/.test(code) || ["EACCES", "EPERM", "EROFS"].includes(code)) {
    const account = process.getuid?.() ?? "this account";
    return `Check that it is a file and that the account with the id ${account} can write to it and to its folder.`;
  }
  return code === "EEXIST" || code === "ENOTDIR" ? "Name a folder with --data, not a file." : undefined;
}

/** Such as one that was cut off when its disk was full: it would open as a new store. */
function refuseEmptied(file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  const heads = join(dirname(file), AUDIT_HEADS_FOLDER);
  if (size !== 0 || !existsSync(heads) || readdirSync(heads).length === 0) return;
  throw new DatabaseFileError(
    `The database ${file} is empty, and there was one before. Restore a backup into a new folder with greenroom admin restore, and start with that.`,
  );
}

function openFile(file: string): Database {
  if (file !== ":memory:") refuseEmptied(file);
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
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database: withPreparedStatements(connection) }) });
  registerEngine(db, { kind: "sqlite", seal: openAuditSeal(file === ":memory:" ? undefined : dirname(file)) });
  return db;
}

/** What a database is, beyond the queries. */
export interface Engine {
  readonly kind: "sqlite" | "postgres";
  /** What authenticates the audit logs of the database, outside it. */
  readonly seal: AuditSeal;
}

/** By the one object that a database shares with its transactions. */
const engines = new WeakMap<DialectAdapter, Engine>();

export function registerEngine(db: Database, engine: Engine): void {
  engines.set(db.getExecutor().adapter, engine);
}

export function engineOf(db: Database): Engine {
  const engine = engines.get(db.getExecutor().adapter);
  if (!engine) throw new TypeError("This database was not opened by the store.");
  return engine;
}

/** Overwrites what the database file still has of changed and deleted rows; it takes a moment and as much space again. */
export async function scrub(db: Database): Promise<void> {
  // On a server the files are the operator's, and no version has written there what is to be scrubbed.
  if (engineOf(db).kind !== "sqlite") return;
  await sql`VACUUM`.execute(db);
  await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
}

/** What a transaction is besides its queries. */
export interface Opened {
  /** What it changes of the records of audit logs. */
  readonly records: OpenRecords;
  /** What it is alone with: a workspace by its id, the whole database, or nothing but the rows it changes. */
  readonly alone: { readonly workspaceId: string } | "everything" | "rows";
}

const openedTransactions = new WeakMap<Database, Opened>();

export function registerTransaction(tx: Transaction, opened: Opened): void {
  openedTransactions.set(tx, opened);
}

function openedOf(tx: Transaction): Opened {
  const opened = openedTransactions.get(tx);
  if (!opened) throw new TypeError("This transaction was not begun by the store.");
  return opened;
}

/**
 * For what reads something of a workspace and writes what follows from it.
 * @throws {TypeError} When the transaction is not alone with the workspace
 */
export function requireAlone(tx: Transaction, workspaceId: string): void {
  const { alone } = openedOf(tx);
  if (alone === "everything" || (alone !== "rows" && alone.workspaceId === workspaceId)) return;
  throw new TypeError("The transaction writes for a workspace that it has not locked.");
}

/** What authenticates the audit logs of a database. */
export function auditSealOf(db: Database): AuditSeal {
  return engineOf(db).seal;
}

/** The records of audit logs as a transaction sees and changes them. */
export function auditRecordsOf(tx: Transaction): OpenRecords {
  return openedOf(tx).records;
}

/** The newest row of an audit log as it was recorded outside the database; within a transaction, as that leaves it. */
export function recordedHead(db: Database, workspaceId: string): RecordedHead | undefined {
  return (openedTransactions.get(db)?.records ?? auditSealOf(db)).recorded(workspaceId);
}

/** SQLSTATE codes and classes of a server that is busy, restarting or gone, or of a transaction that met another. */
const BUSY_CODES = /^(?:08...|25006|25P03|40001|40P01|53...|55P03|57014|57P0[1-5]|SQLITE_BUSY.*)$/;

/** Whether the database could not answer now, so that the same request can succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && BUSY_CODES.test(String(error.code));
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

const MIGRATIONS = new URL("migrations/", import.meta.url);

/**
 * Applies every migration the database has not seen, each in a transaction that writes its number first,
 * so that of two processes only one runs it.
 * @throws {Error} When the database is newer than this program.
 */
export function migrate(connection: SqliteConnection): void {
  connection.exec("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)");
  const migrations = listMigrations();
  const newest = connection.prepare("SELECT max(number) FROM migrations").pluck().get();
  if (typeof newest === "number") requireKnownVersion("data folder", newest, migrations);
  for (const { number, text } of migrations) {
    const apply = connection.transaction(() => {
      const inserted = connection
        .prepare("INSERT INTO migrations (number) VALUES (?) ON CONFLICT DO NOTHING")
        .run(number);
      if (inserted.changes === 1) connection.exec(text());
    });
    apply.immediate();
  }
}

/** A numbered change of the schema. */
export interface Migration {
  readonly number: number;
  /** Its SQL for the embedded database. */
  readonly text: () => string;
  /** Its SQL for PostgreSQL, where a file says it otherwise. */
  readonly postgresText: (() => string) | undefined;
}

/** Every migration of this version, in order. */
export function listMigrations(): readonly Migration[] {
  const names = new Set(readdirSync(MIGRATIONS));
  const reader = (name: string) => () => readFileSync(new URL(name, MIGRATIONS), "utf8");
  return [...names]
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort()
    .map((name) => {
      const other = name.replace(/\.sql$/, ".pg.sql");
      return {
        number: Number.parseInt(name, 10),
        text: reader(name),
        postgresText: names.has(other) ? reader(other) : undefined,
      };
    });
}

/** @throws {DatabaseFileError} When the database is newer than this program. */
export function requireKnownVersion(what: string, newest: number, migrations: readonly Migration[]): void {
  const known = migrations.at(-1)?.number ?? 0;
  if (newest <= known) return;
  throw new DatabaseFileError(
    `The ${what} was written by a newer version (schema ${newest}; this version supports ${known}). Run that version or a newer one.`,
  );
}
