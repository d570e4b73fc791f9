import type { Entitlements } from "@greenroom/contract";
import { sql } from "kysely";
import { ApiError } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { countRows, findRow, flag, insertRow, requireRow, updateRows } from "../engine/rows.ts";
import type { WorkspaceRow } from "../engine/schema.ts";

const MAX_NAME_SLUG_CHARS = 40;

/** Its slug comes from its name, and is no other workspace's. */
export async function createWorkspace(tx: Transaction, name: string): Promise<string> {
  const id = newUuid();
  await insertRow(tx, "workspaces", {
    id,
    slug: await freeSlug(tx, id, name),
    name,
    max_sites: null,
    max_live_sites: null,
    byo_cloud_targets: 0,
    stored_bytes: 0,
    allow_self_approval: 0,
    allow_unconfirmed: 0,
    created_at: tx.at,
  });
  return id;
}

async function freeSlug(tx: Transaction, id: string, name: string): Promise<string> {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? ["workspace"];
  const slug = words.join("-").slice(0, MAX_NAME_SLUG_CHARS);
  const others = tx.selectFrom("workspaces").select("id").where("slug", "=", slug).where("id", "!=", id);
  return (await others.executeTakeFirst()) ? `${slug}-${id.slice(-8)}` : slug;
}

/** Finds the workspace that a service began with, while its first owner is the only person of the service. */
export async function findFirstWorkspace(db: Database, ownerId: string): Promise<WorkspaceRow | undefined> {
  const people = await db.selectFrom("users").select("id").limit(2).execute();
  const workspaces = await db.selectFrom("workspaces").selectAll().limit(2).execute();
  return people.length === 1 && people[0]?.id === ownerId && workspaces.length === 1 ? workspaces[0] : undefined;
}

/** Renames a workspace. Its slug stays, since workflows name it, but for one that never had a site. */
export async function renameWorkspace(tx: Transaction, id: string, name: string): Promise<void> {
  const sites = tx.selectFrom("sites").select("id").where("workspace_id", "=", id).limit(1);
  const slug = (await sites.executeTakeFirst()) ? undefined : await freeSlug(tx, id, name);
  await updateRows(tx, "workspaces", { id }, { name, ...(slug !== undefined && { slug }) });
}

export async function createProject(tx: Transaction, workspaceId: string, name: string): Promise<string> {
  const id = newUuid();
  await insertRow(tx, "projects", { id, workspace_id: workspaceId, name, created_at: tx.at });
  return id;
}

export async function findWorkspace(db: Database, workspaceId: string): Promise<WorkspaceRow | undefined> {
  return findRow(db, "workspaces", { id: workspaceId });
}

/** Allowances an operator sets for one workspace; null is unlimited, but for the bytes that the operator set for all. */
export interface Allowances {
  readonly maxSites?: number | null;
  readonly maxLiveSites?: number | null;
  readonly byoCloudTargets?: boolean;
  /** 0 is no limit. */
  readonly maxStoredBytes?: number | null;
}

/** Those not given stay. @returns False when there is no such workspace. [§2] */
export async function setAllowances(tx: Transaction, workspaceId: string, given: Allowances): Promise<boolean> {
  const { maxSites, maxLiveSites, maxStoredBytes, byoCloudTargets } = given;
  const set = {
    id: workspaceId,
    ...(maxSites !== undefined && { max_sites: maxSites }),
    ...(maxLiveSites !== undefined && { max_live_sites: maxLiveSites }),
    ...(maxStoredBytes !== undefined && { max_stored_bytes: maxStoredBytes }),
    ...(byoCloudTargets !== undefined && { byo_cloud_targets: flag(byoCloudTargets) }),
  };
  return updateRows(tx, "workspaces", { id: workspaceId }, set);
}

/** [§2] */
export async function readEntitlements(db: Database, workspaceId: string): Promise<Entitlements> {
  const { max_sites: maxSites, max_live_sites: maxLiveSites } = await requireRow(db, "workspaces", { id: workspaceId });
  return {
    maxSites: maxSites ?? "unlimited",
    currentSites: await countRows(db, "sites", { workspace_id: workspaceId, status: "active" }),
    maxLiveSites: maxLiveSites ?? "unlimited",
    currentLiveSites: (await liveSites(db, workspaceId)).length,
  };
}

async function liveSites(db: Database, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("hosts")
    .innerJoin("sites", "sites.id", "hosts.site_id")
    .select("sites.id")
    .where("sites.workspace_id", "=", workspaceId)
    .where("sites.status", "=", "active")
    .where("hosts.kind", "=", sql.lit("production" as const))
    .where("hosts.deployment_id", "is not", null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Always when the allowance is unlimited or the site is live already. Sites with a release on its way count as live, so
 * that two approvals cannot share the last slot. [§2]
 */
export async function canGoLive(db: Database, workspaceId: string, siteId: string): Promise<boolean> {
  const { max_live_sites: limit } = await requireRow(db, "workspaces", { id: workspaceId });
  if (limit === null) return true;
  const releasing = await db
    .selectFrom("deployments")
    .innerJoin("sites", "sites.id", "deployments.site_id")
    .select("sites.id")
    .where("sites.workspace_id", "=", workspaceId)
    .where("sites.status", "=", "active")
    .where("deployments.environment", "=", "production")
    .where("deployments.status", "in", ["queued", "building"])
    .execute();
  const live = new Set([...(await liveSites(db, workspaceId)), ...releasing.map(({ id }) => id)]);
  return live.has(siteId) || live.size < limit;
}

/** Call inside the transaction that adds a site. @throws {ApiError} `site_limit_reached` */
export async function requireSiteSlot(tx: Transaction, workspaceId: string): Promise<void> {
  const { maxSites, currentSites } = await readEntitlements(tx, workspaceId);
  if (maxSites === "unlimited" || currentSites < maxSites) return;
  throw new ApiError(
    "site_limit_reached",
    `The workspace has ${currentSites} of ${maxSites} sites; archive one first.`,
  );
}
