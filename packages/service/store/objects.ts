import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";

const CHUNK_BYTES = 64 * 1024;

export interface StoredObject {
  readonly sha256: string;
  readonly size: number;
}

/** Files by the SHA-256 of their bytes, on the local disk. */
export interface ObjectStore {
  /** Stores an open file from its start; bytes that are stored already cost no disk. Durable after `flush`. */
  putFile(handle: FileHandle): Promise<StoredObject>;
  /** Stores bytes from memory; durable after `flush`, as a file is. */
  putBytes(bytes: Uint8Array): Promise<StoredObject>;
  /** Makes everything put so far durable; await it before a row refers to it. */
  flush(): Promise<void>;
  /** Whether the bytes are there, with the right size. */
  has(object: StoredObject): Promise<boolean>;
  /** Opens an object for reading; rejects with ENOENT when it is gone. */
  open(sha256: string): Promise<FileHandle>;
  /** Reads a whole object and checks its digest. @throws {CorruptObject} when the disk holds something else. */
  read(sha256: string): Promise<Buffer>;
  /** Removes an object; one that is gone already is no error. */
  remove(sha256: string): Promise<void>;
}

/** The disk holds other bytes than the ones that were stored. */
export class CorruptObject extends Error {
  readonly code = "corrupt_object";

  constructor(sha256: string) {
    super(`The stored file ${sha256} is damaged; deploy its commit again to restore it.`);
    this.name = "CorruptObject";
  }
}

/** Opens the object store of a data folder. */
export function openObjects(dataDirectory: string): ObjectStore {
  const root = join(dataDirectory, "objects");
  const folderOf = (sha256: string): string => join(root, sha256.slice(0, 2));
  const pathOf = (sha256: string): string => join(folderOf(sha256), sha256);
  let unsynced = new Set<string>();

  async function put(write: (temporary: FileHandle) => Promise<StoredObject>): Promise<StoredObject> {
    const incoming = join(root, "incoming");
    await mkdir(incoming, { recursive: true, mode: 0o700 });
    const temporary = join(incoming, randomUUID());
    try {
      const object = await writeDurably(temporary, write);
      await place(temporary, pathOf(object.sha256), object.size);
      // Also when another put made it: that one may not be flushed yet.
      unsynced.add(folderOf(object.sha256));
      return object;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    async putFile(handle) {
      // Most files of a later build are stored already; what is written is synced, which takes longest by far.
      const object = await digestOf(handle);
      if (!(await renew(pathOf(object.sha256), object.size))) return put((temporary) => copy(handle, temporary));
      unsynced.add(folderOf(object.sha256));
      return object;
    },
    putBytes: (bytes) =>
      put(async (temporary) => {
        await temporary.writeFile(bytes);
        return { sha256: createHash("sha256").update(bytes).digest("hex"), size: bytes.length };
      }),
    async flush() {
      const folders = [root, ...unsynced];
      unsynced = new Set();
      try {
        // A rename is durable once the folder that holds the name is synced.
        for (const folder of folders) await syncFolder(folder);
      } catch (error) {
        for (const folder of folders) unsynced.add(folder);
        throw error;
      }
    },
    has: ({ sha256, size }) => hasFile(pathOf(sha256), size),
    open: (sha256) => open(pathOf(sha256), "r"),
    async read(sha256) {
      await using handle = await open(pathOf(sha256), "r");
      const bytes = await handle.readFile();
      if (createHash("sha256").update(bytes).digest("hex") !== sha256) throw new CorruptObject(sha256);
      return bytes;
    },
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
  };
}

/** Gives bytes their name. */
async function place(temporary: string, path: string, size: number): Promise<void> {
  if (await renew(path, size)) return;
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await rename(temporary, path);
}

/**
 * A file that is put again counts as new for the collector: no row may refer to it yet.
 * @returns Whether it is there.
 */
async function renew(path: string, size: number): Promise<boolean> {
  if (!(await hasFile(path, size))) return false;
  const now = new Date();
  await utimes(path, now, now);
  return true;
}

async function writeDurably(
  path: string,
  write: (temporary: FileHandle) => Promise<StoredObject>,
): Promise<StoredObject> {
  await using temporary = await open(path, "wx", 0o600);
  const object = await write(temporary);
  await temporary.datasync();
  return object;
}

function copy(from: FileHandle, to: FileHandle): Promise<StoredObject> {
  return digestOf(from, (part, at) => to.write(part, 0, part.length, at));
}

/** @param onPart Called with each part of the file, and awaited. */
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

async function syncFolder(path: string): Promise<void> {
  await using handle = await open(path, "r");
  await handle.sync();
}

async function hasFile(path: string, size: number): Promise<boolean> {
  try {
    await using handle = await open(path, "r");
    return (await handle.stat()).size === size;
  } catch {
    return false;
  }
}
