import { readFile, writeFile } from "node:fs/promises";
import { EXITS } from "../packages/cli/errors.ts";
import { between } from "./error-guide.ts";

const PATH = "docs/guides/run-the-service.md";

/**
 * Builds the tables of the guide for operators that say what the code says.
 * @returns The page as it is and as it should be.
 */
export async function freshOperatorGuide(): Promise<{
  readonly path: string;
  readonly now: string;
  readonly fresh: string;
}> {
  const now = await readFile(PATH, "utf8");
  return { path: PATH, now, fresh: between(now, "failures", failures()) };
}

function failures(): string {
  const rows = Object.entries(EXITS).flatMap(([name, exit]) =>
    "remedy" in exit ? [`| ${exit.code} | \`${name}\` | ${cell(exit.meaning)} | \`${exit.remedy}\` |`] : [],
  );
  return ["| Exit code | `fault` | What is wrong | What to run |", "|---|---|---|---|", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}

if (import.meta.main) {
  const { path, fresh } = await freshOperatorGuide();
  await writeFile(path, fresh);
}
