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
