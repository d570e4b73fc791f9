import { constants, type Dirent } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { join } from "node:path";
import type { ListedFile } from "../store/file-lists.ts";
import type { ObjectStore } from "../store/objects.ts";
import { BuildFailure } from "./failure.ts";

/** Bounds of what one deployment may serve. */
export interface OutputBounds {
  readonly files: number;
  readonly fileBytes: number;
  readonly totalBytes: number;
}

/** What a deployment may serve unless an operator says otherwise. */
export const OUTPUT_BOUNDS: OutputBounds = {
  files: 20_000,
  fileBytes: 25 * 1024 * 1024,
  totalBytes: 1024 ** 3,
};

const MAX_PATH_BYTES = 1024;
const MAX_DEPTH = 64;
const COPIES_AT_A_TIME = 8;
const MEBIBYTE = 1024 * 1024;

/** Names that are no part of a site wherever they lie. */
const LEFT_OUT = new Set(["node_modules", "greenroom.json"]);

function rejected(path: string, why: string): BuildFailure {
  return new BuildFailure("output_rejected", `The output holds ${JSON.stringify(path)}, ${why}.`);
}

/** A name as text; a name in no encoding cannot be asked for by a browser. */
function nameOf(entry: Dirent<Buffer>, folder: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(entry.name);
  } catch {
    throw rejected(`${folder}${entry.name.toString("latin1")}`, "whose name is not UTF-8");
  }
}

/** [S24] Only regular files are served: a link could show a file of the machine, a device or pipe hang the service. */
function kindOf(entry: Dirent<Buffer>): string | undefined {
  if (entry.isFile() || entry.isDirectory()) return undefined;
  if (entry.isSymbolicLink()) return "which is a symbolic link; only regular files are served";
  if (entry.isSocket()) return "which is a socket; only regular files are served";
  if (entry.isFIFO()) return "which is a named pipe; only regular files are served";
  return "which is a device; only regular files are served";
}

/**
 * Lists the files of an output folder.
 * @param root The folder; nothing may be running that could change it.
 * @returns Paths below the root, sorted; names that begin with a dot are left out, except `.well-known`.
 * @throws {BuildFailure} `output_rejected` or `limit_exceeded`.
 */
export async function listOutput(root: string, bounds: OutputBounds): Promise<string[]> {
  const paths: string[] = [];
  const folders: { path: string; depth: number }[] = [{ path: "", depth: 0 }];
  for (let folder = folders.pop(); folder; folder = folders.pop()) {
    for (const entry of await readdir(join(root, folder.path), { withFileTypes: true, encoding: "buffer" })) {
      const name = nameOf(entry, folder.path);
      if (LEFT_OUT.has(name) || (name.startsWith(".") && name !== ".well-known")) continue;
      const path = `${folder.path}${name}`;
      const why = kindOf(entry);
      if (why !== undefined) throw rejected(path, why);
      if (/[\u0000-\u001f\u007f\\]/.test(name)) throw rejected(path, "whose name has a control character or backslash");
      if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw rejected(path, `whose path is over ${MAX_PATH_BYTES} bytes`);
      if (entry.isFile()) paths.push(path);
      else if (folder.depth < MAX_DEPTH) folders.push({ path: `${path}/`, depth: folder.depth + 1 });
      else throw rejected(path, `which lies over ${MAX_DEPTH} folders deep`);
      if (paths.length > bounds.files) {
        throw new BuildFailure("limit_exceeded", `The output has more than ${bounds.files} files.`);
      }
    }
  }
  return paths.sort();
}

/**
 * Stores the files of an output folder by digest.
 * @param paths As `listOutput` gave them.
 * @returns The files in the same order.
 * @throws {BuildFailure} `output_rejected`, `limit_exceeded` or `storage_exhausted`.
 */
export async function storeOutput(
  { root, paths, bounds }: { readonly root: string; readonly paths: readonly string[]; readonly bounds: OutputBounds },
  objects: ObjectStore,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const files: ListedFile[] = [];
  let totalBytes = 0;
  for (let start = 0; start < paths.length; start += COPIES_AT_A_TIME) {
    signal.throwIfAborted();
    const stored = await Promise.all(
      paths.slice(start, start + COPIES_AT_A_TIME).map((path) => storeFile({ root, path, bounds }, objects)),
    );
    for (const file of stored) totalBytes += file.size;
    if (totalBytes > bounds.totalBytes) {
      const most = Math.round(bounds.totalBytes / MEBIBYTE);
      throw new BuildFailure("limit_exceeded", `The output is larger than ${most} MiB.`);
    }
    files.push(...stored);
  }
  await objects.flush();
  return files;
}

async function storeFile(
  { root, path, bounds }: { readonly root: string; readonly path: string; readonly bounds: OutputBounds },
  objects: ObjectStore,
): Promise<ListedFile> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  await using handle = await open(join(root, path), flags).catch((cause: unknown) => {
    throw new BuildFailure("output_rejected", `The output file ${JSON.stringify(path)} cannot be read.`, { cause });
  });
  const stat = await handle.stat();
  if (!stat.isFile()) throw rejected(path, "which is not a regular file");
  if (stat.nlink > 1) throw rejected(path, "which is a hard link; copy the file instead");
  if (stat.size > bounds.fileBytes) {
    const most = Math.round(bounds.fileBytes / MEBIBYTE);
    throw new BuildFailure("limit_exceeded", `The output file ${JSON.stringify(path)} is larger than ${most} MiB.`);
  }
  try {
    return { path, ...(await objects.putFile(handle)) };
  } catch (cause) {
    if (hasCode(cause, "ENOSPC")) {
      throw new BuildFailure("storage_exhausted", "The service's disk is full.", { cause });
    }
    throw cause;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
