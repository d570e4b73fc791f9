import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";

/** Another process of a benchmark; it answers one message at a time. */
export interface Child extends AsyncDisposable {
  /** Sends a question and waits for its answer. */
  ask(question: unknown): Promise<unknown>;
  readonly pid: number;
  /** The first message it sends. */
  readonly ready: unknown;
}

/** Starts a module of this folder in a process of its own, with the garbage collector at hand. */
export async function startChild(module: string, args: readonly string[]): Promise<Child> {
  const child = fork(join(import.meta.dirname, module), [...args], { execArgv: ["--expose-gc", "--no-warnings"] });
  const ready = await heard(child);
  return {
    ready,
    pid: child.pid ?? 0,
    ask(question) {
      const answer = heard(child);
      child.send(question as object);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => void child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

function heard(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const gone = (code: number | null) => reject(new Error(`a process of the benchmark ended with ${code}`));
    child.once("exit", gone);
    child.once("message", (message) => {
      child.off("exit", gone);
      resolve(message);
    });
  });
}
