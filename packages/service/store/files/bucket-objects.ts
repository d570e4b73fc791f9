import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { settleAll } from "../../domain/batches.ts";
import type { Bucket } from "../../domain/bucket.ts";
import { unlessAbsent } from "../../outside/absent.ts";
import {
  batches,
  CorruptObject,
  type FoundObject,
  hasDigest,
  MAX_OBJECT_BYTES,
  type ObjectStore,
  openObjects,
  SHA256,
  type StoredObject,
  StoreUnavailable,
} from "./objects.ts";
import { type BucketCredentials, openS3, type S3 } from "./s3.ts";

const MAX_VERIFIED = 100_000;
const FETCH_TRIES = 3;

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
  const s3 = await openS3(bucket, deps);
  const keyOf = (sha256: string): string => `${bucket.prefix}sha256/${sha256.slice(0, 2)}/${sha256}`;
  const cache = new BucketCache(bucket, deps, (sha256, write) => s3.get(keyOf(sha256), write));

  async function upload({ sha256 }: StoredObject, signal?: AbortSignal): Promise<void> {
    const bytes = await cache.folder.read(sha256).catch(async (cause: unknown) => {
      await cache.remove(sha256);
      // Since the put, the cache was trimmed or the disk was damaged: the object is sent when it is put again.
      throw new StoreUnavailable("store_away", `The file ${sha256} left the cache before it was stored.`, { cause });
    });
    await s3.put(keyOf(sha256), bytes, signal);
  }

  return {
    s3,
    putFile: async (handle) => cache.added(await cache.folder.putFile(handle)),
    putBytes: async (bytes) => cache.added(await cache.folder.putBytes(bytes)),
    async flush(objects, known, signal) {
      const missing = new Map(objects.flatMap((each) => (known?.has(each.sha256) ? [] : [[each.sha256, each]])));
      for (const batch of batches([...missing.values()])) {
        signal?.throwIfAborted();
        await settleAll(batch, (object) => upload(object, signal));
      }
    },
    has: async ({ sha256, size }, given) => given?.recorded === true || (await s3.size(keyOf(sha256))) === size,
    open: (sha256) => cache.open(sha256),
    read: (sha256) => cache.read(sha256),
    async check({ sha256 }) {
      for (let tries = 1; tries <= FETCH_TRIES; tries += 1) {
        const hash = createHash("sha256");
        if (!(await s3.get(keyOf(sha256), async (part) => void hash.update(part)))) return "lost";
        if (hash.digest("hex") === sha256) return "sound";
      }
      return "damaged";
    },
    async repair(object, signal) {
      const isCached = await cache.folder.check(object);
      if (isCached === "sound") await upload(object, signal);
      return isCached === "sound";
    },
    // A sound copy in the cache is what repairs it; every read checks that it is one.
    forget: (sha256) => Promise.resolve(cache.forget(sha256)),
    async remove(sha256, claimedAtMs) {
      await s3.remove(keyOf(sha256), claimedAtMs);
      await cache.remove(sha256);
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
    removePartial: (beforeMs) => cache.folder.removePartial(beforeMs),
  };
}

/** Reads an object of the bucket in parts. @returns Whether it is there. */
type Fetch = (sha256: string, write: (part: Uint8Array) => Promise<void>) => Promise<boolean>;

/** The files of a bucket that lie in the data folder: fetched when they are read, and trimmed by their last use. */
class BucketCache {
  readonly folder: ObjectStore;
  readonly #root: string;
  readonly #maxBytes: number;
  readonly #log: BucketDeps["log"];
  readonly #fetch: Fetch;
  readonly #fetching = new Map<string, Promise<void>>();
  readonly #verified = new Set<string>();
  /** Undefined until the files that lie there already were counted. */
  #bytes: number | undefined;
  #trimming: Promise<void> | undefined;

  constructor({ cacheBytes }: Bucket, { dataDirectory, clock, log }: BucketDeps, fetch: Fetch) {
    this.folder = openObjects(dataDirectory, clock);
    this.#root = join(dataDirectory, "objects");
    this.#maxBytes = cacheBytes;
    this.#log = log;
    this.#fetch = fetch;
  }

