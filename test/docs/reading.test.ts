import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const WORDS_A_MINUTE = 200;

const rows = [
  ...readFileSync("docs/README.md", "utf8").matchAll(
    /^\| ([^|]+ \((?:author|approver|operator|contributor)\)) \| (.+) \| (\d+) \|$/gm,
  ),
];

it.each(rows.map(([, who = "", pages = "", minutes = ""]) => ({ who, pages, minutes: Number(minutes) })))(
  "to $who takes a reader about as long as the map says, and under fifteen minutes",
  ({ pages, minutes }) => {
    const paths = [...pages.matchAll(/\]\(([^)]+)\)/g)].map(([, path = ""]) => join("docs", path));
    const words = paths.flatMap((path) => readFileSync(path, "utf8").split(/\s+/)).length;
    expect(Math.abs(words / WORDS_A_MINUTE - minutes)).toBeLessThan(1.5);
    expect(words / WORDS_A_MINUTE).toBeLessThan(15);
  },
);

it("has an order for each of the four readers", () => expect(rows).toHaveLength(4));

it("finds in the code every file and name of the table that says where to add something", () => {
  const [, table = ""] = readFileSync("docs/architecture.md", "utf8").split("## Where to add");
  const names = [...table.matchAll(/`([\w./-]+)`/g)].map(([, name = ""]) => name);
  const tracked = execFileSync("git", ["ls-files"], { encoding: "utf8" }).split("\n");
  const isFile = (name: string): boolean => tracked.some((path) => `/${path}`.includes(`/${name}`));
  const code = tracked
    .filter((path) => /\.(?:ts|sql)$/.test(path) && !path.startsWith("test/"))
    .map((path) => readFileSync(path, "utf8"));
  const isName = (name: string): boolean => code.some((text) => new RegExp(`\\b${name}\\b`).test(text));
  expect(names.filter((name) => !(/[./]/.test(name) ? isFile(name) : isName(name)))).toEqual([]);
});
