import {
  type BigIntStats,
  closeSync,
  constants,
  lstatSync,
  lutimesSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  statfsSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { O_FOLDER } from "../output/tree.ts";
import { MAX_DEPTH, orElse } from "../sandbox/disk-use.ts";

/**
 * What a step of a build did to files. A program can give a file any time of reading and writing, but not the time of
 * its last change of any kind (ctime), which the kernel takes from its own clock: also for a new name, another owner, a
 * write through memory, and for setting the other two times. [inode(7)]
 */

type Kind = "folder" | "file" | "link";

export type Listing = ReadonlyMap<string, Kind>;

interface Before {
  readonly kind: Kind;
  readonly ino: bigint;
  readonly ctimeNs: bigint;
}

/** By path. */
export type Befores = ReadonlyMap<string, Before>;

/** @returns Undefined when there are more entries, or some that cannot be listed. */
export function listFiles(question: { readonly folder: string; readonly maxEntries: number }): Listing | undefined {
  const listing = new Map<string, Kind>();
  const list = (folder: string, prefix: string, depth: number): boolean =>
    depth <= MAX_DEPTH &&
    eachEntry(folder, (name, at) => {
      const kind = kindOf(statOf(at));
      if (kind === undefined || listing.size >= question.maxEntries) return false;
      listing.set(prefix + name, kind);
      return kind !== "folder" || list(at, `${prefix}${name}/`, depth + 1);
    });
  return orElse(() => (list(question.folder, "", 0) ? listing : undefined), undefined);
}

interface Checkout {
  /** No hostile code has run in it. */
  readonly folder: string;
  readonly listing: Listing;
}

/**
 * Makes the next reading of each file show: the kernel notes the time of a reading when the last one is older than the
 * file's last change. [mount(8), relatime]
 */
export function forgetReads({ folder, listing }: Checkout): Befores | undefined {
  return orElse(() => {
    const befores = new Map<string, Before>();
    for (const [path, kind] of listing) {
      const at = `${folder}/${path}`;
      if (kind !== "folder") lutimesSync(at, 0, lstatSync(at).mtimeMs / 1000);
      const { ino, ctimeNs } = statOf(at);
      befores.set(path, { kind, ino, ctimeNs });
    }
    return befores;
  }, undefined);
}

interface InstallQuestion {
  readonly folder: string;
  readonly befores: Befores;
  /** Files it may read. */
  readonly named: ReadonlySet<string>;
}

export type InstallEffects =
  /** Nothing else was read, and nothing changed: these are new. */
  | { readonly kind: "added"; readonly paths: readonly string[] }
  | { readonly kind: "other"; readonly did: "read" | "changed" | "left"; readonly path: string };

/** Finds out what an install step did to a checkout since `forgetReads`; no process of it may be left. */
export function findEffects({ folder, befores, named }: InstallQuestion): InstallEffects {
  const added: string[] = [];
  const missing = new Set(befores.keys());
  let other: Extract<InstallEffects, { kind: "other" }> | undefined;
  const stopWith = (did: "read" | "changed" | "left", path: string): false => {
    other = { kind: "other", did, path };
    return false;
  };
  const look = (open: string, prefix: string): boolean =>
    eachEntry(open, (name, at) => {
      const path = prefix + name;
      const stats = statOf(at);
      const kind = kindOf(stats);
      const before = befores.get(path);
      if (before === undefined) {
        if (kind === undefined || kind === "link") return stopWith("left", path);
        added.push(path);
        return true;
      }
      missing.delete(path);
      if (kind !== before.kind || stats.ino !== before.ino) return stopWith("changed", path);
      if (kind === "folder") return look(at, `${path}/`);
      if (stats.ctimeNs !== before.ctimeNs) return stopWith("changed", path);
      return stats.atimeNs === 0n || named.has(path) || stopWith("read", path);
    });
  const isWhole = orElse(() => look(folder, ""), false);
  const [removed] = missing;
  if (isWhole && removed === undefined) return { kind: "added", paths: added };
  return other ?? { kind: "other", did: "changed", path: removed ?? "." };
}

export interface Snapshot {
  readonly ino: bigint;
  /** What a folder held; what came since is taken out of it. Undefined for a file. */
  readonly names: readonly string[] | undefined;
}

export interface PathSnapshot extends Snapshot {
  /** Its parent is open, and no process can change it any more. */
  readonly at: string;
}

interface UnchangedQuestion {
  readonly kept: readonly PathSnapshot[];
  /** Time of the instant by the clock that the kernel gives files. */
  readonly sinceNs: bigint;
  /** Folder for what came since. */
  readonly aside: string;
  readonly maxEntries: number;
  /** Who wrote it; the service's own account unless given. */
  readonly id?: number | undefined;
}

/** Whether everything is as it was; for folders, once what was added right in them is moved aside. */
export function isUnchanged({ kept, sinceNs, aside, maxEntries, id }: UnchangedQuestion): boolean {
  let entries = 0;
  const uid = BigInt(id ?? process.getuid?.() ?? 0);
  const isSame = (at: string, depth: number): boolean => {
    const stats = statOf(at);
    const kind = kindOf(stats);
    entries += 1;
    if (kind === undefined || stats.ctimeNs > sinceNs || stats.uid !== uid) return false;
    if (entries > maxEntries || depth > MAX_DEPTH) return false;
    return kind !== "folder" || eachEntry(at, (_, below) => isSame(below, depth + 1));
  };
  const isTopSame = ({ at, ino, names }: PathSnapshot, index: number): boolean => {
    const stats = statOf(at);
    if (stats.ino !== ino || kindOf(stats) !== (names === undefined ? "file" : "folder")) return false;
    if (names === undefined) return isSame(at, 0);
    const left = new Set(names);
    let moved = 0;
    const isRestSame = eachEntry(at, (name, below) => {
      if (left.delete(name)) return isSame(below, 1);
      renameSync(below, join(aside, `${index}-${(moved += 1)}`));
      return true;
    });
    return isRestSame && left.size === 0;
  };
  return orElse(() => kept.every(isTopSame), false);
}

function statOf(path: string): BigIntStats {
  return lstatSync(path, { bigint: true });
}

function kindOf(stats: BigIntStats): Kind | undefined {
  if (stats.isDirectory()) return "folder";
  if (stats.isFile()) return "file";
  return stats.isSymbolicLink() ? "link" : undefined;
}

/**
 * Every step is one name below an open folder, so that no link can lead elsewhere.
 * @returns Whether all entries were visited, and each visit said to go on.
 */
function eachEntry(path: string, visit: (name: string, at: string) => boolean): boolean {
  const opened = openSync(path, constants.O_RDONLY | O_FOLDER);
  try {
    const below = `/proc/self/fd/${opened}/`;
    // A name that is no text cannot be stored and found again.
    return readdirSync(below).every((name) => !name.includes("\uFFFD") && visit(name, below + name));
  } finally {
    closeSync(opened);
  }
}

/** File systems of this machine alone that keep all times as Linux defines them: ext, XFS, Btrfs, F2FS, tmpfs, overlay. */
const FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x01021994, 0x794c7630]);

