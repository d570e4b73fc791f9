import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";

/** What a process and its descendants use. */
export interface TreeUse {
  readonly processes: number;
  readonly residentBytes: number;
}

const PAGE_BYTES = 4096;
const KILL_ROUNDS = 20;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly residentBytes: number;
}

/** Reads /proc/PID/stat: the name in brackets may hold anything, so fields count from its last bracket. [proc(5)] */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    const resident = Number(fields[21]) * PAGE_BYTES;
    return { pid, parent: Number(fields[1]), group: Number(fields[2]), residentBytes: resident };
  } catch {
    return undefined;
  }
}

/** The kernel answers from memory within microseconds: waiting for it in turns would cost eight times the work. */
function allProcesses(): Process[] {
  let names: string[];
  try {
    names = readdirSync("/proc");
  } catch {
    return [];
  }
  const pids = names.filter((name) => /^\d+$/.test(name)).map(Number);
  return pids.map(readProcess).filter((process) => process !== undefined);
}

function descendants(processes: readonly Process[], root: number): Process[] {
  const members = new Set([root]);
  let grew = true;
  while (grew) {
    grew = false;
    for (const { pid, parent, group } of processes) {
      if (members.has(pid) || !(members.has(parent) || group === root)) continue;
      members.add(pid);
      grew = true;
    }
  }
  return processes.filter(({ pid }) => members.has(pid));
}

/**
 * Measures a process, its descendants and the members of its process group.
 * @param root Process id, which is also the group's.
 */
export function treeUse(root: number): TreeUse {
  const members = descendants(allProcesses(), root);
  return {
    processes: members.length,
    residentBytes: members.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}

/**
 * Kills a process, its group, its descendants, and every process that carries the mark, until none is left.
 * @param root Process id, which is also the group's.
 * @param mark Value of GREENROOM_BUILD in the environment of the build.
 */
export async function killTree(root: number, mark?: string): Promise<void> {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const processes = allProcesses();
    const members = descendants(processes, root);
    const marked = mark === undefined ? [] : withMark(processes, mark);
    kill(-root);
    for (const { pid } of [...members, ...marked]) kill(pid);
    if (members.length === 0 && marked.length === 0) return;
    await delay(5);
  }
}

/**
 * Kills every process that carries a mark, until none is left; for builds whose worker is gone.
 * @param mark Value of GREENROOM_BUILD.
 */
export async function killMarked(mark: string): Promise<void> {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const marked = withMark(allProcesses(), mark);
    if (marked.length === 0) return;
    for (const { pid } of marked) kill(pid);
    await delay(5);
  }
}

function withMark(processes: readonly Process[], mark: string): Process[] {
  return processes.filter(({ pid }) => {
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, "latin1");
      return environment.split("\0").includes(`GREENROOM_BUILD=${mark}`);
    } catch {
      return false;
    }
  });
}

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already, which is what was wanted.
  }
}
