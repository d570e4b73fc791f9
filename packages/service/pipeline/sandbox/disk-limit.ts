import { type BuildLimits, sizeText, whoRaises } from "../../domain/build-limits.ts";
import { shortageOf } from "../../outside/free-space.ts";
import { MachineFault } from "../failure.ts";
import { tooMuchMemory } from "./command.ts";
import type { Disk } from "./disk-thread.ts";
import { type DiskUse, MAX_DEPTH, MAX_DESCRIPTORS } from "./disk-use.ts";

/** Bounds what builds take on the disk, each for itself and all together. */
export interface DiskGuard {
  shortage(): Promise<string | undefined>;
  /** @throws {MachineFault} `storage_exhausted` when the disk is too full to start a build. */
  requireSpace(): Promise<void>;
  watch(limits: BuildLimits): WatchedBuild;
}

export interface WatchedBuild extends Disposable {
  /** @throws {MachineFault} `storage_exhausted` when the disk is nearly full, and this build takes most of it. */
  exceeded(folders: readonly string[], pids: readonly number[]): Promise<string | undefined>;
  /**
   * Asked when a command has ended, since many go on when they cannot write.
   * @throws {MachineFault} As `exceeded` does.
   * @throws When the disk is full: what the build wrote may be incomplete, and others took the space.
   */
  requireWritten(): Promise<void>;
}

/** Below this share a running build is stopped, so that the database can still write. */
const LEAST_FREE = 0.025;
/** Below this one writes fail: the next is stopped before the files of the last are gone, and no build goes on. */
const LAST_FREE = 0.005;

interface DiskGuardOptions {
  readonly disk: Disk;
  /** Free share of the disk that builds write to, from 0 to 1. */
  readonly freeShare: () => Promise<number>;
}

interface Member {
  bytes: number;
  isStopped: boolean;
  measure(): Promise<DiskUse>;
}

export function createDiskGuard({ disk, freeShare }: DiskGuardOptions): DiskGuard {
  const members = new Set<Member>();
  let choosing: Promise<void> | undefined;

  /** Counts all builds again, since the one that fills the disk may have grown a moment ago. */
  async function stopLargest(): Promise<void> {
    const free = await freeShare();
    if (free >= LEAST_FREE) return;
    if (free >= LAST_FREE && [...members].some(({ isStopped }) => isStopped)) return;
    await Promise.all([...members].map((member) => member.measure()));
    const running = [...members].filter(({ isStopped }) => !isStopped);
    const largest = running.reduce<Member | undefined>(
      (most, member) => (most === undefined || member.bytes > most.bytes ? member : most),
      undefined,
    );
    if (largest !== undefined) largest.isStopped = true;
  }

  const shortage = async (): Promise<string | undefined> => {
    const why = shortageOf(await freeShare());
    return why && `The disk for builds ${why}`;
  };

  return {
    shortage,
    async requireSpace() {
      const why = await shortage();
      if (why !== undefined) throw new MachineFault("storage_exhausted", why);
    },
    watch(limits) {
      let question: { readonly folders: readonly string[]; readonly pids: readonly number[] } = {
        folders: [],
        pids: [],
      };
      let wasOutOfSight = false;
      let nextAt = 0;
      const member: Member = {
        bytes: 0,
        isStopped: false,
        async measure() {
          const bounds = { maxBytes: limits.diskBytes, maxEntries: limits.entries };
          const use = await disk.measure({ ...question, ...bounds });
          member.bytes = use.bytes;
          return use;
        },
      };
      members.add(member);
      async function requireWritten(): Promise<void> {
        const free = await freeShare();
        if (free < LEAST_FREE) await (choosing ??= stopLargest().finally(() => (choosing = undefined)));
        if (member.isStopped) throw largestOfFullDisk();
        // It is given back, not passed on: this machine can make it when the largest one is gone.
        if (free < LAST_FREE) throw new Error("The disk for builds is full: what a build wrote may be incomplete.");
      }
      return {
        requireWritten,
        async exceeded(folders, pids) {
          question = { folders, pids };
          await requireWritten();
          const startedAt = performance.now();
          if (startedAt < nextAt) return undefined;
          const use = await member.measure();
          // Counting a large folder takes long: at most a twentieth of the time.
          nextAt = performance.now() + (performance.now() - startedAt) * 20;
          const isHiding = use.outOfSight > 0 && wasOutOfSight;
          wasOutOfSight = use.outOfSight > 0;
          return verdict(use, limits) ?? (isHiding ? HIDDEN : undefined);
        },
        [Symbol.dispose]: () => void members.delete(member),
      };
    },
  };
}

function largestOfFullDisk(): MachineFault {
  return new MachineFault(
    "storage_exhausted",
    `The disk for builds has less than ${LEAST_FREE * 100} % free space, and this build took most of what running builds take.`,
  );
}

/** Programs that pass an open file on do so within a moment. */
const HIDDEN = "It kept open files in a socket or an io_uring, where their size cannot be counted.";

function verdict(use: DiskUse, { diskBytes, entries, memoryBytes }: BuildLimits): string | undefined {
  if (use.unreadable) {
    return `It made a folder that cannot be read, or that lies more than ${MAX_DEPTH} folders deep, so that its disk space cannot be counted.`;
  }
  if (use.bytes >= diskBytes) return `It wrote more than ${sizeText(diskBytes)}. ${whoRaises("diskBytes")}`;
  if (use.entries >= entries) return `It wrote more than ${entries} files and folders. ${whoRaises("entries")}`;
  if (use.memoryBytes > memoryBytes) return `${tooMuchMemory(memoryBytes)} ${whoRaises("memoryBytes")}`;
  if (use.descriptors > MAX_DESCRIPTORS) return `It kept more than ${MAX_DESCRIPTORS} files open.`;
  return undefined;
}
