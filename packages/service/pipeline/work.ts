import type { LogStream } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { ObjectStore } from "../store/objects.ts";
import type { DeploymentRow, SiteRow } from "../store/schema.ts";
import type { BuildCaps } from "./caps.ts";
import type { Gate } from "./gate.ts";
import type { BuildLog } from "./log.ts";
import type { Sandbox } from "./sandbox.ts";

/** The shared parts, as far as they exist before the queue does. */
export type BuildParts = Omit<ServiceContext, "builds">;

/** What every build of a worker shares. */
export interface Workshop {
  readonly context: BuildParts;
  readonly objects: ObjectStore;
  readonly gate: Gate;
  readonly caps: BuildCaps;
  readonly sandbox: Sandbox;
  /** Program search path of the service's machine. */
  readonly path: string;
  /** Hosts on private networks may hold repositories. */
  readonly allowPrivateHosts: boolean;
  /** File of the authorities that vouch for repository hosts, when they are not the machine's. */
  readonly certificates: string | undefined;
}

/** One claimed deployment. */
export interface Work extends Workshop {
  readonly row: DeploymentRow;
  readonly site: SiteRow;
  readonly leaseOwner: string;
  readonly log: BuildLog;
  /** Aborts with a `BuildStopped`. */
  readonly signal: AbortSignal;
}

/**
 * Runs a step of the pipeline and logs how long it took.
 * @param step Name of the step, which is the stream of its log.
 */
export async function timed<Result>(work: Work, step: LogStream, run: () => Promise<Result>): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  work.log.line(step, `${step} took ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);
  return result;
}
