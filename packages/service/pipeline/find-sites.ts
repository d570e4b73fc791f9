import { randomUUID } from "node:crypto";
import { mkdir } from "node:fs/promises";
import type { RepositoryRequest } from "../context.ts";
import { buildsRoot } from "../settings.ts";
import { buildFolder, removeFolder } from "./build-folders.ts";
import { BuildFailure, MachineFault } from "./failure.ts";
import type { ServiceBuildContext } from "./job.ts";
import { openFolder } from "./output/tree.ts";
import { siteRemote } from "./source/remote.ts";
import { repositoryOf } from "./source/repository-access.ts";
import { fetchSource } from "./source/source.ts";
import { findSites, type RepositorySites } from "./steps/sites.ts";

/** Somebody waits for the answer on a screen. */
const TIMEOUT_MS = 60_000;

/** Repositories at a time; each is a clone on the disk. */
const MAX_CLONES = 2;

/** It runs none of the repository's code. */
export function createSiteFinder(
  context: ServiceBuildContext,
): (asked: RepositoryRequest, signal: AbortSignal) => Promise<RepositorySites> {
  let running = 0;
  return async ({ workspaceId, url }, signal) => {
    if (running >= MAX_CLONES) return { problem: "Other repositories are looked at now: try again in a few seconds." };
    running += 1;
    // It is removed as a folder of a build that has ended, where this process is killed.
    const folder = buildFolder(buildsRoot(context.service.settings), randomUUID(), 0);
    using use = context.diskGuard.watch(context.limits);
    try {
      await context.diskGuard.requireSpace();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const repository = await repositoryOf(context, { workspace_id: workspaceId, repository_url: url });
      const source = await fetchSource({
        remote: await siteRemote(context, repository),
        folder,
        path: context.path,
        limits: { timeoutMs: TIMEOUT_MS, exceeded: (pids) => use.exceeded([folder], pids) },
        signal,
        wanted: { commitSha: null, branch: null, verified: true },
        onLine: () => {},
      });
      await using checkout = await openFolder(source.files);
      return { sites: await findSites(checkout) };
    } catch (error) {
      if (!(error instanceof BuildFailure || error instanceof MachineFault)) throw error;
      return { problem: error.message };
    } finally {
      running -= 1;
      await removeFolder(context, folder);
    }
  };
}
