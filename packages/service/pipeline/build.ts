import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Manifest } from "@greenroom/contract";
import { MAX_PATH_BYTES } from "@greenroom/contract/upload-files";
import {
  HEADERS_FILE,
  MAX_SERVING_FILE_BYTES,
  REDIRECTS_FILE,
  type ServingFiles,
  withRules,
} from "../domain/serving-files.ts";
import type { BuildSettings } from "../domain/site.ts";
import { buildsRoot } from "../settings.ts";
import { findDefaultBranch } from "./source/branch.ts";
import { buildFolder, cacheFolder, type CacheScope, removeFolder } from "./build-folders.ts";
import type { ControlGroup } from "./sandbox/cgroup.ts";
import { readManifest, readText, unknownInManifest } from "./source/checkout.ts";
import type { HostConfig } from "./source/host-rules.ts";
import { readHostConfig } from "./source/host-config.ts";
import type { RunResult } from "./sandbox/command.ts";
import { type BuildPlan, planBuild } from "./steps/plan.ts";
import { findOutput, type FoundOutput } from "./output/find-output.ts";
import { type LeftOut, MAX_LEFT_OUT, named } from "./output/check-site.ts";
import { listOutput, type OutputFile } from "./output/list-output.ts";
import { findReferenced } from "./output/referenced-files.ts";
import { keepStepLines, reasonSentence, type StepLines } from "./steps/diagnose.ts";
import { LOCKFILE_OUTDATED } from "./steps/known-errors.ts";
import { type FileTime, fileTime, passed, wasSetBack } from "./steps/file-changes.ts";
import type { WatchedBuild } from "./sandbox/disk-limit.ts";
import { BuildFailure, BuildStopped, MachineFault } from "./failure.ts";
import { type FetchedTool, fetchTools } from "./steps/tools.ts";
import type { GitFolder } from "./source/git.ts";
import { type BuildJob, timed } from "./job.ts";
import { KeptDependencies } from "./steps/kept-dependencies.ts";
import { timeText, whoRaises } from "../domain/build-limits.ts";
import { compressFiles, type ServingFile, servingFiles, storeOutput, warnHeaders } from "./output/output.ts";
import type { Built, ChosenValues, OutputStore } from "./record.ts";
import { type Remote, secretsOf, siteRemote } from "./source/remote.ts";
import { fetchLfsObjects } from "./source/lfs.ts";
import { fetchSubmodules, isSameRepository, type Submodules } from "./source/submodules.ts";
import { fetchSource, placeRepository, type Source, writeFilesAgain } from "./source/source.ts";
import { openStepNetwork, type StepNetwork } from "./sandbox/step-network.ts";
import { type Folder, openFolder } from "./output/tree.ts";
import { placeOf } from "./steps/values.ts";

/**
 * Builds a preview: fetches the commit, plans, runs the commands, and hands the files to `record.finish`, which checks
 * them and makes the preview ready.
 * @throws {BuildFailure} When it ends as `failed`.
 * @throws {BuildStopped} When it was stopped from outside.
 */
