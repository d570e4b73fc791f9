import { lstat, readdir, realpath } from "node:fs/promises";
import { join, sep } from "node:path";

/**
 * Resolves a folder below another, whatever links lead there.
 * @param root Folder that must hold it.
 * @param relative Path below `root`.
 * @returns Its real path, or undefined when it is not there, not a folder, or lies elsewhere.
 */
export async function folderInside(root: string, relative: string): Promise<string | undefined> {
  try {
    const [real, realRoot] = await Promise.all([realpath(join(root, relative)), realpath(root)]);
    if (real !== realRoot && !real.startsWith(`${realRoot}${sep}`)) return undefined;
    return (await lstat(real)).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Tells whether a folder holds a regular file of that name; a link is none.
 * @param name One path segment.
 */
export async function holdsFile(folder: string, name: string): Promise<boolean> {
  try {
    return (await lstat(join(folder, name))).isFile();
  } catch {
    return false;
  }
}

/**
 * Adds up the sizes of the files below a folder while they may change.
 * @param mostBytes Stops counting beyond this.
 * @returns Bytes on the disk, at least `mostBytes` when it stopped.
 */
export async function folderBytes(folder: string, mostBytes: number): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let path = folders.pop(); path !== undefined && bytes < mostBytes; path = folders.pop()) {
    const place = path;
    const entries = await readdir(place, { withFileTypes: true }).catch(() => []);
    const sizes = entries.map(async (entry) => {
      if (entry.isDirectory()) folders.push(join(place, entry.name));
      else if (entry.isFile()) return (await lstat(join(place, entry.name)).catch(() => undefined))?.blocks ?? 0;
      return 0;
    });
    for (const blocks of await Promise.all(sizes)) bytes += blocks * 512;
  }
  return bytes;
}
