import { readdir, readFile, readlink } from "node:fs/promises";
import { join } from "node:path";

/** What a process holds, seen from outside. */
export interface Held {
  readonly rssBytes: number;
  readonly openFiles: number;
}

/** @returns Undefined when the process is gone. */
export async function heldBy(pid: number): Promise<Held | undefined> {
  try {
    const [status, files] = await Promise.all([readFile(`/proc/${pid}/status`, "utf8"), readdir(`/proc/${pid}/fd`)]);
    const [, kibibytes = "0"] = /^VmRSS:\s+(\d+) kB/m.exec(status) ?? [];
    return { rssBytes: Number(kibibytes) * 1024, openFiles: files.length };
  } catch {
    return undefined;
  }
}

/** What the files of a process are: `socket`, `pipe`, or a path. */
export async function openFilesOf(pid: number): Promise<readonly string[]> {
  const folder = `/proc/${pid}/fd`;
  const links = await Promise.all((await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => "")));
  return links.filter((link) => link !== "").map((link) => link.replace(/:\[.*/, ""));
}

/**
 * Finds processes that have to do with a folder: it is in their command line, or they work in it.
 * @returns Their command lines, this process apart.
 */
export async function processesOf(folder: string): Promise<readonly string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const [line, directory] = await Promise.all([
        readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
        readlink(`/proc/${pid}/cwd`).catch(() => ""),
      ]);
      return line.includes(folder) || directory.startsWith(folder) ? [line.replaceAll("\0", " ").trim()] : [];
    }),
  );
  return found.flat();
}
