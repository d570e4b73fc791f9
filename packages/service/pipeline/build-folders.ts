import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat, mkdir, readdir, rename, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DEPLOYMENT_STATUSES, isTerminal } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { BuildLimits } from "../domain/build-limits.ts";
import { sha256Of } from "../domain/sha256.ts";
import { buildsRoot } from "../settings.ts";
import type { Database } from "../store/engine/database.ts";
import { killTree } from "./sandbox/command.ts";
import type { Disk } from "./sandbox/disk-thread.ts";

/** A build sees the name of its folders, which must reveal nothing about the service. */
function neutralName(id: string): string {
  return sha256Of(id).slice(0, 32);
}

/** Also the mark that the processes of the attempt carry. */
export function buildFolder(root: string, deploymentId: string, attempt: number): string {
  return join(root, "builds", `${neutralName(deploymentId)}-${attempt}`);
}

/** Of the service, in the folder of a build: no command can change what lies there. */
export const ownFolder = (folder: string): string => join(folder, "own");

const OPEN = DEPLOYMENT_STATUSES.filter((status) => !isTerminal(status));

interface RemovalDeps {
  readonly service: Pick<ServiceContext, "settings" | "log">;
  readonly disk: Pick<Disk, "remove">;
}

/** Outside a sandbox a killed service cannot take its builds with it, so that their processes are ended too. */
export async function clearAttempts(deps: RemovalDeps, deploymentId: string): Promise<void> {
  const names = await attempts(buildsRoot(deps.service.settings));
  await clear(
    deps,
    names.filter((name) => deploymentOf(name) === neutralName(deploymentId)),
  );
}

export interface EndedDeps extends RemovalDeps {
  /** Takes the neutral names of deployments, and returns those of the ones that have ended. */
  readonly ended: (names: readonly string[]) => Promise<readonly string[]>;
  /** When this process began; folders made later are in use, epoch milliseconds. */
  readonly beforeMs: number;
}

/** Decided on one listing: a folder that appears while the rows are read, or that another process made, is in use. */
export async function clearEnded({ ended, beforeMs, ...deps }: EndedDeps): Promise<void> {
  const root = buildsRoot(deps.service.settings);
  const old: string[] = [];
  for (const name of await attempts(root)) {
    const found = await lstat(join(root, "builds", name)).catch(() => undefined);
    if (found !== undefined && found.birthtimeMs < beforeMs) old.push(name);
  }
  if (old.length === 0) return;
  const gone = new Set(await ended([...new Set(old.map(deploymentOf))]));
  await clear(
    deps,
    old.filter((name) => gone.has(deploymentOf(name))),
  );
}

export async function endedOf(db: Database, names: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom("deployments").select("id").where("status", "in", OPEN).execute();
  const open = new Set(rows.map(({ id }) => neutralName(id)));
  return names.filter((name) => !open.has(name));
}

async function clear(deps: RemovalDeps, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const folder = join(buildsRoot(deps.service.settings), "builds", name);
    await killTree(undefined, folder);
    await removeFolder(deps, folder);
  }
}

/** What cannot be removed is logged, and keeps nothing else from going on. */
export async function removeFolder({ disk, service }: RemovalDeps, folder: string): Promise<void> {
  const leftover = await disk.remove(folder);
  if (leftover !== undefined) service.log.error({ folder, ...leftover }, "a folder could not be removed completely");
}

async function attempts(root: string): Promise<string[]> {
  return readdir(join(root, "builds")).catch(() => []);
}

function deploymentOf(name: string): string {
  return name.slice(0, name.lastIndexOf("-"));
}

export interface CacheScope {
  readonly siteId: string;
  /** The branch that the commit was seen on. */
  readonly branch: string | null;
  /** Null for the default branch. */
  readonly commitSha: string | null;
}

/** What a build leaves there must not reach another branch, nor what is on no branch another commit. */
export function cacheFolder(root: string, { siteId, branch, commitSha }: CacheScope): string {
  return join(root, "caches", neutralName(siteId), scopeName({ branch, commitSha }));
}

/** No build ever sees it. */
export function keptFolder(root: string, { siteId, branch, commitSha }: CacheScope): string {
  return join(root, KEPT, neutralName(siteId), scopeName({ branch, commitSha }));
}

function scopeName({ branch, commitSha }: Pick<CacheScope, "branch" | "commitSha">): string {
  return neutralName(branch === null ? `commit ${commitSha ?? ""}` : `verified branch ${branch}`);
}

/** Folder of programs that all builds of all sites share, which none can write. */
export function toolsFolder(root: string, ...path: readonly string[]): string {
  return join(root, TOOLS, "shared", ...path);
}

const KEPT = "kept";
const TOOLS = "tools";
/** What is kept between builds lies in these, by site and branch; tools by themselves. */
const PLACES = ["caches", KEPT, TOOLS];

export async function openCache(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const now = new Date();
  await utimes(folder, now, now);
}

const CLOCK_SLACK_MS = 60_000;

/**
 * What stays in a cache from one install step to the next: files that npm reads by the digest of the lockfile, and checks
 * each time. Everything else there is believed by its reader, and could be what a reverted commit left.
 */
const VERIFIED = ["npm", "_cacache", "content-v2", "sha512"];

/** A cache while one build has it; no other build writes there. */
export interface TakenCache extends AsyncDisposable {
  readonly folder: string;
  /** Whether it is that of the branch, and not one for this build alone. */
  readonly isShared: boolean;
  /** Removes what the install step must not find. @throws {Error} When something cannot be removed. */
  clean(): Promise<void>;
}

