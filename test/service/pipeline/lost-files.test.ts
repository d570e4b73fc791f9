import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { checkObjects } from "../../../packages/service/admin/objects.ts";
import { countStored } from "../../../packages/service/store/engine/figures.ts";
import { inTransaction } from "../../../packages/service/store/engine/transaction.ts";
import { openBucketObjects } from "../../../packages/service/store/files/bucket-objects.ts";
import { healing } from "../../../packages/service/store/files/healing-objects.ts";
import { keepObjects, noteStored } from "../../../packages/service/store/files/kept-objects.ts";
import { type ObjectStore, openObjects } from "../../../packages/service/store/files/objects.ts";
import { type ScrubBounds, scrubObjects } from "../../../packages/service/store/files/scrub.ts";
import { folderOfTest } from "../../folders.ts";
import { openBucketDouble } from "../store/bucket-double.ts";
import { type BuildFixture, openBuildFixture, sha256 } from "./build-fixture.ts";

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface World {
  readonly fixture: BuildFixture;
  /** Takes the bytes of a file away, or puts others of the same size in their place, wherever they are truly stored. */
  readonly lose: (text: string) => Promise<void>;
  readonly damage: (text: string) => Promise<void>;
}

const other = (text: string): Buffer => Buffer.alloc(Buffer.byteLength(text), "#");

async function inFolder(): Promise<World> {
  const fixture = await openBuildFixture({ openStore: openObjects });
  closing.push(() => fixture.close());
  const pathOf = (text: string): string => fixture.objectPath(sha256(text));
  return { fixture, lose: (text) => rm(pathOf(text)), damage: (text) => writeFile(pathOf(text), other(text)) };
}

async function inBucket() {
  const double = await openBucketDouble();
  closing.push(async () => double[Symbol.asyncDispose]());
  const cache = folderOfTest("lost");
  const credentials = { accessKeyId: "test", secretAccessKey: "testsecret" };
  const deps = { dataDirectory: cache, credentials, clock: systemClock, log: { warn: () => undefined } };
  const fixture = await openBuildFixture({ openStore: () => openBucketObjects(double.bucket, deps) });
  closing.push(() => fixture.close());
  const keyOf = (text: string): string => `greenroom/sha256/${sha256(text).slice(0, 2)}/${sha256(text)}`;
  const forgetCache = (): Promise<void> => rm(join(cache, "objects"), { recursive: true, force: true });
  const lose = async (text: string): Promise<void> => {
    double.objects.delete(keyOf(text));
    await forgetCache();
  };
  const damage = async (text: string): Promise<void> => {
    double.objects.set(keyOf(text), { bytes: other(text), storedAtMs: Date.now() });
    await forgetCache();
  };
  return { fixture, double, keyOf, forgetCache, lose, damage };
}

const TEXT = "console.log('the same in every deployment')";
const FILES = { "index.html": "<h1>page</h1>", "app.js": TEXT };

/** Stores the text and another one, as a deployment does that is published. */
async function storeFiles({ context }: BuildFixture): Promise<void> {
  const put = Object.values(FILES).map((text) => context.objects.putBytes(Buffer.from(text)));
  const stored = await Promise.all(put);
  await keepObjects(context, stored);
  const digests = stored.map(({ sha256 }) => sha256);
  await inTransaction(context.db, (tx) => noteStored(tx, digests));
}

describe.each([
  { place: "a folder", open: inFolder },
  { place: "a bucket", open: inBucket },
])("in $place, a stored file", ({ open }) => {
  test.each(["lose", "damage"] as const)(
    "that a read finds to be bad is restored by the next deployment that has it: %s",
    async (how) => {
      const { fixture, ...world } = await open();
      fixture.builds.start();
      const first = await fixture.deploy(FILES);
      await world[how](TEXT);
      expect((await fixture.get(first.row.preview_label ?? "", "/app.js")).status).not.toBe(200);
      expect((await countStored(fixture.db)).lost).toBe(1);
      const again = await fixture.built(first.siteId);
      expect(again.status).toBe("ready");
      expect(await fixture.get(again.preview_label ?? "", "/app.js")).toMatchObject({ status: 200, text: TEXT });
      expect((await countStored(fixture.db)).lost).toBe(0);
    },
    60_000,
  );

  test("that is never read is found by the scrub, which goes on where it ended", async () => {
    const { fixture, damage } = await open();
    await storeFiles(fixture);
    await damage(TEXT);
    const before = new Date(Date.now() + 60_000).toISOString();
    const step = () => scrubAll(fixture, { before, maxBytes: 1, repair: false });
    const found = [await step(), await step()];
    expect(found.map(({ checked }) => checked)).toEqual([1, 1]);
    expect(found.flatMap(({ lost }) => lost)).toEqual([sha256(TEXT)]);
    expect((await countStored(fixture.db)).lost).toBe(1);
  });
});

