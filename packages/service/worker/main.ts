import { systemClock } from "@greenroom/contract/clock";
import { pino } from "pino";
import { OWNER_ONLY } from "../settings.ts";
import { runWorker, type WorkerDeps, type WorkerSettings } from "./worker.ts";

export async function startWorker(
  settings: WorkerSettings,
  level: string,
  { signal, environment }: Pick<WorkerDeps, "signal" | "environment">,
): Promise<void> {
  process.umask(OWNER_ONLY);
  const log = pino({ level }, pino.destination({ fd: 2, sync: true }));
  await runWorker(settings, { clock: systemClock, log, environment, signal });
}
