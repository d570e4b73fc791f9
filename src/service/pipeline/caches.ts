import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";

/** Package-manager caches of one build, kept between builds. */
export interface Caches {
  /** npm's tarballs by digest, of the whole site: npm compares every one it reads with the lockfile. */
  readonly tarballs: string;
  /** Everything else, of the branch: what a build leaves there must not reach another branch. */
  readonly branch: string;
}

const UNUSED_MS = 14 * 24 * 60 * 60_000;

/** What a cache belongs to. */
interface Owner {
  readonly siteId: string;
  readonly branch: string | null;
  readonly commitSha: string | null;
}

/** Names the caches of a build; one of no branch shares with those of its commit, and one of neither is the default branch's. */
export function cachesOf(dataDirectory: string, { siteId, branch, commitSha }: Owner): Caches {
  const site = join(dataDirectory, "caches", siteId);
  const scope = branch === null ? `commit ${commitSha ?? ""}` : `branch ${branch}`;
  const name = createHash("sha256").update(scope).digest("hex").slice(0, 32);
  return { tarballs: join(site, "tarballs"), branch: join(site, name) };
}

/** Folders of a branch's caches: each is shown to builds by itself, so that no build can replace one by a link. */
const BRANCH_FOLDERS = ["managers", "index", "incoming", "logs", "npx"] as const;

/** Makes the folders of caches and notes that they are used. */
export async function openCaches({ tarballs, branch }: Caches): Promise<void> {
  const folders = [tarballs, ...BRANCH_FOLDERS.map((name) => join(branch, name))];
  for (const folder of folders) await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  for (const folder of [tarballs, branch]) await utimes(folder, now, now);
}

/** Where a sandbox shows the parts of a cache. */
export function cacheMounts({ tarballs, branch }: Caches): readonly (readonly [from: string, to: string])[] {
  return [
    [join(branch, "managers"), "/cache"],
    [tarballs, "/npm/_cacache/content-v2"],
    [join(branch, "index"), "/npm/_cacache/index-v5"],
    [join(branch, "incoming"), "/npm/_cacache/tmp"],
    [join(branch, "logs"), "/npm/_logs"],
    [join(branch, "npx"), "/npm/_npx"],
  ];
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
