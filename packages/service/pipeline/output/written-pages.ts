import { closeSync, constants, lstatSync, opendirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path/posix";
import { MAX_NAMES, O_FOLDER } from "./tree.ts";

/** Folders that hold no site, although pages lie in them: packages, and reports of tests. */
const OTHER_FOLDERS = /^(?:node_modules|bower_components|vendor|coverage|.*-?reports?|test-results|cache|tmp)$/;

/** Dot folders that builds write pages into. */
const DOT_FOLDERS: ReadonlySet<string> = new Set([".vitepress", ".vuepress", ".output", ".vercel"]);

const MAX_DEPTH = 8;
const MAX_FOLDERS = 20_000;
const MAX_PAGE_FOLDERS = 200;

export interface PageFolder {
  /** Relative to the folder that was searched; "." for itself. */
  readonly path: string;
  readonly written: "index.html" | "other files" | "nothing";
}

interface PagesQuestion {
  /** Path of the open checkout. */
  readonly folder: string;
  /** Time of the instant before the first command, by the clock that the kernel gives files. */
  readonly sinceNs: bigint;
  /** Folder of the site, relative to the checkout. */
  readonly root: string;
  /** Folders to tell more of, relative to the checkout, without a link in them. */
  readonly named: readonly string[];
}

interface WrittenPages {
  readonly pages: readonly PageFolder[];
  /** Those of `named` in which a file was written. */
  readonly named: readonly string[];
}

/** Programs can set the time of a file's last writing, but not that of its last change of any kind. [inode(7)] */
export function findPages({ folder, sinceNs, root, named }: PagesQuestion): WrittenPages {
  const pages: { readonly path: string; written: PageFolder["written"] }[] = [];
  let folders = 0;
  const look = ({ open, path, depth }: Level, above: (typeof pages)[number] | undefined): void => {
    if (depth > MAX_DEPTH || (folders += 1) > MAX_FOLDERS || pages.length >= MAX_PAGE_FOLDERS) return;
    withEntries(open, (entries, at) => {
      const isNew = (name: string): boolean => isWrittenSince(join(at, name), sinceNs);
      let page = above;
      if (entries.some((entry) => entry.name === "index.html" && entry.isFile())) {
        page = { path, written: isNew("index.html") ? "index.html" : "nothing" };
        pages.push(page);
        // What lies below the folder of a built site is part of it.
        if (page.written === "index.html" && path !== root) return;
      }
      if (page?.written === "nothing" && entries.some((entry) => entry.isFile() && isNew(entry.name))) {
        page.written = "other files";
      }
      for (const { name, path: below } of inner(entries, path))
        look({ open: join(at, name), path: below, depth: depth + 1 }, page);
    });
  };
  const holdsNew = ({ open, path, depth }: Level): boolean => {
    let isFound = false;
    if (depth > MAX_DEPTH || (folders += 1) > MAX_FOLDERS) return false;
    withEntries(open, (entries, at) => {
      isFound =
        entries.some((entry) => entry.isFile() && isWrittenSince(join(at, entry.name), sinceNs)) ||
        inner(entries, path).some(({ name, path: below }) =>
          holdsNew({ open: join(at, name), path: below, depth: depth + 1 }),
        );
    });
    return isFound;
  };
  look({ open: `${folder}/.`, path: ".", depth: 0 }, undefined);
  folders = 0;
  return { pages, named: named.filter((path) => holdsNew({ open: join(folder, path, "."), path, depth: 0 })) };
}

interface Level {
  readonly open: string;
  readonly path: string;
  readonly depth: number;
}

function inner(entries: readonly Entry[], path: string): readonly { readonly name: string; readonly path: string }[] {
  const folders = entries.filter((entry) => entry.isDirectory() && isSearched(entry.name));
  return folders.map(({ name }) => ({ name, path: join(path, name) }));
}

function isWrittenSince(path: string, sinceNs: bigint): boolean {
  try {
    return lstatSync(path, { bigint: true }).ctimeNs > sinceNs;
  } catch {
    return false;
  }
}

function isSearched(name: string): boolean {
  if (name.startsWith(".")) return DOT_FOLDERS.has(name);
  return !OTHER_FOLDERS.test(name);
}

/** Reads a folder without following a link; one that cannot be read, or is too large, holds nothing. */
function withEntries(path: string, read: (entries: readonly Entry[], at: string) => void): void {
  let opened: number | undefined;
  try {
    opened = openSync(path, constants.O_RDONLY | O_FOLDER);
    const at = `/proc/self/fd/${opened}`;
    if (hasFewNames(`${at}/`)) read(readdirSync(`${at}/`, { withFileTypes: true }), at);
  } catch {
    // It was removed, or belongs to another account.
  } finally {
    if (opened !== undefined) closeSync(opened);
  }
}

function hasFewNames(path: string): boolean {
  using listing = opendirSync(path, { bufferSize: 1_000 });
  let names = 0;
  while (names <= MAX_NAMES && listing.readSync() !== null) names += 1;
  return names <= MAX_NAMES;
}

type Entry = { readonly name: string; isFile(): boolean; isDirectory(): boolean };
