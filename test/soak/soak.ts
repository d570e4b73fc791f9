import BetterSqlite3 from "better-sqlite3";
import { DATABASE_FILE } from "../../packages/service/store/engine/database.ts";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Progress } from "../../bench/measure.ts";
import { createClient, systemClock } from "../../packages/client/index.ts";
import { ActionBroke, runAction } from "./actions.ts";
import { audit, KEPT_FOR_NOTHING } from "./audit.ts";
import { compare } from "./ledger-check.ts";
import { type Clients, type Ended, type Order, startClients } from "./clients.ts";
import { type Hurry, hurriedClock } from "./clock.ts";
import { expire, goneBy, PAST_THE_GRACE_MS, pullRequestKey } from "./expiry.ts";
import { figuresOf, heapOf, heldTooMuch, type Idle, nativeOf, type SoakCounts } from "./figures.ts";
import { growth, sample, type Series } from "./memory.ts";
import { type Attempt, closes, makePlan, SITES, type SoakPlan, type SoakSize } from "./plan.ts";
import { heldBy, openFilesOf } from "./process-table.ts";
import { readEverything } from "./reading.ts";
import { checkBackups, checkUpgrade, downgrade, fillDisk, mountDisk, watch } from "./operation.ts";
import { freePort } from "../engines/postgres.ts";
import { makeCommits, type SoakRepository } from "./repository.ts";
import { type SoakService, type SoakServiceStart, startSoakService } from "./service.ts";

/** A soak: how large, how hurried. */
export interface SoakOptions extends SoakSize {
  /** How many times faster than it is time goes by. */
  readonly factor: number;
  /** Waits until idle connections are gone, to compare what the process holds with a fresh one. */
  readonly watch: boolean;
  /** Whether it is operated as in a week: backups, an upgrade, a full disk, a clock that is set back, and alerts. */
  readonly operated: boolean;
  readonly progress: Progress;
}

/** What came of it. */
export interface Soaked {
  readonly figures: readonly Figure[];
  /** What is wrong; empty when everything agrees. */
  readonly findings: readonly string[];
}

const CLIENTS_AT_A_TIME = 32;
const ACTIONS_AT_A_TIME = 2;
/** A full disk lasts longer than a client waits. */
const MAX_TRIES = 20;
/** A full disk lasts longer than a close is tried by itself. */
const MAX_CLOSES = 100;
const FULL_MS = 45_000;
const SAMPLE_MS = 1000;
const PROGRESS_MS = 5000;
/** The collector condemns what is older than an hour, and removes it an hour later. */
const ROUND_MS = 2 * 60 * 60_000;
const MAX_ROUNDS = 20;
/** Idle connections are closed by then. */
const IDLE_MS = 14_000;

interface Scenario {
  readonly plan: SoakPlan;
  readonly options: SoakOptions;
  readonly service: SoakService;
  readonly clients: Clients;
  readonly repository: SoakRepository;
  readonly sites: readonly string[];
  readonly sinceStart: () => number;
  readonly until: (ms: number) => Promise<void>;
  readonly accepted: Map<number, Set<string>>;
  readonly ended: Map<number, Ended>;
  /** When the previews of closed pull requests go, by `pullRequestKey`. */
  readonly closed: Map<string, string>;
  readonly counts: SoakCounts;
  readonly findings: string[];
}

