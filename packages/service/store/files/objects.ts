import { execFile } from "node:child_process";
import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { CodedError } from "@greenroom/contract/coded-error";
import { inBatches, settleAll } from "../../domain/batches.ts";
import { sha256Of } from "../../domain/sha256.ts";
import { unlessAbsent } from "../../outside/absent.ts";

const CHUNK_BYTES = 64 * 1024;

export interface StoredObject {
  readonly sha256: string;
  readonly size: number;
}

export interface FoundObject extends StoredObject {
  readonly storedAtMs: number;
}

/** Files by the SHA-256 of their bytes. */
export interface ObjectStore {
  /** Takes an open file from its start; what is there already costs no disk. Stored after `flush`. */
  putFile(handle: FileHandle): Promise<StoredObject>;
  /** Takes bytes from memory; stored after `flush`, as a file is. */
  putBytes(bytes: Uint8Array): Promise<StoredObject>;
  /**
   * Stores objects that were put, durably and where every process finds them; await it before a row names them.
   * @param known Digests that the record says are stored.
   * @throws {StoreUnavailable}
   */
  flush(objects: readonly StoredObject[], known?: ReadonlySet<string>, signal?: AbortSignal): Promise<void>;
  /**
   * Whether the bytes are stored, with the right size.
   * @param given `recorded`: the record says so, which saves a request where one is needed.
   * @throws {StoreUnavailable}
   */
  has(object: StoredObject, given?: { readonly recorded: boolean }): Promise<boolean>;
  /** Opens an object for reading; rejects with ENOENT when it is gone. @throws {StoreUnavailable} */
  open(sha256: string): Promise<FileHandle>;
  /** Reads a whole object and checks its digest. @throws {CorruptObject | StoreUnavailable} */
  read(sha256: string): Promise<Buffer>;
  /**
   * Removes an object; one that is gone already is no error.
   * @param claimedAtMs When its removal was claimed: it never takes effect later than 15 minutes after that.
   * @throws {StoreUnavailable}
   */
  remove(sha256: string, claimedAtMs: number): Promise<void>;
  /** Reads the bytes back from where they are stored, past every cache. @throws {StoreUnavailable} */
  check(object: StoredObject): Promise<"sound" | "damaged" | "lost">;
  /** Stores an object again from a sound copy that this machine has. @returns Whether it has one. @throws {StoreUnavailable} */
  repair(object: StoredObject, signal: AbortSignal): Promise<boolean>;
  /** Forgets what is believed of an object that is lost or damaged. */
  forget(sha256: string): Promise<void>;
  /** Walks over what is stored, in batches. @throws {StoreUnavailable} */
  list(): AsyncIterable<readonly FoundObject[]>;
  /** Deletes what puts that were cut off have left on this machine. */
  removePartial(beforeMs: number): Promise<void>;
}

/** A removal takes effect within this time of its claim, or not at all. */
export const REMOVAL_MS = 15 * 60_000;

type StoreTrouble =
  /** No connection, no answer in time, or an answer that says to come back later. */
  | "store_away"
  /** The store rejects the credentials, the bucket or the request. */
  | "store_rejected"
  /** The object is being removed just now. */
  | "store_removing";

export class StoreUnavailable extends CodedError<StoreTrouble> {
  override readonly name = "StoreUnavailable";
}

/** The store holds other bytes than the ones that were put. */
export class CorruptObject extends Error {
  readonly code = "corrupt_object";

  constructor(sha256: string) {
    super(`The stored file ${sha256} is damaged; deploy its commit again to restore it.`);
    this.name = "CorruptObject";
  }
}

