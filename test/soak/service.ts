import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { type Clock, systemClock } from "../../packages/contract/clock.ts";

const Ready = z.object({ baseUrl: z.url(), projectId: z.string(), token: z.string() });
const Measured = z.object({
  heapBytes: z.number(),
  rssBytes: z.number(),
  /** Of the resident memory, what is not the heap of JavaScript: buffers, the database, native code. */
  nativeBytes: z.number(),
});

const MAX_STARTS = 20;
const STOP_MS = 10_000;

/** Time that runs faster, the same in every process that has these two numbers. */
export interface FastTime {
  /** Where both times meet, epoch milliseconds. */
  readonly epochMs: number;
  /** Milliseconds that pass in one. */
  readonly factor: number;
}

export function fastClock({ epochMs, factor }: FastTime): Clock {
  return {
    now: () => epochMs + (Date.now() - epochMs) * factor,
    monotonic: () => performance.now() * factor,
    sleep: (ms, signal) => systemClock.sleep(ms / factor, signal),
  };
}

/** What a process of the service says of itself, after its garbage was collected. */
export type Measured = z.infer<typeof Measured>;

/** The service in a process of its own, which can be killed and starts again at the same address. */
export interface SoakService extends AsyncDisposable {
  readonly ready: z.infer<typeof Ready>;
  /** Of the process that runs now; undefined between two. */
  pid(): number | undefined;
  /** SIGKILL, then the next process on the same data. */
  kill(): Promise<void>;
  measure(): Promise<Measured>;
  /** SIGTERM. @returns Its exit code; null when it had to be killed. */
  stop(): Promise<number | null>;
  /** Error lines of its log, over all processes. */
  readonly errors: readonly string[];
}

export interface SoakServiceStart {
  readonly data: string;
  readonly repositoryRoot: string;
  readonly time: FastTime;
  readonly port?: number;
}

export async function startSoakService(start: SoakServiceStart): Promise<SoakService> {
  const errors: string[] = [];
  let child = await started(start, errors);
  let running = true;
  const { ready } = child;
  const port = Number(new URL(ready.baseUrl).port);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running = false;
    if (child.process.exitCode !== null || child.process.signalCode !== null) return;
    const gone = once(child.process, "exit");
    child.process.kill(signal);
    await gone;
  };
  return {
    ready,
    errors,
    pid: () => (running ? child.process.pid : undefined),
    async kill() {
      await end("SIGKILL");
      child = await started({ ...start, port }, errors);
      running = true;
    },
    async measure() {
      child.process.send("measure");
      const [measured]: unknown[] = await once(child.process, "message");
      return Measured.parse(measured);
    },
    async stop() {
      const force = setTimeout(() => child.process.kill("SIGKILL"), STOP_MS);
      await end("SIGTERM");
      clearTimeout(force);
      return child.process.exitCode;
    },
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}

/** Another process may have taken the port for a moment. */
async function started(start: SoakServiceStart, errors: string[]) {
  for (let starts = 1; ; starts += 1) {
    const child = spawned(start, errors);
    const first = await Promise.race([once(child, "message"), once(child, "exit").then(() => undefined)]);
    if (first !== undefined) return { process: child, ready: Ready.parse(first[0]) };
    if (starts === MAX_STARTS) throw new Error(`The service does not start:\n${errors.slice(-5).join("\n")}`);
  }
}

function spawned(start: SoakServiceStart, errors: string[]): ChildProcess {
  const child = fork(join(import.meta.dirname, "service-child.ts"), [JSON.stringify({ port: 0, ...start })], {
    execArgv: ["--expose-gc", "--no-warnings"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on("line", (line) => {
      if (!/"level":(?:30|40),/.test(line)) errors.push(line.slice(0, 1000));
    });
  }
  return child;
}
