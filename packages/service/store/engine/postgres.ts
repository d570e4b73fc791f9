import { errorCode } from "@greenroom/contract/coded-error";
import { Kysely, type PostgresPool, type PostgresPoolClient, PostgresDialect, sql } from "kysely";
import {
  Client,
  type ClientConfig,
  DatabaseError,
  Pool,
  type PoolClient,
  type PoolConfig,
  type QueryResult,
  types,
} from "pg";
import { OperatorFault } from "../../domain/operator-fault.ts";
import type { DatabaseServer } from "../../settings.ts";
import { openAuditSeal } from "./audit-seal.ts";
import { openBearerSeal } from "./bearer-seal.ts";
import { type DatabaseHosts, hostsOf } from "./database-hosts.ts";
import { type Database, registerEngine } from "./database.ts";
import {
  type AppliedMigration,
  due,
  listMigrations,
  type Migration,
  readApplied,
  readLastTimes,
  requireNotMoved,
  requireKnownVersion,
  type Versions,
} from "./migrations.ts";
import { toPostgres } from "./postgres-schema.ts";
import type { Schema } from "./schema.ts";
import { isOutage, isServerBusy } from "./server-fault.ts";

/** Enough for a process: more would only wait for each other's locks. */
const MAX_CONNECTIONS = 16;
const CONNECT_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 8_000;
/** The server ends a statement first, so that it does not continue when its client is gone. */
const STATEMENT_TIMEOUT_MS = 10_000;
const QUERY_TIMEOUT_MS = 12_000;
/** A process that stopped in the middle of a transaction keeps its locks no longer. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 15_000;
const IDLE_CONNECTION_TIMEOUT_MS = 30_000;

const MIN_VERSION = 150_000;

/** First part of the advisory lock of a migration; the second is the schema. */
const MIGRATING = 0x67_72_6e_02;

/** The server cannot be used; the message ends with what to do, and has no secret. */
export class DatabaseServerError extends OperatorFault {
  override readonly name = "DatabaseServerError";
  readonly code: "unreachable" | "rejected" | "unsuitable";

  constructor(code: DatabaseServerError["code"], message: string, cause?: unknown) {
    super("server_unusable", message, { cause });
    this.code = code;
  }
}

/** The connection was lost, or nothing came back in time: what was sent may have happened or not. */
class ConnectionLostError extends Error {
  override readonly name = "ConnectionLostError";
  /** SQLSTATE connection_failure. */
  readonly code = "08006";
}

interface PostgresOptions extends DatabaseServer {
  /** Folder of the audit log's heads; undefined for a database of one test. */
  readonly dataDirectory: string | undefined;
  readonly existing?: boolean;
  readonly moving?: boolean;
  readonly migrations?: readonly Migration[];
}

/** Opens a database on a server and brings its schema up to date. @throws {DatabaseServerError} */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  const db = createPostgres(options);
  try {
    await sql`SELECT 1`.execute(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/**
 * As `openPostgres`; the server is connected to, and the schema brought up to date, before the first query.
 * @param before Runs before the first connection.
 */
export function createPostgres(options: PostgresOptions, before?: () => Promise<void>): Database {
  const dialect = new PostgresDialect({
    pool: async () => {
      await before?.();
      return await preparePool(options);
    },
  });
  const db = new Kysely<Schema>({ dialect });
  registerEngine(db, {
    kind: "postgres",
    seal: openAuditSeal(options.dataDirectory),
    bearers: openBearerSeal(options.dataDirectory),
  });
  return db;
}

async function preparePool(options: PostgresOptions): Promise<PostgresPool> {
  const hosts = hostsOf(options);
  const config = {
    ...(await connectionOf(options)),
    types: { getTypeParser },
    lock_timeout: LOCK_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
  };
  const first = new Client({ ...config, statement_timeout: 0, query_timeout: 0, application_name: "greenroom start" });
  const schemaKey = await whileConnected(first, async () => {
    const key = await checkServer(first);
    await migrate(first, key, options);
    return key;
  });
  const application_name = options.existing === true ? "greenroom admin" : servingName(schemaKey);
  const pool = new Pool({
    ...config,
    application_name,
    Client: clientOf(hosts),
    max: MAX_CONNECTIONS,
    idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
  });
  // An idle connection that is lost is replaced by the next one that is needed.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      try {
        await hosts.find();
        return checkedClient(await pool.connect(), () => hosts.forget());
      } catch (error) {
        hosts.forget();
        throw asFault(error);
      }
    },
  };
}

