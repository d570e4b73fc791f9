import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { compose, type RunningService } from "../../packages/service/compose.ts";
import { systemClock } from "../../packages/contract/clock.ts";
import { type Seed, seedDemo } from "../../packages/service/seed.ts";
import { insertSite } from "../../packages/service/store/sites.ts";
import { testSettings } from "../service/fixtures.ts";

const MAIN = join(import.meta.dirname, "../../packages/cli/main.ts");
const RUN_TIMEOUT_MS = 15_000;

/** How a command ended. */
export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A command that runs. */
export interface Running {
  readonly child: ChildProcess;
  /** Resolves with what stands on stderr once the text has come. */
  said(text: string): Promise<string>;
  readonly ended: Promise<Ran>;
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Starts the real command; nothing of this machine's settings reaches it. */
export function start(
  args: readonly string[],
  { env, cwd }: { readonly env: Environment; readonly cwd: string },
): Running {
  const child = spawn(process.execPath, [MAIN, ...args], {
    cwd,
    env: { PATH: process.env["PATH"], GIT_CONFIG_GLOBAL: "/dev/null", ...env },
    stdio: ["pipe", "pipe", "pipe"],
    timeout: RUN_TIMEOUT_MS,
    killSignal: "SIGKILL",
  });
  let [stdout, stderr] = ["", ""];
  let heard = (): void => undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
    heard();
  });
  const ended = new Promise<Ran>((resolve) => child.once("close", (code) => resolve({ code, stdout, stderr })));
  const said = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      heard = () => void (stderr.includes(text) && resolve(stderr));
      heard();
      void ended.then(({ code }) => reject(new Error(`Ended with ${code} before it said ${text}: ${stderr}`)));
    });
  return { child, said, ended };
}

/** A service with the example people and one site, its repository, and a home for the command. */
export interface Place {
  readonly folder: string;
  readonly data: string;
  readonly repository: string;
  readonly seed: Seed;
  readonly service: RunningService;
  readonly baseUrl: string;
  readonly siteId: string;
  readonly env: Environment;
  /** Runs the command in the repository, signed in by the environment. */
  run(args: readonly string[], env?: Environment, input?: string): Promise<Ran>;
  start(args: readonly string[], env?: Environment): Running;
  close(): Promise<void>;
}

export async function openPlace(): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "greenroom-cli-"));
  const [repository, data] = [join(folder, "repository"), join(folder, "data")];
  const service = await compose(
    testSettings({ dataDirectory: data, repositoryRoots: [folder], unsafeNoSandbox: true }),
    { clock: systemClock, log: pino({ level: "silent" }), environment: process.env },
  );
  const { context } = service;
  const seed = await seedDemo(context);
  makeRepository(repository);
  const site = await context.db.transaction().execute((tx) =>
    insertSite(tx, {
      workspaceId: seed.workspaceId,
      site: { projectId: seed.projectId, name: "Docs", slug: "docs", repositoryUrl: `file://${repository}` },
      at: new Date().toISOString(),
    }),
  );
  const { baseUrl } = context.addresses;
  const env = {
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, "config"),
    XDG_CACHE_HOME: join(tmpdir(), "greenroom-test-cache"),
    GREENROOM_URL: baseUrl,
    GREENROOM_TOKEN: seed.tokens.pat,
  };
  const begin = (args: readonly string[], more: Environment = {}) =>
    start(args, { env: { ...env, ...more }, cwd: repository });
  return {
    folder,
    data,
    repository,
    seed,
    service,
    baseUrl,
    siteId: site.id,
    env,
    start: begin,
    async run(args, more = {}, input = "") {
      const { child, ended } = begin(args, more);
      child.stdin?.on("error", () => undefined).end(input);
      return await ended;
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function makeRepository(repository: string): void {
  mkdirSync(repository);
  const git = (...args: string[]) => execFileSync("git", args, { cwd: repository, stdio: "ignore" });
  git("init", "-q", "-b", "main");
  writeFileSync(join(repository, "index.html"), "<!doctype html><title>Docs</title>");
  git("add", ".");
  git("-c", "user.name=Ada", "-c", "user.email=ada@greenroom.test", "commit", "-q", "-m", "Open");
  git("remote", "add", "origin", `file://${repository}`);
}
