import type { ListDeployments, ReceivedDeployment } from "../contract/index.ts";
import type { CallOptions } from "./transport.ts";

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
