import { createHash } from "node:crypto";
import { lstat, mkdir, readdir, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { isTerminal } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import { killMarked } from "./command.ts";

/**
 * Folder of one attempt at a build; also the mark its processes carry.
 * @param attempt Counts from 1.
 */
export function buildFolder(dataDirectory: string, deploymentId: string, attempt: number): string {
  return join(dataDirectory, "builds", `${deploymentId}-${attempt}`);
}

/**
 * Adds up the sizes of the files below a folder while they may change.
 * @param maxBytes Stops counting beyond this.
 * @returns Bytes on the disk, at least `maxBytes` when it stopped.
 */
export async function folderBytes(folder: string, maxBytes: number): Promise<number> {
  let bytes = 0;
  const folders = [folder];
  for (let path = folders.pop(); path !== undefined && bytes < maxBytes; path = folders.pop()) {
    const parent = path;
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    const sizes = entries.map(async (entry) => {
      if (entry.isDirectory()) folders.push(join(parent, entry.name));
      else if (entry.isFile()) return (await lstat(join(parent, entry.name)).catch(() => undefined))?.blocks ?? 0;
      return 0;
    });
    for (const blocks of await Promise.all(sizes)) bytes += blocks * 512;
  }
  return bytes;
}

/**
 * Ends the processes and deletes the files that earlier attempts at a build left when their worker was lost.
 * Outside a sandbox a killed service cannot take its builds with it.
 */
export async function clearAttempts(dataDirectory: string, deploymentId: string): Promise<void> {
  await clear(dataDirectory, (id) => id === deploymentId);
}

/** Ends the processes and deletes the files of builds that have ended. */
export async function clearEnded({ settings, db }: Pick<ServiceContext, "settings" | "db">): Promise<void> {
  const ids = [...new Set((await attempts(settings.dataDirectory)).map(idOf))];
  const rows =
    ids.length === 0
      ? []
      : await db.selectFrom("deployments").select(["id", "status"]).where("id", "in", ids).execute();
  const open = new Set(rows.filter(({ status }) => !isTerminal(status)).map(({ id }) => id));
  await clear(settings.dataDirectory, (id) => !open.has(id));
}

async function clear(dataDirectory: string, isOrphan: (deploymentId: string) => boolean): Promise<void> {
  for (const name of await attempts(dataDirectory)) {
    if (!isOrphan(idOf(name))) continue;
    const folder = join(dataDirectory, "builds", name);
    await killMarked(folder);
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function attempts(dataDirectory: string): Promise<string[]> {
  return readdir(join(dataDirectory, "builds")).catch(() => []);
}

function idOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

/** What a cache belongs to. */
interface CacheScope {
  readonly siteId: string;
  /** The branch that the commit was seen on. */
  readonly branch: string | null;
  /** Null for the default branch. */
  readonly commitSha: string | null;
}

/**
 * Folder of a build's package-manager caches: what a build leaves there must not reach another branch.
 * A build whose commit was seen on no branch shares with those of its commit.
 */
export function cacheFolder(dataDirectory: string, { siteId, branch, commitSha }: CacheScope): string {
  const scope = branch === null ? `commit ${commitSha ?? ""}` : `verified branch ${branch}`;
  const name = createHash("sha256").update(scope).digest("hex").slice(0, 32);
  return join(dataDirectory, "caches", siteId, name);
}

/** Makes the folder of a cache and marks it as used now. */
export async function openCache(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  await utimes(folder, now, now);
}

const UNUSED_MS = 14 * 24 * 60 * 60_000;

/**
 * Deletes caches that no build has used for two weeks.
 * @param now Milliseconds since the epoch.
 */
export async function deleteUnusedCaches(dataDirectory: string, now: number): Promise<void> {
  const root = join(dataDirectory, "caches");
  for (const site of await readdir(root).catch(() => [])) {
    for (const name of await readdir(join(root, site)).catch(() => [])) {
      const folder = join(root, site, name);
      const usedAt = (await lstat(folder).catch(() => undefined))?.mtimeMs ?? now;
      if (now - usedAt > UNUSED_MS) await rm(folder, { recursive: true, force: true });
    }
  }
}
