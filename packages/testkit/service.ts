import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { CodedError } from "@greenroom/contract/coded-error";
import { z } from "zod";

const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 12_000;
const KEPT_LOG_LINES = 40;

const User = z.looseObject({ email: z.string(), password: z.string(), totpSecret: z.string(), role: z.string() });

const Ready = z.looseObject({
  baseUrl: z.url(),
  webUrl: z.url(),
  mcpUrl: z.url(),
  previewDomain: z.string(),
  projectId: z.string(),
  users: z.array(User),
  tokens: z.looseObject({ pat: z.string() }),
});

/** The line the service prints when it is ready. */
export type Ready = z.infer<typeof Ready>;

export type DemoUser = z.infer<typeof User>;

/** The service did not start, or ended by itself; the message carries its last log lines. */
export class ServiceProcessError extends CodedError<"service_ended" | "service_late"> {
  override readonly name = "ServiceProcessError";
}

export interface RunningService {
  readonly ready: Ready;
  /** Its last log lines. */
  readonly log: readonly string[];
  /** Aborted with `service_ended` when it ends before `stop` is called. */
  readonly lost: AbortSignal;
  /** SIGTERM, and after 12 s SIGKILL; done when the process is gone. */
  readonly stop: () => Promise<void>;
}

export interface ServiceStart {
  /** The `greenroom` command: a program and its first arguments. */
  readonly command: readonly [string, ...string[]];
  readonly data: string;
  readonly repositoryRoot: string;
  readonly unsafeNoSandbox?: boolean;
  /** Renders and compares previews, which takes a second of the processor a page. */
  readonly review?: boolean;
  /** Variables for the service, besides those of the caller's shell that are not about Greenroom. */
  readonly environment?: Readonly<Record<string, string>>;
  /** 0 for a free one. */
  readonly port: number;
  readonly signal: AbortSignal;
}

/** Starts the service as a user would: `greenroom serve --dev --seed demo --json`. @throws {ServiceProcessError} */
export async function startService(start: ServiceStart): Promise<RunningService> {
  start.signal.throwIfAborted();
  const [program, ...first] = start.command;
  const child = spawn(program, [...first, ...serveArguments(start)], {
    env: { ...cleanEnvironment(), ...start.environment },
    stdio: ["ignore", "pipe", "pipe"],
    // A separate group: Ctrl-C reaches the demo, which ends the service when the action has ended.
    detached: true,
  });
  const log: string[] = [];
  createInterface({ input: child.stderr }).on("line", (line) => {
    log.push(line.slice(0, 2000));
    if (log.length > KEPT_LOG_LINES) log.shift();
  });
  const lost = new AbortController();
  let stopping = false;
  // A second Ctrl-C ends this process at once; the service must not outlive it.
  const kill = (): void => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("close", (code, signal) => {
    process.off("exit", kill);
    const text = `The service ended with ${code ?? signal}; its last lines may say why:\n${tail(log)}`;
    if (!stopping) lost.abort(new ServiceProcessError("service_ended", text));
  });
  const stop = (): Promise<void> => {
    stopping = true;
    return stopProcess(child);
  };
  try {
    const line = await firstLine(child, log, start.signal);
    return { ready: Ready.parse(JSON.parse(line)), log, lost: lost.signal, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function serveArguments(start: ServiceStart): readonly string[] {
  const { data, repositoryRoot, port } = start;
  const always = "serve --dev --json --seed demo --public-thumbnails".split(" ");
  const places = ["--port", String(port), "--data", data, "--builds", `${data}-builds`, "--repo-root", repositoryRoot];
  return [
    ...always,
    ...places,
    "--review",
    start.review === true ? "on" : "off",
    ...(start.unsafeNoSandbox === true ? ["--unsafe-no-sandbox"] : []),
  ];
}

/** Settings of the caller's shell must not change what the demo shows. */
function cleanEnvironment(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([name, value]) => {
    const dropped = /^(?:GREENROOM_|npm_|GITHUB_|INPUT_|NODE_OPTIONS$)/i.test(name);
    return value === undefined || dropped ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

type ServiceChild = ChildProcessByStdio<null, Readable, Readable>;

function tail(log: readonly string[]): string {
  return log.map((line) => `  ${line}`).join("\n");
}

async function firstLine(child: ServiceChild, log: readonly string[], signal: AbortSignal): Promise<string> {
  const late = AbortSignal.timeout(READY_TIMEOUT_MS);
  const line = once(createInterface({ input: child.stdout }), "line", { signal: AbortSignal.any([signal, late]) });
  // `close` comes after the last line of the log, `exit` may come before it.
  const ended = once(child, "close").then(([code, by]: unknown[]): never => {
    const text = `The service ended with ${String(code ?? by)} before it was ready:\n${tail(log)}`;
    throw new ServiceProcessError("service_ended", text);
  });
  try {
    const [text]: unknown[] = await Promise.race([line, ended]);
    return String(text);
  } catch (error) {
    signal.throwIfAborted();
    if (!late.aborted) throw error;
    const text = `The service was not ready after ${READY_TIMEOUT_MS / 1000} s; its last lines may say why:\n${tail(log)}`;
    throw new ServiceProcessError("service_late", text);
  }
}

async function stopProcess(child: ServiceChild): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  const gone = once(child, "exit");
  child.kill("SIGTERM");
  await gone;
  clearTimeout(timer);
}
