import type { CreateSite, Entitlements, ReceivedSite } from "@greenroom/contract";
import { jsonBody, pathOf } from "./path.ts";
import { readEntitlements, reader } from "./reading.ts";
import type { ReceivedSiteDetail } from "./schemas.ts";
import type { CallOptions, Transport } from "./transport.ts";

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

/**
 * Binds the operations on sites to a transport.
 * @param transport Path to the network.
 */
export function createSites(transport: Transport): Sites {
  return {
    async list(options) {
      const answer = await transport.call(
        { method: "GET", path: pathOf("listSites", {}), data: reader("sites") },
        options,
      );
      return { sites: answer.data, entitlements: await readEntitlements(answer.envelope) };
    },
    async get(siteId, options) {
      const path = pathOf("getSite", { siteId });
      return (await transport.call({ method: "GET", path, data: reader("siteDetail") }, options)).data;
    },
    async create(body, options) {
      const path = pathOf("createSite", {});
      return (await transport.call({ method: "POST", path, body: jsonBody(body), data: reader("site") }, options)).data;
    },
    async archive(siteId, options) {
      const path = pathOf("archiveSite", { siteId });
      return (await transport.call({ method: "DELETE", path, data: reader("site") }, options)).data;
    },
    async listArchived(options) {
      const path = pathOf("listArchivedSites", {});
      return (await transport.call({ method: "GET", path, data: reader("sites") }, options)).data;
    },
    async restore(siteId, options) {
      const path = pathOf("restoreSite", { siteId });
      return (await transport.call({ method: "POST", path, data: reader("site") }, options)).data;
    },
  };
}
