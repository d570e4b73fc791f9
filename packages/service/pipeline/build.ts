import { randomUUID } from "node:crypto";
import { mkdir, rename } from "node:fs/promises";
import { join, posix } from "node:path";
import type { Manifest } from "@greenroom/contract";
import type { BuildSettings } from "../domain/site.ts";
import { buildsRoot } from "../settings.ts";
import { buildFolder, removeFolder } from "./build-folders.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import { type BuildJob, timed } from "./job.ts";
import { collectOutput } from "./output/collect-output.ts";
import { type Folder, openFolder } from "./output/tree.ts";
import type { BuildOrder, ChosenValues, ValuesQuestion } from "./record.ts";
import { findDefaultBranch } from "./source/branch.ts";
import { readManifest, unknownInManifest } from "./source/checkout.ts";
import { clone, gitFolder, replaceLfsPointers } from "./source/clone.ts";
import type { GitFolder } from "./source/git.ts";
import { readHostConfig } from "./source/host-config.ts";
import type { HostConfig } from "./source/host-rules.ts";
import { siteRemote } from "./source/remote.ts";
import { type Source, writeFilesAgain } from "./source/source.ts";
import { type BuildPlan, planBuild, runsCommands } from "./steps/plan.ts";
import { type Build, type RanSteps, runSteps } from "./steps/run-steps.ts";
import { fetchTools } from "./steps/tools.ts";
import { placeOf } from "./steps/values.ts";

