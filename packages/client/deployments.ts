import type { ListDeployments, ReceivedDeployment } from "@greenroom/contract";
import { pathOf, withQuery } from "./path.ts";
import { readNextCursor, reader } from "./reading.ts";
import type { CallOptions, Transport } from "./transport.ts";

/** Answer of a create. Its record is what was cached under the key, not the present state. */
export interface CreatedDeployment {
  readonly deployment: ReceivedDeployment;
  /** `Idempotency-Replayed`; undefined when the service does not say. */
  readonly replayed: boolean | undefined;
  /** `Date` of the answer, epoch milliseconds. */
  readonly dateMs: number | undefined;
  /** Requests it took. */
  readonly tries: number;
}

/** A list of deployments, or a page of one. */
export interface DeploymentList {
  readonly deployments: readonly ReceivedDeployment[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** Operations on deployments. @see Interface §4 */
export interface Deployments {
  /**
   * Creates a deployment, or gets the one its key already made.
   * @param siteId Site, UUID.
   * @param request `body`: the exact JSON bytes; `key`: names the attempt.
   */
  create(
    siteId: string,
    request: { readonly body: string; readonly key: string },
    options?: CallOptions,
  ): Promise<CreatedDeployment>;
  get(deploymentId: string, options?: CallOptions): Promise<ReceivedDeployment>;
  list(query?: ListDeployments, options?: CallOptions): Promise<DeploymentList>;
  listForSite(siteId: string, query?: Omit<ListDeployments, "siteId">, options?: CallOptions): Promise<DeploymentList>;
  cancel(deploymentId: string, options?: CallOptions): Promise<ReceivedDeployment>;
}

/**
 * Binds the operations on deployments to a transport.
 * @param transport Path to the network.
 */
export function createDeployments(transport: Transport): Deployments {
  const list = async (path: string, options: CallOptions | undefined): Promise<DeploymentList> => {
    const answer = await transport.call({ method: "GET", path, data: reader("deployments") }, options);
    return { deployments: answer.data, nextCursor: await readNextCursor(answer.envelope) };
  };
  return {
    async create(siteId, { body, key }, options) {
      const path = pathOf("createDeployment", { siteId });
      const call = { method: "POST", path, body, idempotencyKey: key, data: reader("deployment") } as const;
      const { data, replayed, dateMs, tries } = await transport.call(call, options);
      return { deployment: data, replayed, dateMs, tries };
    },
    async get(deploymentId, options) {
      const path = pathOf("getDeployment", { deploymentId });
      return (await transport.call({ method: "GET", path, data: reader("deployment") }, options)).data;
    },
    list: (query = {}, options) => list(withQuery(pathOf("listDeployments", {}), query), options),
    listForSite: (siteId, query = {}, options) =>
      list(withQuery(pathOf("listSiteDeployments", { siteId }), query), options),
    async cancel(deploymentId, options) {
      const path = pathOf("cancelDeployment", { deploymentId });
      return (await transport.call({ method: "POST", path, data: reader("deployment") }, options)).data;
    },
  };
}
