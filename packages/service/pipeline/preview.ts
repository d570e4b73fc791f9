import { mkdir, rm, statfs } from "node:fs/promises";
import type { Manifest } from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { servingRules } from "../domain/serving.ts";
import { BuildFailure, BuildStopped } from "./failure.ts";
import { compressFiles } from "./compress.ts";
import { type BuildPlan, findOutput, planBuild } from "./detect.ts";
import { folderBytes } from "./folder.ts";
import { buildFolder } from "./leftovers.ts";
import { listOutput, storeOutput } from "./ingest.ts";
import { readManifest } from "./manifest.ts";
import { publishPreview } from "./publish.ts";
import { readRepository, resolveRemote } from "./repository.ts";
import { authorizationFor, readSecrets, type Secrets, variablesFor } from "./secrets.ts";
import { fetchSource, type Source } from "./source.ts";
import { runStep } from "./step.ts";
import { timed, type Work } from "./work.ts";

/** Below this share of free space new builds are refused, so that the database can still write. */
const LEAST_FREE_SHARE = 0.05;

/**
 * Builds a preview: clone, install, build, publish.
 * @throws {BuildFailure} When it ends as `failed`.
 * @throws {BuildStopped} When it was stopped from outside.
 */
export async function buildPreview(work: Work): Promise<void> {
  const folder = buildFolder(work.context.settings.dataDirectory, work.row.id, work.row.attempt);
  await refuseFullDisk(work);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    const secrets = await readSecrets(work.context.settings.dataDirectory);
    const source = await timed(work, "clone", () => clone(work, folder, secrets));
    const manifest = await readManifest(source.files);
    const plan = await planBuild(source.files, manifest);
    warnUnknown(work, manifest);
    work.log.line("system", `This is a ${plan.framework} site`);
    const variables = variablesFor(secrets, work.site.id, manifest?.environment ?? []);
    const built = { work, folder, source, plan, variables };
    if (plan.install !== null) await runStep(built, "install", plan.install);
    if (plan.build !== null) await runStep(built, "build", plan.build);
    await work.gate.shared(() => publish(built, manifest));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function refuseFullDisk({ context }: Work): Promise<void> {
  const { blocks, bavail } = await statfs(context.settings.dataDirectory);
  if (blocks > 0 && bavail / blocks < LEAST_FREE_SHARE) {
    throw new BuildFailure("storage_exhausted", "The service's disk has less than 5 % free space.");
  }
}

async function clone(work: Work, folder: string, secrets: Secrets): Promise<Source> {
  const { context, row, site, caps, log, signal } = work;
  const { development, repositoryRoots } = context.settings;
  const repository = readRepository(site.repository_url ?? "", { file: development });
  if (repository.kind === "refused") throw new BuildFailure("clone_failed", repository.why);
  const remote = await resolveRemote(repository, {
    roots: repositoryRoots,
    allowPrivateHosts: work.allowPrivateHosts,
    authorization: (host) => authorizationFor(secrets, host),
    certificates: work.certificates,
  });
  const source = await fetchSource({
    remote,
    wanted: { commitSha: row.commit_sha, branch: row.branch },
    folder,
    path: work.path,
    bounds: { timeoutMs: caps.cloneMs, exceeded: () => diskExceeded(folder, caps.diskBytes) },
    signal,
    onLine: (line) => log.line("clone", line, "error"),
  });
  log.line("clone", `Fetched commit ${source.commitSha}${row.branch === null ? "" : ` of ${row.branch}`}`);
  await noteCommit(work, source.commitSha);
  return source;
}

/** Says whether a build's folder has outgrown its bound. */
async function diskExceeded(folder: string, mostBytes: number): Promise<string | undefined> {
  if ((await folderBytes(folder, mostBytes)) < mostBytes) return undefined;
  return `It wrote more than ${Math.round(mostBytes / 1024 ** 2)} MiB.`;
}

/** A branch is resolved once: a retry of this deployment builds the same commit. */
async function noteCommit({ context, row, leaseOwner }: Work, commitSha: string): Promise<void> {
  const noted = await context.db
    .updateTable("deployments")
    .set({ commit_sha: commitSha })
    .where("id", "=", row.id)
    .where("status", "=", "building")
    .where("lease_owner", "=", leaseOwner)
    .returning("id")
    .executeTakeFirst();
  if (!noted) throw new BuildStopped("lost");
}

function warnUnknown({ log }: Work, manifest: Manifest | null): void {
  const known = [
    "$schema",
    "rootDirectory",
    "runtime",
    "installCommand",
    "buildCommand",
    "output",
    "spa",
    "headers",
    "redirects",
    "environment",
    "cancelSuperseded",
  ];
  for (const key of Object.keys(manifest ?? {})) {
    if (!known.includes(key)) log.line("system", `greenroom.json: '${key}' is not known and has no effect`, "warn");
  }
}

interface Built {
  readonly work: Work;
  readonly folder: string;
  readonly source: Source;
  readonly plan: BuildPlan;
}

async function publish({ work, source, plan }: Built, manifest: Manifest | null): Promise<void> {
  const { objects, caps, signal, log, context } = work;
  const startedAt = performance.now();
  const { folder: root, name } = await findOutput(plan);
  const bounds = caps.output;
  const paths = await listOutput(root, bounds);
  if (paths.length === 0) {
    throw new BuildFailure("output_missing", `The output folder '${name}' has no files.`);
  }
  const files = await storeOutput({ root, paths, bounds }, objects, signal);
  const variants = await compressFiles(files, { db: context.db, objects, signal });
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const tookSeconds = ((performance.now() - startedAt) / 1000).toFixed(2);
  log.line(
    "publish",
    `Stored ${files.length === 1 ? "1 file" : `${files.length} files`}, ${bytes} bytes, in ${tookSeconds} s`,
  );
  await publishPreview(work, {
    list: { files, rules: servingRules(manifest) },
    variants,
    framework: plan.framework,
    manifest,
    commitSha: source.commitSha,
    at: instant(context.clock),
  });
}
