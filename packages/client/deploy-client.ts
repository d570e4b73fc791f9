import type { ListDeployments } from "@greenroom/contract/deployment";
import { PULL_REQUEST_HEADER, type PullRequestLabel, writePullRequest } from "@greenroom/contract/label";
import { UUID_PATTERN } from "@greenroom/contract/limits";
import {
  endpointOf,
  type ParameterNames,
  parameterNames,
  type PathParameters,
  type RouteName,
} from "@greenroom/contract/paths";
import type * as schemas from "@greenroom/contract/received";
import type { ReceivedDeployment } from "@greenroom/contract/received";
import type { ROUTES } from "@greenroom/contract/routes";
import type { z } from "zod";
import { ClientError } from "./errors.ts";
import type { EventsOptions, ReceivedEvent } from "./events.ts";
import type { CallOptions } from "./retry.ts";
import {
  type Call,
  type CallResponse,
  type ClientSettings,
  createTransport,
  pathOf,
  type Transport,
} from "./transport.ts";

/** A client for deploying and following: the part of the whole client that the preview action needs. */
export type DeployClient = ReturnType<typeof createDeployClient>;

export type SiteList = Awaited<ReturnType<DeployClient["sites"]["list"]>>;

/**
 * Makes a client for sites and deployments; nothing is sent until an operation is called.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
export function createDeployClient(settings: ClientSettings) {
  const transport = createTransport(settings);
  const { read } = createOperations(transport);
  return {
    sites: {
      async list(options?: CallOptions) {
        const call = { method: "GET", path: pathOf("listSites", {}), data: listOf(received("ReceivedSite")) } as const;
        const { data, entitlements } = await transport.call(call, options);
        return { sites: data, entitlements };
      },
      listArchived: read("listArchivedSites", listOf(received("ReceivedSite"))),
    },
    deployments: createDeployments(transport),
    /** Reads a deployment's event stream, reconnecting where it broke off; ends when the service ends it. */
    async *events(deploymentId: string, options?: EventsOptions): AsyncGenerator<ReceivedEvent, void, undefined> {
      // Loaded when the deployment is there: the first request leaves the sooner.
      const { readEvents } = await import("./events.ts");
      yield* readEvents(transport, deploymentId, options);
    },
    /** The one path to the network. */
    transport,
  };
}

/** Response to a create. Its record is what was stored under the key, not the present state. */
export interface CreatedDeployment extends Pick<CallResponse<unknown>, "replayed" | "dateMs" | "tries"> {
  readonly deployment: ReceivedDeployment;
}

export interface CreateRequest {
  /** The exact JSON bytes. */
  readonly body: string;
  readonly key: string;
  readonly pullRequest?: PullRequestLabel | undefined;
}

/** What a deployment was made for, as far as it is known: every record of it says the same. */
export type MadeFor = Partial<Pick<ReceivedDeployment, "siteId" | "environment" | "commitSha" | "sourceDeploymentId">>;

function createDeployments(transport: Transport) {
  const { read } = createOperations(transport);
  const deployment = received("ReceivedDeployment");
  const readRecord = read("getDeployment", deployment);
  const close = read("closePullRequest", received("ReceivedClosedPullRequest"));
  /** Newest first, whole or a page of it; `nextCursor` is null on the last page. */
  async function list(path: string, query: Query, options: CallOptions | undefined) {
    const call = { method: "GET", path: withQuery(path, query), data: listOf(deployment) } as const;
    const { data, nextCursor } = await transport.call(call, options);
    return { deployments: data, nextCursor };
  }
  return {
    /** Creates a deployment, or gets the one its key already made. */
    async create(siteId: string, request: CreateRequest, options?: CallOptions): Promise<CreatedDeployment> {
      const { body, key, pullRequest } = request;
      const path = pathOf("createDeployment", { siteId });
      const label = pullRequest && writePullRequest(pullRequest);
      const headers = label === undefined ? {} : { [PULL_REQUEST_HEADER]: label };
      const call = { method: "POST", path, body, idempotencyKey: key, headers, data: deployment } as const;
      const { data, replayed, dateMs, tries } = await transport.call(call, options);
      return { deployment: data, replayed, dateMs, tries };
    },
    /**
     * Reads the record, which is the authority; what it leaves out it gets of `madeFor`.
     * @throws {ClientError} `deployment_mismatch` for another's record
     */
    get: async (deploymentId: string, options?: CallOptions & { readonly madeFor?: MadeFor | undefined }) =>
      assertSame(await readRecord(deploymentId, options), { ...options?.madeFor, id: deploymentId }),
    list: async (query: ListDeployments = {}, options?: CallOptions) =>
      list(pathOf("listDeployments", {}), query, options),
    listForSite: async (siteId: string, query: Omit<ListDeployments, "siteId"> = {}, options?: CallOptions) =>
      list(pathOf("listSiteDeployments", { siteId }), query, options),
    cancel: read("cancelDeployment", deployment),
    closePullRequest: async (siteId: string, pullRequest: number, options?: CallOptions) =>
      close(siteId, String(pullRequest), options),
  };
}

type BodyOf<Name extends RouteName> = (typeof ROUTES)[Name] extends { readonly body: infer Schema extends z.ZodType }
  ? z.input<Schema>
  : never;

type Strings<Names extends readonly string[]> = { readonly [Index in keyof Names]: string };

type PathArguments<Name extends RouteName> = Strings<ParameterNames<Name>>;

type LoadSchema<Data> = Call<Data>["data"];

export function listOf<Data>(load: LoadSchema<Data>): LoadSchema<Data[]> {
  return async () => (await load()).array();
}

type Received = typeof schemas;

/** Schemas are loaded with the first response: the first request leaves the sooner. */
export function received<Name extends keyof Received>(name: Name) {
  return async () => (await import("@greenroom/contract/received"))[name];
}

/**
 * Makes methods of operations: each takes the parameters of the path in order, the body if any, and the options of the
 * call.
 */
export function createOperations(transport: Transport) {
  async function call<Data>(
    name: RouteName,
    data: LoadSchema<Data>,
    given: readonly unknown[],
    write?: (body: unknown) => Call<Data>["body"],
  ): Promise<Data> {
    const names = parameterNames(name);
    const parameters = Object.fromEntries(names.map((parameter, index) => [parameter, given[index]]));
    const rest = given.slice(names.length);
    const body = write?.(rest.shift());
    const path = pathOf(name, parameters as PathParameters<RouteName>);
    const { method } = endpointOf(name);
    return (await transport.call({ method, path, body, data }, rest[0] as CallOptions | undefined)).data;
  }
  return {
    read:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, options?: CallOptions]): Promise<Data> =>
        call(name, data, given),
    send:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, body: BodyOf<Name>, options?: CallOptions]): Promise<Data> =>
        call(name, data, given, JSON.stringify),
    sendBytes:
      <Name extends RouteName, Data>(name: Name, data: LoadSchema<Data>) =>
      async (...given: [...PathArguments<Name>, body: Uint8Array, options?: CallOptions]): Promise<Data> =>
        call(name, data, given, (body) => body as Uint8Array),
    /** An operation that leaves nothing to read. */
    remove:
      <Name extends RouteName>(name: Name) =>
      async (...given: [...PathArguments<Name>, options?: CallOptions]): Promise<void> => {
        await call(name, received("Anything"), given);
      },
  };
}

/**
 * Throws when a record is that of another deployment; what either side leaves open is not compared.
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
