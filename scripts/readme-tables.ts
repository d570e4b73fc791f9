import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ACTION_FILES, type ActionFile, readActionFile } from "./action-file.ts";

/**
 * Puts the tables of an action's inputs and outputs between their marks.
 * @param readme Text with `<!-- inputs:start -->` and `<!-- inputs:end -->`, and the same for outputs.
 * @param action Metadata the tables are made from.
 * @throws {Error} When a mark is missing.
 */
function withTables(readme: string, action: ActionFile): string {
  return between(between(readme, "inputs", inputsTable(action)), "outputs", outputsTable(action));
}

function between(text: string, mark: string, table: string): string {
  const start = `<!-- ${mark}:start -->`;
  const end = `<!-- ${mark}:end -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) throw new Error(`The README of an action has lost its mark ${start} or ${end}.`);
  return `${text.slice(0, from + start.length)}\n${table}\n${text.slice(to)}`;
}

function inputsTable(action: ActionFile): string {
  const rows = Object.entries(action.inputs).map(([name, input]) => {
    const fallback = input.required === true ? "required" : input.default === undefined ? "" : `\`${input.default}\``;
    return `| \`${name}\` | ${fallback} | ${cell(input.description)} |`;
  });
  return ["| Input | Default | Meaning |", "|---|---|---|", ...rows].join("\n");
}

function outputsTable(action: ActionFile): string {
  const rows = Object.entries(action.outputs).map(([name, output]) => `| \`${name}\` | ${cell(output.description)} |`);
  return ["| Output | Meaning |", "|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll(/\s+/g, " ").trim();
}

/** A README beside an action, as it is and as it should be. */
export interface ActionReadme {
  readonly path: string;
  readonly now: string;
  readonly fresh: string;
}

/**
 * Writes the tables in the README of every action.
 * @returns One for each action that is there.
 */
export async function freshReadmes(): Promise<readonly ActionReadme[]> {
  const found = ACTION_FILES.map(async ({ path }) => {
    const action = await readActionFile(path);
    if (action === undefined) return [];
    const readme = join(dirname(path), "README.md");
    const now = await readFile(readme, "utf8");
    return [{ path: readme, now, fresh: withTables(now, action) }];
  });
  return (await Promise.all(found)).flat();
}

if (import.meta.main) {
  for (const { path, now, fresh } of await freshReadmes()) if (now !== fresh) await writeFile(path, fresh);
}
