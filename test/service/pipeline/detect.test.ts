import { readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test, vi } from "vitest";
import { type Folder, openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readManifest } from "../../../packages/service/pipeline/source/checkout.ts";
import { planBuild } from "../../../packages/service/pipeline/steps/plan.ts";
import { git, openBuildFixture } from "./build-fixture.ts";
import { folderMaker, startBuilds, whyNoSandbox } from "./setup.ts";

const checkout = folderMaker("detect");
const opened: Folder[] = [];

afterAll(async () => {
  for (const each of opened) await each[Symbol.asyncDispose]();
});

async function open(root: string): Promise<Folder> {
  const checkout = await openFolder(root);
  opened.push(checkout);
  return checkout;
}

const SHOP = { slug: "shop" };

async function read(files: Readonly<Record<string, string>>, wanted: Parameters<typeof readManifest>[1] = SHOP) {
  return readManifest(await open(checkout(files)), wanted);
}

describe("readManifest", () => {
  const sites = { shop: { output: "out", buildCommand: null }, constructor: { output: "c" } };
  const atTop = JSON.stringify({ output: "dist", spa: true, sites });

  test("lays what is listed for the site over what is said for all", async () => {
    expect(await read({ "greenroom.json": atTop })).toEqual({
      manifest: { output: "out", spa: true, buildCommand: null },
      unlisted: [],
    });
    expect(await read({ "greenroom.json": atTop }, { slug: "constructor" })).toMatchObject({
      manifest: { output: "c" },
    });
  });

  test("names the file that lists other sites only; nothing that every object has is taken for an entry", async () => {
    const common = { manifest: { output: "dist", spa: true }, unlisted: ["greenroom.json"] };
    for (const slug of ["docs", "valueof", "hasownproperty"]) {
      expect(await read({ "greenroom.json": atTop }, { slug })).toEqual(common);
    }
    const others = JSON.stringify({ output: "dist", spa: true, sites: { docs: {} } });
    expect(await read({ "greenroom.json": others }, { slug: "constructor" })).toEqual(common);
  });

  test("takes the folder from the site's entry, and the file of that folder over the one at the top", async () => {
    const files = {
      "greenroom.json": JSON.stringify({ output: "dist", spa: true, sites: { shop: { rootDirectory: "apps/shop" } } }),
      "apps/shop/greenroom.json": JSON.stringify({ output: "build", rootDirectory: "elsewhere" }),
    };
    expect((await read(files)).manifest).toEqual({ output: "build", spa: true, rootDirectory: "apps/shop" });
  });

  test("reads the file of the folder that the settings of the site name, unless the repository names one", async () => {
    const files = { "docs/greenroom.json": '{"output": "html"}', "shop/greenroom.json": '{"output": "www"}' };
    const wanted = { slug: "shop", rootDirectory: "docs" };
    expect((await read(files, wanted)).manifest).toEqual({ output: "html" });
    expect((await read({ ...files, "greenroom.json": '{"rootDirectory": "shop"}' }, wanted)).manifest).toEqual({
      output: "www",
      rootDirectory: "shop",
    });
    await expect(read(files, { slug: "shop", rootDirectory: "gone" })).rejects.toMatchObject({
      code: "detect_failed",
      message: "The root directory in the settings of the site: the repository has no folder 'gone'.",
    });
  });

  test.each(["\r\n", "\r\n\ufeff"])("reads what an editor on Windows wrote: %j", async (written) => {
    const [end, mark] = [written.slice(0, 2), written.slice(2)];
    const text = mark + ["{", '  "buildCommand": "npm run site",', '  "output": "www"', "}", ""].join(end);
    expect((await read({ "greenroom.json": text })).manifest).toEqual({ buildCommand: "npm run site", output: "www" });
  });

  test.each([
    ['{"output": 7}', "'output'"],
    ['{"redirects": [{"source": "/a"}]}', "'redirects.0.destination'"],
    ['{"rootDirectory": "../.."}', "must stay inside the repository"],
    ['{"runtime": "php"}', "'runtime'"],
    ['{"sites": {"Shop": {}}}', "'sites.Shop'"],
    ['{"sites": {"docs": {"output": "/"}}}', "'sites.docs.output'"],
    ['{"nodeVersion": "22; id"}', "'nodeVersion'"],
    ['{"nodeVersion": "18"}', "'nodeVersion'"],
    ["{", "is not JSON"],
    ["[]", "the file"],
  ])("fails for %s with the path of the field", async (text, message) => {
    const reading = readManifest(await open(checkout({ "greenroom.json": text })), SHOP);
    await expect(reading).rejects.toMatchObject({
      code: "manifest_invalid",
      message: expect.stringContaining(message),
    });
  });

  test("does not follow a link", async () => {
    const root = checkout({ "index.html": "x" });
    symlinkSync("/etc/passwd", join(root, "greenroom.json"));
    await expect(readManifest(await open(root), SHOP)).rejects.toMatchObject({
      code: "manifest_invalid",
      message: "greenroom.json is not a regular file.",
    });
  });

  test("does not follow a rootDirectory that is a link out of the repository", async () => {
    const root = checkout({ "greenroom.json": '{"rootDirectory": "etc"}' });
    symlinkSync("/etc", join(root, "etc"));
    await expect(readManifest(await open(root), SHOP)).rejects.toMatchObject({
      code: "manifest_invalid",
      message: "greenroom.json: 'rootDirectory': 'etc' is a symbolic link; name the folder itself.",
    });
  });
});

