import { Hono } from "hono";
import { Manifest, type Site, type SiteDetail } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { repositoryUrlProblem } from "../../domain/site.ts";
import { invalid } from "../../domain/validated.ts";
import type { ServiceContext } from "../../context.ts";
import { type Addresses, hostedUrl } from "../../settings.ts";
import { archiveSite, insertSite, listSites, requireSite, restoreSite } from "../../store/sites.ts";
import { latestDeployment, readRecord } from "../../store/deployments.ts";
import { readEntitlements } from "../../store/workspaces.ts";
import type { SiteRow } from "../../store/schema.ts";
import type { HttpEnv } from "../context.ts";
import { ok, okWith } from "../envelope.ts";
import { mount } from "../mount.ts";

/**
 * The operations on sites.
 * @see Interface §4
 */
export function siteRoutes(context: ServiceContext): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  mount(app, "listSites", async ({ c, actor }) => {
    const sites = await listSites(context.db, actor.workspaceId, "active");
    const entitlements = await readEntitlements(context.db, actor.workspaceId);
    return okWith(
      c,
      sites.map((site) => readSite(site, context.addresses)),
      { entitlements },
    );
  });
  mount(app, "createSite", async ({ c, actor, body }) => {
    const site = await body();
    const problem =
      site.repositoryUrl === undefined ? undefined : repositoryUrlProblem(site.repositoryUrl, context.settings);
    if (problem !== undefined) throw invalid([{ path: "repositoryUrl", message: problem }]);
    const at = instant(context.clock);
    const row = await context.db
      .transaction()
      .execute((tx) => insertSite(tx, { workspaceId: actor.workspaceId, site, at }));
    return ok(c, readSite(row, context.addresses), 201);
  });
  mount(app, "listArchivedSites", async ({ c, actor }) => {
    const sites = await listSites(context.db, actor.workspaceId, "archived");
    return ok(
      c,
      sites.map((site) => readSite(site, context.addresses)),
    );
  });
  mount(app, "archiveSite", async ({ c, actor, parameters }) =>
    ok(c, readSite(await archiveSite(context, actor, parameters.siteId), context.addresses)),
  );
  mount(app, "restoreSite", async ({ c, actor, parameters }) =>
    ok(c, readSite(await restoreSite(context, actor, parameters.siteId), context.addresses)),
  );
  mount(app, "getSite", async ({ c, actor, parameters }) => {
    const site = await requireSite(context.db, actor.workspaceId, parameters.siteId);
    return ok(c, await readDetail(context, site));
  });
  return app;
}

/**
 * Writes a site as it goes over the wire.
 * @see Interface §2
 */
function readSite(row: SiteRow, addresses: Addresses): Site {
  return {
    id: row.id,
    projectId: row.project_id,
    slug: row.slug,
    name: row.name,
    framework: row.framework,
    status: row.status,
    repositoryUrl: row.repository_url,
    productionUrl: hostedUrl(addresses, row.production_label),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    ...(row.archived_at !== null && { archivedAt: row.archived_at }),
  };
}

async function readDetail({ db, addresses }: ServiceContext, site: SiteRow): Promise<SiteDetail> {
  const latest = await latestDeployment(db, site.id);
  return {
    ...readSite(site, addresses),
    manifest: site.manifest === null ? null : Manifest.parse(JSON.parse(site.manifest)),
    manifestCommitSha: site.manifest_commit_sha,
    latestDeployment: latest ? readRecord(latest, addresses) : null,
  };
}
