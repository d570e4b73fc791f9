import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { Client } from "pg";
import type { DatabaseServer } from "../../packages/service/settings.ts";
import { type Database } from "../../packages/service/store/engine/database.ts";
import { toPostgres } from "../../packages/service/store/engine/postgres-schema.ts";
import { migrate, openDatabase } from "../../packages/service/store/engine/sqlite.ts";

/** URL of a PostgreSQL server; `npm run test:engines` sets it. */
const SERVER = process.env["GREENROOM_TEST_DATABASE"];

/** Whether the stores of tests are on PostgreSQL. */
export const ON_POSTGRES = SERVER !== undefined;

const postgres = ON_POSTGRES ? await import("../../packages/service/store/engine/postgres.ts") : undefined;

/**
 * Opens a store for a test: an embedded database, or a schema of its own on the PostgreSQL server under test.
 * @param file Path of the embedded database; on the server, what is opened under one path is one schema.
 */
export function openTestDatabase(file = ":memory:"): Database {
  if (SERVER === undefined || postgres === undefined) {
    if (file === ":memory:") return openDatabase(emptyDatabase());
    if (!existsSync(file)) {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeFileSync(file, emptyDatabase());
    }
    return openDatabase(file);
  }
  const own = file === ":memory:";
  if (!own) mkdirSync(dirname(file), { recursive: true });
  const schema = own ? (free.pop() ?? `t_${randomBytes(8).toString("hex")}`) : schemaOf(file);
  const db = postgres.createPostgres(
    { url: urlOfSchema(SERVER, schema), dataDirectory: own ? undefined : dirname(file) },
    async () => {
      await query(SERVER, `CREATE SCHEMA IF NOT EXISTS ${schema}`);
      unchanged ??= await shapeOf(schema, { fill: true });
    },
  );
  if (!own) return db;
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    if ((await shapeOf(schema)) === unchanged) {
      await query(SERVER, `SET search_path = ${schema}; ${EMPTIED}`);
      free.push(schema);
    } else await query(SERVER, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  };
  return db;
}

let empty: Buffer | undefined;

/** The bytes of an embedded database with nothing in it: making one with all its migrations takes much longer than copying it. */
function emptyDatabase(): Buffer {
  if (empty === undefined) {
    const connection = new BetterSqlite3(":memory:");
    migrate(connection);
    empty = connection.serialize();
    connection.close();
  }
  return empty;
}

/** The server of a store that was opened under a path, if there is one. */
export function databaseOf(file: string): { readonly database?: DatabaseServer } {
  return SERVER === undefined ? {} : { database: { url: urlOfSchema(SERVER, schemaOf(file)) } };
}

/** All that is stored of what was opened under a path: the bytes of the embedded database, or every row of the schema. */
export async function readStored(file: string): Promise<string> {
  if (SERVER === undefined) return [file, `${file}-wal`].map((path) => readFileSync(path, "latin1")).join("");
  const url = urlOfSchema(SERVER, schemaOf(file));
  const tables = await query<{ name: string }>(
    url,
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()",
  );
  const all = tables.map(({ name }) => `SELECT t::text AS text FROM "${name}" t`).join(" UNION ALL ");
  return (await query<{ text: string }>(url, all)).map(({ text }) => text).join("\n");
}

/** An empty database for a store that is opened by its settings: a schema of its own on the server, if there is one. */
export async function newTestPlace(): Promise<{
  readonly database: { readonly database?: DatabaseServer };
  readonly drop: () => Promise<void>;
}> {
  if (SERVER === undefined) return { database: {}, drop: () => Promise.resolve() };
  const schema = `m_${randomBytes(8).toString("hex")}`;
  await query(SERVER, `CREATE SCHEMA ${schema}`);
  return {
    database: { database: { url: urlOfSchema(SERVER, schema) } },
    drop: async () => void (await query(SERVER, `DROP SCHEMA ${schema} CASCADE`)),
  };
}

