import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { isSealed, sealed, sealedAs } from "../engine/sealed-rows.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { ShareLinkRow, SiteRow, VisitCodeRow } from "../engine/schema.ts";
import { inTransaction } from "../engine/transaction.ts";
import { endOfGrant, previewTokenGrant, type Prove, shareLinkGrant } from "./grants.ts";
import { findFullSession } from "./sessions.ts";
import { findRow, insertRow, takeRow, updateRows } from "../engine/rows.ts";

/** How long a code is good that brings a member to a host, milliseconds: two redirects. */
const CODE_LIFETIME_MS = 30_000;

/** How long a cookie by a session or a token is good, milliseconds; a member gets the next one by redirects alone. */
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
  /** Epoch milliseconds. */
  readonly endsAtMs: number;
}

/** A cookie that was just made; its text is here and nowhere else. */
export interface OpenedVisit {
  readonly cookie: string;
  readonly maxAgeSeconds: number;
}

export interface CodeHolder {
  readonly column: "session_id" | "share_link_id";
  readonly id: string;
}

interface Code {
  /** Name of the host, without a port. */
  readonly host: string;
  readonly siteId: string;
  readonly by: CodeHolder;
  /** Hash of a cookie that the host gave to the browser. */
  readonly challenge: string;
  readonly path: string;
}

/** Makes the code that brings a member or a guest to a host once. */
export async function issueCode(db: Database, given: Code, nowMs: number): Promise<string> {
  const code = newSecret();
  const { host, siteId, by, challenge, path } = given;
  const holder = { session_id: null, share_link_id: null, [by.column]: by.id };
  const expires_at = new Date(nowMs + CODE_LIFETIME_MS).toISOString();
  const bound = sealed(db, "visit_codes", { hash: hashSecret(code), host, site_id: siteId, ...holder, challenge });
  await inTransaction(db, (tx) => insertRow(tx, "visit_codes", { ...bound, path, expires_at }));
  return code;
}

interface Redeeming {
  readonly code: string;
  readonly host: string;
  readonly siteId: string;
  /** Hashes of the cookies of the browser that could be the one that asked. */
  readonly challenges: readonly string[];
  readonly nowMs: number;
}

/**
 * Exchanges a code for a cookie. Whatever comes of it, the code is gone.
 * @returns Undefined for a code that is unknown, used, too old, of another host or of another browser.
 */
export async function redeemCode(
  db: Database,
  { code, host, siteId, challenges, nowMs }: Redeeming,
): Promise<(OpenedVisit & { readonly path: string }) | undefined> {
  return inTransaction(db, async (tx) => {
    const row = await takeRow(tx, "visit_codes", { hash: hashSecret(code) });
    if (!row || Date.parse(row.expires_at) <= nowMs || !isSealed(tx, sealedAs("visit_codes", row))) return undefined;
    if (row.host !== host || row.site_id !== siteId || !challenges.includes(row.challenge)) return undefined;
    const opening = await openingOf(tx, row);
    return opening && { ...(await openVisit(tx, { host, siteId, ...opening, nowMs })), path: row.path };
  });
}

/** A guest's visit ends with the link. */
async function openingOf(
  tx: Transaction,
  { session_id: sessionId, share_link_id: linkId }: Pick<VisitCodeRow, "session_id" | "share_link_id">,
): Promise<Pick<NewVisit, "by" | "endsAtMs"> | undefined> {
  if (sessionId !== null) return { by: { column: "session_id", id: sessionId } };
  const link = await findRow(tx, "share_links", { id: linkId ?? "" });
  return link && { by: { column: "share_link_id", id: link.id }, endsAtMs: Date.parse(link.expires_at) };
}

async function findLink(db: Database, secret: string, at: string, prove?: Prove): Promise<ShareLinkRow | undefined> {
  const link = await findRow(db, "share_links", { hash: hashSecret(secret) });
  return link && (await endOfGrant(db, shareLinkGrant(link), at, prove)) === undefined ? link : undefined;
}

/** Finds a share link while it acts, with the site whose previews it opens. */
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

interface Sharing extends Pick<Redeeming, "host" | "siteId" | "nowMs"> {
  readonly secret: string;
  /** What the host serves. */
  readonly deploymentId: string | undefined;
}

/**
 * Exchanges the secret of a share link for a cookie of a host, when it opens what the host serves.
 * @param prove Asks the provider about its maker.
 */
