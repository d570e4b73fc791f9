import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Figure, Progress } from "../../bench/measure.ts";
import { type Client, createClient, systemClock } from "../../packages/client/index.ts";
import type { Clock } from "../../packages/contract/clock.ts";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import { requestHost } from "../http.ts";
import { eachOf } from "../lanes.ts";
import { type AttemptResult, type Order, runClient, WrongResult } from "./attempts.ts";
import { audit, type Stored } from "./audit.ts";
import { figuresOf, growth, type Held, sample } from "./memory.ts";
import { type Attempt, makePlan, SITES, type SoakPlan, type SoakSize } from "./plan.ts";
import { makeCommits, OWN_FILE, ownText, type SoakRepository } from "./repository.ts";
import { fastClock, type SoakService, startSoakService } from "./service.ts";

/** A soak: how large, how fast. */
export interface SoakOptions extends SoakSize {
  /** How many times faster than it is time goes by. */
  readonly factor: number;
  readonly progress: Progress;
}

const CLIENTS_AT_A_TIME = 32;
const READERS_AT_A_TIME = 8;
const MAX_TRIES = 20;
const PROGRESS_MS = 5000;
/** Fewer end while the service still warms up: what it holds then grows, on a slow machine for many samples. */
const FEWEST_DEPLOYMENTS = 200;

/** What the soak itself writes down while it goes on. */
class Books {
  /** Every deployment that a client got, by attempt. */
  readonly accepted = new Map<number, Set<string>>();
  readonly ended = new Map<number, AttemptResult>();
  readonly findings: string[] = [];
  kills = 0;

  note(attempt: number, deploymentId: string): void {
    this.accepted.set(attempt, (this.accepted.get(attempt) ?? new Set()).add(deploymentId));
  }
}

interface Scenario {
  readonly plan: SoakPlan;
  readonly options: SoakOptions;
  readonly service: SoakService;
  readonly client: Client;
  readonly clock: Clock;
  readonly repository: SoakRepository;
  readonly sites: readonly string[];
  readonly books: Books;
  /** Waits for a moment of the plan. */
  readonly until: (ms: number) => Promise<void>;
}

/** Soaks the service, and checks in the end whether anything was lost. @returns Findings: empty when everything agrees. */
export async function soak(options: SoakOptions): Promise<{
  readonly figures: readonly Figure[];
  readonly findings: readonly string[];
}> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-soak-"));
  try {
    return await soakIn(folder, options);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function soakIn(folder: string, options: SoakOptions) {
  const startedAtMs = performance.now();
  const data = join(folder, "data");
  const start = { data, repositoryRoot: folder, time: { epochMs: Date.now(), factor: options.factor } };
  const repository = await makeCommits(join(folder, "repository"), options.deployments);
  await using service = await startSoakService(start);
  const clock = fastClock(start.time);
  const { baseUrl, token } = service.ready;
  const connection = { baseUrl: new URL(baseUrl), token, userAgent: "greenroom-soak" };
  const begunAtMs = clock.monotonic();
  const scenario: Scenario = {
    plan: makePlan(options),
    options,
    service,
    // What the network of this machine needs takes real time.
    client: createClient({ ...connection, clock, limits: { requestTimeoutMs: 30_000 * options.factor, maxTries: 30 } }),
    clock,
    repository,
    sites: await makeSites(service, repository.url),
    books: new Books(),
    until: (ms) => clock.sleep(begunAtMs + ms - clock.monotonic()),
  };
  const samples = await play(scenario);
  options.progress("everything ended; reading it all back");
  const reported = await readEverything(createClient({ ...connection, clock: systemClock }), baseUrl);
  const code = await service.stop();
  const stored = await audit(data);
  const { plan, books } = scenario;
  const findings = [
    ...books.findings,
    ...compare(plan.attempts, books, stored, reported.deployments),
    ...reported.findings,
    ...stored.findings,
    ...service.errors.map((line) => `the service logged ${line}`),
    ...(code === 0 ? [] : [`the service ended with ${code} after SIGTERM: something held it`]),
    ...(options.deployments < FEWEST_DEPLOYMENTS ? [] : growth(samples)),
  ];
  const lost = stored.deployments.filter(({ error_code }) => error_code === "worker_lost").length;
  return {
    findings,
    figures: [
      { name: "deployments, requested and stored", value: stored.deployments.length, unit: "deployments" },
      { name: "events, all contiguous", value: stored.events, unit: "events" },
      { name: "previews opened, each with its own commit", value: reported.previews, unit: "previews" },
      { name: "kills of the service", value: books.kills, unit: "kills" },
      { name: "builds ended by two kills of the service", value: lost, unit: "deployments" },
      ...figuresOf(samples),
      { name: "time", value: Math.round((performance.now() - startedAtMs) / 1000), unit: "s" },
      { name: "findings", value: findings.length, unit: "findings", goal: "0" },
    ],
  };
}

const Site = z.object({ data: z.object({ id: z.string() }) });

async function makeSites({ ready }: SoakService, repositoryUrl: string): Promise<readonly string[]> {
  const { baseUrl, token, projectId } = ready;
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return Promise.all(
    Array.from({ length: SITES }, async (_, index) => {
      const body = JSON.stringify({ projectId, name: `Site ${index}`, slug: `site-${index}`, repositoryUrl });
      const response = await fetch(new URL("/sites", baseUrl), { method: "POST", headers, body });
      return Site.parse(await response.json()).data.id;
    }),
  );
}

/** Everything at once: the attempts, the kills, the watch over the memory. @returns What was held once the kills were over. */
async function play(scenario: Scenario): Promise<readonly Held[]> {
  const { plan, service, books, options } = scenario;
  const over = new AbortController();
  const progressing = reportProgress(scenario, over.signal);
  const storms = async (): Promise<() => Promise<readonly Held[]>> => {
    for (const atMs of plan.serviceKillsAtMs) {
      await scenario.until(atMs);
      await service.kill();
      books.kills += 1;
    }
    await scenario.until(plan.calmFromMs);
    const sampling = sample(service, over.signal);
    return () => sampling;
  };
  const [samples] = await Promise.all([
    storms(),
    eachOf(plan.attempts, CLIENTS_AT_A_TIME, (attempt) => settle(scenario, attempt)),
  ]).finally(() => over.abort());
  await progressing;
  options.progress(`ended: ${books.ended.size} attempts`);
  return samples();
}

/** Tries an attempt until it ended; each further try is the same attempt. */
async function settle(scenario: Scenario, attempt: Attempt): Promise<void> {
  const { books, options } = scenario;
  await scenario.until(attempt.atMs);
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    try {
      books.ended.set(attempt.id, await run(scenario, attempt));
      return;
    } catch (error) {
      if (error instanceof WrongResult) books.findings.push(error.message);
      options.progress(`tries again: ${String(error).slice(0, 200)}`);
    }
  }
}

