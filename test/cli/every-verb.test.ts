import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { program } from "../../packages/cli/program.ts";

/** Every verb as it is typed, parents first, as a row of the guide's table. */
function rows(command: Command, before = ""): readonly string[] {
  const typed = `${before} ${command.name()}`.trim();
  if (command.commands.length === 0) return [`| \`${typed}\` | ${command.description().replaceAll("|", "\\|")} |`];
  return command.commands.flatMap((child) => rows(child, typed));
}

test("the guide has a row for every verb, in its own words, and for no other", () => {
  const page = readFileSync("docs/guides/client.md", "utf8");
  const table = page.slice(page.indexOf("## Every verb")).split("\n");
  const all = rows(program());
  expect(all.length).toBeGreaterThan(30);
  expect(table.filter((line) => line.startsWith("| `greenroom"))).toEqual([...all]);
});
