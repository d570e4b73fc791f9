import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Progress } from "../../bench/measure.ts";
import { MissingError } from "../engines/program.ts";
import { randomFrom } from "../random.ts";
import { type ClientDeps, type Ledger, makeSites, runArchiver, runClient, signIn } from "./clients.ts";
import { collect } from "./collect.ts";
import { fillDisk, loseObject } from "./disks.ts";
import { type Fault, planFaults } from "./faults.ts";
import { BUILDS_RUNNING, type Installation, LEASE_MS, startInstallation } from "./installation.ts";
import { attemptsOf, type History, judge } from "./judge.ts";
import type { Outcome } from "./report.ts";

export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly progress: Progress;
  /** Ends it early: what is left is then not waited for. */
  readonly signal: AbortSignal;
}

const CLIENTS_A_SITE = 2;
const PROGRESS_MS = 10_000;
const SAMPLE_MS = 200;
/** Longest time after the last fault until everything has ended. */
const QUIET_MS = 180_000;
const LOOK_MS = 1_000;

interface Counts {
  readonly faults: Map<string, number>;
  mostRunning: number;
}

/** Breaks an installation for some minutes while clients use it. Its folder, with the logs, stays when something is wrong. */
export async function runChaos(options: ChaosOptions): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-chaos-"));
  const { history, ledger, counts } = await play(folder, options).catch(async (error: unknown) => {
    if (error instanceof MissingError) await rm(folder, { recursive: true, force: true });
    throw error;
  });
  const findings = judge(history);
  if (findings.length === 0) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  else options.progress(`the logs are in ${join(folder, "logs")}`);
  return { figures: figuresOf(history, ledger, counts), findings };
}

async function play(folder: string, { minutes, seed, progress, signal }: ChaosOptions) {
  await using installation = await startInstallation(folder);
  const [over, giveUp] = [new AbortController(), new AbortController()];
  const ledger: Ledger = {
    acknowledged: [],
    replays: [],
    streams: [],
    decisions: [],
    internalErrors: [],
    connections: 0,
    cancels: 0,
    releases: 0,
    archives: 0,
  };
  const deps: ClientDeps = {
    installation,
    ledger,
    people: await signIn(installation),
    random: randomFrom(seed + 1),
    over: over.signal,
    giveUp: giveUp.signal,
  };
  const sites = await makeSites(installation);
  progress("everything is up");
  const counts: Counts = { faults: new Map(), mostRunning: 0 };
  const watching = [watchRunning(installation, counts, giveUp.signal), report(deps, counts, progress)];
  const clients = sites.flatMap((site) => [
    ...Array.from({ length: CLIENTS_A_SITE }, () => runClient(deps, site)),
    ...(site.use === "archive" ? [runArchiver(deps, site)] : []),
  ]);
  await breakThings(installation, counts, { seed, spanMs: minutes * 60_000, signal });
  progress("nothing breaks any more");
  over.abort();
  const late = setTimeout(() => giveUp.abort(), signal.aborted ? 0 : QUIET_MS);
  await Promise.all(installation.processes.map((each) => Promise.race([each.ready(), aborted(giveUp.signal)])));
  await Promise.all(clients);
  await untilEnded(installation, giveUp.signal);
  clearTimeout(late);
  giveUp.abort();
  await Promise.all(watching);
  progress("everything ended; repairing what was lost");
  await installation.repairObjects();
  progress("reading it all back");
  const crashed = installation.processes.flatMap(({ name, unasked }) => (unasked > 0 ? [name] : []));
  const seen = { quota: BUILDS_RUNNING, mostRunning: counts.mostRunning, crashed };
  return { history: await collect(installation, ledger, seen), ledger, counts };
}

const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : new Promise((resolve) => signal.addEventListener("abort", resolve));

async function breakThings(
  installation: Installation,
  { faults }: Counts,
  { seed, spanMs, signal }: { readonly seed: number; readonly spanMs: number; readonly signal: AbortSignal },
): Promise<void> {
  const { links } = installation;
  const processes = installation.processes.map(({ name }) => name);
  const planned = planFaults({ seed, spanMs, processes, links, leaseMs: LEASE_MS });
  const busy = new Set<string>();
  const startedAtMs = performance.now();
  const mending: Promise<void>[] = [];
  for (const fault of planned) {
    await sleep(Math.max(0, startedAtMs + fault.atMs - performance.now()), undefined, { signal }).catch(
      () => undefined,
    );
    if (signal.aborted) break;
    const { target, name } = describeFault(fault);
    if (busy.has(target)) continue;
    busy.add(target);
    faults.set(name, (faults.get(name) ?? 0) + 1);
    mending.push(inflict(installation, fault).finally(() => busy.delete(target)));
  }
  await Promise.all(mending);
}

