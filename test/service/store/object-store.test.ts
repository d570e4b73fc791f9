import { createHash } from "node:crypto";
import { mkdtemp, open, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemClock } from "../../../packages/contract/clock.ts";
import { openBucketObjects } from "../../../packages/service/store/files/bucket-objects.ts";
import {
  CorruptObject,
  type FoundObject,
  type ObjectStore,
  openObjects,
  REMOVAL_MS,
  type StoredObject,
  StoreUnavailable,
} from "../../../packages/service/store/files/objects.ts";
import { openS3, readCredentials } from "../../../packages/service/store/files/s3.ts";
import { ON_S3, openTestObjects, testBucket } from "../../engines/objects.ts";
import { type BucketDouble, openBucketDouble } from "./bucket-double.ts";

afterEach(async () => {
  for (const each of opened.splice(0).toReversed()) await each();
});
const opened: (() => Promise<unknown>)[] = [];

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "greenroom-objects-"));
  opened.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function double(): Promise<BucketDouble> {
  const made = await openBucketDouble();
  opened.push(async () => made[Symbol.asyncDispose]());
  return made;
}

const credentials = { accessKeyId: "test", secretAccessKey: "testsecret" };
const log = { warn: () => undefined };

async function machine({ bucket }: Pick<BucketDouble, "bucket">, dataDirectory?: string): Promise<ObjectStore> {
  const deps = { dataDirectory: dataDirectory ?? (await folder()), credentials, clock: systemClock, log };
  return await openBucketObjects(bucket, deps);
}

interface Subject {
  readonly store: ObjectStore;
  /** Replaces the stored bytes, wherever they are the truth. */
  readonly damage: (sha256: string) => Promise<unknown>;
}

async function folderSubject(): Promise<Subject> {
  const path = await folder();
  const pathOf = (sha256: string): string => join(path, "objects", sha256.slice(0, 2), sha256);
  return { store: openObjects(path), damage: (sha256) => writeFile(pathOf(sha256), "other") };
}

async function doubleSubject(): Promise<Subject> {
  const made = await double();
  const path = await folder();
  const key = (sha256: string): string => `greenroom/sha256/${sha256.slice(0, 2)}/${sha256}`;
  return {
    store: await machine(made, path),
    async damage(sha256) {
      made.objects.set(key(sha256), { bytes: Buffer.from("other"), storedAtMs: Date.now() });
      await rm(join(path, "objects"), { recursive: true });
    },
  };
}

async function realSubject(): Promise<Subject> {
  const path = await folder();
  const bucket = testBucket(path);
  const s3 = await openS3(bucket, { credentials: readCredentials(process.env), clock: systemClock });
  return {
    store: await openTestObjects(path),
    async damage(sha256) {
      await s3.put(`${bucket.prefix}sha256/${sha256.slice(0, 2)}/${sha256}`, Buffer.from("other"));
      await rm(join(path, "objects"), { recursive: true });
    },
  };
}

const digestOf = (text: string): string => createHash("sha256").update(text).digest("hex");

async function listed(store: ObjectStore): Promise<FoundObject[]> {
  const found: FoundObject[] = [];
  for await (const batch of store.list()) found.push(...batch);
  return found;
}

test("a store in a folder believes no file that a lost process left with the right size, unless a record says so", async () => {
  const path = await folder();
  const object = await openObjects(path).putBytes(Buffer.from("sound"));
  await writeFile(join(path, "objects", object.sha256.slice(0, 2), object.sha256), "\0\0\0\0\0");
  const store = openObjects(path);
  await expect(store.flush([await store.putBytes(Buffer.from("sound"))])).rejects.toThrow(CorruptObject);
  await store.flush([await store.putBytes(Buffer.from("sound"))]);
  expect((await store.read(object.sha256)).toString()).toBe("sound");
});

