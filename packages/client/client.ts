import { type Clock, systemClock } from "@greenroom/contract/clock";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract/limits";
import { type EventsOptions, readEvents, type ReceivedEvent } from "./events.ts";
import { createOperations, type Operations } from "./operations.ts";
import type { RetryNotice } from "./retry.ts";
import { createTransport, type Limits, type Transport } from "./transport.ts";

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
  /** Called before each wait that comes before a repeated request. */
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** A typed client of the whole interface. */
export interface Client extends Operations {
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
  maxResponseBytes: 1024 * 1024,
  maxErrorBytes: 256 * 1024,
  streamIdleMs: 3 * STREAM_HEARTBEAT_MS,
  maxEventChars: 1024 * 1024,
  reconnectFloorMs: 1000,
  reconnectCapMs: 30_000,
  maxEmptyConnects: 4,
};

/**
 * Makes a client of the whole interface. Nothing is sent until an operation is called.
 * @param settings The service, the token, and what may differ from the defaults.
 * @throws {ClientError} `invalid_base_url`, `invalid_request`
 * @see Interface §1
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
    ...createOperations(transport),
    events: (deploymentId, options) => readEvents(transport, deploymentId, options),
    transport,
  };
}