export function openObjects(dataDirectory: string, clock: Pick<Clock, "now"> = systemClock): ObjectStore {
  const root = join(dataDirectory, "objects");
  const incoming = join(root, "incoming");
  const folderOf = (sha256: string): string => join(root, sha256.slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  /** What this process wrote and did not flush yet; a digest that is forgotten costs a look at its bytes. */
  const written = new Set<string>();

  /** What is there under the digest is replaced by the same bytes. */
  async function put(write: (temporary: FileHandle) => Promise<StoredObject>): Promise<StoredObject> {
    const temporary = join(incoming, randomUUID());
    try {
      const object = await inFolder(incoming, () => writeNew(temporary, write));
      const { sha256 } = object;
      await inFolder(folderOf(sha256), () => rename(temporary, pathOf(sha256)));
      if (written.size >= MAX_WRITTEN) written.clear();
      written.add(sha256);
      return object;
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }

  async function putBytes(bytes: Uint8Array): Promise<StoredObject> {
    const object = { sha256: sha256Of(bytes), size: bytes.length };
    if (await renew(pathOf(object.sha256), object.size)) return object;
    return put(async (temporary) => {
      await temporary.writeFile(bytes);
      return object;
    });
  }

  return {
    async putFile(handle) {
      const first = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead } = await handle.read(first, 0, CHUNK_BYTES, 0);
      if (bytesRead < CHUNK_BYTES) return putBytes(first.subarray(0, bytesRead));
      // Most files of a later build are stored already.
      const object = await digestOf(handle);
      if (await renew(pathOf(object.sha256), object.size)) return object;
      return put((temporary) => copy(handle, temporary));
    },
    putBytes,
    async flush(objects, known, signal) {
      if (objects.length === 0) return;
      const names = [...new Set(objects.map(({ sha256 }) => sha256))];
      // What another process wrote, or one that was lost, may have its size and not its bytes.
      const foreign = names.filter((sha256) => known?.has(sha256) !== true && !written.has(sha256));
      await eachOf(foreign, signal, (sha256) => requireSound(sha256, pathOf(sha256)));
      const files = names.filter((sha256) => known?.has(sha256) !== true).map(pathOf);
      // A rename is durable once the folder that holds the name is synced; also when another put made it.
      const folders = [root, ...new Set(names.map(folderOf))];
      const isMany = files.length + folders.length > SYNCED_ONE_BY_ONE;
      if (!isMany || !(await syncFileSystem(root))) {
        await eachOf(files, signal, (path) => syncPath(path, (handle) => handle.datasync()));
        await eachOf(folders, signal, (path) => syncPath(path, (handle) => handle.sync()));
      }
      for (const sha256 of names) written.delete(sha256);
    },
    has: ({ sha256, size }) => hasFile(pathOf(sha256), size),
    open: (sha256) => open(pathOf(sha256), "r"),
    async read(sha256) {
      await using handle = await open(pathOf(sha256), "r");
      const bytes = await handle.readFile();
      if (sha256Of(bytes) !== sha256) throw new CorruptObject(sha256);
      return bytes;
    },
    async remove(sha256, claimedAtMs) {
      if (clock.now() - claimedAtMs < REMOVAL_MS) await rm(pathOf(sha256), { force: true });
    },
    async check({ sha256 }) {
      const handle = await open(pathOf(sha256), "r").catch(unlessAbsent);
      if (!handle) return "lost";
      await using file = handle;
      return (await hasDigest(file, sha256)) ? "sound" : "damaged";
    },
    // There is no other copy here.
    repair: () => Promise.resolve(false),
    forget: (sha256) => Promise.resolve(void written.delete(sha256)),
    async *list() {
      for (const folder of await readdir(root).catch(() => [])) {
        if (!/^[0-9a-f]{2}$/.test(folder)) continue;
        const names = (await readdir(join(root, folder))).filter((name) => SHA256.test(name));
        for (const batch of inBatches(names, LISTED_AT_A_TIME)) {
          const found = await Promise.all(batch.map((sha256) => find(sha256, pathOf(sha256))));
          yield found.filter((object) => object !== undefined);
        }
      }
    },
    async removePartial(beforeMs) {
      for (const name of await readdir(incoming).catch(() => [])) {
        const path = join(incoming, name);
        const stats = await lstat(path).catch(() => undefined);
        if (stats && stats.mtimeMs < beforeMs) await rm(path, { force: true });
      }
    },
  };
}

/** What is sent at a time; a batch is in memory. */
const BATCH_OBJECTS = 8;
const BATCH_BYTES = 32 * 1024 * 1024;

/** Larger than anything that is put: a store may send more than was asked for. */
export const MAX_OBJECT_BYTES = 256 * 1024 * 1024;

export function* batches(objects: readonly StoredObject[]): Generator<readonly StoredObject[]> {
  let batch: StoredObject[] = [];
  let bytes = 0;
  for (const object of objects) {
    if (batch.length > 0 && (batch.length === BATCH_OBJECTS || bytes + object.size > BATCH_BYTES)) {
      yield batch;
      [batch, bytes] = [[], 0];
    }
    batch.push(object);
    bytes += object.size;
  }
  if (batch.length > 0) yield batch;
}

export const SHA256 = /^[0-9a-f]{64}$/;

const LISTED_AT_A_TIME = 500;

async function find(sha256: string, path: string): Promise<FoundObject | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  return stats && { sha256, size: stats.size, storedAtMs: stats.mtimeMs };
}

