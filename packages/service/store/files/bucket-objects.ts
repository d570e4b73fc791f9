import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { Bucket } from "../../domain/bucket.ts";
import {
  batches,
  CorruptObject,
  type FoundObject,
  MAX_OBJECT_BYTES,
  type ObjectStore,
  openObjects,
  SHA256,
  type StoredObject,
  StoreUnavailable,
} from "./objects.ts";
import { type BucketCredentials, openS3, type S3 } from "./s3.ts";

const MAX_VERIFIED = 100_000;

/** What is left in the cache when it was full. */
const KEPT_SHARE = 0.8;

export interface BucketDeps {
  readonly dataDirectory: string;
  readonly credentials: BucketCredentials;
  readonly clock: Clock;
  readonly log: Pick<Logger, "warn">;
}

/**
 * Opens the store in a bucket: the bucket is the truth, the data folder a cache of it that is checked, bounded and may
 * be lost.
 */
export async function openBucketObjects(bucket: Bucket, deps: BucketDeps): Promise<ObjectStore & { readonly s3: S3 }> {
  const { dataDirectory, clock, log } = deps;
  const s3 = await openS3(bucket, deps);
  const folder = openObjects(dataDirectory, clock);
  const root = join(dataDirectory, "objects");
  const pathOf = (sha256: string): string => join(root, sha256.slice(0, 2), sha256);
  const keyOf = (sha256: string): string => `${bucket.prefix}sha256/${sha256.slice(0, 2)}/${sha256}`;
  const fetching = new Map<string, Promise<void>>();
  const verified = new Set<string>();
  let cachedBytes: number | undefined;
  let trimming: Promise<void> | undefined;

  /** Files that lie in the folder already are counted once, before the first new one. */
  function grew(bytes: number): void {
    if (cachedBytes !== undefined) cachedBytes += bytes;
    if (trimming || (cachedBytes ?? Infinity) <= bucket.cacheBytes) return;
    trimming = trim()
      .catch((error: unknown) => log.warn({ err: error }, "the cache of files could not be trimmed"))
      .finally(() => (trimming = undefined));
  }

  /** The file system says when a file was read last, as a rule to the day; nothing is written on the way to a visitor. */
  async function withLastUse({ storedAtMs, ...object }: FoundObject) {
    const stats = await lstat(pathOf(object.sha256)).catch(() => undefined);
    return { ...object, usedAtMs: Math.max(storedAtMs, stats?.atimeMs ?? 0) };
  }

  async function trim(): Promise<void> {
    const files: (StoredObject & { readonly usedAtMs: number })[] = [];
    for await (const batch of folder.list()) files.push(...(await Promise.all(batch.map(withLastUse))));
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > bucket.cacheBytes) {
      files.sort((left, right) => left.usedAtMs - right.usedAtMs);
      for (const { sha256, size } of files) {
        if (bytes <= bucket.cacheBytes * KEPT_SHARE) break;
        await rm(pathOf(sha256), { force: true });
        bytes -= size;
      }
    }
    cachedBytes = bytes;
  }

  /** Brings an object to the folder; one fetch at a time for each. @throws ENOENT */
  function bring(sha256: string): Promise<void> {
    const known = fetching.get(sha256);
    if (known) return known;
    const run = download(sha256).finally(() => fetching.delete(sha256));
    fetching.set(sha256, run);
    return run;
  }

  async function download(sha256: string): Promise<void> {
    const incoming = join(root, "incoming");
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const temporary = join(incoming, randomUUID());
    try {
      const size = await writeFrom(temporary, sha256);
      await mkdir(dirname(pathOf(sha256)), { recursive: true, mode: 0o700 });
      await rename(temporary, pathOf(sha256));
      grew(size);
    } finally {
      await rm(temporary, { force: true });
    }
  }

  async function writeFrom(temporary: string, sha256: string): Promise<number> {
    await using file = await open(temporary, "wx", 0o600);
    const hash = createHash("sha256");
    let size = 0;
    const found = await s3.get(keyOf(sha256), async (part) => {
      hash.update(part);
      size += part.length;
      if (size > MAX_OBJECT_BYTES) throw new CorruptObject(sha256);
      await file.write(part);
    });
    if (!found) throw Object.assign(new Error(`The stored file ${sha256} is gone.`), { code: "ENOENT" });
    if (hash.digest("hex") !== sha256) throw new CorruptObject(sha256);
    return size;
  }

  /** The folder's file when it holds the right bytes: what a crash or the disk left of one is fetched again. */
  async function openChecked(sha256: string): Promise<FileHandle> {
    const handle = await folder.open(sha256).catch(unlessAbsent);
    if (handle) {
      if (verified.has(sha256) || (await hasDigest(handle, sha256))) {
        remember(sha256);
        return handle;
      }
      await handle.close();
      await rm(pathOf(sha256), { force: true });
    }
    await bring(sha256);
    remember(sha256);
    return folder.open(sha256);
  }

  function remember(sha256: string): void {
    if (verified.size >= MAX_VERIFIED) verified.clear();
    verified.add(sha256);
  }

  async function upload({ sha256 }: StoredObject, signal?: AbortSignal): Promise<void> {
    const bytes = await folder.read(sha256).catch((cause: unknown) => {
      // The cache was trimmed, or the disk is damaged, since it was put: it is sent again when it is put again.
      throw new StoreUnavailable("store_away", `The file ${sha256} left the cache before it was stored.`, { cause });
    });
    await s3.put(keyOf(sha256), bytes, signal);
  }

  return {
    s3,
    async putFile(handle) {
      const object = await folder.putFile(handle);
      grew(object.size);
      return object;
    },
    async putBytes(bytes) {
      const object = await folder.putBytes(bytes);
      grew(object.size);
      return object;
    },
    async flush(objects, known, signal) {
      const missing = new Map(objects.flatMap((each) => (known?.has(each.sha256) ? [] : [[each.sha256, each]])));
      for (const batch of batches([...missing.values()])) {
        signal?.throwIfAborted();
        await Promise.all(batch.map((object) => upload(object, signal)));
      }
    },
    has: async ({ sha256, size }, given) => given?.recorded === true || (await s3.size(keyOf(sha256))) === size,
    open: openChecked,
    async read(sha256) {
      try {
        return await folder.read(sha256);
      } catch (error) {
        if (error instanceof CorruptObject) await rm(pathOf(sha256), { force: true });
        else unlessAbsent(error);
      }
      await bring(sha256);
      return folder.read(sha256);
    },
    async remove(sha256, claimedAtMs) {
      await s3.remove(keyOf(sha256), claimedAtMs);
      await rm(pathOf(sha256), { force: true });
    },
    async *list() {
      const prefix = `${bucket.prefix}sha256/`;
      for (let after = ""; ;) {
        const entries = await s3.list(prefix, after);
        const last = entries.at(-1);
        if (!last || last.key <= after) return;
        after = last.key;
        yield entries.flatMap(({ key, ...found }) => {
          const sha256 = key.slice(key.lastIndexOf("/") + 1);
          return SHA256.test(sha256) && key === keyOf(sha256) ? [{ ...found, sha256 }] : [];
        });
      }
    },
    removePartial: (beforeMs) => folder.removePartial(beforeMs),
  };
}

function unlessAbsent(error: unknown): undefined {
  if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOENT") throw error;
}

async function hasDigest(handle: FileHandle, sha256: string): Promise<boolean> {
  const hash = createHash("sha256");
  for await (const part of handle.createReadStream({ start: 0, autoClose: false })) hash.update(part);
  return hash.digest("hex") === sha256;
}
