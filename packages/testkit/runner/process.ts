import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable } from "node:stream";
import { StringDecoder } from "node:string_decoder";

const MAX_LINE_CHARS = 1024 * 1024;

/** How long the runner waits, milliseconds; its own values unless a test shortens them. */
export interface Grace {
  /** From SIGINT to SIGTERM. */
  readonly interruptMs: number;
  /** From SIGTERM to SIGKILL of the whole tree. */
  readonly terminateMs: number;
  /** For pipes that a child of the step still holds open. */
  readonly pipesMs: number;
}

/** @see actions/runner, ProcessInvoker.cs */
export const RUNNER_GRACE: Grace = { interruptMs: 7500, terminateMs: 2500, pipesMs: 5000 };

export interface StepProcess {
  readonly kill: (signal: NodeJS.Signals) => void;
}

export interface Ended {
  /** null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
}

export interface StepStart {
  readonly node: string;
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly grace: Grace;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
  readonly onStart?: ((process: StepProcess) => void) | undefined;
}

export type StartStep = (start: StepStart) => Promise<Ended>;

/** Cancels as the runner does: SIGINT, SIGTERM, then the whole tree. @returns Once its last line was read. */
export async function runStepProcess(start: StepStart): Promise<Ended> {
  const child = spawn(start.node, [start.entry], {
    cwd: start.cwd,
    env: start.env,
    stdio: ["ignore", "pipe", "pipe"],
    // A separate group, so that the tree can be ended and Ctrl-C reaches it only through the cancel below.
    detached: true,
  });
  const { pid } = child;
  const timers = new Set<NodeJS.Timeout>();
  const later = (ms: number, action: () => void): void => {
    timers.add(setTimeout(action, ms));
  };
  const cancel = (): void => {
    child.kill("SIGINT");
    later(start.grace.interruptMs, () => child.kill("SIGTERM"));
    later(start.grace.interruptMs + start.grace.terminateMs, () => killTree(pid));
  };
  readLines(child.stdout, start.onLine);
  readLines(child.stderr, start.onLine);
  start.onStart?.({ kill: (signal) => void child.kill(signal) });
  // An action must not outlive its runner.
  const kill = (): void => killTree(pid);
  process.once("exit", kill);
  if (start.signal.aborted) cancel();
  else start.signal.addEventListener("abort", cancel, { once: true });
  try {
    return await ending(child, () => {
      later(start.grace.pipesMs, () => {
        killTree(pid);
        child.stdout.destroy();
        child.stderr.destroy();
      });
    });
  } finally {
    start.signal.removeEventListener("abort", cancel);
    process.off("exit", kill);
    for (const timer of timers) clearTimeout(timer);
    killTree(pid);
  }
}

function ending(child: ChildProcessByStdio<null, Readable, Readable>, onExit: () => void): Promise<Ended> {
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", onExit);
    child.once("close", (exitCode, signal) => resolve({ exitCode, signal }));
  });
}

function readLines(stream: Readable, onLine: (line: string) => void): void {
  const splitter = createLineSplitter();
  stream.on("data", (chunk: Buffer) => splitter.push(chunk).forEach(onLine));
  stream.on("close", () => splitter.end().forEach(onLine));
}

function killTree(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone already, which is what was wanted.
  }
}

/**
 * Splits as the runner reads: `\n`, `\r\n` and a bare `\r` each end a line.
 * @returns A splitter for one stream; a line over 1 MiB is cut.
 * @see .NET, TextReader.ReadLine
 */
export function createLineSplitter() {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let afterReturn = false;
  const take = (text: string): readonly string[] => {
    if (text === "") return [];
    // A line feed right behind a carriage return belongs to the line that has been given already.
    const fresh = afterReturn && text.startsWith("\n") ? text.slice(1) : text;
    afterReturn = text.endsWith("\r");
    const lines = (rest + fresh).split(/\r\n|\r|\n/);
    rest = lines.pop() ?? "";
    if (rest.length <= MAX_LINE_CHARS) return lines;
    lines.push(rest);
    rest = "";
    return lines;
  };
  return {
    /** Takes bytes, gives the lines they complete. */
    push: (chunk: Buffer) => take(decoder.write(chunk)),
    /** Gives the text after the last line end. */
    end: () => {
      const lines = [...take(decoder.end()), rest];
      rest = "";
      return lines.at(-1) === "" ? lines.slice(0, -1) : lines;
    },
  };
}
