import { createHash } from "node:crypto";
import { array, type Arbitrary, assert, asyncProperty, constantFrom, oneof, record } from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { Clock } from "../../../packages/contract/clock.ts";
import { collectGarbage } from "../../../packages/service/pipeline/output/garbage.ts";
import { type Database } from "../../../packages/service/store/engine/database.ts";
import { openDatabase } from "../../../packages/service/store/engine/sqlite.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { openBucketObjects } from "../../../packages/service/store/files/bucket-objects.ts";
import { storeFileList } from "../../../packages/service/store/files/file-lists.ts";
import {
  claimRemovals,
  CLAIM_MS,
  condemnObjects,
  spareObjects,
  condemnUnreferenced,
  endRemovals,
  keepObjects,
  noteStored,
} from "../../../packages/service/store/files/kept-objects.ts";
import { type ObjectStore, REMOVAL_MS, type StoredObject } from "../../../packages/service/store/files/objects.ts";
import { countList } from "../../../packages/service/store/files/storage.ts";
import { createWorkspace } from "../../../packages/service/store/people/workspaces.ts";
import { folderOfTest } from "../../folders.ts";
import { type BucketDouble, openBucketDouble } from "./bucket-double.ts";

const HOUR_MS = 3_600_000;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each();
});

/** A database and a bucket that several processes share; hours pass when a test says so. */
interface World {
  readonly db: Database;
  readonly double: BucketDouble;
  readonly clock: Clock & { pass(ms: number): void };
  /** A process of its own machine. */
  process(): Promise<Process>;
}

