import { globSync, readFileSync } from "node:fs";
import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createTerminal, type Terminal } from "../../packages/cli/terminal.ts";

const ROWS = [
  ["ready", "docs"],
  ["failed", "shop"],
];

interface Options {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly noColor?: boolean;
}

/** What a stream gets: a table, unless something else is drawn. */
function drawn({ isTTY, columns, noColor }: Options, rows = ROWS, draw = table): string {
  let text = "";
  const stream = Object.assign(new PassThrough(), { isTTY, columns, write: (part: string) => (text += part) !== "" });
  const env = noColor === true ? { NO_COLOR: "1" } : {};
  draw(createTerminal({ stdout: stream, stderr: stream, env }), rows);
  return text;
}

function table(terminal: Terminal, rows: typeof ROWS): void {
  terminal.table(["status", "site"], rows, "none");
}

test("a status has the colour of what it says on a terminal, and the columns stay in line", () => {
  const text = drawn({ isTTY: true, columns: 80 });
  expect(text).toContain("\u001b[32mready\u001b[39m   docs");
  expect(text).toContain("\u001b[31mfailed\u001b[39m  shop");
  expect(stripVTControlCharacters(text)).toBe("STATUS  SITE\nready   docs\nfailed  shop\n");
});

test("a table too wide for the terminal colours the status of each row", () => {
  const text = drawn({ isTTY: true, columns: 40 }, [["pending", "x".repeat(60)]]);
  expect(text).toContain("status  \u001b[33mpending\u001b[39m\n");
});

test.each([
  ["piped output", { isTTY: false, columns: 80 }],
  ["NO_COLOR", { isTTY: true, columns: 80, noColor: true }],
])("%s has no colour", (_, options) => {
  expect(drawn(options)).toBe("STATUS  SITE\nready   docs\nfailed  shop\n");
});

const WORDS = "one of many words, ".repeat(5);
const URL_OF_50 = `https://preview.example.com/${"x".repeat(22)}`;

test.each<readonly [string, (terminal: Terminal) => void]>([
  ["a line", (terminal) => terminal.line(WORDS)],
  ["an item of a list", (terminal) => terminal.line(`- ${WORDS}${URL_OF_50} ${WORDS}`)],
  ["lines with an indent", (terminal) => terminal.line(`  ${WORDS}\n  ${WORDS}`)],
  ["a table", (terminal) => terminal.table(["name", "what"], [["docs", WORDS]], "")],
  ["an empty table", (terminal) => terminal.table(["name"], [], WORDS)],
  ["fields", (terminal) => terminal.fields([["a name of a field", `${URL_OF_50} ${WORDS}`]])],
  ["checks", (terminal) => terminal.checks([{ state: "warn", name: "certificate", message: WORDS }])],
  ["a message", (terminal) => terminal.say(WORDS)],
  ["progress", (terminal) => terminal.progress(WORDS)],
])("%s is never wider than 40 columns, except for a URL", (_, draw) => {
  const text = stripVTControlCharacters(drawn({ isTTY: true, columns: 40, noColor: true }, [], draw));
  expect(text).toContain("one of many words");
  expect(text.split("\n").filter((line) => line.trimEnd().length > 40 && line.trim() !== URL_OF_50)).toEqual([]);
});

test("nothing is printed beside the terminal, but what programs read", () => {
  const writers = globSync("packages/cli/**/*.ts").filter((path) =>
    /std(?:out|err)\.write\(/.test(readFileSync(path, "utf8")),
  );
  expect(writers.sort()).toEqual([
    "packages/cli/admin/audit.ts",
    "packages/cli/completion.ts",
    "packages/cli/demo/demo.ts",
    "packages/cli/demo/main-job.ts",
    "packages/cli/program.ts",
    "packages/cli/terminal.ts",
    "packages/cli/verbs/init.ts",
  ]);
});
