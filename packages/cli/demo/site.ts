import type { Client } from "@greenroom/client/client";
import { ClientError } from "@greenroom/client/errors";
import type { CreateSite } from "@greenroom/contract/site";
import { DemoError } from "./demo-error.ts";

export interface DemoSite {
  readonly id: string;
  readonly slug: string;
  /** false when an earlier run had made it. */
  readonly created: boolean;
}

export async function createOrFindSite(client: Client, wanted: CreateSite, signal: AbortSignal): Promise<DemoSite> {
  const { slug, repositoryUrl } = wanted;
  try {
    const { id } = await client.sites.create(wanted, { signal });
    return { id, slug, created: true };
  } catch (error) {
    if (!(error instanceof ClientError && error.code === "slug_taken")) throw error;
  }
  const { sites } = await client.sites.list({ signal });
  const site = sites.find((one) => one.slug === slug && (one.repositoryUrl ?? repositoryUrl) === repositoryUrl);
  if (site !== undefined) return { id: site.id, slug, created: false };
  const message = `The site '${slug}' of this data folder clones from another repository. Use another --data folder.`;
  throw new DemoError("site_elsewhere", message);
}
