import { access, readdir } from "node:fs/promises";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { DemoError } from "./demo-error.ts";
import { openFolders } from "./data-folder.ts";
import type { DemoFolders } from "./data-folder.ts";
import { makeRepository } from "@greenroom/testkit/repository";
import { createScreen } from "./screen.ts";
import type { Screen, ScreenOutput } from "./screen.ts";
import { ServiceProcessError, startService } from "@greenroom/testkit/service";
import type { RunningService } from "@greenroom/testkit/service";
import { watchSignals } from "./signals.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** What the command line says. */
export interface DemoOptions {
  /** Data folder that stays; a temporary one unless given. */
  readonly data?: string;
  /** Folder under `examples/`. */
  readonly example: string;
  /** Ends when the action has ended. */
  readonly once: boolean;
  /** One JSON result on stdout, everything else on stderr. */
  readonly json: boolean;
}

/**
 * The main job on one machine: service, repository, pull request, action, preview, comment, approval link.
 * @param options What the command line says.
 * @returns The exit code: the action's, or 1 when it could not be run.
 */
export async function runDemo(options: DemoOptions): Promise<number> {
  const output: ScreenOutput = options.json ? process.stderr : process.stdout;
  const noColor = (process.env["NO_COLOR"] ?? "") !== "";
  const screen = createScreen({ output, noColor, now: () => performance.now() });
  using signals = watchSignals();
  try {
    await using folders = await openFolders(options.data);
    return await runWith(options, { folders, screen, signals });
  } catch (error) {
    if (signals.exitCode !== undefined) return signals.exitCode;
    const message = error instanceof Error ? error.message : String(error);
    screen.line(`\n  ${message}`, "red");
    if (options.json) {
      const code = error instanceof DemoError || error instanceof ServiceProcessError ? error.code : "unexpected";
      process.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`);
    }
    return 1;
  }
}

interface Stage {
  readonly folders: DemoFolders;
  readonly screen: Screen;
  readonly signals: ReturnType<typeof watchSignals>;
}

async function runWith(options: DemoOptions, { folders, screen, signals }: Stage): Promise<number> {
  const began = performance.now();
  const example = await findExample(options.example);
  await present(join(ROOT, "dist", "preview.js"));
  screen.line("\nGreenroom: a branch becomes a preview, on this machine alone.\n", "bold");
  const noSandbox = await whyNoSandbox(example, folders.data);
  if (noSandbox !== undefined) {
    screen.line(
      `  ${noSandbox} The example is ours, so its commands run without one (--unsafe-no-sandbox).\n`,
      "yellow",
    );
  }
  const starting = openService(folders, { unsafeNoSandbox: noSandbox !== undefined, signal: signals.signal });
  await using _stopped = atEnd(() => starting.then((service) => service.stop()));
  // While the service starts, the commits are made and everything else is loaded.
  const path = join(folders.repositories, options.example);
  const making = makeRepository({ example, path, signal: signals.signal });
  // Git must not write into a folder that is being removed.
  await using _settled = atEnd(() => making.then(() => undefined));
  const loading = import("./main-job.ts");
  // Awaited below, where its failure is told; until then it must not count as unhandled.
  loading.catch(() => undefined);
  const service = await screen.during(
    "Service",
    () => starting,
    ({ ready }) => ready.webUrl,
  );
  const repository = await screen.during(
    "Repository",
    () => making,
    ({ branch, headSha, files }) => `${branch} at ${headSha.slice(0, 7)}, ${files.length} files`,
  );
  const { runMainJob } = await loading;
  const { once, json } = options;
  const job = { root: ROOT, began, folders, screen, signals, service, repository, slug: options.example };
  return await runMainJob(job, { once, json });
}

/** Frees something whatever happened before; that it could not be made has been told by then. */
function atEnd(free: () => Promise<void>): AsyncDisposable {
  return { [Symbol.asyncDispose]: () => free().catch(() => undefined) };
}

async function findExample(name: string): Promise<string> {
  // The installed package has no examples, and not what the stand-ins need either.
  const names = await readdir(join(ROOT, "examples")).catch((cause: unknown) => {
    throw new DemoError("example_missing", "The demo runs from a checkout of the repository, after npm ci.", {
      cause,
    });
  });
  if (names.includes(name)) return join(ROOT, "examples", name);
  throw new DemoError("example_missing", `There is no example '${name}'; write one of: ${names.join(", ")}.`);
}

async function present(path: string): Promise<void> {
  try {
    await access(path);
  } catch (cause) {
    throw new DemoError("action_missing", `${path} is not there; run \`npm run build\` in a checkout.`, { cause });
  }
}

/** Says why commands of the example cannot run in a sandbox; undefined when they can, or when it has none. */
async function whyNoSandbox(example: string, dataDirectory: string): Promise<string | undefined> {
  const hasCommands = await access(join(example, "package.json")).then(
    () => true,
    () => false,
  );
  if (!hasCommands) return undefined;
  const { createSandbox } = await import("@greenroom/service/pipeline/sandbox");
  return createSandbox({ unsafeNoSandbox: false, dataDirectory, environment: process.env }).unavailable();
}

interface ServiceWish {
  readonly unsafeNoSandbox: boolean;
  readonly signal: AbortSignal;
}

async function openService(folders: DemoFolders, wish: ServiceWish): Promise<RunningService> {
  const { data, repositories: repositoryRoot } = folders;
  // The sources run as .ts in a checkout, and as .js where they were compiled.
  const main = join(import.meta.dirname, "..", `main${extname(import.meta.filename)}`);
  const command: [string, string] = [process.execPath, main];
  const service = await startService({ command, data, repositoryRoot, port: await folders.port(), ...wish });
  await folders.keepPort(Number(new URL(service.ready.baseUrl).port));
  return service;
}
