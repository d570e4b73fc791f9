import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Another process of a benchmark; it responds to one message at a time. */
export interface Child extends AsyncDisposable {
  ask(question: unknown): Promise<unknown>;
  readonly pid: number;
  /** The first message it sends. */
  readonly ready: unknown;
}

/** What `bin/greenroom` tells Node.js before its own arguments. */
export const COMMAND_OPTIONS: readonly string[] =
  readFileSync(join(import.meta.dirname, "..", "bin", "greenroom"), "utf8").match(/(?<==)--[\w-]+=\d+$/gm) ?? [];

/** Starts a module in a process of its own, with the garbage collector at hand. */
export async function startChild(
  module: string,
  args: readonly string[],
  options: readonly string[] = [],
): Promise<Child> {
  const execArgv = ["--expose-gc", "--no-warnings", ...options];
  const child = fork(join(import.meta.dirname, module), [...args], { execArgv });
  const ready = await nextMessage(child);
  return {
    ready,
    pid: child.pid ?? 0,
    ask(question) {
      const response = nextMessage(child);
      child.send(question as object);
      return response;
    },
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => void child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a process of the benchmark ended with ${code}`));
    child.once("exit", gone);
    child.once("message", (message) => {
      child.off("exit", gone);
      resolve(message);
    });
  });
}
