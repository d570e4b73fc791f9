import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
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
import type { Logger } from "pino";
import { z } from "zod";
import { OperatorFault } from "../domain/operator-fault.ts";
import {
  AUDIT_HEADS_FOLDER,
  type AuditSeal,
  openAuditSeal,
  type OpenRecords,
  type RecordedHead,
} from "./audit-seal.ts";
import { fileFault } from "./file-fault.ts";
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

/** Enough for every statement of the service; queries with lists of varying length would grow it without end. */
const MAX_PREPARED_STATEMENTS = 500;

const BUSY_TIMEOUT_MS = 5_000;

/** A database on a server, in place of the embedded one. */
export interface DatabaseServer {
  /** As in `postgres://user@host/name`. It can hold a password: not for a log or a message. */
  readonly url: string;
  /** In place of one in the URL. */
  readonly password?: string;
  /** Text of the key that all machines of the database share; else the one in the data folder. */
  readonly sealKey?: string;
}

/** Where the record of an instance is kept. */
export interface StorePlace {
  readonly dataDirectory: string;
  readonly database?: DatabaseServer;
}

interface OpenOptions {
  /** An operator's command: a server's database that has no store is rejected, and no key is made. */
  readonly existing?: boolean;
  /** Opens also a store that was moved away, or did not arrive yet. */
  readonly moving?: boolean;
  /** Leaves the schema of an embedded database as it is. */
  readonly asItIs?: boolean;
  readonly log?: Pick<Logger, "warn">;
}

/**
 * Opens the database of an instance and brings its schema up to date.
 * @returns The query builder; `destroy()` closes the database.
 * @throws {OperatorFault} When it was written by a newer version, was moved away, or cannot be used
 * @throws {DatabaseServerError} When the server cannot be used
 * @throws {EncryptionError} When this machine does not have the key of a server's database
 */
export async function openStore(place: StorePlace, options: OpenOptions = {}): Promise<Database> {
  const { dataDirectory, database } = place;
  const { existing = false, moving = false, log } = options;
  const { keepKey, shareKeys } = await import("./instance-keys.ts");
  // The driver is loaded only by those who use it.
  const db = database
    ? await (await import("./postgres.ts")).openPostgres({ ...database, dataDirectory, existing, moving })
    : openDatabase(join(dataDirectory, DATABASE_FILE), { moving });
  try {
    if (database) await shareKeys(db, { dataDirectory, sealKey: database.sealKey, existing, log });
    else await keepKey(db, { dataDirectory, log });
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * Opens the embedded database and brings its schema up to date.
 * @param file Path of the database file, made with its folder when absent; `:memory:`, or the bytes of a database, for one in memory.
 * @returns The query builder; `destroy()` closes the file.
 * @throws {OperatorFault} When the file is damaged, full, not to be opened, of a newer version, or was moved away.
 */
export function openDatabase(file: string | Buffer, options: Pick<OpenOptions, "moving" | "asItIs"> = {}): Database {
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
      : `The database ${file} is empty, and there was one before. Restore a backup into a new folder, and start with that: ${restore}. To begin anew, give a new folder.`,
  );
}

function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || readdirSync(path).length > 0);
}

function openFile(file: string, options: Pick<OpenOptions, "moving" | "asItIs">): Database {
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
  { moving = false, asItIs = false }: Pick<OpenOptions, "moving" | "asItIs">,
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
  const changes = countChanges(connection);
  const database = withPreparedStatements(connection, changes.count);
  const db = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) });
  registerEngine(db, { kind: "sqlite", seal: openAuditSeal(folder), version: changes.version });
  return db;
}

/** What a database is, beyond the queries. */
export interface Engine {
  readonly kind: "sqlite" | "postgres";
  /** What authenticates the audit logs of the database, outside it. */
  readonly seal: AuditSeal;
  /**
   * Differs from before when anything in the database may have changed since: at once for what this process writes, in
   * the next turn of the event loop for what others write. A server cannot tell.
   */
  readonly version?: () => number;
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

/** Codes of a database or a disk that cannot be written, until its operator fixes it. */
const UNWRITABLE_CODES = /^(?:SQLITE_(?:FULL|READONLY|IOERR|CANTOPEN).*|ENOSPC|EDQUOT|EROFS|EFBIG)$/;

/** Whether nothing could be written, so that the same request can succeed once its operator has fixed that. */
export function isUnwritable(error: unknown): boolean {
  return error instanceof Error && "code" in error && UNWRITABLE_CODES.test(String(error.code));
}

/** SQLSTATE codes and classes of a server that is busy, restarting or gone, or of a transaction that met another. */
const BUSY_CODES = /^(?:08...|25006|25P03|40001|40P01|53...|55P03|57014|57P0[1-5]|SQLITE_BUSY.*)$/;

/** Whether the database could not answer now, so that the same request can succeed later. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && BUSY_CODES.test(String(error.code));
}

/** Counts what may have changed the database; what others write is looked for once in a turn of the event loop. */
function countChanges(connection: SqliteConnection): {
  readonly count: () => void;
  readonly version: () => number;
} {
  const others = connection.prepare("PRAGMA data_version").pluck();
  let seenOfOthers: unknown;
  let hasLooked = false;
  let version = 0;
  return {
    count: () => void (version += 1),
    version() {
      if (hasLooked || !connection.open) return version;
      hasLooked = true;
      setImmediate(() => void (hasLooked = false));
      const found = others.get();
      if (found !== seenOfOthers) version += 1;
      seenOfOthers = found;
      return version;
    },
  };
}

function withPreparedStatements(connection: BetterSqlite3.Database, count: () => void): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => connection.close(),
    prepare(sql) {
      const known = prepared.get(sql);
      if (known) return known;
      // A transaction that reads first and writes later could not wait for another process; one that begins as a writer can.
      const plain = connection.prepare(sql === "begin" ? "begin immediate" : sql);
      const statement = sql === "rollback" ? ifOpen(plain, connection) : counted(plain, count);
      if (prepared.size < MAX_PREPARED_STATEMENTS) prepared.set(sql, statement);
      return statement;
    },
  };
}

