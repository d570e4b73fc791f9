import { readFile, writeFile } from "node:fs/promises";
import { z } from "zod";

const Row = z.strictObject({
  id: z.string(),
  says: z.string(),
  proofs: z.array(z.strictObject({ file: z.string(), name: z.string() })),
  open: z.string().optional(),
});
const Table = z.strictObject({
  figures: z.array(z.strictObject({ says: z.string(), count: z.int().nonnegative() })),
  groups: z.array(z.strictObject({ title: z.string(), says: z.string(), rows: z.array(Row) })),
});

/** Which test proves which promise, and what is open. */
export type PromiseTable = z.infer<typeof Table>;

const PAGE = "docs/promises.md";

const INTRODUCTION = `# Promises and their proofs

This page is written by \`node src/scripts/promises.ts\` from \`test/promises/table.json\`. A test fails when a named test does not exist, when an id is missing, or when this page is not what the table says.

After every scene under \`test/faults\` and every history under \`test/promises\` the same things are asserted: the service accepted no more deployments than there were logical attempts; a key never went out with other bytes; exit 0 came with a deployment that the service itself calls ready, and with its address; neither token is anywhere in log, outputs, state, summary, comments or records, be it plain, percent-encoded, in hexadecimal or in base64; nobody but the service and GitHub was asked; the run ended by its own limit; there is at most one comment; no approval was decided.

"Open" is what no test shows yet.
`;

/**
 * Reads the table.
 * @throws {z.ZodError} when it is not one
 */
export async function readTable(): Promise<PromiseTable> {
  return Table.parse(JSON.parse(await readFile("test/promises/table.json", "utf8")));
}

/**
 * Writes the page of the table.
 * @returns Markdown.
 */
export function promisesPage({ figures, groups }: PromiseTable): string {
  const rows = groups.flatMap((group) => group.rows);
  const open = rows.filter((row) => row.open !== undefined).length;
  const counts = [
    ...figures.map(({ says, count }) => `| ${says} | ${count.toLocaleString("en")} |`),
    `| Promises, threats and faults in the tables below | ${rows.length} |`,
    `| Of these, with something open | ${open} |`,
  ];
  const summary = ["## Figures of the last long run", "", "| What | Count |", "|---|---|", ...counts, ""];
  const tables = groups.flatMap((group) => [`## ${group.title}`, "", group.says, "", ...tableOf(group.rows), ""]);
  return [INTRODUCTION, ...summary, ...tables].join("\n");
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

if (import.meta.main) await writeFile(PAGE, promisesPage(await readTable()));
