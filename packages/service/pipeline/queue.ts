import { randomUUID } from "node:crypto";
import { availableParallelism, totalmem } from "node:os";
import { instant } from "@greenroom/contract/clock";
import { readOperatorHost, type Target } from "../domain/build-hosts.ts";
import { openSigner } from "../provenance/signer.ts";
import { openObjects } from "../store/objects.ts";
import { cancelSuperseded, cancelWaiting, claimNext, type Lease, recoverOne, type Capacity } from "../store/queue.ts";
import type { DeploymentRow } from "../store/schema.ts";
import { createBranchChecks, readDefaultBranch } from "./branch-checks.ts";
import { buildPreview } from "./build.ts";
import { clearAttempts, clearEnded, createCaches, endedOf, removeFormerBuilds } from "./build-folders.ts";
import { plainRegistry } from "./bubblewrap.ts";
import { type Bound, BOUNDS, type ControlGroups, type GroupLimits, openControlGroups } from "./cgroup.ts";
import { createDiskGuard, freeShareOf } from "./disk-limit.ts";
import { openDisk } from "./disk-thread.ts";
import { readUplink, type Uplink } from "./egress.ts";
import { BuildStopped, type StopReason } from "./failure.ts";
import { collectGarbage } from "./garbage.ts";
import type { BuildContext, PipelineDeps, RecordContext } from "./job.ts";
import { BUILD_LIMITS, type BuildLimits } from "./limits.ts";
import { promote } from "./promotion.ts";
import { createFaults, runClaim } from "./run-claim.ts";
import { createRwLock } from "./rw-lock.ts";
import { createSandbox } from "./sandbox.ts";
import { buildsRoot } from "../settings.ts";
import { secretsProblems } from "./secrets.ts";
import { CANCELED, type Claim, openBuild, openClaim, SUPERSEDED } from "./service-record.ts";

/** What an operator can set about builds; every field has a default. */
export interface BuildOptions {
  readonly limits?: Partial<BuildLimits>;
  /** Builds at a time on this machine, over all workspaces. */
  readonly concurrency?: number;
  /** What bounds the processes of a build; the machine's control groups unless given. */
  readonly groups?: ControlGroups;
  /** A worker without a heartbeat for this long has lost its build. */
  readonly leaseMs?: number;
  /** How often the queue reads the table when nothing wakes it. */
  readonly pollMs?: number;
  /**
   * The operator's environment. Of it only PATH, NODE_EXTRA_CA_CERTS, NPM_CONFIG_REGISTRY, GIT_SSL_CAINFO,
   * HTTPS_PROXY and NO_PROXY are read: where programs lie, and how the package registry and repository hosts are reached.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** How builds reach the network. */
  readonly uplink?: Partial<Uplink>;
}

/** The queue of one process. */
export interface Builds {
  /** Starts to claim deployments. */
  start(): void;
  /** Reads the table now. */
  wake(): void;
  /** What no control group bounds on this machine. */
  unbounded(): readonly Bound[];
  /** Reads the default branch of a site's repository; undefined when it cannot be known. */
  defaultBranch(siteId: string, signal: AbortSignal): Promise<string | undefined>;
  /** Stops a build of this process; the row decides its final status. */
  cancel(deploymentId: string): void;
  /** Deletes stored files that nothing refers to and unused caches. @returns How many files, and their bytes. */
  collect(): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Stops everything; the next start claims the running builds again. Resolves when no process is left. */
  stop(): Promise<void>;
}

const LEASE_MS = 30_000;
const POLL_MS = 2_000;

/** What a build of a large site is seen to need. */
const BUILD_MEMORY_BYTES = 2 * 1024 ** 3;
/** What the service itself keeps, however many builds run. */
const SERVICE_MEMORY_BYTES = 512 * 1024 ** 2;
const SERVICE_TASKS = 256;

interface Shares extends GroupLimits {
  /** Builds at a time. */
  readonly concurrency: number;
}

/** All builds at their limits together leave the service its part: what one of them takes, no other one misses. */
function shareMachine({ ceiling }: ControlGroups, { concurrency: wanted }: BuildOptions): Shares {
  const memoryBytes = Math.max(0, Math.min(totalmem(), ceiling.memoryBytes) - SERVICE_MEMORY_BYTES);
  const fitting = Math.min(Math.max(2, availableParallelism()), Math.floor(memoryBytes / BUILD_MEMORY_BYTES));
  const concurrency = wanted ?? Math.max(1, fitting);
  return {
    concurrency,
    memoryBytes: Math.min(BUILD_LIMITS.memoryBytes, Math.floor(memoryBytes / concurrency)),
    tasks: Math.max(1, Math.min(BUILD_LIMITS.tasks, Math.floor((ceiling.tasks - SERVICE_TASKS) / concurrency))),
  };
}

