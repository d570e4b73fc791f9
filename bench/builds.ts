import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createSandbox } from "../packages/service/pipeline/sandbox/sandbox.ts";
import { openBuildFixture, type BuildFixture } from "../test/service/pipeline/build-fixture.ts";
import { compared, type Figure, type Progress, quantile, timed } from "./measure.ts";

const EXAMPLES = join(import.meta.dirname, "..", "examples");
const STATIC_ROUNDS = 15;

/** Rounds each: of new sites with empty caches, and of new commits of a site that was built before. The large ones take long. */
const SITES = [
  { name: "vite", first: 5, later: 7 },
  { name: "eleventy", first: 3, later: 3 },
  { name: "astro", first: 3, later: 3 },
  { name: "docusaurus", first: 1, later: 1 },
];
/** What each round of later builds changes. */
const CHANGED = "src/round.txt";
/** What the service runs for a site with a package-lock.json. */
const COMMANDS = "npm ci --prefer-offline --no-audit --no-fund && npm run build";

/**
 * Builds of examples beside their bare commands, in turns: with empty package caches, then with warm ones, where the
 * service has kept the dependencies of the commit before.
 */
export async function builds(progress: Progress): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  const probe = { unsafeNoSandbox: false, dataDirectory: folder, environment: process.env };
  const unavailable = await createSandbox(probe).unavailable();
  if (unavailable !== undefined) progress(`without a sandbox: ${unavailable}`);
  const fixture = await openBuildFixture({ settings: { unsafeNoSandbox: unavailable !== undefined } });
  try {
    fixture.builds.start();
    const figures = [await staticSite(fixture)];
    for (const site of SITES) figures.push(...(await beside({ fixture, folder, progress, ...site })));
    return figures;
  } finally {
    await fixture.close();
    await rm(folder, { recursive: true, force: true });
  }
}

interface NewSite {
  readonly siteId: string;
  /** Folder of its repository. */
  readonly path: string;
}

async function newSite(fixture: BuildFixture, name: string): Promise<NewSite> {
  const { path, url } = fixture.repository({ ...readExample(name), [CHANGED]: "0" });
  return { siteId: await fixture.site(await fixture.workspace(), url), path };
}

async function staticSite(fixture: BuildFixture): Promise<Figure> {
  const { siteId } = await newSite(fixture, "static-html");
  const times: number[] = [];
  for (let round = 0; round < STATIC_ROUNDS; round += 1) times.push(await deploy(fixture, siteId));
  return { name: "static-html: accept to ready", value: quantile(times, 0.5), unit: "ms", goal: "under 500" };
}

interface Beside {
  readonly fixture: BuildFixture;
  readonly folder: string;
  readonly name: string;
  readonly progress: Progress;
  readonly first: number;
  readonly later: number;
}

async function beside(run: Beside): Promise<readonly Figure[]> {
  const { fixture, folder, name, first, later } = run;
  const cache = join(folder, "cache");
  const firsts = await inTurns(run, "first build", first, {
    ours: async () => deploy(fixture, (await newSite(fixture, name)).siteId),
    theirs: async () => {
      await rm(cache, { recursive: true, force: true });
      return bare(folder, name);
    },
  });
  const { siteId, path } = await newSite(fixture, name);
  await deploy(fixture, siteId);
  let commits = 0;
  const laters = await inTurns(run, "later build", later, {
    async ours() {
      fixture.commit(path, { [CHANGED]: String((commits += 1)) });
      return deploy(fixture, siteId);
    },
    theirs: () => bare(folder, name),
  });
  const commands = (values: readonly number[]) => ({ name: "its bare commands", values });
  const rest = { unit: "ms", better: "less" } as const;
  return [
    compared({ name: `${name}, first build`, values: firsts.ours }, commands(firsts.theirs), {
      ...rest,
      goal: "at most 1.05",
    }),
    compared({ name: `${name}, later build`, values: laters.ours }, commands(laters.theirs), {
      ...rest,
      goal: "at most 0.5",
    }),
  ];
}

type Sides<Each> = Readonly<Record<"ours" | "theirs", Each>>;

async function inTurns(
  { name, progress }: Beside,
  kind: string,
  rounds: number,
  sides: Sides<() => Promise<number>>,
): Promise<Sides<readonly number[]>> {
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    // Each goes first as often as the other.
    if (round % 2 === 0) theirs.push(await sides.theirs());
    ours.push(await sides.ours());
    if (round % 2 === 1) theirs.push(await sides.theirs());
    const [own, other] = [ours.at(-1)?.toFixed(0), theirs.at(-1)?.toFixed(0)];
    progress(`${name}, ${kind}, round ${round} of ${rounds}: ${own} ms beside ${other}`);
  }
  return { ours, theirs };
}

/** @returns Milliseconds from the accept to the address; what the service clears away after that is waited for. */
async function deploy(fixture: BuildFixture, siteId: string): Promise<number> {
  const tookMs = await timed(async () => {
    const id = await fixture.accept(siteId, { branch: "main" });
    const row = await fixture.ended(id);
    if (row.status !== "ready") throw new Error(`${row.error_message}\n${(await fixture.logLines(id)).join("\n")}`);
  });
  const folders = join(fixture.context.settings.dataDirectory, "builds");
  for (let tries = 0; tries < 600 && (await readdir(folders)).length > 0; tries += 1) await sleep(50);
  return tookMs;
}

/** @returns Milliseconds of the commands alone, in a fresh copy of the files. */
async function bare(folder: string, name: string): Promise<number> {
  const site = join(folder, "site");
  await rm(site, { recursive: true, force: true });
  await mkdir(site);
  await cp(join(EXAMPLES, name), site, {
    recursive: true,
    filter: (path) => !/\/(?:node_modules|dist|build|\.docusaurus|\.astro)$/.test(path),
  });
  const env = {
    ...process.env,
    CI: "1",
    DO_NOT_TRACK: "1",
    ASTRO_TELEMETRY_DISABLED: "1",
    npm_config_cache: join(folder, "cache"),
  };
  return timed(async () => {
    const child = spawn("/bin/sh", ["-c", COMMANDS], { cwd: site, env, stdio: "ignore" });
    const code = await new Promise((resolve) => void child.once("close", resolve));
    if (code !== 0) throw new Error(`${COMMANDS} ended with ${String(code)} in examples/${name}.`);
  });
}

function readExample(name: string): Record<string, Buffer> {
  const folder = join(EXAMPLES, name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|\/(?:dist|build|\.docusaurus|\.astro)\//.test(path));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}