export async function buildPreview(given: BuildJob): Promise<void> {
  const job = { ...given, limits: { ...given.limits, ...given.record.order.limits } };
  const { record, log } = job;
  const { order } = record;
  const folder = buildFolder(buildsRoot(job.service.settings), record.deploymentId, record.attempt);
  await job.diskGuard.requireSpace();
  await removeFolder(job, folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const group = await job.groups.open(job.limits);
  const use = job.diskGuard.watch(job.limits);
  const bounds = { folder, group, use };
  try {
    const remote = await siteRemote(job, order.repository);
    const source = await timed(job, "clone", () => clone(job, bounds, remote));
    await using opened = new AsyncDisposableStack();
    // From here on hostile code may run: nothing below this folder is looked up by a path of the machine again.
    let checkout = opened.use(await openFolder(source.files));
    const { slug, settings } = order.site;
    const { manifest, unlisted } = await readManifest(checkout, { slug, rootDirectory: settings.rootDirectory });
    for (const file of unlisted) log.line("system", `${file}: 'sites' does not list '${slug}'`, "warn");
    const settingsAndManifest = withSettings(manifest, settings);
    const git = gitFolder(job, bounds, remote);
    let asked: Promise<string | null> | undefined;
    const defaultBranch = (): Promise<string | null> => (asked ??= nameOfDefault(source, git));
    const readContexts = async (): Promise<readonly string[]> => netlifyContexts(order, source, await defaultBranch());
    const first = await readHostConfig(checkout, [posix.join(settingsAndManifest?.rootDirectory ?? ".")], readContexts);
    const logHostConfig = ({ notes, problems }: HostConfig): void => {
      for (const line of notes) log.line("system", line);
      for (const line of [...unknownInManifest(manifest), ...problems]) log.line("system", line, "warn");
    };
    const said = { hostConfig: first, readContexts, rootIsInFile: manifest?.rootDirectory !== undefined };
    const plan = await planBuild(checkout, settingsAndManifest, said).catch((error: unknown) => {
      logHostConfig(first);
      throw error;
    });
    const { hostConfig = first } = plan;
    if (order.quick && (plan.install !== null || plan.build !== null)) throw new BuildStopped("needs_slot");
    logHostConfig(hostConfig);
    log.line("system", `This is a ${plan.framework} site`);
    for (const line of settingLines(manifest, settings, plan)) log.line("system", line);
    for (const line of plan.notes) log.line("system", line);
    for (const { program, missing } of plan.needs) {
      if (!(await job.sandbox.has(program))) throw new BuildFailure("detect_failed", missing);
    }
    using programs = await fetchTools({ job, ...bounds }, plan.tools);
    const { tools } = programs;
    let steps: RanSteps | undefined;
    if (plan.install !== null || plan.build !== null) {
      const names = manifest?.environment ?? [];
      const values = await askForValues(job, { names, source, defaultBranch: await defaultBranch() });
      const about = systemValues(job, source, await defaultBranch());
      log.hide(values.hidden ?? Object.values(values.build));
      const build = { job, ...bounds, git, checkout, source, plan, tools, values, hostConfig, about };
      steps = await runSteps(build, { reuseKept: true });
      if (steps.kind === "again") {
        checkout = opened.use(await startAgain(build));
        steps = await runSteps({ ...build, checkout }, { reuseKept: false });
      }
    }
    const { commandsStartedAt } = steps ?? {};
    await record.finish((store) =>
      collectOutput(
        job,
        { ...bounds, checkout, manifest, hostConfig, plan, tools, commandsStartedAt, submodules: source.submodules },
        store,
      ),
    );
    await steps?.dependencies?.keep();
  } finally {
    await group?.close();
    await removeFolder(job, folder);
    // Not before: until its files are gone, no other build is to be stopped for them.
    use[Symbol.dispose]();
    await job.caches.trim(order.site.id);
  }
}

/** What bounds all commands of a build together. */
interface Bounds {
  /** Folder of this build. */
  readonly folder: string;
  /** Undefined where the machine has no control groups for us. */
  readonly group: ControlGroup | undefined;
  readonly use: WatchedBuild;
}

/** A commit on the disk, with its submodules. */
interface ClonedSource extends Source {
  readonly submodules: Submodules;
}

async function clone(job: BuildJob, bounds: Bounds, remote: Remote): Promise<ClonedSource> {
  const { record, log } = job;
  log.hide(secretsOf(remote));
  const { commitSha, branch: named, branchVerified } = record.order;
  const source = await fetchSource({
    ...gitFolder(job, bounds, remote),
    wanted: { commitSha, branch: named, verified: branchVerified },
    onLine: (line) => log.line("clone", line, "error"),
  });
  const branch = await record.pin(source);
  log.line("clone", `Fetched commit ${source.commitSha}${branch.kind === "branch" ? ` of ${branch.name}` : ""}`);
  if (branch.kind === "unverified" && named !== null) {
    log.line(
      "clone",
      `The service cannot confirm that the commit is on branch '${named}': ${branch.reason}. The preview gets its own URL, but not the branch's URL, cache or values, and it replaces no other deployment.`,
      "warn",
    );
  }
  // Who writes to the repository chooses the URLs, so that only those get a credential that the site lists.
  const listed = branch.kind === "unverified" ? [] : record.order.submodules;
  const submodules = await fetchSubmodules(gitFolder(job, bounds, remote), {
    files: source.files,
    open: async (url) => {
      const known = listed.find((each) => isSameRepository(each.url, url));
      const opened = await siteRemote(job, { ...known, url });
      log.hide(secretsOf(opened));
      return opened;
    },
  });
  for (const { path } of submodules.fetched) log.line("clone", `Fetched the submodule '${path}'`);
  for (const { path, why } of submodules.left) {
    log.line("clone", `The submodule '${path}' was not fetched: ${why}`, "warn");
  }
  const cloned = { ...source, branch, submodules };
  await replacePointers(job, gitFolder(job, bounds, remote), cloned);
  return cloned;
}

/** Fetches what pointers of Git LFS point to, in the repository and its submodules. */
async function replacePointers(job: BuildJob, root: GitFolder, { files, submodules }: ClonedSource): Promise<void> {
  const { fileBytes: maxFileBytes, totalBytes: maxBytes } = job.limits.output;
  const { allowPrivateHosts, certificates, log } = job;
  for (const { git, path } of [{ git: root, path: "." }, ...submodules.fetched]) {
    const rules = { files: join(files, path), maxFileBytes, maxBytes, allowPrivateHosts, certificates };
    const { files: count, bytes, problem } = await fetchLfsObjects(git, rules);
    if (count === 0) continue;
    if (problem === undefined) log.line("clone", `Fetched ${count} files of Git LFS, ${bytes} bytes`);
    else log.line("clone", `${count} files are pointers of Git LFS that were not fetched: ${problem}`, "warn");
  }
}

function gitFolder(job: BuildJob, { folder, group, use }: Bounds, remote: Remote): GitFolder {
  const { limits, path, signal } = job;
  const exceeded = (pids: readonly number[]): Promise<string | undefined> => use.exceeded([folder], pids);
  return { remote, folder, path, limits: { timeoutMs: limits.cloneMs, exceeded, group }, signal };
}

/** @returns Null when it is not known. */
async function nameOfDefault({ branch }: Source, git: GitFolder): Promise<string | null> {
  return branch.kind === "unverified" ? null : ((await findDefaultBranch(git)) ?? null);
}

/** What a record names at most. */
const MAX_MISSING = 50;

/**
 * The values for this build.
 * @throws {BuildFailure} `variable_missing`: a build that runs without a value it asks for would publish a wrong site.
 */
async function askForValues(
  { record, log }: BuildJob,
  {
    names,
    source: { branch },
    defaultBranch,
  }: { readonly names: readonly string[]; readonly source: Source; readonly defaultBranch: string | null },
): Promise<ChosenValues> {
  const chosen = await record.values({ names, branch, defaultBranch });
  if (chosen === "which_default") throw new TypeError("The default branch was known.");
  const { used = [], missing } = chosen;
  if (used.length > 0) log.line("system", `Values: ${used.join(", ")}`);
  const [first, ...others] = missing;
  if (first === undefined) return chosen;
  for (const { message } of others) log.line("system", message, "error");
  const more = others.length === 0 ? "" : ` The log names ${others.length} more.`;
  throw new BuildFailure("variable_missing", `${first.message}${more}`, {
    diagnostics: missing.slice(0, MAX_MISSING).map((one) => ({ code: "variable_missing", ...one })),
  });
}

/** What every build learns of itself; nothing that is stored replaces it. */
function systemValues(
  { record: { order } }: BuildJob,
  { commitSha, branch }: Source,
  defaultBranch: string | null,
): Readonly<Record<string, string>> {
  const place = placeOf(branch, defaultBranch ?? undefined);
  const isDefault = place.kind === "verified" && place.isDefault === true;
  const name = order.branch ?? (isDefault ? defaultBranch : null);
  const { pullRequest, previewUrl, site } = order;
  return {
    GREENROOM: "1",
    GREENROOM_COMMIT_SHA: commitSha,
    GREENROOM_SITE: site.slug,
    GREENROOM_ENVIRONMENT: isDefault ? "production" : "preview",
    ...(name !== null && { GREENROOM_BRANCH: name }),
    ...(typeof pullRequest === "number" && { GREENROOM_PULL_REQUEST: String(pullRequest) }),
    ...(previewUrl !== undefined && { GREENROOM_PREVIEW_URL: previewUrl }),
  };
}

/** The contexts of Netlify that are like this build, the general one first. */
function netlifyContexts(
  { pullRequest }: BuildJob["record"]["order"],
  { branch }: Source,
  defaultBranch: string | null,
): readonly string[] {
  const place = placeOf(branch, defaultBranch ?? undefined);
  const isDefault = place.kind === "verified" && place.isDefault === true;
  const kind = typeof pullRequest === "number" ? "deploy-preview" : isDefault ? "production" : "branch-deploy";
  const name = place.kind === "verified" ? place.branch : undefined;
  return name === undefined ? [kind] : [kind, name];
}

/** What the repository says wins over the settings of the site. */
function withSettings(manifest: Manifest | null, settings: BuildSettings): Manifest | null {
  return manifest === null && Object.keys(settings).length === 0 ? null : { ...settings, ...manifest };
}

/** Says in the log which build settings came from the site and which from greenroom.json. */
function settingLines(manifest: Manifest | null, settings: BuildSettings, { framework }: BuildPlan): readonly string[] {
  const names = Object.keys(settings);
  const used = names.filter((name) => manifest?.[name] === undefined);
  const overruled = names.filter((name) => manifest?.[name] !== undefined);
  const wanted = manifest?.framework ?? settings.framework;
  return [
    ...(used.length === 0 ? [] : [`From the settings of the site: ${used.join(", ")}`]),
    ...(overruled.length === 0 ? [] : [`greenroom.json wins over the settings of the site: ${overruled.join(", ")}`]),
    ...(wanted === undefined || wanted === framework
      ? []
      : [`The framework '${wanted}' was not found in the repository`]),
  ];
}

/** What a build leaves in a cache reaches the next one: it is shared only by verified commits of one branch. */
function scopeOf({ record }: BuildJob, { commitSha, branch }: Source): CacheScope {
  return {
    siteId: record.order.site.id,
    branch: branch.kind === "branch" ? branch.name : null,
    commitSha: branch.kind === "default" ? null : commitSha,
  };
}

interface Build extends Bounds {
  readonly job: BuildJob;
  readonly git: GitFolder;
  readonly checkout: Folder;
  readonly source: ClonedSource;
  readonly plan: BuildPlan;
  readonly tools: readonly FetchedTool[];
  /** Values that are stored for the site. */
  readonly values: ChosenValues;
  readonly hostConfig: HostConfig;
  /** What the build learns of itself. */
  readonly about: Readonly<Record<string, string>>;
}

/** What the commands of a plan came to. */
interface RanSteps {
  /** `again` when the build command failed with what an earlier build kept. */
  readonly kind: "done" | "again";
  readonly dependencies: KeptDependencies | undefined;
  /** Files that commands wrote have a later time; undefined when none ran. */
  readonly commandsStartedAt: FileTime | undefined;
}

/** Runs the commands of a plan; the install command only when no earlier build kept the dependencies. */
async function runSteps(build: Build, { reuseKept }: { readonly reuseKept: boolean }): Promise<RanSteps> {
  const { job, folder, git, checkout, source, plan, values, hostConfig, about } = build;
  const { install, build: command } = plan;
  const toolNames = build.tools.map(({ name }) => name);
  const { commitSha } = source;
  await using cache = job.caches.take(cacheFolder(buildsRoot(job.service.settings), scopeOf(job, source)));
  await placeRepository(git, source);
  const id = await job.sandbox.prepare({ folder, cache: cache.folder });
  const stepBuild = { ...build, cache: cache.folder };
  let commandsStartedAt: FileTime | undefined;
  if (plan.lock !== null) {
    commandsStartedAt = await instant(folder);
    await cache.clean();
    await runInstall(stepBuild, plan.lock);
  }
  // Nothing is kept for a commit that is on no branch. Elsewhere kept files belong to the build account of the branch's
  // cache, so they need a cache that is shared.
  const scope = source.branch.kind === "unverified" || !cache.isShared ? undefined : scopeOf(job, source);
  const inputs = {
    job,
    folder,
    checkout,
    plan,
    id,
    tools: toolNames,
    commitSha,
    values: { ...hostConfig.environment, ...values.install },
    about,
  };
  const dependencies = scope && (await KeptDependencies.open({ ...inputs, scope }));
  const isTaken = reuseKept && dependencies !== undefined && (await dependencies.take());
  if (install !== null && !isTaken) {
    const run = async (): Promise<void> => {
      commandsStartedAt ??= await instant(folder);
      await cache.clean();
      await installPackages(stepBuild, install);
    };
    await (dependencies === undefined ? run() : dependencies.install(run));
  }
  await dependencies?.ready();
  try {
    commandsStartedAt ??= await instant(folder);
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

/** Installs what the lockfile says, or what package.json asks for where the two do not match. */
async function installPackages(build: Build & { readonly cache: string }, install: string): Promise<void> {
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
async function runInstall(build: Build & { readonly cache: string }, command: string): Promise<void> {
  try {
    await runStep(build, "install", command);
  } catch (error) {
    if (!(error instanceof StandsStill)) throw error;
    build.job.log.line("system", "The install step stood still and was stopped: it runs once more", "warn");
    await runStep(build, "install", command);
  }
}

/** Of the service: no command can change what lies there. */
const ownFolder = (folder: string): string => join(folder, "own");

/** @returns An instant; what is written from now on has a later time. */
async function instant(folder: string): Promise<FileTime> {
  const own = ownFolder(folder);
  await mkdir(own, { recursive: true, mode: 0o700 });
  const time = fileTime(own);
  await passed(own, time);
  return time;
}

/** Puts an empty checkout of the same commit in the place of one that commands ran in. */
async function startAgain({ job, folder, git, source }: Build): Promise<Folder> {
  for (const name of ["site", "tmp", "tools"]) {
    const left = join(folder, `left-${randomUUID()}`);
    await rename(join(folder, name), left);
    await removeFolder(job, left);
  }
  await mkdir(source.files, { mode: 0o755 });
  await writeFilesAgain(git, source.files);
  for (const { git: own, path } of source.submodules.fetched) await writeFilesAgain(own, join(source.files, path));
  await replacePointers(job, git, source);
  return openFolder(source.files);
}

type Step = "install" | "build";

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

/** Runs the install or the build command of a plan in the sandbox. */
async function runStep(build: Build & { readonly cache: string }, step: Step, command: string): Promise<void> {
  const { job, folder, group, use, source, plan, tools, values, hostConfig, about, cache } = build;
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
      limits: {
        timeoutMs,
        ...(isOfPackageManager(command, plan) && { idleMs: Math.min(MAX_IDLE_MS, timeoutMs / 3) }),
        memoryBytes: limits.memoryBytes,
        processes: limits.processes,
        tasks: limits.tasks,
        group,
        exceeded: (pids) => use.exceeded(folders, pids),
      },
      egress: network.egress,
      variables: { ...hostConfig.environment, ...values[step], ...about },
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
    if (result.kind === "exited") await use.requireWritten();
    const failure = stepFailure(result, { step, command, timeoutMs });
    if (failure instanceof StandsStill) throw failure;
    if (failure !== undefined) throw await diagnosed(failure, build, { lines, network });
  });
}

const MAX_SOURCE_BYTES = 1024 ** 2;

/** Puts the cause that was found in the log before the general message. */
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
  const without = left.length === 0 ? "" : ` Submodules were not fetched, as the log says: ${named(left)}.`;
  const diagnostics = await lines.diagnose(async (path) => {
    for (const file of new Set([posix.join(plan.root, path), path])) {
      const read = await readText(checkout, file, MAX_SOURCE_BYTES).catch(() => undefined);
      if (read?.kind !== "text") continue;
      // The build may have written to it what its log may not show.
      return { file, lines: job.log.redactor.hide(read.text).split(/\r?\n/) };
    }
    return undefined;
  });
  const [reason] = diagnostics;
  const isKnown = reason?.hint !== undefined || reason?.file !== undefined;
  const why = network.explanation(isKnown ? reason.message : undefined);
  const first = why ?? (reason === undefined ? undefined : reasonSentence(reason));
  const message = `${first === undefined ? "" : `${first} `}${failure.message}${without}`;
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

/** What a shell ends with when it does not find a program. [POSIX, Shell Command Language, 2.8.2] */
const NOT_FOUND = 127;

function exitMessage(
  step: Step,
  command: string,
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
): string {
  const short = command.length > 200 ? `${command.slice(0, 200)}…` : command;
  if (code === NOT_FOUND) {
    return `Add the program that the last lines of the log name to package.json, or ask the operator to install it: the ${step} command '${short}' did not find it.`;
  }
  const how = code === null ? `was ended by ${signal ?? "a signal"}` : `failed with exit code ${code}`;
  return `See the last lines of the log: the ${step} command '${short}' ${how}.`;
}

interface Finished extends Pick<Bounds, "folder" | "group">, Pick<RanSteps, "commandsStartedAt"> {
  readonly checkout: Folder;
  readonly manifest: Manifest | null;
  readonly hostConfig: HostConfig;
  readonly plan: BuildPlan;
  readonly tools: readonly FetchedTool[];
  readonly submodules: Submodules;
}

async function collectOutput(job: BuildJob, finished: Finished, store: OutputStore): Promise<Built> {
  const { folder, checkout, manifest, hostConfig, plan, tools, group } = finished;
  const { signal, log } = job;
  const limits = job.limits.output;
  const storingSince = performance.now();
  const scope = { checkout, mountedAt: ["/build", join(folder, "site")] };
  const found = await findOutput({ ...scope, plan, readPages: pagesReader(job, finished) });
  await using output = found.folder;
  for (const [line, level] of outputLines(plan, found)) log.line("publish", line, level);
  const listed = await listOutput({ ...scope, output, at: found.path }, limits);
  for (const line of listed.links) log.line("publish", line, "warn");
  const referenced =
    manifest?.includeReferenced === false ? [] : await findReferenced({ ...listed, checkout, at: found.path }, limits);
  for (const line of leftOutLines(listed.leftOut, referenced)) log.line("publish", line);
  const files = [...listed.files, ...referenced]
    .filter(({ path }) => path !== REDIRECTS_FILE && path !== HEADERS_FILE)
    .sort((left, right) => (left.path < right.path ? -1 : 1));
  const serving = withRules(await readServing(output, log), hostConfig.serving);
  warnHeaders(manifest, log);
  if (files.length === 0) {
    throw new BuildFailure("output_missing", `The output folder '${found.name}' has no files.`);
  }
  const stored = await storeOutput({ checkout, files, limits }, store, signal);
  const variants = await compressFiles(stored, store, signal);
  const bytes = stored.reduce((sum, { size }) => sum + size, 0);
  const tookSeconds = ((performance.now() - storingSince) / 1000).toFixed(2);
  const count = files.length === 1 ? "1 file" : `${files.length} files`;
  log.line("publish", `Stored ${count}, ${bytes} bytes, in ${tookSeconds} s`);
  // So that the service's line 'Ready at' comes after ours.
  await log.flush();
  return {
    files: stored,
    variants,
    framework: plan.framework,
    manifest,
    serving,
    spa: plan.spa,
    output: found.name,
    leftOut: [...submodulesLeft(finished.submodules, found.path), ...listed.leftOut].slice(0, MAX_LEFT_OUT),
    sandbox: sandboxOf(job, plan),
    cgroup: [...(group?.bounds ?? [])],
    node: `v${tools.find(({ program }) => program === "node")?.version ?? process.version.slice(1)}`,
  };
}

/** Submodules that were not fetched, by their paths in the output. */
function submodulesLeft({ left }: Submodules, output: string): readonly LeftOut[] {
  const below = (path: string): string =>
    output !== "." && path.startsWith(`${output}/`) ? path.slice(output.length + 1) : path;
  return left.map(({ path }) => ({ path: below(path).slice(0, MAX_PATH_BYTES), why: "submodule" }));
}

function leftOutLines(leftOut: readonly LeftOut[], referenced: readonly OutputFile[]): readonly string[] {
  const paths = leftOut.filter(({ why }) => why !== "link").map(({ path }) => path);
  const [first] = referenced;
  const names = named(paths);
  return [
    ...(paths.length === 0 ? [] : [`Left out, since the name begins with a dot or is node_modules: ${names}`]),
    ...(first === undefined
      ? []
      : [
          `Served from there all the same, since pages refer to it: ${referenced.length} files such as '${first.path}'; 'includeReferenced' in greenroom.json set to false ends that`,
        ]),
  ];
}

/** Reads what the commands wrote; undefined when none ran. */
function pagesReader({ disk }: BuildJob, { folder, checkout, plan, commandsStartedAt }: Finished) {
  if (commandsStartedAt === undefined) return undefined;
  // After the clock was set back nothing can be told by time.
  const sinceNs = wasSetBack(ownFolder(folder), commandsStartedAt) ? 0n : commandsStartedAt.ns;
  return (named: readonly string[]) => disk.findPages({ folder: checkout.path, sinceNs, root: plan.root, named });
}

function outputLines({ output, outputBy }: BuildPlan, { name, isWritten }: FoundOutput): [string, "info" | "warn"][] {
  if (isWritten === false)
    return [[`The commands wrote nothing in '${name}': it is served as it is committed`, "warn"]];
  const isExpected = outputBy === "setting" || output[0] === name;
  return isExpected ? [] : [[`The site is in '${name}', where the build wrote an index.html`, "info"]];
}

/** What the files with rules say; they are not served themselves. */
async function readServing(output: Folder, log: BuildJob["log"]): Promise<ServingFiles> {
  const read = async (name: string): Promise<ServingFile> => {
    const found = await readText(output, name, MAX_SERVING_FILE_BYTES);
    return found.kind === "text" ? found.text : found.kind === "too_large" ? { tooLarge: true } : undefined;
  };
  return servingFiles({ redirects: await read(REDIRECTS_FILE), headers: await read(HEADERS_FILE) }, log);
}

function sandboxOf({ service }: BuildJob, plan: BuildPlan): Built["sandbox"] {
  if (plan.install === null && plan.build === null) return "not_needed";
  return service.settings.unsafeNoSandbox ? "none" : "bubblewrap";
}