/** Whether the file system of a folder shows what is read and changed; one that is mounted with noatime does not. */
export function showsChanges(folder: string): boolean {
  return orElse(() => {
    const mark = join(folder, "read");
    writeFileSync(mark, "1");
    utimesSync(mark, 0, 1);
    readFileSync(mark);
    return FILE_SYSTEMS.has(statfsSync(folder).type) && statOf(mark).atimeNs > 0n;
  }, false);
}

/** An instant by the clock that the kernel gives files, which stands still for some milliseconds at a time. */
export interface FileTime {
  readonly ns: bigint;
  /** The same instant by a clock that cannot be set. */
  readonly monotonicMs: number;
}

/** @param folder Of the service; no build can change what lies there. */
export function fileTime(folder: string): FileTime {
  const mark = join(folder, "time");
  writeFileSync(mark, "");
  utimesSync(mark, 0, 0);
  return { ns: statOf(mark).ctimeNs, monotonicMs: performance.now() };
}

const MAX_TICKS = 50;
/** How long that clock stands still at most, with some to spare. */
const STILL_MS = 20;

/** Waits until what changes has a later time than the instant. @returns False when it takes too long. */
export async function passed(folder: string, { ns }: FileTime): Promise<boolean> {
  for (let tick = 0; tick < MAX_TICKS; tick += 1) {
    if (fileTime(folder).ns > ns) return true;
    await sleep(1);
  }
  return false;
}

/** Whether the clock was set back since an instant, so that later changes look earlier. */
export function wasSetBack(folder: string, since: FileTime): boolean {
  // In this order, a service that has to wait for its processor sees a clock that went forward.
  const elapsedMs = performance.now() - since.monotonicMs;
  return Number(fileTime(folder).ns - since.ns) / 1e6 < elapsedMs - STILL_MS;
}
