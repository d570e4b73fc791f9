import { randomUUID } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { access, chmod, constants, mkdir, readdir, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { findProgram, succeeds } from "../pipeline/sandbox/read-machine.ts";

export interface Chromium {
  /** Its path; unpacks it first when it is the packed one. */
  readonly program: () => Promise<string>;
}

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

const NOT_FOUND =
  "Previews are not reviewed: this machine has no Chromium. Install one (on Debian: apt-get install chromium), name it with --chromium, or switch reviews off with --review off.";

interface Where {
  /** The operator's choice. */
  readonly chosen: string | undefined;
  readonly path: string;
  /** Where a packed one is unpacked. */
  readonly folder: string;
}

/** @returns A sentence that says what is missing when there is none. */
export async function findChromium({ chosen, path, folder }: Where): Promise<Chromium | { readonly problem: string }> {
  if (chosen !== undefined) {
    if (await isProgram(chosen)) return { program: () => realpath(chosen) };
    return { problem: "Previews are not reviewed: --chromium names no program of this machine. Correct the path." };
  }
  for (const name of NAMES) {
    const found = await findProgram(name, path);
    if (found !== undefined) return { program: () => realpath(found) };
  }
  const packed = await findPacked();
  return packed === undefined ? { problem: NOT_FOUND } : { program: () => unpack(packed, folder) };
}

const isProgram = (path: string): Promise<boolean> => succeeds(access(path, constants.X_OK));

/** The npm package `@sparticuz/chromium`, when it is installed: for machines without root. It is built for x64. */
async function findPacked(): Promise<string | undefined> {
  if (process.arch !== "x64") return undefined;
  try {
    const file = fileURLToPath(new URL("../bin/chromium.br", import.meta.resolve("@sparticuz/chromium")));
    await access(file, constants.R_OK);
    return file;
  } catch {
    return undefined;
  }
}

/**
 * Into our own folder: the package itself would run any file at a well-known name in the folder of temporary files,
 * where every account of the machine can put one.
 */
async function unpack(packed: string, folder: string): Promise<string> {
  const { size, mtimeMs } = await stat(packed);
  const program = join(folder, `chromium-${size}-${Math.floor(mtimeMs)}`);
  if (await isProgram(program)) return program;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const old of await readdir(folder))
    if (old.startsWith("chromium-")) await rm(join(folder, old), { force: true });
  const half = join(folder, randomUUID());
  try {
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(half, { mode: 0o700 }));
    // A service that is root runs it with another user id, whatever its own mask of modes is.
    await chmod(half, 0o755);
    await rename(half, program);
  } finally {
    await rm(half, { force: true });
  }
  return program;
}