describe("planBuild", () => {
  test("fails for a package.json that is none", async () => {
    const planning = planBuild(await open(checkout({ "package.json": "[" })), null);
    await expect(planning).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringContaining("not a JSON object"),
    });
  });

  const files = { "package.json": '{"scripts":{"build":"x"}}', "pnpm-lock.yaml": "" };

  test("runs the build script with the package manager it installs with", async () => {
    expect(await planBuild(await open(checkout(files)), null)).toMatchObject({ build: "pnpm run build" });
  });

  test.each([
    ["docusaurus", "build"],
    ["astro", "dist"],
    ["eleventy", "_site"],
  ])("knows the example of %s, which no test of every run builds", async (framework, output) => {
    const root = join(import.meta.dirname, "../../../examples", framework);
    expect(await planBuild(await open(root), null)).toMatchObject({
      framework,
      build: "npm run build",
      output: expect.arrayContaining([output]),
    });
  });

  test.each<[string, Readonly<Record<string, string>>]>([
    ["hugo.toml", { "hugo.toml": "" }],
    ["hugo.yaml", { "hugo.yaml": "" }],
    ["the configuration of older versions", { "config.toml": "", "archetypes/default.md": "---" }],
    ["a folder of configuration", { "config/_default/hugo.toml": "", "content/a.md": "" }],
  ])("builds a Hugo site by %s, with links that hold on every host", async (_, files) => {
    expect(await planBuild(await open(checkout(files)), null)).toMatchObject({
      framework: "hugo",
      install: null,
      build: "hugo --baseURL /",
      output: ["public"],
    });
  });

  test("builds a Hugo site with packages by the script that it has", async () => {
    const hugo = { "hugo.toml": "", "package.json": '{"scripts":{"build":"hugo --minify"}}' };
    expect(await planBuild(await open(checkout(hugo)), null)).toMatchObject({ build: "npm run build" });
  });

  test("takes no file that is merely called config for one of Hugo", async () => {
    const plain = planBuild(await open(checkout({ "config.json": "{}" })), null);
    await expect(plain).rejects.toMatchObject({ code: "detect_failed" });
    const packaged = { "config.json": "{}", "package.json": '{"scripts":{"build":"x"}}' };
    expect(await planBuild(await open(checkout(packaged)), null)).toMatchObject({ framework: "custom" });
    const page = { "hugo.toml": "", "index.html": "x" };
    expect(await planBuild(await open(checkout(page)), null)).toMatchObject({ framework: "static-html" });
  });

  test("takes the wanted Node.js and what installs the packages as tools, and none for a site without steps", async () => {
    const programs = async (files: Readonly<Record<string, string>>, manifest: Parameters<typeof planBuild>[1]) =>
      (await planBuild(await open(checkout(files)), manifest)).tools.map(({ program }) => program);
    expect(await programs(files, { nodeVersion: "22" })).toEqual(["node", "pnpm"]);
    expect(await programs({ ...files, ".nvmrc": "22\n" }, { installCommand: "pnpm install" })).toEqual([
      "node",
      "pnpm",
    ]);
    const below = { "web/package.json": files["package.json"], "package.json": '{"engines":{"node":"20"}}' };
    expect(await programs({ ...files, ...below }, { rootDirectory: "web" })).toEqual(["node", "pnpm"]);
    expect(await programs({ "index.html": "x", ".nvmrc": "22" }, null)).toEqual([]);
  });

  test.each<[string, object, string | undefined, readonly string[]]>([
    ["the build command", { build: "x" }, "yarn prepare && yarn build", ["yarn"]],
    ["the script of that command", { build: "pnpm run a" }, undefined, ["pnpm"]],
    ["no word of another command", { build: "echo use yarn" }, undefined, []],
    ["what installs", { build: "npm run a" }, undefined, []],
  ])("takes the package manager that is called as a tool: %s", async (_, scripts, buildCommand, expected) => {
    const made = { "package.json": JSON.stringify({ scripts }), "package-lock.json": '{"lockfileVersion":3}' };
    const { tools } = await planBuild(await open(checkout(made)), buildCommand === undefined ? null : { buildCommand });
    expect(tools.map(({ program }) => program)).toEqual(expected);
  });

  test.each<[string, Readonly<Record<string, string>>, string, string]>([
    ["16 where the framework has webpack 4", { "react-scripts": "^4.0.3" }, "", "16"],
    ["that of the machine where it has a later one", { "react-scripts": "^5.0.0" }, "", ""],
    ["that of the machine where it may have a later one", { "react-scripts": ">=4" }, "", ""],
    ["16 where the package runs on it too", { "react-scripts": "4.0.0" }, ">=12", "16"],
    ["what the package says where it needs more", { "react-scripts": "4.0.0" }, ">=18 <19", "18"],
    ["what the package says where .nvmrc contradicts it", { "react-scripts": "5", ".nvmrc": "12" }, ">=20 <21", "20"],
    ["what .nvmrc says where both fit", { "react-scripts": "4.0.0", ".nvmrc": "20" }, ">=12", "20"],
  ])("takes as Node.js %s", async (_, { ".nvmrc": nvmrc, ...dependencies }, engines, line) => {
    const packageJson = { scripts: { build: "react-scripts build" }, dependencies, engines: { node: engines } };
    const made = { "package.json": JSON.stringify(packageJson), ...(nvmrc === undefined ? {} : { ".nvmrc": nvmrc }) };
    const { tools } = await planBuild(await open(checkout(made)), null);
    const node = tools.find(({ program }) => program === "node");
    expect(/\d+/.exec(node?.range ?? "")?.[0] ?? "").toBe(line);
  });

  test.each(["dependencies", "devDependencies"])("leaves Hugo to the package in %s that brings it", async (member) => {
    const packageJson = { devDependencies: { postcss: "8" }, [member]: { "hugo-bin": "0.150" } };
    const made = { "hugo.toml": "", "content/a.md": "x", "package.json": JSON.stringify(packageJson) };
    const { tools } = await planBuild(await open(checkout(made)), null);
    expect(tools.map(({ program }) => program)).not.toContain("hugo");
  });

  test("builds as the framework that is asked for, where it is found", async () => {
    const both = '{"scripts":{"build":"x"},"dependencies":{"astro":"5"},"devDependencies":{"vite":"7"}}';
    const plan = async (framework: string) =>
      (await planBuild(await open(checkout({ "package.json": both, "index.html": "x" })), { framework })).framework;
    expect(await Promise.all(["vite", "astro", "custom", "static-html", "hugo"].map(plan))).toEqual([
      "vite",
      "astro",
      "custom",
      "static-html",
      "custom",
    ]);
  });

  test("runs it with npm where the manifest installs by itself or not at all", async () => {
    for (const installCommand of [null, "make deps"]) {
      expect(await planBuild(await open(checkout(files)), { installCommand })).toMatchObject({
        build: "npm run build",
      });
    }
  });
});

