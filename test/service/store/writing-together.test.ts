import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { appendAudit, SYSTEM } from "../../../packages/service/store/audit/audit.ts";
import type { Database, Transaction } from "../../../packages/service/store/engine/database.ts";
import { inWorkspace, together as makeTogether } from "../../../packages/service/store/engine/transaction.ts";
import { ON_POSTGRES, openTestDatabase } from "../../engines/database.ts";
import { type SeededWorkspace, seedWorkspace } from "../fixtures.ts";

let folder: string;
let db: Database;
/** Sees what is committed. */
let other: Database;
let seeded: SeededWorkspace;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-together-"));
  const file = join(folder, "greenroom.db");
  db = openTestDatabase(file);
  other = openTestDatabase(file);
  seeded = (await seedWorkspace({ db, clock: systemClock })).first;
});
afterEach(async () => {
  await Promise.all([db.destroy(), other.destroy()]);
  rmSync(folder, { recursive: true, force: true });
});

const add = async (tx: Transaction, id: string) => {
  const row = { id, workspace_id: seeded.workspaceId, name: id, created_at: "2026-01-01T00:00:00.000Z" };
  await tx.insertInto("projects").values(row).execute();
};

const committed = async (id: string) =>
  (await other.selectFrom("projects").select("id").where("id", "=", id).execute()).length === 1;

interface Asked {
  readonly workspaceId: string;
  readonly run: (tx: Transaction) => Promise<unknown>;
}

const runTogether = makeTogether(async (tx, asked: readonly Asked[]) => {
  const values: unknown[] = [];
  for (const { run } of asked) values.push(await run(tx));
  return values.map((value) => ({ status: "fulfilled", value }) as const);
});

const together = (run: Asked["run"]) => runTogether(db, { workspaceId: seeded.workspaceId, run });

test("those that arrive together share a transaction of the embedded database", async () => {
  const seen = new Set<Transaction>();
  await Promise.all(
    Array.from({ length: 16 }, async (_, n) => together(async (tx) => add(tx, `p${seen.add(tx).size}-${n}`))),
  );
  expect(seen.size).toBe(ON_POSTGRES ? 16 : 1);
});

test("each settles once it is committed; one that fails leaves nothing, and the others stay", async () => {
  const outcomes = await Promise.all(
    Array.from({ length: 100 }, async (_, n) => {
      const isBad = n % 7 === 3;
      const run = async (tx: Transaction) => {
        await add(tx, `p${n}`);
        if (isBad) throw new Error(`no ${n}`);
        return n;
      };
      const outcome = await together(run).catch((error: Error) => error.message);
      return [outcome, await committed(`p${n}`)];
    }),
  );
  expect(outcomes).toEqual(Array.from({ length: 100 }, (_, n) => (n % 7 === 3 ? [`no ${n}`, false] : [n, true])));
});

test("one that is alone and fails leaves nothing", async () => {
  const failing = together(async (tx) => {
    await add(tx, "alone");
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await committed("alone")).toBe(false);
});

test("each sees what those before it have written", async () => {
  const counts = await Promise.all(
    Array.from({ length: 10 }, async (_, n) =>
      together(async (tx) => {
        await add(tx, `p${n}`);
        return (await tx.selectFrom("projects").select("id").where("id", "like", "p%").execute()).length;
      }),
    ),
  );
  expect(new Set(counts).size).toBe(10);
});

test("when the commit fails all of them fail, and nothing of them is there", async () => {
  // The embedded database checks at the commit what was put off.
  const breaking = async (tx: Transaction) => {
    await sql`PRAGMA defer_foreign_keys = ON`.execute(tx);
    await tx
      .insertInto("projects")
      .values({ id: "orphan", workspace_id: "none", name: "orphan", created_at: "2026-01-01T00:00:00.000Z" })
      .execute();
  };
  const runs = [0, 1, 2].map(async (n) =>
    together(async (tx) => (n === 1 && !ON_POSTGRES ? breaking(tx) : add(tx, `p${n}`))),
  );
  const outcomes = await Promise.allSettled(runs);
  expect(outcomes.map(({ status }) => status)).toEqual(
    Array.from({ length: 3 }, () => (ON_POSTGRES ? "fulfilled" : "rejected")),
  );
  for (const n of [0, 2]) expect(await committed(`p${n}`)).toBe(ON_POSTGRES);
  expect(await committed("orphan")).toBe(false);
  await together(async (tx) => add(tx, "later"));
  expect(await committed("later")).toBe(true);
});

test("when the disk is full nothing is acknowledged that is not there", async () => {
  if (!ON_POSTGRES) {
    const { rows } = await sql<{ page_count: number }>`PRAGMA page_count`.execute(db);
    await sql.raw(`PRAGMA max_page_count = ${(rows[0]?.page_count ?? 0) + 4}`).execute(db);
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, async (_, n) => together(async (tx) => add(tx, `p${n}${"x".repeat(n * 500)}`))),
  );
  expect(outcomes.some(({ status }) => status === "rejected")).toBe(!ON_POSTGRES);
  for (const [n, { status }] of outcomes.entries()) {
    expect([n, await committed(`p${n}${"x".repeat(n * 500)}`)]).toEqual([n, status === "fulfilled"]);
  }
});

test("waits for a transaction that is open, and those that come meanwhile go along", async () => {
  const order: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  const before = inWorkspace(db, seeded.workspaceId, async (tx) => {
    await promise;
    await add(tx, "before");
    order.push("before");
  });
  const after = ["a", "b"].map(async (id) => together(async (tx) => add(tx, id)).then(() => order.push(id)));
  resolve();
  await Promise.all([before, ...after]);
  expect(order[0]).toBe("before");
  expect(order.toSorted()).toEqual(["a", "b", "before"]);
});

test("appends nothing to an audit log of the embedded database", async () => {
  const entry = {
    workspaceId: seeded.workspaceId,
    actor: SYSTEM,
    action: "workspace.created",
    subject: { type: "site", id: "s" },
    data: {},
    at: "2026-01-01T00:00:00.000Z",
  } as const;
  const appended = await together(async (tx) => appendAudit(tx, entry)).then(
    () => true,
    (error: unknown) => error instanceof TypeError && /audit log/.test(error.message),
  );
  expect(appended).toBe(true);
});
