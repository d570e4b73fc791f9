import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { describePlace, moveStore, type MoveStep, type WholePlace } from "../../../packages/service/admin/move.ts";
import { openAdminStore } from "../../../packages/service/admin/store.ts";
import { overrideAllowances } from "../../../packages/service/admin/workspaces.ts";
import { compose } from "../../../packages/service/compose.ts";
import { verifyAudit } from "../../../packages/service/store/audit/audit-check.ts";
import {
  copyTable,
  firstDifference,
  planTables,
  sortByReferences,
} from "../../../packages/service/store/engine/copy-tables.ts";
import { type Database, DATABASE_FILE } from "../../../packages/service/store/engine/database.ts";
import { openStore } from "../../../packages/service/store/engine/open-store.ts";
import { holdFolder } from "../../../packages/service/store/engine/serving-lock.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { openObjects } from "../../../packages/service/store/files/objects.ts";
import { openObjectStore } from "../../../packages/service/store/files/open-objects.ts";
import { newTestPlace, ON_POSTGRES } from "../../engines/database.ts";
import { folderOfTest } from "../../folders.ts";
import { addDeployment, seedWorkspace, testSettings } from "../fixtures.ts";
import { insert, update } from "../rows.ts";
import { type BucketDouble, openBucketDouble } from "./bucket-double.ts";

const environment = { AWS_ACCESS_KEY_ID: "test", AWS_SECRET_ACCESS_KEY: "testsecret" };
const log = pino({ level: "silent" });

let root: string;
let double: BucketDouble;
let from: WholePlace;
let to: WholePlace;
let dropPlace: () => Promise<void>;

beforeEach(async () => {
  root = folderOfTest("move");
  double = await openBucketDouble();
  from = { dataDirectory: join(root, "old") };
  const place = await newTestPlace();
  dropPlace = place.drop;
  to = { dataDirectory: join(root, "new"), ...place.database, objects: double.bucket };
});

afterEach(async () => {
  await dropPlace();
  await double[Symbol.asyncDispose]();
});

function move(given: { from?: WholePlace; to?: WholePlace; onStep?: (step: MoveStep) => void } = {}) {
  const options = { signal: new AbortController().signal, clock: systemClock, environment, onWarning: () => undefined };
  const { onStep, ...places } = given;
  return moveStore({ from, to, ...places }, { ...options, ...(onStep && { onStep }) });
}

/** A store with two workspaces, deployments that refer to later ones, files and an audit log. */
async function fill(place: WholePlace): Promise<void> {
  const db = openDatabase(join(place.dataDirectory, DATABASE_FILE));
  const context = { db, clock: systemClock };
  const { first } = await seedWorkspace(context);
  await addDeployment(context, first, { id: "dep_b" });
  await addDeployment(context, first, { id: "dep_a", source_deployment_id: "dep_b" });
  await addDeployment(context, first, { id: "dep_c", status: "queued", upload: "open" });
  await addDeployment(context, first, { id: "dep_d", status: "building", lease_owner: "claim" });
  await update(db, "deployments", { id: "dep_b" }, { source_deployment_id: "dep_a" });
  const objects = openObjects(place.dataDirectory);
  const at = "2026-11-22T00:00:00.000Z";
  const stored = [];
  for (const text of ["one", "two", "three", "four", "five"]) stored.push(await objects.putBytes(Buffer.from(text)));
  await objects.flush(stored);
  const rows = stored.map((object) => ({ ...object, created_at: at, stored_at: null }));
  await insert(db, "objects", rows);
  // Each is needed for a reason of its own.
  const [one = "", two = "", three = "", four = "", five = ""] = stored.map(({ sha256 }) => sha256);
  await update(db, "objects", { sha256: one }, { stored_at: at });
  const list = { total_bytes: 3, rules: '{"é":"\\u0001"}', created_at: at };
  await insert(db, "file_lists", { digest: two, ...list });
  await insert(db, "workspace_objects", { workspace_id: first.workspaceId, sha256: three, size: 5, lists: 1 });
  await insert(db, "upload_entries", { deployment_id: "dep_c", path: "a", sha256: four, size: 4, present: 1 });
  await insert(db, "workers", { id: "w", name: "w", hash: "", seal: "", slots: 1, created_at: at });
  await insert(db, "worker_claims", { id: "claim", worker_id: "w", deployment_id: "dep_d", claimed_at: at });
  await insert(db, "worker_files", { claim_id: "claim", sha256: five, size: 4, stored: 1 });
  for (const maxSites of [1, 2, 3]) {
    const store = { db, clock: systemClock, operator: "test" };
    await overrideAllowances(store, first.workspaceId, { maxSites });
  }
  await db.destroy();
}