const INTEGRITY = "sha512-xceH2snhtb5M9liqDsmEw56le376mTZkEX/jEb/RxNFyegNul7eNslCXP9FDj/Lcu0X8KEyMceP2ntpaHrDEVA==";
const CHECKSUM =
  "10c0/e2e3e8170ab9d7c7421969adaa7e1b31434f789afb9b3f115f6b96d91945041ac3ceb02e9ec6fe6510ff036bcc0bf91e69a1772edc0b707e12b19c0f2d6bcf58";

const LOCKED = {
  pnpm: {
    lockfile: "pnpm-lock.yaml",
    text: `lockfileVersion: '9.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
importers:
  .:
    dependencies:
      picocolors:
        specifier: 1.1.1
        version: 1.1.1
packages:
  picocolors@1.1.1:
    resolution: {integrity: ${INTEGRITY}}
snapshots:
  picocolors@1.1.1: {}
`,
  },
  "yarn 1": {
    lockfile: "yarn.lock",
    text: `# yarn lockfile v1


picocolors@1.1.1:
  version "1.1.1"
  integrity ${INTEGRITY}
`,
  },
  "yarn 4": {
    lockfile: "yarn.lock",
    packageManager: "yarn@4.18.1",
    text: `# This file is generated by running "yarn install" inside your project.
# Manual changes might be lost - proceed with caution!

__metadata:
  version: 10
  cacheKey: 10c0

"picocolors@npm:1.1.1":
  version: 1.1.1
  resolution: "picocolors@npm:1.1.1"
  checksum: ${CHECKSUM}
  languageName: node
  linkType: hard

"site@workspace:.":
  version: 0.0.0-use.local
  resolution: "site@workspace:."
  dependencies:
    picocolors: "npm:1.1.1"
  languageName: unknown
  linkType: soft
`,
  },
  "pnpm, without a lockfile": { lockfile: "README.md", packageManager: "pnpm@10.0.0", text: "" },
  "yarn 4, without a lockfile": { lockfile: "README.md", packageManager: "yarn@4.18.1", text: "" },
} as const;

