import {
  chmodSync,
  closeSync,
  constants,
  lstatSync,
  opendirSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  type Stats,
  statSync,
} from "node:fs";
import { errorCode } from "@greenroom/contract/coded-error";
import { O_FOLDER, O_PATH } from "../output/tree.ts";

export interface DiskQuestion {
  readonly folders: readonly string[];
  /** Processes whose open files count, once their names are gone. */
  readonly pids: readonly number[];
  readonly maxBytes: number;
  readonly maxEntries: number;
}

/** What a build takes, as far as it was counted. */
export interface DiskUse {
  /** On the disk. */
  readonly bytes: number;
  /** Files and folders. */
  readonly entries: number;
  /** Of files in memory that processes hold open. */
  readonly memoryBytes: number;
  /** Open files; those of threads that share them count once for each. */
  readonly descriptors: number;
  /** Open files that no process holds: they wait in a socket, or belong to the kernel's queue of requests. */
  readonly outOfSight: number;
  /** A folder that could not be read, or lies deeper than folders are followed. */
  readonly unreadable: boolean;
}

/** An empty file still takes an inode and a place in its folder. */
const LEAST_BYTES = 4096;
const BLOCK_BYTES = 512;
/** Folders of honest projects lie less than forty deep. */
export const MAX_DEPTH = 256;
export const MAX_DESCRIPTORS = 100_000;

type Tally = { -readonly [Key in keyof DiskUse]: DiskUse[Key] } & { readonly seen: Set<string> };

export function measureDisk({ folders, pids, maxBytes, maxEntries }: DiskQuestion): DiskUse {
  const tally: Tally = {
    bytes: 0,
    entries: 0,
    memoryBytes: 0,
    descriptors: 0,
    outOfSight: 0,
    unreadable: false,
    seen: new Set(),
  };
  const isOver = (): boolean => tally.bytes >= maxBytes || tally.entries >= maxEntries || tally.unreadable;
  for (const folder of folders) {
    const found = lstatSync(folder, { throwIfNoEntry: false });
    if (found?.isDirectory() === true && !isOver()) walk(folder, found, { tally, isOver, depth: 0 });
  }
  for (const pid of pids) {
    if (isOver() || tally.descriptors > MAX_DESCRIPTORS) break;
    addOpenFiles(pid, tally);
  }
  const { seen: _, ...use } = tally;
  return use;
}

interface Walk {
  readonly tally: Tally;
  readonly isOver: () => boolean;
  readonly depth: number;
}

/**
 * Every step is one name below an open folder: no path is too long, and none can be led elsewhere by a link.
 * @param path Of a folder; its last name alone is resolved.
 */
function walk(path: string | Buffer, { mode }: Stats, { tally, isOver, depth }: Walk): void {
  if (depth > MAX_DEPTH) {
    tally.unreadable = true;
    return;
  }
  const opened = openFolder(path, mode);
  if (opened === "gone") return;
  if (opened === "unreadable") {
    tally.unreadable = true;
    return;
  }
  try {
    const below = `/proc/self/fd/${opened}/`;
    const folders: [string | Buffer, Stats][] = [];
    for (const name of namesIn(below)) {
      const child = typeof name === "string" ? below + name : Buffer.concat([Buffer.from(below), name]);
      const found = statOf(child, tally);
      if (found === undefined) continue;
      addFile(found, tally);
      if (found.isDirectory()) folders.push([child, found]);
      if (isOver()) return;
    }
    for (const [child, found] of folders) {
      walk(child, found, { tally, isOver, depth: depth + 1 });
      if (isOver()) return;
    }
  } finally {
    closeSync(opened);
  }
}

function openFolder(path: string | Buffer, mode: number): number | "gone" | "unreadable" {
  try {
    // Root reads everything. The files of others are those of a build, whose owner we are.
    if ((mode & 0o500) !== 0o500 && process.getuid?.() !== 0) makeReadable(path, mode);
    return openSync(path, constants.O_RDONLY | O_FOLDER);
  } catch (error) {
    return isGone(error) ? "gone" : "unreadable";
  }
}

/** Changes a folder itself, never what a link in its place leads to. */
function makeReadable(path: string | Buffer, mode: number): void {
  const opened = openSync(path, O_PATH | O_FOLDER);
  try {
    chmodSync(`/proc/self/fd/${opened}`, (mode & 0o777) | 0o700);
  } finally {
    closeSync(opened);
  }
}

/** Removed, or replaced by something else, since it was listed. */
export function isGone(error: unknown): boolean {
  const code = errorCode(error);
  return code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP" || code === "ESRCH";
}

/** One after the other: a folder may hold more names than should be in memory. */
function* namesIn(folder: string): Generator<string | Buffer> {
  const listing = opendirSync(folder, { bufferSize: 256 });
  let isText = true;
  try {
    for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
      // A name that is not UTF-8 cannot be found by its text.
      if (entry.name.includes("\uFFFD")) isText = false;
      else yield entry.name;
    }
  } finally {
    listing.closeSync();
  }
  if (!isText) for (const name of readdirSync(folder, { encoding: "buffer" })) if (!isUtf8(name)) yield name;
}

function isUtf8(name: Buffer): boolean {
  return !name.toString().includes("\uFFFD");
}

function statOf(path: string | Buffer, tally: Tally): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (!isGone(error)) tally.unreadable = true;
    return undefined;
  }
}

