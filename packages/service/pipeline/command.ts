import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { LineSplitter } from "./log.ts";

export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** What the command reads from its descriptors 3, 4 and so on: unlike arguments, no other process sees it. */
  readonly inputs?: readonly Uint8Array[];
  /** Set in `env` as GREENROOM_BUILD; descendants that left the process group are found by it. */
  readonly mark?: string;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** Resident memory of the whole process tree, bytes. */
  readonly memoryBytes: number;
  /** Processes of the tree. */
  readonly processes: number;
  /** Says which other limit was exceeded, or undefined; called about once a second. */
  readonly exceeded?: () => Promise<string | undefined>;
}

export type RunResult =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timed_out" }
  | { readonly kind: "limit_exceeded"; readonly what: string }
  | { readonly kind: "not_started"; readonly cause: unknown };

/** Where the output of a run goes. */
export interface OutputHandlers {
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  /** When false, further lines are dropped. */
  readonly isOutputWanted?: () => boolean;
}

const WATCH_MS = 250;
const CHECK_EVERY_MS = 1_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Runs a program in a process group of its own and leaves no process of it behind.
 * @param onLine Called with every line of output, in order.
 * @throws The signal's reason when it aborts, after the tree is gone.
 */
export async function run(
  command: Command,
  limits: RunLimits,
  { signal, onLine, isOutputWanted = () => true }: OutputHandlers,
): Promise<RunResult> {
  signal.throwIfAborted();
  const child = start(command);
  const outputs = [child.stdout, child.stderr].filter((stream) => stream !== null);
  for (const stream of outputs) {
    const splitter = new LineSplitter(onLine);
    // Read all the same: a full pipe would stop the program.
    stream.on("data", (chunk: Buffer) => isOutputWanted() && splitter.write(chunk));
    stream.on("end", () => splitter.end());
  }
  const started = await new Promise<RunResult | undefined>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", (cause) => resolve({ kind: "not_started", cause }));
  });
  if (started) return started;
  const { pid } = child;
  if (pid === undefined) return { kind: "not_started", cause: undefined };

  const watching = new AbortController();
  // `exit`, not `close`: a descendant that keeps the pipes open must not keep the build open.
  const exited = new Promise<RunResult>((resolve) => {
    child.once("exit", (code, signalName) => resolve({ kind: "exited", code, signal: signalName }));
  });
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: watching.signal });
    });
    return await Promise.race([exited, stopped, watch(pid, limits, watching.signal)]);
  } finally {
    watching.abort();
    await killTree(pid, command.mark);
    await waitAtMost(2_000, exited);
    await drained(outputs);
  }
}

function start({ file, args, cwd, env, mark, inputs = [] }: Command): ChildProcess {
  const child = spawn(file, [...args], {
    cwd,
    env: { ...env, ...(mark === undefined ? {} : { GREENROOM_BUILD: mark }) },
    stdio: ["ignore", "pipe", "pipe", ...inputs.map(() => "pipe" as const)],
    detached: true,
  });
  for (const [index, input] of inputs.entries()) {
    const stream = child.stdio[3 + index];
    if (!(stream instanceof Writable)) continue;
    // A command that ends before it has read everything says so by its exit code.
    stream.on("error", () => {}).end(input);
  }
  return child;
}

/** Waits for output that was written before the end; a dead tree closes its pipes at once. */
async function drained(streams: readonly NodeJS.ReadableStream[]): Promise<void> {
  const ends = streams.map(
    (stream) =>
      new Promise<void>((resolve) => {
        if (!stream.readable) resolve();
        stream.once("close", resolve);
      }),
  );
  await waitAtMost(1_000, Promise.all(ends));
}

/** The timer does not outlive the wait, so that it keeps no process alive. */
async function waitAtMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([awaited, delay(ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

async function watch(pid: number, limits: RunLimits, signal: AbortSignal): Promise<RunResult> {
  const startedAt = performance.now();
  let checkedAt = startedAt;
  for (;;) {
    try {
      await delay(Math.min(WATCH_MS, Math.max(1, limits.timeoutMs)), undefined, { signal });
    } catch {
      // The run has ended, and with it the race.
      return new Promise<never>(() => {});
    }
    const now = performance.now();
    if (now - startedAt >= limits.timeoutMs) return { kind: "timed_out" };
    const what = exceededBy(treeUse(pid), limits);
    if (what !== undefined) return { kind: "limit_exceeded", what };
    if (limits.exceeded && now - checkedAt >= CHECK_EVERY_MS) {
      const other = await limits.exceeded();
      if (other !== undefined) return { kind: "limit_exceeded", what: other };
      // A slow check runs less often: at most a twentieth of the time.
      checkedAt = performance.now() + (performance.now() - now) * 20;
    }
  }
}

function exceededBy(use: TreeUse, limits: RunLimits): string | undefined {
  if (use.residentBytes > limits.memoryBytes) {
    return `It used more than ${Math.round(limits.memoryBytes / MEBIBYTE)} MiB of memory.`;
  }
  if (use.processes > limits.processes) return `It ran more than ${limits.processes} processes at a time.`;
  return undefined;
}

/** What a process, its descendants and the members of its process group use. */
interface TreeUse {
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

/** Synchronous, since the kernel responds from memory within microseconds: promises cost eight times the work. */
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

/** @param root Process id, which is also the group's. */
function treeUse(root: number): TreeUse {
  const members = descendants(allProcesses(), root);
  return {
    processes: members.length,
    residentBytes: members.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}

/** Kills a process, its group, its descendants, and every process that carries the mark, until none is left. */
async function killTree(root: number, mark?: string): Promise<void> {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const processes = allProcesses();
    const members = descendants(processes, root);
    const marked = mark === undefined ? [] : withMark(processes, mark);
    killProcess(-root);
    for (const { pid } of [...members, ...marked]) killProcess(pid);
    if (members.length === 0 && marked.length === 0) return;
    await delay(5);
  }
}

/** Kills every process that carries a mark, until none is left; for builds whose worker is gone. */
export async function killMarked(mark: string): Promise<void> {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const marked = withMark(allProcesses(), mark);
    if (marked.length === 0) return;
    for (const { pid } of marked) killProcess(pid);
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

/** A process that is gone already is no error. */
export function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It is gone already.
  }
}
