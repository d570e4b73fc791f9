import type { CreateSite } from "@greenroom/contract";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, invalid } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { productionLabels, repositoryUrlProblem } from "../../domain/site.ts";
import { readSshUrl } from "../../domain/ssh.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import { cancelOpen, notifyCanceled } from "../deployments/deployments.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRow, findRows, insertRow, updateRows } from "../engine/rows.ts";
import type { SiteRow } from "../engine/schema.ts";
import { asActor } from "../people/acting.ts";
import { requireDeveloper } from "../people/users.ts";
import { requireSiteSlot } from "../people/workspaces.ts";
import { removeAllDomains } from "./site-domains.ts";

export async function findSite(
  db: Database,
  workspaceId: string,
  { siteId, status }: { readonly siteId: string; readonly status?: SiteRow["status"] },
): Promise<SiteRow | undefined> {
  const place = { id: siteId.toLowerCase(), workspace_id: workspaceId };
  return findRow(db, "sites", { ...place, ...(status !== undefined && { status }) });
}

/** Finds an active site. @throws {ApiError} `site_not_found`, which says so where the site is archived */
export async function requireSite(db: Database, workspaceId: string, siteId: string): Promise<SiteRow> {
  const site = await findSite(db, workspaceId, { siteId });
  if (site === undefined) throw siteNotFound();
  if (site.status === "active") return site;
  throw new ApiError("site_not_found", `The site '${site.slug}' is archived. Restore it, then try again.`);
}

/** The same error for a site that does not exist and for one of another workspace: they must look the same. */
export function siteNotFound(): ApiError {
  return new ApiError("site_not_found", "There is no such site in this workspace.");
}

export async function listSites(db: Database, workspaceId: string, status: SiteRow["status"]): Promise<SiteRow[]> {
  return findRows(db, "sites", { workspace_id: workspaceId, status }, "created_at", "id");
}

export async function createSite(context: ServiceContext, actor: Actor, site: CreateSite): Promise<SiteRow> {
  const { workspaceId } = actor;
  await requireRepository(context, workspaceId, { url: site.repositoryUrl, skipCheck: site.skipRepositoryCheck });
  return asActor(context.db, actor, async (tx) => {
    await requireDeveloper(tx, actor);
    return insertSite(tx, workspaceId, site);
  });
}

