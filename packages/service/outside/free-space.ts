import { statfs } from "node:fs/promises";

export interface FreeSpace {
  readonly bytes: number;
  readonly sizeBytes: number;
  /** Places for files; both 0 where the file system has no such bound. */
  readonly files: number;
  readonly maxFiles: number;
}

/** Below this share of free space nothing begins that writes files for users: the database needs the rest. */
const LEAST_FREE_TO_START = 0.05;

export async function freeSpaceOf(folder: string): Promise<FreeSpace> {
  const { blocks, bavail, bsize, files, ffree } = await statfs(folder);
  return { bytes: bavail * bsize, sizeBytes: blocks * bsize, files: ffree, maxFiles: files };
}

/** The free share, from 0 to 1, of the space or of the places for files, whichever is less. */
export function freeShareOf(
  free: FreeSpace,
  planned: { readonly bytes: number; readonly files: number } = { bytes: 0, files: 0 },
): number {
  const ofSpace = free.sizeBytes > 0 ? (free.bytes - planned.bytes) / free.sizeBytes : 1;
  const ofFiles = free.maxFiles > 0 ? (free.files - planned.files) / free.maxFiles : 1;
  return Math.min(ofSpace, ofFiles);
}

/** The end of a sentence about a disk that is too full to begin; undefined when it is not. @param share See `freeShareOf`. */
export function shortageOf(share: number): string | undefined {
  return share >= LEAST_FREE_TO_START
    ? undefined
    : `has less than ${LEAST_FREE_TO_START * 100} % free space, or places for files.`;
}
