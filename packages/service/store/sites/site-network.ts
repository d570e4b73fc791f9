import { siteHosts } from "../../domain/build-hosts.ts";
import type { Transaction } from "../engine/database.ts";
import { flag, updateRows } from "../engine/rows.ts";
import type { SiteRow } from "../engine/schema.ts";

/** What the builds of a site may reach besides what the service lets every build reach. */
export interface AllowedNetwork {
  readonly hosts: readonly string[];
  readonly listWithValues: boolean;
}

export interface NetworkChange {
  /** Names of hosts in their usual form. */
  readonly allow?: readonly string[];
  readonly remove?: readonly string[];
  readonly listWithValues?: boolean | undefined;
}

export const MAX_SITE_HOSTS = 50;

export function networkOf(site: SiteRow): AllowedNetwork {
  return { hosts: siteHosts(site), listWithValues: site.list_with_values === 1 };
}

/** @returns Undefined when the list would be too long. */
export function changedNetwork(
  site: SiteRow,
  { allow = [], remove = [], listWithValues }: NetworkChange,
): AllowedNetwork | undefined {
  const before = networkOf(site);
  const hosts = [...new Set([...before.hosts, ...allow])].filter((host) => !remove.includes(host));
  return hosts.length > MAX_SITE_HOSTS ? undefined : { hosts, listWithValues: listWithValues ?? before.listWithValues };
}

/** For the builds that start from now on. */
export async function storeNetwork(
  tx: Transaction,
  { id }: Pick<SiteRow, "id">,
  { hosts, listWithValues }: AllowedNetwork,
): Promise<void> {
  await updateRows(
    tx,
    "sites",
    { id },
    {
      build_hosts: hosts.length === 0 ? null : hosts.join(" "),
      list_with_values: flag(listWithValues),
      updated_at: tx.at,
    },
  );
}
