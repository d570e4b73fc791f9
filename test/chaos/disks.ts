import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { mkdir, open, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MissingError } from "../engines/program.ts";

const SIZE = "160M";
const INODES = "12000";

/** Puts a small disk at a folder, so that filling it fills nothing else. @throws {MissingError} */
export function mountDisk(folder: string): AsyncDisposable {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const options = `size=${SIZE},nr_inodes=${INODES},mode=0700`;
  const { status } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "greenroom-chaos", folder]);
  if (status !== 0) throw new MissingError("Disks cannot be mounted: run this as root, where mounts are allowed.");
  return {
    async [Symbol.asyncDispose]() {
      spawnSync("umount", ["-l", folder]);
    },
  };
}

/** Fills a disk until nothing more can be written, and clears that after a time. */
export async function fillDisk(folder: string, what: "space" | "inodes", wait: () => Promise<unknown>): Promise<void> {
  const filled = join(folder, "filled");
  await mkdir(filled);
  try {
    await (what === "space" ? takeSpace(join(filled, "all")) : takeInodes(filled)).catch((error: unknown) => {
      if (!(error instanceof Error) || !("code" in error) || error.code !== "ENOSPC") throw error;
    });
    await wait();
  } finally {
    await rm(filled, { recursive: true, force: true });
  }
}

async function takeSpace(path: string): Promise<void> {
  await using file = await open(path, "w");
  for (const bytes of [Buffer.alloc(1024 * 1024), Buffer.alloc(4096)]) {
    for (let written = bytes.length; written === bytes.length;) written = await writeSome(() => file.write(bytes));
  }
}

/** @returns How much was written; nothing on a full disk. */
async function writeSome(write: () => Promise<{ readonly bytesWritten: number }>): Promise<number> {
  return await write().then(
    ({ bytesWritten }) => bytesWritten,
    () => 0,
  );
}

async function takeInodes(folder: string): Promise<void> {
  for (let n = 0; n < Number(INODES); n += 1) await writeFile(join(folder, String(n)), "");
}

/** Deletes the bytes of an object, or puts others in their place, behind the back of the store. */
export async function loseObject(
  bucketFolder: string,
  { how, chance }: { readonly how: "lost" | "damaged"; readonly chance: number },
): Promise<void> {
  const entries = await readdir(bucketFolder, { recursive: true, withFileTypes: true });
  const objects = entries.filter((entry) => entry.isFile() && /^[0-9a-f]{64}$/.test(entry.name));
  const chosen = objects[Math.floor(chance * objects.length)];
  if (!chosen) return;
  const path = join(chosen.parentPath, chosen.name);
  if (how === "lost") return rm(path, { force: true });
  const bytes = await readFile(path);
  await writeFile(
    path,
    bytes.map((byte) => byte ^ 1),
  );
}
