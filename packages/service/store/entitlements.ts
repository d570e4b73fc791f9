import type { Entitlements } from "@greenroom/contract";
import { ApiError } from "../domain/api-error.ts";
import type { Database, Transaction } from "./database.ts";

/** Allowances an operator sets for one workspace; null is unlimited. */
export interface Allowances {
  readonly maxSites?: number | null;
  readonly maxLiveSites?: number | null;
  readonly byoCloudTargets?: boolean;
}

/**
 * Overrides the allowances of a workspace; those not given stay.
 * @returns False when there is no such workspace.
 * @see Interface §2
 */
export async function setAllowances(tx: Transaction, workspaceId: string, given: Allowances): Promise<boolean> {
  const changed = await tx
    .updateTable("workspaces")
    .set({
      id: workspaceId,
      ...(given.maxSites !== undefined && { max_sites: given.maxSites }),
      ...(given.maxLiveSites !== undefined && { max_live_sites: given.maxLiveSites }),
      ...(given.byoCloudTargets !== undefined && { byo_cloud_targets: given.byoCloudTargets ? 1 : 0 }),
    })
    .where("id", "=", workspaceId)
    .executeTakeFirst();
  return changed.numUpdatedRows === 1n;
}

/**
 * Reads the allowances of a workspace and what is used of them.
 * @see Interface §2
 */
export async function readEntitlements(db: Database, workspaceId: string): Promise<Entitlements> {
  const row = await db
    .selectFrom("workspaces")
    .select((eb) => [
      "max_sites",
      "max_live_sites",
      eb
        .selectFrom("sites")
        .select((count) => count.fn.countAll<number>().as("sites"))
        .where("workspace_id", "=", workspaceId)
        .where("status", "=", "active")
        .as("sites"),
      eb
        .selectFrom("hosts")
        .innerJoin("sites", "sites.id", "hosts.site_id")
        .select((count) => count.fn.countAll<number>().as("live"))
        .where("sites.workspace_id", "=", workspaceId)
        .where("sites.status", "=", "active")
        .where("hosts.kind", "=", "production")
        .where("hosts.deployment_id", "is not", null)
        .as("live"),
    ])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow();
  return {
    maxSites: row.max_sites ?? "unlimited",
    currentSites: row.sites ?? 0,
    maxLiveSites: row.max_live_sites ?? "unlimited",
    currentLiveSites: row.live ?? 0,
  };
}

/**
 * Refuses one more active site beyond a finite `maxSites`; call inside the transaction that adds it.
 * @throws {ApiError} `site_limit_reached`
 */
export async function requireSiteSlot(tx: Transaction, workspaceId: string): Promise<void> {
  const { maxSites, currentSites } = await readEntitlements(tx, workspaceId);
  if (maxSites === "unlimited" || currentSites < maxSites) return;
  throw new ApiError(
    "site_limit_reached",
    `The workspace has ${currentSites} of ${maxSites} sites; archive one first.`,
  );
}
