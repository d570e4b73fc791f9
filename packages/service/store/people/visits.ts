import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { later } from "../../domain/instants.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, matching, requireRow, takeRow, updateRows } from "../engine/rows.ts";
import type { Schema, ShareLinkRow, SiteRow, VisitCodeRow } from "../engine/schema.ts";
import { isSealed, sealed } from "../engine/sealed-rows.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant, previewTokenGrant, type Prove, shareLinkGrant } from "./grants.ts";
import { findFullSession } from "./sessions.ts";

/** Enough for two redirects. */
const CODE_LIFETIME_MS = 30_000;

/** A member gets the next cookie by redirects alone. */
const VISIT_LIFETIME_MS = 12 * 3_600_000;

/** Most cookies by one session, link or token; the oldest ends for one more. */
const MAX_VISITS = 1_000;

type Grant =
  | { readonly kind: "member" }
  /** Null: every preview of the site. */
  | { readonly kind: "link"; readonly deploymentId: string | null }
  | { readonly kind: "token" };

export interface Visit {
  /** Name of the only host that it is for, without a port. */
  readonly host: string;
  readonly siteId: string;
  readonly grant: Grant;
}

/** A cookie that was just made; its text is here and nowhere else. */
export interface OpenedVisit {
  readonly cookie: string;
  readonly maxAgeSeconds: number;
}

/** A member by their session, or a guest by a share link. */
export type Visiting = Partial<Pick<VisitCodeRow, "session_id" | "share_link_id">>;

interface Host {
  readonly host: string;
  readonly siteId: string;
}

interface Code extends Host {
  readonly by: Visiting;
  /** Hash of a cookie that the host gave to the browser. */
  readonly challenge: string;
  readonly path: string;
}

export async function issueCode(db: Database, { host, siteId, by, challenge, path }: Code): Promise<string> {
  const code = newSecret();
  const visiting = { session_id: null, share_link_id: null, ...by };
  const bound = sealed(db, "visit_codes", { hash: hashSecret(code), host, site_id: siteId, ...visiting, challenge });
  await inTransaction(db, (tx) =>
    insertRow(tx, "visit_codes", { ...bound, path, expires_at: later(tx.at, CODE_LIFETIME_MS) }),
  );
  return code;
}

interface Redeeming extends Host {
  readonly code: string;
  /** Hashes of the cookies of the browser that could be the one that asked. */
  readonly challenges: readonly string[];
}

/**
 * Whatever comes of it, the code is gone.
 * @returns Undefined for a code that is unknown, used, too old, of another host or of another browser.
 */
export async function redeemCode(
  db: Database,
  { code, host, siteId, challenges }: Redeeming,
): Promise<(OpenedVisit & { readonly path: string }) | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await takeRow(tx, "visit_codes", { hash: hashSecret(code) });
    if (!row || row.expires_at <= tx.at || !isSealed(tx, "visit_codes", row)) return undefined;
    if (row.host !== host || row.site_id !== siteId || !challenges.includes(row.challenge)) return undefined;
    const { session_id, share_link_id, path } = row;
    return { ...(await openVisit(tx, { host, siteId }, { session_id, share_link_id })), path };
  });
}

function findLink(db: Database, secret: string, at: string, prove?: Prove): Promise<ShareLinkRow | undefined> {
  return findOpenLink(db, { hash: hashSecret(secret) }, at, prove);
}

async function findOpenLink(
  db: Database,
  by: { readonly id: string } | { readonly hash: string },
  at: string,
  prove?: Prove,
): Promise<ShareLinkRow | undefined> {
  const link = await findRow(db, "share_links", by);
  return link && (await endOfGrant(db, shareLinkGrant(db, link), at, prove)) === undefined ? link : undefined;
}

/** Whether a link that a request was let in by still opens what it is for. */
export async function isLinkOpen(db: Database, id: string, at: string): Promise<boolean> {
  return (await findOpenLink(db, { id }, at)) !== undefined;
}

export async function findGuestLink(
  db: Database,
  secret: string,
  at: string,
  prove?: Prove,
): Promise<{ readonly link: ShareLinkRow; readonly site: SiteRow } | undefined> {
  const link = await findLink(db, secret, at, prove);
  if (!link) return undefined;
  const site = await findRow(db, "sites", { id: link.site_id, status: "active", preview_access: "link" });
  return site && { link, site };
}