interface Process {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

async function openWorld(): Promise<World> {
  const double = await openBucketDouble();
  opened.push(async () => double[Symbol.asyncDispose]());
  const db = await openOwnDatabase();
  let passedMs = 0;
  const clock = {
    now: () => Date.now() + passedMs,
    monotonic: () => performance.now() + passedMs,
    sleep: () => new Promise<void>((resolve) => setTimeout(resolve, 5)),
    pass: (ms: number) => void (passedMs += ms),
  };
  return {
    db,
    double,
    clock,
    async process() {
      const dataDirectory = folderOfTest("removal");
      const credentials = { accessKeyId: "test", secretAccessKey: "testsecret" };
      // Requests are signed by the clock of the machine, as the double checks it.
      const real = { ...clock, now: () => Date.now() };
      const deps = { dataDirectory, credentials, clock: real, log: { warn: () => undefined } };
      const objects = await openBucketObjects(double.bucket, deps);
      // Hours that pass for the record have passed for a signature too.
      const remove = (sha256: string, claimedAtMs: number): Promise<void> =>
        objects.remove(sha256, claimedAtMs - passedMs);
      return { db, objects: { ...objects, remove }, clock };
    },
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function put({ objects }: Process, text: string): Promise<StoredObject> {
  return objects.putBytes(Buffer.from(text));
}

/** What names an object: a workspace, as one of its files, or a list of files, as its text. */
type Named = "file" | "list";

/** Puts an object and names it, as a build does. */
async function publish(process: Process, text: string, as: Named = "file"): Promise<void> {
  await keepObjects(process, [await put(process, text)]);
  await name(process, text, as);
}

async function name({ db }: Process, text: string, as: Named = "file"): Promise<void> {
  const object = { sha256: digestOf(text), size: text.length };
  await inDatabase(db, async (tx) => {
    await noteStored(tx, [object.sha256]);
    const { id } = await tx.selectFrom("workspaces").select("id").executeTakeFirstOrThrow();
    if (as === "list") await storeFileList(tx, { digest: object.sha256, files: [], rules: "{}" });
    else await countList(tx, id, { digest: "list", files: [object] }, {});
  });
}

async function unname(db: Database): Promise<void> {
  await db.deleteFrom("workspace_objects").execute();
  await db.deleteFrom("file_lists").execute();
}

async function openOwnDatabase(): Promise<Database> {
  const db = openDatabase(":memory:");
  opened.push(() => db.destroy());
  await inDatabase(db, (tx) => createWorkspace(tx, "One"));
  return db;
}

function isStored({ double }: World, text: string): boolean {
  const sha256 = digestOf(text);
  return double.objects.has(`greenroom/sha256/${sha256.slice(0, 2)}/${sha256}`);
}

/** A world in which files are condemned that nothing needs, with who collects them and who may want them again. */
async function openCondemned(...texts: readonly string[]) {
  const world = await openWorld();
  const [collector, builder] = [await world.process(), await world.process()];
  for (const text of texts) await publish(collector, text);
  await unname(world.db);
  world.clock.pass(2 * HOUR_MS);
  await collectGarbage(collector, { unreferenced: false });
  return { world, collector, builder };
}

/** Claims what may be removed, as a collector does. */
async function claimed({ db, clock }: World) {
  const at = new Date(clock.now()).toISOString();
  const claim = { before: at, claimsUntil: "", at, limit: 10 };
  const names = await inDatabase(db, (tx) => claimRemovals(tx, claim));
  expect(names).toHaveLength(1);
  return { at, atMs: clock.now() };
}

describe("a file that nothing needs", () => {
  test("is condemned first and removed ten minutes later, with its row", async () => {
    const { world, collector } = await openCondemned("x");
    expect(isStored(world, "x")).toBe(true);
    world.clock.pass(HOUR_MS / 12);
    expect((await collectGarbage(collector, { unreferenced: false })).objects).toBe(0);
    world.clock.pass(HOUR_MS);
    expect(await collectGarbage(collector, { unreferenced: false })).toEqual({ objects: 1, bytes: 1 });
    expect(isStored(world, "x")).toBe(false);
    expect(await world.db.selectFrom("objects").selectAll().execute()).toEqual([]);
  });

  test("is kept when another process names it after it was condemned", async () => {
    const { world, collector, builder } = await openCondemned("x");
    world.clock.pass(2 * HOUR_MS);
    await publish(builder, "x");
    expect((await collectGarbage(collector, { unreferenced: false })).objects).toBe(0);
    expect(isStored(world, "x")).toBe(true);
  });

  test("whose removal has begun is stored again by a put meanwhile, after the removal", async () => {
    const { world, collector, builder } = await openCondemned("x");
    world.clock.pass(2 * HOUR_MS);
    const arrived = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    world.double.fault = (request) => {
      if (!request.startsWith("DELETE")) return undefined;
      arrived.resolve();
      return released.promise;
    };
    const collecting = collectGarbage(collector, { unreferenced: false });
    await arrived.promise;
    world.double.requests.length = 0;
    const publishing = publish(builder, "x");
    // The record holds it back: nothing is sent that the removal could destroy.
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(world.double.requests).toEqual([]);
    released.resolve();
    await Promise.all([collecting, publishing]);
    expect(isStored(world, "x")).toBe(true);
    expect((await builder.objects.read(digestOf("x"))).toString()).toBe("x");
  });

  test("whose collector was lost after its claim is stored again when the claim is too old to take effect", async () => {
    const { world, collector, builder } = await openCondemned("x");
    world.clock.pass(2 * HOUR_MS);
    const { at, atMs } = await claimed(world);
    await expect(publish(builder, "x")).rejects.toMatchObject({ code: "store_removing" });
    world.clock.pass(CLAIM_MS + 60_000);
    await publish(builder, "x");
    // The lost collector comes back to life and sends what it had decided.
    await expect(collector.objects.remove(digestOf("x"), atMs)).rejects.toMatchObject({
      code: "store_rejected",
    });
    await inDatabase(world.db, (tx) => endRemovals(tx, [digestOf("x")], [], at));
    expect(isStored(world, "x")).toBe(true);
    expect(await world.db.selectFrom("objects").select("sha256").execute()).toHaveLength(1);
  });

  test("whose collector was lost after the removal, before it could note it, is sent again", async () => {
    const { world, collector, builder } = await openCondemned("x");
    world.clock.pass(2 * HOUR_MS);
    const { atMs } = await claimed(world);
    await collector.objects.remove(digestOf("x"), atMs);
    world.clock.pass(CLAIM_MS + 60_000);
    await publish(builder, "x");
    expect(isStored(world, "x")).toBe(true);
  });

  test("is not named by a build that kept it too long ago", async () => {
    const world = await openWorld();
    const [collector, builder] = [await world.process(), await world.process()];
    await keepObjects(builder, [await put(builder, "x")]);
    world.clock.pass(2 * HOUR_MS);
    await collectGarbage(collector, { unreferenced: false });
    world.clock.pass(2 * HOUR_MS);
    await claimed(world);
    await expect(name(builder, "x")).rejects.toMatchObject({ code: "store_removing" });
  });

  test("is not named by a build that kept it before a removal that was noted by no one", async () => {
    const world = await openWorld();
    const [lost, collector, builder] = [await world.process(), await world.process(), await world.process()];
    await keepObjects(builder, [await put(builder, "x")]);
    world.clock.pass(2 * HOUR_MS);
    await collectGarbage(lost, { unreferenced: false });
    world.clock.pass(2 * HOUR_MS);
    const claim = () => {
      const [at, claimsUntil] = [0, CLAIM_MS].map((ms) => new Date(world.clock.now() - ms).toISOString());
      const given = { before: at ?? "", claimsUntil: claimsUntil ?? "", at: at ?? "", limit: 10 };
      return inDatabase(world.db, (tx) => claimRemovals(tx, given)).then((claimed) => ({ claimed, at: at ?? "" }));
    };
    await claim();
    await lost.objects.remove(digestOf("x"), world.clock.now());
    world.clock.pass(CLAIM_MS + 60_000);
    const { claimed, at } = await claim();
    expect(claimed).toHaveLength(1);
    await inDatabase(collector.db, (tx) => endRemovals(tx, [], [digestOf("x")], at));
    await expect(name(builder, "x")).rejects.toMatchObject({ code: "store_removing" });
  });

  test("that could not be removed stays claimed, and the rest is free again", async () => {
    const { world, collector } = await openCondemned("x", "y");
    world.clock.pass(2 * HOUR_MS);
    world.double.fault = (request) => (request.startsWith("DELETE") ? "away" : undefined);
    await expect(collectGarbage(collector, { unreferenced: false })).rejects.toMatchObject({ code: "store_away" });
    const rows = await world.db.selectFrom("objects").select("removing_at").execute();
    expect(new Set(rows.map(({ removing_at: at }) => at === null))).toEqual(new Set([false, true]));
    world.double.fault = () => undefined;
    world.clock.pass(CLAIM_MS + 60_000);
    expect((await collectGarbage(collector, { unreferenced: false })).objects).toBe(2);
  });

  test("is removed by the next round where the service stops during this one, which begins nothing more", async () => {
    const { world, collector } = await openCondemned("x", "y");
    world.clock.pass(2 * HOUR_MS);
    const stopping = new AbortController();
    const remove: ObjectStore["remove"] = async (sha256, claimedAtMs) => {
      stopping.abort();
      await collector.objects.remove(sha256, claimedAtMs);
    };
    const stopped = { ...collector, objects: { ...collector.objects, remove } };
    const { signal } = stopping;
    expect((await collectGarbage(stopped, { unreferenced: true, signal })).objects).toBe(1);
    world.double.requests.length = 0;
    expect(await collectGarbage(stopped, { unreferenced: true, signal })).toEqual({ objects: 0, bytes: 0 });
    expect(world.double.requests).toEqual([]);
    expect((await collectGarbage(collector, { unreferenced: false })).objects).toBe(1);
  });

  test("that no row names is condemned when it is found, unless it is young", async () => {
    const world = await openWorld();
    const [collector, builder] = [await world.process(), await world.process()];
    await builder.objects.flush([await put(builder, "stray")]);
    await collectGarbage(collector, { unreferenced: true });
    expect(await world.db.selectFrom("objects").select("sha256").execute()).toEqual([]);
    world.clock.pass(2 * HOUR_MS);
    await collectGarbage(collector, { unreferenced: true });
    expect(isStored(world, "stray")).toBe(true);
    world.clock.pass(2 * HOUR_MS);
    expect((await collectGarbage(collector, { unreferenced: true })).objects).toBe(1);
    expect(isStored(world, "stray")).toBe(false);
  });
});

/** What a builder and two collectors do with one file, cut where another could come between. */
type Step =
  | { readonly kind: "keep" | "name" | "unname" | "condemn" | "unreferenced" | "minutes" | "hour" }
  | { readonly kind: "claim" | "remove" | "end"; readonly collector: 0 | 1 };

const anyStep: Arbitrary<Step> = oneof(
  record({ kind: constantFrom("keep", "name", "unname", "condemn", "unreferenced", "minutes", "hour", "hour") }),
  record({ kind: constantFrom("claim", "remove", "end"), collector: constantFrom(0, 1) }),
);

test("a builder and two collectors never leave the name of an object without it, whatever comes between their steps", async () => {
  const db = await openOwnDatabase();
  const steps = array(anyStep, { minLength: 20, maxLength: 80 });
  await assert(
    asyncProperty(steps, constantFrom<Named>("file", "list"), async (taken, as) => {
      await unname(db);
      await db.deleteFrom("objects").execute();
      await walk(db, taken, as);
    }),
    { numRuns: 300 },
  );
});

/** Objects are names in a set, and a removal that comes too late is refused, as a store does. */
async function walk(db: Database, steps: readonly Step[], as: Named): Promise<void> {
  let nowMs = Date.parse("2026-11-22T00:00:00.000Z");
  const iso = (plusMs = 0): string => new Date(nowMs + plusMs).toISOString();
  const stored = new Set<string>();
  const clock: Clock = { now: () => nowMs, monotonic: () => nowMs, sleep: async () => void (nowMs += 1_000) };
  const claims = new Map<number, { at: string; atMs: number; names: string[]; removed: string[] }>();
  let kept = false;
  const unused = (): never => {
    throw new TypeError("not used");
  };
  const objects: ObjectStore = {
    putFile: unused,
    putBytes: unused,
    open: unused,
    read: unused,
    has: unused,
    remove: unused,
    list: unused,
    removePartial: unused,
    check: unused,
    repair: unused,
    forget: unused,
    async flush(put, known) {
      for (const { sha256 } of put) if (known?.has(sha256) !== true) stored.add(sha256);
    },
  };
  const process = { db, objects, clock };
  for (const step of steps) {
    switch (step.kind) {
      case "keep":
        kept = await keepObjects(process, [{ sha256: digestOf("x"), size: 1 }]).then(
          () => true,
          () => false,
        );
        break;
      case "name":
        if (kept) await name(process, "x", as).catch(() => undefined);
        kept = false;
        break;
      case "unname":
        await unname(db);
        break;
      case "condemn":
        await inDatabase(db, async (tx) => {
          await spareObjects(tx);
          await condemnObjects(tx, { after: "", last: "g" }, iso(-HOUR_MS), iso());
        });
        break;
      case "unreferenced":
        await condemnUnreferenced(
          db,
          [...stored].map((sha256) => ({ sha256, size: 1 })),
          iso(),
        );
        break;
      case "claim": {
        const claim = { before: iso(-HOUR_MS), claimsUntil: iso(-CLAIM_MS), at: iso(), limit: 10 };
        const found = await inDatabase(db, (tx) => claimRemovals(tx, claim));
        const names = found.map(({ sha256 }) => sha256);
        claims.set(step.collector, { at: iso(), atMs: nowMs, names, removed: [] });
        break;
      }
      case "remove": {
        const claim = claims.get(step.collector);
        const next = claim?.names.shift();
        if (!claim || next === undefined || nowMs - claim.atMs >= REMOVAL_MS) break;
        stored.delete(next);
        claim.removed.push(next);
        break;
      }
      case "end": {
        const claim = claims.get(step.collector);
        if (!claim) break;
        claims.delete(step.collector);
        const { at, removed, names: left } = claim;
        await inDatabase(db, (tx) => endRemovals(tx, removed, left, at));
        break;
      }
      case "minutes":
        nowMs += 10 * 60_000;
        break;
      case "hour":
        nowMs += HOUR_MS + 1;
    }
    nowMs += 1;
    const files = await db.selectFrom("workspace_objects").select("sha256").execute();
    const lists = await db.selectFrom("file_lists").select("digest as sha256").execute();
    expect([...files, ...lists].filter(({ sha256 }) => !stored.has(sha256))).toEqual([]);
  }
}
