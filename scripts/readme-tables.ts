import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { ACTION_FILES, type ActionFile, readActionFile } from "./action-file.ts";
import { between, type Generated, table } from "./tables.ts";

function inputsTable({ inputs }: ActionFile): string {
  const rows = Object.entries(inputs).map(([name, { required, default: usual, description }]) => {
    const fallback = required === true ? "required" : usual === undefined ? "" : `\`${usual}\``;
    return [`\`${name}\``, fallback, description];
  });
  return table(["Input", "Default", "Meaning"], rows);
}

function outputsTable({ outputs }: ActionFile): string {
  const rows = Object.entries(outputs).map(([name, { description }]) => [`\`${name}\``, description]);
  return table(["Output", "Meaning"], rows);
}

export async function freshReadmes(): Promise<readonly Generated[]> {
  const found = ACTION_FILES.map(async (path) => {
    const action = await readActionFile(path);
    const readme = join(dirname(path), "README.md");
    const now = await readFile(readme, "utf8");
    const fresh = between(between(now, "inputs", inputsTable(action)), "outputs", outputsTable(action));
    return { path: readme, now, fresh };
  });
  return await Promise.all(found);
}
