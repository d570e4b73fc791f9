import type { ServiceContext } from "../context.ts";
import { listDeployments } from "../store/deployments.ts";
import { listSites } from "../store/sites.ts";
import { branchName, deploymentName } from "./fragments.ts";
import type { MemberRequest } from "./guard.ts";
import { canCreateSites } from "./new-site.ts";
import { sectionsOf } from "./page.ts";

const DEPLOYMENTS = 50;

/** Where Ctrl-K leads, for the script of the screens: pages, sites and the newest deployments. */
export async function listPlaces(context: ServiceContext, { c, session, actor }: MemberRequest): Promise<Response> {
  const sites = await listSites(context.db, actor.workspaceId, "active");
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const newest = await listDeployments(context.db, actor.workspaceId, { filter: {}, limit: DEPLOYMENTS });
  return c.json([
    ...sectionsOf(session).map(([path, name]) => ({ kind: "Page", name, path })),
    ...(canCreateSites(actor.role) ? [{ kind: "Page", name: "New site", path: "/app/sites/new" }] : []),
    ...sites.map(({ id, name, slug }) => ({ kind: "Site", name, about: slug, path: `/app/sites/${id}` })),
    ...newest.map((row) => ({
      kind: row.environment === "production" ? "Release" : "Preview",
      name: deploymentName(row),
      about: `${names.get(row.site_id) ?? ""} · ${branchName(row.branch)} · ${row.status}`,
      path: `/app/deployments/${row.id}`,
    })),
  ]);
}
