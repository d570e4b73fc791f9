import { randomUUID } from "node:crypto";
import { wait } from "@greenroom/contract/clock";
import type { BuildQueue } from "../context.ts";
import { type Lease, leaseFor } from "../domain/lease.ts";
import { createAppTokens } from "../notify/github-app.ts";
import { openEncryption } from "../outside/encryption.ts";
import { openSigner } from "../outside/signer.ts";
import { cancelSuperseded, claimNext, recoverOne, type Capacity, QUICK_SLOTS } from "../store/deployments/queue.ts";
import type { WakeReason } from "../store/engine/broadcast.ts";
import { requireRow } from "../store/engine/rows.ts";
import type { DeploymentRow } from "../store/engine/schema.ts";
import { endForsaken, hasOtherMachines, serviceMachine } from "../store/workers/machines.ts";
import { clearAttempts, endedOf } from "./build-folders.ts";
import { buildPreview } from "./build.ts";
import { BuildStopped, type StopReason } from "./failure.ts";
import { createSiteFinder } from "./find-sites.ts";
import { clockProblem, createFitness, type Fitness, watchStore } from "./fitness.ts";
import type { BuildContext, PipelineDeps, ServiceBuildContext } from "./job.ts";
import { createCollector } from "./output/garbage.ts";
import { publishUpload } from "./output/upload.ts";
import { promote } from "./promotion.ts";
import { createFaults, runClaim, type Running } from "./run-claim.ts";
import { createBuildContext, type MachineOptions, prepareMachine, unboundedIn } from "./sandbox/machine.ts";
import { type Claim, openBuild, openClaim } from "./service-record.ts";
import { createBranchChecks, readDefaultBranch } from "./source/branch-checks.ts";
import { createRepositoryCheck } from "./source/check-repository.ts";
import { requireInstallation } from "./source/repository-access.ts";
import { secretsProblem } from "./steps/secrets.ts";
import { createWorkerBuilds, type WorkerBuilds } from "./worker-builds.ts";

export interface BuildOptions extends MachineOptions {
  /** A worker without a heartbeat for this long has lost its build. */
  readonly leaseMs?: number;
  readonly pollMs?: number;
  /** How far the clock of this machine is ahead of that of the database. */
  readonly skewMs?: () => number;
}

export interface Builds extends BuildQueue {
  start(): void;
  /** Undefined when it cannot be known. */
  defaultBranch(siteId: string, signal: AbortSignal): Promise<string | undefined>;
  readonly forWorkers: WorkerBuilds;
  /** Deletes unused caches from the disk of this process. */
  tidy(): Promise<void>;
  /** Deletes parts of files, sent for uploads and builds that have ended, from the disk of this process. */
  forgetSent(): Promise<void>;
  /** Deletes stored files that nothing refers to. */
  collect(signal?: AbortSignal): Promise<{ readonly objects: number; readonly bytes: number }>;
  /** Stops everything; the next start claims the running builds again. Resolves when no process is left. */
  stop(): Promise<void>;
}

const POLL_MS = 2_000;

export function createBuilds(service: PipelineDeps, options: BuildOptions = {}): Builds {
  const { dataDirectory } = service.settings;
  const context = createBuildContext(service, options);
  const own: ServiceBuildContext = {
    ...context,
    service,
    signer: openSigner(dataDirectory),
    tokens: createAppTokens(service.clock, openEncryption(dataDirectory)),
  };
  const startedMs = service.clock.now();
  const stopping = new AbortController();
  let woken = Promise.withResolvers<void>();
  let running: Promise<unknown> | undefined;
  let problem: string | undefined;
  const leaseMs = options.leaseMs ?? service.settings.limits["lease-seconds"] * 1_000;
  const storeProblem = watchStore(service.objects, service.clock);
  const forWorkers = createWorkerBuilds(own, leaseMs, storeProblem);
  const wake = (reason: WakeReason = "any"): void => {
    // A slot that becomes free wakes by itself.
    if (reason === "any" || pool.isFree()) woken.resolve();
    forWorkers.wake();
  };
  const { skewMs = () => 0 } = options;
  const fitness = createFitness(context, () => clockProblem(skewMs(), "database") ?? storeProblem());
  const pool = createWorkerPool(own, leaseMs, { wake, fitness, hasSandbox: () => problem === undefined });

  let isUnread = false;

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      woken = Promise.withResolvers<void>();
      try {
        while (!stopping.signal.aborted && (await pool.advance()));
        isUnread = false;
      } catch (error) {
        // Once for an outage of the database, not every two seconds.
        if (!isUnread) service.log.error({ err: error }, "the queue could not be read");
        isUnread = true;
      }
      const resting = new AbortController();
      await Promise.race([wait(service.clock, options.pollMs ?? POLL_MS, resting.signal), woken.promise]);
      resting.abort();
    }
  }

  return {
    start() {
      const prepared = prepare(service, context, startedMs).then(
        (found) => void (problem = found),
        (error: unknown) => service.log.error({ err: error }, "the builds could not be prepared"),
      );
      running ??= Promise.all([run(), prepared]);
    },
    wake,
    forWorkers,
    unbounded: () => [...unboundedIn(context.groups), ...(context.sandbox.sharesAccount() ? ["account"] : [])],
    problem: () => problem ?? fitness.problem(),
    requireInstallation: (asked) => requireInstallation(service, asked),
    checkRepository: createRepositoryCheck(own),
    findSites: createSiteFinder(own),
    slots: () => ({ total: context.concurrency, busy: pool.building(), cacheBytes: context.caches.knownBytes() }),
    defaultBranch: (siteId, signal) => readDefaultBranch(own, siteId, signal),
    cancel(deploymentId) {
      pool.stop(deploymentId, "lost");
      wake();
    },
    tidy: () => context.caches.deleteUnused(),
    forgetSent: () => forWorkers.collect(),
    collect: createCollector(service),
    async stop() {
      stopping.abort();
      forWorkers.close();
      wake();
      await running;
      await pool.stopAll();
      await context.disk.close();
    },
  };
}

