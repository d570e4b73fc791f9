import { createHash } from "node:crypto";
import { constants, type Dirent } from "node:fs";
import { type FileHandle, lstat, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  isLeftOut,
  MANIFEST_PATH,
  MAX_FOLDER_DEPTH,
  MAX_LIST_BYTES,
  MAX_PATH_BYTES,
  OUTPUT_LIMITS,
  type OutputLimits,
  UNSERVED_CHARS,
  type UploadEntry,
  writeUploadList,
} from "@greenroom/contract/upload-files";
import { abortedError, ClientError } from "./errors.ts";

export interface PrebuiltFolder {
  readonly path: string;
  readonly files: readonly UploadEntry[];
  readonly list: string;
  readonly prebuilt: { readonly sha256: string; readonly files: number; readonly bytes: number };
}

const READ_AT_A_TIME = 8;
const CHUNK_BYTES = 256 * 1024;
const MEBIBYTE = 1024 ** 2;

/**
 * Reads a folder that another program built: its files with their SHA-256, by the rules of what builds write.
 * @throws {ClientError} `folder_rejected`, with what to correct; `aborted`
 */
export async function readFolder(
  path: string,
  { signal, limits = OUTPUT_LIMITS }: { readonly signal?: AbortSignal; readonly limits?: OutputLimits } = {},
): Promise<PrebuiltFolder> {
  const root = await lstat(path).catch((cause: unknown) => {
    throw rejected(`There is no folder '${path}'`, "Build first, or correct the path.", cause);
  });
  if (!root.isDirectory()) {
    const what = root.isSymbolicLink() ? "a symbolic link" : "no folder";
    throw rejected(`'${path}' is ${what}`, "Name the folder itself.");
  }
  const paths: string[] = [];
  for await (const below of filesBelow(path, "", signal)) {
    if (paths.push(below) <= limits.files) continue;
    throw rejected(`The folder has more than ${limits.files} files`, "Make it smaller.");
  }
  if (!paths.some((each) => each !== MANIFEST_PATH)) {
    throw rejected(`The folder '${path}' has no files`, "Build first, or correct the path.");
  }
  const files: UploadEntry[] = [];
  let bytes = 0;
  for (let start = 0; start < paths.length; start += READ_AT_A_TIME) {
    throwIfAborted(signal);
    const batch = paths.slice(start, start + READ_AT_A_TIME);
    const read = await Promise.all(batch.map((each) => digestFile(path, each, limits)));
    for (const file of read) bytes += file.size;
    if (bytes > limits.totalBytes) {
      throw rejected(
        `The folder '${path}' is larger than ${Math.round(limits.totalBytes / MEBIBYTE)} MiB`,
        "Make it smaller.",
      );
    }
    files.push(...read);
  }
  const list = writeUploadList(files);
  if (Buffer.byteLength(list) > MAX_LIST_BYTES) throw rejected("The paths of the files are too long", "Shorten them.");
  const sha256 = createHash("sha256").update(list).digest("hex");
  return { path, files, list, prebuilt: { sha256, files: files.length, bytes } };
}

/** Reads a file of a folder again; throws `folder_rejected` when it is not as it was. */
export async function readFileOf(folder: PrebuiltFolder, file: UploadEntry): Promise<Buffer> {
  const handle = await openRegular(folder.path, file.path);
  try {
    const bytes = Buffer.alloc(file.size + 1);
    let have = 0;
    for (;;) {
      const { bytesRead } = await handle.read(bytes, have, bytes.length - have, have);
      have += bytesRead;
      if (bytesRead === 0 || have > file.size) break;
    }
    const content = bytes.subarray(0, file.size);
    if (have !== file.size || createHash("sha256").update(content).digest("hex") !== file.sha256) {
      throw changed(file.path);
    }
    return content;
  } finally {
    await handle.close();
  }
}

/** @param prefix Path below the root, empty or with a slash at its end. */
async function* filesBelow(root: string, prefix: string, signal: AbortSignal | undefined): AsyncGenerator<string> {
  throwIfAborted(signal);
  const options = { withFileTypes: true, encoding: "buffer" } as const;
  const entries = await readdir(join(root, prefix), options).catch((cause: unknown) => {
    throw holds(prefix, "a folder that cannot be read", cause);
  });
  for (const entry of entries) {
    const name = nameOf(entry, prefix);
    const below = `${prefix}${name}`;
    if (isLeftOut(name) && below !== MANIFEST_PATH) continue;
    if (!entry.isDirectory() && !entry.isFile()) {
      throw holds(below, `which is ${describe(entry)}; only regular files are uploaded`);
    }
    if (UNSERVED_CHARS.test(name)) throw holds(below, "whose name has a control character or backslash");
    if (Buffer.byteLength(below) > MAX_PATH_BYTES) throw holds(below, `whose path is over ${MAX_PATH_BYTES} bytes`);
    if (entry.isDirectory()) {
      const isTooDeep = below.split("/").length > MAX_FOLDER_DEPTH;
      if (isTooDeep) throw holds(below, `which lies over ${MAX_FOLDER_DEPTH} folders deep`);
      yield* filesBelow(root, `${below}/`, signal);
    } else yield below;
  }
}

function nameOf(entry: Dirent<Buffer>, prefix: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(entry.name);
  } catch {
    throw holds(`${prefix}${entry.name.toString("latin1")}`, "whose name is not UTF-8");
  }
}

function describe(entry: Dirent<Buffer>): string {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isFIFO()) return "a named pipe";
  return entry.isSocket() ? "a socket" : "a device";
}

/** Never waits for a named pipe, and follows no link, whatever has become of the file since it was listed. */
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

async function openRegular(root: string, path: string): Promise<FileHandle> {
  const handle = await open(join(root, ...path.split("/")), FLAGS).catch((cause: unknown) => {
    throw holds(path, "a file that cannot be read", cause);
  });
  const stats = await handle.stat();
  if (stats.isFile() && stats.nlink <= 1) return handle;
  await handle.close();
  throw stats.isFile() ? holds(path, "which is a hard link; copy the file instead") : changed(path);
}

async function digestFile(root: string, path: string, limits: OutputLimits): Promise<UploadEntry> {
  const handle = await openRegular(root, path);
  try {
    const hash = createHash("sha256");
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    let size = 0;
    for (;;) {
      const { bytesRead } = await handle.read(chunk, 0, CHUNK_BYTES, size);
      if (bytesRead === 0) return { path, sha256: hash.digest("hex"), size };
      size += bytesRead;
      if (size > limits.fileBytes) {
        throw holds(path, `which is larger than ${Math.round(limits.fileBytes / MEBIBYTE)} MiB`);
      }
      hash.update(chunk.subarray(0, bytesRead));
    }
  } finally {
    await handle.close();
  }
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw abortedError(signal, false);
}

function rejected(message: string, hint: string, cause?: unknown): ClientError {
  return new ClientError({ kind: "invalid", code: "folder_rejected", message, hint, cause });
}

function holds(path: string, reason: string, cause?: unknown): ClientError {
  return rejected(`The folder holds ${JSON.stringify(path)}, ${reason}`, "Correct it, then deploy again.", cause);
}

function changed(path: string): ClientError {
  const message = `The file ${JSON.stringify(path)} changed while the folder was uploaded`;
  return rejected(message, "Wait until the build has ended, then deploy again.");
}