interface Sharing extends Host {
  readonly secret: string;
  /** What the host serves. */
  readonly deploymentId: string | undefined;
  readonly at: string;
}

/** Only when the link opens what the host serves. */
export async function useShareLink(
  db: Database,
  { secret, deploymentId, siteId, host, at }: Sharing,
  prove?: Prove,
): Promise<OpenedVisit | undefined> {
  if (!(await findLink(db, secret, at, prove))) return undefined;
  return inTransaction(db, async (tx) => {
    const link = await findLink(tx, secret, tx.at);
    if (link?.site_id !== siteId) return undefined;
    if (link.deployment_id !== null && link.deployment_id !== deploymentId) return undefined;
    await updateRows(tx, "share_links", { id: link.id }, { last_used_at: tx.at });
    return openVisit(tx, { host, siteId }, { share_link_id: link.id });
  });
}

export async function usePreviewToken(db: Database, host: Host, tokenId: string): Promise<OpenedVisit> {
  return inTransaction(db, (tx) => openVisit(tx, host, { preview_token_id: tokenId }));
}

/** A guest's visit ends with the link. */
async function openVisit(
  tx: Transaction,
  { host, siteId }: Host,
  by: Visiting & Partial<Pick<Schema["visits"], "preview_token_id">>,
): Promise<OpenedVisit> {
  const cookie = newSecret();
  const holder = { session_id: null, share_link_id: null, preview_token_id: null, ...by };
  const { share_link_id: linkId } = holder;
  const link = linkId === null ? undefined : await requireRow(tx, "share_links", { id: linkId });
  const expires_at = link?.expires_at ?? later(tx.at, VISIT_LIFETIME_MS);
  const bound = sealed(tx, "visits", { hash: hashSecret(cookie), host, site_id: siteId, ...holder });
  await insertRow(tx, "visits", { ...bound, created_at: tx.at, expires_at });
  await endOldest(tx, holder);
  return { cookie, maxAgeSeconds: Math.floor((Date.parse(expires_at) - Date.parse(tx.at)) / 1_000) };
}

/** Anyone who has a link could fill the database with it. */
async function endOldest(tx: Transaction, holder: Partial<Schema["visits"]>): Promise<void> {
  const tooMany = await tx
    .selectFrom("visits")
    .select("created_at")
    .where(matching(holder))
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(MAX_VISITS)
    .executeTakeFirst();
  if (!tooMany) return;
  await tx.deleteFrom("visits").where(matching(holder)).where("created_at", "<=", tooMany.created_at).execute();
}

/** Asks the provider of the company sign-in. */
export interface Asking {
  readonly proveUser: Prove;
  refreshSession(sessionId: string): Promise<void>;
}

/**
 * Finds who a cookie of a host is, as long as what it was given by acts: the session of a member of the site's
 * workspace, or a link or token.
 */
export async function findVisit(db: Database, cookie: string, at: string, asking?: Asking): Promise<Visit | undefined> {
  const prove = asking?.proveUser;
  const row = await findRow(db, "visits", { hash: hashSecret(cookie) });
  if (!row || row.expires_at <= at || !isSealed(db, "visits", row)) return undefined;
  const visit = { host: row.host, siteId: row.site_id };
  if (row.share_link_id !== null) {
    const link = await findOpenLink(db, { id: row.share_link_id }, at, prove);
    return link && { ...visit, grant: { kind: "link", deploymentId: link.deployment_id } };
  }
  if (row.preview_token_id !== null) {
    const token = await findRow(db, "preview_tokens", { id: row.preview_token_id });
    if (!token || (await endOfGrant(db, previewTokenGrant(db, token), at, prove)) !== undefined) return undefined;
    return { ...visit, grant: { kind: "token" } };
  }
  // The host never counts as a use of the session: its scripts could keep the session alive for ever.
  const { workspace_id: workspaceId } = await requireRow(db, "sites", { id: row.site_id });
  const sessionId = row.session_id ?? "";
  // A person who signed in at the provider stays signed in while the provider says so.
  await asking?.refreshSession(sessionId);
  return (await findFullSession(db, sessionId, at, workspaceId)) && { ...visit, grant: { kind: "member" } };
}
