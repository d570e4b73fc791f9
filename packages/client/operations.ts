import type { DecideApproval, ReceivedApproval, RequestApproval } from "@greenroom/contract/approval";
import type { ListDeployments, ReceivedDeployment } from "@greenroom/contract/deployment";
import type { CreateSite, Entitlements, ReceivedSite } from "@greenroom/contract/site";
import type { CreateTarget, UpdateTarget } from "@greenroom/contract/target";
import type { ReceivedCapability, ReceivedSiteDetail, ReceivedTarget, SchemaName } from "./response.ts";
import type { CallOptions } from "./retry.ts";
import { type Call, type CallResponse, pathOf, type Transport } from "./transport.ts";

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

/** Response to a create. Its record is what was stored under the key, not the present state. */
export interface CreatedDeployment {
  readonly deployment: ReceivedDeployment;
  /** `Idempotency-Replayed`; undefined when the service does not say. */
  readonly replayed: boolean | undefined;
  /** `Date` of the response, epoch milliseconds. */
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

/** Operations on publish requests. @see Interface §4 */
export interface Approvals {
  list(options?: CallOptions): Promise<readonly ReceivedApproval[]>;
  get(requestId: string, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token gets `web_session_required`. */
  request(body: RequestApproval, options?: CallOptions): Promise<ReceivedApproval>;
  /** For a person's web session; a token gets `web_session_required`. */
  decide(requestId: string, body: DecideApproval, options?: CallOptions): Promise<ReceivedApproval>;
}

/** Operations on deployment targets. @see Interface §4 */
export interface Targets {
  list(options?: CallOptions): Promise<readonly ReceivedTarget[]>;
  capabilities(options?: CallOptions): Promise<readonly ReceivedCapability[]>;
  create(body: CreateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  update(id: string, body: UpdateTarget, options?: CallOptions): Promise<ReceivedTarget>;
  remove(id: string, options?: CallOptions): Promise<void>;
}

/** Every operation with a JSON response, by the resource it works on. */
export interface Operations {
  readonly sites: Sites;
  readonly deployments: Deployments;
  readonly approvals: Approvals;
  readonly targets: Targets;
}

/** Binds the operations to a transport. */
export function createOperations(transport: Transport): Operations {
  type Data<Name extends SchemaName> = Promise<CallResponse<Name>["data"]>;
  async function send<Name extends SchemaName>(call: Call<Name>, options: CallOptions | undefined): Data<Name> {
    return (await transport.call(call, options)).data;
  }
  const get = <Name extends SchemaName>(data: Name, path: string, options: CallOptions | undefined): Data<Name> =>
    send({ method: "GET", path, data }, options);
  const post = <Name extends SchemaName>(
    data: Name,
    { path, body }: { readonly path: string; readonly body?: object },
    options: CallOptions | undefined,
  ): Data<Name> => send({ method: "POST", path, body: body && JSON.stringify(body), data }, options);

  async function listDeployments(path: string, query: Query, options?: CallOptions): Promise<DeploymentList> {
    const call = { method: "GET", path: withQuery(path, query), data: "deployments" } as const;
    const { data, nextCursor } = await transport.call(call, options);
    return { deployments: data, nextCursor };
  }

  return {
    sites: {
      async list(options) {
        const call = { method: "GET", path: pathOf("listSites", {}), data: "sites" } as const;
        const { data, entitlements } = await transport.call(call, options);
        return { sites: data, entitlements };
      },
      get: async (siteId, options) => get("siteDetail", pathOf("getSite", { siteId }), options),
      create: async (body, options) => post("site", { path: pathOf("createSite", {}), body }, options),
      archive: async (siteId, options) =>
        send({ method: "DELETE", path: pathOf("archiveSite", { siteId }), data: "site" }, options),
      listArchived: async (options) => get("sites", pathOf("listArchivedSites", {}), options),
      restore: async (siteId, options) => post("site", { path: pathOf("restoreSite", { siteId }) }, options),
    },
    deployments: {
      async create(siteId, { body, key }, options) {
        const path = pathOf("createDeployment", { siteId });
        const call = { method: "POST", path, body, idempotencyKey: key, data: "deployment" } as const;
        const { data, replayed, dateMs, tries } = await transport.call(call, options);
        return { deployment: data, replayed, dateMs, tries };
      },
      get: async (deploymentId, options) => get("deployment", pathOf("getDeployment", { deploymentId }), options),
      list: async (query = {}, options) => listDeployments(pathOf("listDeployments", {}), query, options),
      listForSite: async (siteId, query = {}, options) =>
        listDeployments(pathOf("listSiteDeployments", { siteId }), query, options),
      cancel: async (deploymentId, options) =>
        post("deployment", { path: pathOf("cancelDeployment", { deploymentId }) }, options),
    },
    approvals: {
      list: async (options) => get("approvals", pathOf("listApprovals", {}), options),
      get: async (requestId, options) => get("approval", pathOf("getApproval", { requestId }), options),
      request: async (body, options) => post("approval", { path: pathOf("requestApproval", {}), body }, options),
      decide: async (requestId, body, options) =>
        post("approval", { path: pathOf("decideApproval", { requestId }), body }, options),
    },
    targets: {
      list: async (options) => get("targets", pathOf("listTargets", {}), options),
      capabilities: async (options) => get("capabilities", pathOf("listTargetCapabilities", {}), options),
      create: async (body, options) => post("target", { path: pathOf("createTarget", {}), body }, options),
      update: async (id, body, options) =>
        send(
          { method: "PATCH", path: pathOf("updateTarget", { id }), body: JSON.stringify(body), data: "target" },
          options,
        ),
      async remove(id, options) {
        await send({ method: "DELETE", path: pathOf("deleteTarget", { id }), data: "anything" }, options);
      },
    },
  };
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** Puts a query behind a path; fields without a value are left out. */
function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
