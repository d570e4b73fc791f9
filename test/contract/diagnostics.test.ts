import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { stripVTControlCharacters } from "node:util";
import { findFailureReason, readDiagnostics } from "../../packages/contract/diagnostics.ts";

function read(log: string) {
  return readDiagnostics(log.split("\n").map((line) => stripVTControlCharacters(line)));
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
      "vite, by rolldown, in colours",
      [
        "error during build:",
        "Build failed with 1 error:",
        "",
        "\u001b[31m[PARSE_ERROR] \u001b[0mExpected `,` or `)` but found `;`",
        "   \u001b[38;5;246m╭\u001b[0m\u001b[38;5;246m─\u001b[0m\u001b[38;5;246m[\u001b[0m src/main.js:5:50 \u001b[38;5;246m]\u001b[0m",
      ].join("\n"),
      [{ file: "src/main.js", line: 5, column: 50, message: "Expected `,` or `)` but found `;`" }],
    ],
    [
      "no warning of rolldown",
      ["[MISSING_EXPORT] Warning: x is not there", "   ╭─[ src/main.js:5:50 ]"].join("\n"),
      [],
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
    "src/\u0007a.ts(1,2): error TS1: x",
  ])("takes %j for no error of the repository", (line) => {
    expect(read(line)).toEqual([]);
  });

  test("a place far from its message is not joined with it", () => {
    const log = ["./src/a.ts:1:2", "", "", "", "", "", "Type error: x"].join("\n");
    expect(read(log)).toEqual([]);
  });

  test("an error that is printed twice counts once", () => {
    const lines = Array.from({ length: 14 }, (_, n) => `src/a.ts(${n + 1},1): error TS1: x`);
    expect(readDiagnostics([...lines, ...lines])).toHaveLength(14);
  });

  test("an absolute path below the folder of the checkout is a path of the repository", () => {
    expect(read("/build/src/a.ts:1:2: ERROR: x")).toEqual([{ file: "src/a.ts", line: 1, column: 2, message: "x" }]);
    expect(read("/builds/src/a.ts:1:2: ERROR: x")).toEqual([]);
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
        for (const { file, line: at } of readDiagnostics(lines)) {
          expect(file).not.toMatch(/^\/|(?:^|\/)\.\.(?:\/|$)|[\u0000-\u001f]/);
          expect(at).toBeGreaterThan(0);
        }
        const reason = findFailureReason(lines);
        if (reason !== undefined) expect(lines[reason.index]).toBeDefined();
      }),
      { numRuns: 500 },
    );
  });
});

describe("findFailureReason", () => {
  const VITE = [
    "> vite build",
    "vite v8.0.0 building for production...",
    "✗ Build failed in 210ms",
    "error during build:",
    'Could not resolve "./seats.json" from "src/SeatMap.tsx"',
    "file: /build/src/SeatMap.tsx",
    "    at getRollupError (file:///build/node_modules/rollup/dist/es/shared/parseAst.js:402:41)",
    'src/SeatMap.tsx:42:17: ERROR: Could not resolve "./seats.json"',
    "npm error code 1",
  ];

  test("an error that is known names its place and what to do", () => {
    expect(findFailureReason(VITE)).toMatchObject({
      file: "src/SeatMap.tsx",
      line: 42,
      column: 17,
      message: "Could not resolve './seats.json'.",
      hint: expect.stringContaining("committed"),
      index: 4,
    });
  });

  test.each([
    [
      "npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.",
      "package-lock.json does not match package.json.",
    ],
    [" ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with frozen-lockfile", "pnpm-lock.yaml does not match package.json."],
    [
      "error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.",
      "yarn.lock does not match package.json.",
    ],
    ["➤ YN0028: │ The lockfile would have been modified by this install", "yarn.lock does not match package.json."],
    ["error: lockfile had changes, but lockfile is frozen", "bun.lock does not match package.json."],
    [
      "Failed to fetch `Geist Mono` from Google Fonts.",
      "Next.js could not fetch the font 'Geist Mono' from Google Fonts.",
    ],
    [
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      "The build ran out of memory.",
    ],
    [
      'You are using Node.js 18.17.0. For Next.js, Node.js version ">=20.9.0" is required.'.replaceAll('"', ""),
      "The build needs Node.js >=20.9.0 and runs on 18.17.0.",
    ],
    [
      'error a@1.0.0: The engine "node" is incompatible with this module. Expected version ">=26". Got "24.1.0"',
      "A package needs Node.js >=26 and the build runs on 24.1.0.",
    ],
    ["Node.js v16.14.0 is not supported by Astro!", "Astro does not support Node.js 16.14.0."],
    ["npm error code EBADENGINE", "A package needs another version of Node.js."],
    ['npm error Missing script: "build"', "package.json has no script 'build'."],
    ["Error: Missing required environment variable STRIPE_KEY", "The build needs a value for STRIPE_KEY."],
    ["Error: API_URL is not set", "The build needs a value for API_URL."],
    [
      "npm error 404 Not Found - GET https://registry.example/nothing",
      "The registry has no https://registry.example/nothing, or does not show it to this build.",
    ],
    ["npm error notarget No matching version found for nothing@1.0.0.", "The registry has no version nothing@1.0.0."],
    ["Error: Cannot find module '@scope/name/part'", "Could not resolve '@scope/name/part'."],
  ])("knows %j", (line, message) => {
    const reason = findFailureReason(["before", line, "after"]);
    expect(reason).toMatchObject({ message, index: 1 });
    expect(reason?.hint).toMatch(/\.$/);
  });

  test.each([
    ["TypeError: x is not a function", "x is not a function"],
    ["[error] no such layout", undefined],
    ["npm error command failed", undefined],
    ["error: no such option", "no such option"],
    ["0 errors: fine", undefined],
    ["no error: here", undefined],
  ])("takes %j for the error %j when nothing better is there", (line, message) => {
    expect(findFailureReason(["before", line])?.message).toBe(message);
  });

  test("a place comes before a line that only looks like an error", () => {
    const reason = findFailureReason(["Error: something", "src/a.ts(1,2): error TS1: real"]);
    expect(reason).toMatchObject({ file: "src/a.ts", message: "TS1: real", index: 1 });
  });

  test("a log without an error has no reason", () => {
    expect(findFailureReason(["all is well", ""])).toBeUndefined();
  });
});
