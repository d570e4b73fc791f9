import { AsyncLocalStorage } from "node:async_hooks";
import { EventEmitter } from "node:events";
import { basename } from "node:path";
import { Writable } from "node:stream";
import { createLineSplitter, type StartStep } from "../../packages/testkit/runner/process.ts";

/** What an action uses of its process, for an action that shares one with others. */
export interface HostedProcess extends EventEmitter {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Writable;
  exitCode?: number | string | null | undefined;
}

/** Runs an entry of an action, such as `preview`. */
export type RunEntry = (entry: string, process: HostedProcess) => Promise<void>;

const current = new AsyncLocalStorage<HostedProcess>();
let hostedCount = 0;

/**
 * Makes a step run in this process: no process to start, no bundle to load.
 * Signals reach the listeners of the action only, so an action that does not listen is not ended by one.
 */
export function startHosted(run: RunEntry): StartStep {
  return async ({ entry, env, grace, signal, onLine, onStart }) => {
    const splitter = createLineSplitter();
    const stdout = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        splitter.push(chunk).forEach(onLine);
        done();
      },
    });
    const process: HostedProcess = Object.assign(new EventEmitter(), { env, stdout });
    let terminate: NodeJS.Timeout | undefined;
    const cancel = (): void => {
      process.emit("SIGINT");
      terminate = setTimeout(() => process.emit("SIGTERM"), grace.interruptMs);
    };
    signal.addEventListener("abort", cancel, { once: true });
    if (signal.aborted) cancel();
    onStart?.({
      kill: (name) => {
        if (!process.emit(name)) throw new Error(`This action does not listen for ${name}: run its bundle.`);
      },
    });
    try {
      using _globals = routeGlobals();
      await current.run(process, () => run(basename(entry, ".js"), process));
    } finally {
      signal.removeEventListener("abort", cancel);
      clearTimeout(terminate);
    }
    splitter.end().forEach(onLine);
    return { exitCode: Number(process.exitCode ?? 0), signal: null };
  };
}

/** `@actions/core` reads and writes the environment and the output of the real process: hosted actions get their own. */
function routeGlobals(): Disposable {
  if (hostedCount === 0) route();
  hostedCount += 1;
  return {
    [Symbol.dispose]: () => {
      hostedCount -= 1;
      if (hostedCount === 0) restore?.();
    },
  };
}

let restore: (() => void) | undefined;

function route(): void {
  const { env } = process;
  const own = Object.getOwnPropertyDescriptors(process);
  const { stdout } = process;
  Object.defineProperty(process, "env", { get: () => current.getStore()?.env ?? env, configurable: true });
  Object.defineProperty(process, "stdout", { get: () => current.getStore()?.stdout ?? stdout, configurable: true });
  restore = () => {
    Object.defineProperty(process, "env", own.env);
    Object.defineProperty(process, "stdout", own.stdout);
  };
}
