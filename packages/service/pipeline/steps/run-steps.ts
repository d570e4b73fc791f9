import { mkdir } from "node:fs/promises";
import { posix } from "node:path";
import semver from "semver";
import { timeText, whoRaises } from "../../domain/build-limits.ts";
import { buildsRoot } from "../../settings.ts";
import { cacheFolder, type CacheScope, ownFolder } from "../build-folders.ts";
import { BuildFailure, MachineFault } from "../failure.ts";
import { type Bounds, type BuildJob, timed } from "../job.ts";
import { listNames } from "../output/check-site.ts";
import type { Folder } from "../output/tree.ts";
import type { ChosenValues } from "../record.ts";
import { PROGRAM_NOT_FOUND, type RunResult } from "../sandbox/command.ts";
import type { Step } from "../sandbox/sandbox.ts";
import { openStepNetwork, type StepNetwork } from "../sandbox/step-network.ts";
import { textAt } from "../source/checkout.ts";
import type { ClonedSource } from "../source/clone.ts";
import type { GitFolder } from "../source/git.ts";
import type { HostConfig } from "../source/host-rules.ts";
import { placeRepository } from "../source/source.ts";
import { keepStepLines, reasonSentence, type StepLines } from "./diagnose.ts";
import { type FileTime, fileTime, passed } from "./file-changes.ts";
import { KeptDependencies } from "./kept-dependencies.ts";
import { LOCKFILE_OUTDATED } from "./known-errors.ts";
import type { BuildPlan } from "./plan.ts";
import type { FetchedTool } from "./tools.ts";

export interface Build extends Bounds {
  readonly job: BuildJob;
  readonly git: GitFolder;
  readonly checkout: Folder;
  readonly source: ClonedSource;
  readonly plan: BuildPlan;
  readonly tools: readonly FetchedTool[];
  readonly values: ChosenValues;
  readonly hostConfig: HostConfig;
  /** Null when it is not known. */
  readonly defaultBranch: string | null;
  readonly systemValues: Readonly<Record<string, string>>;
}

export interface RanSteps {
  /** `again` when the build command failed with what an earlier build kept. */
  readonly kind: "done" | "again";
  readonly dependencies: KeptDependencies | undefined;
  /** Files that commands wrote have a later time; undefined when none ran. */
  readonly commandsStartedAt: FileTime | undefined;
}

/** Runs the commands of a plan; the install command only when no earlier build kept the dependencies. */
export async function runSteps(build: Build, { reuseKept }: { readonly reuseKept: boolean }): Promise<RanSteps> {
  const { job, folder, git, source, plan, values, hostConfig } = build;
  const { install, build: command } = plan;
  const scope = scopeOf(build);
  await using cache = job.caches.take(cacheFolder(buildsRoot(job.service.settings), scope));
  await placeRepository(git, source);
  const id = await job.sandbox.prepare({ folder, cache: cache.folder });
  const stepBuild = { ...build, cache: cache.folder };
  let commandsStartedAt: FileTime | undefined;
  if (plan.lock !== null) {
    await cache.clean();
    await runInstall(stepBuild, plan.lock);
  }
  // Nothing is kept for a commit that is on no branch. Elsewhere kept files belong to the build account of the branch's
  // cache, so they need a cache that is shared.
  const keeps = source.branch.kind !== "unverified" && cache.isShared;
  const inputs = {
    ...build,
    scope,
    defaultScope: defaultScopeOf(build),
    id,
    tools: build.tools.map(({ name }) => name),
    commitSha: source.commitSha,
    values: { ...hostConfig.environment, ...values.install },
  };
  const dependencies = keeps ? await KeptDependencies.open(inputs) : undefined;
  const isTaken = reuseKept && dependencies !== undefined && (await dependencies.take());
  if (install !== null && !isTaken) {
    const run = async (): Promise<void> => {
      // Not before: to see what an install reads, times of all files were changed.
      commandsStartedAt = await markTime(folder);
      await cache.clean();
      await installPackages(stepBuild, install);
    };
    await (dependencies === undefined ? run() : dependencies.install(run));
  }
  await dependencies?.ready();
  try {
    commandsStartedAt ??= await markTime(folder);
    if (plan.ownScripts.length > 0) {
      await runStep(stepBuild, "install", plan.ownScripts.map((name) => `npm run ${name}`).join(" && "));
    }
    if (command !== null) await runStep(stepBuild, "build", command);
    return { kind: "done", dependencies, commandsStartedAt };
  } catch (error) {
    const isOfSite = error instanceof BuildFailure && ["install_failed", "build_failed"].includes(error.code);
    if (!isTaken || !isOfSite) throw error;
    const why =
      "The build failed with the dependencies of an earlier one: they are installed again, and it runs once more";
    job.log.line("system", why, "warn");
    return { kind: "again", dependencies: undefined, commandsStartedAt };
  }
}