export async function useShareLink(
  db: Database,
  { secret, deploymentId, siteId, host, nowMs }: Sharing,
  prove?: Prove,
): Promise<OpenedVisit | undefined> {
  const at = new Date(nowMs).toISOString();
  if (!(await findLink(db, secret, at, prove))) return undefined;
  return inTransaction(db, async (tx) => {
    const link = await findLink(tx, secret, at);
    if (link?.site_id !== siteId) return undefined;
    if (link.deployment_id !== null && link.deployment_id !== deploymentId) return undefined;
    await updateRows(tx, "share_links", { id: link.id }, { last_used_at: at });
    const endsAtMs = Date.parse(link.expires_at);
    return openVisit(tx, { host, siteId, by: { column: "share_link_id", id: link.id }, nowMs, endsAtMs });
  });
}

export async function usePreviewToken(
  db: Database,
  { tokenId, ...given }: { readonly tokenId: string; readonly siteId: string } & Pick<Redeeming, "host" | "nowMs">,
): Promise<OpenedVisit> {
  return inTransaction(db, (tx) => openVisit(tx, { ...given, by: { column: "preview_token_id", id: tokenId } }));
}

interface By {
  readonly column: CodeHolder["column"] | "preview_token_id";
  readonly id: string;
}

interface NewVisit {
  readonly host: string;
  readonly siteId: string;
  readonly by: By;
  readonly nowMs: number;
  readonly endsAtMs?: number;
}

async function openVisit(
  tx: Transaction,
  { host, siteId, by, nowMs, endsAtMs = nowMs + VISIT_LIFETIME_MS }: NewVisit,
): Promise<OpenedVisit> {
  const cookie = newSecret();
  const created_at = new Date(nowMs).toISOString();
  const expires_at = new Date(endsAtMs).toISOString();
  const grant = { session_id: null, share_link_id: null, preview_token_id: null, [by.column]: by.id };
  await insertRow(tx, "visits", {
    ...sealed(tx, "visits", { hash: hashSecret(cookie), host, site_id: siteId, ...grant }),
    created_at,
    expires_at,
  });
  await endOldest(tx, by);
  return { cookie, maxAgeSeconds: Math.floor((endsAtMs - nowMs) / 1_000) };
}

/** Anyone who has a link could fill the database with it. */
async function endOldest(tx: Transaction, { column, id }: By): Promise<void> {
  const tooMany = await tx
    .selectFrom("visits")
    .select("created_at")
    .where(column, "=", id)
    .orderBy("created_at", "desc")
    .limit(1)
    .offset(MAX_VISITS)
    .executeTakeFirst();
  if (!tooMany) return;
  await tx.deleteFrom("visits").where(column, "=", id).where("created_at", "<=", tooMany.created_at).execute();
}

/**
 * Finds who a cookie of a host is, as long as what it was given by acts: the session of a member of the site's
 * workspace, or a link or token.
 * @param prove Asks the provider about the maker of a link or token.
 */
export async function findVisit(
  db: Database,
  cookie: string,
  nowMs: number,
  prove?: Prove,
): Promise<Visit | undefined> {
  const row = await db
    .selectFrom("visits")
    .innerJoin("sites", "sites.id", "visits.site_id")
    .selectAll("visits")
    .select("sites.workspace_id")
    .where("visits.hash", "=", hashSecret(cookie))
    .executeTakeFirst();
  const endsAtMs = row ? Date.parse(row.expires_at) : 0;
  if (!row || endsAtMs <= nowMs || !isSealed(db, sealedAs("visits", row))) return undefined;
  const at = new Date(nowMs).toISOString();
  const visit = { host: row.host, siteId: row.site_id, endsAtMs };
  if (row.share_link_id !== null) {
    const link = await findRow(db, "share_links", { id: row.share_link_id });
    if (!link || (await endOfGrant(db, shareLinkGrant(link), at, prove)) !== undefined) return undefined;
    return { ...visit, grant: { kind: "link", deploymentId: link.deployment_id } };
  }
  if (row.preview_token_id !== null) {
    const { preview_token_id: id } = row;
    const token = await findRow(db, "preview_tokens", { id });
    if (!token || (await endOfGrant(db, previewTokenGrant(token), at, prove)) !== undefined) return undefined;
    return { ...visit, grant: { kind: "token" } };
  }
  // The host never counts as a use of the session: its scripts could keep the session alive for ever.
  const session = await findFullSession(db, row.session_id ?? "", nowMs, row.workspace_id);
  if (!session) return undefined;
  const provenMs = session.proven_until === null ? endsAtMs : Date.parse(session.proven_until);
  return { ...visit, endsAtMs: Math.min(endsAtMs, provenMs), grant: { kind: "member" } };
}

/** The session of single sign-on that a cookie is good by. */
export async function findVisitingSession(db: Database, cookie: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("visits")
    .innerJoin("sessions", "sessions.id", "visits.session_id")
    .select("sessions.id")
    .where("visits.hash", "=", hashSecret(cookie))
    .where("sessions.proven_until", "is not", null)
    .where("sessions.revoked_at", "is", null)
    .executeTakeFirst();
  return row?.id;
}
