import type { DomainRecord, SiteDomain } from "@greenroom/contract";
import type { Hono } from "hono";
import { RateLimiterMemory } from "rate-limiter-flexible";
import type { ServiceContext } from "../../context.ts";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, invalid } from "../../domain/api-error.ts";
import { GRACE_MS, proofValue } from "../../domain/domain-claims.ts";
import { challengeName, hostDomain, readDomainName, unicodeName } from "../../domain/domain-name.ts";
import { domainsOf, siteOf } from "../../domain/site-domains.ts";
import { domainUrl } from "../../settings.ts";
import type { SiteDomainRow, SiteRow } from "../../store/engine/schema.ts";
import { inDatabase } from "../../store/engine/transaction.ts";
import { requireActing } from "../../store/people/acting.ts";
import { findHost } from "../../store/sites/hosts.ts";
import {
  addSiteDomain,
  findServedDomain,
  listSiteDomains,
  makePrimary,
  readClaim,
  redirectTarget,
  removeSiteDomain,
  requireDomainRole,
  requireSiteDomain,
} from "../../store/sites/site-domains.ts";
import { requireSite } from "../../store/sites/sites.ts";
import { clientOf, isLoopback } from "../client-address.ts";
import type { HttpContext, HttpEnv } from "../context.ts";
import { inSite } from "../in-site.ts";
import { operations } from "../operations.ts";

export function domainRoutes(context: ServiceContext): Hono<HttpEnv> {
  const app = operations(context.db, {
    listSiteDomains: async ({ requireSite }) => readSiteDomains(context, await requireSite()),
    async addSiteDomain({ actor, parameters: { siteId }, body }) {
      const { name } = await body();
      return addDomain(context, actor, { siteId, name });
    },
    async updateSiteDomain({ actor, parameters: { siteId, domainId }, body }) {
      await body();
      return changePrimary(context, actor, { siteId, domainId });
    },
    checkSiteDomain: async ({ actor, parameters }) => checkDomain(context, actor, parameters),
    async removeSiteDomain({ actor, parameters: { siteId, domainId } }) {
      await removeDomain(context, actor, { siteId, domainId });
      return { id: domainId.toLowerCase(), removed: true as const };
    },
  });
  app.get(ASK_PATH, createAskHandler(context));
  return app;
}

export async function readSiteDomains(context: ServiceContext, site: SiteRow): Promise<SiteDomain[]> {
  const rows = await listSiteDomains(context.db, site.id);
  if (rows.length === 0) return [];
  const own = await context.domains.ownAddresses(site.production_label);
  return rows.map((row) => readSiteDomain(context, row, { site, rows, own }));
}

async function readOne(context: ServiceContext, actor: Actor, { siteId, domainId }: Named): Promise<SiteDomain> {
  const site = await requireSite(context.db, actor.workspaceId, siteId);
  const found = (await readSiteDomains(context, site)).find(({ id }) => id === domainId.toLowerCase());
  if (found) return found;
  throw new ApiError("not_found", "The site has no such domain.");
}

interface Named {
  readonly siteId: string;
  readonly domainId: string;
}

function readSiteDomain(
  { addresses }: ServiceContext,
  row: SiteDomainRow,
  { site, rows, own }: { readonly site: SiteRow; rows: readonly SiteDomainRow[]; readonly own: readonly string[] },
): SiteDomain {
  const { name, missing_since: missing } = row;
  const unicode = unicodeName(name);
  const primary = rows.find((one) => one.name === site.primary_domain);
  const redirectsTo = row.status === "active" && primary ? redirectTarget(name, primary) : undefined;
  const production = (addresses.productionDomain ?? addresses.previewDomain).replace(/:\d+$/, "");
  return {
    id: row.id,
    siteId: row.site_id,
    name,
    ...(unicode !== undefined && { unicodeName: unicode }),
    url: domainUrl(addresses, name),
    status: row.status === "active" && missing !== null ? "failing" : row.status,
    proof: row.proof,
    address: row.address,
    primary: primary === row,
    ...(redirectsTo !== undefined && { redirectsTo }),
    records: [
      { purpose: "proof", type: "TXT", name: challengeName(name), value: proofValue(readClaim(row), name) },
      ...addressRecords(name, `${site.production_label}.${production}`, own),
    ],
    ...(missing !== null && { servedUntil: new Date(Date.parse(missing) + GRACE_MS).toISOString() }),
    ...(row.proven_at !== null && { provenAt: row.proven_at }),
    ...(row.checked_at !== null && { checkedAt: row.checked_at }),
    nextCheckAt: row.next_check_at,
    createdAt: row.created_at,
  };
}