/** Makes the queue of one process. */
export function createBuilds(service: PipelineDeps, options: BuildOptions = {}): Builds {
  const records = createRecordContext(service);
  const context = createBuildContext(service, options);
  const startedMs = service.clock.now();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  let loop: Promise<void> | undefined;
  let warming = Promise.resolve();
  const wake = (): void => woken.resolve();
  const whole = { ...records, ...context, service };
  const pool = createWorkerPool(whole, options, {
    wake,
    onFree() {
      warming = warmSandbox(context, stopping.signal);
      wake();
    },
  });

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        while (!stopping.signal.aborted && (await pool.advance()));
      } catch (error) {
        service.log.error({ err: error }, "the queue could not be read");
      }
      const resting = new AbortController();
      const rest = service.clock.sleep(options.pollMs ?? POLL_MS, resting.signal).catch(() => {});
      await Promise.race([rest, woken.promise]);
      resting.abort();
    }
  }

  return {
    start() {
      loop ??= run();
      prepare(service, context, startedMs).catch((error: unknown) =>
        service.log.error({ err: error }, "the builds could not be prepared"),
      );
    },
    wake,
    unbounded: () => unboundedIn(context.groups),
    defaultBranch: (siteId, signal) => readDefaultBranch(whole, siteId, signal),
    cancel(deploymentId) {
      pool.stop(deploymentId, "canceled");
      wake();
    },
    async collect() {
      await context.caches.deleteUnused();
      return collectGarbage(records);
    },
    async stop() {
      stopping.abort();
      wake();
      await loop;
      await pool.stopAll();
      await warming;
      await context.disk.close();
    },
  };
}

function createRecordContext(service: PipelineDeps): RecordContext {
  const { dataDirectory } = service.settings;
  return {
    service,
    objects: openObjects(dataDirectory),
    signer: openSigner(dataDirectory),
    publishLock: createRwLock(),
  };
}

/** What the builds of this machine share. */
function createBuildContext(service: BuildContext["service"], options: BuildOptions): BuildContext {
  const environment = options.environment ?? {};
  const { dataDirectory, development, unsafeBuildsAsRoot } = service.settings;
  const refuseRoot = !development && unsafeBuildsAsRoot !== true;
  const groups = options.groups ?? openControlGroups();
  const { concurrency, ...shares } = shareMachine(groups, options);
  const limits = { ...BUILD_LIMITS, ...shares, ...options.limits };
  const disk = openDisk();
  return {
    service,
    limits,
    concurrency,
    sandbox: createSandbox({ ...service.settings, environment, refuseRoot }),
    groups,
    disk,
    diskGuard: createDiskGuard({
      disk,
      freeShare: () => leastFreeShare([dataDirectory, buildsRoot(service.settings)]),
    }),
    caches: createCaches({ service, disk, limits }),
    uplink: { ...readUplink(environment), ...options.uplink },
    operatorHosts: [...(service.settings.buildHosts ?? []), ...registryHost(environment)],
    path: environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    certificates: environment["GIT_SSL_CAINFO"],
    allowPrivateHosts: service.settings.allowPrivateHosts ?? false,
  };
}

/** The registry that the operator gives to builds is of no use out of their reach. */
function registryHost(environment: Readonly<Record<string, string | undefined>>): readonly Target[] {
  const registry = plainRegistry(environment["NPM_CONFIG_REGISTRY"]);
  const target = registry === undefined ? undefined : readOperatorHost(new URL(registry).host);
  return target === undefined ? [] : [target];
}

async function leastFreeShare(folders: readonly string[]): Promise<number> {
  return Math.min(...(await Promise.all(folders.map(freeShareOf))));
}

function unboundedIn({ bounds }: ControlGroups): readonly Bound[] {
  return BOUNDS.filter((bound) => !bounds.has(bound));
}

const UNBOUNDED: Readonly<Record<Bound, string>> = {
  memory: "memory beyond what their processes map, such as files in memory and buffers of the kernel",
  tasks: "processes and threads that multiply faster than they are counted, which is four times a second",
  cpu: "their share of the processor, beyond a lower priority",
};

function describeUnbounded(unbounded: readonly Bound[]): string {
  const list = unbounded.map((bound) => UNBOUNDED[bound]).join("; ");
  return `Builds are not bounded by control groups: ${list}. One build can make others fail. Run the service alone in a delegated control group, as with Delegate=yes in a systemd unit.`;
}

async function prepare(
  service: PipelineDeps,
  { sandbox, disk, groups }: BuildContext,
  beforeMs: number,
): Promise<void> {
  for (const line of await secretsProblems(service.settings.dataDirectory)) service.log.error(line);
  await clearEnded({ service, disk, beforeMs, ended: (names) => endedOf(service.db, names) });
  await removeFormerBuilds({ service, disk });
  const reason = await sandbox.unavailable();
  if (reason !== undefined) service.log.warn(reason);
  const unbounded = unboundedIn(groups);
  if (unbounded.length > 0) service.log.error({ unbounded }, describeUnbounded(unbounded));
}

