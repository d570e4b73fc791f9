import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { createInterface } from "node:readline";

export const MAIN = new URL("../../packages/cli/main.ts", import.meta.url).pathname;

/** As a service manager waits before it starts a process again. */
const RESTART_MS = 500;

/** A process of Greenroom that is started again whenever it ends. */
export interface Supervised {
  readonly name: string;
  /** How often it ended by itself after it was ready: nobody but us may end it. */
  readonly unasked: number;
  /** Ends it at once; it starts again. */
  kill(): void;
  /** Stops it where it is until `thaw`. */
  freeze(): void;
  thaw(): void;
  /** Resolves when the process of now is ready. @returns What it wrote for that. */
  ready(): Promise<string>;
  end(): Promise<void>;
}

interface SupervisedStart {
  readonly name: string;
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** A line that says that it is ready. */
  readonly readyLine: RegExp;
  readonly logFile: string;
}

/** Starts a process, and starts it again until it is ended. */
export function supervise({ name, args, environment, readyLine, logFile }: SupervisedStart): Supervised {
  const log = createWriteStream(logFile, { flags: "a" });
  let ending = false;
  let unasked = 0;
  let child: ChildProcess;
  let killed: ChildProcess | undefined;
  let waking: NodeJS.Timeout | undefined;
  let ready = Promise.withResolvers<string>();

  const start = (): void => {
    const mine = spawn(process.execPath, [MAIN, ...args], {
      stdio: ["ignore", "pipe", "pipe"],
      env: { PATH: process.env["PATH"], HOME: "/nonexistent", GREENROOM_LOG_LEVEL: "info", ...environment },
    });
    child = mine;
    let isReady = false;
    for (const stream of [mine.stdout, mine.stderr]) {
      createInterface({ input: stream }).on("line", (line) => {
        log.write(`${line}\n`);
        if (isReady || !readyLine.test(line)) return;
        isReady = true;
        ready.resolve(line);
      });
    }
    const onExit = (): void => void mine.kill("SIGKILL");
    process.once("exit", onExit);
    mine.once("exit", (code, signal) => {
      process.off("exit", onExit);
      log.write(`-- ended with ${signal ?? code}\n`);
      if (ending) return;
      if (isReady && killed !== mine) unasked += 1;
      if (isReady) ready = Promise.withResolvers();
      waking = setTimeout(start, RESTART_MS);
    });
  };
  start();
  return {
    name,
    get unasked() {
      return unasked;
    },
    kill() {
      killed = child;
      child.kill("SIGKILL");
    },
    freeze: () => void child.kill("SIGSTOP"),
    thaw: () => void child.kill("SIGCONT"),
    ready: () => ready.promise,
    async end() {
      ending = true;
      clearTimeout(waking);
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      }
      log.end();
    },
  };
}