/** Soaks the service, and checks in the end whether anything was lost. */
export async function soak(options: SoakOptions): Promise<Soaked> {
  const startedAtMs = performance.now();
  const folder = await mkdtemp(join(tmpdir(), "greenroom-soak-"));
  try {
    return await soakIn(folder, options, startedAtMs);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function soakIn(folder: string, options: SoakOptions, startedAtMs: number): Promise<Soaked> {
  const data = join(folder, "data");
  const hurry = { epochMs: Date.now(), factor: options.factor };
  const repository = await makeCommits(join(folder, "repository"), options.deployments);
  await mkdir(data);
  using _disk = options.operated ? mountDisk(data) : undefined;
  const backups = join(folder, "backups");
  const operated = options.operated ? { backups, metricsPort: await freePort() } : undefined;
  await using prometheus = operated && (await watch(folder, operated.metricsPort, options.factor));
  const start = { data, repositoryRoot: folder, hurry };
  await using service = await startSoakService({ ...start, ...(operated && { operated }) });
  const accepted = new Map<number, Set<string>>();
  const noteAccepted = (attempt: number, id: string): void => {
    accepted.set(attempt, (accepted.get(attempt) ?? new Set()).add(id));
  };
  await using clients = await startClients({ ...service.ready, hurry }, noteAccepted);
  const sites = await makeSites(service, repository.url);
  letPreviewsExpire(data);
  const scenario = openScenario({ options, service, clients, repository, sites, accepted, hurry });
  const held = await play(scenario, data);
  const minutes = scenario.sinceStart() / 60_000;
  options.progress("everything ended; reading it all back");
  const { closed } = scenario;
  const reported = await readEverything(service.ready, (previews) =>
    goneBy(hurriedClock(service.hurry()).now(), previews, closed),
  );
  if (options.watch) await sleep(IDLE_MS);
  const idle = options.watch ? await idleOf(service) : undefined;
  const stopped = await service.stop();
  const { fresh, hurry: later } = await collectLater({ ...start, hurry: service.hurry() });
  const fired = await prometheus?.fired();
  const kept = operated && (await checkBackups({ data, backups, to: join(folder, "restored") }));
  const stored = await audit(data);
  options.progress("a day goes by, a month, and three months");
  const expired = await expire({ ...start, hurry: later }, reported.previews, closed);
  await collectLater({ ...start, hurry: expired.hurry });
  const left = await audit(data);
  const { attempts } = scenario.plan;
  const findings = [
    ...scenario.findings,
    ...compare(attempts, scenario, { stored, reported }),
    ...reported.findings,
    ...stored.findings,
    ...expired.findings,
    ...left.findings.map((finding) => `when all previews were gone, ${finding}`),
    ...(fired ? judgeAlerts(fired) : []),
    ...(kept?.findings ?? []),
    ...service.errors
      .filter((line) => !options.operated || !OF_A_FULL_DISK.test(line))
      .map((line) => `the service logged ${line}`),
    ...(stopped.code === 0 ? [] : [`the service ended with ${stopped.code} after SIGTERM: something held it`]),
    ...growth("native memory (MiB)", nativeOf(held)),
    ...growth("the live heap (MiB)", heapOf(held)),
    ...(idle === undefined ? [] : heldTooMuch(idle, fresh)),
  ];
  const lost = stored.deployments.filter(({ error_code }) => error_code === "worker_lost").length;
  const figures = figuresOf(scenario, { held, idle, fresh });
  const seconds = (performance.now() - startedAtMs) / 1000;
  return {
    findings,
    figures: [
      { name: "deployments, requested and stored", value: stored.deployments.length, unit: "deployments" },
      { name: "events, all contiguous", value: stored.events, unit: "events" },
      { name: "streams read back whole", value: reported.streams, unit: "streams" },
      { name: "previews opened, each with its own commit", value: reported.previews.length, unit: "previews" },
      { name: "of it gone, their pull request was closed", value: expired.closed, unit: "previews" },
      { name: "of it gone after a month or three", value: expired.expired, unit: "previews" },
      { name: "bytes of stored files, before and", value: stored.bytes, unit: "bytes" },
      { name: "after all previews were gone", value: left.bytes, unit: "bytes" },
      { name: "builds ended by two kills of the service", value: lost, unit: "deployments" },
      ...(kept
        ? [{ name: "snapshots of the backup, the newest restored", value: kept.snapshots, unit: "snapshots" }]
        : []),
      ...(fired ? [{ name: `alerts that fired: ${fired.join(", ")}`, value: fired.length, unit: "alerts" }] : []),
      ...figures,
      { name: "hurried time", value: minutes, unit: "minutes" },
      { name: "real time", value: seconds, unit: "s" },
      { name: "findings", value: findings.length, unit: "findings", goal: "0" },
    ],
  };
}

const OF_A_FULL_DISK = /disk_full|disk is full|not ready|SQLITE_FULL|ENOSPC|storage_exhausted/;

/** What must fire while the disk is full, and what can. */
function judgeAlerts(fired: readonly string[]): readonly string[] {
  const must = ["GreenroomDiskFilling", "GreenroomNotReady"];
  const can = [...must, "GreenroomBuildsBroken", "GreenroomBuildsWait"];
  return [
    ...must.filter((name) => !fired.includes(name)).map((name) => `the alert ${name} was silent`),
    ...fired.filter((name) => !can.includes(name)).map((name) => `the alert ${name} fired for nothing`),
  ];
}

function openScenario(
  given: Pick<Scenario, "options" | "service" | "clients" | "repository" | "sites" | "accepted"> & {
    readonly hurry: Hurry;
  },
): Scenario {
  const clock = hurriedClock(given.hurry);
  const startedAtMs = clock.monotonic();
  const sinceStart = (): number => clock.monotonic() - startedAtMs;
  return {
    ...given,
    plan: makePlan(given.options),
    sinceStart,
    until: (ms) => clock.sleep(ms - sinceStart()),
    ended: new Map(),
    closed: new Map(),
    counts: { kills: 0, clientKills: 0, actionKills: 0, actionRuns: 0, tries: 0 },
    findings: [],
  };
}

async function makeSites({ ready }: SoakService, repositoryUrl: string): Promise<readonly string[]> {
  const { baseUrl, token, projectId } = ready;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return Promise.all(
    Array.from({ length: SITES }, async (_, index) => {
      const body = JSON.stringify({ projectId, name: `Site ${index}`, slug: `site-${index}`, repositoryUrl });
      const response = await fetch(new URL("/sites", baseUrl), { method: "POST", headers, body });
      const { data } = (await response.json()) as { readonly data: { readonly id: string } };
      return data.id;
    }),
  );
}

/** Only a person may choose it, and none takes part here. */
function letPreviewsExpire(data: string): void {
  const db = new BetterSqlite3(join(data, DATABASE_FILE));
  try {
    db.exec("UPDATE sites SET preview_expiry_days = 30");
  } finally {
    db.close();
  }
}

/** Everything at once: the attempts, the kills, the watch over the memory. */
async function play(scenario: Scenario, data: string): Promise<Series["samples"]> {
  const { plan, service, clients, counts, options } = scenario;
  const over = new AbortController();
  const progressing = reportProgress(scenario, over.signal);
  const series = Promise.withResolvers<Series>();
  const storms = async (): Promise<void> => {
    for (const atMs of plan.serviceKillsAtMs) {
      await scenario.until(atMs);
      await service.kill();
      counts.kills += 1;
    }
    await scenario.until(plan.calmFromMs);
    if (options.operated) {
      await service.restart(() => downgrade(data));
      scenario.findings.push(...checkUpgrade(data));
    }
    series.resolve(sample(service, SAMPLE_MS));
    if (options.operated) {
      await scenario.until(plan.spanMs * 0.6);
      options.progress("the disk is full");
      await fillDisk(data, FULL_MS);
      options.progress("the disk has room again");
    }
    await scenario.until(plan.spanMs * 0.7);
    service.leap(PAST_THE_GRACE_MS);
    await scenario.until(plan.spanMs * 0.9);
    if (options.operated) service.stepClock();
  };
  const clientKills = async (): Promise<void> => {
    for (const atMs of plan.clientKillsAtMs) {
      await scenario.until(atMs);
      await clients.kill();
      counts.clientKills += 1;
    }
  };
  try {
    const of = (by: Attempt["by"]): readonly Attempt[] => plan.attempts.filter((attempt) => attempt.by === by);
    await Promise.all([
      storms(),
      clientKills(),
      inTurn(scenario, of("client"), CLIENTS_AT_A_TIME),
      inTurn(scenario, of("action"), ACTIONS_AT_A_TIME),
    ]);
  } finally {
    over.abort();
  }
  await progressing;
  const watched = await series.promise;
  await watched.stop();
  options.progress(`ended: ${scenario.ended.size} attempts`);
  return watched.samples;
}

async function inTurn(scenario: Scenario, attempts: readonly Attempt[], atATime: number): Promise<void> {
  const waiting = attempts.values();
  await Promise.all(
    Array.from({ length: atATime }, async () => {
      for (const attempt of waiting) {
        await scenario.until(attempt.atMs);
        await settle(scenario, attempt);
      }
    }),
  );
}

/** Tries an attempt until it ended; each further try is the same attempt. */
async function settle(scenario: Scenario, attempt: Attempt): Promise<void> {
  const { counts, findings } = scenario;
  const order = orderOf(scenario, attempt);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    counts.tries += 1;
    try {
      scenario.ended.set(
        attempt.id,
        await (attempt.by === "client" ? scenario.clients.run(order) : act(scenario, attempt, order)),
      );
      return await closeWhenEnded(scenario, attempt);
    } catch (error) {
      if (error instanceof ActionBroke || /twins got/.test(String(error))) findings.push(String(error));
      scenario.options.progress(`tries again: ${String(error).slice(0, 200)}`);
    }
  }
}

/** A pull request is closed when the last attempt of it has ended. The service may be down for a moment. */
async function closeWhenEnded(scenario: Scenario, { pullRequest, site }: Attempt): Promise<void> {
  const { plan, service, ended, closed } = scenario;
  if (pullRequest === undefined || !closes(pullRequest)) return;
  const all = plan.attempts.filter((other) => other.site === site && other.pullRequest === pullRequest);
  if (!all.every(({ id }) => ended.has(id))) return;
  const siteId = scenario.sites[site] ?? "";
  const { baseUrl, token } = service.ready;
  const client = createClient({ baseUrl: new URL(baseUrl), token, userAgent: "greenroom-soak", clock: systemClock });
  for (let tries = 1; tries <= MAX_CLOSES; tries += 1) {
    try {
      const { removeAt } = await client.deployments.closePullRequest(siteId, pullRequest);
      closed.set(pullRequestKey(siteId, pullRequest), removeAt);
      return;
    } catch (error) {
      scenario.options.progress(`closes again: ${String(error).slice(0, 200)}`);
      await sleep(SAMPLE_MS);
    }
  }
  scenario.findings.push(`pull request ${pullRequest} of ${siteId} could not be closed`);
}

function orderOf({ repository, sites }: Scenario, { id, wish, site, branch, pullRequest }: Attempt): Order {
  const commitSha = wish === "break" ? "00000000000000000000000000000000deadbeef" : (repository.commits[id] ?? "");
  return { id, wish, branch, pullRequest, siteId: sites[site] ?? "", commitSha };
}

async function act({ service, counts }: Scenario, { killAfterMs }: Attempt, order: Order): Promise<Ended> {
  const ended = await runAction(service.ready, order, killAfterMs);
  counts.actionKills += ended.kills;
  counts.actionRuns += ended.runs;
  return ended;
}

async function reportProgress(scenario: Scenario, signal: AbortSignal): Promise<void> {
  const { options, ended, counts, sinceStart, accepted, service } = scenario;
  while (!signal.aborted) {
    await sleep(PROGRESS_MS, undefined, { signal }).catch(() => undefined);
    const minute = (sinceStart() / 60_000).toFixed(0).padStart(3);
    const kills = `${counts.kills} kills of the service, ${counts.clientKills} of the clients, ${counts.actionKills} of actions`;
    const memory = Math.round(((await heldBy(service.pid() ?? 0))?.rssBytes ?? 0) / 1024 ** 2);
    options.progress(
      `minute ${minute}: ${accepted.size} accepted, ${ended.size} ended of ${options.deployments}; ${kills}; ${memory} MiB`,
    );
  }
}

async function idleOf(service: SoakService): Promise<Idle> {
  return { measured: await service.measure(), openFiles: await openFilesOf(service.pid() ?? 0) };
}

/** A fresh process, in which hours go by: it removes the files nothing refers to. @returns What it held at first. */
async function collectLater(start: SoakServiceStart): Promise<{ readonly fresh: Idle; readonly hurry: Hurry }> {
  await using service = await startSoakService(start);
  const fresh = await idleOf(service);
  for (let rounds = 1; rounds <= MAX_ROUNDS; rounds += 1) {
    service.leap(ROUND_MS);
    await sleep(SAMPLE_MS);
    const { findings } = await audit(start.data);
    if (!findings.some((finding) => finding.includes(KEPT_FOR_NOTHING))) break;
  }
  await service.stop();
  return { fresh, hurry: service.hurry() };
}
