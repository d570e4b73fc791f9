import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { z } from "zod";
import { aheadBy, type Hurry } from "./clock.ts";

const Ready = z.object({ baseUrl: z.url(), projectId: z.string(), token: z.string() });
const Measured = z.object({
  heapBytes: z.number(),
  rssBytes: z.number(),
  roomBytes: z.number(),
  externalBytes: z.number(),
  handles: z.record(z.string(), z.number()),
});

const MAX_STARTS = 20;
const STOP_MS = 10_000;

/** What a process of the service says of itself, after its garbage was collected. */
export type Measured = z.infer<typeof Measured>;

/** The service, which can be killed and is there again at the same address. */
export interface SoakService extends AsyncDisposable {
  readonly ready: z.infer<typeof Ready>;
  /** Of the process that runs now; undefined between two. */
  pid(): number | undefined;
  /** SIGKILL, then the next process on the same data. */
  kill(): Promise<void>;
  /** Ends it, and starts it again after something was done to its data. */
  restart(meanwhile: () => void): Promise<void>;
  /** Its clock is set back by two minutes. */
  stepClock(): void;
  /** So much time goes by at once, and what is done hourly is done. */
  leap(ms: number): void;
  /** The time it lives in. */
  hurry(): Hurry;
  measure(): Promise<Measured>;
  /** SIGTERM. @returns How long it took, and how it ended. */
  stop(): Promise<{ readonly tookMs: number; readonly code: number | null }>;
  /** Error lines of its log, over all processes. */
  readonly errors: readonly string[];
}

/** Where it keeps what, and in which time it lives. */
export interface SoakServiceStart {
  readonly data: string;
  readonly repositoryRoot: string;
  readonly hurry: Hurry;
  readonly port?: number;
  /** Where it backs itself up, and serves metrics. */
  readonly operated?: { readonly backups: string; readonly metricsPort: number };
}

/** Starts the service. */
export async function startSoakService(start: SoakServiceStart): Promise<SoakService> {
  const errors: string[] = [];
  let { hurry } = start;
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
      child = await started({ ...start, hurry, port }, errors);
      running = true;
    },
    async restart(meanwhile) {
      await end("SIGTERM");
      meanwhile();
      child = await started({ ...start, hurry, port }, errors);
      running = true;
    },
    leap(ms) {
      hurry = aheadBy(ms, hurry);
      child.process.send({ leapMs: ms });
    },
    hurry: () => hurry,
    stepClock: () => void child.process.send("step"),
    measure: async () => Measured.parse(await ask(child.process, "measure")),
    async stop() {
      const from = performance.now();
      const force = setTimeout(() => child.process.kill("SIGKILL"), STOP_MS);
      await end("SIGTERM");
      clearTimeout(force);
      return { tookMs: performance.now() - from, code: child.process.exitCode };
    },
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
}

interface Started {
  readonly process: ChildProcess;
  readonly ready: z.infer<typeof Ready>;
}

/** Another process may have taken the port for a moment. */
async function started(start: SoakServiceStart, errors: string[]): Promise<Started> {
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

async function ask(child: ChildProcess, question: string): Promise<unknown> {
  child.send(question);
  return (await once(child, "message"))[0];
}
