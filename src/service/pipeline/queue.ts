import { randomUUID } from "node:crypto";
import { availableParallelism } from "node:os";
import { instant } from "../domain/clock.ts";
import { openObjects } from "../store/objects.ts";
import { cancelWaiting, claimNext, type Lease, recoverOne, type Room } from "../store/queue.ts";
import type { DeploymentRow } from "../store/schema.ts";
import { BUILD_CAPS, type BuildCaps } from "./caps.ts";
import { CANCELED } from "./ending.ts";
import { BuildStopped, type StopReason } from "./failure.ts";
import { createGate } from "./gate.ts";
import { createSandbox } from "./sandbox.ts";
import { runBuild } from "./build.ts";
import type { BuildParts, Workshop } from "./work.ts";

/** What an operator can set about builds; every field has a default. */
export interface BuildOptions {
  readonly caps?: Partial<BuildCaps>;
  /** Builds at a time on this machine, over all workspaces. */
  readonly concurrency?: number;
  /** A worker that does not say for this long that it lives has lost its build. */
  readonly leaseMs?: number;
  /** How often the table is looked at when nobody wakes the queue. */
  readonly pollMs?: number;
  /**
   * The operator's environment. Of it only PATH, HOME, NODE_EXTRA_CA_CERTS and NPM_CONFIG_USERCONFIG are read:
   * where programs lie, and how the package registry is reached.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Lets repositories lie on private networks. */
  readonly allowPrivateHosts?: boolean;
  /** Value of the Authorization header for a repository host, as in `Basic …`. */
  readonly authorization?: (host: string) => string | undefined;
}

/** The queue of one process. */
export interface Builds {
  /** Begins to take up deployments. */
  start(): void;
  /** Looks at the table now. */
  wake(): void;
  /** Stops a build of this process; the row decides what it ends as. */
  cancel(deploymentId: string): void;
  /** Stops everything; what was being built is taken up again at the next start. Resolves when no process is left. */
  stop(): Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 2_000;

/** Makes the queue of one process. */
export function createBuilds(parts: BuildParts, options: BuildOptions = {}): Builds {
  const owner = randomUUID();
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const concurrency = options.concurrency ?? Math.max(2, availableParallelism());
  const running = new Map<string, { stop: AbortController; done: Promise<void>; build: boolean }>();
  const stopping = new AbortController();
  const workshop = createWorkshop(parts, options);
  let woken = Promise.withResolvers<void>();
  let loop: Promise<void> | undefined;

  const lease = (): Lease => ({ owner, at: instant(parts.clock), expiresAt: instant(parts.clock, leaseMs) });
  const room = (): Room => ({
    working: [...running.keys()],
    buildsRunning: parts.settings.limits["builds-running"],
    build: [...running.values()].filter(({ build }) => build).length < concurrency,
  });

  function take(row: DeploymentRow): void {
    parts.feed.publish(row.id);
    const stop = new AbortController();
    const done = runBuild(workshop, { row, owner, leaseMs, stop, lease })
      .catch((error: unknown) => parts.log.error({ err: error, deploymentId: row.id }, "a build broke"))
      .finally(() => {
        running.delete(row.id);
        builds.wake();
      });
    running.set(row.id, { stop, done, build: row.environment === "preview" });
  }

  /** Takes up one deployment; false when there is nothing to do. */
  async function advance(): Promise<boolean> {
    const canceled = await cancelWaiting(parts.db, { at: instant(parts.clock), error: CANCELED });
    if (canceled !== undefined) parts.feed.publish(canceled);
    const recovered = await recoverOne(parts.db, lease(), room());
    if (recovered?.kind === "failed") parts.feed.publish(recovered.id);
    if (recovered?.kind === "taken") take(recovered.row);
    const claimed = recovered ? undefined : await claimNext(parts.db, lease(), room());
    if (claimed) take(claimed);
    return canceled !== undefined || recovered !== undefined || claimed !== undefined;
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        while (!stopping.signal.aborted && (await advance()));
      } catch (error) {
        parts.log.error({ err: error }, "the queue could not be read");
      }
      const resting = new AbortController();
      const rest = parts.clock.sleep(options.pollMs ?? POLL_MS, resting.signal).catch(() => {});
      await Promise.race([rest, woken.promise]);
      resting.abort();
    }
  }

  const stop = (id: string, reason: StopReason): void => running.get(id)?.stop.abort(new BuildStopped(reason));

  const builds: Builds = {
    start() {
      loop ??= work();
      void workshop.sandbox.unavailable().then((why) => {
        if (why !== undefined) parts.log.warn(why);
      });
    },
    wake: () => woken.resolve(),
    cancel(deploymentId) {
      stop(deploymentId, "canceled");
      woken.resolve();
    },
    async stop() {
      stopping.abort();
      woken.resolve();
      await loop;
      for (const id of running.keys()) stop(id, "stopping");
      await Promise.all([...running.values()].map(({ done }) => done));
    },
  };
  return builds;
}

function createWorkshop(parts: BuildParts, options: BuildOptions): Workshop {
  const environment = options.environment ?? {};
  const path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    parts,
    objects: openObjects(parts.settings.dataDirectory),
    gate: createGate(),
    caps: { ...BUILD_CAPS, ...options.caps },
    sandbox: createSandbox({ ...parts.settings, environment }),
    path,
    allowPrivateHosts: options.allowPrivateHosts ?? false,
    authorization: options.authorization ?? (() => undefined),
  };
}
