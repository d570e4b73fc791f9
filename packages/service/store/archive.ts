import type { Actor } from "../domain/actor.ts";
import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../context.ts";
import { appendAudit, auditedActor } from "./audit.ts";
import { cancelOpen, tellCanceled } from "./cancel.ts";
import { requireSiteSlot } from "./entitlements.ts";
import type { Transaction } from "./database.ts";
import type { SiteRow } from "./schema.ts";
import { findSite, requireFreeSlug, requireSite, siteNotFound } from "./sites.ts";

/**
 * Archives a site: it leaves the list, its slug is free, its open deployments are canceled, its hosts are gone.
 * @returns The site after it.
 * @throws {ApiError} `site_not_found`
 * @see Interface §3
 */
export async function archiveSite(context: ServiceContext, actor: Actor, siteId: string): Promise<SiteRow> {
  const at = instant(context.clock);
  const { row, canceled } = await context.db.transaction().execute(async (tx) => {
    const site = await requireSite(tx, actor.workspaceId, siteId);
    const open = await tx
      .selectFrom("deployments")
      .select(["id", "status"])
      .where("site_id", "=", site.id)
      .where("status", "in", ["queued", "building"])
      .execute();
    for (const deployment of open) await cancelOpen(tx, deployment, { reason: "site_archived", at });
    await tx
      .updateTable("deployments")
      .set({ hidden_at: at })
      .where("site_id", "=", site.id)
      .where("hidden_at", "is", null)
      .execute();
    const archived = await tx
      .updateTable("sites")
      .set({ status: "archived", archived_at: at, updated_at: at })
      .where("id", "=", site.id)
      .where("status", "=", "active")
      .returningAll()
      .executeTakeFirstOrThrow();
    const canceled = open.map(({ id }) => id);
    await note(tx, actor, { action: "site.archived", site, at, canceled });
    return { row: archived, canceled };
  });
  tellCanceled(context, canceled);
  return row;
}

/**
 * Brings an archived site back, empty and ready to redeploy.
 * @returns The site after it.
 * @throws {ApiError} `site_not_found`, `site_limit_reached`, `slug_taken`, in this order
 * @see Interface §3
 */
export async function restoreSite(context: ServiceContext, actor: Actor, siteId: string): Promise<SiteRow> {
  const { workspaceId } = actor;
  const at = instant(context.clock);
  return context.db.transaction().execute(async (tx) => {
    const site = await findSite(tx, workspaceId, { siteId, status: "archived" });
    if (!site) throw siteNotFound();
    await requireSiteSlot(tx, workspaceId);
    await requireFreeSlug(tx, workspaceId, site.slug);
    await tx.deleteFrom("hosts").where("site_id", "=", site.id).execute();
    await note(tx, actor, { action: "site.restored", site, at, canceled: [] });
    return tx
      .updateTable("sites")
      .set({ status: "active", archived_at: null, updated_at: at, manifest: null, manifest_commit_sha: null })
      .where("id", "=", site.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function note(
  tx: Transaction,
  actor: Actor,
  {
    action,
    site,
    at,
    canceled,
  }: {
    readonly action: "site.archived" | "site.restored";
    readonly site: SiteRow;
    readonly at: string;
    readonly canceled: readonly string[];
  },
): Promise<void> {
  const data = { slug: site.slug, ...(canceled.length > 0 && { canceled }) };
  await appendAudit(tx, { ...auditedActor(actor), action, subject: { type: "site", id: site.id }, data, at });
}
