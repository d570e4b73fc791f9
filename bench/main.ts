import { spawnSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { builds } from "./builds.ts";
import { findWorse, meetsGoal, nameOf } from "./compare.ts";
import { growth } from "./growth.ts";
import { type Benchmark, type Figure, judged, machine, type Measured } from "./measure.ts";
import { amount, writeReport } from "./report.ts";
import { readResults, RESULTS } from "./results.ts";
import { run } from "./run/run.ts";
import { service } from "./service/service.ts";
import { sites } from "./sites/sites.ts";
import { streams } from "./streams/streams.ts";

const DOCS = join(import.meta.dirname, "..", "docs");
const BENCHMARKS: Readonly<Record<string, Benchmark>> = { run, service, streams, builds };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { compare: { type: "boolean", default: false }, report: { type: "boolean", default: false } },
});
if (positionals[0] === "sites") {
  const [, folder, ...names] = positionals;
  if (folder === undefined) {
    console.error("Name the folder of the repositories: npm run bench -- sites DIR [NAME ...]");
    process.exit(2);
  }
  console.log(await sites(resolve(folder), names, (text) => console.error(text)));
  process.exit(0);
}
if (positionals[0] === "growth") {
  const counts = positionals.slice(1).map(Number);
  console.log(await growth(counts.length > 0 ? counts : [20_000, 2_000_000], (text) => console.error(text)));
  process.exit(0);
}
/** nginx lies there. */
const WITH_SBIN = { env: { ...process.env, PATH: `${process.env["PATH"] ?? ""}:/usr/sbin` } };

/** What a benchmark cannot be measured without. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = { service: ["nginx", "wrk"] };

const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(2);
}
if (!values.report) await measureAll();
if (!values.compare) await writeDocs();

async function measureAll(): Promise<void> {
  const stored = readResults();
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const missing = (PROGRAMS[name] ?? []).filter((program) => spawnSync(program, ["-v"], WITH_SBIN).error);
    if (missing.length > 0) {
      console.error(`${name} is left out, for this machine has no ${missing.join(" and no ")}.`);
      process.exitCode = 1;
      continue;
    }
    const kept = stored.get(name)?.figures ?? [];
    const before = machine();
    const measured = await measure(name, benchmark);
    print(name, measured.figures, { kept, before });
    const worse = findWorse(kept, measured.figures);
    // Worse once may be the machine; worse twice is the code.
    const again = worse.length === 0 ? [] : findWorse(kept, (await measure(name, benchmark)).figures);
    for (const one of again.filter(({ name: found }) => worse.some((other) => other.name === found))) {
      console.log(
        `  WORSE by ${Math.round(one.by * 100)} %: ${one.name}, ${one.now.toFixed(2)} after ${one.before.toFixed(2)}`,
      );
      if (values.compare) process.exitCode = 1;
    }
    if (!values.compare) await keep(name, { ...measured, before, after: machine() });
  }
}

function measure(name: string, benchmark: Benchmark): Promise<Measured> {
  return benchmark((text) => process.stderr.write(`${name}: ${text}\n`));
}

async function keep(name: string, result: Measured & Readonly<Record<"before" | "after", unknown>>): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify({ name, ...result }, null, 2)}\n`);
}

async function writeDocs(): Promise<void> {
  for (const [path, text] of writeReport(readResults())) {
    await mkdir(dirname(join(DOCS, path)), { recursive: true });
    await writeFile(join(DOCS, path), text);
  }
}

interface Beside {
  readonly kept: readonly Figure[];
  readonly before: ReturnType<typeof machine>;
}

function print(name: string, figures: readonly Figure[], { kept, before }: Beside): void {
  const width = Math.max(...figures.map((figure) => figure.name.length));
  console.log(`\n${name} (Node ${String(before["node"])}, load ${String(before["load"])})`);
  for (const figure of figures) {
    const old = kept.find((one) => nameOf(one) === nameOf(figure));
    const peer = figure.beside && `${figure.beside.name} ${amount({ ...figure.beside, unit: figure.unit })}`;
    const met = meetsGoal(figure);
    const goal = met === undefined ? "" : `${figure.goal} ${met ? "(met)" : "(BEHIND)"}`;
    const was = old === undefined ? "" : `was ${judged(old).toFixed(2)}`;
    const ratio = figure.ratio?.toFixed(2) ?? "";
    console.log(
      `  ${figure.name.padEnd(width)} ${amount(figure).padStart(18)}  ${(peer ?? "").padEnd(52)} ${ratio.padEnd(6)} ${was.padEnd(12)} ${goal}`.trimEnd(),
    );
  }
}
