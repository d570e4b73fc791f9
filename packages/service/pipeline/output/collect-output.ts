import { join } from "node:path";
import type { Manifest } from "@greenroom/contract";
import { MAX_PATH_BYTES } from "@greenroom/contract/upload-files";
import {
  HEADERS_FILE,
  MAX_SERVING_FILE_BYTES,
  REDIRECTS_FILE,
  type ServingFiles,
  withRules,
} from "../../domain/serving-files.ts";
import { counted } from "../../outside/words.ts";
import { ownFolder } from "../build-folders.ts";
import { BuildFailure } from "../failure.ts";
import type { Bounds, BuildJob } from "../job.ts";
import type { Built, OutputStore } from "../record.ts";
import { readText } from "../source/checkout.ts";
import type { HostConfig } from "../source/host-rules.ts";
import type { Submodules } from "../source/submodules.ts";
import { wasSetBack } from "../steps/file-changes.ts";
import { type BuildPlan, runsCommands } from "../steps/plan.ts";
import type { RanSteps } from "../steps/run-steps.ts";
import type { FetchedTool } from "../steps/tools.ts";
import { type LeftOut, listNames, MAX_LEFT_OUT } from "./check-site.ts";
import { findOutput, type FoundOutput } from "./find-output.ts";
import { listOutput, type OutputFile } from "./list-output.ts";
import { compressFiles, servingFiles, storeOutput, warnHeaders } from "./output.ts";
import { findReferenced } from "./referenced-files.ts";
import type { Folder } from "./tree.ts";

interface Finished extends Pick<Bounds, "folder" | "group">, Pick<RanSteps, "commandsStartedAt"> {
  readonly checkout: Folder;
  readonly manifest: Manifest | null;
  readonly hostConfig: HostConfig;
  readonly plan: BuildPlan;
  readonly tools: readonly FetchedTool[];
  readonly submodules: Submodules;
}

export async function collectOutput(job: BuildJob, finished: Finished, store: OutputStore): Promise<Built> {
  const { folder, checkout, manifest, hostConfig, plan, tools, group } = finished;
  const { signal, log } = job;
  const limits = job.limits.output;
  const storingSince = performance.now();
  const scope = { checkout, mountedAt: ["/build", join(folder, "site")] };
  const found = await findOutput({ ...scope, plan, readPages: pagesReader(job, finished) });
  await using output = found.folder;
  for (const [line, level] of outputLines(plan, found)) log.line("publish", line, level);
  const listed = await listOutput({ ...scope, output, at: found.path }, limits);
  for (const line of listed.notes) log.line("publish", line, "warn");
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
  log.line("publish", `Stored ${counted(files.length, "file")}, ${bytes} bytes, in ${tookSeconds} s`);
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
  const names = listNames(paths);
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
  // After the clock was set back time says nothing.
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
function readServing(output: Folder, log: BuildJob["log"]): Promise<ServingFiles> {
  return servingFiles(async (name) => {
    const found = await readText(output, name, MAX_SERVING_FILE_BYTES);
    return found.kind === "text" ? found.text : found.kind === "too_large" ? { tooLarge: true } : undefined;
  }, log);
}

function sandboxOf({ service }: BuildJob, plan: BuildPlan): Built["sandbox"] {
  if (!runsCommands(plan)) return "not_needed";
  return service.settings.unsafeNoSandbox ? "none" : "bubblewrap";
}
