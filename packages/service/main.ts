import { systemClock } from "@greenroom/contract/clock";
import { pino } from "pino";
import { createFirstOwner } from "./admin/people.ts";
import { requireSeedable, seedDemo } from "./admin/seed.ts";
import { compose, operatorFaultOf, type RunningService } from "./compose.ts";
import type { ServiceContext } from "./context.ts";
import { domainsOf, domainWarnings } from "./domain/site-domains.ts";
import { codeVersion, versionText } from "./outside/version.ts";
import { bracketed, OWNER_ONLY, type Settings } from "./settings.ts";
import { oncePerOutage } from "./store/engine/server-fault.ts";

interface RunOptions {
  readonly seed: "demo" | null;
  /** Prints one line of JSON on stdout when ready. */
  readonly json: boolean;
  readonly ownerEmail: string | undefined;
  readonly logLevel: string | undefined;
}

const STOP_TIMEOUT_MS = 10_000;

/** Runs the service until SIGINT or SIGTERM. */
export async function runService(settings: Settings, options: RunOptions): Promise<void> {
  try {
    await run(settings, options);
  } catch (error) {
    throw operatorFaultOf(error, settings);
  }
}

async function run(settings: Settings, options: RunOptions): Promise<void> {
  const { seed } = options;
  process.umask(OWNER_ONLY);
  // At a terminal the setup link must stay visible: no line of JSON for each request.
  const usual = settings.development && process.stderr.isTTY ? "warn" : "info";
  const level = options.logLevel ?? usual;
  const log = pino({ level, hooks: oncePerOutage(() => performance.now()) }, pino.destination({ fd: 2, sync: true }));
  using stop = watchStop();
  if (seed === "demo") await requireSeedable(settings);
  const service = await compose(settings, { clock: systemClock, log, environment: process.env });
  for (const warning of nameWarnings(settings)) log.warn(warning);
  process.stdout.write(await readyText(service, options));
  const fault = await Promise.race([stop.asked, service.lost]);
  // The timer does not keep the process alive: a stop that succeeds ends at once.
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  await service.close();
  if (fault) throw fault;
}

async function readyText(
  { context, metricsPort }: RunningService,
  { seed, json, ownerEmail }: RunOptions,
): Promise<string> {
  const { addresses, settings } = context;
  const metrics =
    settings.metrics &&
    metricsPort !== undefined &&
    `http://${bracketed(settings.metrics.host)}:${metricsPort}/metrics`;
  if (settings.role === "chores") {
    const ready = {
      role: "chores",
      build: codeVersion(),
      ...(metrics && { metricsUrl: metrics }),
      ...(await setUp(context, ownerEmail)),
    };
    return json
      ? `${JSON.stringify(ready)}\n`
      : [`Greenroom ${versionText()} does its chores.`, ...setupLines(ready.setupUrl), ""].join("\n");
  }
  const filled = seed === "demo" ? await seedDemo(context) : await setUp(context, ownerEmail);
  const ready = {
    build: codeVersion(),
    baseUrl: addresses.baseUrl,
    webUrl: `${addresses.baseUrl}/app`,
    mcpUrl: `${addresses.baseUrl}/mcp`,
    previewDomain: addresses.previewDomain,
    ...(metrics && { metricsUrl: metrics }),
    ...filled,
  };
  return json ? `${JSON.stringify(ready)}\n` : greeting(ready);
}

function nameWarnings({ development, publicUrl, previewDomain, productionDomain }: Settings): readonly string[] {
  if (development || !publicUrl || previewDomain === undefined) return [];
  return domainWarnings(domainsOf({ publicUrl, previewDomain, productionDomain }));
}

/**
 * Until a user has a password, a link that works once lets the first owner set one. Each link replaces the one before:
 * of several processes, the one for the chores has it.
 */
async function setUp(context: ServiceContext, ownerEmail: string | undefined): Promise<{ readonly setupUrl?: string }> {
  if (context.settings.role === "front") return {};
  const path = await createFirstOwner(context, ownerEmail);
  return path === undefined ? {} : { setupUrl: `${context.addresses.baseUrl}${path}` };
}

interface Ready {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly previewDomain: string;
  readonly setupUrl?: string;
  readonly metricsUrl?: string;
}

function greeting({ baseUrl, webUrl, previewDomain, setupUrl, metricsUrl }: Ready): string {
  return [
    `Greenroom ${versionText()} is ready at ${baseUrl}`,
    ...setupLines(setupUrl),
    `  screens   ${webUrl}`,
    `  previews  ${new URL(baseUrl).protocol}//<label>.${previewDomain}/`,
    ...(metricsUrl === undefined ? [] : [`  metrics   ${metricsUrl}`]),
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

function setupLines(setupUrl: string | undefined): readonly string[] {
  return setupUrl === undefined ? [] : [`  set up    ${setupUrl}  (works once, for three days)`];
}

/** SIGINT and SIGTERM stop the service, until disposed. */
function watchStop(): Disposable & { readonly asked: Promise<void> } {
  const { promise: asked, resolve } = Promise.withResolvers<void>();
  const signals = ["SIGINT", "SIGTERM"] as const;
  const stop = (): void => resolve();
  for (const signal of signals) process.once(signal, stop);
  return {
    asked,
    [Symbol.dispose]() {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