/**
 * As `newTestPlace`, on a server whose time a test can move on: it is the time of every process of the database,
 * whatever their own clocks say.
 */
export async function newMovablePlace() {
  const { database: place, drop } = await newTestPlace();
  if (place.database === undefined) return { database: place, drop, move: () => Promise.resolve() };
  const { url } = place.database;
  const moved = new URL(url);
  // What the schema has of a name comes before what the server has.
  moved.searchParams.set("options", `${moved.searchParams.get("options")},pg_catalog`);
  await query(
    url,
    `CREATE TABLE moved (ms BIGINT); INSERT INTO moved VALUES (0);
     CREATE FUNCTION clock_timestamp() RETURNS timestamptz LANGUAGE sql AS
       $$ SELECT pg_catalog.clock_timestamp() + ms * interval '1 millisecond' FROM moved $$`,
  );
  return {
    database: { database: { url: moved.href } },
    drop,
    move: async (ms: number) => void (await query(url, `UPDATE moved SET ms = ms + ${ms}`)),
  };
}

/** Empty schemas of tests that have ended: making one costs much more than emptying it. */
const free: string[] = [];

/** What a schema has that no test has changed. */
let unchanged: string | undefined;

/** Everything in a schema but its rows, by name: a test can drop a table, or leave a trigger. */
async function shapeOf(schema: string, { fill = false } = {}): Promise<string> {
  const url = urlOfSchema(SERVER ?? "", schema);
  if (fill) await (await postgres?.openPostgres({ url, dataDirectory: undefined }))?.destroy();
  const [row] = await query<{ shape: string | null }>(url, SHAPE);
  return row?.shape ?? "";
}

const SHAPE = `
  WITH own AS (SELECT pg_class.oid, relname FROM pg_class WHERE relnamespace = current_schema()::regnamespace)
  SELECT md5(string_agg(line, ' ' ORDER BY line)) AS shape FROM (
    SELECT concat_ws(' ', relname, attname, atttypid, attnotnull) FROM pg_attribute JOIN own ON own.oid = attrelid
      WHERE NOT attisdropped
    UNION ALL SELECT concat_ws(' ', relname, conname) FROM pg_constraint JOIN own ON own.oid = conrelid
    UNION ALL SELECT concat_ws(' ', relname, tgname, tgenabled) FROM pg_trigger JOIN own ON own.oid = tgrelid
      WHERE NOT tgisinternal
    UNION ALL SELECT concat_ws(' ', proname, prosrc) FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
  ) AS shape (line)`;

/** Deletes every row of the schema, also guarded ones. */
const EMPTIED = `DO $$
  DECLARE name text;
  BEGIN
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations' LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
  END $$`;

function schemaOf(file: string): string {
  return `f_${createHash("sha256").update(file).digest("hex").slice(0, 16)}`;
}

/** Writes SQL about a trigger, as the embedded database knows it, for the engine under test. */
export function forEngine(statement: string): string {
  if (postgres === undefined) return statement;
  const trigger = /^CREATE TRIGGER (\w+) BEFORE (\w+) ON (\w+) BEGIN SELECT (1|RAISE\(IGNORE\)); END$/.exec(statement);
  if (trigger) {
    const [, name = "", change = "", table = "", does] = trigger;
    const row = does === "1" ? "NEW" : "NULL";
    const body = `CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$BEGIN RETURN ${row}; END$$`;
    return `${body}; CREATE TRIGGER ${name} BEFORE ${change} ON ${table} FOR EACH ROW EXECUTE FUNCTION ${name}()`;
  }
  return toPostgres(statement).replace(/^(DROP TRIGGER IF EXISTS \w+)$/, "$1 ON audit_log");
}

export function urlOfSchema(server: string, schema: string): string {
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
}

/** @returns The rows of a statement; nothing of several. */
export async function query<Row extends object = Readonly<Record<string, unknown>>>(
  server: string,
  text: string,
): Promise<readonly Row[]> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
