import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { loadavg } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { runTool, TOOLS } from "./command.ts";
import { MUTATION_AREAS, type MutationArea } from "./mutation-areas.ts";
import {
  mutationPage,
  readExplanations,
  readResults,
  RESULTS,
  type AreaResult,
  type Survivor,
} from "./mutation-page.ts";

const STRYKER = "node_modules/@stryker-mutator/core/bin/stryker.js";
const CONFIG = "stryker.config.json";
const REPORTS = "reports/mutation";
const PAGE = "docs/mutation.md";

const Position = z.object({ line: z.int(), column: z.int() });
const Mutant = z.object({
  mutatorName: z.string(),
  replacement: z.string().default(""),
  status: z.string(),
  location: z.object({ start: Position, end: Position }),
});
const Report = z.object({
  files: z.record(z.string(), z.object({ source: z.string(), mutants: z.array(Mutant) })),
});

/** Breaks the sources of one area in every way Stryker knows, and sees which breaks the tests notice. */
async function measure(area: MutationArea, progress: boolean): Promise<AreaResult> {
  const report = join(REPORTS, `${area.name}.json`);
  const config = join(REPORTS, `${area.name}.config.json`);
  const settings: unknown = JSON.parse(await readFile(CONFIG, "utf8"));
  const own = {
    mutate: area.sources,
    testFiles: area.tests,
    reporters: progress ? ["json", "progress-append-only"] : ["json"],
    jsonReporter: { fileName: report },
    incremental: true,
    incrementalFile: join(REPORTS, `${area.name}.incremental.json`),
  };
  await mkdir(REPORTS, { recursive: true });
  await writeFile(config, JSON.stringify({ ...z.looseObject({}).parse(settings), ...own }));
  const child = spawn(process.execPath, [STRYKER, "run", config, "--logLevel", "warn"], { stdio: "inherit" });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`Stryker ended with ${String(code)} on ${area.name}; its lines above say why.`);
  return resultOf(area, Report.parse(JSON.parse(await readFile(report, "utf8"))));
}

function resultOf({ name }: MutationArea, { files }: z.infer<typeof Report>): AreaResult {
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (status: string): number => mutants.filter((mutant) => mutant.status === status).length;
  return {
    area: name,
    files: Object.keys(files).sort(),
    killed: count("Killed"),
    timedOut: count("Timeout"),
    notMeasured: count("Ignored"),
    survivors: Object.entries(files).flatMap(([file, { source, mutants: all }]) =>
      all
        .filter(({ status }) => status === "Survived" || status === "NoCoverage")
        .map((mutant) => survivorOf(file, source, mutant)),
    ),
    at: new Date().toISOString(),
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
  };
}

function survivorOf(file: string, source: string, mutant: z.infer<typeof Mutant>): Survivor {
  const { start, end } = mutant.location;
  const lines = source.split("\n").slice(start.line - 1, end.line);
  const last = lines.length - 1;
  const text = lines.map((line, index) =>
    line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined),
  );
  return { file, line: start.line, code: squeezed(text.join("\n")), becomes: squeezed(mutant.replacement) };
}

function squeezed(code: string): string {
  return code.replaceAll(/\s+/g, " ").trim();
}

/** Read again each time: another run may be at another area. */
async function note(result: AreaResult): Promise<void> {
  const before = await readResults();
  const ordered = MUTATION_AREAS.flatMap(({ name }) =>
    name === result.area ? result : (before.find(({ area }) => area === name) ?? []),
  );
  await writeFile(RESULTS, `${JSON.stringify(ordered, null, 2)}\n`);
  await runTool(TOOLS.oxfmt, [RESULTS]);
  await writePage(ordered);
}

async function writePage(results: readonly AreaResult[]): Promise<void> {
  await writeFile(PAGE, mutationPage(results, await readExplanations()));
  await runTool(TOOLS.oxfmt, [PAGE]);
}

async function main(names: readonly string[]): Promise<void> {
  if (names.includes("--page")) return writePage(await readResults());
  const unknown = names.filter((name) => !MUTATION_AREAS.some((area) => area.name === name));
  if (unknown.length > 0) throw new Error(`There is no area ${unknown.join(", ")}; see mutation-areas.ts.`);
  for (const area of MUTATION_AREAS) {
    if (names.length > 0 && !names.includes(area.name)) continue;
    console.log(`${area.name}: begins`);
    const result = await measure(area, process.stdout.isTTY);
    await note(result);
    const { killed, timedOut, survivors } = result;
    console.log(`${area.name}: ${killed} killed, ${timedOut} timed out, ${survivors.length} survived`);
  }
}

if (import.meta.main) await main(process.argv.slice(2));
