import { readListedHost, siteHosts } from "../domain/build-hosts.ts";
import type { Database } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";

/** What the builds of a site may reach besides the hosts that every install step may reach. */
export interface SiteNetwork {
  readonly siteId: string;
  readonly hosts: readonly string[];
  /** Whether the build step has a network too. */
  readonly buildStep: boolean;
}

export interface SiteNetworkChange {
  readonly allow: readonly string[];
  readonly remove: readonly string[];
  readonly buildStep?: boolean | undefined;
}

const MAX_HOSTS = 50;

/**
 * Changes what the builds of a site may reach, for the builds that start from now on.
 * @param site Id of an active site, or its slug in the workspace.
 * @returns What they may reach now; also when nothing changes.
 * @throws {AdminError} `unknown_site`, `invalid`
 */
export async function changeSiteNetwork(
  store: AdminContext,
  { workspaceId, site }: { readonly workspaceId: string; readonly site: string },
  change: SiteNetworkChange,
): Promise<SiteNetwork> {
  const [allow, remove] = [change.allow.map(readHost), change.remove.map(readHost)];
  return await runChange(store, async ({ tx, at, audit }) => {
    const row = await requireSite(tx, workspaceId, site);
    const hosts = [...new Set([...siteHosts(row), ...allow])].filter((host) => !remove.includes(host));
    if (hosts.length > MAX_HOSTS) {
      throw new AdminError(
        "invalid",
        `A site lists at most ${MAX_HOSTS} hosts. Remove some, or list a domain as *.DOMAIN.`,
      );
    }
    const buildStep = change.buildStep ?? row.build_step_network === 1;
    const network = { hosts, buildStep };
    if (allow.length > 0 || remove.length > 0 || change.buildStep !== undefined) {
      await tx
        .updateTable("sites")
        .set({
          build_hosts: hosts.length === 0 ? null : hosts.join(" "),
          build_step_network: buildStep ? 1 : 0,
          updated_at: at,
        })
        .where("id", "=", row.id)
        .execute();
      const subject = { type: "site", id: row.id };
      await audit({ workspaceId, action: "site.network_changed", subject, data: { slug: row.slug, ...network } });
    }
    return { siteId: row.id, ...network };
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
