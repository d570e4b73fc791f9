import {
  type CreateShareLink,
  MAX_PREVIEW_TOKENS,
  MAX_SHARE_LINKS,
  type PreviewAccess,
  type PreviewToken,
  type ProductionAccess,
  type ShareLink,
} from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, found, invalid, requireFewer } from "../../domain/api-error.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { canDevelop } from "../../domain/roles.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import { deploymentNotFound } from "../deployments/deployments.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { changeRow, findRow, insertRow, updateRows } from "../engine/rows.ts";
import type { ShareLinkRow, SiteRow } from "../engine/schema.ts";
import { sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import {
  endOfGrant,
  findMade,
  living,
  type WithMaker,
  madeBy,
  previewTokenGrant,
  type Prove,
  shareLinkGrant,
  withMaker,
} from "../people/grants.ts";
import { actingRole, requireOwnerOrAdmin, requirePerson } from "../people/users.ts";

const DECISION = "Who can open a site";

/** Who can open a site; what is left out stays as it is. */
export interface AccessChange {
  readonly previewAccess?: PreviewAccess | undefined;
  readonly productionAccess?: ProductionAccess | undefined;
}

export function readAccess(site: Pick<SiteRow, "preview_access" | "production_access">): {
  readonly previewAccess: PreviewAccess;
  readonly productionAccess: ProductionAccess;
} {
  return { previewAccess: site.preview_access ?? "public", productionAccess: site.production_access ?? "public" };
}

/** Hosts follow with their next request. @returns The site as it is now; nothing is written when nothing changes. */
export async function changeAccess(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  change: AccessChange,
): Promise<SiteRow> {
  const before = readAccess(site);
  const previewAccess = change.previewAccess ?? before.previewAccess;
  const productionAccess = change.productionAccess ?? before.productionAccess;
  if (previewAccess === before.previewAccess && productionAccess === before.productionAccess) return site;
  await requireDeciding(tx, actor);
  const changed = {
    preview_access: previewAccess === "public" ? null : previewAccess,
    production_access: productionAccess === "public" ? null : productionAccess,
    updated_at: tx.at,
  };
  await updateRows(tx, "sites", { id: site.id }, changed);
  await auditSite(tx, auditedActor(actor), "site.access_changed", site.id, { previewAccess, productionAccess });
  return { ...site, ...changed };
}

export async function listShareLinks(db: Database, siteId: string, at: string): Promise<ShareLink[]> {
  const rows = await findMade(db, "share_links", { site_id: siteId, revoked_at: null });
  return (await living(db, rows, shareLinkGrant, at)).map(toShareLink);
}

function toShareLink(row: WithMaker<"share_links">): ShareLink {
  return {
    id: row.id,
    siteId: row.site_id,
    deploymentId: row.deployment_id,
    name: row.name,
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    lastUsedAt: row.last_used_at,
  };
}

export interface MadeShareLink {
  readonly link: ShareLink;
  /** Here and nowhere else. */
  readonly secret: string;
  /** Label of the host of its preview, or of the site's newest one. */
  readonly label: string | undefined;
}

export async function createShareLink(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  link: CreateShareLink,
): Promise<MadeShareLink> {
  const userId = await requireSharing(tx, actor);
  const { previewAccess } = readAccess(site);
  if (previewAccess !== "link") {
    const message =
      previewAccess === "public"
        ? "the previews of the site are open to everyone: share their URL, or set previewAccess to 'link' first"
        : "the previews of the site are for members only; an owner or admin can set previewAccess to 'link'";
    throw invalid([{ path: "", message }]);
  }
  const full = `the site has ${MAX_SHARE_LINKS} share links already; revoke one first`;
  requireFewer(await listShareLinks(tx, site.id, tx.at), MAX_SHARE_LINKS, full);
  const preview = await findSharedPreview(tx, site.id, link.deploymentId);
  if (!preview && link.deploymentId !== undefined) throw await notShared(tx, site.id, link.deploymentId);
  const secret = newSecret();
  const row = await insertRow(tx, "share_links", {
    ...sealed(tx, "share_links", {
      id: newUuid(),
      hash: hashSecret(secret),
      workspace_id: site.workspace_id,
      site_id: site.id,
      deployment_id: link.deploymentId ?? null,
      ...madeBy(actor, userId),
    }),
    name: link.name ?? null,
    created_at: tx.at,
    expires_at: later(tx.at, link.expiresInSeconds * 1_000),
  });
  await auditSite(tx, auditedActor(actor), "share_link.created", site.id, linkData(row));
  return { link: toShareLink(await withMaker(tx, row)), secret, label: preview?.preview_label ?? undefined };
}

async function findSharedPreview(db: Database, siteId: string, deploymentId: string | undefined) {
  let query = db
    .selectFrom("deployments")
    .select("preview_label")
    .where("site_id", "=", siteId)
    .where("environment", "=", "preview")
    .where("status", "=", "ready")
    .where("hidden_at", "is", null)
    .orderBy("created_at", "desc")
    .limit(1);
  if (deploymentId !== undefined) query = query.where("id", "=", deploymentId);
  return query.executeTakeFirst();
}

/** Why a link cannot open a deployment that is not a ready preview of the site. */
async function notShared(db: Database, siteId: string, id: string): Promise<ApiError> {
  const row = await findRow(db, "deployments", { id, site_id: siteId, hidden_at: null });
  if (row === undefined) return deploymentNotFound();
  const reason =
    row.environment === "production"
      ? `${id} is a release${row.source_deployment_id === null ? "" : ` of ${row.source_deployment_id}`}`
      : `the status of ${id} is ${row.status}`;
  return invalid([{ path: "deploymentId", message: `must name a preview that is ready; ${reason}` }]);
}

/** Visitors who came by the link lose access with their next request. */
export async function revokeShareLink(
  tx: Transaction,
  actor: Actor,
  { site, linkId }: { readonly site: SiteRow; readonly linkId: string },
): Promise<void> {
  await requireSharing(tx, actor);
  const acting = { id: linkId.toLowerCase(), site_id: site.id, revoked_at: null };
  const revoked = await changeRow(tx, "share_links", acting, { revoked_at: tx.at });
  const data = linkData(found(revoked, "The site has no such share link."));
  await auditSite(tx, auditedActor(actor), "share_link.revoked", site.id, data);
}

function linkData({ id, name, deployment_id, expires_at }: ShareLinkRow): Readonly<Record<string, unknown>> {
  return { linkId: id, name, deploymentId: deployment_id, expiresAt: expires_at };
}

/** What every preview token begins with, so that tools that look for secrets know one. */
const TOKEN_PREFIX = "grpt_";

export async function listPreviewTokens(db: Database, siteId: string, at: string): Promise<PreviewToken[]> {
  const rows = await findMade(db, "preview_tokens", { site_id: siteId, revoked_at: null });
  return (await living(db, rows, previewTokenGrant, at)).map(toPreviewToken);
}

function toPreviewToken(row: WithMaker<"preview_tokens">): PreviewToken {
  return {
    id: row.id,
    siteId: row.site_id,
    name: row.name,
    last4: row.last4,
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}

export async function createPreviewToken(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  name: string,
): Promise<PreviewToken & { readonly token: string }> {
  const userId = await requireDeciding(tx, actor);
  const full = `the site has ${MAX_PREVIEW_TOKENS} preview tokens already; revoke one first`;
  requireFewer(await listPreviewTokens(tx, site.id, tx.at), MAX_PREVIEW_TOKENS, full);
  const token = `${TOKEN_PREFIX}${newSecret()}`;
  const id = newUuid();
  const place = { id, hash: hashSecret(token), workspace_id: site.workspace_id, site_id: site.id };
  const bound = sealed(tx, "preview_tokens", { ...place, ...madeBy(actor, userId) });
  const row = await insertRow(tx, "preview_tokens", { ...bound, name, last4: token.slice(-4), created_at: tx.at });
  await auditSite(tx, auditedActor(actor), "preview_token.created", site.id, { tokenId: id, name });
  return { ...toPreviewToken(await withMaker(tx, row)), token };
}

/** Tests that use the token lose access with their next request. */
export async function revokePreviewToken(
  tx: Transaction,
  actor: Actor,
  { site, tokenId }: { readonly site: SiteRow; readonly tokenId: string },
): Promise<void> {
  await requireDeciding(tx, actor);
  const acting = { id: tokenId.toLowerCase(), site_id: site.id, revoked_at: null };
  const revoked = await changeRow(tx, "preview_tokens", acting, { revoked_at: tx.at });
  const { id, name } = found(revoked, "The site has no such preview token.");
  await auditSite(tx, auditedActor(actor), "preview_token.revoked", site.id, { tokenId: id, name });
}

const USED_AGAIN_MS = 10 * 60_000;

/** Notes that the token was used. */
export async function findPreviewToken(
  db: Database,
  { siteId, token, at }: { readonly siteId: string; readonly token: string; readonly at: string },
  prove?: Prove,
): Promise<{ readonly id: string } | undefined> {
  if (!token.startsWith(TOKEN_PREFIX)) return undefined;
  const row = await findRow(db, "preview_tokens", { hash: hashSecret(token), site_id: siteId });
  if (!row || (await endOfGrant(db, previewTokenGrant(db, row), at, prove)) !== undefined) return undefined;
  if (row.last_used_at === null || later(row.last_used_at, USED_AGAIN_MS) <= at) {
    await inTransaction(db, (tx) => updateRows(tx, "preview_tokens", { id: row.id }, { last_used_at: at }));
  }
  return { id: row.id };
}

function requireDeciding(db: Database, actor: Actor): Promise<string> {
  return requireOwnerOrAdmin(db, actor, DECISION);
}

/** A member who can request a release can also share a preview. */
async function requireSharing(db: Database, actor: Actor): Promise<string> {
  const userId = requirePerson(actor, DECISION);
  if (canDevelop(await actingRole(db, actor))) return userId;
  throw new ApiError("forbidden_role", "This requires the role developer, approver, admin or owner.");
}