async function run({ repository, sites, client, clock, books }: Scenario, attempt: Attempt) {
  const { id, wish, site } = attempt;
  const commitSha = wish === "break" ? "00000000000000000000000000000000deadbeef" : (repository.commits[id] ?? "");
  const order: Order = { ...attempt, siteId: sites[site] ?? "", commitSha };
  return await runClient(client, clock, order, (deploymentId) => books.note(id, deploymentId));
}

async function reportProgress({ options, books }: Scenario, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(PROGRESS_MS, undefined, { signal }).catch(() => undefined);
    const { accepted, ended, kills } = books;
    const counts = `${accepted.size} accepted, ${ended.size} ended of ${options.deployments}`;
    options.progress(`${counts}; ${kills} kills of the service`);
  }
}

/** Compares what was requested with what the service has, over its interface and on its disk. */
function compare(
  attempts: readonly Attempt[],
  { accepted, ended }: Books,
  stored: Stored,
  reported: readonly ReceivedDeployment[],
): readonly string[] {
  const rows = new Map(stored.deployments.map((row) => [row.id, row]));
  const byBranch = Map.groupBy(stored.deployments, ({ branch }) => branch);
  const requested = [...ended.values()].reduce((sum, { n }) => sum + n, 0);
  const counts = { requested, stored: rows.size, keys: stored.keys, reported: reported.length };
  const findings = new Set(Object.values(counts)).size === 1 ? [] : [`counts differ: ${JSON.stringify(counts)}`];
  for (const attempt of attempts) {
    const made = byBranch.get(attempt.branch) ?? [];
    const result = ended.get(attempt.id);
    const row = rows.get(result?.deploymentId ?? "");
    const wrong = [...(accepted.get(attempt.id) ?? [])].flatMap((id) =>
      rows.has(id) ? [] : [`${id} was acknowledged and is gone`],
    );
    if (result === undefined) wrong.push("it never ended");
    else {
      if (row?.branch !== attempt.branch) wrong.push(`${result.deploymentId} is not its own`);
      if (row?.status !== result.status) wrong.push(`reported ${result.status}, it is ${row?.status}`);
      if (made.length !== result.n) wrong.push(`${made.length} deployments for ${result.n} keys`);
      if (!mayEndAs(attempt, result)) wrong.push(`${attempt.wish} ended ${result.status} ${result.code}`);
    }
    findings.push(...wrong.map((text) => `attempt ${attempt.id}: ${text}`));
  }
  const lies = reported.filter(({ id, status }) => rows.get(id)?.status !== status);
  return [...findings, ...lies.map(({ id, status }) => `${id} is reported as ${status}, which is not what is stored`)];
}

function mayEndAs({ wish }: Attempt, { status, code }: AttemptResult): boolean {
  // Two kills of the service in one build end it, with an error.
  if (status === "failed" && code === "worker_lost") return true;
  if (wish === "break") return status === "failed" && code === "commit_not_found";
  return status === "ready" || (wish === "cancel" && status === "canceled");
}

/** Reads every deployment, every event stream and every preview over the interface. */
async function readEverything(client: Client, baseUrl: string) {
  const deployments: ReceivedDeployment[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await client.deployments.list({ limit: 100, ...(cursor !== undefined && { cursor }) });
    deployments.push(...page.deployments);
    cursor = page.nextCursor;
  }
  const findings: string[] = [];
  const previews = deployments.filter(({ status }) => status === "ready");
  await eachOf(deployments, READERS_AT_A_TIME, async ({ id }) => {
    const ids: string[] = [];
    for await (const item of client.events(id)) {
      if (item.kind === "reconnect") findings.push(`the stream of ${id} broke off in the calm`);
      if (item.kind === "event") ids.push(item.id);
    }
    const contiguous = ids.every((each, index) => each === String(index + 1));
    if (!contiguous) findings.push(`the stream of ${id} came as ${ids.join(" ")}`);
  });
  await eachOf(previews, READERS_AT_A_TIME, async ({ id, branch, previewUrl }) => {
    const { text } = await requestHost(new URL(baseUrl).port, new URL(previewUrl ?? "").host, `/${OWN_FILE}`);
    const right = text === ownText(Number(branch?.slice("soak/".length)));
    if (!right) findings.push(`the preview of ${id} responds with ${text.slice(0, 80)}`);
  });
  return { deployments, previews: previews.length, findings };
}
