import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { z } from "zod";
import { OperatorFault } from "../domain/operator-fault.ts";
import { listenForMetrics } from "../http/metrics-server.ts";
import { clearAttempts } from "../pipeline/build-folders.ts";
import { buildPreview } from "../pipeline/build.ts";
import { workerBuilds } from "../pipeline/builds-directory.ts";
import { BuildStopped, type MachineFault } from "../pipeline/failure.ts";
import { clockProblem, createFitness, type Fitness } from "../pipeline/fitness.ts";
import type { BuildContext } from "../pipeline/job.ts";
import { createFaults, type Faults, runClaim } from "../pipeline/run-claim.ts";
import { createBuildContext, prepareMachine } from "../pipeline/sandbox/machine.ts";
import * as protocol from "../review/worker-protocol.ts";
import { buildsRoot, DEFAULT_LIMITS, type Settings } from "../settings.ts";
import { connect, type Connection, WorkerRejected } from "./connection.ts";
import { createWorkerMetrics, type WorkerMetrics } from "./metrics.ts";
import { openRemoteRecord } from "./remote-record.ts";
import { prepareReviews, type WorkerReviews } from "./reviewer.ts";

export interface WorkerSettings extends Pick<
  Settings,
  | "development"
  | "repositoryRoots"
  | "unsafeNoSandbox"
  | "unsafeBuildsAsRoot"
  | "allowPrivateHosts"
  | "buildHosts"
  | "buildsDirectory"
  | "buildLimits"
> {
  readonly service: URL;
  readonly token: string;
  /** Builds at a time; by default what the machine has room for. */
  readonly slots?: number | undefined;
  /** Whether the worker ends after one build. Then it reviews nothing. */
  readonly once: boolean;
  readonly reviews: WorkerReviews;
  /** Where metrics are served, to anyone who can connect; absent: nowhere. */
  readonly metrics?: Settings["metrics"];
}

export interface WorkerDeps {
  readonly clock: Clock;
  readonly log: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Gives the builds back and ends the worker. */
  readonly signal: AbortSignal;
}

const UNUSED_EVERY_MS = 60 * 60_000;
const AGAIN_MS = 2_000;
/** A machine that cannot build is looked at again after this. */
const UNFIT_MS = 10_000;

export async function runWorker(settings: WorkerSettings, deps: WorkerDeps): Promise<void> {
  const { clock, log, environment } = deps;
  const { service, token, slots, once, reviews, metrics: watched, ...machine } = settings;
  const beforeMs = clock.now();
  const buildsDirectory = workerBuilds(settings);
  const shared: Settings = {
    ...machine,
    buildsDirectory,
    // A worker keeps nothing but builds and their caches.
    dataDirectory: buildsDirectory,
    host: "",
    port: 0,
    trustedProxies: [],
    limits: DEFAULT_LIMITS,
  };
  const context = createBuildContext({ settings: shared, clock, log }, { environment, concurrency: slots });
  const connection = connect({ service, token, clock, log });
  const ending = new AbortController();
  const stop = AbortSignal.any([deps.signal, ending.signal]);
  const building = new Set<string>();
  const fitness = createFitness(context, () => clockProblem(connection.skewMs(), "service"));
  let total = context.concurrency;
  const metrics = createWorkerMetrics({
    clock,
    fitness,
    folder: buildsDirectory,
    slots: () => ({ total, busy: building.size, cacheBytes: context.caches.knownBytes() }),
  });
  const worker: Worker = { context, connection, stop, faults: createFaults(clock), once, building, fitness, metrics };
  await using opened = new AsyncDisposableStack();
  try {
    if (watched) {
      const { readiness } = metrics;
      const { port } = opened.adopt(await listenForMetrics(watched, { metrics, readiness, log }), (open) =>
        open.close(),
      );
      log.info({ port }, "metrics are served");
    }
    total = Math.min(total, await prepareWorker(worker, beforeMs));
    const isBuilding = (): boolean => worker.building.size > 0;
    const reviewer = { context, connection, environment, stop, isBuilding };
    const review = once ? undefined : await prepareReviews(reviewer, reviews);
    log.info({ service: service.origin, slots: total }, "the worker is ready");
    const reviewing = review?.();
    const chore = deleteUnused(worker);
    const lanes = [...Array<boolean>(once ? 1 : total).fill(false), ...(once ? [] : [true])].map(async (quick) => {
      try {
        await takeBuilds(worker, quick);
      } finally {
        ending.abort();
      }
    });
    const ended = await Promise.allSettled(lanes);
    ending.abort();
    await chore;
    await reviewing;
    for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  } catch (error) {
    // What stopped the worker is no fault of it.
    if (!deps.signal.aborted) throw error;
  } finally {
    await context.disk.close();
  }
}

