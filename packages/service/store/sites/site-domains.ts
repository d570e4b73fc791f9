import type { Actor } from "../../domain/actor.ts";
import { type ApiError, found, invalid } from "../../domain/api-error.ts";
import {
  type Claim,
  type FoundAddress,
  type FoundProof,
  GRACE_MS,
  judgeClaims,
  type JudgedClaim,
  nextCheckMs,
} from "../../domain/domain-claims.ts";
import { newUuid } from "../../domain/ids.ts";
import { later } from "../../domain/instants.ts";
import { ADMINS } from "../../domain/roles.ts";
import { siteOf } from "../../domain/site-domains.ts";
import { queueRoleNotices } from "../announcements/notices.ts";
import { type Audited, auditedActor, auditSite, SYSTEM } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { countRows, deleteRows, findRow, findRows, insertRow, requireRow, updateRows } from "../engine/rows.ts";
import type { SiteDomainRow, SiteRow } from "../engine/schema.ts";
import { inTransaction, inDatabase } from "../engine/transaction.ts";
import { requireOwnerOrAdmin } from "../people/users.ts";

const MAX_DOMAINS = 20;
/** Most domains of a workspace that wait for their proof: each costs questions to the DNS. */
const MAX_PENDING = 100;

export async function listSiteDomains(db: Database, siteId: string): Promise<SiteDomainRow[]> {
  return findRows(db, "site_domains", { site_id: siteId }, "created_at", "id");
}

export async function requireSiteDomain(db: Database, siteId: string, domainId: string): Promise<SiteDomainRow> {
  const row = await findRow(db, "site_domains", { site_id: siteId, id: domainId.toLowerCase() });
  return found(row, "The site has no such domain.");
}

export function requireDomainRole(db: Database, actor: Actor): Promise<string> {
  return requireOwnerOrAdmin(db, actor, "Where production is served");
}

/** Others can want the same domain: the DNS decides. @param name As `readDomainName` gives it. */
export async function addSiteDomain(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  name: string,
): Promise<SiteDomainRow> {
  const userId = await requireDomainRole(tx, actor);
  const domains = await listSiteDomains(tx, site.id);
  if (domains.some((domain) => domain.name === name)) throw invalidDomain("is a domain of this site already");
  if (domains.length >= MAX_DOMAINS)
    throw invalidDomain(`cannot be added: the site has ${MAX_DOMAINS} domains; remove one first`);
  const waiting = { workspace_id: site.workspace_id, status: "pending" } as const;
  if ((await countRows(tx, "site_domains", waiting)) >= MAX_PENDING) {
    throw invalidDomain(
      `cannot be added: ${MAX_PENDING} domains of the workspace wait for their proof; remove some first`,
    );
  }
  const row = await insertRow(tx, "site_domains", {
    id: newUuid(),
    workspace_id: site.workspace_id,
    site_id: site.id,
    name,
    status: "pending",
    proof: "unchecked",
    address: "unchecked",
    proven_at: null,
    missing_since: null,
    address_missing_since: null,
    checked_at: null,
    // Not at once: resolvers cache for long that a record was not there.
    next_check_at: later(tx.at, nextCheckMs({ status: "pending", proof: "missing", address: "unchecked" }, 0)),
    created_by: userId,
    created_at: tx.at,
  });
  await auditSite(tx, auditedActor(actor), "domain.added", site.id, { name });
  return row;
}

function invalidDomain(message: string): ApiError {
  return invalid([{ path: "name", message }]);
}

/**
 * The domain is no longer served, and another site can prove it.
 * @param tx Alone in the whole database, since others may want the domain.
 */
export async function removeSiteDomain(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  domainId: string,
): Promise<SiteDomainRow> {
  await requireDomainRole(tx, actor);
  const row = await requireSiteDomain(tx, site.id, domainId);
  await deleteRows(tx, "site_domains", { id: row.id });
  await updateRows(tx, "site_domains", { name: row.name }, { next_check_at: tx.at });
  await auditSite(tx, auditedActor(actor), "domain.removed", site.id, { name: row.name });
  await settlePrimary(tx, site.id);
  return row;
}

export async function removeAllDomains(tx: Transaction, siteId: string): Promise<readonly string[]> {
  const removed = await tx.deleteFrom("site_domains").where("site_id", "=", siteId).returning("name").execute();
  return removed.map(({ name }) => name);
}