/** Makes later builds faster, beside them. */
async function warmSandbox({ sandbox, service }: BuildContext, signal: AbortSignal): Promise<void> {
  try {
    await sandbox.warm(signal);
  } catch (error) {
    if (!signal.aborted) service.log.warn({ err: error }, "later builds could not be made faster");
  }
}

interface WorkerPool {
  /** Claims one deployment, or ends one that no one wants; false when there is nothing to do. */
  advance(): Promise<boolean>;
  stop(deploymentId: string, reason: StopReason): void;
  stopAll(): Promise<void>;
}

interface PoolCallbacks {
  /** Called when a deployment can be claimed that could not before. */
  readonly wake: () => void;
  /** Called when a worker has become free. */
  readonly onFree: () => void;
}

type PoolContext = BuildContext & RecordContext;

function createWorkerPool(context: PoolContext, options: BuildOptions, { wake, onFree }: PoolCallbacks): WorkerPool {
  const { concurrency } = context;
  const { db, events, clock, log, settings } = context.service;
  const leaseMs = options.leaseMs ?? LEASE_MS;
  const running = new Map<string, { stop: AbortController; done: Promise<void>; build: boolean }>();
  const checks = createBranchChecks(context, wake);
  const faults = createFaults(clock);

  // Each claim has a name of its own, so that nobody takes an earlier claim for it.
  const lease = (): Lease => ({ owner: randomUUID(), at: instant(clock), expiresAt: instant(clock, leaseMs) });
  const capacity = (): Capacity => ({
    working: [...running.keys()],
    buildsRunning: settings.limits["builds-running"],
    build: [...running.values()].filter(({ build }) => build).length < concurrency,
  });

  async function work(claim: Omit<Claim, "site">, stop: AbortController): Promise<void> {
    const { row } = claim;
    try {
      const site = await db.selectFrom("sites").selectAll().where("id", "=", row.site_id).executeTakeFirstOrThrow();
      await runJob(context, { ...claim, site }, { stop, faults });
    } catch (error) {
      log.error({ err: error, deploymentId: row.id }, "a build broke; it is claimed again when its lease ends");
    } finally {
      running.delete(row.id);
      onFree();
    }
  }

  function begin(row: DeploymentRow, { owner }: Lease): void {
    events.notify(row.id);
    const stop = new AbortController();
    const worker = { stop, done: Promise.resolve(), build: row.environment === "preview" };
    running.set(row.id, worker);
    worker.done = work({ row, owner, leaseMs }, stop);
  }

  const stop = (id: string, reason: StopReason): void => running.get(id)?.stop.abort(new BuildStopped(reason));

  return {
    stop,
    async advance() {
      const canceled = await cancelOne(context.service);
      const mine = lease();
      const recovered = await recoverOne(db, mine, capacity());
      if (recovered) await clearAttempts(context, recovered.kind === "taken" ? recovered.row.id : recovered.id);
      if (recovered?.kind === "failed") events.notify(recovered.id);
      if (recovered?.kind === "taken") begin(recovered.row, mine);
      const held = await checks.advance();
      const claimed = recovered ? undefined : await claimNext(db, mine, { ...capacity(), held });
      if (claimed) begin(claimed, mine);
      return canceled || recovered !== undefined || claimed !== undefined;
    },
    async stopAll() {
      const workers = [...running.entries()];
      for (const [id] of workers) stop(id, "stopping");
      await Promise.all([checks.stop(), ...workers.map(([, { done }]) => done)]);
    },
  };
}

/** Ends one queued deployment that no one wants any more; false when there is none. */
async function cancelOne({ db, events, clock }: PipelineDeps): Promise<boolean> {
  const at = instant(clock);
  const id =
    (await cancelWaiting(db, { at, error: CANCELED })) ?? (await cancelSuperseded(db, { at, error: SUPERSEDED }));
  if (id !== undefined) events.notify(id);
  return id !== undefined;
}

interface Control extends Pick<Parameters<typeof runClaim>[0], "stop" | "faults"> {}

/** Builds or promotes a claimed deployment, and stores how it ended. */
async function runJob(context: PoolContext, claim: Claim, control: Control): Promise<void> {
  const { clock, log } = context.service;
  const { row, site, owner } = claim;
  const running = { ...control, clock, log };
  if (row.environment === "production") {
    const releasing = { ...context, row, site, leaseOwner: owner };
    return runClaim({ ...running, unexpected: "source_unavailable" }, openClaim(context, claim), (work) =>
      promote({ ...releasing, ...work }),
    );
  }
  const record = await openBuild(context, claim);
  return runClaim({ ...running, unexpected: "build_failed" }, record, (work) =>
    buildPreview({ ...context, ...work, record }),
  );
}
