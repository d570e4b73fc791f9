import { stripVTControlCharacters } from "node:util";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findFailureReason, readDiagnostics } from "../../../packages/service/pipeline/steps/read-errors.ts";
import { anyText } from "../../any-text.ts";

function read(...lines: readonly string[]) {
  return readDiagnostics(lines.map((line) => stripVTControlCharacters(line)));
}

describe("readDiagnostics", () => {
  const at = (place: string, message: string) => {
    const [file, line, column] = place.split(":");
    return { file, line: Number(line), column: Number(column), message };
  };

  test.each([
    [
      "tsc",
      "src/app.ts(12,5): error TS2304: Cannot find name 'foo'.",
      [at("src/app.ts:12:5", "TS2304: Cannot find name 'foo'.")],
    ],
    [
      "tsc --pretty, in colours",
      "\u001b[96msrc/app.ts\u001b[0m:\u001b[93m12\u001b[0m:\u001b[93m5\u001b[0m - \u001b[91merror\u001b[0m\u001b[90m TS2304: \u001b[0mCannot find name 'foo'.",
      [at("src/app.ts:12:5", "TS2304: Cannot find name 'foo'.")],
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
      ],
      [
        at("src/app.js:1:7", "'a' is assigned a value but never used  no-unused-vars"),
        at("src/app.js:14:10", "'b' is not defined                       no-undef"),
      ],
    ],
    [
      "vite, by esbuild",
      [
        "error during build:",
        "[vite:esbuild] Transform failed with 1 error:",
        'src/main.ts:3:7: ERROR: Expected ";" but found "}"',
        "file: src/main.ts:3:7",
      ],
      [at("src/main.ts:3:7", 'Expected ";" but found "}"')],
    ],
    [
      "vite, by rolldown, in colours",
      [
        "error during build:",
        "Build failed with 1 error:",
        "",
        "\u001b[31m[PARSE_ERROR] \u001b[0mExpected `,` or `)` but found `;`",
        "   \u001b[38;5;246m╭\u001b[0m\u001b[38;5;246m─\u001b[0m\u001b[38;5;246m[\u001b[0m src/main.js:5:50 \u001b[38;5;246m]\u001b[0m",
      ],
      [at("src/main.js:5:50", "Expected `,` or `)` but found `;`")],
    ],
    ["no warning of rolldown", ["[MISSING_EXPORT] Warning: x is not there", "   ╭─[ src/main.js:5:50 ]"], []],
    [
      "vite, by rollup",
      'src/App.vue (12:4): "foo" is not exported by "src/x.js", imported by "src/App.vue".',
      [at("src/App.vue:12:4", '"foo" is not exported by "src/x.js", imported by "src/App.vue".')],
    ],
    [
      "esbuild",
      ['✘ [ERROR] Could not resolve "./gone"', "", "    src/main.ts:1:19:", '      1 │ import x from "./gone";'],
      [at("src/main.ts:1:19", 'Could not resolve "./gone"')],
    ],
    [
      "next, types",
      ["Failed to compile.", "", "./src/app/page.tsx:12:5", "Type error: Property 'x' does not exist on type '{}'."],
      [at("src/app/page.tsx:12:5", "Type error: Property 'x' does not exist on type '{}'.")],
    ],
    [
      "next, lint",
      ["./src/app/page.tsx", "3:10  Error: 'useState' is defined but never used.  no-unused-vars"],
      [at("src/app/page.tsx:3:10", "'useState' is defined but never used.  no-unused-vars")],
    ],
    [
      "astro check",
      "src/pages/index.astro:7:3 - error ts(2304): Cannot find name 'Layout'.",
      [at("src/pages/index.astro:7:3", "ts(2304): Cannot find name 'Layout'.")],
    ],
    [
      "astro build",
      ["[ERROR] [vite] Unexpected token", "  Location:", "    src/pages/index.astro:12:3"],
      [at("src/pages/index.astro:12:3", "[vite] Unexpected token")],
    ],
  ])("reads %s", (_, log, found) => {
    expect(read(...[log].flat())).toEqual(found);
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
    expect(read("./src/a.ts:1:2", "", "", "", "", "", "Type error: x")).toEqual([]);
  });

  test("an error that is printed twice counts once", () => {
    const lines = Array.from({ length: 14 }, (_, n) => `src/a.ts(${n + 1},1): error TS1: x`);
    expect(readDiagnostics([...lines, ...lines])).toHaveLength(14);
  });

  test("an absolute path below the folder of the checkout is a path of the repository", () => {
    expect(read("/build/src/a.ts:1:2: ERROR: x")).toEqual([at("src/a.ts:1:2", "x")]);
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
      anyText({ maxLength: 8 }),
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

  /** What is said of a log, by the lines that say it. */
  const KNOWN: Readonly<Record<string, string | readonly string[]>> = {
    "package-lock.json is empty or broken.":
      "npm error The `npm ci` command can only install with an existing package-lock.json or",
    "A package of the registry is another than the one that the lockfile names.": [
      "npm error code EINTEGRITY",
      'ERR_PNPM_TARBALL_INTEGRITY  Got unexpected checksum for "https://registry.npmjs.org/a/-/a-1.0.0.tgz".',
      'error Integrity check failed for "a" (computed integrity doesn\'t match our records, got "sha512-a")',
    ],
    "This pnpm does not run with this Node.js.": ' ERR_INVALID_THIS  Value of "this" must be of type URLSearchParams',
    "Several workspaces have the same name.": "npm error must not have multiple workspaces with the same name",
    "The build ran out of memory.": [
      "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory",
      "MemoryError",
    ],
    "The build watches files, and the machine allows no more watchers.":
      "Error: ENOSPC: System limit for number of file watchers reached, watch '/build/src'",
    "The disk space of the build is used up.": [
      "Error: ENOSPC: no space left on device, write",
      "OSError: [Errno 28] No space left on device",
      "build.sh: line 38: echo: write error: No space left on device",
    ],
    "The program 'vite' was not found.": [
      "sh: 1: vite: not found",
      "/bin/sh: 1: vite: not found",
      "/usr/bin/bash: line 1: vite: command not found",
      "command not found: vite",
    ],
    'The shell cannot read a command: end of file unexpected (expecting "then").':
      'sh: 1: Syntax error: end of file unexpected (expecting "then")',
    "The shell cannot read a command: near unexpected token `('.":
      "bash: -c: line 1: syntax error near unexpected token `('",
    "The program 'hugo' was not found.": "env: ‘hugo’: No such file or directory",
    "The build needs Node.js >=20.9.0 and runs on 18.17.0.":
      "You are using Node.js 18.17.0. For Next.js, Node.js version >=20.9.0 is required.",
    "A package needs Node.js >=26 and the build runs on 24.1.0.":
      'error a@1.0.0: The engine "node" is incompatible with this module. Expected version ">=26". Got "24.1.0"',
    "Astro does not support Node.js 16.14.0.": "Node.js v16.14.0 is not supported by Astro!",
    "The webpack of this site is too old for this Node.js.":
      "Error: error:0308010C:digital envelope routines::unsupported",
    "A package needs another version of Node.js.": [
      "npm error code EBADENGINE",
      " ERR_PNPM_UNSUPPORTED_ENGINE  Unsupported environment (bad pnpm and/or Node.js version)",
    ],
    "package-lock.json does not match package.json.":
      "npm error `npm ci` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync.",
    "pnpm-lock.yaml does not match package.json.":
      ' ERR_PNPM_OUTDATED_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is not up to date with <ROOT>/package.json',
    "yarn.lock does not match package.json.": [
      "error Your lockfile needs to be updated, but yarn was run with `--frozen-lockfile`.",
      '➤ YN0028: │ +# This file is generated by running "yarn install" inside your project.',
      'Internal Error: a@workspace:.: This package doesn\'t seem to be present in your lockfile; run "yarn install" to update the lockfile',
    ],
    "bun.lock does not match package.json.": "error: lockfile had changes, but lockfile is frozen",
    "pnpm-lock.yaml is of a version that this pnpm cannot read.":
      " WARN  Ignoring not compatible lockfile at /build/pnpm-lock.yaml",
    "There is no pnpm-lock.yaml that this pnpm can read.":
      ' ERR_PNPM_NO_LOCKFILE  Cannot install with "frozen-lockfile" because pnpm-lock.yaml is absent',
    "pnpm-lock.yaml is broken.":
      ' ERR_PNPM_BROKEN_LOCKFILE  The lockfile at "/build/pnpm-lock.yaml" is broken: can not read a block mapping entry',
    "The packages of package.json need versions that exclude each other.": "npm error code ERESOLVE",
    "The registry rejects the token of this build, or wants one.": "npm error code E401",
    "The registry has no version nothing@1.0.0.": "npm error notarget No matching version found for nothing@1.0.0.",
    "The registry has no version is-number@99.0.0.": [
      " ERR_PNPM_NO_MATCHING_VERSION  No matching version found for is-number@99.0.0 while fetching it from https://registry.npmjs.org/",
      'error Couldn\'t find any versions for "is-number" that matches "99.0.0"',
      "➤ YN0082: │ is-number@npm:99.0.0: No candidates found",
      'error: No version matching "99.0.0" found for specifier "is-number" (but package exists)',
    ],
    "The registry has no https://registry.example/nothing, or does not show it to this build.":
      "npm error 404 Not Found - GET https://registry.example/nothing",
    "The registry has no https://registry.npmjs.org/nothing, or does not show it to this build.": [
      "\u2009ERR_PNPM_FETCH_404\u2009 GET https://registry.npmjs.org/nothing: Not Found - 404",
      "[ERR_PNPM_FETCH_404] GET https://registry.npmjs.org/nothing: Not Found - 404",
      "error: GET https://registry.npmjs.org/nothing - 404",
    ],
    "The registry has no nothing, or does not show it to this build.": [
      "error: GET http://127.0.0.1:3129/nothing - 404",
      "➤ YN0035: │ nothing@npm:1: Package not found",
      'error Couldn\'t find package "nothing" on the "npm" registry.',
    ],
    "The workspace has no package '@x/y'.": [
      ' ERR_PNPM_WORKSPACE_PKG_NOT_FOUND  In : "@x/y@workspace:*" is in the dependencies but no package named "@x/y" is present in the workspace',
      '[ERR_PNPM_WORKSPACE_PKG_NOT_FOUND] In : "@x/y@workspace:*" is in the dependencies but no package named "@x/y" is present in the workspace',
    ],
    "package.json has no script 'build'.": [
      'npm error Missing script: "build"',
      " ERR_PNPM_NO_SCRIPT  Missing script: build",
      "[ERR_PNPM_NO_SCRIPT] Missing script: build",
      'error Command "build" not found.',
      'error: Script not found "build"',
      'Usage Error: Couldn\'t find a script named "build".',
    ],
    "A package with native code wants Python to be compiled.": "npm error gyp ERR! find Python",
    "A package with native code could not be compiled.": [
      "gyp ERR! configure error ",
      "npm error gyp ERR! stack Error: not found: make",
    ],
    "Unexpected store location": [
      " ERR_PNPM_UNEXPECTED_STORE  Unexpected store location",
      "[ERR_PNPM_UNEXPECTED_STORE] Unexpected store location",
    ],
    "The build needs a value for STRIPE_KEY.": "Error: Missing required environment variable STRIPE_KEY",
    "The build needs a value for API_URL.": [
      "Error: API_URL is not set",
      "ReferenceError: API_URL is not defined",
      "❌ Invalid environment variables: { API_URL: [ 'Required' ] }",
      "bash: line 1: API_URL: unbound variable",
      "sh: 1: API_URL: parameter not set",
      'const host = process.env.API_URL.split("/")[2];',
      "KeyError: 'API_URL'",
      'src/routes/+page.svelte (2:10): "API_URL" is not exported by "virtual:env/static/private", imported by "src/routes/+page.svelte".',
    ],
    "The build fetches 'undefined/posts': a value that the address is made of is missing.":
      "TypeError: Failed to parse URL from undefined/posts",
    "Next.js could not fetch the font 'Geist Mono' from Google Fonts.":
      "Failed to fetch `Geist Mono` from Google Fonts.",
    "Nuxt could not render some of the pages.": [
      "[error] Exiting due to prerender errors.",
      " ERROR  Exiting due to prerender errors.",
    ],
    "Docusaurus found broken links.": "  [cause]: Error: Docusaurus found broken links!",
    "Hugo fetches the modules of this site with Go, which it could not.":
      'ERROR failed to load modules: failed to download modules: binary with name "go" not found in PATH',
    "Hugo has no theme or module 'ananke'.":
      'ERROR failed to load modules: module "ananke" not found in "/build/themes/ananke"; either add it as a Hugo Module or store it in "/build/themes".: module does not exist',
    "Hugo needs the program 'postcss'.":
      'ERROR error building site: render: failed to render pages: render of "/" failed: "/build/layouts/index.html:1:48": execute of template failed: template: index.html:1:48: error calling RelPermalink: POSTCSS: failed to transform "/a.css" (text/css). You need to install PostCSS: binary with name "postcss" not found in PATH',
    "The site needs the extended edition of Hugo.":
      "error: failed to transform resource: TOCSS: this feature is not available in your current Hugo version, see https://goo.gl/YMrWcn for more information",
    'Hugo could not parse the template layouts/index.html, line 1: index.html:1: unexpected "}" in operand':
      'ERROR error building site: "/build/layouts/index.html:1:1": parse of template failed: template: index.html:1: unexpected "}" in operand',
    "Hugo cannot read content/a.md, line 2: [1:8] sequence end token ']' not found":
      "ERROR error building site: assemble: failed to create page from pageMetaSource /a: \"/build/content/a.md:2:8\": [1:8] sequence end token ']' not found",
    "MkDocs has no plugin 'awesome-pages'.":
      "ERROR   -  Config value 'plugins': The \"awesome-pages\" plugin is not installed",
    "MkDocs has no theme 'material'.":
      "ERROR   -  Config value 'theme': Unrecognised theme name: 'material'. The available installed themes are: mkdocs, readthedocs",
    "MkDocs has no extension 'pymdownx.superfences'.":
      "ERROR   -  Config value 'markdown_extensions': Failed to load extension 'pymdownx.superfences'.",
    "Create React App takes warnings for errors.": "Treating warnings as errors because process.env.CI = true.",
    "MkDocs has no 'mkdocs.yml' where it runs.": "Error: Config file 'mkdocs.yml' does not exist.",
    "MkDocs cannot read mkdocs.yml: while parsing a flow node.":
      "Error: MkDocs encountered an error parsing the configuration file: while parsing a flow node",
    "MkDocs stopped at 1 warnings, since it runs with --strict.": "Aborted with 1 warnings in strict mode!",
    "Sphinx has no extension 'myst_parser'.":
      "Could not import extension myst_parser (exception: No module named 'myst_parser')",
    "Sphinx has no theme 'furo'.": "no theme named 'furo' found (missing theme.toml?)",
    "Sphinx stopped at a warning, since it runs with -W.": "Warning, treated as error:",
    "There is no Python package mkdocs==99 for the Python of this build.":
      "ERROR: No matching distribution found for mkdocs==99",
    "There is no requirements file 'nope.txt'.":
      "ERROR: Could not open requirements file: [Errno 2] No such file or directory: 'nope.txt'",
    "The Python packages need versions that exclude each other.":
      "ERROR: ResolutionImpossible: for help visit https://pip.pypa.io/en/latest/topics/dependency-resolution/",
    "Python has no module 'numpy'.": "ModuleNotFoundError: No module named 'numpy'",
    "Could not resolve '@scope/name/part'.": "Error: Cannot find module '@scope/name/part'",
    "Could not resolve './part.js'.": "Error: Cannot find module './part.js'",
  };

  test.each([
    ...Object.entries(KNOWN).flatMap(([message, lines]) => [lines].flat().map((line) => [line, message] as const)),
    [
      "WARNING: Retrying (Retry(total=4, connect=None, read=None, redirect=None, status=None)) after connection broken by 'ProxyError('Cannot connect to proxy.', OSError('Tunnel connection failed: 403 Not on the list of hosts'))': /simple/mkdocs/",
      expect.stringContaining("Tunnel connection failed: 403"),
    ] as const,
  ])("knows %j", (line, message) => {
    const reason = findFailureReason(["before", line, "after"]);
    expect(reason).toMatchObject({ message, index: 1 });
    expect(reason?.hint).toMatch(/^(?!.*\$\d).*\.$/);
  });

  test.each([
    ["TypeError: x is not a function", "x is not a function"],
    ["[error] no such layout", "no such layout"],
    [" ERROR  no such layout", "no such layout"],
    ["ERROR   -  Config value 'theme': no such folder", "Config value 'theme': no such folder"],
    [" ERROR  Failed to compile with 2 errors", undefined],
    ["[ERROR] Error: Unable to build website for locale en.", undefined],
    ["  [cause]: Error: no such sidebar", "no such sidebar"],
    ["npm error command failed", undefined],
    ['npm error Unsupported URL Type "portal:": portal:../a', 'Unsupported URL Type "portal:": portal:../a'],
    ["npm error A complete log of this run can be found in: /cache/npm/_logs/a.log", undefined],
    ["error: no such option", "no such option"],
    ["0 errors: fine", undefined],
    ["no error: here", undefined],
  ])("takes %j for the error %j when nothing better is there", (line, message) => {
    expect(findFailureReason(["before", line])?.message).toBe(message);
  });

  test("an error that ends with a colon goes on with the next line", () => {
    const lines = ["Error: Cannot import values into client-side code:", "- src/routes/+page.svelte imports", "at x"];
    const message = "Cannot import values into client-side code: - src/routes/+page.svelte imports";
    expect(findFailureReason(lines)?.message).toBe(message);
  });

  test("a place comes before a line that only looks like an error", () => {
    const reason = findFailureReason(["Error: something", "src/a.ts(1,2): error TS1: real"]);
    expect(reason).toMatchObject({ file: "src/a.ts", message: "TS1: real", index: 1 });
  });

  test.each([
    ["pnpm", "apps/web build$ tsc", "apps/web build: ", " ERR_PNPM_RECURSIVE_RUN_FIRST_FAIL  web@1.0.0 build: `tsc`"],
    ["Turborepo", "@a/web:build: cache miss, executing 1f", "@a/web:build: ", " ERROR  run failed: command exited (2)"],
    ["Storybook", "storybook build", "■  ", "└  Storybook exited with an error"],
  ])("what %s puts before the lines of a program is no part of them", (_, first, before, last) => {
    const lines = [first, `${before}src/a.ts(1,2): error TS1: real`, `${before}Error: else`, last];
    expect(findFailureReason(lines)).toMatchObject({ file: "src/a.ts", line: 1, message: "TS1: real", index: 1 });
    expect(readDiagnostics(lines)).toHaveLength(1);
  });

  test("only the first hundred announced tasks are looked for before each line", () => {
    const announced = Array.from({ length: 101 }, (_, n) => `package-${n} build$ tsc`);
    const lines = [99, 100].map((n) => `package-${n} build: src/a.ts(${n},2): error TS1: real`);
    expect(readDiagnostics([...announced, ...lines])).toMatchObject([{ file: "src/a.ts", line: 99 }]);
  });

  test("a log without an error has no reason", () => {
    expect(findFailureReason(["all is well", ""])).toBeUndefined();
  });
});