/** A file with several names takes its place once. */
function addFile(found: Stats, tally: Tally): void {
  tally.entries += 1;
  if (found.nlink > 1 && !found.isDirectory()) {
    const key = keyOf(found);
    if (tally.seen.has(key)) return;
    tally.seen.add(key);
  }
  tally.bytes += Math.max(LEAST_BYTES, found.blocks * BLOCK_BYTES);
}

/** As /proc/PID/maps writes it. */
function keyOf({ dev, ino }: Stats): string {
  const [major, minor] = [(dev >>> 8) & 0xfff, (dev & 0xff) | ((dev >>> 12) & 0xfff00)];
  return `${major.toString(16)}:${minor.toString(16)}:${ino}`;
}

const DELETED = " (deleted)";
/** Files that the kernel makes in memory; no mounted folder shows them. */
const IN_MEMORY = /^\/(?:memfd:|SYSV|dev\/zero)/;

/** Each thread can have open files of its own. */
function addOpenFiles(pid: number, tally: Tally): void {
  const mounts = readMounts(pid);
  const process = `/proc/${pid}`;
  for (const task of listProc(`${process}/task`)) {
    const folder = `${process}/task/${task}`;
    for (const fd of listProc(`${folder}/fd`)) {
      tally.descriptors += 1;
      if (tally.descriptors > MAX_DESCRIPTORS) return;
      const link = readLink(`${folder}/fd/${fd}`);
      if (link.startsWith("socket:") || link.startsWith("anon_inode:[io_uring]")) {
        tally.outOfSight += countOutOfSight(readProc(`${folder}/fdinfo/${fd}`));
      } else if (link.endsWith(DELETED)) {
        const mount = Number(/^mnt_id:\s*(\d+)$/m.exec(readProc(`${folder}/fdinfo/${fd}`))?.[1]);
        if (isSafe(link, mounts.get(mount))) addUnnamed(statProc(`${folder}/fd/${fd}`), link, tally);
      }
    }
  }
  addMapped(pid, tally);
}

/** A file of a program in user space would let that program decide when its description arrives. */
function isSafe(link: string, type: string | undefined): boolean {
  return type === undefined ? IN_MEMORY.test(link) : !type.startsWith("fuse");
}

/** Mounts of a process, by id: the type of their filesystem. [proc_pid_mountinfo(5)] */
function readMounts(pid: number): ReadonlyMap<number, string> {
  const lines = readProc(`/proc/${pid}/mountinfo`).split("\n");
  return new Map(lines.map((line) => [Number(line.slice(0, line.indexOf(" "))), / - (\S+) /.exec(line)?.[1] ?? ""]));
}

/** [proc_pid_fdinfo(5)] Descriptors under way in a socket, and those an io_uring keeps. */
function countOutOfSight(text: string): number {
  const counts = [...text.matchAll(/^(?:scm_fds|UserFiles):\s*(\d+)$/gm)];
  return counts.reduce((sum, [, count]) => sum + Number(count), 0);
}

function addUnnamed(found: Stats | undefined, link: string, tally: Tally): void {
  if (found === undefined || found.nlink > 0 || !found.isFile()) return;
  addBytes(keyOf(found), found.blocks * BLOCK_BYTES, { link, tally });
}

function addBytes(key: string, bytes: number, { link, tally }: { readonly link: string; readonly tally: Tally }): void {
  if (tally.seen.has(key)) return;
  tally.seen.add(key);
  if (IN_MEMORY.test(link)) tally.memoryBytes += bytes;
  else tally.bytes += bytes;
}

/** A file without a name lives on while it is mapped. Without root's rights no more than the mapped part can be seen. */
function addMapped(pid: number, tally: Tally): void {
  const parts = new Map<string, { bytes: number; readonly link: string }>();
  for (const line of readProc(`/proc/${pid}/maps`).split("\n")) {
    if (!line.endsWith(DELETED)) continue;
    const [, from = "", to = "", offset = "", major = "", minor = "", inode = "", link = ""] =
      /^([0-9a-f]+)-([0-9a-f]+) \S+ ([0-9a-f]+) ([0-9a-f]+):([0-9a-f]+) (\d+) +(.*)$/.exec(line) ?? [];
    if (from === "" || IN_MEMORY.test(link)) continue;
    const name = `${strip(from)}-${strip(to)}`;
    const found = statProc(`/proc/${pid}/map_files/${name}`);
    const key = found === undefined ? `${strip(major)}:${strip(minor)}:${inode}` : keyOf(found);
    const seen = parseInt(offset, 16) + parseInt(to, 16) - parseInt(from, 16);
    const bytes = found === undefined ? seen : found.blocks * BLOCK_BYTES;
    if (found !== undefined && found.nlink > 0) continue;
    const part = parts.get(key) ?? { bytes: 0, link };
    part.bytes = Math.max(part.bytes, bytes);
    parts.set(key, part);
  }
  for (const [key, { bytes, link }] of parts) addBytes(key, bytes, { link, tally });
}

function strip(hex: string): string {
  return hex.replace(/^0+(?=.)/, "");
}

function listProc(folder: string): string[] {
  return orElse(() => readdirSync(folder), []);
}

function readProc(file: string): string {
  return orElse(() => readFileSync(file, "latin1"), "");
}

function readLink(path: string): string {
  return orElse(() => readlinkSync(path, "latin1"), "");
}

function statProc(path: string): Stats | undefined {
  return orElse(() => statSync(path, { throwIfNoEntry: false }), undefined);
}

/** Processes come and go while they are read. */
export function orElse<Value>(read: () => Value, otherwise: Value): Value {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
