import { pino } from "pino";
import { compose } from "./compose.ts";
import { systemClock } from "./domain/clock.ts";
import { seedDemo } from "./seed.ts";
import type { Settings } from "./settings.ts";

/** What to do besides serving. */
export interface RunOptions {
  /** Example data for an empty data folder. */
  readonly seed: "demo" | null;
  /** Prints one line of JSON on stdout when ready. */
  readonly json: boolean;
}

/** A stop that takes longer is ended by force. */
const STOP_TIMEOUT_MS = 10_000;

/**
 * Runs the service until SIGINT or SIGTERM.
 * @param settings How it runs.
 */
export async function runService(settings: Settings, { seed, json }: RunOptions): Promise<void> {
  const log = pino({ level: process.env["GREENROOM_LOG_LEVEL"] ?? "info" }, pino.destination({ fd: 2, sync: true }));
  const stop = stopSignal();
  const service = await compose(settings, { clock: systemClock, log, environment: process.env });
  const { addresses } = service.parts;
  const filled = seed === "demo" ? await seedDemo(service.parts) : {};
  const ready = {
    baseUrl: addresses.baseUrl,
    webUrl: `${addresses.baseUrl}/app`,
    mcpUrl: `${addresses.baseUrl}/mcp`,
    previewDomain: addresses.previewDomain,
    ...filled,
  };
  process.stdout.write(json ? `${JSON.stringify(ready)}\n` : greeting(ready));
  await stop;
  // The timer does not hold the process: a stop that ends in time ends at once.
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref();
  await service.close();
}

function greeting(ready: {
  readonly baseUrl: string;
  readonly webUrl: string;
  readonly previewDomain: string;
}): string {
  return [
    `Greenroom is ready at ${ready.baseUrl}`,
    `  screens   ${ready.webUrl}`,
    `  previews  http://<label>.${ready.previewDomain}/`,
    "Press Ctrl-C to stop.",
    "",
  ].join("\n");
}

function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
}
