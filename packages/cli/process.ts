import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { CommandError, EXITS, type Exit } from "./errors.ts";

/** A launcher such as npm passes the key press on, so that one press can arrive twice. */
const SAME_PRESS_MS = 500;

const EXIT_OF_SIGNAL = { SIGINT: "interrupted", SIGTERM: "terminated", SIGHUP: "hung_up" } as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OutputStream extends NodeJS.WritableStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** The parts of its process that the command uses; tests pass their own. */
export interface CommandProcess {
  /** Arguments after the name of the program. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  exitCode: number | string | null | undefined;
  /** Starts to listen for Ctrl-C, SIGTERM, SIGHUP and a closed output pipe, until disposed of. */
  readonly watchSignals: () => Interruption;
}

export interface Interruption extends Disposable {
  /** Aborted by the first signal. */
  readonly signal: AbortSignal;
  /** How the command ends; undefined while there was no signal. */
  readonly exit: Exit | undefined;
  readonly interrupt: (exit: Exit) => void;
}

export function createInterruption(dispose: () => void = () => undefined): Interruption {
  const controller = new AbortController();
  let exit: Exit | undefined;
  return {
    signal: controller.signal,
    get exit() {
      return exit;
    },
    interrupt(by) {
      exit ??= by;
      controller.abort(new Error(`The command ends: ${EXITS[by].meaning}.`));
    },
    [Symbol.dispose]: dispose,
  };
}

const watches = new Set<Interruption>();

/** The reader of the output has gone (`… | head`): end at once, unless a verb has to clean up first. */
function endWithPipe(): void {
  if (watches.size === 0) process.exit(EXITS.closed_pipe.code);
  for (const watch of watches) watch.interrupt("closed_pipe");
}

export function nodeProcess(): CommandProcess {
  for (const stream of [process.stdout, process.stderr]) {
    if (!stream.listeners("error").includes(endWithPipe)) stream.on("error", endWithPipe);
  }
  return {
    args: process.argv.slice(2),
    env: process.env,
    get cwd() {
      return process.cwd();
    },
    get stdin() {
      return process.stdin;
    },
    stdout: process.stdout,
    stderr: process.stderr,
    get exitCode() {
      return process.exitCode;
    },
    set exitCode(code) {
      process.exitCode = code;
    },
    watchSignals() {
      const watch = watchProcessSignals(() => watches.delete(watch));
      watches.add(watch);
      return watch;
    },
  };
}

/** A second Ctrl-C ends the process at once. */
function watchProcessSignals(onDispose: () => void): Interruption {
  let firstAt = 0;
  const handlers = Object.entries(EXIT_OF_SIGNAL).map(([name, exit]) => {
    const handle = (): void => {
      const now = performance.now();
      if (watch.exit === undefined) firstAt = now;
      else if (now - firstAt > SAME_PRESS_MS) process.exit(EXITS[exit].code);
      watch.interrupt(exit);
    };
    process.on(name, handle);
    return [name, handle] as const;
  });
  const watch = createInterruption(() => {
    for (const [name, handle] of handlers) process.off(name, handle);
    onDispose();
  });
  return watch;
}

const MAX_INPUT_CHARS = 1024 ** 2;

/** Reads a file, or standard input for `-`, until the signal ends the wait for someone who types. */
export async function readInputFile(
  { process: { cwd, stdin }, signal }: { readonly process: CommandProcess; readonly signal: AbortSignal },
  file: string,
  maxChars: number = MAX_INPUT_CHARS,
): Promise<string> {
  if (file !== "-") return await readFile(resolve(cwd, file), { encoding: "utf8", signal });
  const stop = (): void => void stdin.destroy();
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) stop();
  let text = "";
  for await (const chunk of stdin.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > maxChars) {
      throw new CommandError("usage", `Standard input has more than ${maxChars} characters. Pipe in the value alone.`);
    }
  }
  signal.throwIfAborted();
  return text;
}
