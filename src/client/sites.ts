import { z } from "zod";
import { type CreateSite, type Entitlements, ReceivedDeployment, ReceivedSite } from "../contract/index.ts";
import type { CallOptions } from "./transport.ts";

/** A site with its manifest and latest deployment, as received. */
export const ReceivedSiteDetail = ReceivedSite.extend({
  manifest: z.unknown().optional(),
  latestDeployment: ReceivedDeployment.nullish(),
});

/** A site with its manifest and latest deployment, as received. */
export type ReceivedSiteDetail = z.infer<typeof ReceivedSiteDetail>;

/** The sites of a workspace. */
export interface SiteList {
  readonly sites: readonly ReceivedSite[];
  /** Undefined when the service sent none, or in another shape. */
  readonly entitlements: Entitlements | undefined;
}

/** Operations on sites. @see Interface §4 */
export interface Sites {
  list(options?: CallOptions): Promise<SiteList>;
  get(siteId: string, options?: CallOptions): Promise<ReceivedSiteDetail>;
  create(body: CreateSite, options?: CallOptions): Promise<ReceivedSite>;
  archive(siteId: string, options?: CallOptions): Promise<ReceivedSite>;
  listArchived(options?: CallOptions): Promise<readonly ReceivedSite[]>;
  restore(siteId: string, options?: CallOptions): Promise<ReceivedSite>;
}
