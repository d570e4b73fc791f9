import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { LineSplitter } from "./log.ts";
import { killTree, type TreeUse, treeUse } from "./tree.ts";

/** A program to run. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** The whole environment; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  /** Set in `env` as GREENROOM_BUILD; descendants that left the process group are found by it. */
  readonly mark?: string;
}

/** Bounds of a run. */
export interface Bounds {
  readonly timeoutMs: number;
  /** Resident memory of the whole process tree, bytes. */
  readonly memoryBytes: number;
  /** Processes of the tree. */
  readonly processes: number;
  /** Says what else went beyond its bound, or undefined; asked about once a second. */
  readonly exceeded?: () => Promise<string | undefined>;
}

/** How a run ended. */
export type Ended =
  | { readonly kind: "exited"; readonly code: number | null; readonly signal: NodeJS.Signals | null }
  | { readonly kind: "timed_out" }
  | { readonly kind: "over_bound"; readonly what: string }
  | { readonly kind: "not_started"; readonly cause: unknown };

/** Who listens to a run. */
export interface Hearing {
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  /** Says that further lines are of no use, so that they need not be made. */
  readonly isHeard?: () => boolean;
}

const WATCH_MS = 250;
const EXCEEDED_EVERY_MS = 1_000;
const MEBIBYTE = 1024 * 1024;

/**
 * Runs a program in a process group of its own and leaves no process of it behind.
 * @param onLine Called with every line of output, in order.
 * @throws The signal's reason when it aborts, after the tree is gone.
 */
export async function run(
  command: Command,
  bounds: Bounds,
  { signal, onLine, isHeard = () => true }: Hearing,
): Promise<Ended> {
  signal.throwIfAborted();
  const child = spawn(command.file, [...command.args], {
    cwd: command.cwd,
    env: { ...command.env, ...(command.mark === undefined ? {} : { GREENROOM_BUILD: command.mark }) },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  for (const stream of [child.stdout, child.stderr]) {
    const splitter = new LineSplitter(onLine);
    // Read all the same: a full pipe would stop the program.
    stream.on("data", (chunk: Buffer) => isHeard() && splitter.write(chunk));
    stream.on("end", () => splitter.end());
  }
  const started = await new Promise<Ended | undefined>((resolve) => {
    child.once("spawn", () => resolve(undefined));
    child.once("error", (cause) => resolve({ kind: "not_started", cause }));
  });
  if (started) return started;
  const { pid } = child;
  if (pid === undefined) return { kind: "not_started", cause: undefined };

  const watching = new AbortController();
  // `exit`, not `close`: a descendant that keeps the pipes open must not keep the build open.
  const exited = new Promise<Ended>((resolve) => {
    child.once("exit", (code, signalName) => resolve({ kind: "exited", code, signal: signalName }));
  });
  try {
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true, signal: watching.signal });
    });
    return await Promise.race([exited, stopped, watch(pid, bounds, watching.signal)]);
  } finally {
    watching.abort();
    await killTree(pid, command.mark);
    await within(2_000, exited);
    await drained([child.stdout, child.stderr]);
  }
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
  await within(1_000, Promise.all(ends));
}

/** Waits at most so long; the timer of a wait that is over holds no process. */
async function within(ms: number, awaited: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([awaited, delay(ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}

async function watch(pid: number, bounds: Bounds, signal: AbortSignal): Promise<Ended> {
  const startedAt = performance.now();
  let askedAt = startedAt;
  for (;;) {
    try {
      await delay(Math.min(WATCH_MS, Math.max(1, bounds.timeoutMs)), undefined, { signal });
    } catch {
      // The run has ended; whoever raced us has its answer.
      return new Promise<never>(() => {});
    }
    const now = performance.now();
    if (now - startedAt >= bounds.timeoutMs) return { kind: "timed_out" };
    const over = overTree(treeUse(pid), bounds);
    if (over !== undefined) return { kind: "over_bound", what: over };
    if (bounds.exceeded && now - askedAt >= EXCEEDED_EVERY_MS) {
      const what = await bounds.exceeded();
      if (what !== undefined) return { kind: "over_bound", what };
      // What takes long to ask is asked less often: at most a twentieth of the time.
      askedAt = performance.now() + (performance.now() - now) * 20;
    }
  }
}

function overTree(use: TreeUse, bounds: Bounds): string | undefined {
  if (use.residentBytes > bounds.memoryBytes) {
    return `It used more than ${Math.round(bounds.memoryBytes / MEBIBYTE)} MiB of memory.`;
  }
  if (use.processes > bounds.processes) return `It ran more than ${bounds.processes} processes at a time.`;
  return undefined;
}
