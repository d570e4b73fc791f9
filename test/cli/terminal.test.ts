import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { createTerminal } from "../../packages/cli/terminal.ts";

const ROWS = [
  ["ready", "docs"],
  ["failed", "shop"],
];

interface Options {
  readonly isTTY: boolean;
  readonly columns: number;
  readonly noColor?: boolean;
}

/** A table as a stream gets it. */
function drawn({ isTTY, columns, noColor }: Options, rows = ROWS): string {
  let text = "";
  const stream = Object.assign(new PassThrough(), { isTTY, columns, write: (part: string) => (text += part) !== "" });
  const env = noColor === true ? { NO_COLOR: "1" } : {};
  createTerminal({ stdout: stream, stderr: stream, env }).table(["status", "site"], rows, "none");
  return text;
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
