import {
  chmodSync,
  closeSync,
  fstatSync,
  openSync,
  opendirSync,
  readdirSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import { isGone } from "../sandbox/disk-use.ts";
import { O_FOLDER, O_PATH } from "./tree.ts";

const MAX_OPEN = 64;
/** One round removes as many levels. */
const MAX_ROUNDS = 100_000;

/** What of a folder is still there, with the first reason. */
export interface Leftover {
  readonly entries: number;
  readonly reason: string;
}

/**
 * Removes a folder and all below it, whatever a build made of it: paths longer than the kernel takes, folders that
 * forbid their own reading, names that are no text. It never follows a link, and goes on after what it cannot remove.
 * @returns What is left, or undefined when nothing is.
 */
export function removeTree(path: string): Leftover | undefined {
  let top: number;
  try {
    top = openFolder(path);
  } catch (error) {
    return isGone(error) ? unlinkInstead(path) : leftover(1, error);
  }
  try {
    const emptier = new Emptier(top);
    for (let round = 0; round < MAX_ROUNDS && emptier.round(); round += 1);
    const left = readdirSync(`/proc/self/fd/${top}`).length;
    if (left > 0) return leftover(left, emptier.firstError);
    rmdirSync(path);
    return undefined;
  } catch (error) {
    return isGone(error) ? undefined : leftover(1, error);
  } finally {
    closeSync(top);
  }
}

function leftover(entries: number, cause: unknown): Leftover {
  return { entries, reason: cause instanceof Error ? cause.message : "they appear again" };
}

/** Something that is no folder lies there, or nothing. */
function unlinkInstead(path: string): Leftover | undefined {
  try {
    unlinkSync(path);
    return undefined;
  } catch (error) {
    return isGone(error) ? undefined : leftover(1, error);
  }
}

/** Opens a folder and makes it one that we may list and change. */
function openFolder(path: string | Buffer): number {
  const opened = openSync(path, O_PATH | O_FOLDER);
  try {
    // [open(2)] A descriptor that only names a file cannot change it; its entry below /proc can.
    if ((fstatSync(opened).mode & 0o700) !== 0o700) chmodSync(`/proc/self/fd/${opened}`, 0o700);
    return opened;
  } catch (error) {
    closeSync(opened);
    throw error;
  }
}

/** Removes what lies in one folder. What lies too deep is moved up into it, so that few folders are open at a time. */
class Emptier {
  readonly #top: number;
  #moved = 0;
  #removed = 0;
  firstError: unknown;

  constructor(top: number) {
    this.#top = top;
  }

  /** @returns Whether it removed or moved anything. */
  round(): boolean {
    const before = this.#removed + this.#moved;
    this.#each(this.#top, (path) => this.#removeFolder(path, 1));
    return this.#removed + this.#moved > before;
  }

  #each(folder: number, ofFolder: (path: string | Buffer) => void): void {
    const below = `/proc/self/fd/${folder}/`;
    const listing = opendirSync(below, { bufferSize: 256 });
    let isText = true;
    try {
      for (let entry = listing.readSync(); entry !== null; entry = listing.readSync()) {
        if (entry.name.includes("\uFFFD")) isText = false;
        else this.#entry(below + entry.name, entry.isDirectory(), ofFolder);
      }
    } finally {
      listing.closeSync();
    }
    if (isText) return;
    for (const entry of readdirSync(below, { withFileTypes: true, encoding: "buffer" })) {
      this.#entry(Buffer.concat([Buffer.from(below), entry.name]), entry.isDirectory(), ofFolder);
    }
  }

  #entry(path: string | Buffer, isFolder: boolean, ofFolder: (path: string | Buffer) => void): void {
    try {
      if (isFolder) return ofFolder(path);
      unlinkSync(path);
      this.#removed += 1;
    } catch (error) {
      if (!isGone(error)) this.firstError ??= error;
    }
  }

  #removeFolder(path: string | Buffer, depth: number): void {
    const folder = openFolder(path);
    try {
      this.#each(folder, (child) => (depth < MAX_OPEN ? this.#removeFolder(child, depth + 1) : this.#moveUp(child)));
    } finally {
      closeSync(folder);
    }
    rmdirSync(path);
    this.#removed += 1;
  }

  #moveUp(path: string | Buffer): void {
    // A folder that forbids writing cannot be moved either: its own entry for the one above it would change.
    closeSync(openFolder(path));
    this.#moved += 1;
    renameSync(path, `/proc/self/fd/${this.#top}/.removed-${process.pid}-${this.#moved}`);
  }
}
