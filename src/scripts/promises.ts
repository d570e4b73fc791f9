import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { z } from "zod";
import { type CaughtBreak, readCaught } from "./breaks.ts";
import { commandOf, readFigures, runSuites, type SuiteFigures, SUITES } from "./figures.ts";

const Row = z.strictObject({
  id: z.string(),
  says: z.string(),
  proofs: z.array(z.strictObject({ file: z.string(), name: z.string() })),
  open: z.string().optional(),
});
const Table = z.strictObject({
  groups: z.array(z.strictObject({ title: z.string(), says: z.string(), rows: z.array(Row) })),
});

/** Which test proves which promise, and what is open. */
export type PromiseTable = z.infer<typeof Table>;

/** All that the page of promises shows. */
export interface PromiseSources {
  readonly table: PromiseTable;
  readonly figures: readonly SuiteFigures[];
  readonly caught: readonly CaughtBreak[];
}

const PAGE = "docs/promises.md";
const POLICY = "SECURITY.md";
const THREATS = { start: "<!-- threats:start -->", end: "<!-- threats:end -->" };

const INTRODUCTION = `# Promises and their proofs

This page is written by \`node src/scripts/promises.ts\` from the files under \`test/promises\`. A test fails when a named test does not exist, when an id is missing, or when this page is not what those files say.

After every scene under \`test/faults\` and every history under \`test/promises\` the same things are asserted: the service accepted no more deployments than there were logical attempts; a key never went out with other bytes; exit 0 came with a deployment that the service itself calls ready, and with its address; neither token is anywhere in log, outputs, state, summary, comments or records, be it plain, percent-encoded, in hexadecimal or in base64; nobody but the service and GitHub was asked; the run ended by its own limit; there is at most one comment; no comment of another author changed; no approval was decided.

"Open" is what no test shows yet.
`;

const FIGURES_INTRODUCTION = `Counted by the runs themselves, never typed: \`node src/scripts/promises.ts --run\` plays all of them and writes what they counted; with names behind it, such as \`--run faults breaks\`, only those.`;

const BREAKS_INTRODUCTION = `\`node src/scripts/breaks.ts\` copies the tree, breaks one rule at a time as \`test/promises/breaks.json\` says, and runs the tests named there: each break must turn at least one of them red. These did in the last run.`;

/**
 * Reads what the page is made of.
 * @throws {z.ZodError} when a file holds something else
 */
export async function readSources(): Promise<PromiseSources> {
  const [table, figures, caught] = await Promise.all([
    readFile("test/promises/table.json", "utf8").then((text) => Table.parse(JSON.parse(text))),
    readFigures(),
    readCaught(),
  ]);
  return { table, figures, caught };
}

/**
 * Writes the page of the table.
 * @returns Markdown.
 */
export function promisesPage({ table: { groups }, figures, caught }: PromiseSources): string {
  const rows = groups.flatMap((group) => group.rows);
  const open = rows.filter((row) => row.open !== undefined).length;
  const summary = `The tables below hold ${rows.length} promises, threats and faults; ${open === 0 ? "none has" : `${open} of them have`} something open.\n`;
  const counted = ["## Figures of the last long runs", "", FIGURES_INTRODUCTION, "", ...figures.flatMap(figuresOf)];
  const tables = groups.flatMap((group) => [`## ${group.title}`, "", group.says, "", ...tableOf(group.rows), ""]);
  return [INTRODUCTION, summary, ...counted, ...breaksOf(caught), ...tables].join("\n");
}

function figuresOf({ suite, at, seconds, figures }: SuiteFigures): readonly string[] {
  const found = SUITES.find(({ name }) => name === suite);
  if (found === undefined) return [];
  const rows = figures.map(({ says, count }) => `| ${cell(says)} | ${count.toLocaleString("en")} |`);
  const run = `\`${commandOf(found)}\`, ${at.slice(0, 10)}, ${seconds.toLocaleString("en")} s:`;
  return [`### ${found.title}`, "", run, "", "| What | Count |", "|---|---|", ...rows, ""];
}

function breaksOf(caught: readonly CaughtBreak[]): readonly string[] {
  if (caught.length === 0) return [];
  const rows = caught.map(({ rule, file, caughtBy }) => {
    const tests = caughtBy.map((one) => `\`${one.file}\`: ${cell(one.name)}`);
    return `| ${cell(rule)} | \`${file}\` | ${tests.join("<br>")} |`;
  });
  const head = ["| The rule, broken | In | Tests that turned red |", "|---|---|---|"];
  return ["## Rules broken on purpose", "", BREAKS_INTRODUCTION, "", ...head, ...rows, ""];
}

/**
 * Puts the threats between their marks in the security policy.
 * @param policy Text with both marks.
 */
export function securityPolicy(policy: string, { groups }: PromiseTable): string {
  const from = policy.indexOf(THREATS.start) + THREATS.start.length;
  const to = policy.indexOf(THREATS.end);
  const threats = groups.filter(({ rows }) => rows.some(({ id }) => /^[AS]\d/.test(id)));
  const tables = threats.flatMap(({ title, says, rows }) => [`### ${title}`, "", says, "", ...tableOf(rows), ""]);
  return [policy.slice(0, from), "", ...tables, policy.slice(to)].join("\n");
}

function tableOf(rows: PromiseTable["groups"][number]["rows"]): readonly string[] {
  const lines = rows.map(({ id, says, proofs, open }) => {
    const tests = proofs.map(({ file, name }) => `\`${file}\`: ${cell(name)}`);
    const gap = open === undefined ? [] : [`**Open:** ${cell(open)}`];
    return `| ${id} | ${cell(says)} | ${[...tests, ...gap].join("<br>")} |`;
  });
  return ["| | What | Shown by |", "|---|---|---|", ...lines];
}

function cell(text: string): string {
  return text.replaceAll(/[\\|*_<>`$]/g, "\\$&");
}

async function writePages(): Promise<void> {
  const sources = await readSources();
  await writeFile(PAGE, promisesPage(sources));
  await writeFile(POLICY, securityPolicy(await readFile(POLICY, "utf8"), sources.table));
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { run: { type: "boolean" } }, allowPositionals: true });
  try {
    if (values.run === true) await runSuites(positionals);
  } finally {
    await writePages();
  }
}

if (import.meta.main) await main();
