import { access, mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import semver from "semver";
import { z } from "zod";
import { buildsRoot } from "../../settings.ts";
import { toolsFolder } from "../build-folders.ts";
import { BuildFailure } from "../failure.ts";
import type { BuildJob } from "../job.ts";
import { openFolder } from "../output/tree.ts";
import type { ControlGroup } from "../sandbox/cgroup.ts";
import type { WatchedBuild } from "../sandbox/disk-limit.ts";
import type { ShownTool } from "../sandbox/sandbox.ts";
import { openStepNetwork } from "../sandbox/step-network.ts";
import { readText } from "../source/checkout.ts";
import { type Program, PROGRAMS, type Tool } from "./programs.ts";

interface ToolBuild {
  readonly job: BuildJob;
  /** Folder of the build. */
  readonly folder: string;
  readonly group: ControlGroup | undefined;
  readonly use: WatchedBuild;
}

/** A program that is there for a build. */
export interface FetchedTool extends ShownTool {
  readonly program: Program;
  readonly version: string;
}

/** The programs of a build, which stay where they are until this is disposed. */
export interface FetchedTools extends Disposable {
  readonly tools: readonly FetchedTool[];
}

/** For as long the newest version of a range is not looked up again. */
const RANGE_LASTS_MS = 7 * 24 * 3_600_000;

/**
 * Makes the programs of a build be there. They are fetched by commands of ours alone, in a sandbox in which nothing of
 * a repository is, checked by npm against the hashes of its registry, and from then on shown to builds to be read only.
 * @throws {BuildFailure} `install_failed` for what cannot be fetched.
 */
export async function fetchTools(build: ToolBuild, tools: readonly Tool[]): Promise<FetchedTools> {
  const { job } = build;
  using held = new DisposableStack();
  const found: FetchedTool[] = [];
  for (const tool of tools) {
    const { program, source } = tool;
    const { label, bin } = PROGRAMS[program];
    const startedAt = performance.now();
    const kept = await newestKept(job, tool);
    const { version, isFetched } = kept !== undefined && !kept.isOld ? kept : await fetchOrKeep(build, tool, kept);
    const name = `${program}-${version}`;
    const folder = toolsFolder(buildsRoot(job.service.settings), name);
    held.use(job.caches.hold(folder));
    const now = new Date();
    await utimes(folder, now, now);
    const took = isFetched ? `, fetched in ${((performance.now() - startedAt) / 1000).toFixed(2)} s` : "";
    job.log.line("system", `${label} ${version} (${source})${took}`);
    found.push({ program, version, name, folder, bin });
  }
  const moved = held.move();
  return { tools: found, [Symbol.dispose]: () => moved.dispose() };
}

interface Version {
  readonly version: string;
  readonly isFetched: boolean;
}

interface Kept extends Version {
  /** Whether a newer version may fit. */
  readonly isOld: boolean;
}

const About = z.object({ fetchedAtMs: z.number() });
const ABOUT = "about.json";

async function newestKept({ service }: BuildJob, { program, range }: Tool): Promise<Kept | undefined> {
  const root = buildsRoot(service.settings);
  const names = await readdir(toolsFolder(root, ".")).catch(() => []);
  const versions = names.filter((name) => name.startsWith(`${program}-`)).map((name) => name.slice(program.length + 1));
  const version = semver.maxSatisfying(versions, range);
  if (version === null) return undefined;
  const text = await readFile(toolsFolder(root, `${program}-${version}`, ABOUT), "utf8").catch(() => "{}");
  const about = About.safeParse(JSON.parse(text));
  const isOld = !about.success || about.data.fetchedAtMs + RANGE_LASTS_MS < service.clock.now();
  return { version, isFetched: false, isOld: isOld && semver.valid(range) === null };
}

async function fetchOrKeep(build: ToolBuild, tool: Tool, kept: Kept | undefined): Promise<Version> {
  try {
    return { version: await fetchTool(build, tool), isFetched: true };
  } catch (error) {
    if (kept === undefined || !(error instanceof BuildFailure)) throw error;
    build.job.log.line("system", `${error.message} What is kept is used.`, "warn");
    return kept;
  }
}

const FETCH_LIMITS = { timeoutMs: 300_000, processes: 64, tasks: 512 };
const MAX_LINES = 50;
const Package = z.looseObject({ version: z.string() });

/** @returns The version. */
async function fetchTool({ job, folder, group, use }: ToolBuild, { program, range, source }: Tool): Promise<string> {
  const { sandbox, service, limits, signal } = job;
  const unavailable = await sandbox.unavailable();
  if (unavailable !== undefined) throw new BuildFailure("sandbox_unavailable", unavailable);
  const { label, package: name, finish } = PROGRAMS[program];
  const round = join(folder, `fetch-${program}`);
  await mkdir(join(round, "site"), { recursive: true, mode: 0o700 });
  const install = `npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix . '${name}@${range}'`;
  const lines: string[] = [];
  const cache = join(round, "cache");
  await sandbox.prepare({ folder: round, cache });
  await using network = await openStepNetwork(job, "install", { isFork: false, hasValues: false, folder: round });
  const result = await sandbox.run({
    // What has its place can be read with every user id of builds, and is whole, also after a power cut.
    command: [install, ...(finish === undefined ? [] : [finish]), "chmod -R a+rX .", "sync -f ."].join(" && "),
    step: "install",
    folder: round,
    cwd: ".",
    cache,
    tools: [],
    limits: {
      ...FETCH_LIMITS,
      memoryBytes: limits.memoryBytes,
      group,
      exceeded: (pids) => use.exceeded([folder], pids),
    },
    egress: network.egress,
    variables: {},
    output: {
      signal,
      onLine: (line) => {
        network.read(line);
        if (lines.length < MAX_LINES) lines.push(line);
      },
    },
  });
  if (result.kind !== "exited" || result.code !== 0) {
    if (lines.some((line) => line.includes("ETARGET"))) {
      throw new BuildFailure(
        "install_failed",
        `There is no ${label} as it is asked for (${source}). Name a version that was released.`,
      );
    }
    for (const line of lines) job.log.line("install", line, "error");
    const why = network.explanation(undefined) ?? "See the last lines of the log.";
    throw new BuildFailure("install_failed", `${label} (${source}) could not be fetched. ${why}`);
  }
  await using site = await openFolder(join(round, "site"));
  const read = await readText(site, `node_modules/${name}/package.json`, 1024 ** 2);
  const { version } = Package.parse(JSON.parse(read.kind === "text" ? read.text : "{}"));
  if (!semver.satisfies(version, range)) throw new Error(`The registry has ${name}@${version} for ${range}.`);
  await writeFile(join(round, "site", ABOUT), JSON.stringify({ fetchedAtMs: service.clock.now() }));
  await share(join(round, "site"), toolsFolder(buildsRoot(service.settings), `${program}-${version}`));
  return version;
}

/** Gives what was fetched its place at once, or says of the one that is there that it is the newest still. */
async function share(fetched: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  const isThere = await access(place).then(
    () => true,
    () => false,
  );
  // Another build may be quicker.
  if (
    !isThere &&
    (await rename(fetched, place).then(
      () => true,
      () => false,
    ))
  )
    return;
  await rename(join(fetched, ABOUT), join(place, ABOUT));
}