describe.each([
  { place: "a folder", open: folderSubject },
  { place: "a bucket", open: doubleSubject },
  ...(ON_S3 ? [{ place: "a bucket of a real server", open: realSubject }] : []),
])("a store in $place", ({ open: openSubject }) => {
  test("keeps bytes under their digest, from memory and from a file", async () => {
    const { store } = await openSubject();
    const path = join(await folder(), "file");
    await writeFile(path, "from a file");
    await using handle = await open(path);
    const put = [await store.putBytes(Buffer.from("from memory")), await store.putFile(handle)];
    await store.flush(put);
    expect(put.map(({ sha256 }) => sha256)).toEqual([digestOf("from memory"), digestOf("from a file")]);
    expect((await store.read(digestOf("from a file"))).toString()).toBe("from a file");
    await using stored = await store.open(digestOf("from memory"));
    expect((await stored.readFile()).toString()).toBe("from memory");
  });

  test("has what was stored, with its size, and nothing else", async () => {
    const { store } = await openSubject();
    const object = await store.putBytes(Buffer.from("here"));
    await store.flush([object]);
    expect(await store.has(object)).toBe(true);
    expect(await store.has({ ...object, size: 5 })).toBe(false);
    expect(await store.has({ sha256: digestOf("nowhere"), size: 7 })).toBe(false);
    await expect(store.open(digestOf("nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
    await expect(store.read(digestOf("nowhere"))).rejects.toMatchObject({ code: "ENOENT" });
  });

  test("takes nothing for an object that has another digest", async () => {
    const { store, damage } = await openSubject();
    const object = await store.putBytes(Buffer.from("sound"));
    await store.flush([object]);
    await damage(object.sha256);
    await expect(store.read(object.sha256)).rejects.toThrow(CorruptObject);
  });

  test("removes an object, again without an error, and takes it again", async () => {
    const { store } = await openSubject();
    const object = await store.putBytes(Buffer.from("gone"));
    await store.flush([object]);
    await store.remove(object.sha256, Date.now());
    await store.remove(object.sha256, Date.now());
    expect(await store.has(object)).toBe(false);
    await store.flush([await store.putBytes(Buffer.from("gone"))]);
    expect(await store.has(object)).toBe(true);
  });

  test("stores more objects at a time than it syncs one by one", async () => {
    const { store } = await openSubject();
    const put = [];
    for (let n = 0; n < 120; n += 1) put.push(await store.putBytes(Buffer.from(`number ${n}`)));
    await store.flush(put);
    for (const object of put) expect(await store.has(object)).toBe(true);
  });

  test("does not carry out a removal that was claimed too long ago", async () => {
    const { store } = await openSubject();
    const object = await store.putBytes(Buffer.from("put again meanwhile"));
    await store.flush([object]);
    await store.remove(object.sha256, Date.now() - REMOVAL_MS - 60_000).catch((error: unknown) => {
      expect(error).toMatchObject({ code: "store_rejected" });
    });
    expect(await store.has(object)).toBe(true);
  });

  test("lists what is stored, over pages", async () => {
    const { store } = await openSubject();
    const put = [];
    for (let n = 0; n < 8; n += 1) put.push(await store.putBytes(Buffer.from(`number ${n}`)));
    await store.flush(put);
    const found = await listed(store);
    expect(found.map(({ sha256 }) => sha256).sort()).toEqual(put.map(({ sha256 }) => sha256).sort());
    for (const { size, storedAtMs } of found) {
      expect(size).toBe("number 0".length);
      expect(Math.abs(Date.now() - storedAtMs)).toBeLessThan(60_000);
    }
  });
});

describe("a store in a bucket", () => {
  test("has sent nothing before it is flushed, and then only what the record does not have", async () => {
    const made = await double();
    const store = await machine(made);
    const [one, two] = [await store.putBytes(Buffer.from("one")), await store.putBytes(Buffer.from("two"))];
    expect(made.requests).toEqual([]);
    await store.flush([one, two, one], new Set([two.sha256]));
    expect(made.requests).toEqual([`PUT greenroom/sha256/${one.sha256.slice(0, 2)}/${one.sha256}`]);
  });

  test("is asked once for a file that many want at the same time, and never for one that is cached", async () => {
    const made = await double();
    const [here, there] = [await machine(made), await machine(made)];
    const object = await here.putBytes(Buffer.from("wanted"));
    await here.flush([object]);
    made.requests.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => there.read(object.sha256)));
    await there.read(object.sha256);
    expect(made.requests).toHaveLength(1);
  });

  test.each(["read", "open"] as const)("heals a cache that is damaged or lost, by %s", async (way) => {
    const made = await double();
    const path = await folder();
    const object = await (await machine(made)).putBytes(Buffer.from("healed"));
    const writer = await machine(made, path);
    await writer.putBytes(Buffer.from("healed"));
    await writer.flush([object]);
    const file = join(path, "objects", object.sha256.slice(0, 2), object.sha256);
    const read = async (store: ObjectStore): Promise<string> => {
      if (way === "read") return (await store.read(object.sha256)).toString();
      await using handle = await store.open(object.sha256);
      return (await handle.readFile()).toString();
    };
    await writeFile(file, "broken");
    expect(await read(await machine(made, path))).toBe("healed");
    await rm(file);
    expect(await read(writer)).toBe("healed");
  });

  test("keeps its cache within its bound, and what is oldest goes first", async () => {
    const made = await double();
    const path = await folder();
    const first = await machine(made, path);
    const put = [];
    for (const letter of ["a", "b", "c", "d"]) put.push(await first.putBytes(Buffer.from(letter.repeat(1000))));
    await first.flush(put);
    // Sending them has read them, which counts as a use.
    for (const [n, { sha256 }] of put.entries()) {
      const at = new Date(Date.now() - (10 - n) * 60_000);
      await utimes(join(path, "objects", sha256.slice(0, 2), sha256), at, at);
    }
    const small = await machine({ bucket: { ...made.bucket, cacheBytes: 3_000 } }, path);
    await small.putBytes(Buffer.from("e".repeat(1000)));
    const cached = async (): Promise<string[]> => (await listed(openObjects(path))).map(({ sha256 }) => sha256).sort();
    await expect.poll(cached).toEqual([digestOf("d".repeat(1000)), digestOf("e".repeat(1000))].sort());
    expect((await small.read(digestOf("a".repeat(1000)))).toString()).toBe("a".repeat(1000));
  });

  test("says that it is away, and works again as soon as it is back", async () => {
    const made = await double();
    const store = await machine(made);
    const object = await store.putBytes(Buffer.from("patient"));
    made.fault = () => "away";
    await expect(store.flush([object])).rejects.toMatchObject({ name: "StoreUnavailable", code: "store_away" });
    await expect(store.has(object)).rejects.toMatchObject({ code: "store_away" });
    await expect((await machine(made)).read(object.sha256)).rejects.toMatchObject({ code: "store_away" });
    let left = 1;
    made.fault = () => (left-- > 0 ? "away" : undefined);
    await store.flush([object]);
    expect(await store.has(object)).toBe(true);
  });

  test("is away, and has lost nothing, where something else answers 404 in its place", async () => {
    const made = await double();
    const writer = await machine(made);
    const object = await writer.putBytes(Buffer.from("there"));
    await writer.flush([object]);
    made.fault = () => "foreign";
    const reader = await machine(made);
    const asked = [() => reader.has(object), () => reader.read(object.sha256), () => reader.check(object)];
    for (const ask of asked) await expect(ask()).rejects.toMatchObject({ code: "store_away" });
  });

  test.each([
    ["what it is sent", (store: ObjectStore, object: StoredObject) => store.flush([object])],
    ["a list", (store: ObjectStore) => listed(store)],
  ])("has rejected %s where it answers that there is no such object", async (_, ask) => {
    const made = await double();
    const store = await machine(made);
    const object = await store.putBytes(Buffer.from("acknowledged"));
    made.fault = () => "gone";
    await expect(ask(store, object)).rejects.toMatchObject({ code: "store_rejected" });
  });

  test("that takes a request and does not answer is given up after three tries", async () => {
    const made = await double();
    const store = await machine(made);
    const object = await store.putBytes(Buffer.from("waiting"));
    made.fault = () => new Promise(() => {});
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      const seen: unknown[] = [];
      const asked = store.has(object).catch((error: unknown) => seen.push(error));
      for (let arrived = 0; seen.length === 0;) {
        // The requests themselves are real: time passes when one has arrived, and little before.
        const isNew = made.requests.length > arrived;
        arrived = made.requests.length;
        await vi.advanceTimersByTimeAsync(isNew ? 5_000 : 1);
        await new Promise((resolve) => setImmediate(resolve));
      }
      await asked;
      expect(seen).toMatchObject([{ code: "store_away" }]);
      expect(made.requests).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  test("whose answer breaks off leaves nothing half in the cache", async () => {
    const made = await double();
    const path = await folder();
    const writer = await machine(made);
    const object = await writer.putBytes(Buffer.alloc(100_000, 1));
    await writer.flush([object]);
    made.fault = () => "cut";
    const reader = await machine(made, path);
    await expect(reader.read(object.sha256)).rejects.toThrow(StoreUnavailable);
    expect(await readdir(join(path, "objects", "incoming"))).toEqual([]);
    made.fault = () => undefined;
    expect(await reader.read(object.sha256)).toHaveLength(100_000);
  });

  test("that rejects says what to do, without a credential", async () => {
    const made = await double();
    const store = await machine(made);
    made.fault = () => "refuse";
    const object = await store.putBytes(Buffer.from("refused"));
    const error: unknown = await store.flush([object]).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "store_rejected", message: expect.stringContaining("Let the credentials") });
    expect(String(error)).not.toContain(credentials.secretAccessKey);
  });
});