/** [RFC 1034 §3.6.2] Beside a CNAME there is no other record, which a registered domain itself always has. */
function addressRecords(name: string, host: string, own: readonly string[]): DomainRecord[] {
  if (siteOf(name) !== name) return [{ purpose: "address", type: "CNAME", name, value: host }];
  if (own.length === 0) return [{ purpose: "address", type: "ALIAS", name, value: host }];
  return own.map((value) => ({ purpose: "address", type: value.includes(":") ? "AAAA" : "A", name, value }));
}

export async function addDomain(
  context: ServiceContext,
  actor: Actor,
  { siteId, name: given }: { readonly siteId: string; readonly name: string },
): Promise<SiteDomain> {
  const { db, addresses } = context;
  await requireDomainRole(db, actor);
  const names = domainsOf({ ...addresses, publicUrl: new URL(addresses.baseUrl) });
  const read = readDomainName(given, names);
  if ("problem" in read) throw invalid([{ path: "name", message: read.problem }]);
  const { id } = await inSite(db, actor, siteId, (tx, site) => addSiteDomain(tx, actor, site, read.name));
  return readOne(context, actor, { siteId, domainId: id });
}

export async function changePrimary(context: ServiceContext, actor: Actor, named: Named): Promise<SiteDomain> {
  await inSite(context.db, actor, named.siteId, (tx, site) => makePrimary(tx, actor, site, named.domainId));
  return readOne(context, actor, named);
}

export async function checkDomain(context: ServiceContext, actor: Actor, named: Named): Promise<SiteDomain> {
  const site = await requireSite(context.db, actor.workspaceId, named.siteId);
  await requireDomainRole(context.db, actor);
  const { name } = await requireSiteDomain(context.db, site.id, named.domainId);
  await context.domains.check(name);
  return readOne(context, actor, named);
}

export async function removeDomain(context: ServiceContext, actor: Actor, named: Named): Promise<string> {
  const { name } = await inDatabase(context.db, async (tx) => {
    const acting = await requireActing(tx, actor);
    const site = await requireSite(tx, actor.workspaceId, named.siteId);
    return removeSiteDomain(tx, acting, site, named.domainId);
  });
  return name;
}

/** Where a proxy that gets certificates by itself asks for which names it may. */
export const ASK_PATH = "/domains/ask";

/** Names that are not served, a minute: connections with invented names make the proxy ask. */
const MISSES_PER_MINUTE = 6_000;

/**
 * Makes the answer to a proxy that asks whether it may get a certificate: 200 for a name that is served here, 404 for
 * any other. Only a program of the same machine as the service or its proxy is answered.
 * @see https://caddyserver.com/docs/caddyfile/options#on-demand-tls
 */
function createAskHandler(context: ServiceContext) {
  const { settings, addresses } = context;
  const misses = new RateLimiterMemory({ points: MISSES_PER_MINUTE, duration: 60 });
  const { preview, production = preview } = domainsOf({ ...addresses, publicUrl: new URL(addresses.baseUrl) });

  async function isServed(name: string, hosts: string | undefined): Promise<boolean> {
    if (hosts === "production" || hosts === "all") {
      for (const domain of hosts === "all" ? [production, preview] : [production]) {
        const label = name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : "";
        if (label === "" || label.includes(".")) continue;
        const hosted = await findHost(context.db, label);
        return hosted !== undefined && hosted.kind !== "archived";
      }
    }
    return (await findServedDomain(context.db, name)) !== undefined;
  }

  return async (c: HttpContext): Promise<Response> => {
    const incoming = c.env?.incoming;
    const client = incoming && clientOf(incoming, settings);
    const nothing = () => new ApiError("not_found", "There is nothing at this path.");
    if (client?.isLocal !== true && !isLoopback(client?.address ?? "")) throw nothing();
    const name = hostDomain(c.req.query("domain"));
    if (name === undefined) throw nothing();
    if (((await misses.get("all"))?.consumedPoints ?? 0) >= MISSES_PER_MINUTE) {
      throw new ApiError("rate_limited", "Too many names that are not served.", { retryAfterSeconds: 60 });
    }
    if (await isServed(name, c.req.query("hosts"))) return c.body(null, 200);
    await misses.consume("all").catch(() => undefined);
    throw nothing();
  };
}
