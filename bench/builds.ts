import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createSandbox } from "../src/service/pipeline/sandbox.ts";
import { openPlace, type Place } from "../test/service/pipeline/place.ts";
import { type Figure, type Progress, quantile, timed } from "./measure.ts";

const EXAMPLES = join(import.meta.dirname, "..", "examples");
const ROUNDS = 3;
const STATIC_ROUNDS = 15;
const SITES = ["vite", "astro"];
/** What the service runs for a site with a package-lock.json. */
const COMMANDS = "npm ci --prefer-offline --no-audit --no-fund && npm run build";

/** Builds of examples beside their bare commands, in turns, each with a warm package cache of its own. */
export async function builds(progress: Progress): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), "greenroom-bench-"));
  const probe = { unsafeNoSandbox: false, dataDirectory: folder, environment: process.env };
  const unavailable = await createSandbox(probe).unavailable();
  if (unavailable !== undefined) progress(`without a sandbox: ${unavailable}`);
  const place = await openPlace({ settings: { unsafeNoSandbox: unavailable !== undefined } });
  try {
    place.builds.start();
    const figures = [await staticSite(place)];
    for (const name of SITES) figures.push(...(await beside({ place, folder, name, progress })));
    return figures;
  } finally {
    await place.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function staticSite(place: Place): Promise<Figure> {
  const { url } = place.repository(readExample("static-html"));
  const siteId = await place.site(await place.workspace(), url);
  const times: number[] = [];
  for (let round = 0; round < STATIC_ROUNDS; round += 1) times.push(await deploy(place, siteId));
  return { name: "static-html: accept to ready", value: quantile(times, 0.5), unit: "ms", goal: "under 500" };
}

interface Beside {
  readonly place: Place;
  readonly folder: string;
  readonly name: string;
  readonly progress: Progress;
}

async function beside({ place, folder, name, progress }: Beside): Promise<readonly Figure[]> {
  const { url } = place.repository(readExample(name));
  const siteId = await place.site(await place.workspace(), url);
  const firstMs = await deploy(place, siteId);
  await bare(folder, name);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    ours.push(await deploy(place, siteId));
    theirs.push(await bare(folder, name));
    progress(`${name}: round ${round} of ${ROUNDS}: ${ours.at(-1)?.toFixed(0)} ms beside ${theirs.at(-1)?.toFixed(0)}`);
  }
  const overheads = ours.map((value, round) => (value / (theirs[round] ?? Number.NaN) - 1) * 100);
  return [
    { name: `${name}: first build of a site, accept to ready`, value: firstMs, unit: "ms" },
    { name: `${name}: later build, accept to ready`, value: quantile(ours, 0.5), unit: "ms" },
    { name: `${name}: bare install and build`, value: quantile(theirs, 0.5), unit: "ms" },
    { name: `${name}: on top of the bare commands`, value: quantile(overheads, 0.5), unit: "%", goal: "under 10" },
  ];
}

async function deploy(place: Place, siteId: string): Promise<number> {
  return timed(async () => {
    const id = await place.accept(siteId);
    const row = await place.ended(id);
    if (row.status !== "ready") throw new Error(`${row.error_message}\n${(await place.logLines(id)).join("\n")}`);
  });
}

/** @returns Milliseconds of the commands alone, in a fresh copy of the files. */
async function bare(folder: string, name: string): Promise<number> {
  const site = join(folder, "site");
  await rm(site, { recursive: true, force: true });
  await mkdir(site);
  await cp(join(EXAMPLES, name), site, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  const env = { ...process.env, CI: "1", ASTRO_TELEMETRY_DISABLED: "1", npm_config_cache: join(folder, "cache") };
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
    .filter((path) => !/node_modules|\/dist\//.test(path));
  return Object.fromEntries(paths.map((path) => [path.slice(folder.length + 1), readFileSync(path)]));
}
