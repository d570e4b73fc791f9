import { instant } from "../domain/clock.ts";
import type { Parts } from "../parts.ts";
import { cancelOpen, tellCanceled } from "./cancel.ts";
import { requireSiteSlot } from "./entitlements.ts";
import type { SiteRow } from "./schema.ts";
import { findSite, requireFreeSlug, requireSite, siteNotFound } from "./sites.ts";

/**
 * Archives a site: it leaves the list, its slug is free, its open deployments are canceled, its hosts are gone.
 * @returns The site after it.
 * @throws {Refusal} `site_not_found`
 * @see Interface §3
 */
export async function archiveSite(parts: Parts, workspaceId: string, siteId: string): Promise<SiteRow> {
  const at = instant(parts.clock);
  const { row, canceled } = await parts.db.transaction().execute(async (writing) => {
    const site = await requireSite(writing, workspaceId, siteId);
    const open = await writing
      .selectFrom("deployments")
      .select(["id", "status"])
      .where("site_id", "=", site.id)
      .where("status", "in", ["queued", "building"])
      .execute();
    for (const deployment of open) await cancelOpen(writing, deployment, { reason: "site_archived", at });
    await writing
      .updateTable("deployments")
      .set({ hidden_at: at })
      .where("site_id", "=", site.id)
      .where("hidden_at", "is", null)
      .execute();
    const archived = await writing
      .updateTable("sites")
      .set({ status: "archived", archived_at: at, updated_at: at })
      .where("id", "=", site.id)
      .where("status", "=", "active")
      .returningAll()
      .executeTakeFirstOrThrow();
    return { row: archived, canceled: open.map(({ id }) => id) };
  });
  tellCanceled(parts, canceled);
  return row;
}

/**
 * Brings an archived site back, empty and ready to redeploy.
 * @returns The site after it.
 * @throws {Refusal} `site_not_found`, `site_limit_reached`, `slug_taken`, in this order
 * @see Interface §3
 */
export async function restoreSite(parts: Parts, workspaceId: string, siteId: string): Promise<SiteRow> {
  const at = instant(parts.clock);
  return parts.db.transaction().execute(async (writing) => {
    const site = await findSite(writing, workspaceId, { siteId, status: "archived" });
    if (!site) throw siteNotFound();
    await requireSiteSlot(writing, workspaceId);
    await requireFreeSlug(writing, workspaceId, site.slug);
    await writing.deleteFrom("hosts").where("site_id", "=", site.id).execute();
    return writing
      .updateTable("sites")
      .set({ status: "active", archived_at: null, updated_at: at, manifest: null, manifest_commit_sha: null })
      .where("id", "=", site.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}
