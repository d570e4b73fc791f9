import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { type Database, type Transaction, useClock } from "../../../packages/service/store/engine/database.ts";
import { inDatabase, inWorkspace } from "../../../packages/service/store/engine/transaction.ts";
import { ON_POSTGRES, openTestDatabase } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { type SeededWorkspace, seedWorkspace } from "../fixtures.ts";
import { insert } from "../rows.ts";

let folder: string;
let db: Database;
/** Sees what is committed. */
let other: Database;
let seeded: SeededWorkspace;

beforeEach(async () => {
  folder = folderOfTest("transaction");
  const file = join(folder, "greenroom.db");
  db = openTestDatabase(file);
  other = openTestDatabase(file);
  seeded = (await seedWorkspace({ db, clock: systemClock })).first;
});
afterEach(() => Promise.all([db.destroy(), other.destroy()]));

const add = async (tx: Transaction, id: string) => {
  const row = { id, workspace_id: seeded.workspaceId, name: id, created_at: "2026-01-01T00:00:00.000Z" };
  await insert(tx, "projects", row);
};

const committed = async (id: string) =>
  (await other.selectFrom("projects").select("id").where("id", "=", id).execute()).length === 1;

const inSeeded = <Result>(run: (tx: Transaction) => Promise<Result>) => inWorkspace(db, seeded.workspaceId, run);

test("a transaction settles once it is committed; one that fails leaves nothing, and the others stay", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => {
      const isBad = n % 7 === 3;
      const run = async (tx: Transaction) => {
        await add(tx, `p${n}`);
        if (isBad) throw new Error(`no ${n}`);
        return n;
      };
      const outcome = await inSeeded(run).catch((error: Error) => error.message);
      return [outcome, await committed(`p${n}`)];
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: 30 }, (_, n) => (n % 7 === 3 ? [`no ${n}`, false] : [n, true])));
});

test("each transaction of a workspace sees what those before it have written", async () => {
  const counts = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      inSeeded(async (tx) => {
        await add(tx, `p${n}`);
        return (await tx.selectFrom("projects").select("id").where("id", "like", "p%").execute()).length;
      }),
    ),
  );
  expect(new Set(counts).size).toBe(10);
});

test("a workspace that another transaction has locked holds up no other workspace of a server", async () => {
  if (!ON_POSTGRES) return;
  const finish = Promise.withResolvers<void>();
  const holding = inSeeded(() => finish.promise);
  const others = await db.selectFrom("workspaces").select("id").where("id", "!=", seeded.workspaceId).execute();
  for (const { id } of others) expect(await inWorkspace(db, id, async () => id)).toBe(id);
  finish.resolve();
  await holding;
});

test("a transaction of a workspace locks nothing of a server while it waits for one of the whole database", async () => {
  if (!ON_POSTGRES) return;
  let waiting: Promise<void> | undefined;
  await inDatabase(db, async (tx) => {
    waiting = inWorkspace(other, seeded.workspaceId, async () => undefined);
    const waits = sql`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = hashtext(current_schema())::oid
      AND NOT granted`;
    while ((await waits.execute(tx)).rows.length === 0);
    await sql`SELECT 1 FROM workspaces WHERE id = ${seeded.workspaceId} FOR UPDATE NOWAIT`.execute(tx);
  });
  await waiting;
});

test("when the commit fails nothing is there, and the next transaction is not affected", async () => {
  // The embedded database checks at the commit what was put off.
  const failing = inSeeded(async (tx) => {
    if (ON_POSTGRES) throw new Error("rolled back");
    await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
    await insert(tx, "projects", {
      id: "orphan",
      workspace_id: "none",
      name: "orphan",
      created_at: "2026-01-01T00:00:00.000Z",
    });
  });
  await expect(failing).rejects.toThrow();
  expect(await committed("orphan")).toBe(false);
  await inSeeded((tx) => add(tx, "later"));
  expect(await committed("later")).toBe(true);
});

test("when the disk is full nothing is acknowledged that is not there", async () => {
  if (!ON_POSTGRES) {
    const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql.raw(`PRAGMA max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(db);
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) => inSeeded((tx) => add(tx, `p${n}${"x".repeat(n * 500)}`))),
  );
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(!ON_POSTGRES);
  for (const [n, { status }] of outcomes.entries()) {
    expect([n, await committed(`p${n}${"x".repeat(n * 500)}`)]).toEqual([n, status === "fulfilled"]);
  }
});

test("a transaction has the instant of the store's clock, as it is once the ones before it are over", async () => {
  let nowMs = Date.parse("2026-01-01T00:00:00.000Z");
  useClock(db, { ...systemClock, now: () => nowMs });
  const first = inSeeded(async (tx) => {
    nowMs += 5_000;
    return tx.at;
  });
  const second = inSeeded(async (tx) => tx.at);
  expect(await Promise.all([first, second])).toEqual(["2026-01-01T00:00:00.000Z", "2026-01-01T00:00:05.000Z"]);
});
