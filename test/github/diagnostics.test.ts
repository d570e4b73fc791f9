import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDiagnostics } from "../../src/github/diagnostics.ts";

function read(log: string) {
  return readDiagnostics(log.split("\n"), 10).shown;
}

describe("readDiagnostics", () => {
  test.each([
    [
      "tsc",
      "src/app.ts(12,5): error TS2304: Cannot find name 'foo'.",
      [{ file: "src/app.ts", line: 12, column: 5, message: "TS2304: Cannot find name 'foo'." }],
    ],
    [
      "tsc --pretty, in colours",
      "\u001b[96msrc/app.ts\u001b[0m:\u001b[93m12\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2304: \u001b[0mCannot find name 'foo'.",
      [{ file: "src/app.ts", line: 12, column: 5, message: "TS2304: Cannot find name 'foo'." }],
    ],
    [
      "eslint",
      [
        "src/app.js",
        "   1:7   error    'a' is assigned a value but never used  no-unused-vars",
        "   3:1   warning  Unexpected console statement             no-console",
        "  14:10  error    'b' is not defined                       no-undef",
        "",
        "✖ 3 problems (2 errors, 1 warning)",
      ].join("\n"),
      [
        { file: "src/app.js", line: 1, column: 7, message: "'a' is assigned a value but never used  no-unused-vars" },
        { file: "src/app.js", line: 14, column: 10, message: "'b' is not defined                       no-undef" },
      ],
    ],
    [
      "vite, by esbuild",
      [
        "error during build:",
        "[vite:esbuild] Transform failed with 1 error:",
        'src/main.ts:3:7: ERROR: Expected ";" but found "}"',
        "file: src/main.ts:3:7",
      ].join("\n"),
      [{ file: "src/main.ts", line: 3, column: 7, message: 'Expected ";" but found "}"' }],
    ],
    [
      "vite, by rollup",
      'src/App.vue (12:4): "foo" is not exported by "src/x.js", imported by "src/App.vue".',
      [
        {
          file: "src/App.vue",
          line: 12,
          column: 4,
          message: '"foo" is not exported by "src/x.js", imported by "src/App.vue".',
        },
      ],
    ],
    [
      "esbuild",
      ['✘ [ERROR] Could not resolve "./gone"', "", "    src/main.ts:1:19:", '      1 │ import x from "./gone";'].join(
        "\n",
      ),
      [{ file: "src/main.ts", line: 1, column: 19, message: 'Could not resolve "./gone"' }],
    ],
    [
      "next, types",
      [
        "Failed to compile.",
        "",
        "./src/app/page.tsx:12:5",
        "Type error: Property 'x' does not exist on type '{}'.",
      ].join("\n"),
      [
        {
          file: "src/app/page.tsx",
          line: 12,
          column: 5,
          message: "Type error: Property 'x' does not exist on type '{}'.",
        },
      ],
    ],
    [
      "next, lint",
      ["./src/app/page.tsx", "3:10  Error: 'useState' is defined but never used.  no-unused-vars"].join("\n"),
      [
        {
          file: "src/app/page.tsx",
          line: 3,
          column: 10,
          message: "'useState' is defined but never used.  no-unused-vars",
        },
      ],
    ],
    [
      "astro check",
      "src/pages/index.astro:7:3 - error ts(2304): Cannot find name 'Layout'.",
      [{ file: "src/pages/index.astro", line: 7, column: 3, message: "ts(2304): Cannot find name 'Layout'." }],
    ],
    [
      "astro build",
      ["[ERROR] [vite] Unexpected token", "  Location:", "    src/pages/index.astro:12:3"].join("\n"),
      [{ file: "src/pages/index.astro", line: 12, column: 3, message: "[vite] Unexpected token" }],
    ],
  ])("reads %s", (_, log, found) => {
    expect(read(log)).toEqual(found);
  });

  test.each([
    "../outside.ts(1,2): error TS1: x",
    "/etc/passwd.txt(1,2): error TS1: x",
    "node_modules/a/b.ts(1,2): error TS1: x",
    "C:/Users/a.ts(1,2): error TS1: x",
    "src/a.ts(0,0): error TS1: x",
    "src/a.ts(1,2): warning TS1: x",
    "https://x.example/a.ts:1:2: ERROR: x",
    "   1:7   error    a place under no file",
  ])("takes %j for no error of the repository", (line) => {
    expect(read(line)).toEqual([]);
  });

  test("a place far from its message is not joined with it", () => {
    const log = ["./src/a.ts:1:2", "", "", "", "", "", "Type error: x"].join("\n");
    expect(read(log)).toEqual([]);
  });

  test("shows as many as wanted, each once, and keeps the rest", () => {
    const lines = Array.from({ length: 14 }, (_, n) => `src/a.ts(${n + 1},1): error TS1: x`);
    const found = readDiagnostics([...lines, ...lines], 10);
    expect(found.shown).toHaveLength(10);
    expect(found.rest).toHaveLength(4);
  });

  test("survives any lines, and names only files within the repository", () => {
    const part = fc.oneof(
      fc.constantFrom(
        "src/a.ts",
        "../",
        "/",
        "(1,2)",
        ":1:2",
        ": error TS1: ",
        " - error ",
        "[ERROR] ",
        "Error: ",
        "\u001b[0m",
      ),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    const line = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        for (const { file, line: at } of readDiagnostics(lines, 10).shown) {
          expect(file).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)|[\u0000-\u001f]/);
          expect(at).toBeGreaterThan(0);
        }
      }),
      { numRuns: 500 },
    );
  });
});