/** The package-manager caches and kept dependencies of all sites, as far as this process uses them. */
export interface Caches {
  hold(folder: string): Disposable;
  /** Takes a cache for one build; while another has it, an empty one that is deleted afterwards. */
  take(folder: string): TakenCache;
  /** Deletes caches of a site, those used longest ago first, until the rest take no more than their limit. */
  trim(siteId: string): Promise<void>;
  /** Deletes caches that no build has used for long, and then, as `trim`, what all sites have over the limit of all. */
  deleteUnused(): Promise<void>;
  /** Bytes of the caches that were counted since their last use, in this process. */
  knownBytes(): number;
}

interface CachesDeps extends RemovalDeps {
  readonly service: Pick<ServiceContext, "settings" | "log" | "clock">;
  readonly disk: Disk;
  readonly limits: Pick<BuildLimits, "cacheBytes" | "allCacheBytes" | "cacheUnusedMs" | "entries">;
}

export function createCaches(deps: CachesDeps): Caches {
  const { disk, limits, service } = deps;
  const root = buildsRoot(service.settings);
  const held = new Map<string, number>();
  const sizes = new Map<string, number>();

  const isHeld = (folder: string): boolean => (held.get(folder) ?? 0) > 0;

  async function sizeOf(folder: string): Promise<number> {
    const known = sizes.get(folder);
    if (known !== undefined) return known;
    const question = { folders: [folder], pids: [], maxBytes: limits.cacheBytes + 1, maxEntries: limits.entries };
    const use = await disk.measure(question);
    // A cache that could not be counted is taken for too large.
    const isWhole = !use.unreadable && use.entries < limits.entries;
    const bytes = isWhole ? use.bytes : Number.POSITIVE_INFINITY;
    if (!isHeld(folder)) sizes.set(folder, bytes);
    return bytes;
  }

  async function remove(folder: string): Promise<void> {
    if (isHeld(folder)) return;
    sizes.delete(folder);
    // A build takes what is kept at any time, and is never to get what is half removed.
    const removed = buildFolder(root, randomUUID(), 0);
    await mkdir(dirname(removed), { recursive: true, mode: 0o700 });
    const isMoved = await rename(folder, removed).then(
      () => true,
      () => false,
    );
    await removeFolder(deps, isMoved ? removed : folder);
  }

  async function removeOver(maxBytes: number, caches: readonly UsedCache[]): Promise<void> {
    let bytes = 0;
    for (const { folder } of caches) {
      const size = await sizeOf(folder);
      // One that is too large alone costs only itself.
      if (bytes + size > maxBytes) await remove(folder);
      else bytes += size;
    }
  }

  const ofSite = (name: string): readonly string[] => PLACES.map((place) => join(root, place, name));

  function hold(folder: string): Disposable {
    held.set(folder, (held.get(folder) ?? 0) + 1);
    sizes.delete(folder);
    return {
      [Symbol.dispose]() {
        const left = (held.get(folder) ?? 0) - 1;
        if (left > 0) held.set(folder, left);
        else held.delete(folder);
      },
    };
  }

  async function clean(folder: string): Promise<void> {
    let at = folder;
    for (const kept of VERIFIED) {
      for (const name of await readdir(at).catch(() => [])) {
        const path = join(at, name);
        // No process of a build is left that could change what it is.
        if (name === kept && (await lstat(path)).isDirectory()) continue;
        await removeFolder(deps, path);
        if (existsSync(path)) throw new Error("A cache of an earlier build could not be removed.");
      }
      at = join(at, kept);
    }
  }

  return {
    hold,
    take(folder) {
      const isShared = !isHeld(folder);
      const own = isShared ? folder : `${folder}.${randomUUID()}`;
      const holding = hold(own);
      return {
        folder: own,
        isShared,
        clean: () => clean(own),
        async [Symbol.asyncDispose]() {
          holding[Symbol.dispose]();
          if (!isShared) await removeFolder(deps, own);
        },
      };
    },
    knownBytes: () => [...sizes.values()].filter(Number.isFinite).reduce((sum, bytes) => sum + bytes, 0),
    trim: async (siteId) =>
      removeOver(limits.cacheBytes, await cachesOf(ofSite(neutralName(siteId)), service.clock.now())),
    async deleteUnused() {
      const now = service.clock.now();
      const used: UsedCache[] = [];
      const sites = await Promise.all(PLACES.map((place) => readdir(join(root, place)).catch(() => [])));
      for (const site of new Set(sites.flat())) {
        for (const cache of await cachesOf(ofSite(site), now)) {
          if (now - cache.usedAt > limits.cacheUnusedMs) await remove(cache.folder);
          else used.push(cache);
        }
      }
      await removeOver(limits.allCacheBytes, used.sort(lastUsedFirst));
    },
  };
}

interface UsedCache {
  readonly folder: string;
  readonly usedAt: number;
}

const lastUsedFirst = (one: UsedCache, other: UsedCache): number => other.usedAt - one.usedAt;

/** The caches of a site, those used last first. */
async function cachesOf(places: readonly string[], now: number): Promise<readonly UsedCache[]> {
  const caches: UsedCache[] = [];
  for (const place of places) {
    for (const name of await readdir(place).catch(() => [])) {
      const folder = join(place, name);
      const found = await lstat(folder).catch(() => undefined);
      // A build can give its cache a time in the future, from which it must gain nothing.
      if (found !== undefined)
        caches.push({ folder, usedAt: found.mtimeMs > now + CLOCK_SLACK_MS ? 0 : found.mtimeMs });
    }
  }
  return caches.sort(lastUsedFirst);
}
