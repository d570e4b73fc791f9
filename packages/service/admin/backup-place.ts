import { randomUUID } from "node:crypto";
import { link, mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { systemClock } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { inBatches } from "../domain/batches.ts";
import { type Bucket, describeBucket } from "../domain/bucket.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import type { BackupTarget } from "../settings.ts";
import { openS3, readCredentials } from "../store/files/s3.ts";

export interface PlacedFile {
  readonly path: string;
  readonly size: number;
}

/** Files by path, as both a folder and a bucket have them. */
export interface BackupPlace {
  /** How it is named to people; it holds no credential. */
  readonly name: string;
  /** Folder for what is made before it is put; undefined where the place has no disk. */
  readonly workFolder: string | undefined;
  /** Bytes that can still be put; undefined when unknown. */
  freeBytes(): Promise<number | undefined>;
  /** Names at the top, without what is below them; of a bucket the first of them. */
  top(): Promise<readonly string[]>;
  list(folder: string): AsyncIterable<readonly PlacedFile[]>;
  /** Writes a file, whole or not at all; durable after `flush`. */
  put(path: string, bytes: Uint8Array): Promise<void>;
  /** Links a file that never changes instead of a copy, where possible. @returns Whether it did. */
  adopt(path: string, file: string): Promise<boolean>;
  flush(): Promise<void>;
  /**
   * @param take Gets the bytes part by part, each when it is done with the one before.
   * @returns Whether there is such a file.
   */
  get(path: string, take: (part: Uint8Array) => Promise<unknown>): Promise<boolean>;
  remove(path: string): Promise<void>;
}

export interface PlaceOptions {
  /** Has the credentials of buckets. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Files on the same disk become names of the same bytes: one that is deleted there stays here. */
  readonly adopts?: boolean;
}

export async function openBackupPlace(
  target: BackupTarget,
  { environment, adopts = false }: PlaceOptions,
): Promise<BackupPlace> {
  if (target.kind === "folder") return openFolder(target.path, adopts);
  return await openBucket(target.bucket, environment);
}

export function describeTarget(target: BackupTarget): string {
  return target.kind === "folder" ? target.path : describeBucket(target.bucket);
}

/** Folder for files that are not complete yet. Its contents are deleted, so no other program uses this name. */
export const WORK = ".greenroom-work";
const LISTED_AT_A_TIME = 500;
const READ_BYTES = 256 * 1024;

function openFolder(root: string, adopts: boolean): BackupPlace {
  const work = join(root, WORK);
  const changed = new Set<string>();

  async function placed(path: string, make: (file: string) => Promise<unknown>): Promise<void> {
    const file = join(root, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await make(file);
    for (let folder = dirname(file); folder !== dirname(root); folder = dirname(folder)) changed.add(folder);
  }

  return {
    name: root,
    workFolder: work,
    freeBytes: async () => (await freeSpaceOf(root)).bytes,
    top: () => readdir(root).catch(noneIfAbsent),
    async *list(folder) {
      const from = join(root, folder);
      const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noneIfAbsent);
      const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
      for (const batch of inBatches(files, LISTED_AT_A_TIME)) {
        const sizes = await Promise.all(batch.map(async (file) => (await stat(file)).size));
        yield batch.map((file, index) => ({ path: relative(root, file), size: sizes[index] ?? 0 }));
      }
    },
    async put(path, bytes) {
      await mkdir(work, { recursive: true, mode: 0o700 });
      const temporary = join(work, randomUUID());
      try {
        await using handle = await open(temporary, "wx", 0o600);
        await handle.writeFile(bytes);
        await handle.datasync();
        await placed(path, (file) => rename(temporary, file));
      } finally {
        await rm(temporary, { force: true });
      }
    },
    async adopt(path, file) {
      if (!adopts) return false;
      await placed(path, async (to) => {
        await rm(to, { force: true });
        await link(file, to);
      });
      return true;
    },
    async flush() {
      for (const folder of changed) {
        await using handle = await open(folder, "r");
        await handle.sync();
      }
      changed.clear();
    },
    async get(path, take) {
      const handle = await open(join(root, path), "r").catch((error: unknown) => {
        if (!isAbsent(error)) throw error;
      });
      if (!handle) return false;
      await using file = handle;
      for await (const part of file.createReadStream({ highWaterMark: READ_BYTES, autoClose: false })) {
        if (part instanceof Uint8Array) await take(part);
      }
      return true;
    },
    remove: (path) => rm(join(root, path), { force: true }),
  };
}

async function openBucket(bucket: Bucket, environment: PlaceOptions["environment"]): Promise<BackupPlace> {
  const s3 = await openS3(bucket, { credentials: readCredentials(environment), clock: systemClock });
  const { prefix } = bucket;
  return {
    name: describeBucket(bucket),
    workFolder: undefined,
    freeBytes: () => Promise.resolve(undefined),
    top: async () => (await s3.list(prefix, "")).map(({ key }) => key.slice(prefix.length).split("/", 1)[0] ?? ""),
    async *list(folder) {
      const from = `${prefix}${folder}/`;
      for (let after = ""; ;) {
        const entries = await s3.list(from, after);
        const last = entries.at(-1);
        if (!last || last.key <= after) return;
        after = last.key;
        yield entries.map(({ key, size }) => ({ path: key.slice(prefix.length), size }));
      }
    },
    put: (path, bytes) => s3.put(prefix + path, bytes),
    adopt: () => Promise.resolve(false),
    flush: () => Promise.resolve(),
    get: (path, take) => s3.get(prefix + path, take),
    remove: (path) => s3.remove(prefix + path, Date.now()),
  };
}

function noneIfAbsent(error: unknown): [] {
  if (isAbsent(error)) return [];
  throw error;
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR"].includes(errorCode(error) ?? "");
}
