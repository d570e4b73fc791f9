import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type BuildErrorCode, ENVIRONMENTS } from "@greenroom/contract";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { ServiceContext } from "../context.ts";
import { freeSpaceOf } from "../outside/free-space.ts";
import { buildsRoot } from "../settings.ts";
import { DATABASE_FILE } from "../store/engine/database.ts";
import { countStored, type Ended, type Figures, listEnded, readFigures } from "../store/engine/figures.ts";

/** Metrics of one process; no label names a user or a workspace. */
export interface Metrics {
  observeRequest(request: {
    readonly method: string;
    readonly route: string;
    readonly status: number;
    readonly ms: number;
  }): void;
  watchStreams(streams: { readonly size: number }): void;
  /** In the text format of Prometheus; what several ask for within five seconds is read once. */
  text(): Promise<string>;
  readonly contentType: string;
}

const REQUEST_SECONDS = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5, 10];
const BUILD_SECONDS = [1, 5, 15, 30, 60, 120, 300, 600, 1_200];
const WAIT_SECONDS = [1, 5, 15, 60, 300, 900, 3_600];

const READ_EVERY_MS = 5_000;
/** All rows of what is stored and kept are read for it. */
const COUNT_EVERY_MS = 600_000;
/** Beyond that, a count rests this many times as long as it took. */
const COUNT_RESTS = 5_000;

export function createMetrics(context: ServiceContext, isReady: () => Promise<boolean>): Metrics {
  const { clock } = context;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  const seconds = new Histogram({
    name: "greenroom_http_request_duration_seconds",
    help: "Duration of requests; of an event stream, until it is open.",
    labelNames: ["method", "route", "status"],
    buckets: REQUEST_SECONDS,
    registers,
  });
  const shown = {
    ready: gauge("greenroom_ready", "1 while the service can serve requests and write, as /readyz says."),
    streams: gauge("greenroom_event_streams", "Event streams that are open."),
    open: gauge("greenroom_open_deployments", "Deployments that are queued or building.", ["status"]),
    oldestQueued: gauge("greenroom_queue_oldest_seconds", "Seconds that the oldest queued deployment has waited."),
    slots: gauge("greenroom_build_slots", "Builds that this machine makes at a time, and those that run.", ["state"]),
    workers: gauge("greenroom_workers", "Workers that asked for builds within the last minute."),
    workerSlots: gauge("greenroom_worker_slots", "Builds that those workers make at a time."),
    deliveries: gauge(
      "greenroom_deliveries",
      "Messages to GitHub, webhooks, mail and chat that wait, or could not be delivered within the last 30 days.",
      ["kind", "status"],
    ),
    approvals: gauge("greenroom_approvals_waiting", "Requests to publish that wait for a decision."),
    oldestApproval: gauge("greenroom_approvals_oldest_seconds", "Seconds that the oldest of them has waited."),
    free: gauge("greenroom_disk_free_bytes", "Free space of the disk of a folder.", ["folder"]),
    size: gauge("greenroom_disk_size_bytes", "Size of the disk of a folder.", ["folder"]),
    database: gauge("greenroom_database_bytes", "Size of the embedded database, without its log."),
    caches: gauge("greenroom_cache_bytes", "Caches of package managers, as counted after their last use."),
    files: gauge("greenroom_object_files", "Files that are stored, equal ones of all workspaces once."),
    bytes: gauge("greenroom_object_bytes", "Bytes of those files."),
    lost: gauge("greenroom_lost_object_files", "Stored files that were found lost or damaged, and not restored yet."),
    stored: gauge(
      "greenroom_stored_bytes",
      "What quotas count: files of deployments and uploads, each once in every workspace that has it, until they are gone.",
    ),
    kept: gauge("greenroom_kept_deployments", "Deployments that have their files.", ["environment"]),
    removed: gauge("greenroom_removed_deployments", "Deployments whose files were removed, by reason.", ["reason"]),
    backup: gauge("greenroom_last_backup_timestamp_seconds", "When the last backup was taken; 0: never."),
    backupFailed: gauge("greenroom_backup_failed", "1 while the last backup of --backup failed."),
  };
  const ended = followEnded(context, registry);
  let streams: { readonly size: number } = { size: 0 };
  let countAgainAtMs = -Infinity;
  let readAtMs = -Infinity;
  let reading: Promise<string> | undefined;
  let text = "";

  async function read(): Promise<string> {
    shown.ready.set((await isReady()) ? 1 : 0);
    shown.streams.set(streams.size);
    await Promise.all([showDisks(), showFigures(), ended.advance()]).catch((error: unknown) => {
      // What is not known is left as it was: a database that is away must not hide that it is.
      context.log.warn({ err: error }, "some figures could not be read");
    });
    text = await registry.metrics();
    readAtMs = clock.monotonic();
    return text;
  }

  async function showFigures(): Promise<void> {
    const nowMs = clock.now();
    const age = (at: string | null | undefined): number =>
      typeof at === "string" ? Math.max(0, (nowMs - Date.parse(at)) / 1000) : 0;
    const figures = await readFigures(context.db);
    for (const status of ["queued", "building"]) shown.open.set({ status }, of(figures, status)?.count ?? 0);
    shown.oldestQueued.set(age(of(figures, "queued")?.oldestAt));
    shown.deliveries.reset();
    for (const { kind, status, count } of figures.deliveries) shown.deliveries.set({ kind, status }, count);
    shown.approvals.set(figures.approvals.count);
    shown.oldestApproval.set(age(figures.approvals.oldestAt));
    const seen = figures.workers.filter(({ lastSeenAt }) => lastSeenAt !== null && age(lastSeenAt) < 60);
    shown.workers.set(seen.length);
    shown.workerSlots.set(seen.reduce((sum, { slots }) => sum + slots, 0));
    const backup = figures.lastTimes.find(({ name }) => name === "backup");
    shown.backup.set(backup === undefined ? 0 : Date.parse(backup.at) / 1000);
    shown.backupFailed.set(context.backups?.problem() === undefined ? 0 : 1);
    const { total, busy, cacheBytes } = context.builds.slots();
    shown.slots.set({ state: "total" }, total);
    shown.slots.set({ state: "busy" }, busy);
    shown.caches.set(cacheBytes);
    if (clock.monotonic() < countAgainAtMs) return;
    const startedAtMs = clock.monotonic();
    countAgainAtMs = startedAtMs + COUNT_EVERY_MS;
    const { files, bytes, storedBytes, kept, removed, lost } = await countStored(context.db);
    shown.files.set(files);
    shown.bytes.set(bytes);
    shown.lost.set(lost);
    shown.stored.set(storedBytes);
    for (const environment of ENVIRONMENTS) {
      shown.kept.set({ environment }, kept.find((one) => one.environment === environment)?.count ?? 0);
    }
    for (const { reason, count } of removed) if (reason !== null) shown.removed.set({ reason }, count);
    // Of millions of rows that takes its time, in which nothing else happens.
    countAgainAtMs += (clock.monotonic() - startedAtMs) * COUNT_RESTS;
  }

  async function showDisks(): Promise<void> {
    const { settings } = context;
    for (const [folder, path] of [
      ["data", settings.dataDirectory],
      ["builds", buildsRoot(settings)],
      ...(settings.backup?.target.kind === "folder" ? [["backup", settings.backup.target.path] as const] : []),
    ] as const) {
      const found = await freeSpaceOf(path).catch(() => undefined);
      if (!found) continue;
      shown.free.set({ folder }, found.bytes);
      shown.size.set({ folder }, found.sizeBytes);
    }
    const file = await stat(join(settings.dataDirectory, DATABASE_FILE)).catch(() => undefined);
    shown.database.set(file?.size ?? 0);
  }

  return {
    contentType: registry.contentType,
    observeRequest({ method, route, status, ms }) {
      seconds.observe({ method, route, status: String(status) }, ms / 1000);
    },
    watchStreams: (given) => void (streams = given),
    async text() {
      if (clock.monotonic() - readAtMs < READ_EVERY_MS) return text;
      return await (reading ??= read().finally(() => (reading = undefined)));
    },
  };
}

