import type { Dirent } from "node:fs";
import { join } from "node:path/posix";
import {
  isLeftOut,
  MANIFEST_PATH,
  MAX_FOLDER_DEPTH,
  MAX_PATH_BYTES,
  type OutputLimits,
  UNSERVED_CHARS,
} from "@greenroom/contract/upload-files";
import { whoRaises } from "../../domain/build-limits.ts";
import { BuildFailure } from "../failure.ts";
import { type LeftOut, MAX_LEFT_OUT } from "./check-site.ts";
import { followInside, type LinkScope } from "./links.ts";
import { close, describeSpecial, type Entry, type Folder } from "./tree.ts";

export interface OutputFile {
  /** Below the output. */
  readonly path: string;
  /** Where it lies in the checkout, without a link in it. */
  readonly at: string;
}

interface ListedFolder extends LinkScope {
  readonly output: Folder;
  /** Where it lies in the checkout, without a link in it. */
  readonly at: string;
}

/**
 * Files sorted by path, without names that begin with a dot, except `.well-known`, and without packages.
 * @throws {BuildFailure} `output_rejected`, `limit_exceeded`
 */
export async function listOutput(
  { output, at, ...scope }: ListedFolder,
  limits: OutputLimits,
): Promise<Pick<Listing, "files" | "leftOut" | "notes">> {
  const listing: Listing = { scope, files: [], leftOut: [], notes: [], limits, linkedFolders: 0 };
  await listFolder({ folder: output, prefix: "", at, way: [at] }, listing);
  listing.files.sort((left, right) => (left.path < right.path ? -1 : 1));
  return listing;
}

interface Level {
  readonly folder: Folder;
  /** Path below the output, empty or with a slash at its end. */
  readonly prefix: string;
  /** Where the folder lies in the checkout. */
  readonly at: string;
  /** The folders that led here, as they lie in the checkout. */
  readonly way: readonly string[];
}

interface Listing {
  readonly scope: LinkScope;
  readonly files: OutputFile[];
  readonly leftOut: LeftOut[];
  readonly notes: string[];
  readonly limits: OutputLimits;
  linkedFolders: number;
}

/** Links can lead to the same folder again and again. */
const MAX_LINKED_FOLDERS = 5_000;
const MAX_NOTES = 20;

async function listFolder(level: Level, listing: Listing): Promise<void> {
  const { folder, prefix, way } = level;
  if (way.length - 1 > MAX_FOLDER_DEPTH) {
    throw rejected(prefix.slice(0, -1), `which lies over ${MAX_FOLDER_DEPTH} folders deep`);
  }
  const entries = await folder.entries().catch((cause: unknown) => {
    throw cause instanceof BuildFailure ? cause : rejected(prefix, "a folder that cannot be read", cause);
  });
  for (const entry of entries) {
    const name = nameOf(entry, prefix);
    const path = `${prefix}${name}`;
    if (isLeftOut(name)) {
      if (name !== MANIFEST_PATH) leaveOut(listing, path, name === "node_modules" ? "packages" : "dot");
      continue;
    }
    const at = join(level.at, name);
    if (UNSERVED_CHARS.test(name)) {
      // A Mac puts `Icon\r` into a folder with an icon.
      noteLeftOut(listing, `The name of ${JSON.stringify(path)} has a control character or backslash: it is left out`);
      continue;
    }
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw rejected(path, `whose path is over ${MAX_PATH_BYTES} bytes`);
    if (entry.isFile()) addFile({ path, at }, listing);
    else if (entry.isSymbolicLink()) await listLink(level, { path, at }, listing);
    else if (!entry.isDirectory()) throw notServed(path, describeSpecial(entry));
    else {
      await using inner = await openInner(folder, entry.name, path);
      await listFolder({ folder: inner, prefix: `${path}/`, at, way: [...way, at] }, listing);
    }
  }
}

function addFile(file: OutputFile, { files, limits }: Listing): void {
  files.push(file);
  if (files.length > limits.files) {
    throw new BuildFailure(
      "limit_exceeded",
      `The output has more than ${limits.files} files. ${whoRaises("outputFiles")}`,
    );
  }
}

/** Lists what a link leads to; one that leads nowhere, or to a folder that it lies in, is left out. */
async function listLink({ way }: Level, { path, at }: OutputFile, listing: Listing): Promise<void> {
  const target = await followInside(listing.scope, at);
  if (target.kind === "outside") throw rejected(path, "which is a symbolic link that leads out of the repository");
  if (target.kind === "special") throw notServed(path, target.what);
  const { found, path: targetPath } = target;
  switch (found.kind) {
    case "missing":
      return leaveOutLink(listing, path, "which leads nowhere");
    case "file":
      await close(found);
      return addFile({ path, at: targetPath }, listing);
    case "folder": {
      await using folder = found.folder;
      const isAround = way.some(
        (each) => targetPath === "." || each === targetPath || each.startsWith(`${targetPath}/`),
      );
      if (isAround) return leaveOutLink(listing, path, "which leads to a folder that it lies in");
      listing.linkedFolders += 1;
      if (listing.linkedFolders > MAX_LINKED_FOLDERS) throw rejected(path, "one link to a folder too many");
      return await listFolder({ folder, prefix: `${path}/`, at: targetPath, way: [...way, targetPath] }, listing);
    }
  }
}

function leaveOut({ leftOut }: Listing, path: string, why: LeftOut["why"]): void {
  const isShown = path.length <= MAX_PATH_BYTES && !UNSERVED_CHARS.test(path);
  if (isShown && leftOut.length < MAX_LEFT_OUT) leftOut.push({ path, why });
}

function leaveOutLink(listing: Listing, path: string, why: string): void {
  leaveOut(listing, path, "link");
  noteLeftOut(listing, `${JSON.stringify(path)} is a link, ${why}: it is left out`);
}

function noteLeftOut({ notes }: Listing, line: string): void {
  if (notes.length < MAX_NOTES) notes.push(line);
}

/** Opens a folder of the output, unless it became something else meanwhile. */
export async function openInner(folder: Folder, name: string | Buffer, path: string): Promise<Folder> {
  const entry = await folder.entry(name);
  if (entry?.kind === "folder") return entry.folder;
  throw await refused(path, entry);
}

/** @param entry What lies where a folder or a file was listed. */
export async function refused(path: string, entry: Entry | undefined): Promise<BuildFailure> {
  await close(entry);
  return entry?.kind === "special" ? notServed(path, entry.what) : rejected(path, "which changed while it was read");
}

export function rejected(path: string, reason: string, cause?: unknown): BuildFailure {
  return new BuildFailure(
    "output_rejected",
    `Change or delete ${JSON.stringify(path)}, ${reason}: the output holds it.`,
    { cause },
  );
}

/** [S24] Only regular files are served: a link could show a file of the machine, a device or pipe hang the service. */
function notServed(path: string, what: string): BuildFailure {
  return rejected(path, `which is ${what}; only regular files are served`);
}

/** A name that is not UTF-8 cannot be requested by a browser. */
function nameOf(entry: Dirent<Buffer>, folder: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(entry.name);
  } catch {
    throw rejected(`${folder}${entry.name.toString("latin1")}`, "whose name is not UTF-8");
  }
}