/** The primary domain is the one that links name. */
export async function makePrimary(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  domainId: string,
): Promise<SiteDomainRow> {
  await requireDomainRole(tx, actor);
  const row = await requireSiteDomain(tx, site.id, domainId);
  const problem =
    row.status !== "active"
      ? "cannot be set: the domain is not proven yet"
      : row.address === "missing"
        ? "cannot be set: the domain has no address record yet"
        : undefined;
  if (problem !== undefined) throw invalid([{ path: "primary", message: problem }]);
  if (site.primary_domain !== row.name) {
    await setPrimary(tx, auditedActor(actor), site.id, row.name);
  }
  return row;
}

/** Lets the primary domain pass on when it is lost, and makes the first that leads here one. */
async function settlePrimary(tx: Transaction, siteId: string): Promise<void> {
  const { workspace_id: workspaceId, primary_domain: now } = await requireRow(tx, "sites", { id: siteId });
  const active = (await listSiteDomains(tx, siteId)).filter(({ status }) => status === "active");
  const stays = active.find(({ name }) => name === now);
  if (stays && !isUnreachable(stays, tx.at)) return;
  const next = active
    .filter(({ address }) => address === "here")
    .toSorted((a, b) => ((a.proven_at ?? "") < (b.proven_at ?? "") ? -1 : 1))[0];
  const name = next?.name ?? null;
  if (name !== now) await setPrimary(tx, { workspaceId, actor: SYSTEM }, siteId, name);
}

function isUnreachable({ address_missing_since: since }: SiteDomainRow, at: string): boolean {
  return since !== null && Date.parse(at) - Date.parse(since) >= GRACE_MS;
}

async function setPrimary(tx: Transaction, who: Audited, siteId: string, name: string | null): Promise<void> {
  await updateRows(tx, "sites", { id: siteId }, { primary_domain: name, updated_at: tx.at });
  await auditSite(tx, who, "domain.primary_changed", siteId, { name });
}

export interface DomainCheck {
  readonly name: string;
  readonly proof: FoundProof;
  /** Undefined for an unproven domain, whose target is not shown. */
  readonly address: FoundAddress | undefined;
  readonly at: string;
}

/** Lists all claims of a domain, over all workspaces; sites that are archived have none. */
export async function claimsOf(db: Database, name: string): Promise<SiteDomainRow[]> {
  return findRows(db, "site_domains", { name }, "created_at", "id");
}

export function readClaim(row: SiteDomainRow): Claim {
  return {
    id: row.id,
    workspaceId: row.workspace_id,
    siteId: row.site_id,
    status: row.status,
    missingSince: row.missing_since,
    createdAt: row.created_at,
  };
}

/** Records what the DNS says of a domain, and gives the domain to the site that it names. */
export async function recordCheck(db: Database, check: DomainCheck): Promise<void> {
  const steady = (await planCheck(db, check)).every(({ matters }) => !matters);
  if (!steady) return inDatabase(db, (tx) => writeCheck(tx, check));
  // Most looks find what the last one found, and need not wait for each other.
  await inTransaction(db, async (tx) => {
    for (const { row, values, matters } of await planCheck(tx, check)) {
      if (!matters) await update(tx, row, values);
    }
  });
}

interface Planned {
  readonly row: SiteDomainRow;
  readonly values: Partial<SiteDomainRow>;
  /** Whether more than the time of the look changes. */
  readonly matters: boolean;
}

async function planCheck(db: Database, check: DomainCheck): Promise<Planned[]> {
  const rows = await claimsOf(db, check.name);
  const judged = judgeClaims(check.name, rows.map(readClaim), check.proof, Date.parse(check.at));
  return rows.map((row, index) => planRow(row, judged[index], check));
}

function planRow(row: SiteDomainRow, judged: JudgedClaim | undefined, { address: found, at }: DomainCheck): Planned {
  if (!judged) return { row, values: {}, matters: false };
  const { status, proof, missingSince } = judged;
  const address = addressOf(row, found, status);
  const values = {
    status,
    proof,
    address,
    missing_since: missingSince,
    address_missing_since: address === "missing" ? (row.address_missing_since ?? at) : null,
    proven_at: status === "pending" ? null : (row.proven_at ?? at),
    checked_at: at,
    next_check_at: later(at, nextCheckMs({ status, proof, address }, Date.parse(at) - Date.parse(row.created_at))),
  };
  const matters =
    status !== row.status || address !== row.address || missingSince !== null || values.address_missing_since !== null;
  return { row, values, matters };
}

