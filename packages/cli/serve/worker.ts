import { exit } from "node:process";
import { Command, type CommandUnknownOpts } from "@commander-js/extra-typings";
import { runCommand } from "../context.ts";
import { CommandError } from "../errors.ts";
import type { CommandProcess } from "../process.ts";
import { addSettings, readGroups } from "./setting.ts";
import { WORKER_SETTINGS } from "./settings.ts";

/** After this time a stop ends the process by force. */
const STOP_TIMEOUT_MS = 10_000;

export function workerCommand(process: CommandProcess): CommandUnknownOpts {
  const command = new Command("worker")
    .description("Build and review for a service that runs on another machine.")
    .addHelpText("after", "\nSIGTERM and Ctrl-C give the builds back within 10 s: other workers begin them again.")
    .action((_, given) => runCommand(process, ({ signal }) => work(process, given, signal)));
  return addSettings(command, WORKER_SETTINGS);
}

async function work(process: CommandProcess, command: CommandUnknownOpts, signal: AbortSignal): Promise<void> {
  const values = readGroups(WORKER_SETTINGS, command, process);
  const { service, token, insecureHttp, once } = values.service;
  if (!insecureHttp) requireEncrypted(service);
  const { startWorker } = await import("@greenroom/service/worker/main");
  // The timer does not keep the process alive: a stop that succeeds ends at once.
  const force = (): void => void setTimeout(() => exit(1), STOP_TIMEOUT_MS).unref();
  signal.addEventListener("abort", force, { once: true });
  const { slots, builds: buildsDirectory, ...building } = values.builds;
  const { dev: development, repositoryRoots } = values.development;
  await startWorker(
    {
      service,
      token,
      once,
      slots,
      buildsDirectory,
      ...building,
      reviews: values.reviews,
      metrics: values.monitoring.metrics,
      development,
      repositoryRoots: development ? repositoryRoots : [],
      buildLimits: values.limitsOfAMachine,
    },
    values.monitoring.logLevel ?? "info",
    { signal, environment: process.env },
  );
}

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The token, credentials of repositories and values of builds go over this connection. */
function requireEncrypted({ protocol, hostname, origin }: URL): void {
  if (protocol === "https:" || LOOPBACK.test(hostname)) return;
  throw new CommandError(
    "usage",
    `${origin} is not https, so that the network could read the token and the secrets of builds. Give the https URL; --insecure-http only on a network that you trust.`,
  );
}
