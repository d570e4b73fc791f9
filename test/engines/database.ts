import { createHash, randomBytes } from "node:crypto";
import { dirname } from "node:path";
import { Client } from "pg";
import { type Database, openDatabase } from "../../packages/service/store/database.ts";

/** URL of a PostgreSQL server; `npm run test:engines` sets it. */
const SERVER = process.env["GREENROOM_TEST_DATABASE"];

/** Whether the stores of tests are on PostgreSQL. */
export const ON_POSTGRES = SERVER !== undefined;

const postgres = ON_POSTGRES ? await import("../../packages/service/store/postgres.ts") : undefined;

/**
 * Opens a store for a test: an embedded database, or a schema of its own on the PostgreSQL server under test.
 * @param file Path of the embedded database; on the server, what is opened under one path is one schema.
 */
export function openTestDatabase(file = ":memory:"): Database {
  if (SERVER === undefined || postgres === undefined) return openDatabase(file);
  const own = file === ":memory:";
  const schema = own ? (free.pop() ?? `t_${randomBytes(8).toString("hex")}`) : schemaOf(file);
  const db = postgres.createPostgres(
    { url: urlOfSchema(SERVER, schema), dataDirectory: own ? undefined : dirname(file) },
    () => query(SERVER, `CREATE SCHEMA IF NOT EXISTS ${schema}`),
  );
  if (!own) return db;
  const destroy = db.destroy.bind(db);
  db.destroy = async () => {
    await destroy();
    await query(SERVER, `SET search_path = ${schema}; ${EMPTIED}`).then(
      () => free.push(schema),
      () => query(SERVER, `DROP SCHEMA IF EXISTS ${schema} CASCADE`),
    );
  };
  return db;
}

/** Empty schemas of tests that have ended: making one costs much more than emptying it. */
const free: string[] = [];

/** Deletes every row of the schema, also guarded ones; refuses when a test has changed the schema itself. */
const EMPTIED = `DO $$
  DECLARE name text;
  BEGIN
    IF (SELECT count(*) FROM pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'
        AND tgrelid IN (SELECT oid FROM pg_class WHERE relnamespace = current_schema()::regnamespace)) <> 2 THEN
      RAISE EXCEPTION 'changed';
    END IF;
    SET LOCAL session_replication_role = replica;
    FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'migrations' LOOP
      EXECUTE format('DELETE FROM %I', name);
    END LOOP;
  END $$`;

function schemaOf(file: string): string {
  return `f_${createHash("sha256").update(file).digest("hex").slice(0, 16)}`;
}

/** URL of a schema of its own on the server. */
export function urlOfSchema(server: string, schema: string): string {
  const url = new URL(server);
  url.searchParams.set("options", `-c search_path=${schema}`);
  return url.href;
}

async function query(server: string, text: string): Promise<void> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
