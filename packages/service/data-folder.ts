import { chmod, lstat, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { TokenRealm } from "@greenroom/contract";
import type { Logger } from "pino";
import { foreignOwner } from "./store/engine/file-fault.ts";

const OF_OTHERS = 0o077;

/** Made by the system in the root of a disk. */
const NOT_OURS = new Set(["lost+found"]);

/**
 * Makes the data folder, and what lies directly in it, private to the service's account; what lies deeper is protected
 * by that.
 */
export async function secureDataFolder(folder: string, log: Logger): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const opened: string[] = [];
  const root = await stat(folder);
  requireOwn(folder, root.uid);
  if ((root.mode & OF_OTHERS) !== 0) {
    await chmod(folder, 0o700);
    opened.push(folder);
  }
  for (const name of await readdir(folder)) {
    if (NOT_OURS.has(name)) continue;
    const path = join(folder, name);
    // Gone meanwhile: a temporary file of the database.
    const entry = await lstat(path).catch(() => undefined);
    if (entry === undefined || (!entry.isFile() && !entry.isDirectory())) continue;
    requireOwn(path, entry.uid);
    if ((entry.mode & OF_OTHERS) === 0) continue;
    await chmod(path, entry.isDirectory() ? 0o700 : 0o600);
    opened.push(path);
  }
  if (opened.length === 0) return;
  log.warn(
    { opened },
    "the data folder was open to other accounts of this machine and is private now; what they may have read should be replaced",
  );
}

/** What commands need to know of the service that last ran on the folder: its URL, and the realm of its tokens. */
const ADDRESS_FILE = "address";

export async function noteService(folder: string, baseUrl: string, realm: TokenRealm): Promise<void> {
  await writeFile(join(folder, ADDRESS_FILE), `${baseUrl}\n${realm}\n`, { mode: 0o600 });
}

/** @returns Undefined when no service has run on the folder yet. */
export async function lastService(
  folder: string,
): Promise<{ readonly url: URL; readonly realm: TokenRealm } | undefined> {
  const [address = "", realm] = (await readFile(join(folder, ADDRESS_FILE), "utf8").catch(() => "")).split("\n");
  const url = URL.parse(address);
  return url ? { url, realm: realm === "test" ? "test" : "live" } : undefined;
}

function requireOwn(path: string, owner: number): void {
  const own = process.getuid?.() ?? owner;
  if (owner !== own) throw foreignOwner(path, owner, own);
}
