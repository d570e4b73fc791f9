import type { ListDeployments } from "@greenroom/contract/deployment";
import { UUID_PATTERN } from "@greenroom/contract/limits";
import { PULL_REQUEST_HEADER, type PullRequestLabel, writePullRequest } from "@greenroom/contract/label";
import type {
  Entitlements,
  ReceivedClosedPullRequest,
  ReceivedDeployment,
  ReceivedSite,
} from "@greenroom/contract/received";
import { ClientError } from "./errors.ts";
import { type EventsOptions, readEvents, type ReceivedEvent } from "./events.ts";
import { createOperations, listOf } from "./operations.ts";
import type { CallOptions } from "./retry.ts";
import { type CallResponse, type ClientSettings, createTransport, pathOf, type Transport } from "./transport.ts";

/** A client for deploying and following: the part of the whole client that the preview action needs. */
export interface DeployClient {
  readonly sites: SiteReader;
  readonly deployments: Deployments;
  /** Reads a deployment's event stream, reconnecting where it broke off; ends when the service ends it. */
  events(deploymentId: string, options?: EventsOptions): AsyncGenerator<ReceivedEvent, void, undefined>;
  /** The one path to the network. */
  readonly transport: Transport;
}

/**
 * Makes a client for sites and deployments. Nothing is sent until an operation is called.
 * @param settings The service, the token, and what may differ from the defaults.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 * @see Interface §1
 */
export function createDeployClient(settings: ClientSettings): DeployClient {
  const transport = createTransport(settings);
  return {
    sites: {
      async list(options) {
        const call = { method: "GET", path: pathOf("listSites", {}), data: listOf(site) } as const;
        const { data, entitlements } = await transport.call(call, options);
        return { sites: data, entitlements };
      },
      listArchived: createOperations(transport).read("listArchivedSites", listOf(site)),
    },
    deployments: createDeployments(transport),
    events: (deploymentId, options) => readEvents(transport, deploymentId, options),
    transport,
  };
}

/** The sites of a workspace. */
export interface SiteList {
  readonly sites: readonly ReceivedSite[];
  /** Undefined when the service sent none, or in another shape. */
  readonly entitlements: Entitlements | undefined;
}

/** Reads the sites of a workspace. @see Interface §4 */
export interface SiteReader {
  list(options?: CallOptions): Promise<SiteList>;
  listArchived(options?: CallOptions): Promise<readonly ReceivedSite[]>;
}

/** Response to a create. Its record is what was stored under the key, not the present state. */
export interface CreatedDeployment extends Pick<CallResponse<unknown>, "replayed" | "dateMs" | "tries"> {
  readonly deployment: ReceivedDeployment;
}

