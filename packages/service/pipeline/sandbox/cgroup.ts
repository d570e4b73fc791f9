import { randomUUID } from "node:crypto";
import { accessSync, constants, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, rmdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { errorCode } from "@greenroom/contract/coded-error";

/** What a control group bounds; its weight for the disk is set as well, but counts with some schedulers only. */
export const BOUNDS = ["memory", "tasks", "cpu"] as const;
export type Bound = (typeof BOUNDS)[number];

export interface GroupLimits {
  /** Pages of files in memory, `memfd` and tmpfs count as well. */
  readonly memoryBytes: number;
  /** Processes and threads. */
  readonly tasks: number;
}

/** A control group of the kernel around all processes of one build. [cgroups(7)] */
export interface ControlGroup {
  /** What it bounds; the rest has to be watched in another way. */
  readonly bounds: ReadonlySet<Bound>;
  readonly limits: GroupLimits;
  /** A process of one thread that writes 0 to each of these files joins the group, with all its children. */
  readonly joins: readonly string[];
  pids(): number[];
  /** The bound that was reached; `machine_memory` when memory ran out around the group, not in it. */
  exceeded(): "memory" | "machine_memory" | "tasks" | undefined;
  /** Kills what is in it; it can be used again afterwards. */
  kill(): Promise<void>;
  close(): Promise<void>;
}

/** Makes control groups, where the machine lets the service. */
export interface ControlGroups {
  readonly bounds: ReadonlySet<Bound>;
  /** Memory and tasks of the service and all its builds together; infinite where nothing says. */
  readonly ceiling: GroupLimits;
  /** @returns Undefined when nothing can be bounded here. */
  open(limits: GroupLimits): Promise<ControlGroup | undefined>;
}

/** A build gets a quarter of what the service gets while both want the processor or the disk. */
const WEIGHT = 25;
/** The same in the first version, whose default is 1,024. */
const SHARES = 256;
/** Name of the group that the service moves into: only groups without processes hand on controllers. */
const SERVICE_GROUP = "greenroom-service";
const BUILD_GROUP = /^greenroom-(\d+)-/;
const KILL_ROUNDS = 400;
const CLOSE_ROUNDS = 80;

/** A folder of the control-group filesystem that this process may use. */
interface Hierarchy {
  readonly folder: string;
  readonly controllers: ReadonlySet<string>;
}

/** In the second version of the interface it moves itself into a group below its own, when it is alone there. */
export function openControlGroups(): ControlGroups {
  const { unified, legacy } = readHierarchies();
  if (unified === undefined || unified.controllers.size === 0) return legacyGroups(legacy);
  const delegated = delegate(unified);
  if (delegated !== undefined) return unifiedGroups(delegated);
  return { bounds: new Set(), ceiling: ceilingOf(unified.folder, UNIFIED), open: async () => undefined };
}

const CONTROLLERS = ["memory", "pids", "cpu", "io"];

/** Our own groups: mount points and what lies above us come from the kernel, since both differ in a container. */
function readHierarchies(): { readonly unified?: Hierarchy; readonly legacy: readonly Hierarchy[] } {
  const [groups, mounts] = ["cgroup", "mountinfo"].map((name) => readText(`/proc/self/${name}`));
  let unified: Hierarchy | undefined;
  const legacy: Hierarchy[] = [];
  for (const line of (mounts ?? "").split("\n")) {
    const [, root = "", point = "", type = "", options = ""] =
      /^\d+ \d+ \S+ (\S+) (\S+) .* - (cgroup2?) \S+ (\S+)$/.exec(line) ?? [];
    if (type === "") continue;
    const known = new Set(options.split(","));
    const own = (groups ?? "").split("\n").flatMap((entry) => {
      const [, names = "", path = ""] = /^\d+:([^:]*):(\/.*)$/.exec(entry) ?? [];
      const matches = type === "cgroup2" ? names === "" : names.split(",").every((name) => known.has(name));
      return path !== "" && matches && (type === "cgroup2" || names !== "") ? [{ names, path }] : [];
    })[0];
    if (own === undefined) continue;
    const below = relative(root, own.path);
    if (below.startsWith("..")) continue;
    const folder = join(point, below);
    if (type === "cgroup") legacy.push({ folder, controllers: new Set(own.names.split(",")) });
    else unified = { folder, controllers: readControllers(folder, "controllers") };
  }
  return { ...(unified && { unified }), legacy };
}

function readControllers(folder: string, file: "controllers" | "subtree_control"): ReadonlySet<string> {
  const names = readText(join(folder, `cgroup.${file}`))
    .trim()
    .split(" ");
  return new Set(names.filter((name) => CONTROLLERS.includes(name)));
}

/**
 * Makes our own group one that holds groups: its process moves into a group below it, and it hands on its controllers.
 * @returns Undefined when others are in it too, who may not be moved, or when it is not ours to change.
 */
function delegate({ folder, controllers }: Hierarchy): Hierarchy | undefined {
  if (basename(folder) === SERVICE_GROUP) {
    const above = dirname(folder);
    return { folder: above, controllers: readControllers(above, "subtree_control") };
  }
  if (readPids(folder).some((pid) => pid !== process.pid)) return undefined;
  try {
    const service = join(folder, SERVICE_GROUP);
    mkdirSync(service, { recursive: true });
    writeFileSync(join(service, "cgroup.procs"), String(process.pid));
    // [cgroup-v2, "No Internal Process Constraint"]
    for (const name of controllers) enable(folder, name);
    return { folder, controllers: readControllers(folder, "subtree_control") };
  } catch {
    return undefined;
  }
}

function enable(folder: string, controller: string): void {
  try {
    writeFileSync(join(folder, "cgroup.subtree_control"), `+${controller}`);
  } catch {
    // The others bound what they can; what is missing is reported.
  }
}

/** Names that differ between the two versions. */
interface Files {
  readonly memory: string;
  readonly kills: string;
  readonly join: string;
}
const UNIFIED: Files = { memory: "memory.max", kills: "memory.events", join: "cgroup.procs" };
/** A thread that moves itself need not wait, as a process must, until no processor is in the middle of a fork. */
const LEGACY: Files = { memory: "memory.limit_in_bytes", kills: "memory.oom_control", join: "tasks" };

function unifiedGroups({ folder, controllers }: Hierarchy): ControlGroups {
  removeAbandoned(folder);
  return {
    bounds: boundsOf(controllers),
    ceiling: ceilingOf(folder, UNIFIED),
    async open(limits) {
      const group = join(folder, groupName());
      await mkdir(group);
      try {
        if (controllers.has("memory")) {
          await writeFile(join(group, "memory.max"), String(Math.floor(limits.memoryBytes)));
          // A kernel without swap has no such file.
          await writeIfThere(join(group, "memory.swap.max"), "0");
          await writeFile(join(group, "memory.oom.group"), "1");
        }
        if (controllers.has("pids")) await writeFile(join(group, "pids.max"), String(limits.tasks));
        if (controllers.has("cpu")) await writeFile(join(group, "cpu.weight"), String(WEIGHT));
        await writeIfThere(join(group, "io.weight"), `default ${WEIGHT}`);
        await writeIfThere(join(group, "io.bfq.weight"), String(WEIGHT));
      } catch (error) {
        await rmdir(group).catch(() => {});
        throw error;
      }
      return groupOf({
        bounds: boundsOf(controllers),
        limits,
        memory: group,
        pids: group,
        folders: [group],
        files: UNIFIED,
      });
    },
  };
}

function legacyGroups(all: readonly Hierarchy[]): ControlGroups {
  const used = all.filter(({ controllers }) =>
    ["memory", "pids", "cpu", "blkio"].some((name) => controllers.has(name)),
  );
  const writable = used.filter(({ folder }) => {
    removeAbandoned(folder);
    return canMakeGroup(folder);
  });
  const bounds = boundsOf(new Set(writable.flatMap(({ controllers }) => [...controllers])));
  const ceilings = used.map(({ folder }) => ceilingOf(folder, LEGACY));
  return {
    bounds,
    ceiling: {
      memoryBytes: Math.min(Number.POSITIVE_INFINITY, ...ceilings.map(({ memoryBytes }) => memoryBytes)),
      tasks: Math.min(Number.POSITIVE_INFINITY, ...ceilings.map(({ tasks }) => tasks)),
    },
    async open(limits) {
      if (writable.length === 0) return undefined;
      const name = groupName();
      const folders: string[] = [];
      const of: { memory?: string; pids?: string } = {};
      try {
        for (const { folder, controllers } of writable) {
          const group = join(folder, name);
          await mkdir(group);
          folders.push(group);
          if (controllers.has("memory")) {
            of.memory = group;
            const bytes = String(Math.floor(limits.memoryBytes));
            await writeFile(join(group, "memory.limit_in_bytes"), bytes);
            await writeIfThere(join(group, "memory.memsw.limit_in_bytes"), bytes);
          }
          if (controllers.has("pids")) {
            of.pids = group;
            await writeFile(join(group, "pids.max"), String(limits.tasks));
          }
          if (controllers.has("cpu")) await writeFile(join(group, "cpu.shares"), String(SHARES));
          await writeIfThere(join(group, "blkio.bfq.weight"), String(WEIGHT));
        }
      } catch (error) {
        for (const folder of folders) await rmdir(folder).catch(() => {});
        throw error;
      }
      return groupOf({ bounds, limits, ...of, folders, files: LEGACY });
    },
  };
}

/** The service's id tells the groups of one that is gone from those of one that runs. */
function groupName(): string {
  return `greenroom-${process.pid}-${randomUUID()}`;
}

/** Groups that a killed service left; one that still has processes cannot be removed, and is tried again. */
function removeAbandoned(folder: string): void {
  const names = listFolder(folder);
  for (const name of names) {
    const [, pid] = BUILD_GROUP.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    for (const left of readPids(join(folder, name))) killProcess(left);
    void removeGroup(join(folder, name));
  }
}

function listFolder(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === "EPERM";
  }
}

