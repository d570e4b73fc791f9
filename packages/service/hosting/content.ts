import { createHash } from "node:crypto";
import type { FileHandle } from "node:fs/promises";
import { CorruptObject, type ObjectStore, type StoredObject } from "../store/files/objects.ts";

const SMALL_BYTES = 256 * 1024;
const MAX_VERIFIED = 100_000;
const CHUNK_BYTES = 256 * 1024;

/** The bytes of an object, checked against their digest. */
export type Content =
  | { readonly kind: "memory"; readonly bytes: Buffer }
  /** The caller closes it. */
  | { readonly kind: "disk"; readonly handle: FileHandle };

/** @throws {CorruptObject} When the disk holds something else. */
export type ReadContent = (object: StoredObject) => Promise<Content>;

/** Verifies a large object once a process. */
export function createContentReader(objects: ObjectStore): ReadContent {
  const verified = new Set<string>();

  return async ({ sha256, size }) => {
    if (size <= SMALL_BYTES) return { kind: "memory", bytes: await objects.read(sha256) };
    const handle = await objects.open(sha256);
    try {
      if (!verified.has(sha256)) {
        await verify(handle, sha256);
        if (verified.size >= MAX_VERIFIED) verified.clear();
        verified.add(sha256);
      }
      return { kind: "disk", handle };
    } catch (error) {
      await handle.close();
      if (error instanceof CorruptObject) await objects.forget(sha256);
      throw error;
    }
  };
}

async function verify(handle: FileHandle, sha256: string): Promise<void> {
  const hash = createHash("sha256");
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  for (let position = 0; ;) {
    const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, position);
    if (bytesRead === 0) break;
    hash.update(chunk.subarray(0, bytesRead));
    position += bytesRead;
  }
  if (hash.digest("hex") !== sha256) throw new CorruptObject(sha256);
}