interface Worker {
  readonly context: BuildContext;
  readonly connection: Connection;
  readonly stop: AbortSignal;
  readonly faults: Faults;
  readonly once: boolean;
  /** Claims that run. */
  readonly building: Set<string>;
  readonly fitness: Fitness;
  readonly metrics: WorkerMetrics;
}

const outgoingOf = ({ context }: Worker): string => join(buildsRoot(context.service.settings), "outgoing");

/**
 * Clears what an earlier life of this worker left; the service says which builds have ended.
 * @returns How many builds the service lets it hold at a time.
 */
async function prepareWorker(worker: Worker, beforeMs: number): Promise<number> {
  const { context, connection, stop: signal } = worker;
  const ended = async (names: readonly string[]) => (await askEnded(connection, names, signal)).names;
  // Asked also when nothing was left: a wrong token is reported at once.
  const { slots = Infinity } = await askEnded(connection, [], signal);
  worker.metrics.responded();
  await rm(outgoingOf(worker), { recursive: true, force: true });
  await mkdir(outgoingOf(worker), { recursive: true, mode: 0o700 });
  const problem = await prepareMachine(context, { beforeMs, ended });
  // Each build that it took would fail, also those that another worker could make.
  if (problem !== undefined) throw new OperatorFault("no_sandbox", problem);
  return slots;
}

/** @returns Of the neutral names of deployments, those of deployments that have ended. */
async function askEnded(
  connection: Connection,
  names: readonly string[],
  signal: AbortSignal,
): Promise<z.output<typeof protocol.EndedAnswer>> {
  return await connection.post("/ended", { names }, { answer: protocol.EndedAnswer, signal });
}

async function deleteUnused({ context, stop }: Worker): Promise<void> {
  const { clock, log } = context.service;
  while (!stop.aborted) {
    await clock.sleep(UNUSED_EVERY_MS, stop).catch(() => {});
    if (stop.aborted) return;
    await context.caches.deleteUnused().catch((error: unknown) => log.error({ err: error }, "a chore failed"));
  }
}

/** Claims one build after the other. @param quick Those that run no commands, beside the slots. */
async function takeBuilds(worker: Worker, quick: boolean): Promise<void> {
  const { context, connection, stop, once, fitness } = worker;
  const { clock, log } = context.service;
  while (!stop.aborted) {
    if ((await fitness.look()) !== undefined) {
      await clock.sleep(UNFIT_MS, stop).catch(() => {});
      // The answer also tells what the clock of the service says.
      await askEnded(connection, [], stop).catch(() => {});
      continue;
    }
    const claim = await claimOne(connection, quick, stop).catch(async (error: unknown) => {
      if (error instanceof WorkerRejected) throw error;
      if (stop.aborted) return null;
      log.warn({ err: error }, "no build could be asked for; the worker asks again");
      await clock.sleep(AGAIN_MS, stop).catch(() => {});
      return "away" as const;
    });
    if (claim !== "away") worker.metrics.responded();
    if (claim === null || claim === "away") continue;
    await build(worker, claim);
    if (once) return;
  }
}

async function claimOne(connection: Connection, quick: boolean, signal: AbortSignal): Promise<protocol.Claimed | null> {
  const waitMs = protocol.MAX_WAIT_MS;
  const options = { answer: protocol.ClaimAnswer, timeoutMs: waitMs * 2, once: true, signal };
  return (await connection.post("/claims", { waitMs, quick }, options)).claim;
}

async function build(worker: Worker, claim: protocol.Claimed): Promise<void> {
  const { context, connection, faults, fitness } = worker;
  const { clock, log } = context.service;
  const about = { deploymentId: claim.deploymentId, attempt: claim.attempt };
  const stop = new AbortController();
  const stopping = (): void => stop.abort(new BuildStopped("stopping"));
  worker.stop.addEventListener("abort", stopping, { once: true });
  if (worker.stop.aborted) stopping();
  worker.building.add(claim.id);
  log.info(about, "a build begins");
  try {
    await clearAttempts(context, claim.deploymentId);
    const record = openRemoteRecord(claim, connection, outgoingOf(worker));
    const onFault = (fault: MachineFault): void => fitness.rest(fault);
    await runClaim({ clock, log, faults, unexpected: "build_failed", isBuild: true, stop, onFault }, record, (work) =>
      buildPreview({ ...context, ...work, record }),
    );
    log.info(about, "a build ended");
    worker.metrics.ended("ended");
  } catch (error) {
    worker.metrics.ended("broke");
    log.error({ err: error, ...about }, "a build broke; another worker takes it when its lease ends");
  } finally {
    worker.building.delete(claim.id);
    worker.stop.removeEventListener("abort", stopping);
  }
}
