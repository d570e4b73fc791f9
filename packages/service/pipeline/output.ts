import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants as zlib, gzip } from "node:zlib";
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
import { BuildFailure } from "./failure.ts";
import type { OutputLimits } from "./limits.ts";

const MAX_PATH_BYTES = 1024;
const MAX_DEPTH = 64;
const STORED_AT_A_TIME = 8;
const MEBIBYTE = 1024 ** 2;

/** Names that are never part of a site. */
const IGNORED_NAMES = new Set(["node_modules", "greenroom.json"]);

/**
 * Lists the files of an output folder.
 * @param root The folder; nothing must be running that changes it.
 * @returns Paths below the root, sorted; names that begin with a dot are left out, except `.well-known`.
 * @throws {BuildFailure} `output_rejected` or `limit_exceeded`.
 */
export async function listOutput(root: string, limits: OutputLimits): Promise<string[]> {
  const paths: string[] = [];
  const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder.path), { withFileTypes: true, encoding: "buffer" })) {
      const name = nameOf(entry, folder.path);
      if (IGNORED_NAMES.has(name) || (name.startsWith(".") && name !== ".well-known")) continue;
      const path = `${folder.path}${name}`;
      const reason = specialFile(entry);
      if (reason !== undefined) throw rejected(path, reason);
      if (/[\u0000-\u001f\u007f\\]/.test(name)) throw rejected(path, "whose name has a control character or backslash");
      if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw rejected(path, `whose path is over ${MAX_PATH_BYTES} bytes`);
      if (entry.isFile()) paths.push(path);
      else if (folder.depth < MAX_DEPTH) folders.push({ path: `${path}/`, depth: folder.depth + 1 });
      else throw rejected(path, `which lies over ${MAX_DEPTH} folders deep`);
      if (paths.length > limits.files) {
        throw new BuildFailure("limit_exceeded", `The output has more than ${limits.files} files.`);
      }
    }
  }
  return paths.sort();
}

function rejected(path: string, reason: string): BuildFailure {
  return new BuildFailure("output_rejected", `The output holds ${JSON.stringify(path)}, ${reason}.`);
}

/** A name that is not UTF-8 cannot be requested by a browser. */
function nameOf(entry: Dirent<Buffer>, folder: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(entry.name);
  } catch {
    throw rejected(`${folder}${entry.name.toString("latin1")}`, "whose name is not UTF-8");
  }
}

/** [S24] Only regular files are served: a link could show a file of the machine, a device or pipe hang the service. */
function specialFile(entry: Dirent<Buffer>): string | undefined {
  if (entry.isFile() || entry.isDirectory()) return undefined;
  if (entry.isSymbolicLink()) return "which is a symbolic link; only regular files are served";
  if (entry.isSocket()) return "which is a socket; only regular files are served";
  if (entry.isFIFO()) return "which is a named pipe; only regular files are served";
  return "which is a device; only regular files are served";
}

/**
 * Stores the files of an output folder by digest.
 * @param paths As `listOutput` gave them.
 * @returns The files in the same order.
 * @throws {BuildFailure} `output_rejected` or `limit_exceeded`.
 */
export async function storeOutput(
  { root, paths, limits }: { readonly root: string; readonly paths: readonly string[]; readonly limits: OutputLimits },
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  let totalBytes = 0;
  for (let start = 0; start < paths.length; start += STORED_AT_A_TIME) {
    signal.throwIfAborted();
    const stored = await Promise.all(
      paths.slice(start, start + STORED_AT_A_TIME).map((path) => storeFile({ root, path, limits }, objects)),
    );
    for (const file of stored) totalBytes += file.size;
    if (totalBytes > limits.totalBytes) {
      const most = Math.round(limits.totalBytes / MEBIBYTE);
      throw new BuildFailure("limit_exceeded", `The output is larger than ${most} MiB.`);
    }
    files.push(...stored);
  }
  await objects.flush();
  return files;
}

async function storeFile(
  { root, path, limits }: { readonly root: string; readonly path: string; readonly limits: OutputLimits },
  objects: ObjectStore,
): Promise<ListedFile> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using handle = await open(join(root, path), flags).catch((cause: unknown) => {
    throw new BuildFailure("output_rejected", `The output file ${JSON.stringify(path)} cannot be read.`, { cause });
  });
  const stat = await handle.stat();
  if (!stat.isFile()) throw rejected(path, "which is not a regular file");
  if (stat.nlink > 1) throw rejected(path, "which is a hard link; copy the file instead");
  if (stat.size > limits.fileBytes) {
    const most = Math.round(limits.fileBytes / MEBIBYTE);
    throw new BuildFailure("limit_exceeded", `The output file ${JSON.stringify(path)} is larger than ${most} MiB.`);
  }
  return { path, ...(await objects.putFile(handle)) };
}

/** Levels that cost a build about 50 ms a mebibyte; the best ones save 2 % more and cost five times as much. */
const BROTLI_QUALITY = 6;
const GZIP_LEVEL = 6;

/** Compressed at a time: zlib works beside the event loop, on the threads that file access needs too. */
const COMPRESSED_AT_A_TIME = 2;

/** Bytes of one deployment that are compressed; what is over it is served as it is. */
const MAX_COMPRESSED_BYTES = 256 * MEBIBYTE;

/** Less saved than this is not worth a second copy. */
const WORTHWHILE = 0.95;

const compressors: Readonly<Record<Encoding, (bytes: Buffer) => Promise<Buffer>>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length },
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
  for (let start = 0; start < compressible.length; start += COMPRESSED_AT_A_TIME) {
    signal.throwIfAborted();
    const batch = compressible.slice(start, start + COMPRESSED_AT_A_TIME);
    const variants = await Promise.all(batch.map((file) => compressFile(file, known.get(file.sha256) ?? {}, objects)));
    made.push(...variants.flat());
  }
  if (made.length > 0) await objects.flush();
  return made;
}

/** Each content once, up to the limit. */
function withinBudget(files: readonly ListedFile[]): StoredObject[] {
  const chosen = new Map<string, StoredObject>();
  let bytes = 0;
  for (const { sha256, size } of files) {
    if (chosen.has(sha256) || bytes + size > MAX_COMPRESSED_BYTES) continue;
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