/** How every connection to the server that takes changes is made. @throws {DatabaseServerError} */
export async function connectionOf(server: DatabaseServer): Promise<ClientConfig> {
  const hosts = hostsOf(server);
  const connectionString = await hosts.find().catch((error: unknown) => {
    throw unreachable(new Client({ connectionString: hosts.url }), error);
  });
  const limits = { keepAlive: true, connectionTimeoutMillis: CONNECT_TIMEOUT_MS };
  return { connectionString, application_name: "greenroom", ...limits };
}

/** A client for a pool, of the server that takes changes when it connects. */
export function clientOf(hosts: DatabaseHosts): NonNullable<PoolConfig["Client"]> {
  return class extends Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionString: hosts.url });
    }
  };
}

function servingName(schemaKey: number): string {
  return `greenroom ${schemaKey}`;
}

const INT8 = 20;
const NUMERIC = 1700;

/** Counts and sums are numbers, as in the embedded database. */
const getTypeParser: typeof types.getTypeParser = (oid: number, format?: string) =>
  oid === INT8 || oid === NUMERIC ? Number : types.getTypeParser(oid, format === "binary" ? "binary" : "text");

/** A client of the pool whose faults are named, and that does not go back to the pool after a fault of the connection. */
function checkedClient(client: PoolClient, onFault: () => void): PostgresPoolClient {
  let lost = false;
  const query = async (text: string, parameters: readonly unknown[]) => {
    // The server rolls back what a lost connection leaves.
    if (text === "rollback" && lost) return { command: undefined, rowCount: 0, rows: [] };
    try {
      const { command, rowCount, rows }: QueryResult = await client.query(text, parameters.map(withoutNul));
      return { command, rowCount: rowCount ?? 0, rows };
    } catch (error) {
      const fault = asFault(error);
      if (isOutage(fault)) {
        lost = true;
        onFault();
      }
      throw fault;
    }
  };
  // Nothing here reads by a cursor.
  return { query: query as PostgresPoolClient["query"], release: () => client.release(lost) };
}

/** Text of the server has no NUL: what is looked up by one is not found, as in the embedded database. */
function withoutNul(parameter: unknown): unknown {
  if (Array.isArray(parameter)) return parameter.map(withoutNul);
  return typeof parameter === "string" && parameter.includes("\0") ? parameter.replaceAll("\0", "\uFFFD") : parameter;
}

/** What the server says stays as it is; everything else is a connection that did not work. */
function asFault(error: unknown): unknown {
  if (error instanceof DatabaseError) return error;
  return new ConnectionLostError("The connection to the database was lost.", { cause: error });
}

