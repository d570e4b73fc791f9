import type { LogStream } from "@greenroom/contract";
import type { ServiceContext } from "../context.ts";
import type { Target } from "../domain/build-hosts.ts";
import type { BuildLimits } from "../domain/build-limits.ts";
import type { AppTokens } from "../notify/github-app.ts";
import type { Signer } from "../outside/signer.ts";
import type { Caches } from "./build-folders.ts";
import type { BuildRecord } from "./record.ts";
import type { ControlGroup, ControlGroups } from "./sandbox/cgroup.ts";
import type { DiskGuard, WatchedBuild } from "./sandbox/disk-limit.ts";
import type { Disk } from "./sandbox/disk-thread.ts";
import type { Uplink } from "./sandbox/egress.ts";
import type { Sandbox } from "./sandbox/sandbox.ts";
import type { BuildLog } from "./steps/log.ts";

/** What the pipeline needs of the service; the queue itself is made from it. */
export type PipelineDeps = Omit<ServiceContext, "builds" | "reviews" | "history" | "domains">;

/** What records of claimed deployments need; no worker outside the service has it. */
export interface RecordContext {
  readonly service: PipelineDeps;
  readonly signer: Signer;
  readonly tokens: AppTokens;
}

/** What all builds of this process share, on whatever machine it runs. */
export interface BuildContext {
  readonly service: Pick<ServiceContext, "settings" | "clock" | "log">;
  readonly limits: BuildLimits;
  readonly concurrency: number;
  readonly sandbox: Sandbox;
  readonly uplink: Uplink;
  /** Hosts that every build may reach, on whatever network they lie. */
  readonly operatorHosts: readonly Target[];
  readonly groups: ControlGroups;
  readonly disk: Disk;
  readonly diskGuard: DiskGuard;
  readonly caches: Caches;
  /** Program search path of this machine. */
  readonly path: string;
  /** Whether repositories on private networks are allowed. */
  readonly allowPrivateHosts: boolean;
  /** File of the certificate authorities for repository hosts, when they are not the machine's. */
  readonly certificates: string | undefined;
}

/** What a process has that builds, and records what comes of it, itself. */
export type ServiceBuildContext = BuildContext & RecordContext;

export interface Work {
  readonly log: BuildLog;
  /** Aborts with a `BuildStopped`. */
  readonly signal: AbortSignal;
}

export interface BuildJob extends BuildContext, Work {
  readonly record: BuildRecord;
}

export interface Bounds {
  readonly folder: string;
  /** Undefined where the machine has no control groups for us. */
  readonly group: ControlGroup | undefined;
  readonly diskUse: WatchedBuild;
}

export async function timed<Result>(
  { log }: Pick<Work, "log">,
  step: LogStream,
  run: () => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  const result = await run();
  log.line(step, `${step} took ${((performance.now() - startedAt) / 1000).toFixed(2)} s`);
  return result;
}