export async function listProjects(db: Database, workspaceId: string): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom("projects")
    .select(["id", "name"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}

/** [§4] */
export async function insertSite(tx: Transaction, workspaceId: string, site: CreateSite): Promise<SiteRow> {
  const projectId = site.projectId.toLowerCase();
  const project = await findRow(tx, "projects", { id: projectId, workspace_id: workspaceId });
  if (!project) throw new ApiError("project_not_found", "There is no such project in this workspace.");
  const id = newUuid();
  await requireFreeSlug(tx, { id, workspace_id: workspaceId }, site.slug);
  await requireSiteSlot(tx, workspaceId);
  const label = await freeLabel(tx, id, site.slug);
  // One that has redirected long enough.
  await deleteRows(tx, "former_slugs", { label });
  return insertRow(tx, "sites", {
    id,
    workspace_id: workspaceId,
    project_id: projectId,
    slug: site.slug,
    name: site.name,
    framework: site.framework ?? null,
    root_directory: site.rootDirectory ?? null,
    repository_url: site.repositoryUrl ?? null,
    status: "active",
    production_label: label,
    manifest: null,
    manifest_commit_sha: null,
    list_with_values: 0,
    primary_domain: null,
    created_at: tx.at,
    updated_at: tx.at,
    archived_at: null,
  });
}

export async function requireRepository(
  { settings, builds }: Pick<ServiceContext, "settings" | "builds">,
  workspaceId: string,
  { url, skipCheck = false }: { readonly url: string | null | undefined; readonly skipCheck?: boolean | undefined },
): Promise<void> {
  if (url === undefined || url === null) return;
  const wrong = repositoryUrlProblem(url, settings);
  if (wrong !== undefined) throw invalid([{ path: "repositoryUrl", message: wrong }]);
  await builds.requireInstallation({ workspaceId, url });
  // One over ssh is read with a key that is made for the site.
  if (skipCheck || readSshUrl(url)) return;
  const problem = await builds.checkRepository({ workspaceId, url }, AbortSignal.timeout(MAX_CHECK_MS));
  if (problem === undefined) return;
  const message = `${problem.replace(/\.$/, "")}; correct it, or send skipRepositoryCheck when the service is to read it later`;
  throw invalid([{ path: "repositoryUrl", message }]);
}

/** Longer than a check takes by itself. */
const MAX_CHECK_MS = 30_000;

/** @throws {ApiError} `slug_taken` when another site of the workspace uses the slug, or its former host redirects */
export async function requireFreeSlug(
  tx: Transaction,
  site: Pick<SiteRow, "id" | "workspace_id">,
  slug: string,
): Promise<void> {
  const taken = await tx
    .selectFrom("sites")
    .select("id")
    .where("workspace_id", "=", site.workspace_id)
    .where("slug", "=", slug)
    .where("status", "=", "active")
    .where("id", "!=", site.id)
    .executeTakeFirst();
  if (taken) throw new ApiError("slug_taken", `An active site of the workspace already uses the slug '${slug}'.`);
  const former = await tx
    .selectFrom("former_slugs")
    .select("until")
    .where("workspace_id", "=", site.workspace_id)
    .where("slug", "=", slug)
    .where("site_id", "!=", site.id)
    .where("until", ">", tx.at)
    .executeTakeFirst();
  if (!former) return;
  const day = former.until.slice(0, 10);
  throw new ApiError("slug_taken", `Another site had the slug '${slug}', and its old URL redirects until ${day}.`);
}

/** The first label for the production host of a site that no other has, and that redirects to no other. */
export async function freeLabel(tx: Transaction, siteId: string, slug: string): Promise<string> {
  const labels = productionLabels(slug, siteId);
  for (const label of labels) {
    // In this order: a label that another site gives up meanwhile is seen in one of them.
    const site = await findRow(tx, "sites", { production_label: label });
    const host = await findRow(tx, "hosts", { label });
    const isOwn = host?.site_id === siteId && host.kind === "production";
    const former = await tx
      .selectFrom("former_slugs")
      .select("site_id as id")
      .where("label", "=", label)
      .where("until", ">", tx.at)
      .executeTakeFirst();
    const isFree = [site, former].every((other) => other === undefined || other.id === siteId);
    if (isFree && (host === undefined || isOwn)) return label;
  }
  throw new Error(`No host label is free among ${labels.join(", ")}.`);
}

/** The site leaves the list, its slug is free, its open deployments are canceled, its hosts and domains are gone. [§3] */
export async function archiveSite(context: ServiceContext, actor: Actor, siteId: string): Promise<SiteRow> {
  const { row, canceled } = await asActor(context.db, actor, async (tx) => {
    const site = await requireSite(tx, actor.workspaceId, siteId);
    const open = await tx
      .selectFrom("deployments")
      .select(["id", "status"])
      .where("site_id", "=", site.id)
      .where("status", "in", ["queued", "building"])
      .execute();
    for (const deployment of open) await cancelOpen(tx, deployment, "site_archived");
    await updateRows(tx, "deployments", { site_id: site.id, hidden_at: null }, { hidden_at: tx.at });
    await deleteRows(tx, "branches", { site_id: site.id });
    const domains = await removeAllDomains(tx, site.id);
    const archived = { status: "archived", archived_at: tx.at, updated_at: tx.at, primary_domain: null } as const;
    await updateRows(tx, "sites", { id: site.id }, archived);
    const canceled = open.map(({ id }) => id);
    const ended = { ...(canceled.length > 0 && { canceled }), ...(domains.length > 0 && { domains }) };
    await auditSite(tx, auditedActor(actor), "site.archived", site.id, { slug: site.slug, ...ended });
    return { row: { ...site, ...archived }, canceled };
  });
  notifyCanceled(context, canceled);
  return row;
}

/** Brings an archived site back, empty and ready to redeploy. [§3] */
export async function restoreSite(context: ServiceContext, actor: Actor, siteId: string): Promise<SiteRow> {
  const { workspaceId } = actor;
  return asActor(context.db, actor, async (tx) => {
    const site = await findSite(tx, workspaceId, { siteId, status: "archived" });
    if (!site) throw siteNotFound();
    await requireSiteSlot(tx, workspaceId);
    await requireFreeSlug(tx, site, site.slug);
    await deleteRows(tx, "hosts", { site_id: site.id });
    await auditSite(tx, auditedActor(actor), "site.restored", site.id, { slug: site.slug });
    const empty = { manifest: null, manifest_commit_sha: null };
    const restored = { status: "active", archived_at: null, updated_at: tx.at, ...empty } as const;
    await updateRows(tx, "sites", { id: site.id }, restored);
    return { ...site, ...restored };
  });
}