/** Connects, works and disconnects. @throws {DatabaseServerError} `unreachable`, `rejected` */
async function whileConnected<Result>(client: Client, work: () => Promise<Result>): Promise<Result> {
  let isLost = false;
  client.on("error", () => (isLost = true));
  client.on("end", () => (isLost = true));
  try {
    await client.connect();
  } catch (error) {
    throw unreachable(client, error);
  }
  try {
    return await work();
  } catch (error) {
    throw isLost ? asFault(error) : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function unreachable({ host, port, database = "" }: Client, error: unknown): DatabaseServerError {
  const where = `${database} on ${host}:${port}`;
  if (error instanceof Error && isServerBusy(error)) {
    const what = `The database ${where} cannot be reached: ${error.message}.`;
    return new DatabaseServerError("unreachable", `${what} Check that the server runs, then start again.`, error);
  }
  if (error instanceof DatabaseError) {
    const what = `The server rejected the connection to the database ${where}: ${error.message}.`;
    return new DatabaseServerError("rejected", `${what} Check user, password and name of --database.`, error);
  }
  const reason = errorCode(error) === undefined ? "" : ` (${errorCode(error)})`;
  const what = `The database ${where} cannot be reached${reason}.`;
  return new DatabaseServerError("unreachable", `${what} Check --database, and that the server runs.`, error);
}

/** @returns A number for the schema, in which several instances could share a database. */
async function checkServer(client: Client): Promise<number> {
  // A migration takes its time, and this does not: a server that answers nothing is not waited for.
  const { rows } = await withinTime(
    client.query<{ version: number; encoding: string; schema: string | null; key: number }>(`
    SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding,
      current_schema() AS schema, hashtext(current_schema()) AS key`),
  );
  const [found] = rows;
  if (!found || found.version < MIN_VERSION) {
    throw new DatabaseServerError("unsuitable", "The server is older than PostgreSQL 15. Use a newer one.");
  }
  if (found.encoding !== "UTF8") {
    const what = `The database has the encoding ${found.encoding}.`;
    throw new DatabaseServerError("unsuitable", `${what} Make one with CREATE DATABASE … ENCODING 'UTF8'.`);
  }
  if (found.schema === null) {
    const what = "The search path of the user names no schema of the database.";
    throw new DatabaseServerError("unsuitable", `${what} Make one with CREATE SCHEMA, or change search_path.`);
  }
  return found.key;
}

async function withinTime<Result>(answer: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new ConnectionLostError("The database server does not answer.");
    timer = setTimeout(() => reject(error), CONNECT_TIMEOUT_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** One process at a time migrates, which takes its time with a large table. */
const MIGRATION_LOCK_TIMEOUT_MS = 120_000;
/** What waits behind a migration that itself waits for a lock waits no longer than this. */
const MIGRATION_STATEMENT_LOCK_TIMEOUT_MS = 3_000;
const MIGRATION_RUNS = 10;

async function migrate(
  client: Client,
  schemaKey: number,
  { existing = false, moving = false, migrations = listMigrations() }: PostgresOptions,
): Promise<void> {
  const before = await withinTime(look(client, migrations));
  if (before && !moving) requireNotMoved(before.moves);
  if (before && due(migrations, before.applied).length === 0) return;
  if (existing && !before) {
    throw new DatabaseServerError("unsuitable", "The database has no store. Give --database what serve uses.");
  }
  await client.query(`SET lock_timeout = ${MIGRATION_LOCK_TIMEOUT_MS}`);
  // Held until the connection ends.
  await client.query("SELECT pg_advisory_lock($1, $2)", [MIGRATING, schemaKey]);
  await client.query(`SET lock_timeout = ${MIGRATION_STATEMENT_LOCK_TIMEOUT_MS}`);
  await client.query(
    "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, additive BIGINT NOT NULL DEFAULT 0)",
  );
  const applied = (await look(client, migrations))?.applied ?? [];
  const missing = due(migrations, applied);
  // A new database gets its schema at once; in one that is used, each change waits for its own locks only.
  const steps = applied.length === 0 ? [missing] : missing.map((migration) => [migration]);
  for (const step of steps) await apply(client, step);
}

/** What the database says of itself; undefined before there is a store. */
async function look(
  client: Client,
  migrations: readonly Migration[],
): Promise<{ readonly applied: readonly AppliedMigration[]; readonly moves: unknown } | undefined> {
  const applied = await appliedIn(client);
  if (applied.length === 0) return undefined;
  requireKnownVersion("database", applied, migrations);
  return { applied, moves: (await client.query("SELECT state, place FROM moves")).rows };
}

/** @returns None before there is a store: the first one makes its tables. */
async function appliedIn(client: Client): Promise<readonly AppliedMigration[]> {
  const { rows } = await client.query<{ there: boolean }>("SELECT to_regclass('migrations') IS NOT NULL AS there");
  if (rows[0]?.there !== true) return [];
  return readApplied((await client.query("SELECT * FROM migrations ORDER BY number")).rows);
}

/** As that of the store: what a database says of the versions that wrote it. @throws {DatabaseServerError} */
export async function readVersions(server: DatabaseServer): Promise<Versions | undefined> {
  const client = new Client({
    ...(await connectionOf(server)),
    application_name: "greenroom admin",
    types: { getTypeParser },
    query_timeout: QUERY_TIMEOUT_MS,
  });
  return await whileConnected(client, async () => {
    const name = servingName(await checkServer(client));
    const applied = await appliedIn(client);
    if (applied.length === 0) return undefined;
    const { rows: times } = await client.query("SELECT * FROM last_times");
    const { rows: sessions } = await client.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1 LIMIT 1",
      [name],
    );
    return { applied, lastTimes: readLastTimes(times), isServed: sessions.length > 0 };
  });
}

const LOCK_NOT_AVAILABLE = "55P03";

/** Applies migrations, all or nothing. A table that is in use is retried, not waited for. */
async function apply(client: Client, step: readonly Migration[]): Promise<void> {
  const statements = step.map(({ number, text, postgresText, additive }) => {
    const change = `INSERT INTO migrations (number) VALUES (${number});\n${postgresText?.() ?? toPostgres(text())}\n;`;
    return additive ? `${change}\nUPDATE migrations SET additive = 1 WHERE number = ${number};` : change;
  });
  for (let runs = 1; ; runs += 1) {
    try {
      await client.query(["BEGIN;", ...statements, "COMMIT"].join("\n"));
      return;
    } catch (error) {
      await client.query("ROLLBACK");
      const busy = error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE;
      if (!busy || runs === MIGRATION_RUNS) throw error;
    }
  }
}
