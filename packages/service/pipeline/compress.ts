import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Database } from "../store/database.ts";
import type { ListedFile } from "../store/file-lists.ts";
import type { ObjectStore, StoredObject } from "../store/objects.ts";
import {
  type Encoding,
  ENCODINGS,
  isCompressible,
  readVariants,
  type Variant,
  type Variants,
} from "../store/variants.ts";

/** Levels that cost a build about 50 ms a mebibyte; the best ones save 2 % more and cost five times as much. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

/** Compressed at a time: zlib works beside the event loop, on threads that reading and writing files needs too. */
const AT_A_TIME = 2;

/** Bytes of one deployment that are compressed; what is over it is served as it is. */
const MOST_TOTAL_BYTES = 256 * 1024 * 1024;

/** Less saved than this is not worth a second copy. */
const WORTHWHILE = 0.95;

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: GZIP_LEVEL }),
};

/**
 * Compresses the files of a deployment, once for all deployments that hold the same file.
 * @returns The variants that are not in the database yet; their objects are on the disk.
 */
export async function compressFiles(
  files: readonly ListedFile[],
  { db, objects, signal }: { readonly db: Database; readonly objects: ObjectStore; readonly signal: AbortSignal },
): Promise<Variant[]> {
  const compressible = withinBudget(files.filter(({ path, size }) => isCompressible(path, size)));
  const known = await readVariants(
    db,
    compressible.map(({ sha256 }) => sha256),
  );
  const made: Variant[] = [];
  for (let start = 0; start < compressible.length; start += AT_A_TIME) {
    signal.throwIfAborted();
    const batch = compressible.slice(start, start + AT_A_TIME);
    const variants = await Promise.all(batch.map((file) => compressFile(file, known.get(file.sha256) ?? {}, objects)));
    made.push(...variants.flat());
  }
  if (made.length > 0) await objects.flush();
  return made;
}

/** Each content once, as many as the bound allows. */
function withinBudget(files: readonly ListedFile[]): StoredObject[] {
  const chosen = new Map<string, StoredObject>();
  let bytes = 0;
  for (const { sha256, size } of files) {
    if (chosen.has(sha256) || bytes + size > MOST_TOTAL_BYTES) continue;
    chosen.set(sha256, { sha256, size });
    bytes += size;
  }
  return [...chosen.values()];
}

async function compressFile({ sha256, size }: StoredObject, known: Variants, objects: ObjectStore): Promise<Variant[]> {
  const missing: Encoding[] = [];
  for (const encoding of ENCODINGS) {
    const variant = known[encoding];
    // One that was lost from the disk is made again, as a lost file is when it is deployed again.
    if (variant === undefined || (variant !== null && !(await objects.has(variant)))) missing.push(encoding);
  }
  if (missing.length === 0) return [];
  const bytes = await objects.read(sha256);
  const made: Variant[] = [];
  for (const encoding of missing) {
    const compressed = await compressors[encoding](bytes);
    const encoded = compressed.length < size * WORTHWHILE ? await objects.putBytes(compressed) : null;
    made.push({ sha256, encoding, encoded });
  }
  return made;
}
