import { instant } from "@greenroom/contract/clock";
import { canDevelop, isAdmin } from "../domain/roles.ts";
import { decidersOf, listApprovals } from "../store/approvals/approvals.ts";
import { listDeployments } from "../store/deployments/deployments.ts";
import { listSites } from "../store/sites/sites.ts";
import { branchName, deploymentName } from "./fragments.ts";
import type { MemberRequest } from "./guard.ts";
import { sectionsOf } from "./page.ts";

const MAX_FOUND_DEPLOYMENTS = 50;

const MAX_REQUESTS = 50;

interface Place {
  readonly kind: "Do" | "Page" | "Site" | "Release" | "Preview";
  readonly name: string;
  readonly about?: string;
  readonly path: string;
}

export async function listPlaces(request: MemberRequest): Promise<Response> {
  const { context, c, session, actor } = request;
  const sites = await listSites(context.db, actor.workspaceId, "active");
  const names = new Map(sites.map(({ id, name }) => [id, name]));
  const newest = await listDeployments(context.db, actor.workspaceId, { filter: {}, limit: MAX_FOUND_DEPLOYMENTS });
  const places: readonly Place[] = [
    ...(await waitingPlaces(request, names)),
    ...(canDevelop(actor.role) ? [{ kind: "Do", name: "Create a site", path: "/app/sites/new" } as const] : []),
    ...(isAdmin(actor.role) ? [{ kind: "Do", name: "Invite a member", path: "/app/members#new-email" } as const] : []),
    ...sectionsOf(session).map(([path, name]) => ({ kind: "Page", name, path }) as const),
    { kind: "Page", name: "Your account", path: "/app/account" },
    ...sites.map(({ id, name, slug }) => ({ kind: "Site", name, about: slug, path: `/app/sites/${id}` }) as const),
    ...sites.flatMap(({ id, name, repository_url: repository }): Place[] => [
      ...(canDevelop(actor.role) && repository !== null
        ? [{ kind: "Do", name: `Deploy ${name}`, path: `/app/sites/${id}#deploy-from` } as const]
        : []),
      { kind: "Page", name: `Releases of ${name}`, path: `/app/sites/${id}/releases` },
      { kind: "Page", name: `Settings of ${name}`, path: `/app/sites/${id}/settings` },
    ]),
    ...newest.map((row): Place => ({
      kind: row.environment === "production" ? "Release" : "Preview",
      name: deploymentName(row),
      about: `${names.get(row.site_id) ?? ""} · ${branchName(row.branch)} · ${row.status}`,
      path: `/app/deployments/${row.id}`,
    })),
  ];
  return c.json(places);
}

async function waitingPlaces(
  { context, actor }: MemberRequest,
  siteNames: ReadonlyMap<string, string>,
): Promise<readonly Place[]> {
  const at = instant(context.clock);
  const filter = { status: "pending", at, limit: MAX_REQUESTS } as const;
  const requests = await listApprovals(context.db, actor.workspaceId, filter);
  return requests
    .filter((view) => decidersOf(view, at).some(({ userId }) => userId === actor.userId))
    .map((view) => ({
      kind: "Do",
      name: `Decide the release of ${branchName(view.branch)}`,
      about: siteNames.get(view.site_id) ?? "",
      path: `/app/approvals/${view.id}`,
    }));
}
