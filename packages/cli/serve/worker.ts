import { resolve } from "node:path";
import { exit } from "node:process";
import { Command, Option } from "commander";
import type { ChosenLimits } from "@greenroom/service/domain/build-limits";
import { parseServiceUrl } from "../connection.ts";
import { runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import { addLimitOptions, chosenLimits } from "./limit-options.ts";
import { addToList, addWords, wholeNumber } from "../options.ts";
import type { CommandProcess } from "../process.ts";

interface WorkerFlags {
  readonly service: URL;
  readonly tokenFile: string;
  readonly slots?: number;
  readonly builds?: string;
  readonly once?: true;
  readonly insecureHttp?: true;
  readonly dev?: true;
  readonly repoRoot: readonly string[];
  readonly unsafeNoSandbox?: true;
  readonly unsafeBuildsAsRoot?: true;
  readonly allowPrivateHosts?: true;
  readonly buildHost: readonly string[];
  readonly review: "auto" | "on" | "off";
  readonly chromium?: string;
  readonly metrics?: string;
}

/** After this time a stop ends the process by force. */
const STOP_TIMEOUT_MS = 10_000;

export function workerCommand(process: CommandProcess): Command {
  const none: readonly string[] = [];
  const command = new Command("worker")
    .description("Build and review for a service that runs on another machine.")
    .addOption(
      new Option("--service <url>", "URL of the service")
        .env("GREENROOM_SERVICE")
        .argParser(parseServiceUrl)
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--token-file <file>", "file with the token from greenroom admin workers create")
        .env("GREENROOM_WORKER_TOKEN_FILE")
        .makeOptionMandatory(),
    )
    .addOption(
      new Option("--slots <number>", "builds at a time (default: what the machine has room for)")
        .env("GREENROOM_SLOTS")
        .argParser(wholeNumber(1, 1_000)),
    )
    .addOption(
      new Option(
        "--builds <folder>",
        "folder for builds and their caches, which builds see (default: one in /var/tmp)",
      ).env("GREENROOM_BUILDS"),
    )
    .addOption(
      new Option(
        "--review <auto|on|off>",
        "review previews too, while nothing is built; auto: when this machine has a Chromium",
      )
        .env("GREENROOM_REVIEW")
        .choices(["auto", "on", "off"])
        .default("auto"),
    )
    .addOption(
      new Option("--chromium <path>", "Chromium for reviews (default: chromium or google-chrome of the PATH)").env(
        "GREENROOM_CHROMIUM",
      ),
    )
    .addOption(
      new Option(
        "--metrics <[host:]port>",
        "serve /metrics for Prometheus, /healthz and /readyz there, without TLS, on 127.0.0.1 unless a host is given (default: nowhere)",
      ).env("GREENROOM_METRICS"),
    )
    .option("--once", "end after one build; review nothing")
    .option("--insecure-http", "send the token and secrets of builds without TLS to another machine")
    .option("--dev", "allow repositories under --repo-root")
    .option("--repo-root <folder>", "with --dev, allow local repositories in this folder (repeatable)", addToList, none)
    .option("--unsafe-no-sandbox", "build without bubblewrap: builds can then read all that the worker can")
    .option("--unsafe-builds-as-root", "build although the worker runs as root")
    .option("--allow-private-hosts", "allow clones from hosts on private networks, such as your own git host")
    .addOption(
      new Option(
        "--build-host <host[:port]>",
        "let every build reach this https host, on a private network too, such as your package registry (repeatable; in the variable with spaces between)",
      )
        .env("GREENROOM_BUILD_HOST")
        .argParser(addWords)
        .default(none),
    )
    .addHelpText(
      "after",
      "\nSIGTERM and Ctrl-C give the builds back within 10 s: other workers begin them again. The log goes to stderr as JSON lines; GREENROOM_LOG_LEVEL sets its level.",
    )
    .action((flags: WorkerFlags, given: Command) =>
      runCommand(process, ({ signal }) => work(process, { ...flags, limits: chosenLimits(given, "worker") }, signal)),
    );
  return addLimitOptions(command, "worker");
}

async function work(
  { cwd, env }: CommandProcess,
  flags: WorkerFlags & { readonly limits: ChosenLimits },
  signal: AbortSignal,
): Promise<void> {
  requireSafe(flags);
  const { readSecretFile } = await import("../options.ts");
  const token = readToken(() => readSecretFile(resolve(cwd, flags.tokenFile)));
  const { parseBuildHost, parseMetrics } = await import("./serve-settings.ts");
  const { startWorker } = await import("@greenroom/service/worker/main");
  // The timer does not keep the process alive: a stop that succeeds ends at once.
  const force = (): void => void setTimeout(() => exit(1), STOP_TIMEOUT_MS).unref();
  signal.addEventListener("abort", force, { once: true });
  const { slots, builds, repoRoot, dev = false, buildHost, review, chromium } = flags;
  await startWorker(
    {
      service: flags.service,
      token,
      once: flags.once ?? false,
      reviews: { review, ...(chromium !== undefined && { chromium: resolve(cwd, chromium) }) },
      ...(slots !== undefined && { slots }),
      ...(flags.metrics !== undefined && { metrics: readMetrics(flags.metrics, parseMetrics) }),
      ...(builds !== undefined && { buildsDirectory: resolve(cwd, builds) }),
      development: dev,
      repositoryRoots: dev ? repoRoot.map((folder) => resolve(cwd, folder)) : [],
      unsafeNoSandbox: flags.unsafeNoSandbox ?? false,
      unsafeBuildsAsRoot: flags.unsafeBuildsAsRoot ?? false,
      allowPrivateHosts: flags.allowPrivateHosts ?? false,
      buildHosts: buildHost.map(parseBuildHost),
      buildLimits: flags.limits,
    },
    { signal, environment: env },
  );
}

function readMetrics<Value>(text: string, parse: (text: string) => Value): Value {
  try {
    return parse(text);
  } catch (error) {
    throw new CommandError("usage", `--metrics is invalid. ${error instanceof Error ? error.message : ""}`);
  }
}

function readToken(read: () => string): string {
  let text: string;
  try {
    text = read();
  } catch (error) {
    throw new CommandError("usage", error instanceof Error ? error.message : String(error));
  }
  if (/^wk_(?:live|test)_[\w-]{43}$/.test(text)) return text;
  throw new CommandError("usage", "The token file must hold what greenroom admin workers create printed.");
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The token, credentials of repositories and values of builds go over this connection. */
function requireSafe({ service, insecureHttp }: WorkerFlags): void {
  if (service.protocol === "https:" || LOOPBACK.test(service.hostname) || insecureHttp === true) return;
  throw new CommandError(
    "usage",
    `${service.origin} is not https, so that the network could read the token and the secrets of builds. Give the https URL; --insecure-http only on a network that you trust.`,
  );
}