/** A list of deployments, or a page of one. */
export interface DeploymentList {
  readonly deployments: readonly ReceivedDeployment[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** A request for a deployment. */
export interface CreateRequest {
  readonly body: string;
  readonly key: string;
  readonly pullRequest?: PullRequestLabel | undefined;
}

/** What a deployment was made for, as far as it is known: every record of it says the same. */
export type MadeFor = Partial<Pick<ReceivedDeployment, "siteId" | "environment" | "commitSha" | "sourceDeploymentId">>;

/** Options of reading one deployment. */
export interface ReadOptions extends CallOptions {
  readonly madeFor?: MadeFor | undefined;
}

/** Operations on deployments. @see Interface §4 */
export interface Deployments {
  /**
   * Creates a deployment, or gets the one its key already made.
   * @param siteId Site, UUID.
   * @param request `body`: the exact JSON bytes; `key`: identifies the attempt, 1 to 255 visible ASCII characters;
   *   `pullRequest`: what people know it by, a header of its own, which the key does not identify.
   * @throws {ClientError} `idempotency_key_reused`, `build_quota_exceeded`, `approval_required`, and those of the route.
   */
  create(siteId: string, request: CreateRequest, options?: CallOptions): Promise<CreatedDeployment>;
  /**
   * Reads the record, which is the authority on a deployment's status.
   * @param options `madeFor`: what is known of it; the record gets what it leaves out.
   * @throws {ClientError} `deployment_mismatch`, when the record is that of another deployment, and those of the route.
   */
  get(deploymentId: string, options?: ReadOptions): Promise<ReceivedDeployment>;
  /** Lists deployments, newest first: all, or a page with `limit` or `cursor`. */
  list(query?: ListDeployments, options?: CallOptions): Promise<DeploymentList>;
  listForSite(siteId: string, query?: Omit<ListDeployments, "siteId">, options?: CallOptions): Promise<DeploymentList>;
  /** Cancels a deployment that has not ended; else `deployment_not_cancelable`. */
  cancel(deploymentId: string, options?: CallOptions): Promise<ReceivedDeployment>;
  /**
   * Has the previews of a pull request that was closed removed after the service's time of grace.
   * @param pullRequest Its number.
   */
  closePullRequest(siteId: string, pullRequest: number, options?: CallOptions): Promise<ReceivedClosedPullRequest>;
}

// Schemas are loaded with the first response: the first request leaves the sooner.
const site = async () => (await import("@greenroom/contract/received")).ReceivedSite;
const deployment = async () => (await import("@greenroom/contract/received")).ReceivedDeployment;
const closedPullRequest = async () => (await import("@greenroom/contract/received")).ReceivedClosedPullRequest;

function createDeployments(transport: Transport): Deployments {
  const { read } = createOperations(transport);
  const readRecord = read("getDeployment", deployment);
  async function list(path: string, query: Query, options: CallOptions | undefined): Promise<DeploymentList> {
    const call = { method: "GET", path: withQuery(path, query), data: listOf(deployment) } as const;
    const { data, nextCursor } = await transport.call(call, options);
    return { deployments: data, nextCursor };
  }
  return {
    async create(siteId, { body, key, pullRequest }, options) {
      const path = pathOf("createDeployment", { siteId });
      const headers = label(pullRequest);
      const call = { method: "POST", path, body, idempotencyKey: key, headers, data: deployment } as const;
      const { data, replayed, dateMs, tries } = await transport.call(call, options);
      return { deployment: data, replayed, dateMs, tries };
    },
    get: async (deploymentId, options) =>
      assertSame(await readRecord(deploymentId, options), { ...options?.madeFor, id: deploymentId }),
    list: async (query = {}, options) => list(pathOf("listDeployments", {}), query, options),
    listForSite: async (siteId, query = {}, options) => list(pathOf("listSiteDeployments", { siteId }), query, options),
    cancel: read("cancelDeployment", deployment),
    closePullRequest: async (siteId, pullRequest, options) =>
      read("closePullRequest", closedPullRequest)(siteId, String(pullRequest), options),
  };
}

function label(pullRequest: PullRequestLabel | undefined): Readonly<Record<string, string>> {
  const written = pullRequest && writePullRequest(pullRequest);
  return written === undefined ? {} : { [PULL_REQUEST_HEADER]: written };
}

/**
 * Throws when a record is that of another deployment: whatever it says is not about the one that was asked for.
 * What either side leaves open is not compared.
 * @returns The record, with what it leaves open as it is known.
 * @throws {ClientError} `deployment_mismatch`
 */
export function assertSame(
  record: ReceivedDeployment,
  known: MadeFor & { readonly id?: string | undefined },
): ReceivedDeployment {
  const wrong = NAMES.find((name) => {
    const [given, wanted] = [record[name], known[name]];
    return typeof given === "string" && typeof wanted === "string" && differs(name, given, wanted);
  });
  if (wrong !== undefined) {
    const shown = `'${String(record[wrong]).slice(0, MAX_SHOWN_CHARS)}' in place of '${known[wrong]}'`;
    throw new ClientError({
      kind: "protocol",
      code: "deployment_mismatch",
      message: `The service responded with the record of another deployment: its ${wrong} is ${shown}`,
      hint: "Report this to the operator of the service, or of the proxy in front of it.",
    });
  }
  return {
    ...record,
    siteId: record.siteId ?? known.siteId,
    environment: record.environment ?? known.environment,
    commitSha: record.commitSha ?? known.commitSha,
    sourceDeploymentId: record.sourceDeploymentId ?? known.sourceDeploymentId,
  };
}

const NAMES = ["id", "siteId", "environment", "commitSha", "sourceDeploymentId"] as const;

function differs(name: (typeof NAMES)[number], given: string, wanted: string): boolean {
  const [one, other] = [given.toLowerCase(), wanted.toLowerCase()];
  // [§2] Which format a site has within a record is not shown: only ids of one format can be compared.
  if (name === "siteId") return UUID_PATTERN.test(one) && UUID_PATTERN.test(other) && one !== other;
  // A short id is completed by the service.
  if (name === "commitSha") return !one.startsWith(other) && !other.startsWith(one);
  return given !== wanted;
}

const MAX_SHOWN_CHARS = 100;

type Query = Readonly<Record<string, string | number | undefined>>;

/** Puts a query behind a path; fields without a value are left out. */
export function withQuery(path: string, query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.append(name, String(value));
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}
