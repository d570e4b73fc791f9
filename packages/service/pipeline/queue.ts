import { randomUUID } from "node:crypto";
import { availableParallelism, totalmem } from "node:os";
import { instant } from "@greenroom/contract/clock";
import { openObjects } from "../store/objects.ts";
import { cancelSuperseded, cancelWaiting, claimNext, type Lease, recoverOne, type Capacity } from "../store/queue.ts";
import type { DeploymentRow } from "../store/schema.ts";
import { collectGarbage } from "./collect.ts";
import { forgetCaches } from "./caches.ts";
import { BUILD_CAPS, type BuildCaps } from "./caps.ts";
import { CANCELED, SUPERSEDED } from "./ending.ts";
import { BuildStopped, type StopReason } from "./failure.ts";
import { createGate } from "./gate.ts";
import { createSandbox, WITHOUT_SANDBOX } from "./sandbox.ts";
import { runBuild } from "./build.ts";
import { clearAttempts, clearEnded } from "./leftovers.ts";
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
   * The operator's environment. Of it only PATH, HOME, NODE_EXTRA_CA_CERTS, NPM_CONFIG_USERCONFIG and GIT_SSL_CAINFO
   * are read: where programs lie, and how the package registry and repository hosts are reached.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
}

/** The queue of one process. */
export interface Builds {
  /** Begins to take up deployments. */
  start(): void;
  /** Looks at the table now. */
  wake(): void;
  /** Stops a build of this process; the row decides what it ends as. */
  cancel(deploymentId: string): void;
  /** Removes stored files nothing refers to, and caches nobody uses any more. @returns How many, and their bytes. */
  collect(): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Stops everything; what was being built is taken up again at the next start. Resolves when no process is left. */
  stop(): Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 2_000;

/** What a build of a large site is seen to need. */
const BUILD_MEMORY_BYTES = 2 * 1024 ** 3;

/** Memory sets the bound before cores do: one build too many takes the machine down. */
function defaultConcurrency(): number {
  return Math.max(1, Math.min(Math.max(2, availableParallelism()), Math.floor(totalmem() / BUILD_MEMORY_BYTES)));
}

/** Makes the queue of one process. */
export function createBuilds(context: BuildParts, options: BuildOptions = {}): Builds {
  const stopping = new AbortController();
  const workshop = createWorkshop(context, options);
  let woken = Promise.withResolvers<void>();
  let loop: Promise<void> | undefined;
  const wake = (): void => woken.resolve();
  const warming = createWarming(workshop);
  const crew = createCrew(workshop, options, () => {
    warming.begin();
    wake();
  });

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        while (!stopping.signal.aborted && (await crew.advance()));
      } catch (error) {
        context.log.error({ err: error }, "the queue could not be read");
      }
      const resting = new AbortController();
      const rest = context.clock.sleep(options.pollMs ?? POLL_MS, resting.signal).catch(() => {});
      await Promise.race([rest, woken.promise]);
      resting.abort();
    }
  }

  return {
    start() {
      loop ??= work();
      prepare(workshop).catch((error: unknown) =>
        context.log.error({ err: error }, "the builds could not be prepared"),
      );
    },
    wake,
    cancel(deploymentId) {
      crew.stop(deploymentId, "canceled");
      wake();
    },
    async collect() {
      await forgetCaches(context.settings.dataDirectory, context.clock.now());
      return collectGarbage(workshop);
    },
    async stop() {
      stopping.abort();
      wake();
      await loop;
      await crew.stopAll();
      await warming.stop();
    },
  };
}

async function prepare({ context, sandbox }: Workshop): Promise<void> {
  await clearEnded(context);
  const why = await sandbox.unavailable();
  if (why !== undefined) context.log.warn(`${why} ${WITHOUT_SANDBOX}`);
}

/** Makes later builds faster, beside them. */
function createWarming({ sandbox, context }: Workshop): { begin(): void; stop(): Promise<void> } {
  const stopping = new AbortController();
  let done = Promise.resolve();
  return {
    begin() {
      done = sandbox.warm(stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) context.log.warn({ err: error }, "later builds could not be made faster");
      });
    },
    stop() {
      stopping.abort();
      return done;
    },
  };
}

interface Crew {
  /** Takes up one deployment; false when there is nothing to do. */
  advance(): Promise<boolean>;
  stop(deploymentId: string, reason: StopReason): void;
  stopAll(): Promise<void>;
}

/** Ends one waiting deployment nobody wants any more; false when there is none. */
async function cancelOne({ db, events, clock }: BuildParts): Promise<boolean> {
  const at = instant(clock);
  const id =
    (await cancelWaiting(db, { at, error: CANCELED })) ?? (await cancelSuperseded(db, { at, error: SUPERSEDED }));
  if (id !== undefined) events.notify(id);
  return id !== undefined;
}

/** Whoever builds in this process. */
function createCrew(workshop: Workshop, options: BuildOptions, onFree: () => void): Crew {
  const { context } = workshop;
  const owner = randomUUID();
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const concurrency = options.concurrency ?? defaultConcurrency();
  const running = new Map<string, { stop: AbortController; done: Promise<void>; build: boolean }>();

  const lease = (): Lease => ({ owner, at: instant(context.clock), expiresAt: instant(context.clock, leaseMs) });
  const capacity = (): Capacity => ({
    working: [...running.keys()],
    buildsRunning: context.settings.limits["builds-running"],
    build: [...running.values()].filter(({ build }) => build).length < concurrency,
  });

  async function build(row: DeploymentRow, stop: AbortController): Promise<void> {
    try {
      await runBuild(workshop, { row, owner, leaseMs, stop, lease });
    } catch (error) {
      context.log.error(
        { err: error, deploymentId: row.id },
        "a build broke; it is taken up again when its lease ends",
      );
    } finally {
      running.delete(row.id);
      onFree();
    }
  }

  function take(row: DeploymentRow): void {
    context.events.notify(row.id);
    const stop = new AbortController();
    const place = { stop, done: Promise.resolve(), build: row.environment === "preview" };
    running.set(row.id, place);
    place.done = build(row, stop);
  }

  const stop = (id: string, reason: StopReason): void => running.get(id)?.stop.abort(new BuildStopped(reason));

  return {
    stop,
    async advance() {
      const canceled = await cancelOne(context);
      const recovered = await recoverOne(context.db, lease(), capacity());
      if (recovered) await clearAttempts(context, recovered.kind === "taken" ? recovered.row.id : recovered.id);
      if (recovered?.kind === "failed") context.events.notify(recovered.id);
      if (recovered?.kind === "taken") take(recovered.row);
      const claimed = recovered ? undefined : await claimNext(context.db, lease(), capacity());
      if (claimed) take(claimed);
      return canceled || recovered !== undefined || claimed !== undefined;
    },
    async stopAll() {
      const places = [...running.entries()];
      for (const [id] of places) stop(id, "stopping");
      await Promise.all(places.map(([, { done }]) => done));
    },
  };
}

function createWorkshop(context: BuildParts, options: BuildOptions): Workshop {
  const environment = options.environment ?? {};
  const path = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    context,
    objects: openObjects(context.settings.dataDirectory),
    gate: createGate(),
    caps: { ...BUILD_CAPS, memoryBytes: Math.min(BUILD_CAPS.memoryBytes, totalmem() * 0.75), ...options.caps },
    sandbox: createSandbox({ ...context.settings, environment }),
    path,
    certificates: environment["GIT_SSL_CAINFO"],
    allowPrivateHosts: context.settings.allowPrivateHosts ?? false,
  };
}