/** Every row of a store, as text. */
async function dump(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {};
  for (const { name, columns } of planTables()) {
    const all = sql.join(columns.map((column) => sql.ref(column)));
    const { rows } = await sql`SELECT ${all} FROM ${sql.table(name)}`.execute(db);
    tables[name] = rows.map((row) => JSON.stringify(row)).sort();
  }
  return tables;
}

async function dumpOf(place: WholePlace): Promise<Record<string, string[]>> {
  const db = await openStore(place, { moving: true });
  try {
    return await dump(db);
  } finally {
    await db.destroy();
  }
}

describe("a store that moves", () => {
  test("is the same row by row at its new place, with its files and audit logs, and comes back", async () => {
    await fill(from);
    const before = await dumpOf(from);
    const steps: MoveStep[] = [];
    const result = await move({ onStep: (step) => steps.push(step) });
    expect(await dumpOf(to)).toEqual(before);
    expect(result).toMatchObject({ files: 5, auditLogs: 2, rows: Object.values(before).flat().length });
    expect(steps.filter(({ kind }) => kind === "compared")).toHaveLength(planTables().length);

    await using store = await openAdminStore(to);
    const objects = await openObjectStore(to, { db: store.db, clock: systemClock, log, environment });
    const digestOf = (text: string) => createHash("sha256").update(text).digest("hex");
    for (const text of ["two", "four", "five"]) expect((await objects.read(digestOf(text))).toString()).toBe(text);
    expect([...double.objects.keys()].filter((key) => key.includes("sha256"))).toHaveLength(5);
    for (const { id } of await store.db.selectFrom("workspaces").select("id").execute()) {
      expect(await verifyAudit(store.db, id)).toMatchObject({ kind: "intact" });
    }
    await store.db.updateTable("users").set({ name: "changed there" }).execute();

    const again: WholePlace = { dataDirectory: join(root, "again") };
    const there = await dumpOf(to);
    await move({ from: to, to: again });
    expect(await dumpOf(again)).toEqual(there);
    expect((await openObjects(again.dataDirectory).read(digestOf("two"))).toString()).toBe("two");
    for (const name of ["seal.key"]) {
      expect(readFileSync(join(again.dataDirectory, name))).toEqual(readFileSync(join(from.dataDirectory, name)));
    }
    await (await openStore(again)).destroy();
  });

  test("never serves at its old place again, and says where it went", async () => {
    await fill(from);
    const open = openDatabase(join(from.dataDirectory, DATABASE_FILE));
    await move();
    const where = `This store was moved to ${describePlace(to)}. Start and use that one.`;
    await expect(openStore(from)).rejects.toThrow(where);
    await expect(openAdminStore(from)).rejects.toThrow(where);
    await expect(compose(testSettings(from), { clock: systemClock, log, environment: {} })).rejects.toThrow(where);
    // A program that has had it open all the time reads, and writes nothing more.
    await expect(open.updateTable("users").set({ name: "lost" }).execute()).rejects.toThrow("moved away");
    await expect(open.deleteFrom("step_ups").execute()).resolves.toBeDefined();
    await expect(open.deleteFrom("sites").execute()).rejects.toThrow("moved away");
    await open.destroy();
    const elsewhere = { ...to, dataDirectory: join(root, "elsewhere"), objects: { ...double.bucket, prefix: "else/" } };
    const place = await newTestPlace();
    await expect(move({ to: { ...elsewhere, ...place.database, dataDirectory: join(root, "third") } })).rejects.toThrow(
      "was moved to",
    );
    await place.drop();
  });

  test("copies its files while a service runs on it, and waits for its end with the rest", async () => {
    await fill(from);
    const service = await compose(testSettings({ ...from, buildSlots: 0 }), {
      clock: systemClock,
      log,
      environment: {},
    });
    expect(holdFolder(from.dataDirectory, "move")).toBeUndefined();
    await service.close();
    {
      using _serving = holdFolder(from.dataDirectory, "serve");
      await expect(move()).rejects.toMatchObject({ code: "in_use" });
    }
    expect([...double.objects.keys()].filter((key) => key.includes("sha256"))).toHaveLength(5);
    double.requests.length = 0;
    await move();
    expect(double.requests.filter((request) => request.startsWith("PUT greenroom/sha256"))).toEqual([]);

    const back = { from: to, to: { dataDirectory: join(root, "again") } };
    const serving = await openStore(to);
    using _serving = holdFolder(to.dataDirectory, "serve");
    await expect(move(back)).rejects.toMatchObject({ code: "in_use" });
    await serving.destroy();
  });

  test("cannot be started while it moves, nor at its new place before it has arrived", async () => {
    await fill(from);
    const tried: unknown[] = [];
    const cut = ({ kind }: MoveStep) => {
      if (kind !== "copied") return;
      tried.push(holdFolder(from.dataDirectory, "serve"));
      throw new Error("cut off");
    };
    await expect(move({ onStep: cut })).rejects.toThrow("cut off");
    expect(tried).toEqual([undefined]);
    {
      using _moving = holdFolder(from.dataDirectory, "move");
      const start = compose(testSettings(from), { clock: systemClock, log, environment: {} });
      await expect(start).rejects.toThrow("is being moved");
    }
    await expect(openStore(to)).rejects.toThrow("is not finished. Run greenroom admin move again.");
  });

  test("resumes where it was interrupted, at every step", async () => {
    await fill(from);
    const before = await dumpOf(from);
    const names = planTables().map(({ name }) => name);
    // Every table on a server, where a run is cheap.
    const tables = names.filter((_, index) => ON_POSTGRES || index % 7 === 0);
    const cuts = [
      { kind: "files" },
      ...tables.map((table) => ({ kind: "table", table })),
      { kind: "compared", table: names[0] },
      { kind: "compared", table: names.at(-1) },
      { kind: "verified" },
      { kind: "copied" },
      { kind: "left" },
    ];
    for (const cut of cuts) {
      const onStep = (step: MoveStep) => {
        if (step.kind === cut.kind && (!("table" in cut) || ("table" in step && step.table === cut.table))) {
          throw new Error("cut off");
        }
      };
      await expect(move({ onStep }), JSON.stringify(cut)).rejects.toThrow("cut off");
    }
    await move();
    expect(await dumpOf(to)).toEqual(before);
    // The same again changes nothing.
    await move();
    await (await openStore(to)).destroy();
  }, 120_000);

  test("is not copied over another store, nor over what the old place had before it went on", async () => {
    await fill(from);
    const other = { dataDirectory: join(root, "other") };
    await fill(other);
    const cut = {
      onStep: ({ kind }: MoveStep) => {
        if (kind === "copied") throw new Error("cut off");
      },
    };
    await expect(move(cut)).rejects.toThrow("cut off");
    await expect(move({ from: other })).rejects.toMatchObject({ code: "place_taken" });
    const db = await openStore(from);
    await db.updateTable("users").set({ name: "meanwhile" }).execute();
    await db.destroy();
    await expect(move()).rejects.toMatchObject({ code: "place_taken", message: expect.stringContaining("older copy") });
    await (await openStore(from)).destroy();
  });

  test("is rejected with an audit log that is not intact, and with a file that is not what it was", async () => {
    await fill(from);
    const objects = join(from.dataDirectory, "objects");
    const digest = createHash("sha256").update("one").digest("hex");
    const file = join(objects, digest.slice(0, 2), digest);
    writeFileSync(file, "0ne");
    await expect(move()).rejects.toMatchObject({ code: "damaged" });
    writeFileSync(file, "one");
    const db = await openStore(from);
    await sql`DROP TRIGGER audit_log_keeps`.execute(db);
    await sql`UPDATE audit_log SET data = '{}'`.execute(db);
    await db.destroy();
    await expect(move()).rejects.toMatchObject({ code: "audit_broken" });
    await (await openStore(from)).destroy();
    await expect(openStore(to)).rejects.toThrow("not finished");
  });

  test("does not mix its keys with those of another folder", async () => {
    await fill(from);
    mkdirSync(to.dataDirectory, { recursive: true });
    writeFileSync(join(to.dataDirectory, "seal.key"), randomBytes(32).toString("base64url"));
    await expect(move()).rejects.toMatchObject({ code: "place_taken", message: expect.stringContaining("seal.key") });
    expect(readdirSync(to.dataDirectory)).toEqual(["seal.key"]);
  });
});

