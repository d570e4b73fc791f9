import { availableParallelism, totalmem } from "node:os";
import { readOperatorHost, type Target } from "../../domain/build-hosts.ts";
import { type BuildLimits, limitsOf } from "../../domain/build-limits.ts";
import { freeShareOf, freeSpaceOf } from "../../outside/free-space.ts";
import { buildsRoot } from "../../settings.ts";
import { clearEnded, createCaches, type EndedDeps } from "../build-folders.ts";
import type { BuildContext } from "../job.ts";
import { type Bound, BOUNDS, type ControlGroups, openControlGroups } from "./cgroup.ts";
import { createDiskGuard } from "./disk-limit.ts";
import { openDisk } from "./disk-thread.ts";
import { readUplink, type Uplink } from "./egress.ts";
import { plainRegistry, searchPathOf } from "./read-machine.ts";
import { createSandbox } from "./sandbox.ts";

export interface MachineOptions {
  readonly limits?: Partial<BuildLimits>;
  /** Builds at a time on this machine, over all workspaces; none with 0. */
  readonly concurrency?: number | undefined;
  /** What bounds the processes of a build; the machine's control groups unless given. */
  readonly groups?: ControlGroups;
  /**
   * The operator's environment. Of it only PATH, NODE_EXTRA_CA_CERTS, NPM_CONFIG_REGISTRY, PIP_INDEX_URL, GIT_SSL_CAINFO,
   * HTTPS_PROXY and NO_PROXY are read: where programs lie, and how the package registry and repository hosts are reached.
   */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly uplink?: Partial<Uplink>;
  /** Free share of the disks that builds write to, from 0 to 1; by default the file systems say. */
  readonly freeShare?: () => Promise<number>;
}

/** What a build of a large site is seen to need. */
const BUILD_MEMORY_BYTES = 2 * 1024 ** 3;
/** What the service itself keeps, however many builds run. */
const SERVICE_MEMORY_BYTES = 512 * 1024 ** 2;
const SERVICE_TASKS = 256;

/** All builds at their limits together leave the service its part: what one of them takes, no other one misses. */
function shareMachine({ ceiling }: ControlGroups, most: BuildLimits, wanted: number | undefined) {
  const memoryBytes = Math.max(0, Math.min(totalmem(), ceiling.memoryBytes) - SERVICE_MEMORY_BYTES);
  const fitting = Math.min(Math.max(2, availableParallelism()), Math.floor(memoryBytes / BUILD_MEMORY_BYTES));
  const concurrency = wanted ?? Math.max(1, fitting);
  return {
    concurrency,
    memoryBytes: Math.min(most.memoryBytes, Math.floor(memoryBytes / Math.max(1, concurrency))),
    tasks: Math.max(1, Math.min(most.tasks, Math.floor((ceiling.tasks - SERVICE_TASKS) / Math.max(1, concurrency)))),
  };
}

export function createBuildContext(service: BuildContext["service"], options: MachineOptions): BuildContext {
  const environment = options.environment ?? {};
  const { dataDirectory, development, unsafeBuildsAsRoot } = service.settings;
  const refuseRoot = !development && unsafeBuildsAsRoot !== true;
  const groups = options.groups ?? openControlGroups();
  const chosen = limitsOf(service.settings.buildLimits);
  const { concurrency, ...shares } = shareMachine(groups, chosen, options.concurrency);
  const limits = { ...chosen, ...shares, ...options.limits };
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
      freeShare: options.freeShare ?? (() => leastFreeShare([dataDirectory, buildsRoot(service.settings)])),
    }),
    caches: createCaches({ service, disk, limits }),
    uplink: { ...readUplink(environment), ...options.uplink },
    operatorHosts: [...(service.settings.buildHosts ?? []), ...registryHosts(environment)],
    path: searchPathOf(environment),
    certificates: environment["GIT_SSL_CAINFO"],
    allowPrivateHosts: service.settings.allowPrivateHosts ?? false,
  };
}

/** The registries that the operator gives to builds are of no use out of their reach. */
function registryHosts(environment: Readonly<Record<string, string | undefined>>): readonly Target[] {
  return ["NPM_CONFIG_REGISTRY", "PIP_INDEX_URL"].flatMap((name) => {
    const registry = plainRegistry(environment[name]);
    return (registry === undefined ? undefined : readOperatorHost(new URL(registry).host)) ?? [];
  });
}

async function leastFreeShare(folders: readonly string[]): Promise<number> {
  return Math.min(...(await Promise.all(folders.map(freeSpaceOf))).map((free) => freeShareOf(free)));
}

export function unboundedIn({ bounds }: ControlGroups): readonly Bound[] {
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

/** @returns Why builds that run commands cannot. */
export async function prepareMachine(
  context: BuildContext,
  ended: Pick<EndedDeps, "beforeMs" | "ended">,
): Promise<string | undefined> {
  const { service, sandbox, disk, groups, concurrency } = context;
  await clearEnded({ service, disk, ...ended });
  if (concurrency === 0) return undefined;
  const reason = await sandbox.unavailable();
  if (reason !== undefined) service.log.error({ fault: "no_sandbox" }, reason);
  const unbounded = unboundedIn(groups);
  if (unbounded.length > 0) service.log.error({ unbounded }, describeUnbounded(unbounded));
  return reason;
}