describe("a site installed by", () => {
  test("pnpm, Yarn 1 or Yarn 4, with a lockfile or without, is built without network, and then built with what is kept", async () => {
    const unsafeNoSandbox = (await whyNoSandbox()) !== undefined;
    await using fixture = await startBuilds({ concurrency: 3, settings: { unsafeNoSandbox } });
    const ended = Object.entries(LOCKED).map(async ([name, { lockfile, text, ...stated }]) => {
      const site = { name: "site", version: "1.0.0", ...stated, dependencies: { picocolors: "1.1.1" } };
      const manifest = { ...site, private: true, scripts: { build: "node build.js" } };
      const { id, siteId, row } = await fixture.deploy({
        // As Yarn 4 writes it: an install step that changes it is one whose dependencies are not kept.
        "package.json": `${JSON.stringify(manifest, null, 2)}\n`,
        "build.js": `const { mkdirSync, writeFileSync } = require("node:fs"); mkdirSync("dist");
          writeFileSync("dist/index.html", "colors: " + typeof require("picocolors").green);`,
        [lockfile]: text,
      });
      expect(row, (await fixture.logLines(id)).slice(-20).join("\n")).toMatchObject({ status: "ready" });
      return { name, siteId, page: (await fixture.get(row.preview_label ?? "", "/")).text };
    });
    const first = await Promise.all(ended);
    expect(first.map(({ name, page }) => [name, page])).toEqual(
      Object.keys(LOCKED).map((name) => [name, "colors: function"]),
    );
    const builds = join(fixture.context.settings.dataDirectory, "builds");
    await vi.waitFor(() => expect(readdirSync(builds)).toEqual([]), 60_000);
    for (const { siteId } of first) {
      const row = await fixture.ended(await fixture.accept(siteId));
      const lines = (await fixture.logLines(row.id)).join("\n");
      expect(row, lines).toMatchObject({ status: "ready" });
      expect(lines).toContain(unsafeNoSandbox ? "install took" : "Dependencies kept from the build of");
    }
  }, 180_000);
});

