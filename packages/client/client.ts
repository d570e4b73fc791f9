import { STREAM_HEARTBEAT_MS } from "@greenroom/contract";
import { type Approvals, createApprovals } from "./approvals.ts";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { createDeployments, type Deployments } from "./deployments.ts";
import type { EventsOptions, ReceivedEvent } from "./events.ts";
import { createSites, type Sites } from "./sites.ts";
import { createTargets, type Targets } from "./targets.ts";
import { createTransport, type Limits, type RetryNotice, type Transport } from "./transport.ts";

/** What a client is made of. */
export interface ClientSettings {
  /** The service; https, or http to a loopback address. */
  readonly baseUrl: URL;
  /** PAT or MCP token; goes to the origin of `baseUrl` and to an `mcpUrl` that a call names, nowhere else. */
  readonly token: string;
  readonly userAgent: string;
  readonly clock?: Clock;
  /** A number from 0 to below 1, for the jitter of retries. */
  readonly random?: () => number;
  readonly limits?: Partial<Limits>;
  /** Told before each wait that comes before a repeated request. */
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** A typed client of the whole interface. */
export interface Client {
  readonly sites: Sites;
  readonly deployments: Deployments;
  readonly approvals: Approvals;
  readonly targets: Targets;
  /** Reads a deployment's event stream, reconnecting where it broke off; ends when the service ends it. */
  events(deploymentId: string, options?: EventsOptions): AsyncGenerator<ReceivedEvent, void, undefined>;
  /** The one path to the network. */
  readonly transport: Transport;
}

/** Bounds a client has unless its settings say otherwise. */
export const DEFAULT_LIMITS: Limits = {
  requestTimeoutMs: 30_000,
  callTimeoutMs: 10 * 60_000,
  maxTries: 8,
  maxRateLimitedTries: 30,
  backoffBaseMs: 500,
  backoffCapMs: 30_000,
  maxAnswerBytes: 1024 * 1024,
  maxErrorBytes: 256 * 1024,
  streamIdleMs: 3 * STREAM_HEARTBEAT_MS,
  maxLineChars: 1024 * 1024,
  maxEventChars: 4 * 1024 * 1024,
  reconnectFloorMs: 1000,
  reconnectCapMs: 30_000,
  maxFruitlessConnects: 4,
};

/**
 * Makes a client of the whole interface. Nothing is sent until an operation is called.
 * @param settings What it is made of.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 */
export function createClient(settings: ClientSettings): Client {
  const transport = createTransport({
    baseUrl: settings.baseUrl,
    token: settings.token,
    userAgent: settings.userAgent,
    clock: settings.clock ?? systemClock,
    random: settings.random ?? Math.random,
    limits: { ...DEFAULT_LIMITS, ...settings.limits },
    onRetry: settings.onRetry,
  });
  return {
    sites: createSites(transport),
    deployments: createDeployments(transport),
    approvals: createApprovals(transport),
    targets: createTargets(transport),
    async *events(deploymentId, options) {
      const { readEvents } = await import("./events.ts");
      yield* readEvents(transport, deploymentId, options);
    },
    transport,
  };
}
