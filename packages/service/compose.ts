import { statSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { type Clock, instant } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { createOwnBackups } from "./admin/own-backups.ts";
import { forgetOldUpgrades, keepBeforeUpgrade } from "./admin/upgrade.ts";
import type { BuildQueue, ServiceContext } from "./context.ts";
import { noteService, secureDataFolder } from "./data-folder.ts";
import { realmOf } from "./domain/authentication.ts";
import { HOUR_MS, MINUTE_MS } from "./domain/instants.ts";
import { OperatorFault } from "./domain/operator-fault.ts";
import { createDomainChecks } from "./hosting/domain-checks.ts";
import { createHosting } from "./hosting/hosting.ts";
import { type AppOptions, createApp } from "./http/app.ts";
import { listen } from "./http/listen.ts";
import { listenForMetrics } from "./http/metrics-server.ts";
import { createMetrics } from "./http/metrics.ts";
import { createReadiness, type Readiness } from "./http/readiness.ts";
import { oauthRoutes } from "./http/routes/oauth.ts";
import { workerRoutes } from "./http/routes/workers.ts";
import { createSsoChecks } from "./identity/sso-checks.ts";
import { createSsoProvider } from "./identity/sso-provider.ts";
import { mcpRoutes } from "./mcp/endpoint.ts";
import { createNotifier } from "./notify/notifier.ts";
import { unlessAbsent } from "./outside/absent.ts";
import { versionText } from "./outside/version.ts";
import { placeBuilds } from "./pipeline/builds-directory.ts";
import { type Builds, createBuilds } from "./pipeline/queue.ts";
import { createReviews } from "./review/reviews.ts";
import { screens } from "./screens/app.ts";
import { readSessionActor } from "./screens/people/session.ts";
import { addressesOf, type Settings } from "./settings.ts";
import { setMailService } from "./store/announcements/notices.ts";
import { expireApprovals } from "./store/approvals/approvals.ts";
import { recordAuditHeads, contradictsRecord, readAuditHeads } from "./store/audit/audit.ts";
import { deleteExpiredIdempotencyKeys } from "./store/deployments/accept.ts";
import { createDeploymentEvents } from "./store/deployments/deployment-events.ts";
import { removeExpired } from "./store/deployments/expiry.ts";
import { forgetOld } from "./store/deployments/old-records.ts";
import { createEventHistory, packLogs } from "./store/deployments/packed-logs.ts";
import { expireUploads } from "./store/deployments/uploads.ts";
import { type Broadcast, NO_BROADCAST } from "./store/engine/broadcast.ts";
import { followClock, readDatabaseTime } from "./store/engine/database-clock.ts";
import type { SharedServer } from "./store/engine/database-server.ts";
import { auditSealOf, type Database, DATABASE_FILE, engineOf, useClock } from "./store/engine/database.ts";
import { fileFault } from "./store/engine/file-fault.ts";
import { noteTime, requireCorrectClock } from "./store/engine/last-times.ts";
import { openStore } from "./store/engine/open-store.ts";
import { serverFault } from "./store/engine/server-fault.ts";
import { holdFolder, isMoving } from "./store/engine/serving-lock.ts";
import { openObjectStore } from "./store/files/open-objects.ts";
import { scrubObjects } from "./store/files/scrub.ts";
import { deleteExpired } from "./store/people/expired.ts";
import { noteMachine } from "./store/workers/machines.ts";

export interface RunningService {
  readonly context: ServiceContext;
  readonly metricsPort?: number;
  /** Resolves when the embedded database is not where it was: what is written to it now is lost. */
  readonly lost: Promise<OperatorFault>;
  /** Stops claiming builds, ends the streams, waits for requests, closes the store; only once. */
  close(): Promise<void>;
}

interface ProcessDeps {
  readonly clock: Clock;
  readonly log: Logger;
  /** Of it, builds get only what they need to find programs and packages. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export async function compose(given: Settings, deps: ProcessDeps): Promise<RunningService> {
  try {
    return await start(given, deps);
  } catch (error) {
    throw operatorFaultOf(error, given);
  }
}

/** @returns What an operator can fix about an error, or the error. */
export function operatorFaultOf(error: unknown, { dataDirectory }: Pick<Settings, "dataDirectory">): unknown {
  return serverFault(error) ?? fileFault(error, join(dataDirectory, DATABASE_FILE)) ?? error;
}

async function start(given: Settings, deps: ProcessDeps): Promise<RunningService> {
  const { log, environment } = deps;
  const { role = "all" } = given;
  await secureDataFolder(given.dataDirectory, log);
  // What is open when something fails would keep the process alive.
  await using opened = new AsyncDisposableStack();
  if (!given.database) {
    opened.use(serveFolder(given.dataDirectory));
    await keepBeforeUpgrade(given.dataDirectory, { ...deps, skip: given.skipUpgradeSnapshot ?? false });
  }
  const db = opened.adopt(await openStore(given, { log }), (store) => store.destroy());
  const server = await openServer(given, db, deps);
  if (server) opened.defer(() => server.close());
  const clock = server?.clock ?? deps.clock;
  useClock(db, clock);
  await requireCorrectClock(db, clock, given.acceptClock ?? false);
  await noteTime(db, "alive", instant(clock), versionText());
  const settings = placeBuilds(given);
  const objects = await openObjectStore(settings, { db, clock, log, environment });
  const listening = opened.adopt(await listen(settings, log), (open) => open.close());
  const broadcast = server?.broadcast ?? NO_BROADCAST;
  const shared = {
    settings,
    addresses: addressesOf(settings, listening.port),
    db,
    objects,
    events: createDeploymentEvents(broadcast),
    history: createEventHistory({ db, objects }),
    clock,
    log,
  };
  // The chores listen on an address of their own, which links do not lead to.
  if (role !== "chores" || settings.publicUrl) {
    await noteService(given.dataDirectory, shared.addresses.baseUrl, realmOf(settings));
  }
  const builds = createBuilds(shared, {
    environment,
    concurrency: role === "front" ? 0 : settings.buildSlots,
    skewMs: () => deps.clock.now() - clock.now(),
  });
  const reviews = createReviews(shared, { environment });
  const domains = createDomainChecks(shared);
  const sso = openSso(shared);
  const { dataDirectory, backup } = settings;
  const backups = backup && createOwnBackups(backup, { dataDirectory, clock, log, environment });
  const context: ServiceContext = {
    ...shared,
    ...(sso && { sso }),
    domains,
    builds: withBroadcast(builds, broadcast),
    reviews,
    ...(backups && { backups }),
  };
  await recordAuditHeads(db);
  const logAuditHeads = createAuditHeadLogger(context);
  await logAuditHeads();
  const { stopping } = listening;
  const readiness = createReadiness(context, { stopping });
  const metrics = given.metrics && createMetrics(context, () => isReady(readiness));
  const watched =
    metrics && opened.adopt(await listenForMetrics(given.metrics, { metrics, readiness, log }), (open) => open.close());
  const counters = server?.counters;
  const app = appOf(context, builds, {
    stopping,
    readiness,
    ...(metrics && { metrics }),
    ...(counters && { counters }),
  });
  const hosting = role === "chores" ? undefined : createHosting(context);
  listening.serve({ app, addresses: context.addresses, ...(hosting && { hosting }) });
  if (server) await noteMachine(shared);
  // Releases need no slot: a front makes them.
  if (role !== "chores") builds.start();
  const notifier = createNotifier(context, {
    findDefaultBranch: (siteId, signal) => builds.defaultBranch(siteId, signal),
    readPicture: (sha256) => context.objects.read(sha256),
  });
  if (role !== "front") {
    reviews.start();
    await setMailService(db, settings.mail !== undefined, instant(clock));
    notifier.start();
  }
  const lost = Promise.withResolvers<OperatorFault>();
  const housekeeping = startHousekeeping(
    [
      ...(settings.database ? [] : [watchDatabase(dataDirectory, lost.resolve)]),
      ...ownChores(context, builds),
      { name: "log audit heads", everyMs: MINUTE_MS, run: logAuditHeads },
      ...(backups
        ? [{ name: "back up", everyMs: MINUTE_MS, run: (signal: AbortSignal) => backups.runDue(signal) }]
        : []),
      ...(role === "front" ? [] : chores(context, builds)).map((chore) => ({
        ...chore,
        run: (signal: AbortSignal) => server?.runExclusively(chore.name, () => chore.run(signal)) ?? chore.run(signal),
      })),
    ],
    clock,
    log,
  );
  const resources = opened.move();
  let closed: Promise<void> | undefined;
  const close = async () => {
    await housekeeping.stop();
    await Promise.all([builds.stop(), reviews.stop(), notifier.stop(), listening.close()]);
    await logAuditHeads().catch((error: unknown) => log.error({ err: error }, "the audit heads could not be read"));
    await resources.disposeAsync();
  };
  return {
    context,
    ...(watched && { metricsPort: watched.port }),
    lost: lost.promise,
    close: () => (closed ??= close()),
  };
}

function openSso({
  settings,
  ...shared
}: Pick<ServiceContext, "settings" | "addresses" | "db" | "clock" | "log">): ServiceContext["sso"] {
  const { sso } = settings;
  if (!sso) return undefined;
  const deps = { ...shared, settings: { ...settings, sso } };
  const provider = createSsoProvider(deps);
  return { provider, checks: createSsoChecks(deps, provider) };
}

async function isReady(readiness: Readiness): Promise<boolean> {
  return await readiness.check().then(
    () => true,
    () => false,
  );
}

interface Server extends SharedServer {
  /** The time that all processes of the database share. */
  readonly clock: Clock;
}

/** What a database on a server gives besides the record; undefined for an embedded one. */
async function openServer(
  { database }: Settings,
  db: Database,
  { clock: own, log }: ProcessDeps,
): Promise<Server | undefined> {
  if (!database) return undefined;
  const clock = await followClock(() => readDatabaseTime(db), own, log);
  const { openSharedServer } = await import("./store/engine/database-server.ts");
  const shared = openSharedServer(database, clock, log);
  return {
    ...shared,
    clock,
    async close() {
      clock.close();
      await shared.close();
    },
  };
}

/** The builds of this process and of all others. */
function withBroadcast(builds: Builds, broadcast: Broadcast): BuildQueue {
  broadcast.subscribe((received) => {
    if (received === "missed") builds.wake();
    else if (received.kind === "wake") builds.wake(received.reason);
    else if (received.kind === "cancel") builds.cancel(received.deploymentId);
  });
  return {
    ...builds,
    wake(reason = "any") {
      builds.wake(reason);
      broadcast.publish({ kind: "wake", reason });
    },
    cancel(deploymentId) {
      builds.cancel(deploymentId);
      broadcast.publish({ kind: "cancel", deploymentId });
    },
  };
}

function serveFolder(dataDirectory: string): Disposable {
  const held = holdFolder(dataDirectory, "serve");
  if (held) return held;
  if (isMoving(dataDirectory)) {
    throw new OperatorFault("moved", `${dataDirectory} is being moved to another place. Start and use that one.`);
  }
  const what = `Another service runs on ${dataDirectory}. See which: fuser -v ${join(dataDirectory, "serving.lock")}.`;
  throw new OperatorFault("in_use", `${what} Stop it, or give this one another folder with --data.`);
}

function appOf(context: ServiceContext, builds: Builds, options: AppOptions): ReturnType<typeof createApp> {
  if (context.settings.role === "chores") return createApp(context, { ...options, healthOnly: true });
  return createApp(context, {
    ...options,
    apps: [mcpRoutes(context), oauthRoutes(context), workerRoutes(context, builds.forWorkers), screens(context)],
    session: (request) => readSessionActor(context, request),
  });
}

const WATCHED_EVERY_MS = 2_000;

/** The system keeps a database that was removed until it is closed, and writes to it succeed. */
function watchDatabase(dataDirectory: string, onLost: (fault: OperatorFault) => void): Chore {
  const file = join(dataDirectory, DATABASE_FILE);
  const { dev, ino } = statSync(file);
  return {
    name: "see that the database is there",
    everyMs: WATCHED_EVERY_MS,
    async run() {
      const found = await stat(file).catch(unlessAbsent);
      if (found?.dev === dev && found.ino === ino) return;
      const what = `The database ${file} was removed, moved or replaced while the service ran. Put its folder back where it was, or restore a backup into a new folder and start with that`;
      onLost(
        new OperatorFault("database_missing", `${what}: greenroom admin restore --from BACKUP --data NEW_FOLDER.`),
      );
    },
  };
}

/** What every process does for its own disk. */
function ownChores(context: ServiceContext, builds: Builds): readonly Chore[] {
  const { db, clock, settings } = context;
  return [
    { name: "note the time", everyMs: MINUTE_MS, run: () => noteTime(db, "alive", instant(clock)) },
    ...(settings.database ? [{ name: "note the machine", everyMs: MINUTE_MS, run: () => noteMachine(context) }] : []),
    { name: "tidy up", everyMs: HOUR_MS, run: () => builds.tidy() },
    { name: "forget what was sent", everyMs: MINUTE_MS, run: () => builds.forgetSent() },
    { name: "forget old upgrades", everyMs: HOUR_MS, run: () => forgetOldUpgrades(settings.dataDirectory, clock) },
  ];
}

/** Enough to read 700 GiB once a month; a bucket may charge for what is read. */
const SCRUBBED_BYTES_AN_HOUR = 1024 ** 3;
const SCRUBBED_EVERY_MS = 30 * 24 * HOUR_MS;

async function scrub(context: ServiceContext, signal: AbortSignal): Promise<void> {
  const bounds = { maxBytes: SCRUBBED_BYTES_AN_HOUR, before: instant(context.clock, -SCRUBBED_EVERY_MS), repair: true };
  const { checked, repaired, lost } = await scrubObjects(context, bounds, signal);
  if (repaired > 0 || lost.length > 0) context.log.error({ checked, repaired, lost }, "stored files were damaged");
}

/** What one process does for all. */
function chores(context: ServiceContext, builds: Builds): readonly Chore[] {
  const { db, clock, domains } = context;
  return [
    { name: "check domains", everyMs: MINUTE_MS, run: (signal) => domains.checkDue(signal) },
    { name: "expire approvals", everyMs: MINUTE_MS, run: () => expireApprovals(context) },
    { name: "expire uploads", everyMs: MINUTE_MS, run: () => expireUploads(context) },
    { name: "pack logs", everyMs: MINUTE_MS, run: (signal) => packLogs(context, signal) },
    { name: "remove what has expired", everyMs: HOUR_MS, run: (signal) => removeExpired(context, signal) },
    { name: "forget old deployments", everyMs: HOUR_MS, run: (signal) => forgetOld(context, { signal }) },
    { name: "collect unreferenced files", everyMs: MINUTE_MS, run: (signal) => builds.collect(signal) },
    { name: "read stored files back", everyMs: HOUR_MS, run: (signal) => scrub(context, signal) },
    {
      name: "delete expired idempotency keys",
      everyMs: HOUR_MS,
      run: (signal) => deleteExpiredIdempotencyKeys(db, clock, signal),
    },
    { name: "delete expired sign-ins", everyMs: HOUR_MS, run: () => deleteExpired(db, clock.now()) },
  ];
}

/**
 * Logs the newest row of each audit log that has grown since: where logs are collected on another machine, they show
 * later that no row was cut off.
 */
function createAuditHeadLogger({ db, log }: Pick<ServiceContext, "db" | "log">): () => Promise<void> {
  const logged = new Map<string, number>();
  return async () => {
    // Another machine may have begun a log meanwhile.
    if (engineOf(db).kind === "postgres") await recordAuditHeads(db);
    for (const { workspaceId, seq, hash } of await readAuditHeads(db)) {
      if (logged.get(workspaceId) === seq) continue;
      log.info({ workspaceId, rows: seq, hash }, "audit head");
      logged.set(workspaceId, seq);
      if (!(await contradictsRecord(db, workspaceId))) continue;
      const what = "the audit log is not intact: run greenroom admin audit verify";
      log.error({ workspaceId, rows: seq }, what);
    }
    const failure = auditSealOf(db).failure();
    if (failure !== undefined) log.error({ err: failure }, "the newest row of an audit log could not be recorded");
  };
}

interface Chore {
  readonly name: string;
  readonly everyMs: number;
  /** A failure is logged, and the next round comes all the same. The signal ends a long one when the service stops. */
  readonly run: (signal: AbortSignal) => Promise<unknown>;
}

/** The first round comes after one interval; `stop` ends the waits and lets a running round finish. */
export function startHousekeeping(chores: readonly Chore[], clock: Clock, log: Logger) {
  const stopping = new AbortController();
  const loops = chores.map(async (chore) => {
    while (!stopping.signal.aborted) {
      const slept = await clock.sleep(chore.everyMs, stopping.signal).then(
        () => true,
        () => false,
      );
      if (!slept) return;
      await chore
        .run(stopping.signal)
        .catch((error: unknown) => log.error({ err: error, chore: chore.name }, "a chore failed"));
    }
  });
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
