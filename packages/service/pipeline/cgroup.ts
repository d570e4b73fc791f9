import { randomUUID } from "node:crypto";
import { access, mkdir, readFile, rmdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** A control group of the kernel that bounds the processes of one command, where the service may make one. */
export interface ProcessGroup {
  /** Whoever writes its own process id to this file belongs to the group, with all its children. */
  readonly procs: string;
  /** Tells whether the bound was reached, and a process refused for it. */
  reached(): Promise<boolean>;
  /** Kills what is left in it and removes it. */
  close(): Promise<void>;
}

const ROOT = "/sys/fs/cgroup";
const CLOSE_ROUNDS = 40;

/**
 * Makes a control group that holds at most so many processes.
 * Counting from outside is too slow for a fork bomb: it doubles within a millisecond.
 * @returns Undefined where this machine does not let the service make one.
 */
export async function openProcessGroup(mostProcesses: number): Promise<ProcessGroup | undefined> {
  for (const parent of await parents()) {
    const folder = join(parent, `greenroom-${randomUUID()}`);
    try {
      await mkdir(folder);
      try {
        await access(join(folder, "pids.max"));
        await writeFile(join(folder, "pids.max"), String(mostProcesses));
        const procs = join(folder, "cgroup.procs");
        return { procs, reached: () => reached(folder), close: () => close(folder, procs) };
      } catch {
        await rmdir(folder);
      }
    } catch {
      // Not ours to make here; the next place may be.
    }
  }
  return undefined;
}

/** Our own groups in the first and the second version of the kernel's interface. [cgroups(7)] */
async function parents(): Promise<string[]> {
  const text = await readFile("/proc/self/cgroup", "utf8").catch(() => "");
  return text.split("\n").flatMap((line) => {
    const [, controllers = "", path = ""] = /^\d+:([^:]*):(\/.*)$/.exec(line) ?? [];
    if (path === "") return [];
    if (controllers === "") return [join(ROOT, path)];
    return controllers.split(",").includes("pids") ? [join(ROOT, controllers, path)] : [];
  });
}

async function reached(folder: string): Promise<boolean> {
  const events = await readFile(join(folder, "pids.events"), "utf8").catch(() => "");
  return /^max [1-9]/m.test(events);
}

async function close(folder: string, procs: string): Promise<void> {
  for (let round = 0; round < CLOSE_ROUNDS; round += 1) {
    const pids = (await readFile(procs, "utf8").catch(() => "")).split("\n").filter((pid) => pid !== "");
    for (const pid of pids) kill(Number(pid));
    if (pids.length === 0 && (await remove(folder))) return;
    await delay(25);
  }
}

async function remove(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already, which is what was wanted.
  }
}
