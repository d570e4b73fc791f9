import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { parseSync, Visitor } from "oxc-parser";
import { expect, test } from "vitest";

/** Folders whose patterns are applied to text from services, builds and GitHub. */
const FOLDERS = ["src", "packages/client", "packages/contract"];
/** Longer than any line, name or header that is not cut before: a log line is cut at 64 KiB. */
const CHARS = 64 * 1024;
/** Far above what a pattern that looks at every character once or a few times takes. */
const MAX_MS = 30_000;

interface Pattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

function patterns(): readonly Pattern[] {
  const found: Pattern[] = [];
  for (const folder of FOLDERS) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!name.endsWith(".ts")) continue;
      const file = join(folder, name);
      new Visitor({
        Literal: (node) => {
          if ("regex" in node) found.push({ file, source: node.regex.pattern, flags: node.regex.flags });
        },
      }).visit(parseSync(file, readFileSync(file, "utf8")).program);
    }
  }
  return found;
}

/** Texts that keep a pattern busy as long as it can be: what it looks for again and again, and an end that never fits. */
function attacks({ source }: Pattern): readonly string[] {
  const plain = source.replaceAll(/\\u\{?([0-9a-f]+)\}?|\\x([0-9a-f]{2})/gi, (_, long?: string, short?: string) =>
    String.fromCodePoint(Number.parseInt(long ?? short ?? "20", 16)),
  );
  const classes = plain
    .replaceAll(/\\[dw]/g, "0")
    .replaceAll(/\\[sS]/g, " ")
    .replaceAll(/\\(.)/g, "$1");
  const words = classes.split(/[()[\]{}|?*+^$]+/).filter((word) => word !== "");
  const units = new Set([
    ...words,
    ...words.flatMap((word) => word.split("")),
    words.join(""),
    "a",
    "0",
    " ",
    ".",
    "-",
    "\u001B[",
  ]);
  return [...units]
    .filter((unit) => unit !== "")
    .flatMap((unit) => {
      const body = unit.repeat(Math.ceil(CHARS / unit.length)).slice(0, CHARS);
      return [`${body}\u0000`, `${words[0] ?? ""}${body}\u0000`];
    });
}

test("no regular expression backtracks for long on text made against it, at any length", () => {
  const all = patterns();
  expect(all.length).toBeGreaterThan(50);
  const run = new Script(
    "for (const text of texts) { pattern.lastIndex = 0; text.replace(pattern, ''); pattern.test(text); }",
  );
  const slow = all.filter((one) => {
    const texts = attacks(one);
    const context = createContext({ texts, pattern: new RegExp(one.source, one.flags) });
    try {
      run.runInContext(context, { timeout: MAX_MS });
      return false;
    } catch {
      return true;
    }
  });
  expect(slow.map(({ file, source }) => `${file}: ${source}`)).toEqual([]);
});
