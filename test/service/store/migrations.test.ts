import { join } from "node:path";
import BetterSqlite3 from "better-sqlite3";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { listMigrations, type Migration } from "../../../packages/service/store/engine/migrations.ts";
import { openStore, type StorePlace } from "../../../packages/service/store/engine/open-store.ts";
import { toPostgres } from "../../../packages/service/store/engine/postgres-schema.ts";
import { migrate } from "../../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { createUser } from "../../../packages/service/store/people/users.ts";
import { newTestPlace } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";

let place: StorePlace;
let drop: () => Promise<void>;

beforeEach(async () => {
  const given = await newTestPlace();
  drop = given.drop;
  place = { dataDirectory: folderOfTest("migrations"), ...given.database };
});

afterEach(() => drop());

/** Starts a version with these migrations on the store. */
async function start(migrations: readonly Migration[]): Promise<void> {
  if (place.database) {
    const { openPostgres } = await import("../../../packages/service/store/engine/postgres.ts");
    await (await openPostgres({ ...place.database, dataDirectory: place.dataDirectory, migrations })).destroy();
    return;
  }
  const connection = new BetterSqlite3(join(place.dataDirectory, DATABASE_FILE));
  try {
    migrate(connection, migrations);
  } finally {
    connection.close();
  }
}

function next(number: number, text: string, additive: boolean): Migration {
  return { number, text: () => text, postgresText: undefined, additive };
}

const KNOWN = listMigrations();
const EXPAND = next(900_001, "ALTER TABLE users ADD COLUMN nickname TEXT;", true);
const CONTRACT = next(900_002, "ALTER TABLE users DROP COLUMN nickname;", false);

describe("a version of the service", () => {
  test("works with the schema of a newer one that only adds, and both write to it", async () => {
    await start([...KNOWN, EXPAND]);
    const older = await openStore(place);
    const userId = await inDatabase(older, (tx) => createUser(tx, { email: "a@example.com", name: "A" }));
    await sql`UPDATE users SET nickname = 'a' WHERE id = ${userId}`.execute(older);
    expect(await older.selectFrom("users").select("email").executeTakeFirst()).toEqual({ email: "a@example.com" });
    await older.destroy();
    await start([...KNOWN, EXPAND]);
  });

  test("is rejected by a schema that took something away, although one that only adds came before and after", async () => {
    await start([...KNOWN, EXPAND, CONTRACT, next(900_003, "ALTER TABLE users ADD COLUMN pet TEXT;", true)]);
    await expect(openStore(place)).rejects.toThrow(
      `was written by a newer version (schema 900002; this version supports ${KNOWN.at(-1)?.number})`,
    );
  });

  test("applies what a store has not seen, also below the newest that it has", async () => {
    const missed = next(900_000, "CREATE TABLE pets (name TEXT PRIMARY KEY);", true);
    await start([...KNOWN, EXPAND]);
    await start([...KNOWN, missed, EXPAND]);
    const db = await openStore(place);
    expect((await sql`SELECT name FROM pets`.execute(db)).rows).toEqual([]);
    await db.destroy();
  });

  test("is rejected by a store from before the first release, in a sentence that says what to do", async () => {
    await start([...KNOWN, next(10, "CREATE TABLE pets (name TEXT PRIMARY KEY);", true)]);
    await expect(openStore(place)).rejects.toThrow(
      /from before the first release, which this version cannot read: begin with a new data folder or an empty database/,
    );
  });

  test("says in the first line of a migration that it only adds", () => {
    for (const { number, text, additive } of KNOWN) {
      if (additive) expect(text(), String(number)).not.toMatch(/\b(?:DROP|RENAME|DELETE|SET NOT NULL)\b/);
    }
    const [first] = KNOWN;
    expect(first?.additive).toBe(false);
  });
});

test("for PostgreSQL columns compare by code point, and casts are left as they are", () => {
  expect(toPostgres("CREATE INDEX i ON t ((CAST(n AS TEXT)), name TEXT)")).toBe(
    'CREATE INDEX i ON t ((CAST(n AS TEXT)), name TEXT COLLATE "C")',
  );
});
