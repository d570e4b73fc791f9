import type { Approvals } from "./approvals.ts";
import type { Clock } from "./clock.ts";
import type { Deployments } from "./deployments.ts";
import type { ReceivedEvent, EventsOptions } from "./events.ts";
import type { Sites } from "./sites.ts";
import type { Targets } from "./targets.ts";
import type { Limits, RetryNotice, Transport } from "./transport.ts";

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
  events(deploymentId: string, options?: EventsOptions): AsyncIterableIterator<ReceivedEvent>;
  /** The one path to the network. */
  readonly transport: Transport;
}
