import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { RepositoryRequest } from "../../context.ts";
import { BuildFailure, MachineFault } from "../failure.ts";
import type { ServiceBuildContext } from "../job.ts";
import { type GitFolder, gitIn, OWNED_BY_ANOTHER, type RemoteProblem, remoteProblem } from "./git.ts";
import { siteRemote } from "./remote.ts";
import { repositoryOf } from "./repository-access.ts";

const CHECK_MS = 15_000;

/** Checks at a time; each is a process. */
const MAX_CHECKS = 4;

/** Reads a repository as its workspace does, in a folder that is gone afterwards and holds nothing of a build. */
export async function inRepository<Result>(
  context: ServiceBuildContext,
  site: Parameters<typeof repositoryOf>[1],
  { signal, timeoutMs = context.limits.cloneMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number },
  read: (git: GitFolder) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-repository-"));
  try {
    const remote = await siteRemote(context, await repositoryOf(context, site));
    // Only what is bounded otherwise is written there.
    const limits = { timeoutMs, exceeded: () => Promise.resolve(undefined) };
    return await read({ remote, folder, path: context.path, limits, signal });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Asks repositories whether they can be read, as builds do: the same address rules, credentials and certificates. */
export function createRepositoryCheck(
  context: ServiceBuildContext,
): (asked: RepositoryRequest, signal: AbortSignal) => Promise<string | undefined> {
  let running = 0;
  return async ({ workspaceId, url }, signal) => {
    if (running >= MAX_CHECKS) return "is not checked now, since others are; try again in a few seconds";
    running += 1;
    try {
      const site = { workspace_id: workspaceId, repository_url: url };
      return await inRepository(context, site, { signal, timeoutMs: CHECK_MS }, async (git) => {
        const { code, lines } = await gitIn(git)("ls-remote", "--", git.remote.url, "HEAD");
        return code === 0 ? undefined : problemOf(lines);
      });
    } catch (error) {
      if (!(error instanceof BuildFailure || error instanceof MachineFault)) throw error;
      if (error.code === "timed_out") return `did not answer within ${CHECK_MS / 1_000} s`;
      return `cannot be read: ${error.message}`;
    } finally {
      running -= 1;
    }
  };
}

const PROBLEMS: Readonly<Record<RemoteProblem, string>> = {
  owned_by_another: OWNED_BY_ANOTHER,
  credential: "does not exist, or needs a credential that the service does not have for this workspace",
  redirect: "leads to another URL; give the one it leads to",
  no_repository: "is no git repository",
  missing: "does not exist",
  certificate: "has a host whose certificate the service does not trust",
};

/** @param lines What git wrote. */
export function problemOf(lines: readonly string[]): string {
  const problem = remoteProblem(lines.join("\n"));
  return problem === undefined ? "cannot be reached" : PROBLEMS[problem];
}