/** A statement that tells that it writes. */
function counted(statement: BetterSqlite3.Statement, count: () => void): SqliteStatement {
  if (statement.readonly) return statement;
  const { reader } = statement;
  return {
    reader,
    all(parameters) {
      count();
      return statement.all(parameters);
    },
    iterate(parameters) {
      count();
      return statement.iterate(parameters);
    },
    run(parameters) {
      count();
      return statement.run(parameters);
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

const AppliedMigration = z.object({ number: z.int(), additive: z.int().default(0) });

/** A migration as a database has recorded it. */
export type AppliedMigration = z.infer<typeof AppliedMigration>;

/** Reads the rows of `migrations`, which had fewer columns once. */
export function readApplied(rows: unknown): readonly AppliedMigration[] {
  return z.array(AppliedMigration).parse(rows);
}

/**
 * Applies every migration the database has not seen, each in a transaction that writes its number first,
 * so that of two processes only one runs it.
 * @throws {OperatorFault} When the database is of a newer version that this program does not work with.
 */
export function migrate(connection: SqliteConnection, migrations: readonly Migration[] = listMigrations()): void {
  connection.exec("CREATE TABLE IF NOT EXISTS migrations (number INTEGER PRIMARY KEY)");
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

const LastTimes = z.array(z.object({ name: z.string(), at: z.string(), version: z.string().nullish() }));

/** What a database says of the versions that wrote it. */
export interface Versions {
  readonly applied: readonly AppliedMigration[];
  /** When something last happened, and with which version; empty in a database from before that was noted. */
  readonly lastTimes: z.infer<typeof LastTimes>;
  /** Whether a service has sessions on it; undefined for an embedded one. */
  readonly isServed: boolean | undefined;
}

/** Reads the rows of `last_times`, which had fewer columns once. */
export function readLastTimes(rows: unknown): Versions["lastTimes"] {
  return LastTimes.parse(rows);
}

/**
 * Reads which versions wrote a database, and changes nothing.
 * @returns Undefined where there is no store.
 * @throws {OperatorFault} When it cannot be read
 */
export async function readVersions({ dataDirectory, database }: StorePlace): Promise<Versions | undefined> {
  if (database) return await (await import("./postgres.ts")).readVersions(database);
  const file = join(dataDirectory, DATABASE_FILE);
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

/** A numbered change of the schema. */
export interface Migration {
  readonly number: number;
  /** Its SQL for the embedded database. */
  readonly text: () => string;
  /** Its SQL for PostgreSQL, where a file says it otherwise. */
  readonly postgresText: (() => string) | undefined;
  /** Whether a version that does not know it works with the schema after it: it only adds what that version can leave out. */
  readonly additive: boolean;
}

/** First line of a migration that only adds. */
const ADDITIVE = "-- Additive.\n";

/** Every migration of this version, in order. */
export function listMigrations(): readonly Migration[] {
  const names = new Set(readdirSync(MIGRATIONS));
  const reader = (name: string) => () => readFileSync(new URL(name, MIGRATIONS), "utf8");
  return [...names]
    .filter((name) => /^\d{6}\.sql$/.test(name))
    .sort()
    .map((name) => {
      const other = name.replace(/\.sql$/, ".pg.sql");
      const text = reader(name);
      return {
        number: Number.parseInt(name, 10),
        text,
        postgresText: names.has(other) ? reader(other) : undefined,
        get additive() {
          return text().startsWith(ADDITIVE);
        },
      };
    });
}

/** The migrations that a database has not seen. */
export function due(migrations: readonly Migration[], applied: readonly AppliedMigration[]): readonly Migration[] {
  const seen = new Set(applied.map(({ number }) => number));
  return migrations.filter(({ number }) => !seen.has(number));
}

/**
 * Rejects a database whose schema has changed in a way that this program does not know. What only adds is no reason:
 * the version before continues while machines are updated one by one.
 * @throws {OperatorFault}
 */
export function requireKnownVersion(
  what: string,
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): void {
  const known = new Set(migrations.map(({ number }) => number));
  const newer = applied.findLast(({ number, additive }) => !known.has(number) && additive !== 1);
  if (!newer) return;
  const supported = migrations.at(-1)?.number ?? 0;
  throw new OperatorFault(
    "database_newer",
    `The ${what} was written by a newer version (schema ${newer.number}; this version supports ${supported}). Install that version or a newer one, or restore the backup from before the upgrade: greenroom admin restore --from BACKUP --data NEW_FOLDER.`,
  );
}

const Moves = z.array(z.object({ state: z.string(), place: z.string() }));

function readMoves(connection: SqliteConnection): unknown {
  const found = connection.prepare("SELECT 1 FROM sqlite_master WHERE name = 'moves'").get();
  return found === undefined ? [] : connection.prepare("SELECT state, place FROM moves").all();
}

/**
 * Rejects a store that was moved away, so that it never serves again, and one whose move is incomplete.
 * @param rows Of the table `moves`
 * @throws {OperatorFault}
 */
export function requireNotMoved(rows: unknown): void {
  for (const { state, place } of Moves.parse(rows)) {
    if (state === "left") throw new OperatorFault("moved", `This store was moved to ${place}. Start and use that one.`);
    if (state === "arriving") {
      throw new OperatorFault(
        "moved",
        `The move of ${place} to this store is not finished. Run greenroom admin move again.`,
      );
    }
  }
}
