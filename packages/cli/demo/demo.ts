import { existsSync } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { join } from "node:path";
import { ClientError } from "@greenroom/client/errors";
import { makeRepository } from "@greenroom/testkit/repository";
import { ServiceProcessError, startService } from "@greenroom/testkit/service";
import type { RunningService } from "@greenroom/testkit/service";
import { EXITS } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { openFolders } from "./data-folder.ts";
import type { DemoFolders } from "./data-folder.ts";
import { DemoError } from "./demo-error.ts";
import type { DemoContext } from "./main-job.ts";
import { createScreen } from "./screen.ts";
import type { DemoServers } from "./servers.ts";

/** What people would call the site of an example; any other has the name of its folder. */
const SLUGS: ReadonlyMap<string, string> = new Map([["static-html", "lantern-theatre"]]);

/** The published package carries the built actions and an example; in a checkout they are in its root. */
const PACKAGED = join(import.meta.dirname, "files");
const CHECKOUT = join(import.meta.dirname, "..", "..", "..");
const ROOT = existsSync(PACKAGED) ? PACKAGED : CHECKOUT;
const COMMAND = join(existsSync(PACKAGED) ? join(import.meta.dirname, "..") : CHECKOUT, "bin", "greenroom");

export interface DemoOptions {
  /** Data folder that stays; a temporary one unless given, or one for the servers. */
  readonly data: string | undefined;
  /** Database and bucket in place of those of the data folder. */
  readonly servers: DemoServers | undefined;
  /** Folder under `examples/`. */
  readonly example: string;
  /** Exits when the action finishes. */
  readonly once: boolean;
  /** One JSON result on stdout, everything else on stderr. */
  readonly json: boolean;
  /** The comment's Markdown and every output at the end. */
  readonly verbose: boolean;
}

/** @returns The exit code of the action, or 1 when it could not run. */
export async function runDemo(process: CommandProcess, options: DemoOptions): Promise<number> {
  const output = options.json ? process.stderr : process.stdout;
  const screen = createScreen({ output, env: process.env, now: () => performance.now() });
  using interruption = process.watchSignals();
  try {
    await using folders = await openFolders(options.data ?? options.servers?.folder);
    return await startDemo(options, { process, folders, screen, interruption });
  } catch (error) {
    if (interruption.exit !== undefined) return EXITS[interruption.exit].code;
    const message = error instanceof Error ? error.message : String(error);
    screen.line(`\n  ${message}`, "red");
    if (options.json) {
      const isKnown =
        error instanceof DemoError || error instanceof ServiceProcessError || error instanceof ClientError;
      const code = isKnown ? error.code : "unexpected";
      process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    }
    return 1;
  }
}

async function startDemo(options: DemoOptions, context: DemoContext): Promise<number> {
  const { process, folders, screen, interruption } = context;
  const { signal } = interruption;
  const startedMs = performance.now();
  const example = await findExample(options.example);
  await requireFile(join(ROOT, "dist", "preview.js"));
  screen.line("\nGreenroom demo: running the full pull request flow locally.\n", "bold");
  const missing = await missingSandbox(example, folders.data, process);
  if (missing !== undefined) {
    screen.line(
      `  ${missing} The example is trusted, so its commands run without a sandbox (--unsafe-no-sandbox).\n`,
      "yellow",
    );
  }
  if (options.servers !== undefined) {
    screen.line(`  What this writes stays in ${options.servers.names}, and its accounts in ${folders.data}.\n`);
  }
  const starting = openService(folders, {
    unsafeNoSandbox: missing !== undefined,
    review: !options.once,
    environment: options.servers?.environment ?? {},
    signal,
  });
  await using _service = onDispose(starting, (service) => service.stop());
  // While the service starts, the commits are made and everything else is loaded.
  const path = join(folders.repositories, options.example);
  const making = makeRepository({ example, path, signal });
  // Git must not write into a folder that is being deleted.
  await using _repository = onDispose(making);
  const loading = import("./main-job.ts");
  await using _loaded = onDispose(loading);
  const service = await screen.during(
    "Service",
    () => starting,
    ({ ready }) => (options.once ? "started" : ready.webUrl),
  );
  const repository = await screen.during(
    "Repository",
    () => making,
    ({ branch, headSha, files }) => `${branch} at ${headSha.slice(0, 7)}, ${files.length} files`,
  );
  const { runMainJob } = await loading;
  const job = {
    ...context,
    root: ROOT,
    startedMs,
    service,
    repository,
    slug: SLUGS.get(options.example) ?? options.example,
  };
  return await runMainJob(job, options);
}

/** Waits for what was started, and frees it. Its error is reported where it is awaited, and until then is not unhandled. */
function onDispose<Result>(
  started: Promise<Result>,
  free: (result: Result) => Promise<void> = async () => undefined,
): AsyncDisposable {
  started.catch(() => undefined);
  return { [Symbol.asyncDispose]: () => started.then(free).catch(() => undefined) };
}

async function findExample(name: string): Promise<string> {
  const names = await readdir(join(ROOT, "examples")).catch((cause: unknown) => {
    throw new DemoError("example_missing", "The demo runs from a checkout of the repository, after npm ci.", {
      cause,
    });
  });
  if (names.includes(name)) return join(ROOT, "examples", name);
  throw new DemoError("example_missing", `There is no example '${name}'. Choose one of: ${names.join(", ")}.`);
}

async function requireFile(path: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new DemoError("action_missing", `${path} is missing. Run \`npm run build\` in the checkout.`, { cause });
  }
}

/** Why build commands of the example cannot run in a sandbox; undefined when they can, or when it has none. */
async function missingSandbox(
  example: string,
  dataDirectory: string,
  { env }: CommandProcess,
): Promise<string | undefined> {
  const hasCommands = await access(join(example, "package.json")).then(
    () => true,
    () => false,
  );
  if (!hasCommands) return undefined;
  const { createSandbox } = await import("@greenroom/service/pipeline/sandbox/sandbox");
  return createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: env }).unavailable();
}

interface ServiceOptions {
  readonly unsafeNoSandbox: boolean;
  readonly review: boolean;
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

async function openService(folders: DemoFolders, options: ServiceOptions): Promise<RunningService> {
  const { data, repositories: repositoryRoot } = folders;
  const service = await startService({
    command: [COMMAND],
    data,
    repositoryRoot,
    port: await folders.port(),
    ...options,
  });
  await folders.keepPort(Number(new URL(service.ready.baseUrl).port));
  return service;
}