interface RunningBuild extends Build {
  readonly cache: string;
}

/** What a build leaves in a cache reaches the next one: it is shared only by verified commits of one branch. */
function scopeOf(build: Build): CacheScope {
  const { branch, commitSha } = build.source;
  if (branch.kind === "default") return defaultScopeOf(build);
  const siteId = build.job.record.order.site.id;
  return { siteId, branch: branch.kind === "branch" ? branch.name : null, commitSha };
}

function defaultScopeOf({ job, defaultBranch }: Build): CacheScope {
  return { siteId: job.record.order.site.id, branch: defaultBranch, commitSha: null };
}

/** Installs what the lockfile says, or what package.json asks for where the two do not match. */
async function installPackages(build: RunningBuild, install: string): Promise<void> {
  const { job, plan } = build;
  try {
    await runInstall(build, install);
  } catch (error) {
    const isOutdated =
      error instanceof BuildFailure &&
      error.code === "install_failed" &&
      error.diagnostics[0]?.code === LOCKFILE_OUTDATED;
    if (!isOutdated || plan.unlocked === null) throw error;
    const file = String(plan.lockfile);
    const what = `${file} does not match package.json, and what that asks for is installed: versions can differ from build to build until ${file} is written again and committed`;
    job.log.line("system", what, "warn");
    await runInstall(build, plan.unlocked);
  }
}

/** Runs a command of a package manager, and once more where it stood still. */
async function runInstall(build: RunningBuild, command: string): Promise<void> {
  try {
    await runStep(build, "install", command);
  } catch (error) {
    if (!(error instanceof StandsStill)) throw error;
    build.job.log.line("system", "The install step stood still and was stopped: it runs once more", "warn");
    await runStep(build, "install", command);
  }
}

/** What is written from now on has a later time. */
async function markTime(folder: string): Promise<FileTime> {
  const own = ownFolder(folder);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const time = fileTime(own);
  await passed(own, time);
  return time;
}

/** Longer than package managers wait between two tries of a request. [npm, fetch-retry-maxtimeout] */
const MAX_IDLE_MS = 2 * 60_000;

/** Its processes wait for something that does not come: at times npm prints its end and does not exit. */
class StandsStill extends BuildFailure {
  constructor() {
    super("timed_out", "The install step stood still and was stopped. Deploy again.");
  }
}

/** What a site runs itself may wait for as long as it likes. */
const isOfPackageManager = (command: string, { install, lock, unlocked, lockfile }: BuildPlan): boolean =>
  lockfile !== null && [install, lock, unlocked].includes(command);

async function runStep(build: RunningBuild, step: Step, command: string): Promise<void> {
  const { job, folder, group, diskUse, source, plan, tools, values, hostConfig, systemValues, cache } = build;
  const { limits, log, signal, sandbox } = job;
  const unavailable = await sandbox.unavailable();
  if (unavailable !== undefined) throw new MachineFault("sandbox_unavailable", unavailable);
  const timeoutMs = step === "install" ? limits.installMs : limits.buildMs;
  log.line(step, `$ ${command}`);
  const lines = keepStepLines();
  // Only the install step sees the cache.
  const folders = step === "install" ? [folder, cache] : [folder];
  await timed(job, step, async () => {
    const trust = {
      isUnverified: source.branch.kind === "unverified",
      hasValues: Object.keys(values.build).length > 0,
    };
    await using network = await openStepNetwork(job, step, { ...trust, folder });
    const result = await sandbox.run({
      command,
      step,
      folder,
      cwd: step === "install" ? plan.installRoot : plan.root,
      cache,
      tools,
      hasOldNpm: tools.some(({ program, version }) => program === "npm" && semver.lt(version, "10.0.0")),
      limits: {
        timeoutMs,
        ...(isOfPackageManager(command, plan) && { idleMs: Math.min(MAX_IDLE_MS, timeoutMs / 3) }),
        memoryBytes: limits.memoryBytes,
        processes: limits.processes,
        tasks: limits.tasks,
        group,
        exceeded: (pids) => diskUse.exceeded(folders, pids),
      },
      egress: network.egress,
      variables: { ...hostConfig.environment, ...values[step], ...systemValues },
      output: {
        signal,
        onLine: (line) => {
          network.read(line);
          lines.add(line, log.line(step, line));
        },
        onLeftOut: (count) =>
          log.line("system", `${count} lines are left out: the ${step} step printed too many a second`, "warn"),
        isOutputWanted: () => !log.isFull(),
        ready: () => log.ready(),
        redactor: log.redactor,
      },
    });
    if (result.kind === "exited") await diskUse.requireWritten();
    const failure = stepFailure(result, { step, command, timeoutMs });
    if (failure instanceof StandsStill) throw failure;
    if (failure !== undefined) throw await diagnosed(failure, build, { lines, network });
  });
}

