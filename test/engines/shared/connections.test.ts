import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import { asApiError } from "../../../packages/service/http/envelope.ts";
import type { Database } from "../../../packages/service/store/engine/database.ts";
import { openPostgres } from "../../../packages/service/store/engine/postgres.ts";
import { inTransaction, inDatabase, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { openTestContext, seedWorkspace } from "../../service/fixtures.ts";
import { openTestDatabase, urlOfSchema } from "../database.ts";

const SERVER = process.env["GREENROOM_TEST_DATABASE"] ?? "";

const open: Database[] = [];
afterEach(async () => {
  for (const db of open.splice(0)) await db.destroy();
});

function openDatabase(): Database {
  const db = openTestDatabase();
  open.push(db);
  return db;
}

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("a fault of the server", () => {
  const ways: readonly (readonly [string, (db: Database) => Promise<unknown>])[] = [
    ["ends the connection", (db) => sql`SELECT pg_terminate_backend(pg_backend_pid())`.execute(db)],
    ["cancels a statement", (db) => sql`SELECT pg_cancel_backend(pg_backend_pid()), pg_sleep(60)`.execute(db)],
    [
      "makes a statement wait too long",
      async (db) => {
        await sql`SET LOCAL statement_timeout = 20`.execute(db);
        await sql`SELECT pg_sleep(60)`.execute(db);
      },
    ],
    [
      "is a standby now",
      async (db) => {
        await sql`SET LOCAL transaction_read_only = on`.execute(db);
        await sql`UPDATE users SET name = ''`.execute(db);
      },
    ],
  ];
  test.each(ways)("that %s asks the client to come again, and the next request works", async (_, fault) => {
    const db = openDatabase();
    const error = await failure(inTransaction(db, fault));
    expect(asApiError(error)).toMatchObject({ code: "try_again", status: 503 });
    expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("that ends every idle connection costs nothing but new ones", async () => {
    const db = openDatabase();
    const used = await Promise.all(
      Array.from({ length: 8 }, () => sql<{ pid: number }>`SELECT pg_backend_pid() AS pid, pg_sleep(0.05)`.execute(db)),
    );
    // Those of this pool alone: other tests have connections of the same name.
    const pids = used.flatMap(({ rows }) => rows.map(({ pid }) => pid));
    const killer = openDatabase();
    const ended = sql<{ ended: boolean }>`SELECT pg_terminate_backend(pid) AS ended FROM unnest(${pids}::int[]) AS pid`;
    expect((await ended.execute(killer)).rows.length).toBe(8);
    await expect.poll(() => failure(db.selectFrom("users").select("id").execute())).toBeUndefined();
  });

  test("that is a wait for a lock asks the client to come again", async () => {
    const context = openTestContext();
    open.push(context.db);
    const { first } = await seedWorkspace(context);
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const holding = inWorkspace(context.db, first.workspaceId, () => {
      begun.resolve();
      return held.promise;
    });
    await begun.promise;
    const error = await failure(
      inTransaction(context.db, async (tx) => {
        await sql`SET LOCAL lock_timeout = 20`.execute(tx);
        await sql`SELECT 1 FROM workspaces WHERE id = ${first.workspaceId} FOR NO KEY UPDATE`.execute(tx);
      }),
    );
    held.resolve();
    await holding;
    expect(asApiError(error).code).toBe("try_again");
  });

  test("that is a deadlock runs the transaction again", async () => {
    const context = openTestContext();
    open.push(context.db);
    const { first, other } = await seedWorkspace(context);
    const both = Promise.withResolvers<void>();
    let waiting = 0;
    const rename = (ids: readonly [string, string]) =>
      inTransaction(context.db, async (tx) => {
        const named = (id: string) => tx.updateTable("workspaces").set({ name: "x" }).where("id", "=", id).execute();
        await named(ids[0]);
        waiting += 1;
        if (waiting === 2) both.resolve();
        await both.promise;
        await named(ids[1]);
      });
    await Promise.all([rename([first.workspaceId, other.workspaceId]), rename([other.workspaceId, first.workspaceId])]);
    // The one that runs again can come before the other once more.
    expect(waiting).toBeGreaterThanOrEqual(3);
  });
});

describe("a database on a server", () => {
  test("is unreachable in words without its password", async () => {
    const url = new URL(SERVER);
    url.port = "1";
    url.password = "hush-hush";
    const error = await failure(openPostgres({ url: url.href, dataDirectory: undefined }));
    expect(error).toMatchObject({
      code: "unreachable",
      message: expect.stringContaining("cannot be reached") as string,
    });
    expect(JSON.stringify(error) + String(error)).not.toContain("hush");
  });

  test("of a newer version is rejected, and so is one without a store where one must be", async () => {
    const db = openDatabase();
    const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(db);
    const url = urlOfSchema(SERVER, rows[0]?.name ?? "");
    await sql`INSERT INTO migrations (number) VALUES (999999)`.execute(db);
    await expect(openPostgres({ url, dataDirectory: undefined })).rejects.toThrow("newer version");
    await sql`DROP TABLE migrations`.execute(db);
    const existing = openPostgres({ url, dataDirectory: undefined, existing: true });
    await expect(existing).rejects.toMatchObject({ code: "unsuitable" });
  });

  test("is made by one of several processes that start at once", async () => {
    const first = openDatabase();
    const { rows } = await sql<{ name: string }>`SELECT current_schema() AS name`.execute(first);
    const url = urlOfSchema(SERVER, rows[0]?.name ?? "");
    await sql`DROP SCHEMA ${sql.id(rows[0]?.name ?? "")} CASCADE`.execute(first);
    await sql`CREATE SCHEMA ${sql.id(rows[0]?.name ?? "")}`.execute(first);
    const opened = await Promise.all([1, 2, 3].map(() => openPostgres({ url, dataDirectory: undefined })));
    open.push(...opened);
    for (const db of opened) expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
  });

  test("compares text by code point, whatever its locale", async () => {
    // Nothing sorts by the keys of that one table, which the server alone has.
    const db = openDatabase();
    const { rows } = await sql<{ column: string }>`
      SELECT table_name || '.' || column_name AS column FROM information_schema.columns
      WHERE table_schema = current_schema() AND table_name <> 'request_counts' AND data_type = 'text' AND collation_name IS DISTINCT FROM 'C'`.execute(
      db,
    );
    expect(rows).toEqual([]);
  });

  test("finds nothing by a text with a NUL", async () => {
    const db = openDatabase();
    expect(await db.selectFrom("sites").select("id").where("id", "=", "site\0").execute()).toEqual([]);
  });

  test("counts in numbers", async () => {
    const db = openDatabase();
    await inDatabase(db, (tx) => createWorkspace(tx, "One"));
    const counts = db
      .selectFrom("workspaces")
      .select((eb) => [eb.fn.countAll().as("all"), eb.fn.sum("allow_self_approval").as("sum")]);
    expect(await counts.execute()).toEqual([{ all: 1, sum: 0 }]);
  });
});
