import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, constants, openSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Socket } from "node:net";
import { constants as os, getPriority, setPriority, tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { promisify } from "node:util";
import { sizeText } from "../../domain/build-limits.ts";
import { type LineSink, readLines } from "../steps/output-lines.ts";
import { type ControlGroup, killProcess } from "./cgroup.ts";

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
  /** The tree is stopped when none of its processes has used the processor for as long. */
  readonly idleMs?: number | undefined;
  /** Resident memory of the whole process tree, bytes; where there is no control group to count it. */
  readonly memoryBytes: number;
  readonly processes: number;
  /** Processes and threads of the tree; where there is no control group to count them. */
  readonly tasks?: number;
  readonly group?: ControlGroup | undefined;
  /** Says which other limit was exceeded; called about once a second with the processes of the tree. */
  readonly exceeded?: (pids: readonly number[]) => Promise<string | undefined>;
}

export type RunResult =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timed_out" }
  | { readonly kind: "idle" }
  | { readonly kind: "limit_exceeded"; readonly what: string; readonly limit?: Exceeded["limit"] }
  | { readonly kind: "not_started"; readonly cause: unknown };

export interface OutputHandlers extends LineSink {
  readonly signal: AbortSignal;
}

/** What a shell ends with when it does not find a program. [POSIX, Shell Command Language, 2.8.2] */
export const PROGRAM_NOT_FOUND = 127;

const WATCH_MS = 250;
const CHECK_EVERY_MS = 1_000;
/** For output that was written before the end: no more than a pipe holds. */
const DRAIN_MS = 5_000;

/** Leaves no process of it behind. @throws The signal's reason when it aborts, after the tree is gone. */
export async function run(
  command: Command,
  limits: RunLimits,
  { signal, ...sink }: OutputHandlers,
): Promise<RunResult> {
  signal.throwIfAborted();
  const pipe = await makePipe();
  const output = new Socket({ fd: pipe.output, readable: true, writable: false });
  // It ends early when it is closed from here.
  const read = readLines(output, sink).catch(() => {});
  const child = start(command, limits.group, pipe.input);
  closeSync(pipe.input);
  const started = await new Promise<RunResult | undefined>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", (cause) => resolve({ kind: "not_started", cause }));
  });
  const { pid } = child;
  if (started !== undefined || pid === undefined) {
    output.destroy();
    return started ?? { kind: "not_started", cause: undefined };
  }

  const watching = new AbortController();
  // `exit`, not `close`: a descendant that keeps the pipes open must not keep the build open.
  const exited = new Promise<RunResult>((resolve) => {
    child.once("exit", (code, signalName) => resolve({ kind: "exited", code, signal: signalName }));
  });
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: watching.signal });
    });
    const members = (): number[] => limits.group?.pids() ?? descendants(allProcesses(), pid).map((each) => each.pid);
    const result = await Promise.race([
      exited,
      stopped,
      watch(pid, limits, watching.signal),
      check(members, limits, watching.signal),
      ...(limits.idleMs === undefined ? [] : [stillness(members, limits.idleMs, watching.signal)]),
    ]);
    const exceeded = result.kind === "exited" ? groupExceeded(limits) : undefined;
    return exceeded === undefined ? result : { kind: "limit_exceeded", ...exceeded };
  } finally {
    watching.abort();
    await limits.group?.kill();
    // Processes that can leave their group carry a mark.
    if (limits.group === undefined || command.mark !== undefined) await killTree(pid, command.mark);
    await waitAtMost(2_000, exited);
    // A process that got away still holds the other end.
    await waitAtMost(DRAIN_MS, read);
    output.destroy();
  }
}

/** Joins the control groups before anything else, since their bounds hold for what is started afterwards. */
const JOIN = `while [ "$1" != -- ]; do echo 0 > "$1" || exit 125; shift; done; shift; exec "$@"`;

/** That much below the service, a build weighs about as much as in a control group of ours. */
const NICE = 6;

function start({ file, args, cwd, env, mark, inputs = [] }: Command, group: ControlGroup | undefined, output: number) {
  const [program, given] =
    group === undefined ? [file, [...args]] : ["/bin/sh", ["-c", JOIN, "sh", ...group.joins, "--", file, ...args]];
  const child = spawn(program, given, {
    cwd,
    env: { ...env, ...(mark === undefined ? {} : { GREENROOM_BUILD: mark }) },
    stdio: covered(["ignore", output, output, ...inputs.map(() => "pipe" as const)]),
    detached: true,
  });
  if (group?.bounds.has("cpu") !== true && child.pid !== undefined) makeNice(child.pid);
  send(child, inputs);
  return child;
}