test("a file of a bucket that is damaged on its way is fetched again, and is no damaged file for the scrub", async () => {
  const { fixture, double, keyOf, forgetCache } = await inBucket();
  fixture.builds.start();
  const { row } = await fixture.deploy(FILES);
  await forgetCache();
  let reads = 0;
  double.fault = (request) => {
    if (request !== `GET ${keyOf(TEXT)}`) return undefined;
    const bytes = reads === 0 ? other(TEXT) : Buffer.from(TEXT);
    double.objects.set(keyOf(TEXT), { bytes, storedAtMs: Date.now() });
    reads += 1;
    return undefined;
  };
  expect(await fixture.get(row.preview_label ?? "", "/app.js")).toMatchObject({ status: 200, text: TEXT });
  expect(reads).toBe(2);
  reads = 0;
  expect((await scrubAll(fixture)).lost).toEqual([]);
  expect([reads, (await countStored(fixture.db)).lost]).toEqual([2, 0]);
});

/** @param check In place of that of the store. */
function scrubAll(
  { context: { db, objects, clock } }: BuildFixture,
  {
    check = (object) => objects.check(object),
    ...changed
  }: Partial<ScrubBounds> & { readonly check?: ObjectStore["check"] } = {},
) {
  const bounds = { maxBytes: Infinity, before: new Date().toISOString(), repair: true, ...changed };
  return scrubObjects({ db, objects: { ...objects, check }, clock }, bounds, AbortSignal.timeout(100_000));
}

describe("a file is not called lost", () => {
  const HOUR_MS = 3_600_000;
  const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

  async function openStored(): Promise<BuildFixture> {
    const { fixture } = await inFolder();
    await storeFiles(fixture);
    return fixture;
  }

  const change = (
    fixture: BuildFixture,
    set: Partial<Record<"stored_at" | "lost_at" | "checked_at" | "removing_at", string | null>>,
  ) => fixture.db.updateTable("objects").set(set).where("sha256", "=", sha256(TEXT)).execute();

  test("that the collector removes while it is read back", async () => {
    const fixture = await openStored();
    const check: ObjectStore["check"] = async (object) => {
      if (object.sha256 !== sha256(TEXT)) return fixture.context.objects.check(object);
      await change(fixture, { removing_at: ago(0), stored_at: null });
      return "lost";
    };
    expect((await scrubAll(fixture, { check })).lost).toEqual([]);
    expect((await countStored(fixture.db)).lost).toBe(0);
  });

  test("that is stored again while a read finds it gone", async () => {
    const fixture = await openStored();
    const gone = async () => {
      await change(fixture, { stored_at: ago(-HOUR_MS) });
      throw Object.assign(new Error("gone"), { code: "ENOENT" });
    };
    const { context } = fixture;
    const store = healing({ ...context.objects, open: gone, read: gone }, context);
    await expect(store.open(sha256(TEXT))).rejects.toThrow("gone");
    await expect(store.read(sha256(TEXT))).rejects.toThrow("gone");
    expect((await countStored(fixture.db)).lost).toBe(0);
  });

  test("for longer than an hour after the disk that was away is back", async () => {
    const fixture = await openStored();
    await scrubAll(fixture);
    await change(fixture, { stored_at: null, lost_at: ago(HOUR_MS), checked_at: ago(2 * HOUR_MS) });
    expect((await countStored(fixture.db)).lost).toBe(1);
    await scrubAll(fixture, { before: ago(30 * 24 * HOUR_MS) });
    expect((await countStored(fixture.db)).lost).toBe(0);
  });
});

test("a file that the bucket lost is put back from a sound copy in the cache of a machine", async () => {
  const { fixture, double, keyOf } = await inBucket();
  await storeFiles(fixture);
  double.objects.delete(keyOf(TEXT));
  const found = await scrubAll(fixture);
  expect([found.repaired, found.lost]).toEqual([1, []]);
  expect(double.objects.get(keyOf(TEXT))?.bytes.toString()).toBe(TEXT);
});

test("a check of all files by the operator names the deployments to make again", async () => {
  const { fixture, damage } = await inFolder();
  fixture.builds.start();
  const { row } = await fixture.deploy(FILES);
  await fixture.deploy({ "index.html": "another" });
  await damage(TEXT);
  const { dataDirectory } = fixture.context.settings;
  const store = { db: fixture.db, dataDirectory, bucket: undefined, environment: {}, warn: () => undefined };
  const found = await checkObjects(store, { repair: true, signal: AbortSignal.timeout(100_000) });
  expect(found).toMatchObject({ repaired: 0, lost: [sha256(TEXT)], deployments: [row.id] });
});
