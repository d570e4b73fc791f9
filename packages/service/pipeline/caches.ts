import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

const UNUSED_MS = 14 * 24 * 60 * 60_000;

/** What a cache belongs to. */
interface Owner {
  readonly siteId: string;
  readonly branch: string | null;
  readonly commitSha: string | null;
}

/**
 * Names the folder of a build's package-manager caches: what a build leaves there must not reach another branch.
 * A build of no branch shares with those of its commit, and one of neither is the default branch's.
 */
export function cacheOf(dataDirectory: string, { siteId, branch, commitSha }: Owner): string {
  const scope = branch === null ? `commit ${commitSha ?? ""}` : `branch ${branch}`;
  const name = createHash("sha256").update(scope).digest("hex").slice(0, 32);
  return join(dataDirectory, "caches", siteId, name);
}

/** Makes the folder of a cache and notes that it is used. */
export async function openCache(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  await utimes(folder, now, now);
}

/**
 * Removes caches no build has used for two weeks.
 * @param now Milliseconds since the epoch.
 */
export async function forgetCaches(dataDirectory: string, now: number): Promise<void> {
  const root = join(dataDirectory, "caches");
  for (const site of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, site)).catch(() => [])) {
      const folder = join(root, site, name);
      const usedAt = (await lstat(folder).catch(() => undefined))?.mtimeMs ?? now;
      if (now - usedAt > UNUSED_MS) await rm(folder, { recursive: true, force: true });
    }
  }
}
