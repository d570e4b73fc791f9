import { readListedHost } from "../domain/build-hosts.ts";
import type { Database } from "../store/engine/database.ts";
import { flag, updateRows } from "../store/engine/rows.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import {
  type AllowedNetwork,
  changedNetwork,
  MAX_SITE_HOSTS,
  networkOf,
  storeNetwork,
} from "../store/sites/site-network.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";

export interface SiteNetworkChange {
  readonly allow: readonly string[];
  readonly remove: readonly string[];
  readonly listWithValues?: boolean | undefined;
}

/**
 * For the builds that start from now on.
 * @param site Id of an active site, or its slug in the workspace.
 * @returns What they may reach now; also when nothing changes.
 */
export async function changeSiteNetwork(
  store: AdminContext,
  { workspaceId, site }: { readonly workspaceId: string; readonly site: string },
  change: SiteNetworkChange,
): Promise<AllowedNetwork & { readonly siteId: string }> {
  const [allow, remove] = [change.allow.map(readHost), change.remove.map(readHost)];
  return await runChange(store, async ({ tx, audit }) => {
    const row = await requireSite(tx, workspaceId, site);
    if (allow.length === 0 && remove.length === 0 && change.listWithValues === undefined) {
      return { siteId: row.id, ...networkOf(row) };
    }
    const network = changedNetwork(row, { allow, remove, listWithValues: change.listWithValues });
    if (network === undefined) {
      throw new AdminError(
        "invalid",
        `A site lists at most ${MAX_SITE_HOSTS} hosts. Remove some, or list a domain as *.DOMAIN.`,
      );
    }
    await storeNetwork(tx, row, network);
    const subject = { type: "site", id: row.id };
    await audit({ workspaceId, action: "site.network_changed", subject, data: { slug: row.slug, ...network } });
    return { siteId: row.id, ...network };
  });
}

/** Whether one person can go back to a release that was live lately. Off by default; only an operator can change it. */
export async function setRollBackAlone(
  store: AdminContext,
  { workspaceId, site }: { readonly workspaceId: string; readonly site: string },
  onePerson: boolean,
): Promise<{ readonly siteId: string; readonly onePerson: boolean }> {
  return await runChange(store, async ({ tx, audit }) => {
    const row = await requireSite(tx, workspaceId, site);
    await updateRows(tx, "sites", { id: row.id }, { roll_back_alone: flag(onePerson) });
    const action = onePerson ? "site.roll_back_alone_allowed" : "site.roll_back_alone_forbidden";
    await audit({ workspaceId, action, subject: { type: "site", id: row.id }, data: { slug: row.slug } });
    return { siteId: row.id, onePerson };
  });
}

function readHost(text: string): string {
  const host = readListedHost(text);
  if (host !== undefined) return host;
  throw new AdminError(
    "invalid",
    `'${text}' is not a host name. Give a name such as cms.example.com, or *.example.com for every name below it; an address or a private host is for --build-host of greenroom serve.`,
  );
}

async function requireSite(db: Database, workspaceId: string, named: string): Promise<SiteRow> {
  const row = await db
    .selectFrom("sites")
    .selectAll()
    .where("workspace_id", "=", workspaceId)
    .where("status", "=", "active")
    .where((eb) => eb.or([eb("id", "=", named.toLowerCase()), eb("slug", "=", named)]))
    .executeTakeFirst();
  if (row) return row;
  throw new AdminError(
    "unknown_site",
    `The workspace has no active site ${named}. Give its slug or id, as 'greenroom sites list' shows it.`,
  );
}
