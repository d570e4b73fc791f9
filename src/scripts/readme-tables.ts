import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { ACTION_FILES, type ActionFile, readActionFile } from "./action-file.ts";

/**
 * Puts the tables of an action's inputs and outputs between their marks.
 * @param readme Text with `<!-- inputs:start -->` and `<!-- inputs:end -->`, and the same for outputs.
 * @param action Metadata the tables are made from.
 * @param prefix Stands before `inputs` and `outputs` in the marks of actions other than the root one.
 * @returns The text with fresh tables; unchanged where marks are missing.
 */
export function withTables(readme: string, action: ActionFile, prefix: string): string {
  const withInputs = between(readme, `${prefix}inputs`, inputsTable(action));
  return between(withInputs, `${prefix}outputs`, outputsTable(action));
}

function between(text: string, mark: string, table: string): string {
  const start = `<!-- ${mark}:start -->`;
  const end = `<!-- ${mark}:end -->`;
  const from = text.indexOf(start);
  const to = text.indexOf(end, from);
  if (from === -1 || to === -1) return text;
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

/**
 * Makes the tables of README.md anew.
 * @returns The text as it is and as it should be; undefined when there is no README.md yet.
 */
export async function freshReadme(): Promise<{ readonly now: string; readonly fresh: string } | undefined> {
  const now = await readFile("README.md", "utf8").catch(() => undefined);
  if (now === undefined) return undefined;
  let fresh = now;
  for (const { path, prefix } of ACTION_FILES) {
    const action = await readActionFile(path);
    if (action !== undefined) fresh = withTables(fresh, action, prefix);
  }
  return { now, fresh };
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
  const readme = await freshReadme();
  if (readme !== undefined && readme.now !== readme.fresh) {
    if (values.check) {
      console.error("README.md: the tables of inputs and outputs differ from action.yml.");
      process.exitCode = 1;
    } else {
      await writeFile("README.md", readme.fresh);
    }
  }
}