/** A file that is put again counts as new for the collector: no row may refer to it yet. @returns Whether it is there. */
async function renew(path: string, size: number): Promise<boolean> {
  if (!(await hasFile(path, size))) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
}

/** Most folders are there. */
async function inFolder<Result>(folder: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    unlessAbsent(error);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return run();
  }
}

async function writeNew(path: string, write: (temporary: FileHandle) => Promise<StoredObject>): Promise<StoredObject> {
  await using temporary = await open(path, "wx", 0o600);
  return await write(temporary);
}

function copy(from: FileHandle, to: FileHandle): Promise<StoredObject> {
  return digestOf(from, (part, at) => to.write(part, 0, part.length, at));
}

async function digestOf(
  file: FileHandle,
  onPart: (part: Buffer, at: number) => Promise<unknown> = () => Promise.resolve(),
): Promise<StoredObject> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let size = 0;
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, size);
    if (bytesRead === 0) return { sha256: hash.digest("hex"), size };
    const part = chunk.subarray(0, bytesRead);
    hash.update(part);
    await onPart(part, size);
    size += bytesRead;
  }
}

export async function hasDigest(file: FileHandle, sha256: string): Promise<boolean> {
  return (await digestOf(file)).sha256 === sha256;
}

/** Each sync of a file waits for the disk: for more than these, one of the whole file system takes less time. */
const SYNCED_ONE_BY_ONE = 200;
const AT_A_TIME = 8;
const MAX_WRITTEN = 200_000;
const SYNC_TIMEOUT_MS = 120_000;

async function eachOf(
  paths: readonly string[],
  signal: AbortSignal | undefined,
  run: (path: string) => Promise<void>,
): Promise<void> {
  for (const batch of inBatches(paths, AT_A_TIME)) {
    signal?.throwIfAborted();
    await settleAll(batch, run);
  }
}

/** Node.js has no name for syncfs(2). @returns Whether it was done; not on a machine without this program. */
async function syncFileSystem(path: string): Promise<boolean> {
  try {
    await promisify(execFile)("sync", ["-f", path], { timeout: SYNC_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

async function syncPath(path: string, sync: (handle: FileHandle) => Promise<void>): Promise<void> {
  await using handle = await open(path, "r");
  await sync(handle);
}

/** @throws {CorruptObject} Without the file then, so that it is put again. */
async function requireSound(sha256: string, path: string): Promise<void> {
  await using handle = await open(path, "r");
  if (await hasDigest(handle, sha256)) return;
  await rm(path, { force: true });
  throw new CorruptObject(sha256);
}

async function hasFile(path: string, size: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isFile() === true && stats.size === size;
}