/** What a fault breaks, one at a time for each, and its name in the table, which is the same for all fronts. */
function describeFault(fault: Fault): { readonly target: string; readonly name: string } {
  const { kind } = fault;
  switch (kind) {
    case "kill":
    case "freeze":
      return { target: fault.process, name: `${kind} a process: ${withoutNumber(fault.process)}` };
    case "disturb":
      return { target: fault.link, name: `${kind} a link: ${fault.how}` };
    case "crash":
      return { target: fault.engine, name: `${kind} an engine: ${fault.engine}` };
    case "failover":
      return { target: "database", name: "promote the standby" };
    case "fill":
      // Where every machine is full, a build fails, and that is right.
      return { target: "disk", name: `${kind} a disk: ${fault.what} of ${withoutNumber(fault.process)}` };
    case "lose":
      return { target: "object", name: `${kind} an object: ${fault.how}` };
  }
}

const withoutNumber = (process: string): string => process.replace(/-\d+$/, "");

/** Breaks one thing, and repairs it when its time is over. */
async function inflict(installation: Installation, fault: Fault): Promise<void> {
  switch (fault.kind) {
    case "kill":
      installation.processes.find(({ name }) => name === fault.process)?.kill();
      return;
    case "freeze": {
      const frozen = installation.processes.find(({ name }) => name === fault.process);
      frozen?.freeze();
      await sleep(fault.forMs);
      frozen?.thaw();
      return;
    }
    case "disturb":
      await installation.network.disturb(fault.link, fault.how);
      await sleep(fault.forMs);
      await installation.network.repair(fault.link);
      return;
    case "crash":
      await (fault.engine === "database" ? installation.crashDatabase() : installation.crashStore());
      return;
    case "failover":
      await installation.failOver();
      return;
    case "fill":
      await fillDisk(installation.folderOf(fault.process), fault.what, () => sleep(fault.forMs));
      return;
    case "lose":
      await loseObject(installation.bucketFolder, fault);
  }
}

const building = ({ db }: Installation) =>
  db
    .selectFrom("deployments")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("status", "=", "building")
    // Those that run no commands are built beside the slots.
    .where("lane", "=", "slot")
    // What was given back runs nowhere.
    .where("lease_owner", "is not", null)
    .where("environment", "=", "preview")
    .groupBy("workspace_id")
    .execute();

/** Asks the database again and again how many builds run; one statement sees one moment. */
async function watchRunning(installation: Installation, counts: Counts, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const running = await building(installation).catch(() => []);
    counts.mostRunning = Math.max(counts.mostRunning, ...running.map(({ count }) => count));
    await sleep(SAMPLE_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function untilEnded({ db }: Installation, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const open = await db
      .selectFrom("deployments")
      .select("id")
      .where("status", "in", ["queued", "building"])
      .limit(1)
      .execute()
      .catch(() => [undefined]);
    if (open.length === 0) return;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function report({ ledger, giveUp }: ClientDeps, { faults }: Counts, progress: Progress): Promise<void> {
  const startedAtMs = performance.now();
  while (!giveUp.aborted) {
    await sleep(PROGRESS_MS, undefined, { signal: giveUp }).catch(() => undefined);
    const seconds = Math.round((performance.now() - startedAtMs) / 1_000);
    const broken = [...faults.values()].reduce((sum, count) => sum + count, 0);
    const { acknowledged, streams, decisions } = ledger;
    progress(
      `${seconds} s: ${broken} faults, ${acknowledged.length} acknowledged, ${streams.length} followed to their end, ${decisions.length} decisions`,
    );
  }
}

function figuresOf(history: History, ledger: Ledger, { faults, mostRunning }: Counts): readonly Figure[] {
  const { deployments, approvals } = history;
  const ended = (status: string, environment: string): number =>
    deployments.filter((each) => each.status === status && each.environment === environment).length;
  const counted = (name: string, value: number, unit: string): Figure => ({ name, value, unit });
  return [
    ...[...faults]
      .sort(([left], [right]) => left.localeCompare(right))
      .map(([name, count]) => counted(name, count, "faults")),
    counted("keys acknowledged", history.acknowledged.length, "keys"),
    counted("answers to a key again", history.replays.length, "answers"),
    counted("previews ready", ended("ready", "preview"), "deployments"),
    counted("previews canceled, of them by a client", ended("canceled", "preview"), `(${ledger.cancels})`),
    counted(
      "builds that another worker began again",
      deployments.reduce((sum, each) => sum + Math.max(0, attemptsOf(each).length - 1), 0),
      "builds",
    ),
    counted("releases ready", ended("ready", "production"), "deployments"),
    counted("releases overtaken", ended("failed", "production"), "deployments"),
    counted("requests for a release", approvals.length, "requests"),
    counted("decisions sent", history.decisions.length, "decisions"),
    counted("sites archived and restored", ledger.archives, "times"),
    counted("streams", history.streams.length, "streams"),
    counted("connections of streams", ledger.connections, "connections"),
    counted("most builds at once", mostRunning, `of ${BUILDS_RUNNING}`),
    counted("pages compared", history.served.length, "pages"),
    counted("objects named", history.named.size, "objects"),
  ];
}