describe("the tables of a store", () => {
  test("are sorted so that each comes after those it refers to", () => {
    const sorted = sortByReferences([
      { name: "c", references: ["b", "a"] },
      { name: "b", references: ["a"] },
      { name: "a", references: [] },
    ]);
    expect(sorted.map(({ name }) => name)).toEqual(["a", "b", "c"]);
    const circle = [
      { name: "a", references: ["b"] },
      { name: "b", references: ["a"] },
    ];
    expect(() => sortByReferences(circle)).toThrow("Tables refer to each other: a, b.");
    const names = planTables().map(({ name }) => name);
    expect(names).toContain("audit_log");
    expect(names).not.toContain("migrations");
    for (const [index, { references }] of planTables().entries()) {
      for (const name of references) expect(names.indexOf(name)).toBeLessThan(index);
    }
  });

  test("are the same only with the same rows, also beyond one page", async () => {
    const [left, right] = [openDatabase(":memory:"), openDatabase(":memory:")];
    const plan = planTables().find(({ name }) => name === "users");
    if (!plan) throw new Error("no users");
    const users = Array.from({ length: 2_500 }, (_, n) => ({
      id: `u${n}`,
      email: `${n}@example.com`,
      name: "x",
      epoch: 1,
      confirmed: 1 as const,
      factors_confirmed: 1 as const,
      created_at: "2026-11-22T00:00:00.000Z",
    }));
    for (let start = 0; start < users.length; start += 500) {
      await insert(left, "users", users.slice(start, start + 500));
    }
    const copy = () => inDatabase(left, (one) => inDatabase(right, (other) => copyTable(one, other, plan)));
    expect(await copy()).toBe(2_500);
    expect(await firstDifference(left, right, plan)).toBeUndefined();
    await update(right, "users", { id: "u777" }, { name: "y" });
    expect(await firstDifference(left, right, plan)).toBe("u777");
    await right.updateTable("users").set({ name: "x" }).execute();
    await right.deleteFrom("users").where("id", "=", "u999").execute();
    expect(await firstDifference(left, right, plan)).toBe("u999");
    await left.deleteFrom("users").where("id", "=", "u999").execute();
    const [first] = users;
    if (!first) throw new Error("no users");
    await insert(right, "users", { ...first, id: "z", email: "z@example.com", name: "z", created_at: "" });
    expect(await firstDifference(left, right, plan)).toBe("z");
    await left.destroy();
    await right.destroy();
  });
});
