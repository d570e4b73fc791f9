import type { Clock } from "@greenroom/contract/clock";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { ApiError } from "../domain/api-error.ts";
import type { Metrics } from "../http/metrics.ts";
import type { Readiness } from "../http/readiness.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import type { Fitness } from "../pipeline/fitness.ts";

/** Metrics of a worker, with the names that the service has for the same things. */
export interface WorkerMetrics extends Pick<Metrics, "text" | "contentType"> {
  readonly readiness: Readiness;
  responded(): void;
  /** A build ended, or failed before its end could be reported. */
  ended(result: "ended" | "broke"): void;
}

interface WorkerMetricsDeps {
  readonly clock: Clock;
  readonly folder: string;
  readonly fitness: Fitness;
  readonly slots: () => { readonly total: number; readonly busy: number; readonly cacheBytes: number };
}

/** A worker asks for builds more often than this. */
const SILENT_MS = 60_000;

export function createWorkerMetrics({ clock, folder, fitness, slots }: WorkerMetricsDeps): WorkerMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const ready = gauge("greenroom_ready", "1 while this worker can build and the service responds to it.");
  const slotsShown = gauge("greenroom_build_slots", "Builds that this worker makes at a time, and those that run.", [
    "state",
  ]);
  const caches = gauge("greenroom_cache_bytes", "Caches of package managers, as counted after their last use.");
  const free = gauge("greenroom_disk_free_bytes", "Free space of the disk of a folder.", ["folder"]);
  const size = gauge("greenroom_disk_size_bytes", "Size of the disk of a folder.", ["folder"]);
  const builds = new Counter({
    name: "greenroom_worker_builds_total",
    help: "Builds of this worker: ended, with the result that the service shows, or broke before that could be reported.",
    labelNames: ["result"],
    registers,
  });
  for (const result of ["ended", "broke"]) builds.inc({ result }, 0);
  let respondedAtMs = -Infinity;
  const isResponding = (): boolean => clock.monotonic() - respondedAtMs < SILENT_MS;
  return {
    contentType: registry.contentType,
    responded: () => void (respondedAtMs = clock.monotonic()),
    ended: (result) => builds.inc({ result }),
    readiness: {
      async check() {
        const unfit = await fitness.look();
        if (unfit !== undefined) throw new ApiError("try_again", unfit);
        if (!isResponding()) throw new ApiError("try_again", "The service does not respond to this worker.");
      },
    },
    async text() {
      ready.set(isResponding() && (await fitness.look()) === undefined ? 1 : 0);
      const { total, busy, cacheBytes } = slots();
      slotsShown.set({ state: "total" }, total);
      slotsShown.set({ state: "busy" }, busy);
      caches.set(cacheBytes);
      const disk = await freeSpaceOf(folder).catch(() => undefined);
      if (disk) {
        free.set({ folder: "builds" }, disk.bytes);
        size.set({ folder: "builds" }, disk.sizeBytes);
      }
      return await registry.metrics();
    },
  };
}
