import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { type Folder, openFolder } from "../../../packages/service/pipeline/output/tree.ts";
import { readManifest } from "../../../packages/service/pipeline/source/checkout.ts";
import { planBuild } from "../../../packages/service/pipeline/steps/plan.ts";
import { git, openBuildFixture } from "./build-fixture.ts";
import { folderMaker, startBuilds } from "./setup.ts";

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
  test.each([
    [
      '{\n"a":\n\u001b::error::x',
      /^Correct package\.json, which is not a JSON object: [^\p{Cc}]*::error::x[^\p{Cc}]*$/u,
    ],
    ["{,}", /^Correct package\.json, which is not a JSON object: .*\(line 1 column 2\)\.$/],
    ["[]", /^Correct package\.json, which is not a JSON object\.$/],
    [" ".repeat(1024 * 1024 + 1), /^Shorten package\.json/],
  ])("fails for a package.json that is none", async (text, message) => {
    const planning = planBuild(await open(checkout({ "package.json": text })), null);
    await expect(planning).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringMatching(message),
    });
  });

  test("says of a package.json that is a link that it is not read, where there is no other site", async () => {
    const root = checkout({ "other.json": "{}", "web/a.md": "x" });
    symlinkSync("../other.json", join(root, "web", "package.json"));
    await expect(planBuild(await open(root), { rootDirectory: "web" })).rejects.toMatchObject({
      code: "detect_failed",
      message: expect.stringMatching(/^Commit web\/package\.json itself, since a link or a folder .* is not read: /),
    });
  });

  test("takes a package.json with the mark that editors on Windows write", async () => {
    const root = checkout({ "package.json": '\ufeff{"scripts":{"build":"x"}}' });
    expect(await planBuild(await open(root), null)).toMatchObject({ build: "npm run build" });
  });

  test("serves a home page that is a link within the repository, and none that leads out of it", async () => {
    const root = checkout({ "start.html": "x" });
    symlinkSync("start.html", join(root, "index.html"));
    expect(await planBuild(await open(root), null)).toMatchObject({ framework: "static-html" });
    const other = checkout({ "start.html": "x" });
    symlinkSync("/etc/passwd", join(other, "index.html"));
    await expect(planBuild(await open(other), null)).rejects.toMatchObject({ code: "detect_failed" });
  });

  test.each([
    ["INDEX.HTML", "Name 'INDEX.HTML' index.html: "],
    ["index.htm", "Name 'index.htm' index.html: "],
    ["index.php", "Upload pages with 'prebuilt' of the action, for PHP does not run here: "],
  ])("says what to do about %s", async (name, message) => {
    const planning = planBuild(await open(checkout({ [name]: "x" })), null);
    await expect(planning).rejects.toMatchObject({ message: expect.stringContaining(message) });
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

  test("installs nothing for an output without packages, whatever the output holds", async () => {
    const root = checkout({ "data/a.json": "{}" });
    for (const output of ["data", "gone"])
      expect(await planBuild(await open(root), { output, home: false })).toMatchObject({ install: null, build: null });
    expect(await planBuild(await open(root), { home: false })).toMatchObject({ install: null, output: ["."] });
  });

  test("runs it with npm where the manifest installs by itself or not at all", async () => {
    for (const installCommand of [null, "make deps"]) {
      expect(await planBuild(await open(checkout(files)), { installCommand })).toMatchObject({
        build: "npm run build",
      });
    }
  });
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