/** @returns Why builds that run commands cannot. */
async function prepare(service: PipelineDeps, context: BuildContext, beforeMs: number): Promise<string | undefined> {
  const wrongSecrets = await secretsProblem(service.settings.dataDirectory);
  if (wrongSecrets !== undefined) service.log.error(wrongSecrets);
  return await prepareMachine(context, { beforeMs, ended: (names) => endedOf(service.db, names) });
}

interface WorkerPool {
  /** Claims one deployment, and ends those that no one wants; false when there is nothing to do. */
  advance(): Promise<boolean>;
  /** Builds that run, without promotions. */
  building(): number;
  isFree(): boolean;
  stop(deploymentId: string, reason: StopReason): void;
  stopAll(): Promise<void>;
}

interface PoolCallbacks {
  readonly wake: () => void;
  readonly fitness: Fitness;
  readonly hasSandbox: () => boolean;
}

function createWorkerPool(
  context: ServiceBuildContext,
  leaseMs: number,
  { wake, fitness, hasSandbox }: PoolCallbacks,
): WorkerPool {
  const { concurrency } = context;
  const { db, events, clock, log, settings } = context.service;
  const running = new Map<string, { stop: AbortController; done: Promise<void>; lane: DeploymentRow["lane"] }>();
  const checks = createBranchChecks(context, wake);
  const faults = createFaults(clock);

  const inLane = (lane: DeploymentRow["lane"]): number =>
    [...running.values()].filter((one) => one.lane === lane).length;
  const building = (): number => inLane("slot");
  const isFree = (): boolean => building() < concurrency;
  // A machine that leaves builds to workers leaves these to them too.
  const isQuickFree = (): boolean => concurrency > 0 && inLane("quick") < QUICK_SLOTS;
  /** A machine that cannot build now leaves builds to others, or lets them wait; what is built already goes on. */
  const readCapacity = async (): Promise<Capacity> => {
    const isFit = concurrency === 0 || (await fitness.look()) === undefined;
    const machine = serviceMachine(settings);
    // Where no other machine builds, those that need a sandbox fail here and say why.
    const runsCommands = hasSandbox() || !(await hasOtherMachines(context.service, machine));
    return {
      machine,
      working: [...running.keys()],
      buildsRunning: settings.limits["builds-running"],
      build: isFit && runsCommands && isFree(),
      quick: isFit && isQuickFree(),
    };
  };

  async function work(claim: Omit<Claim, "site">, stop: AbortController): Promise<void> {
    const { row } = claim;
    try {
      const site = await requireRow(db, "sites", { id: row.site_id });
      await runJob(context, { ...claim, site }, { stop, faults });
    } catch (error) {
      log.error({ err: error, deploymentId: row.id }, "a build broke; it is claimed again when its lease ends");
    } finally {
      running.delete(row.id);
      wake();
    }
  }

  function begin(row: DeploymentRow, { owner }: Lease): void {
    events.notify(row.id);
    const stop = new AbortController();
    const needsNone = row.environment === "production" || row.upload !== null;
    const worker = { stop, done: Promise.resolve(), lane: needsNone ? null : (row.lane ?? "slot") };
    running.set(row.id, worker);
    worker.done = work({ row, owner, leaseMs }, stop);
  }

  const stop = (id: string, reason: StopReason): void => running.get(id)?.stop.abort(new BuildStopped(reason));

  return {
    building,
    isFree: () => isFree() || isQuickFree(),
    stop,
    async advance() {
      const ended = [...(await cancelSuperseded(db)), ...(await endForsaken(context.service))];
      for (const id of ended) events.notify(id);
      const capacity = await readCapacity();
      // Each claim has a name of its own, so that it is not mistaken for an earlier one.
      const lease = leaseFor(clock, randomUUID(), leaseMs);
      const recovered = await recoverOne(db, lease, capacity);
      if (recovered) await clearAttempts(context, recovered.kind === "taken" ? recovered.row.id : recovered.id);
      if (recovered?.kind === "failed") events.notify(recovered.id);
      if (recovered?.kind === "taken") begin(recovered.row, lease);
      const undecided = await checks.advance();
      const claimed = recovered ? undefined : await claimNext(db, lease, { ...capacity, undecided });
      if (claimed) begin(claimed, lease);
      return ended.length > 0 || recovered !== undefined || claimed !== undefined;
    },
    async stopAll() {
      const workers = [...running.entries()];
      for (const [id] of workers) stop(id, "stopping");
      await Promise.all([checks.stop(), ...workers.map(([, { done }]) => done)]);
    },
  };
}

async function runJob(
  context: ServiceBuildContext,
  claim: Claim,
  control: Pick<Running, "stop" | "faults">,
): Promise<void> {
  const { clock, log } = context.service;
  const { row } = claim;
  const running = { ...control, clock, log };
  const record = openClaim(context, claim);
  if (row.environment === "production") {
    return runClaim({ ...running, isBuild: false, unexpected: "source_unavailable" }, record, (work) =>
      promote(context, claim, work),
    );
  }
  if (row.upload !== null) {
    return runClaim({ ...running, isBuild: false, unexpected: "upload_unfinished" }, record, async (work) =>
      publishUpload(context.service, claim, { ...work, record: await openBuild(context, claim) }),
    );
  }
  return runClaim({ ...running, isBuild: true, unexpected: "build_failed" }, record, async (work) =>
    buildPreview({ ...context, ...work, record: await openBuild(context, claim) }),
  );
}
