import { isOfDefaultBranch } from "../../store/deployments/deployments.ts";
import { listUndecided, recordBranch } from "../../store/deployments/queue.ts";
import { findRow, requireRow } from "../../store/engine/rows.ts";
import type { DeploymentRow, SiteRow } from "../../store/engine/schema.ts";
import { BuildFailure, MachineFault } from "../failure.ts";
import type { ServiceBuildContext } from "../job.ts";
import type { BranchCheck, FetchedCommit } from "../record.ts";
import { findDefaultBranch, findOnBranch, withHistoryLimits } from "./branch.ts";
import { inRepository } from "./check-repository.ts";
import { FULL_SHA, type GitFolder } from "./git.ts";
import { seeCommit } from "./source.ts";

/** Checks at a time; each is one or two small requests. */
const MAX_CHECKS = 2;

/** Finds out beside the builds whether queued deployments may replace older ones of the branch they name. */
export interface BranchChecks {
  /** Starts the checks that are due. @returns Ids of the deployments that are not to start until they are decided. */
  advance(): Promise<readonly string[]>;
  /** Resolves when no check is left. */
  stop(): Promise<void>;
}

export function createBranchChecks(context: ServiceBuildContext, onChecked: () => void): BranchChecks {
  const { db, log } = context.service;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();

  async function check(id: string): Promise<void> {
    try {
      await recordBranch(db, id, await isOnBranch(context, id, stopping.signal));
    } catch (error) {
      if (!stopping.signal.aborted) log.error({ err: error, deploymentId: id }, "a branch could not be checked");
      return;
    } finally {
      running.delete(id);
    }
    onChecked();
  }

  return {
    async advance() {
      if (stopping.signal.aborted) return [];
      const pairs = await listUndecided(db);
      for (const { newer } of pairs) {
        if (running.size < MAX_CHECKS && !running.has(newer)) running.set(newer, check(newer));
      }
      return pairs.map(({ older }) => older);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running.values());
    },
  };
}

/** A repository that cannot be read verifies nothing; the build says what is wrong with it. */
async function isOnBranch(context: ServiceBuildContext, id: string, signal: AbortSignal): Promise<boolean> {
  const { db, log } = context.service;
  const row = await requireRow(db, "deployments", { id });
  if (row.branch === null) return false;
  // Without a commit the tip of the branch is built, whatever it is then.
  if (row.commit_sha === null) return true;
  // An abbreviated name becomes a commit only when it is fetched.
  if (!FULL_SHA.test(row.commit_sha)) return false;
  const site = await requireRow(db, "sites", { id: row.site_id });
  const wanted = { commitSha: row.commit_sha, branch: row.branch };
  try {
    const found = await inRepository(context, site, { signal }, (git) => findOnBranch(historyOf(git), wanted));
    return found.kind === "branch";
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, deploymentId: id }, "a branch could not be checked before its build");
    return false;
  }
}

const historyOf = ({ limits, ...git }: GitFolder) => ({ ...git, timeoutMs: limits.timeoutMs });

export type CommitCheck =
  | { readonly kind: "seen"; readonly branch: BranchCheck; readonly about: FetchedCommit["about"] }
  /** The repository has no such commit. */
  | { readonly kind: "absent" }
  | { readonly kind: "unreachable" };

/** Checks the commit of a deployment with the repository's own credential, which the worker has too. */
export async function checkCommit(
  context: ServiceBuildContext,
  { row, site }: { readonly row: DeploymentRow; readonly site: SiteRow },
  { commitSha, signal }: { readonly commitSha: string; readonly signal: AbortSignal },
): Promise<CommitCheck> {
  // What names a commit alone may be on no branch; what names nothing is the tip of the default one.
  const branch = row.branch ?? (isOfDefaultBranch(row) ? null : undefined);
  try {
    const seen = await inRepository(context, site, { signal }, (git) =>
      seeCommit(withHistoryLimits(historyOf(git)), commitSha, branch),
    );
    return { kind: "seen", branch: seen.branch, about: seen.about };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof BuildFailure || error instanceof MachineFault)) throw error;
    if (error.code === "commit_not_found") return { kind: "absent" };
    context.service.log.warn({ err: error, deploymentId: row.id }, "the commit of a worker could not be checked");
    return { kind: "unreachable" };
  }
}

/** @returns Undefined when the repository cannot be read, or does not tell. */
export async function readDefaultBranch(
  context: ServiceBuildContext,
  siteId: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { db, log } = context.service;
  const site = await findRow(db, "sites", { id: siteId });
  if (!site || site.repository_url === null) return undefined;
  try {
    return await inRepository(context, site, { signal }, findDefaultBranch);
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ err: error, siteId }, "the default branch of a site could not be read");
    return undefined;
  }
}