/** Builds a preview; `record.finish` checks its files and makes it ready. */
export async function buildPreview(given: BuildJob): Promise<void> {
  const job = { ...given, limits: { ...given.limits, ...given.record.order.limits } };
  const { record, log } = job;
  const { order } = record;
  const folder = buildFolder(buildsRoot(job.service.settings), record.deploymentId, record.attempt);
  await job.diskGuard.requireSpace();
  await removeFolder(job, folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const group = await job.groups.open(job.limits);
  const diskUse = job.diskGuard.watch(job.limits);
  const bounds = { folder, group, diskUse };
  try {
    const remote = await siteRemote(job, order.repository);
    const source = await timed(job, "clone", () => clone(job, bounds, remote));
    await using opened = new AsyncDisposableStack();
    // From here on hostile code may run: nothing below this folder is looked up by a path of the machine again.
    let checkout = opened.use(await openFolder(source.files));
    const git = gitFolder(job, bounds, remote);
    let asked: Promise<string | null> | undefined;
    const defaultBranch = (): Promise<string | null> => (asked ??= askDefaultBranch(source, git));
    const readContexts = async (): Promise<readonly string[]> => netlifyContexts(order, source, await defaultBranch());
    const read = await readPlan(job, checkout, readContexts);
    const { manifest, hostConfig, plan } = read;
    // Only the plan says whether commands run; the queue hands the build out again when a slot is free.
    if (order.quick && runsCommands(plan)) throw new BuildStopped("needs_slot");
    logPlan(job, read);
    for (const { program, missing } of plan.needs) {
      if (!(await job.sandbox.has(program))) throw new BuildFailure("detect_failed", missing);
    }
    using programs = await fetchTools({ job, ...bounds }, plan.tools);
    const { tools } = programs;
    let steps: RanSteps | undefined;
    if (runsCommands(plan)) {
      const names = manifest?.environment ?? [];
      const values = await askForValues(job, { names, branch: source.branch, defaultBranch });
      const nameOfDefault = await defaultBranch();
      const systemValues = systemValuesOf(order, source, nameOfDefault);
      log.redactor.add(values.hidden ?? Object.values(values.build));
      const known = { values, hostConfig, defaultBranch: nameOfDefault, systemValues };
      const build = { job, ...bounds, git, checkout, source, plan, tools, ...known };
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
  } catch (error) {
    // On a full disk a failure says nothing about the build: then an error is thrown that gives the build back.
    if (error instanceof BuildFailure) await diskUse.requireWritten();
    throw error;
  } finally {
    await group?.close();
    await removeFolder(job, folder);
    // Counted until its files are gone, so that no other build is stopped for the space that they take.
    diskUse[Symbol.dispose]();
    await job.caches.trim(order.site.id);
  }
}

interface ReadPlan {
  readonly manifest: Manifest | null;
  readonly hostConfig: HostConfig;
  readonly plan: BuildPlan;
}

async function readPlan(
  { record, log }: BuildJob,
  checkout: Folder,
  readContexts: () => Promise<readonly string[]>,
): Promise<ReadPlan> {
  const { slug, settings } = record.order.site;
  const { manifest, unlisted } = await readManifest(checkout, { slug, rootDirectory: settings.rootDirectory });
  for (const file of unlisted) log.line("system", `${file}: 'sites' does not list '${slug}'`, "warn");
  // What the repository says wins over the settings of the site.
  const settingsAndManifest = { ...settings, ...manifest };
  const folders = [posix.join(settingsAndManifest.rootDirectory ?? ".")];
  const hostConfig = await readHostConfig(checkout, folders, readContexts);
  const instructions = { hostConfig, readContexts, rootIsInFile: manifest?.rootDirectory !== undefined };
  try {
    const plan = await planBuild(checkout, settingsAndManifest, instructions);
    return { manifest, hostConfig: plan.hostConfig ?? hostConfig, plan };
  } catch (error) {
    logHostConfig(log, manifest, hostConfig);
    throw error;
  }
}

function logPlan({ record, log }: BuildJob, { manifest, hostConfig, plan }: ReadPlan): void {
  logHostConfig(log, manifest, hostConfig);
  log.line("system", `This is a ${plan.framework} site`);
  for (const line of settingLines(manifest, record.order.site.settings, plan)) log.line("system", line);
  for (const line of plan.notes) log.line("system", line);
}

function logHostConfig(log: BuildJob["log"], manifest: Manifest | null, { notes, problems }: HostConfig): void {
  for (const line of notes) log.line("system", line);
  for (const line of [...unknownInManifest(manifest), ...problems]) log.line("system", line, "warn");
}

/** @returns Null when it is not known. */
async function askDefaultBranch({ branch }: Source, git: GitFolder): Promise<string | null> {
  return branch.kind === "unverified" ? null : ((await findDefaultBranch(git)) ?? null);
}

const MAX_MISSING = 50;

/** @throws {BuildFailure} `variable_missing`, since a build without a value it asks for would publish a wrong site. */
async function askForValues({ record, log }: BuildJob, question: ValuesQuestion): Promise<ChosenValues> {
  const chosen = await record.values(question);
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
function systemValuesOf(
  { branch, pullRequest, previewUrl, site }: BuildOrder,
  source: Source,
  defaultBranch: string | null,
): Readonly<Record<string, string>> {
  const isDefault = isOfDefault(source, defaultBranch);
  const name = branch ?? (isDefault ? defaultBranch : null);
  return {
    GREENROOM: "1",
    GREENROOM_COMMIT_SHA: source.commitSha,
    GREENROOM_SITE: site.slug,
    GREENROOM_ENVIRONMENT: isDefault ? "production" : "preview",
    ...(name !== null && { GREENROOM_BRANCH: name }),
    ...(typeof pullRequest === "number" && { GREENROOM_PULL_REQUEST: String(pullRequest) }),
    ...(previewUrl !== undefined && { GREENROOM_PREVIEW_URL: previewUrl }),
  };
}

/** The contexts of Netlify that are like this build, the general one first. */
function netlifyContexts({ pullRequest }: BuildOrder, source: Source, defaultBranch: string | null): readonly string[] {
  const isDefault = isOfDefault(source, defaultBranch);
  const kind = typeof pullRequest === "number" ? "deploy-preview" : isDefault ? "production" : "branch-deploy";
  const place = placeOf(source.branch, defaultBranch);
  return place.kind === "verified" && place.branch !== undefined ? [kind, place.branch] : [kind];
}

function isOfDefault({ branch }: Source, defaultBranch: string | null): boolean {
  const place = placeOf(branch, defaultBranch);
  return place.kind === "verified" && place.isDefault === true;
}

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

/** Puts a fresh checkout of the commit in the place of one that commands ran in. */
async function startAgain({ job, folder, git, source }: Build): Promise<Folder> {
  for (const name of ["site", "tmp", "tools"]) {
    const left = join(folder, `left-${randomUUID()}`);
    await rename(join(folder, name), left);
    await removeFolder(job, left);
  }
  await mkdir(source.files, { mode: 0o755 });
  await writeFilesAgain(git, source.files);
  for (const { git: own, path } of source.submodules.fetched) await writeFilesAgain(own, join(source.files, path));
  await replaceLfsPointers(job, git, source);
  return openFolder(source.files);
}