  /** Opens a file that holds the right bytes: what a crash or the disk left of one is fetched again. */
  async open(sha256: string): Promise<FileHandle> {
    const handle = await this.folder.open(sha256).catch(unlessAbsent);
    if (handle) {
      if (this.#verified.has(sha256) || (await hasDigest(handle, sha256))) {
        this.#remember(sha256);
        return handle;
      }
      await handle.close();
      await this.remove(sha256);
    }
    await this.#bring(sha256);
    this.#remember(sha256);
    return this.folder.open(sha256);
  }

  async read(sha256: string): Promise<Buffer> {
    try {
      return await this.folder.read(sha256);
    } catch (error) {
      if (error instanceof CorruptObject) await this.remove(sha256);
      else unlessAbsent(error);
    }
    await this.#bring(sha256);
    return this.folder.read(sha256);
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.#pathOf(sha256), { force: true });
  }

  forget(sha256: string): void {
    this.#verified.delete(sha256);
  }

  /** Counts a new file, and trims the cache in the background once it is too large. */
  added(object: StoredObject): StoredObject {
    if (this.#bytes !== undefined) this.#bytes += object.size;
    if (!this.#trimming && (this.#bytes ?? Infinity) > this.#maxBytes) {
      this.#trimming = this.#trim()
        .catch((error: unknown) => this.#log.warn({ err: error }, "the cache of files could not be trimmed"))
        .finally(() => (this.#trimming = undefined));
    }
    return object;
  }

  async #trim(): Promise<void> {
    const files: (StoredObject & { readonly usedAtMs: number })[] = [];
    for await (const batch of this.folder.list()) {
      files.push(...(await Promise.all(batch.map((object) => this.#withLastUse(object)))));
    }
    let bytes = files.reduce((sum, { size }) => sum + size, 0);
    if (bytes > this.#maxBytes) {
      files.sort((left, right) => left.usedAtMs - right.usedAtMs);
      for (const { sha256, size } of files) {
        if (bytes <= this.#maxBytes * KEPT_SHARE) break;
        await this.remove(sha256);
        bytes -= size;
      }
    }
    this.#bytes = bytes;
  }

  /** The file system says when a file was read last, as a rule to the day; nothing is written on the way to a visitor. */
  async #withLastUse({ storedAtMs, ...object }: FoundObject) {
    const stats = await lstat(this.#pathOf(object.sha256)).catch(() => undefined);
    return { ...object, usedAtMs: Math.max(storedAtMs, stats?.atimeMs ?? 0) };
  }

  /** Fetches an object into the folder; one fetch at a time for each. @throws ENOENT */
  #bring(sha256: string): Promise<void> {
    const running = this.#fetching.get(sha256) ?? this.#download(sha256).finally(() => this.#fetching.delete(sha256));
    this.#fetching.set(sha256, running);
    return running;
  }

  async #download(sha256: string): Promise<void> {
    const incoming = join(this.#root, "incoming");
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const temporary = join(incoming, randomUUID());
    try {
      const size = await this.#writeSound(temporary, sha256);
      await mkdir(dirname(this.#pathOf(sha256)), { recursive: true, mode: 0o700 });
      await rename(temporary, this.#pathOf(sha256));
      this.added({ sha256, size });
    } finally {
      await rm(temporary, { force: true });
    }
  }

  /** Bytes that were damaged on their way are fetched again. */
  async #writeSound(temporary: string, sha256: string): Promise<number> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#writeTo(temporary, sha256);
      } catch (error) {
        if (!(error instanceof CorruptObject) || tries === FETCH_TRIES) throw error;
        await rm(temporary, { force: true });
      }
    }
  }

  async #writeTo(temporary: string, sha256: string): Promise<number> {
    await using file = await open(temporary, "wx", 0o600);
    const hash = createHash("sha256");
    let size = 0;
    const found = await this.#fetch(sha256, async (part) => {
      hash.update(part);
      size += part.length;
      if (size > MAX_OBJECT_BYTES) throw new CorruptObject(sha256);
      await file.write(part);
    });
    if (!found) throw Object.assign(new Error(`The stored file ${sha256} is gone.`), { code: "ENOENT" });
    if (hash.digest("hex") !== sha256) throw new CorruptObject(sha256);
    return size;
  }

  #remember(sha256: string): void {
    if (this.#verified.size >= MAX_VERIFIED) this.#verified.clear();
    this.#verified.add(sha256);
  }

  #pathOf(sha256: string): string {
    return join(this.#root, sha256.slice(0, 2), sha256);
  }
}
