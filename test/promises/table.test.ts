import { readFile } from "node:fs/promises";
import { parseSync, Visitor } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { promisesPage, readSources, securityPolicy } from "../../src/scripts/promises.ts";

const sources = await readSources();
const { table } = sources;
const rows = table.groups.flatMap((group) => group.rows);

/** Ids that must be in the table: `P1` to `P16` and so on. */
const IDS = [
  ["P", 16],
  ["A", 26],
  ["S", 40],
  ["F", 28],
] as const;

/** What the tests and groups of a file are called. */
async function titlesOf(file: string): Promise<ReadonlySet<string>> {
  const titles = new Set<string>();
  const { program, errors } = parseSync(file, await readFile(file, "utf8"));
  if (errors.length > 0) throw new Error(`${file} cannot be parsed`);
  new Visitor({
    CallExpression: ({ callee, arguments: [first] }) => {
      if (first?.type !== "Literal" || typeof first.value !== "string") return;
      if (/^(?:test|it|describe)\b/.test(rootOf(callee))) titles.add(first.value);
    },
  }).visit(program);
  return titles;
}

/** Name a chain such as `test.each(rows)` begins with. */
function rootOf(node: unknown): string {
  if (typeof node !== "object" || node === null) return "";
  if ("name" in node && typeof node.name === "string") return node.name;
  if ("object" in node) return rootOf(node.object);
  return "callee" in node ? rootOf(node.callee) : "";
}

describe("the table of promises", () => {
  test("has every promise, threat and fault once", () => {
    const wanted = IDS.flatMap(([letter, last]) => Array.from({ length: last }, (_, index) => `${letter}${index + 1}`));
    expect(rows.map(({ id }) => id)).toEqual(wanted);
  });

  test("names a test for each, or says why it is open", () => {
    expect(rows.filter(({ proofs, open }) => proofs.length === 0 && open === undefined)).toEqual([]);
  });

  test("names only tests that exist", async () => {
    const files = new Set(rows.flatMap(({ proofs }) => proofs.map(({ file }) => file)));
    const titles = new Map(await Promise.all([...files].map(async (file) => [file, await titlesOf(file)] as const)));
    const missing = rows.flatMap(({ id, proofs }) =>
      proofs.filter(({ file, name }) => titles.get(file)?.has(name) !== true).map((proof) => ({ id, ...proof })),
    );
    expect(missing).toEqual([]);
  });

  test("is what docs/promises.md shows", async () => {
    expect(await readFile("docs/promises.md", "utf8")).toBe(promisesPage(sources));
  });

  test("is what SECURITY.md shows of the threats", async () => {
    const policy = await readFile("SECURITY.md", "utf8");
    expect(policy).toContain("| A1 |");
    expect(policy).toContain("| S40 |");
    expect(policy).toBe(securityPolicy(policy, table));
  });
});