type Descriptors = ("ignore" | "pipe" | number)[];

/**
 * Puts /dev/null in the place of descriptors that the service itself was started with and that a program would inherit:
 * Node.js marks only the lowest of them as its own. An open folder among them would lead out of every sandbox.
 */
function covered(stdio: Descriptors): Descriptors {
  const all = [...stdio];
  for (const descriptor of (given ??= inherited())) {
    while (all.length <= descriptor) all.push("ignore");
    if (all[descriptor] === "ignore" && descriptor > 2) all[descriptor] = devNull();
  }
  return all;
}

/** More than a shell or a service manager leaves open, and few enough to list for every program. */
const MAX_DESCRIPTOR = 4096;

let given: readonly number[] | undefined;
let nothing: number | undefined;

function devNull(): number {
  return (nothing ??= openSync("/dev/null", "r+"));
}

/** Those that the service was started with; what it opens itself is not inherited. [proc(5), /proc/PID/fdinfo] */
function inherited(): number[] {
  return readdirSync("/proc/self/fd")
    .map(Number)
    .filter((descriptor) => descriptor > 2 && descriptor < MAX_DESCRIPTOR && staysOpen(descriptor));
}

const O_CLOEXEC = 0o2_000_000;

function staysOpen(descriptor: number): boolean {
  try {
    const [, flags] = /^flags:\s*([0-7]+)$/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "latin1")) ?? [];
    return flags !== undefined && (Number.parseInt(flags, 8) & O_CLOEXEC) === 0;
  } catch {
    // It was the one that listed the others.
    return false;
  }
}

function makeNice(pid: number): void {
  try {
    setPriority(pid, Math.min(getPriority() + NICE, os.priority.PRIORITY_LOW));
  } catch {
    // It has ended already.
  }
}

function send(child: ChildProcess, inputs: readonly Uint8Array[]): void {
  for (const [index, input] of inputs.entries()) {
    const stream = child.stdio[3 + index];
    if (!(stream instanceof Writable)) continue;
    // A command that ends before it has read everything says so by its exit code.
    stream.on("error", () => {}).end(input);
  }
}

/** Descriptors of the two ends of a pipe. */
interface Pipe {
  readonly output: number;
  readonly input: number;
}

/**
 * Makes a pipe of the kernel, which is nowhere on the disk. What Node.js calls a pipe is a pair of sockets: small lines
 * fill it early, and a program on Node.js that exits then loses the lines it still holds.
 */