function addressOf(
  row: SiteDomainRow,
  found: FoundAddress | undefined,
  status: JudgedClaim["status"],
): SiteDomainRow["address"] {
  if (status === "pending" || found === undefined) return "unchecked";
  // A DNS that does not answer now has not taken the record away.
  return found === "unavailable" && row.address !== "unchecked" ? row.address : found;
}

async function update(tx: Transaction, { id, status }: SiteDomainRow, values: Partial<SiteDomainRow>): Promise<void> {
  await updateRows(tx, "site_domains", { id, status }, values);
}

async function writeCheck(tx: Transaction, check: DomainCheck): Promise<void> {
  const planned = await planCheck(tx, check);
  // A domain is let go before another site takes it: at no time two have it.
  const ordered = planned.toSorted(
    (a, b) => Number(a.values.status === "active") - Number(b.values.status === "active"),
  );
  for (const { row, values } of ordered) {
    await update(tx, row, values);
    await notifyOfProblem(tx, row, values);
    if (values.status === undefined || values.status === row.status) continue;
    const action = values.status === "active" ? "domain.proven" : "domain.lost";
    await auditSite(tx, { workspaceId: row.workspace_id, actor: SYSTEM }, action, row.site_id, { name: check.name });
  }
  for (const { row } of planned) await settlePrimary(tx, row.site_id);
}

/** Notifies those who look after domains once when a domain stops working. */
async function notifyOfProblem(tx: Transaction, row: SiteDomainRow, values: Planned["values"]): Promise<void> {
  const problem = troubleOf(row, values);
  const site = problem && (await findRow(tx, "sites", { id: row.site_id }));
  if (problem === undefined || !site) return;
  const { site_id: id, name: domain } = row;
  const until = problem === "proof" ? later(tx.at, GRACE_MS) : null;
  const notice = { kind: "domain", domain, site: { id, name: site.name }, problem, until } as const;
  await queueRoleNotices(tx, row.workspace_id, ADMINS, notice);
}

function troubleOf(row: SiteDomainRow, values: Planned["values"]): "proof" | "address" | "lost" | undefined {
  if (row.status !== "active" || values.status === undefined) return undefined;
  if (values.status === "pending") return "lost";
  if (row.missing_since === null && values.missing_since !== null) return "proof";
  const worked = row.address === "here" || row.address === "elsewhere";
  return worked && values.address === "missing" ? "address" : undefined;
}

/** Names of domains whose next look is due, the longest waiting first. */
export async function dueDomains(db: Database, at: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("site_domains")
    .select((eb) => ["name", eb.fn.min("next_check_at").as("due")])
    .where("next_check_at", "<=", at)
    .groupBy("name")
    .orderBy("due")
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

export interface ServedDomain {
  /** Of the site's production host. */
  readonly label: string;
  /** Domain that visitors are sent to instead. */
  readonly redirectTo: string | undefined;
}

export async function findServedDomain(db: Database, name: string): Promise<ServedDomain | undefined> {
  const row = await db
    .selectFrom("site_domains")
    .innerJoin("sites", "sites.id", "site_domains.site_id")
    .leftJoin("site_domains as chosen", (join) =>
      join.onRef("chosen.site_id", "=", "sites.id").onRef("chosen.name", "=", "sites.primary_domain"),
    )
    .select(["sites.production_label as label", "chosen.name", "chosen.address"])
    .where("site_domains.name", "=", name)
    .where("site_domains.status", "=", "active")
    .executeTakeFirst();
  return row && { label: row.label, redirectTo: redirectTarget(name, row) };
}

/**
 * Where visitors of a domain are sent: to the site's primary domain, when both were registered as one. A redirect to
 * any other domain would let one person decide alone what visitors of this one see.
 */
export function redirectTarget(
  name: string,
  primary: { readonly name: string | null; readonly address: SiteDomainRow["address"] | null },
): string | undefined {
  if (primary.name === null || primary.name === name || primary.address === "missing") return undefined;
  return siteOf(primary.name) === siteOf(name) ? primary.name : undefined;
}
