import { constants, type Dirent, type Stats } from "node:fs";
import { type FileHandle, open, opendir, readdir } from "node:fs/promises";
import { posix } from "node:path";
import { errorCode } from "@greenroom/contract/coded-error";
import { BuildFailure } from "../failure.ts";

/**
 * Folders that hostile code can write to. A path would be resolved again with every use, through folders that may have
 * been replaced meanwhile. So the first folder is opened before such code runs, and what is below it one name at a time
 * from the folder that is open, without following a link. [openat(2); /proc/PID/fd in proc(5)]
 */

/** A name that is not UTF-8 is bytes. */
type Name = string | Buffer;

/** A folder that is open; it stays the same one, wherever it is moved and whatever takes its place. */
export interface Folder extends AsyncDisposable {
  /** A path that always leads to this folder, for as long as it is open. */
  readonly path: string;
  /** @throws {Error} When the service is not allowed to read it, {BuildFailure} `limit_exceeded` when it is too large. */
  entries(): Promise<Dirent<Buffer>[]>;
  entry(name: Name): Promise<Entry | undefined>;
}

/** A regular file, not yet opened to be read: that alone can have effects. */
export interface File extends AsyncDisposable {
  readonly stats: Stats;
  /** @throws {Error} When the service is not allowed to read it. */
  read(): Promise<FileHandle>;
}

export type Entry =
  | { readonly kind: "folder"; readonly folder: Folder }
  | { readonly kind: "file"; readonly file: File }
  | Special;

interface Special {
  readonly kind: "special";
  readonly what: "a symbolic link" | "a socket" | "a named pipe" | "a device" | "not readable";
}

/** Says which file is meant without opening it to be read or written. Node.js has no name for it. [open(2)] */
export const O_PATH = 0o10_000_000;

/** Opens a folder itself, never what a link in its place leads to. */
export const O_FOLDER = constants.O_DIRECTORY | constants.O_NOFOLLOW;

/** @param path One that hostile code cannot have changed. @throws {Error} When it is no folder. */
export async function openFolder(path: string): Promise<Folder> {
  return asFolder(await open(path, O_PATH | O_FOLDER));
}

function asFolder(handle: FileHandle): Folder {
  const path = selfPath(handle);
  return {
    path,
    async entries() {
      await requireFewNames(path);
      return await readdir(path, { withFileTypes: true, encoding: "buffer" });
    },
    async entry(name) {
      try {
        return await asEntry(await open(below(path, name), O_PATH | constants.O_NOFOLLOW));
      } catch (error) {
        if (isCode(error, "ENOENT", "ENAMETOOLONG")) return undefined;
        if (isCode(error, "EACCES")) return { kind: "special", what: "not readable" };
        throw error;
      }
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** More than a deployment may have files. A million names in memory take a gigabyte, and to read them stops the service. */
export const MAX_NAMES = 65_536;

async function requireFewNames(path: string): Promise<void> {
  await using listing = await opendir(path, { bufferSize: 1_000 });
  for (let names = 0; (await listing.read()) !== null; names += 1) {
    if (names < MAX_NAMES) continue;
    throw new BuildFailure("limit_exceeded", `A folder holds more than ${MAX_NAMES} files and folders; divide it.`);
  }
}

const selfPath = ({ fd }: FileHandle): string => `/proc/self/fd/${fd}`;

function below(folder: string, name: Name): Buffer {
  const bytes = Buffer.from(name);
  if (bytes.includes("/") || ["", ".", ".."].includes(bytes.toString("latin1"))) {
    throw new TypeError(`${JSON.stringify(String(name))} is not the name of an entry.`);
  }
  return Buffer.concat([Buffer.from(`${folder}/`), bytes]);
}

async function asEntry(handle: FileHandle): Promise<Entry> {
  try {
    const stats = await handle.stat();
    if (stats.isDirectory()) return { kind: "folder", folder: asFolder(handle) };
    if (stats.isFile()) return { kind: "file", file: asFile(handle, stats) };
    await handle.close();
    return { kind: "special", what: describeSpecial(stats) };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function asFile(handle: FileHandle, stats: Stats): File {
  return {
    stats,
    read: () => open(selfPath(handle), constants.O_RDONLY | constants.O_NONBLOCK),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

export function describeSpecial(
  entry: Pick<Stats, "isSymbolicLink" | "isSocket" | "isFIFO">,
): Exclude<Special["what"], "not readable"> {
  if (entry.isSymbolicLink()) return "a symbolic link";
  if (entry.isSocket()) return "a socket";
  if (entry.isFIFO()) return "a named pipe";
  return "a device";
}

function isCode(error: unknown, ...codes: readonly string[]): boolean {
  return codes.some((code) => code === errorCode(error));
}

/** What lies at the end of a path, or what keeps it from being followed. */
export type LookupResult = Exclude<Entry, Special> | (Special & { readonly at: string }) | { readonly kind: "missing" };

/** @param path Relative, with slashes; one that leads out of the folder leads nowhere. */
export async function find(from: Folder, path: string): Promise<LookupResult> {
  const normal = posix.normalize(path);
  const names = normal.split("/").filter((name) => name !== "" && name !== ".");
  if (posix.isAbsolute(normal) || names[0] === ".." || normal.includes("\0")) return { kind: "missing" };
  let found: Exclude<Entry, Special> = { kind: "folder", folder: await openAgain(from) };
  for (const [index, name] of names.entries()) {
    if (found.kind === "file") {
      await found.file[Symbol.asyncDispose]();
      return { kind: "missing" };
    }
    await using parent: Folder = found.folder;
    const entry = await parent.entry(name);
    if (entry === undefined) return { kind: "missing" };
    if (entry.kind === "special") return { ...entry, at: names.slice(0, index + 1).join("/") };
    found = entry;
  }
  return found;
}

/** The caller closes it. */
export async function findFolder(from: Folder, path: string): Promise<Folder | undefined> {
  const found = await find(from, path);
  if (found.kind === "folder") return found.folder;
  await close(found);
  return undefined;
}

/** The caller closes it. */
export async function findFile(from: Folder, path: string): Promise<File | undefined> {
  const found = await find(from, path);
  if (found.kind === "file") return found.file;
  await close(found);
  return undefined;
}

export async function close(found: LookupResult | Entry | undefined): Promise<void> {
  if (found?.kind === "folder") await found.folder[Symbol.asyncDispose]();
  if (found?.kind === "file") await found.file[Symbol.asyncDispose]();
}

async function openAgain({ path }: Folder): Promise<Folder> {
  return asFolder(await open(path, O_PATH | constants.O_DIRECTORY));
}
