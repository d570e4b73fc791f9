import { type Lease, renewLease } from "../store/queue.ts";
import type { DeploymentRow } from "../store/schema.ts";
import { endBuild } from "./ending.ts";
import { BuildStopped } from "./failure.ts";
import { openBuildLog } from "./log.ts";
import { buildPreview } from "./preview.ts";
import { promote } from "./promotion.ts";
import type { Work, Workshop } from "./work.ts";

/** A claimed deployment and the claim. */
export interface Claimed {
  readonly row: DeploymentRow;
  readonly owner: string;
  readonly leaseMs: number;
  /** Stops the build. */
  readonly stop: AbortController;
  /** A lease from now on. */
  readonly lease: () => Lease;
}

/** Heartbeats within one lease, so that one slow write loses nothing. */
const HEARTBEATS_A_LEASE = 6;

/** Builds or promotes a claimed deployment, and writes down how it ended. */
export async function runBuild(workshop: Workshop, claimed: Claimed): Promise<void> {
  const { row, owner, stop } = claimed;
  const { db, events, clock } = workshop.context;
  const site = await db.selectFrom("sites").selectAll().where("id", "=", row.site_id).executeTakeFirstOrThrow();
  const log = openBuildLog({ db, events, clock, deploymentId: row.id, leaseOwner: owner, writtenBytes: row.log_bytes });
  const work: Work = { ...workshop, row, site, log, leaseOwner: owner, signal: stop.signal };
  const ended = new AbortController();
  const beating = beat(work, claimed, ended.signal);
  try {
    if (row.attempt > 1) log.line("system", "The worker that built it was lost; building again", "warn");
    await (row.environment === "production" ? promote(work) : buildPreview(work));
  } catch (error) {
    await endBuild(work, error);
  } finally {
    ended.abort();
    await beating;
  }
}

/** Says that the worker lives, and hears that the build is wanted no more. */
async function beat({ context, row }: Work, { leaseMs, lease, stop }: Claimed, ended: AbortSignal): Promise<void> {
  while (!ended.aborted) {
    try {
      await context.clock.sleep(leaseMs / HEARTBEATS_A_LEASE, ended);
    } catch {
      return;
    }
    try {
      const state = await renewLease(context.db, row.id, lease());
      if (state !== "kept") stop.abort(new BuildStopped(state));
    } catch (error) {
      // The lease outlasts a failed write; when it runs out the next beat tells.
      context.log.error({ err: error, deploymentId: row.id }, "a heartbeat could not be written");
    }
  }
}