/** Stands in for the Yarn that a repository carries. */
const CARRIED_YARN = `const { mkdirSync, writeFileSync } = require("node:fs");
if (process.argv.includes("build")) {
  mkdirSync("dist");
  writeFileSync("dist/index.html", "the Yarn of the site");
}
`;

const SAID: readonly { readonly files: Readonly<Record<string, string>>; readonly says: readonly RegExp[] }[] = [
  {
    files: {
      ".nvmrc": "v22\n",
      "pnpm-lock.yaml": `lockfileVersion: '6.0'
settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false
dependencies:
  picocolors:
    specifier: 1.1.1
    version: 1.1.1
packages:
  /picocolors@1.1.1:
    resolution: {integrity: ${INTEGRITY}}
    dev: false
`,
    },
    says: [
      /: Node\.js (22\.\d+\.\d+) \(\.nvmrc: v22\)/,
      /: pnpm 8\.\d+\.\d+ \(lockfileVersion 6\.0 of pnpm-lock\.yaml\)/,
    ],
  },
  {
    files: {
      "yarn.lock": "__metadata:\n  version: 8\n",
      ".yarnrc.yml": "yarnPath: .yarn/releases/yarn-4.9.2.cjs\n",
      ".yarn/releases/yarn-4.9.2.cjs": CARRIED_YARN,
    },
    says: [/: Yarn 4\.9\.2 \(yarnPath \.yarn\/releases\/yarn-4\.9\.2\.cjs\)/],
  },
];

describe("a site that says versions", () => {
  test("is built by them, and the log names each and who said it", async () => {
    const unsafeNoSandbox = (await whyNoSandbox()) !== undefined;
    await using fixture = await startBuilds({ settings: { unsafeNoSandbox } });
    for (const { files, says } of SAID) {
      const site = { dependencies: { picocolors: "1.1.1" }, scripts: { build: "node build.js" } };
      const { id, row } = await fixture.deploy({
        "package.json": JSON.stringify(site),
        "build.js": `require("node:fs").mkdirSync("dist");
          require("node:fs").writeFileSync("dist/index.html", typeof require("picocolors").green + " in " + process.version);`,
        ...files,
      });
      const lines = (await fixture.logLines(id)).join("\n");
      expect(row, lines).toMatchObject({ status: "ready" });
      for (const said of says) expect(lines).toMatch(said);
      const [, node] = says[0]?.exec(lines) ?? [];
      const page = (await fixture.get(row.preview_label ?? "", "/")).text;
      expect(page).toBe(node === undefined ? "the Yarn of the site" : `function in v${node}`);
    }
  }, 300_000);
});

describe("a command", () => {
  test("that fails in a repository with submodules says first which were not fetched, where no other reason is known", async () => {
    await using fixture = await openBuildFixture();
    fixture.builds.start();
    const { path, url, sha } = fixture.repository({
      ".gitmodules": '[submodule "themes/a"]\n\tpath = themes/a\n\turl = https://git.example.com/a.git\n',
      "greenroom.json": '{"buildCommand": "ls themes/a/layouts"}',
    });
    git(path, "update-index", "--add", "--cacheinfo", `160000,${sha},themes/a`);
    git(path, "commit", "-q", "-m", "theme");
    const row = await fixture.ended(await fixture.accept(await fixture.site(await fixture.workspace(), url)));
    expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
    expect(row.error_message).toMatch(
      /^Commit the files of the submodules, .*\. Submodules were not fetched, as the log says: 'themes\/a'\. /,
    );
  });

  test("that uses a missing program fails with what to do", async () => {
    await using fixture = await startBuilds();
    const manifest = { buildCommand: "no-such-program --build", output: "." };
    const { id, row } = await fixture.deploy({ "index.html": "x", "greenroom.json": JSON.stringify(manifest) });
    expect(row).toMatchObject({ status: "failed", error_code: "build_failed" });
    expect(row.error_message).toMatch(/Add the program .* did not find it\.$/);
    expect(row.error_message).toContain("The program 'no-such-program' was not found.");
    expect(JSON.stringify(row)).toContain("Add the package that brings it to package.json");
    expect((await fixture.logLines(id)).join("\n")).toMatch(/no-such-program: (?:command )?not found/);
  });
});