function boundsOf(controllers: ReadonlySet<string>): ReadonlySet<Bound> {
  const names = { memory: "memory", tasks: "pids", cpu: "cpu" } as const;
  return new Set(BOUNDS.filter((bound) => controllers.has(names[bound])));
}

/** The least that a group or one above it allows, as far as this process sees them. */
function ceilingOf(folder: string, { memory }: Files): GroupLimits {
  let [memoryBytes, tasks] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (let path = folder; path.length > 1; path = dirname(path)) {
    memoryBytes = Math.min(memoryBytes, readNumber(join(path, memory)));
    tasks = Math.min(tasks, readNumber(join(path, "pids.max")));
  }
  return { memoryBytes, tasks };
}

/** Infinite for `max` and for a file that is not there. */
function readNumber(file: string): number {
  const number = Number.parseInt(readText(file), 10);
  return Number.isNaN(number) ? Number.POSITIVE_INFINITY : number;
}

/** Reads are synchronous, since the kernel answers from memory. */
function readText(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function readPids(folder: string): number[] {
  return readText(join(folder, "cgroup.procs"))
    .split("\n")
    .map(Number)
    .filter((pid) => pid > 0);
}

function canMakeGroup(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

async function writeIfThere(file: string, text: string): Promise<void> {
  // A weight for the disk exists with some schedulers only, a bound on swap where the kernel counts it.
  await writeFile(file, text, { flag: "r+" }).catch(() => {});
}

interface GroupParts extends Pick<ControlGroup, "bounds" | "limits"> {
  readonly folders: readonly string[];
  /** The one of the folders that bounds memory. */
  readonly memory?: string;
  /** The one that bounds tasks. */
  readonly pids?: string;
  readonly files: Files;
}

function groupOf({ bounds, limits, folders, files, ...of }: GroupParts): ControlGroup {
  const pids = (): number[] => [...new Set(folders.flatMap(readPids))];

  async function kill(): Promise<void> {
    // [cgroup-v2, cgroup.kill] Since Linux 5.14; it also takes what forks meanwhile.
    for (const folder of folders) await writeIfThere(join(folder, "cgroup.kill"), "1");
    if (pids().length === 0) return;
    const max = of.pids === undefined ? undefined : { file: join(of.pids, "pids.max"), before: "" };
    if (max !== undefined) {
      max.before = readText(max.file).trim();
      // Nothing in it can fork any more.
      await writeFile(max.file, "0").catch(() => {});
    }
    for (let round = 0; round < KILL_ROUNDS; round += 1) {
      const left = pids();
      if (left.length === 0) break;
      for (const pid of left) killProcess(pid);
      await delay(5);
    }
    if (max !== undefined && max.before !== "") await writeFile(max.file, max.before).catch(() => {});
  }

  return {
    bounds,
    limits,
    joins: folders.map((folder) => join(folder, files.join)),
    pids,
    exceeded() {
      if (of.memory !== undefined && countOf(join(of.memory, files.kills), "oom_kill") > 0) {
        return wasFull(of.memory, files) ? "memory" : "machine_memory";
      }
      return of.pids !== undefined && countOf(join(of.pids, "pids.events"), "max") > 0 ? "tasks" : undefined;
    },
    kill,
    async close() {
      await kill();
      for (const folder of folders) await removeGroup(folder);
    },
  };
}

/** A counter of a file with lines such as `oom_kill 1`. */
function countOf(file: string, name: string): number {
  const line = readText(file)
    .split("\n")
    .find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1) ?? 0);
}

/** Whether the group itself was full: the kernel also kills in it when a group above it, or the machine, is. */
function wasFull(folder: string, files: Files): boolean {
  if (files.memory === UNIFIED.memory) return countOf(join(folder, files.kills), "oom") > 0;
  return readNumber(join(folder, "memory.max_usage_in_bytes")) >= readNumber(join(folder, files.memory));
}

/** A group can be removed some milliseconds after its last process ended. */
async function removeGroup(folder: string): Promise<void> {
  for (let round = 0; round < CLOSE_ROUNDS; round += 1) {
    try {
      await rmdir(folder);
      return;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return;
      await delay(25);
    }
  }
}

export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
