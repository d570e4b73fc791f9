import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const TRIES = 1_200;
const PAUSE_MS = 100;

/** Ends a process, and waits until it is gone. */
export async function ended(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const end = new Promise((resolve) => server.once("exit", resolve));
  server.kill(signal);
  await end;
}

/**
 * Waits until a process that was just started answers.
 * @param answer What it answers; undefined or an error as long as it does not.
 * @param log What it wrote.
 * @throws {Error} When it ends before, or takes too long.
 */
export async function answering<Answer>(
  server: ChildProcess,
  answer: () => Answer | undefined | Promise<Answer | undefined>,
  log: () => string = () => "",
): Promise<Answer> {
  let missing: Error | undefined;
  server.once("error", (error) => (missing = error));
  for (let tries = 0; tries < TRIES && server.exitCode === null; tries += 1) {
    const answered = await Promise.resolve()
      .then(answer)
      .catch(() => undefined);
    if (answered !== undefined) return answered;
    await sleep(PAUSE_MS);
  }
  throw new Error(`${server.spawnfile} did not start: ${log()}`, { cause: missing });
}

/** Everything that a process writes, so far. */
export function readOutput(server: ChildProcess): () => string {
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  }
  return () => output;
}