const MAX_SOURCE_BYTES = 1024 ** 2;

async function diagnosed(
  failure: BuildFailure,
  { job, checkout, plan, source }: Build,
  { lines, network }: { readonly lines: StepLines; readonly network: StepNetwork },
): Promise<BuildFailure> {
  const refusedHosts = network.refused();
  if (failure.code !== "install_failed" && failure.code !== "build_failed") {
    return new BuildFailure(failure.code, failure.message, { cause: failure.cause, refusedHosts });
  }
  const left = source.submodules.left.map(({ path }) => path);
  const without = left.length === 0 ? "" : `Submodules were not fetched, as the log says: ${listNames(left)}.`;
  const diagnostics = await lines.diagnose(async (path) => {
    for (const file of new Set([posix.join(plan.root, path), path])) {
      const text = await textAt(checkout, file, MAX_SOURCE_BYTES).catch(() => undefined);
      if (text === undefined) continue;
      // The build may have written to it what its log may not show.
      return { file, lines: job.log.redactor.hide(text).split(/\r?\n/) };
    }
    return undefined;
  });
  const [reason] = diagnostics;
  const isKnown = reason?.hint !== undefined || reason?.file !== undefined;
  const why = network.explanation(isKnown ? reason.message : undefined);
  const first = why ?? (reason === undefined ? undefined : reasonSentence(reason));
  const sentences = [first, failure.message];
  // Where nothing better is known, what is missing is the likeliest reason.
  if (isKnown || why !== undefined || without === "") sentences.push(without);
  else sentences.unshift(`Commit the files of the submodules, or have the install step bring them. ${without}`);
  const message = sentences.filter(Boolean).join(" ");
  return new BuildFailure(failure.code, message, { cause: failure.cause, diagnostics, refusedHosts });
}

interface FinishedStep {
  readonly step: Step;
  readonly command: string;
  readonly timeoutMs: number;
}

/** @throws {MachineFault} When its command could not be started. */
function stepFailure(result: RunResult, { step, command, timeoutMs }: FinishedStep): BuildFailure | undefined {
  switch (result.kind) {
    case "exited": {
      if (result.code === 0) return undefined;
      const code = step === "install" ? "install_failed" : "build_failed";
      return new BuildFailure(code, exitMessage(step, command, result));
    }
    case "timed_out":
      return new BuildFailure(
        "timed_out",
        `The ${step} step took more than ${timeText(timeoutMs)} and was stopped. ${whoRaises(step === "install" ? "installMs" : "buildMs")}`,
      );
    case "idle":
      return new StandsStill();
    case "limit_exceeded":
      return new BuildFailure(
        "limit_exceeded",
        `The ${step} step was stopped. ${result.what}${result.limit === undefined ? "" : ` ${whoRaises(result.limit)}`}`,
      );
    case "not_started": {
      const { cause } = result;
      throw new MachineFault("sandbox_unavailable", `The ${step} command could not be started.`, { cause });
    }
  }
}

function exitMessage(
  step: Step,
  command: string,
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
): string {
  const short = command.length > 200 ? `${command.slice(0, 200)}…` : command;
  if (code === PROGRAM_NOT_FOUND) {
    return `Add the program that the last lines of the log name to package.json, or ask the operator to install it: the ${step} command '${short}' did not find it.`;
  }
  const how = code === null ? `was ended by ${signal ?? "a signal"}` : `failed with exit code ${code}`;
  return `See the last lines of the log: the ${step} command '${short}' ${how}.`;
}
