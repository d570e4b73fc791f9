import type { Actor } from "../domain/actor.ts";
import { instant } from "../domain/clock.ts";
import type { Parts } from "../parts.ts";
import { appendAudit, auditedActor } from "./audit.ts";
import { cancelOpen, tellCanceled } from "./cancel.ts";
import { requireSiteSlot } from "./entitlements.ts";
import type { Writing } from "./database.ts";
import type { SiteRow } from "./schema.ts";
import { findSite, requireFreeSlug, requireSite, siteNotFound } from "./sites.ts";

/**
 * Archives a site: it leaves the list, its slug is free, its open deployments are canceled, its hosts are gone.
 * @returns The site after it.
 * @throws {Refusal} `site_not_found`
 * @see Interface §3
 */
export async function archiveSite(parts: Parts, actor: Actor, siteId: string): Promise<SiteRow> {
  const at = instant(parts.clock);
  const { row, canceled } = await parts.db.transaction().execute(async (writing) => {
    const site = await requireSite(writing, actor.workspaceId, siteId);
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
    const canceled = open.map(({ id }) => id);
    await note(writing, actor, { action: "site.archived", site, at, canceled });
    return { row: archived, canceled };
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
export async function restoreSite(parts: Parts, actor: Actor, siteId: string): Promise<SiteRow> {
  const { workspaceId } = actor;
  const at = instant(parts.clock);
  return parts.db.transaction().execute(async (writing) => {
    const site = await findSite(writing, workspaceId, { siteId, status: "archived" });
    if (!site) throw siteNotFound();
    await requireSiteSlot(writing, workspaceId);
    await requireFreeSlug(writing, workspaceId, site.slug);
    await writing.deleteFrom("hosts").where("site_id", "=", site.id).execute();
    await note(writing, actor, { action: "site.restored", site, at, canceled: [] });
    return writing
      .updateTable("sites")
      .set({ status: "active", archived_at: null, updated_at: at, manifest: null, manifest_commit_sha: null })
      .where("id", "=", site.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
}

async function note(
  writing: Writing,
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
  await appendAudit(writing, { ...auditedActor(actor), action, subject: { type: "site", id: site.id }, data, at });
}
