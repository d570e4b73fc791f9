import { Manifest, type Site, type SiteDetail } from "@greenroom/contract";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { seesSite, type TokenActor } from "../../domain/actor.ts";
import { type Addresses, productionUrl } from "../../settings.ts";
import { latestDeployment, toDeployment } from "../../store/deployments/deployments.ts";
import type { Database } from "../../store/engine/database.ts";
import type { SiteRow } from "../../store/engine/schema.ts";
import { readEntitlements } from "../../store/people/workspaces.ts";
import { type Live, liveOfSite, liveOfWorkspace } from "../../store/sites/hosts.ts";
import { readAccess } from "../../store/sites/site-access.ts";
import { settingsOf, updateSite } from "../../store/sites/site-settings.ts";
import { archiveSite, createSite, listSites, restoreSite } from "../../store/sites/sites.ts";
import type { HttpEnv } from "../context.ts";
import { operations } from "../operations.ts";

export function siteRoutes(context: ServiceContext): Hono<HttpEnv> {
  const { db, addresses } = context;
  return operations(db, {
    async listSites({ c, actor }) {
      const sites = await visibleSites(db, actor, "active");
      const entitlements = await readEntitlements(db, actor.workspaceId);
      const live = new Map((await liveOfWorkspace(db, actor.workspaceId)).map((one) => [one.siteId, one]));
      const data = sites.map((site) => toSite(site, addresses, live.get(site.id)));
      return c.json({ ok: true, data, entitlements });
    },
    async createSite({ actor, body }) {
      return toSite(await createSite(context, actor, await body()), addresses);
    },
    async listArchivedSites({ actor }) {
      const sites = await visibleSites(db, actor, "archived");
      return sites.map((site) => toSite(site, addresses));
    },
    getSite: async ({ requireSite }) => readDetail(context, await requireSite()),
    async updateSite({ actor, parameters, body }) {
      const site = await updateSite(context, actor, parameters.siteId, await body());
      return toSite(site, addresses, await liveOfSite(db, site.id));
    },
    async archiveSite({ actor, parameters }) {
      return toSite(await archiveSite(context, actor, parameters.siteId), addresses);
    },
    async restoreSite({ actor, parameters }) {
      return toSite(await restoreSite(context, actor, parameters.siteId), addresses);
    },
  });
}

async function visibleSites(db: Database, actor: TokenActor, status: SiteRow["status"]): Promise<readonly SiteRow[]> {
  const sites = await listSites(db, actor.workspaceId, status);
  return sites.filter(({ id }) => seesSite(actor, id));
}

function toSite(row: SiteRow, addresses: Addresses, live?: Live): Site {
  return {
    ...settingsOf(row),
    ...readAccess(row),
    id: row.id,
    projectId: row.project_id,
    slug: row.slug,
    framework: row.chosen_framework ?? row.framework,
    status: row.status,
    productionUrl: productionUrl(addresses, row),
    publishedAt: live?.since ?? null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.archived_at !== null && { archivedAt: row.archived_at }),
  };
}

async function readDetail({ db, addresses }: ServiceContext, site: SiteRow): Promise<SiteDetail> {
  const latest = await latestDeployment(db, site.id);
  return {
    ...toSite(site, addresses, await liveOfSite(db, site.id)),
    manifest: site.manifest === null ? null : Manifest.parse(JSON.parse(site.manifest)),
    manifestCommitSha: site.manifest_commit_sha,
    latestDeployment: latest ? toDeployment(latest, addresses) : null,
  };
}
