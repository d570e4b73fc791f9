import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Readable, Writable } from "node:stream";
import { pino } from "pino";
import type { Exit } from "../../packages/cli/errors.ts";
import { type CommandProcess, createInterruption, type Environment } from "../../packages/cli/process.ts";
import { run } from "../../packages/cli/program.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { type Seed, seedDemo } from "../../packages/service/admin/seed.ts";
import { compose, type RunningService } from "../../packages/service/compose.ts";
import type { Settings } from "../../packages/service/settings.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { insertSite } from "../../packages/service/store/sites/sites.ts";
import { testSettings } from "../service/fixtures.ts";
import { git, makeRepository } from "../service/pipeline/build-fixture.ts";

const SPAWN_TIMEOUT_MS = 120_000;

/** Files of tests share this process, and some commands change its mask. */
const UMASK = process.umask();

export interface CommandResult {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningCommand {
  /** Resolves with all of stderr once it contains the text. */
  printed(text: string): Promise<string>;
  readonly ended: Promise<CommandResult>;
}

/** Arguments of the command: one string with spaces between them, or a list where an argument has spaces. */
export type Arguments = string | readonly string[];

function listOf(args: Arguments): readonly string[] {
  return typeof args === "string" ? args.split(" ") : args;
}

export interface CommandOptions {
  readonly env: Environment;
  readonly cwd: string;
  readonly input?: string;
  /** In place of `input`. */
  readonly stdin?: Readable;
}

/** Collects what is written, and reports each write. */
class Output extends Writable {
  text = "";
  onText: () => void = () => undefined;

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    this.onText();
    done();
  }
}

/** A process value for the command; nothing of this machine's settings reaches it. */
export function testProcess(args: readonly string[], { env, cwd, input = "", stdin }: CommandOptions) {
  const interruption = createInterruption();
  const process: CommandProcess & { readonly stdout: Output; readonly stderr: Output } = {
    args,
    env: { ...cleanEnvironment(), ...env },
    cwd,
    stdin: stdin ?? Readable.from(input === "" ? [] : [input]),
    stdout: new Output(),
    stderr: new Output(),
    exitCode: undefined,
    watchSignals: () => interruption,
  };
  return { process, interruption };
}

export function startCommand(
  args: Arguments,
  options: CommandOptions,
): RunningCommand & { interrupt(exit: Exit): void } {
  const { process: command, interruption } = testProcess(listOf(args), options);
  const ended = run(command)
    .finally(() => process.umask(UMASK))
    .then(() => ({
      code: Number(command.exitCode ?? 0),
      stdout: command.stdout.text,
      stderr: command.stderr.text,
    }));
  return { ended, printed: printedBy(command.stderr, ended), interrupt: interruption.interrupt };
}

/** Starts `bin/greenroom` as a process of its own. */
export function spawnCommand(
  args: Arguments,
  { env, cwd, input }: CommandOptions,
): RunningCommand & { readonly child: ChildProcess } {
  const child = spawn(resolve("bin/greenroom"), listOf(args), {
    cwd,
    env: {
      ...cleanEnvironment(),
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      XDG_CACHE_HOME: join(tmpdir(), "greenroom-test-cache"),
      ...env,
    },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: SPAWN_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  const [stdout, stderr] = [new Output(), new Output()];
  child.stdout.on("data", (chunk: Buffer) => stdout.write(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.write(chunk));
  if (input !== undefined) child.stdin.on("error", () => undefined).end(input);
  const ended = new Promise<CommandResult>((done) => {
    child.once("close", (code) => done({ code, stdout: stdout.text, stderr: stderr.text }));
  });
  return { child, ended, printed: printedBy(stderr, ended) };
}

function cleanEnvironment(): Environment {
  return { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null" };
}

function printedBy(stderr: Output, ended: Promise<CommandResult>): RunningCommand["printed"] {
  return (text) =>
    new Promise((resolve, reject) => {
      stderr.onText = () => void (stderr.text.includes(text) && resolve(stderr.text));
      stderr.onText();
      void ended.then(({ code }) => reject(new Error(`Ended with ${code} without printing '${text}': ${stderr.text}`)));
    });
}

/** A service with the example users and one site, its repository, and a home folder for the command. */
export interface CommandFixture {
  readonly folder: string;
  readonly data: string;
  readonly repository: string;
  readonly seed: Seed;
  readonly service: RunningService;
  readonly baseUrl: string;
  readonly siteId: string;
  readonly env: Environment;
  /** Runs the command in the repository, signed in by the environment. */
  run(args: Arguments, env?: Environment, input?: string): Promise<CommandResult>;
  start(args: Arguments, env?: Environment): ReturnType<typeof startCommand>;
  spawn(args: Arguments, env?: Environment, input?: string): ReturnType<typeof spawnCommand>;
  close(): Promise<void>;
}

interface FixtureOptions {
  /** Settings that differ from those of the other tests. */
  readonly settings?: Partial<Settings>;
  /** What the service's process has besides the variables of this one. */
  readonly environment?: Environment;
}

export async function openFixture({ settings, environment }: FixtureOptions = {}): Promise<CommandFixture> {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-cli-"));
  const [repository, data] = [join(folder, "repository"), join(folder, "data")];
  const service = await compose(
    testSettings({ dataDirectory: data, repositoryRoots: [folder], unsafeNoSandbox: true, ...settings }),
    { clock: systemClock, log: pino({ level: "silent" }), environment: { ...process.env, ...environment } },
  );
  const { context } = service;
  const seed = await seedDemo(context);
  const page = "<!doctype html><title>Docs</title><h1>Docs</h1>";
  git(makeRepository(repository, { "index.html": page }).path, "remote", "add", "origin", `file://${repository}`);
  const site = await inDatabase(context.db, (tx) =>
    insertSite(tx, seed.workspaceId, {
      projectId: seed.projectId,
      name: "Docs",
      slug: "docs",
      repositoryUrl: `file://${repository}`,
    }),
  );
  const { baseUrl } = context.addresses;
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    GREENROOM_URL: baseUrl,
    GREENROOM_TOKEN: seed.tokens.pat,
  };
  const options = (more: Environment = {}, input?: string): CommandOptions => ({
    env: { ...env, ...more },
    cwd: repository,
    ...(input === undefined ? {} : { input }),
  });
  return {
    folder,
    data,
    repository,
    seed,
    service,
    baseUrl,
    siteId: site.id,
    env,
    run: (args, more, input) => startCommand(args, options(more, input)).ended,
    start: (args, more) => startCommand(args, options(more)),
    spawn: (args, more, input) => spawnCommand(args, options(more, input)),
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
