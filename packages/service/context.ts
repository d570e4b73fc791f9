import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { SsoChecks } from "./identity/sso-checks.ts";
import type { SsoProvider } from "./identity/sso-provider.ts";
import type { RepositorySites } from "./pipeline/steps/sites.ts";
import type { Addresses, Settings } from "./settings.ts";
import type { DeploymentEvents } from "./store/deployments/deployment-events.ts";
import type { EventHistory } from "./store/deployments/packed-logs.ts";
import type { WakeReason } from "./store/engine/broadcast.ts";
import type { Database } from "./store/engine/database.ts";
import type { ObjectStore } from "./store/files/objects.ts";

export interface DomainChecks {
  /** Skips one that was looked at a moment ago. */
  check(name: string): Promise<void>;
  checkDue(signal: AbortSignal): Promise<void>;
  /** Addresses of the service, as the DNS names them for a production host; none when it does not. */
  ownAddresses(label: string): Promise<readonly string[]>;
}

export interface RepositoryRequest {
  readonly workspaceId: string;
  readonly url: string;
}

export interface BuildQueue {
  /** Reads the table now; for a build that waits, only with a free slot. */
  wake(reason?: WakeReason): void;
  cancel(deploymentId: string): void;
  /** @throws {ApiError} `repohost_installation_not_found` when the workspace's GitHub App is not installed on a repository */
  requireInstallation(asked: RepositoryRequest): Promise<void>;
  /** What is wrong with a repository, as the end of a sentence; undefined when it can be read. */
  checkRepository(asked: RepositoryRequest, signal: AbortSignal): Promise<string | undefined>;
  findSites(asked: RepositoryRequest, signal: AbortSignal): Promise<RepositorySites>;
  /** What no control group of this machine bounds: `memory`, `tasks` or `cpu`; `account` where builds share the service's. */
  unbounded(): readonly string[];
  /** Why builds that run commands cannot, as a sentence; undefined when they can, or while that is not known yet. */
  problem(): string | undefined;
  /** Builds of this machine, at most and now, and the bytes of its caches as far as they were counted. */
  slots(): { readonly total: number; readonly busy: number; readonly cacheBytes: number };
}

/** Only `compose.ts` makes one. */
export interface ServiceContext {
  readonly settings: Settings;
  readonly addresses: Addresses;
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly events: DeploymentEvents;
  readonly history: EventHistory;
  readonly clock: Clock;
  readonly log: Logger;
  readonly domains: DomainChecks;
  /** Absent when people sign in here only. */
  readonly sso?: { readonly provider: SsoProvider; readonly checks: SsoChecks };
  readonly builds: BuildQueue;
  /** Says why previews are not reviewed, as a sentence; undefined when they are. */
  readonly reviews: { problem(): string | undefined };
  /** Says why the last backup failed, as a sentence; absent when the service makes none. */
  readonly backups?: { problem(): string | undefined };
}
