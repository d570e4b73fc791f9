import { mkdir, readdir, readFile, rename, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import semver from "semver";
import { z } from "zod";
import { buildsRoot } from "../../settings.ts";
import { toolsFolder } from "../build-folders.ts";
import { BuildFailure } from "../failure.ts";
import type { BuildJob } from "../job.ts";
import { exists, succeeds } from "../sandbox/read-machine.ts";
import type { ShownTool } from "../sandbox/sandbox.ts";
import { fetchProgram, type ToolBuild } from "./fetch-program.ts";
import { type Program, PROGRAMS, type Tool } from "./programs.ts";

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

/** Fetched once, and from then on shown to all builds, to be read only. @throws {BuildFailure} `install_failed` */
export async function fetchTools(build: ToolBuild, tools: readonly Tool[]): Promise<FetchedTools> {
  const { job } = build;
  using held = new DisposableStack();
  const found: FetchedTool[] = [];
  for (const tool of tools) {
    const { program, source, orOfMachine } = tool;
    const { label, bin } = PROGRAMS[program];
    if (orOfMachine !== undefined && (await job.sandbox.has(orOfMachine))) {
      job.log.line("system", `${label} (of the machine)`);
      continue;
    }
    const startedAt = performance.now();
    const kept = await newestStored(job, tool);
    const { version, name, isFetched } =
      kept !== undefined && !kept.isOld ? kept : await fetchOrKeep(build, tool, kept);
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

interface StoredTool {
  readonly version: string;
  /** Of its folder. */
  readonly name: string;
  readonly isFetched: boolean;
}

interface KeptTool extends StoredTool {
  /** Whether a newer version may fit. */
  readonly isOld: boolean;
}

const About = z.object({ fetchedAtMs: z.number() });
const ABOUT = "about.json";

/** Its hash is what semver calls build metadata. */
const nameOf = ({ program, hash }: Tool, version: string): string =>
  `${program}-${version}${hash === undefined ? "" : `+${hash.algorithm}.${hash.digest}`}`;

async function newestStored({ service }: BuildJob, tool: Tool): Promise<KeptTool | undefined> {
  const root = buildsRoot(service.settings);
  const names: readonly string[] = await readdir(toolsFolder(root, ".")).catch(() => []);
  const ofProgram = names.filter((name) => name.startsWith(`${tool.program}-`));
  const versions = ofProgram.map((name) => name.slice(tool.program.length + 1).replace(/\+.*/, ""));
  const version = semver.maxSatisfying(
    versions.filter((each) => names.includes(nameOf(tool, each))),
    tool.range,
  );
  if (version === null) return undefined;
  const name = nameOf(tool, version);
  const about = About.safeParse(await readJson(toolsFolder(root, name, ABOUT)));
  const isOld = !about.success || about.data.fetchedAtMs + RANGE_LASTS_MS < service.clock.now();
  return { version, name, isFetched: false, isOld: isOld && semver.valid(tool.range) === null };
}

async function readJson(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, "utf8"));
  } catch {
    // It was cut off.
    return undefined;
  }
}

async function fetchOrKeep(build: ToolBuild, tool: Tool, kept: KeptTool | undefined): Promise<StoredTool> {
  try {
    return await fetchTool(build, tool);
  } catch (error) {
    if (kept === undefined || !(error instanceof BuildFailure)) throw error;
    build.job.log.line("system", `${error.message} What is kept is used.`, "warn");
    return kept;
  }
}

async function fetchTool(build: ToolBuild, tool: Tool): Promise<StoredTool> {
  const { settings, clock } = build.job.service;
  const { version, at } = await fetchProgram(build, tool);
  await writeFile(join(at, ABOUT), JSON.stringify({ fetchedAtMs: clock.now() }));
  const name = nameOf(tool, version);
  await share(at, toolsFolder(buildsRoot(settings), name));
  return { version, name, isFetched: true };
}

/** Gives what was fetched its place at once, or says of the one that is there that it is the newest still. */
async function share(fetched: string, place: string): Promise<void> {
  await mkdir(dirname(place), { recursive: true, mode: 0o700 });
  // Another build may be quicker.
  const isMoved = !(await exists(place)) && (await succeeds(rename(fetched, place)));
  if (!isMoved) await rename(join(fetched, ABOUT), join(place, ABOUT));
}