function of({ deployments }: Figures, status: string): Figures["deployments"][number] | undefined {
  return deployments.find((open) => open.status === status);
}

/** How builds fail that are not to blame for it. */
const FAULTS_OF_THE_MACHINE = [
  "sandbox_unavailable",
  "storage_exhausted",
  "worker_lost",
] as const satisfies readonly BuildErrorCode[];

/** Rows of one look; more of them in one answer than looks allow are counted in the next. */
const ENDED_ROWS = 500;
const ENDED_LOOKS = 10;

/** A deployment can end with an instant before that of one that is counted already. */
const LATE_MS = 10_000;

/** Counts deployments as they end, whichever process of the database made them, from when this one began. */
function followEnded({ db, clock }: ServiceContext, registry: Registry): { advance(): Promise<void> } {
  const registers = [registry];
  const finished = new Counter({
    name: "greenroom_deployments_finished_total",
    help: "Deployments that ended since the process began, of all processes of the database; error is its code.",
    labelNames: ["environment", "result", "error"],
    registers,
  });
  const duration = new Histogram({
    name: "greenroom_deployment_duration_seconds",
    help: "Time from the start of the last attempt to the end.",
    labelNames: ["environment", "result"],
    buckets: BUILD_SECONDS,
    registers,
  });
  const wait = new Histogram({
    name: "greenroom_queue_wait_seconds",
    help: "Time from the request to the start of the last attempt.",
    labelNames: ["environment"],
    buckets: WAIT_SECONDS,
    registers,
  });
  // From 0, or the first of each would be no increase.
  for (const error of FAULTS_OF_THE_MACHINE) finished.inc({ environment: "preview", result: "failed", error }, 0);
  let sinceMs = clock.now();
  const counted = new Map<string, number>();

  function count({ environment, status, error_code, created_at, started_at, finished_at }: Ended): void {
    finished.inc({ environment, result: status, error: error_code ?? "" });
    if (started_at === null || finished_at === null) return;
    const [createdMs, startedMs, endedMs] = [created_at, started_at, finished_at].map((at) => Date.parse(at));
    if (createdMs === undefined || startedMs === undefined || endedMs === undefined) return;
    duration.observe({ environment, result: status }, Math.max(0, endedMs - startedMs) / 1000);
    wait.observe({ environment }, Math.max(0, startedMs - createdMs) / 1000);
  }

  return {
    async advance() {
      const since = new Date(sinceMs).toISOString();
      let after: Ended | undefined;
      for (let looks = 1; looks <= ENDED_LOOKS; looks += 1) {
        const rows = await listEnded(db, since, ENDED_ROWS, after);
        for (const row of rows) {
          if (!counted.has(row.id)) count(row);
          counted.set(row.id, endOf(row));
        }
        after = rows.at(-1) ?? after;
        const isAll = rows.length < ENDED_ROWS;
        if (after !== undefined && (isAll || looks === ENDED_LOOKS)) {
          sinceMs = Math.max(sinceMs, endOf(after) - (isAll ? LATE_MS : 0));
        }
        if (isAll) break;
      }
      for (const [id, endedMs] of counted) if (endedMs < sinceMs) counted.delete(id);
    },
  };
}

function endOf({ finished_at }: Ended): number {
  return Date.parse(finished_at ?? "");
}
