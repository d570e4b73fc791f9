import type { BuildErrorCode } from "@greenroom/contract";
import type { Clock } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import type { NumberedBatch } from "../store/deployments/deployment-events.ts";
import { BuildFailure, BuildStopped, type MachineFault, machineFaultOf } from "./failure.ts";
import type { Work } from "./job.ts";
import type { ClaimRecord } from "./record.ts";
import { type BuildLog, openBuildLog } from "./steps/log.ts";

/** Heartbeats within one lease, so that one slow write loses nothing. */
const HEARTBEATS_A_LEASE = 6;

const FIRST_RETRY_MS = 1_000;
const MAX_RETRY_MS = 60_000;

/** How long a fault that is not the deployment's is retried; then it ends the deployment. */
const FAULTS_MS = 6 * 60 * 60_000;

/** Deployments that are remembered to have met faults; beyond it the oldest are forgotten. */
const MAX_REMEMBERED = 1_000;

/** Tries to give a deployment back; after them its lease runs out. */
const MAX_TRIES = 5;

/** Decides when work is tried again that a fault of the service or its machine interrupted. */
export interface Faults {
  /** @returns After how long, milliseconds; undefined when it is time to give up. */
  retryAfter(deploymentId: string): number | undefined;
  forget(deploymentId: string): void;
}

export function createFaults(clock: Clock): Faults {
  const met = new Map<string, { readonly sinceMs: number; count: number }>();
  return {
    retryAfter(deploymentId) {
      const known = met.get(deploymentId) ?? { sinceMs: clock.now(), count: 0 };
      if (clock.now() - known.sinceMs > FAULTS_MS) return undefined;
      met.set(deploymentId, known);
      const [oldest] = met.keys();
      if (met.size > MAX_REMEMBERED && oldest !== undefined) met.delete(oldest);
      known.count += 1;
      return Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** (known.count - 1));
    },
    forget: (deploymentId) => void met.delete(deploymentId),
  };
}

export interface Running {
  readonly clock: Clock;
  readonly log: Logger;
  readonly faults: Faults;
  /** The code of an error that stays for hours. */
  readonly unexpected: BuildErrorCode;
  /** Whether another machine can do what this one cannot: builds, and nothing else. */
  readonly isBuild: boolean;
  readonly stop: AbortController;
  readonly onFault?: (fault: MachineFault) => void;
}

export async function runClaim(
  running: Running,
  record: ClaimRecord,
  work: (given: Work) => Promise<void>,
): Promise<void> {
  const { clock, stop, faults } = running;
  const append = async (batch: NumberedBatch): Promise<void> => {
    try {
      await record.appendLog(batch);
    } catch (error) {
      // No need to wait for the next heartbeat.
      if (error instanceof BuildStopped) stop.abort(error);
      throw error;
    }
  };
  const log = openBuildLog({ clock, logged: record.logged, append });
  const ended = new AbortController();
  const heartbeat = keepLease({ clock, log: running.log.child({ deploymentId: record.deploymentId }) }, record, {
    ended: ended.signal,
    onLost: () => stop.abort(new BuildStopped("lost")),
  });
  try {
    if (record.attempt > 1) log.line("system", "The previous worker was lost; starting again", "warn");
    await work({ log, signal: stop.signal });
    faults.forget(record.deploymentId);
  } catch (error) {
    await settle(running, { record, log }, error);
  } finally {
    ended.abort();
    await heartbeat;
  }
}

export async function keepLease(
  { clock, log }: Pick<Running, "clock" | "log">,
  lease: { readonly leaseMs: number; renew(): Promise<boolean> },
  { ended, onLost }: { readonly ended: AbortSignal; readonly onLost: () => void },
): Promise<void> {
  while (!ended.aborted) {
    try {
      await clock.sleep(lease.leaseMs / HEARTBEATS_A_LEASE, ended);
    } catch {
      return;
    }
    try {
      if (!(await lease.renew())) onLost();
    } catch (error) {
      // The lease outlasts a failed write; once it has run out, the next heartbeat notices.
      log.error({ err: error }, "a heartbeat could not be written");
    }
  }
}

interface Ending {
  readonly record: ClaimRecord;
  readonly log: BuildLog;
}

async function settle(running: Running, ending: Ending, thrown: unknown): Promise<void> {
  const { signal } = running.stop;
  try {
    // What stopped the work is its reason, whatever the work threw then.
    const reason: unknown = signal.aborted ? signal.reason : thrown;
    const fault = running.isBuild ? machineFaultOf(reason) : undefined;
    await (fault ? passOn(running, ending, fault) : recordEnd(ending, reason));
    running.faults.forget(ending.record.deploymentId);
  } catch (error) {
    if (error instanceof BuildStopped && error.reason === "lost") return;
    await tryLater(running, ending, error);
  }
}

/** @throws What is no end of a deployment: a fault of the service or of this machine. */
async function recordEnd({ record, log }: Ending, reason: unknown): Promise<void> {
  if (reason instanceof BuildFailure) return fail({ record, log }, reason);
  if (!(reason instanceof BuildStopped)) throw reason;
  switch (reason.reason) {
    case "lost":
      return;
    case "needs_slot":
      log.line("system", "This build runs commands and waits for a build slot");
      await log.flush();
      return record.requireSlot();
    case "stopping":
      // Lines that cannot be stored now are no reason to keep the deployment.
      await log.flush().catch(() => {});
      return record.giveBack(0);
  }
}

async function fail(
  { record, log }: Ending,
  { code, message, diagnostics, refusedHosts }: BuildFailure,
): Promise<void> {
  log.line("system", `Failed (${code}): ${message}`, "error");
  await log.flush();
  await record.fail({ code, message: log.redactor.hide(message), diagnostics, refusedHosts });
}

async function passOn({ log: ownLog, onFault }: Running, { record, log }: Ending, fault: MachineFault): Promise<void> {
  onFault?.(fault);
  ownLog.error({ err: fault, deploymentId: record.deploymentId }, "this machine cannot make a build");
  log.line("system", `The machine of this build cannot go on: ${fault.message}`, "warn");
  // Lines that cannot be stored now are no reason to keep the deployment.
  await log.flush().catch(() => {});
  await record.passOn({ code: fault.code, message: log.redactor.hide(fault.message) });
}

/** Faults that are not the deployment's cost it no attempt: it is tried again, later each time. */
async function tryLater(running: Running, ending: Ending, error: unknown): Promise<void> {
  const { faults, log, unexpected, clock, stop } = running;
  const { deploymentId } = ending.record;
  log.error({ err: error, deploymentId }, "a build met an error of the service");
  const afterMs = faults.retryAfter(deploymentId);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      if (afterMs !== undefined) return await ending.record.giveBack(afterMs);
      // Its text stays in the service's log, since it may name paths.
      const message = "The service failed for hours; its own log has the details. Deploy again.";
      return await fail(ending, new BuildFailure(unexpected, message));
    } catch (failure) {
      if (failure instanceof BuildStopped) return;
      log.error({ err: failure, deploymentId }, "a build could not be given back");
    }
    // Once the lease has run out, another worker takes the deployment.
    await clock.sleep(FIRST_RETRY_MS * 2 ** tries, stop.signal).catch(() => {});
  }
}
