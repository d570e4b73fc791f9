import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { accept } from "./accept.ts";
import { builds } from "./builds.ts";
import { hosting } from "./hosting.ts";
import { lists } from "./lists.ts";
import { type Benchmark, type Figure, machine } from "./measure.ts";
import { start } from "./start.ts";
import { streams } from "./streams.ts";

const BENCHMARKS: Readonly<Record<string, Benchmark>> = { accept, lists, streams, start, hosting, builds };
const RESULTS = join(import.meta.dirname, "results");

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown.length > 0) {
  console.error(`There is no benchmark ${unknown.join(", ")}; there are ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(2);
}
await mkdir(RESULTS, { recursive: true });
for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const before = machine();
  const figures = await benchmark((text) => process.stderr.write(`${name}: ${text}\n`));
  const result = { name, figures, before, after: machine() };
  await writeFile(join(RESULTS, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`);
  print(name, figures, before);
}

function print(name: string, figures: readonly Figure[], { load, node }: ReturnType<typeof machine>): void {
  const width = Math.max(...figures.map((figure) => figure.name.length));
  console.log(`\n${name} (Node ${String(node)}, load ${String(load)})`);
  for (const figure of figures) {
    const value = figure.value.toFixed(figure.value < 10 ? 2 : 0).padStart(9);
    const goal = figure.goal === undefined ? "" : `   goal ${figure.goal}`;
    console.log(`  ${figure.name.padEnd(width)} ${value} ${figure.unit}${goal}`);
  }
}
