import { existsSync } from "node:fs";
import { z } from "zod";
import { Manifest } from "../../packages/contract/index.ts";
import type { Block, Page } from "./page.ts";

/** Pages whose examples in TypeScript a test compiles and runs. */
const RUN_AS_TYPESCRIPT: ReadonlySet<string> = new Set(["docs/guides/client.md"]);

/**
 * Makes sure that every fenced block is under some check; those that run something are tests, in test/docs.
 * @returns One line for each block that nobody would notice to be wrong.
 */
export function wrongBlocks(pages: readonly Page[]): readonly string[] {
  return pages.flatMap((page) =>
    page.blocks.flatMap((block) => {
      const why = wrongWith(page, block);
      return why === undefined ? [] : [`${page.path}:${block.line} ${block.language || "block"}: ${why}`];
    }),
  );
}

const MARKS: Readonly<Record<string, RegExp>> = {
  sh: /^(?:run(?:: background)?|check: flags)$/,
  json: /^(?:schema: greenroom\.json|schema: secrets\.json|check: json)$/,
  text: /^(?:output|tree)$/,
};

function wrongWith(page: Page, block: Block): string | undefined {
  const { language, code, mark } = block;
  const expected = MARKS[language];
  if (expected !== undefined && !expected.test(mark)) return `put one of ${expected.source} before it, as a comment`;
  if (language === "json") return wrongJson(code, mark);
  if (language === "text") return mark === "tree" ? missingPaths(code) : undefined;
  if (language === "nginx") return wrongNginx(code);
  if (language === "ts") return RUN_AS_TYPESCRIPT.has(page.path) ? undefined : "no test runs it";
  return ["sh", "yaml", "ini"].includes(language) ? undefined : "no check knows this language";
}

function wrongJson(code: string, mark: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(code);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  if (mark !== "schema: greenroom.json") return undefined;
  const read = Manifest.safeParse(value);
  if (!read.success) return z.prettifyError(read.error);
  const unknown = Object.keys(read.data).filter((name) => !Object.hasOwn(Manifest.shape, name) && name !== "$schema");
  return unknown.length === 0 ? undefined : `greenroom.json has no ${unknown.join(", ")}`;
}

/** The first word of each line is a path, below that of a line with less indent. */
function missingPaths(code: string): string | undefined {
  const missing = code
    .split("\n")
    .filter((line) => /^\S/.test(line))
    .map((line) => line.split(/\s/)[0] ?? "")
    .filter((path) => !existsSync(path));
  return missing.length === 0 ? undefined : `${missing.join(", ")} is not there`;
}

/** Every line opens a block, ends one, or is a directive with its semicolon. */
function wrongNginx(code: string): string | undefined {
  const lines = code.split("\n").map((line) => line.replace(/#.*$/, "").trim());
  const wrong = lines.find((line) => line !== "" && !/[{};]$/.test(line));
  if (wrong !== undefined) return `'${wrong}' ends without ; or {`;
  return code.split("{").length === code.split("}").length ? undefined : "has a brace too many or too few";
}
