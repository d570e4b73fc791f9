import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { builds } from "./builds.ts";
import { findWorse, meetsGoal, nameOf } from "./compare.ts";
import { growth } from "./growth.ts";
import { type Benchmark, type Figure, judged, machine, type Progress } from "./measure.ts";
import { amount, writeReport } from "./report.ts";
import { readResults, type Result, RESULTS } from "./results.ts";
import { cost } from "./run/cost.ts";
import { notice } from "./run/notice.ts";
import { service } from "./service.ts";
import { sites } from "./sites/sites.ts";
import { streams } from "./streams/streams.ts";

const PAGE = join(import.meta.dirname, "..", "docs", "benchmarks.md");

/** The built action as a runner starts it: its last requests, and what a whole run costs. */
const run = async (progress: Progress) => [...(await notice(progress)), ...(await cost(progress))];

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
const unknown = positionals.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(2);
}
if (!values.report) await measureAll();
if (!values.compare) await writeFile(PAGE, writeReport(await readFile(PAGE, "utf8"), readResults()));

async function measureAll(): Promise<void> {
  const stored = readResults();
  for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const kept = stored.get(name)?.figures ?? [];
    const before = machine();
    const figures = await measure(name, benchmark);
    print(name, figures, { kept, before });
    const worse = findWorse(kept, figures);
    // Worse once may be the machine; worse twice is the code.
    const again = worse.length === 0 ? [] : findWorse(kept, await measure(name, benchmark));
    for (const one of again.filter(({ name: found }) => worse.some((other) => other.name === found))) {
      console.log(
        `  WORSE by ${Math.round(one.by * 100)} %: ${one.name}, ${one.now.toFixed(2)} after ${one.before.toFixed(2)}`,
      );
      if (values.compare) process.exitCode = 1;
    }
    if (!values.compare) await keep(name, { figures, before, after: machine() });
  }
}

function measure(name: string, benchmark: Benchmark): Promise<readonly Figure[]> {
  return benchmark((text) => process.stderr.write(`${name}: ${text}\n`));
}

async function keep(name: string, result: Omit<Result, "name">): Promise<void> {
  await mkdir(RESULTS, { recursive: true });
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify({ name, ...result }, null, 2)}\n`);
}

interface Beside {
  readonly kept: readonly Figure[];
  readonly before: ReturnType<typeof machine>;
}

function print(name: string, figures: readonly Figure[], { kept, before }: Beside): void {
  const width = Math.max(...figures.map((figure) => figure.name.length));
  console.log(`\n${name} (Node ${before.node}, load ${before.load.join(" ")})`);
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