async function makePipe(): Promise<Pipe> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-output-"));
  // A command opens /dev/stderr with the id that it runs with; no other account comes into the folder.
  try {
    const path = join(folder, "pipe");
    await promisify(execFile)("mkfifo", ["-m", "666", path]);
    return openPipe(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function openPipe(path: string): Pipe {
  const output = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return { output, input: openSync(path, constants.O_WRONLY) };
  } catch (error) {
    closeSync(output);
    throw error;
  }
}

/** The timer does not outlive the wait, so that it keeps no process alive. */
async function waitAtMost(ms: number, awaited: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([awaited, delay(ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

/** Never resolves once the run has ended, and with it the race. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => new Promise<never>(() => {}));
}

async function watch(pid: number, limits: RunLimits, signal: AbortSignal): Promise<RunResult> {
  const startedAt = performance.now();
  for (;;) {
    await pause(Math.min(WATCH_MS, Math.max(1, limits.timeoutMs)), signal);
    if (performance.now() - startedAt >= limits.timeoutMs) return { kind: "timed_out" };
    const exceeded = groupExceeded(limits) ?? exceededBy(useOf(pid, limits.group), limits);
    if (exceeded !== undefined) return { kind: "limit_exceeded", ...exceeded };
  }
}

/** Beside the watch, which goes on while a check takes its time. */
async function check(members: () => readonly number[], limits: RunLimits, signal: AbortSignal): Promise<RunResult> {
  for (;;) {
    await pause(CHECK_EVERY_MS, signal);
    const what = await limits.exceeded?.(members());
    if (what !== undefined) return { kind: "limit_exceeded", what };
  }
}

/** Node.js at times waits for itself when it exits; what waits for the network wakes up now and then. */
async function stillness(members: () => readonly number[], idleMs: number, signal: AbortSignal): Promise<RunResult> {
  let [before, since] = ["", performance.now()];
  for (;;) {
    await pause(CHECK_EVERY_MS, signal);
    const now = members()
      .map((pid) => `${pid} ${String(readProcess(pid)?.ticks)}`)
      .join();
    if (now !== before) [before, since] = [now, performance.now()];
    else if (performance.now() - since >= idleMs) return { kind: "idle" };
  }
}

/** What was exceeded, and which limit of builds it was, where it is one. */
interface Exceeded {
  readonly what: string;
  readonly limit?: "memoryBytes" | "processes" | "tasks";
}

function groupExceeded({ group }: RunLimits): Exceeded | undefined {
  switch (group?.exceeded()) {
    case "memory":
      return { what: tooMuchMemory(group.limits.memoryBytes), limit: "memoryBytes" };
    case "machine_memory":
      return {
        what: "The service's machine ran out of memory; deploy again, or ask the operator for more memory or fewer builds at a time.",
      };
    case "tasks":
      return { what: tooManyTasks(group.limits.tasks), limit: "tasks" };
    case undefined:
      return undefined;
  }
}

function exceededBy(use: TreeUse, limits: RunLimits): Exceeded | undefined {
  if (use.residentBytes > limits.memoryBytes) return { what: tooMuchMemory(limits.memoryBytes), limit: "memoryBytes" };
  if (use.processes > limits.processes) {
    return { what: `It ran more than ${limits.processes} processes at a time.`, limit: "processes" };
  }
  if (limits.tasks !== undefined && use.tasks > limits.tasks) {
    return { what: tooManyTasks(limits.tasks), limit: "tasks" };
  }
  return undefined;
}

export function tooMuchMemory(bytes: number): string {
  return `It used more than ${sizeText(bytes)} of memory.`;
}

function tooManyTasks(tasks: number): string {
  return `It ran more than ${tasks} processes and threads at a time.`;
}

/** What a process, its descendants and the members of its process group use. */
interface TreeUse {
  readonly processes: number;
  /** Threads, each process having at least one. */
  readonly tasks: number;
  readonly residentBytes: number;
}

const PAGE_BYTES = 4096;
const KILL_ROUNDS = 20;

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly group: number;
  readonly tasks: number;
  readonly residentBytes: number;
  /** Of the processor. */
  readonly ticks: number;
}

/** Reads /proc/PID/stat: the name in brackets may hold anything, so fields count from its last bracket. [proc(5)] */
function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    if (fields[0] === "Z") return undefined;
    const resident = Number(fields[21]) * PAGE_BYTES;
    const [parent = 0, group = 0] = fields.slice(1).map(Number);
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid, parent, group, tasks: Number(fields[17]), residentBytes: resident, ticks };
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

/** What is left to count where a group bounds the rest; `root` is also the id of the process group. */
function useOf(root: number, group: ControlGroup | undefined): TreeUse {
  if (group?.bounds.has("memory") === true && group.bounds.has("tasks")) {
    return { processes: group.pids().length, tasks: 0, residentBytes: 0 };
  }
  const members = descendants(allProcesses(), root);
  return {
    processes: members.length,
    tasks: members.reduce((sum, { tasks }) => sum + tasks, 0),
    residentBytes: members.reduce((sum, { residentBytes }) => sum + residentBytes, 0),
  };
}

/** Resident memory of a process and its descendants, bytes; none when it is gone. */
export function memoryOf(pid: number): number {
  return descendants(allProcesses(), pid).reduce((sum, { residentBytes }) => sum + residentBytes, 0);
}

/** Also every process that carries the mark. @param root Undefined for builds whose worker is gone. */
export async function killTree(root: number | undefined, mark?: string): Promise<void> {
  for (let round = 0; round < KILL_ROUNDS; round += 1) {
    const processes = allProcesses();
    const members = root === undefined ? [] : descendants(processes, root);
    const marked = mark === undefined ? [] : withMark(processes, mark);
    if (root !== undefined) killProcess(-root);
    for (const { pid } of [...members, ...marked]) killProcess(pid);
    if (members.length === 0 && marked.length === 0) return;
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
