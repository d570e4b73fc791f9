import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { cacheFolder, keptFolder } from "../../../packages/service/pipeline/build-folders.ts";
import type { DeploymentRow } from "../../../packages/service/store/engine/schema.ts";
import { temporaryFolder } from "../../folders.ts";
import { type Files, git } from "./build-fixture.ts";
import { buildsOfFile, sandboxes } from "./setup.ts";

// Nothing is kept without a sandbox, and nothing runs where the machine has none.
const folder = temporaryFolder("kept");
const seed = join(folder, "npm");

/** A package as from a registry, which runs what a site configures when it is installed, as some do. */
const TOOL: Files = {
  "package.json": JSON.stringify({
    name: "tool",
    version: "1.0.0",
    scripts: { postinstall: "if [ -e ../../tool.config.cjs ]; then node ../../tool.config.cjs; fi" },
  }),
  "index.js": "clean",
};

mkdirSync(join(folder, "tool"));
for (const [name, text] of Object.entries(TOOL)) writeFileSync(join(folder, "tool", name), text);
const env = { ...process.env, npm_config_cache: seed };
execFileSync("npm", ["pack", "./tool", "--silent"], { cwd: folder, env });
execFileSync("npm", ["cache", "add", "./tool-1.0.0.tgz"], { cwd: folder, env });
const integrity = `sha512-${createHash("sha512")
  .update(readFileSync(join(folder, "tool-1.0.0.tgz")))
  .digest("base64")}`;
const resolved = "https://registry.invalid/tool-1.0.0.tgz";
const site = { name: "site", version: "1.0.0" };
const packages = {
  "": { ...site, dependencies: { tool: "1.0.0" } },
  "node_modules/tool": { version: "1.0.0", resolved, integrity, hasInstallScript: true },
};
const lock = JSON.stringify({ ...site, lockfileVersion: 3, requires: true, packages });
const limits = { installMs: 90_000 };
const fixture = await buildsOfFile({ settings: { unsafeNoSandbox: false }, concurrency: 2, limits });

const packageJson = (more: object = {}): string =>
  JSON.stringify({
    name: "site",
    version: "1.0.0",
    scripts: { build: "sh build.sh" },
    dependencies: { tool: "1.0.0" },
    ...more,
  });
const BUILD = "mkdir -p dist && cp node_modules/tool/index.js dist/index.html\n";

const dataOf = (): string => fixture.context.settings.dataDirectory;

interface Site {
  readonly siteId: string;
  readonly path: string;
}

/** A site whose branches have the package in their caches. */
async function openSite(files: Files = {}, branches: readonly string[] = ["main"]): Promise<Site> {
  const { repository, siteId } = await fixture.newSite({
    "package.json": packageJson(),
    "package-lock.json": lock,
    "build.sh": BUILD,
    ...files,
  });
  for (const branch of branches) {
    const cache = cacheFolder(dataOf(), { siteId, branch, commitSha: null });
    mkdirSync(cache, { recursive: true });
    cpSync(seed, join(cache, "npm"), { recursive: true });
    // A build can have an id of its own, and what the tests wrote can be for their account alone.
    execFileSync("chmod", ["-R", "a+rwX", cache]);
  }
  return { siteId, path: repository.path };
}

interface Result {
  readonly row: DeploymentRow;
  readonly lines: readonly string[];
  /** How it came by its dependencies. */
  readonly by: "install" | "kept" | "both" | "nothing";
}

async function read(id: string): Promise<Result> {
  const row = await fixture.ended(id);
  const lines = await fixture.logLines(id);
  const ran = lines.some((line) => line.startsWith("install: $ npm ci"));
  const kept = lines.some((line) => line.startsWith("install: Dependencies kept from the build of "));
  return { row, lines, by: ran && kept ? "both" : ran ? "install" : kept ? "kept" : "nothing" };
}

/** What is kept is moved once the preview is there. */
async function settled(): Promise<void> {
  await vi.waitFor(() => expect(readdirSync(join(dataOf(), "builds"))).toEqual([]), 60_000);
}

async function deploy({ siteId, path }: Site, files: Files = {}, fields: Partial<DeploymentRow> = {}): Promise<Result> {
  if (Object.keys(files).length > 0) fixture.commit(path, files);
  const result = await read(await fixture.accept(siteId, { branch: "main", ...fields }));
  await settled();
  return result;
}

/** Of a branch beside the default one, where that of the repository is what is checked out. */
async function deployNext(site: Site, files: Files = {}): Promise<Result> {
  git(site.path, "checkout", "-q", "-B", "next");
  fixture.commit(site.path, files);
  git(site.path, "checkout", "-q", "main");
  return deploy(site, {}, { branch: "next" });
}

async function page({ row }: Result): Promise<string> {
  return (await fixture.get(row.preview_label ?? "", "/")).text;
}

function keptOf(siteId: string, branch = "main"): readonly string[] {
  const scope = keptFolder(dataOf(), { siteId, branch, commitSha: null });
  return existsSync(scope) ? readdirSync(scope).map((name) => join(scope, name)) : [];
}

// Only the sandbox shows what a step changed.
const SANDBOXES = await sandboxes();

test("a build that fails keeps nothing", async () => {
  const site = await openSite();
  fixture.commit(site.path, { "build.sh": "exit 1\n" });
  expect((await deploy(site)).row.status).toBe("failed");
  expect(keptOf(site.siteId)).toEqual([]);
});

describe.each(SANDBOXES)("in %s the dependencies of a build", () => {
  test("leave committed pages as they were, also without a lockfile", async () => {
    const { siteId, repository } = await fixture.newSite({
      "package.json": packageJson({ dependencies: {} }),
      "old/index.html": "committed",
      "build.sh": "mkdir dist && echo built > dist/index.html",
    });
    const result = await deploy({ siteId, path: repository.path });
    expect([result.row.error_message, await page(result)]).toEqual([null, "built\n"]);
  });

  test("are taken by the next one of its branch, which does not install", async () => {
    const site = await openSite();
    const first = await deploy(site);
    expect(first.by).toBe("install");
    const second = await deploy(site, { "page.txt": "another commit", "build.sh": `${BUILD}ls node_modules\n` });
    // The names of files beside package.json count.
    const third = await deploy(site, { "build.sh": `${BUILD}echo third >> dist/index.html\n` });
    const fourth = await deploy(site, { "build.sh": `${BUILD}echo fourth >> dist/index.html\n` });
    expect([second.by, third.by, fourth.by]).toEqual(["install", "kept", "kept"]);
    expect(await page(fourth)).toBe("cleanfourth\n");
    const built = second.lines.join("\n");
    expect(built).toContain("are not used: the list of files changed");
    expect(fourth.lines.join("\n")).toMatch(/kept from the build of [0-9a-f]{7}: package-lock.json is unchanged/);
    expect(keptOf(site.siteId)).toHaveLength(1);
  }, 240_000);

  test("are given to one of two builds at a time", async () => {
    const site = await openSite();
    await deploy(site);
    const { siteId } = site;
    const ids = [await fixture.accept(siteId, { branch: "main" }), await fixture.accept(siteId, { branch: "main" })];
    const both = await Promise.all(ids.map(read));
    await settled();
    expect(both.map(({ by }) => by).toSorted()).toEqual(["install", "kept"]);
    // The cache of the branch is with that one too: the other downloads, and there is no registry here.
    const statusOf = (by: string) => both.find((one) => one.by === by)?.row.error_code;
    expect([statusOf("kept"), statusOf("install")]).toEqual([null, "install_failed"]);
    expect(keptOf(siteId)).toHaveLength(1);
  }, 240_000);

  test("are not kept when the build step changed them, also with their times put back", async () => {
    const changes = [
      "touch -r node_modules/tool/index.js /tmp/t; echo evil > node_modules/tool/index.js; touch -r /tmp/t node_modules/tool/index.js",
      "mv node_modules /tmp/x; cp -a /tmp/x node_modules; echo evil > node_modules/tool/index.js",
    ];
    const site = await openSite();
    for (const change of changes) {
      const evil = await deploy(site, { "build.sh": `${BUILD}${change}\n` });
      expect(evil.row.status).toBe("ready");
      expect(keptOf(site.siteId)).toEqual([]);
    }
    const honest = await deploy(site, { "build.sh": BUILD });
    expect(honest.by).toBe("install");
    expect(await page(honest)).toBe("clean");
  }, 400_000);

  test("are not kept when a package ran what the commit configured", async () => {
    const site = await openSite({ "tool.config.cjs": 'require("fs").writeFileSync("index.js", "evil")' });
    const evil = await deploy(site);
    expect(keptOf(site.siteId)).toEqual([]);
    const next = await deploy(site, { "tool.config.cjs": "" });
    expect(next.by).toBe("install");
    expect(evil.lines.join("\n")).toContain("not kept for the next build: the install step read 'tool.config.cjs'");
    expect([await page(evil), await page(next)]).toEqual(["evil", "clean"]);
  }, 240_000);

  test("are kept beside scripts of the site itself, which run with every build and after those of packages", async () => {
    const scripts = { build: "sh build.sh", prepare: "cat node_modules/tool/index.js said.txt > own.txt" };
    const site = await openSite({
      "package.json": packageJson({ scripts }),
      "said.txt": "one",
      "build.sh": `${BUILD}cat own.txt >> dist/index.html\n`,
    });
    const first = await deploy(site);
    const second = await deploy(site, { "said.txt": "two" });
    expect([first.by, second.by]).toEqual(["install", "kept"]);
    expect([await page(first), await page(second)]).toEqual(["cleancleanone", "cleancleantwo"]);
  }, 240_000);

  test("are not kept when a script of the site itself changed them", async () => {
    const scripts = { build: "sh build.sh", prepare: "echo patched >> node_modules/tool/index.js" };
    const site = await openSite({ "package.json": packageJson({ scripts }) });
    const first = await deploy(site);
    expect(keptOf(site.siteId)).toEqual([]);
    expect(await page(first)).toBe("cleanpatched\n");
  }, 240_000);

  test("of a branch reach no other branch, site or workspace", async () => {
    const site = await openSite({}, ["main", "next", "third"]);
    git(site.path, "branch", "next");
    git(site.path, "branch", "third");
    const other = await openSite();
    const results = [
      await deploy(site, {}, { branch: "next" }),
      await deploy(site, {}, { branch: "third" }),
      await deploy(site),
      await deploy(other),
    ];
    expect(results.map(({ by }) => by)).toEqual(["install", "install", "install", "install"]);
    const ofSite = join(keptFolder(dataOf(), { siteId: site.siteId, branch: "main", commitSha: null }), "..");
    expect(existsSync(ofSite) ? readdirSync(ofSite) : []).toHaveLength(3);
  }, 240_000);

  test("of the default branch reach no commit that is on no branch, and no other lock file", async () => {
    const site = await openSite();
    await deploy(site);
    git(site.path, "checkout", "-q", "--detach");
    const fork = fixture.commit(site.path, {});
    git(site.path, "checkout", "-q", "main");
    const ofFork = await deploy(site, {}, { commit_sha: fork });
    const changed = await deployNext(site, { "package-lock.json": `${lock}\n` });
    const ofMain = await deploy(site);
    expect([ofFork, changed, ofMain].map(({ by }) => by)).toEqual(["install", "install", "kept"]);
    expect(ofFork.lines.join("\n")).not.toContain("are not used");
    expect(changed.lines.join("\n")).toContain("are not used: package-lock.json changed");
  }, 240_000);

  test("of the default branch are copied for a branch that has none, and are the same for it afterwards", async () => {
    const site = await openSite();
    const results = [
      await deploy(site, {}, { branch: null }),
      await deployNext(site, { "build.sh": `${BUILD}echo evil > node_modules/tool/index.js\n` }),
      await deployNext(site, { "build.sh": BUILD }),
    ];
    // What a build changed is kept for no later one.
    const both = ["main", "next"].flatMap((branch) => keptOf(site.siteId, branch));
    const files = both.map((kept) => lstatSync(join(kept, "0/tool/index.js")).ino);
    expect(new Set(files).size).toBe(2);
    results.push(await deployNext(site), await deploy(site));
    expect(results.map(({ by }) => by)).toEqual(["install", "kept", "kept", "kept", "kept"]);
    expect(await Promise.all(results.map(page))).toEqual(Array(5).fill("clean"));
    const from = results.map(
      ({ lines }) => /[0-9a-f]{7}(.*): package-lock.json is unchanged/.exec(lines.join("\n"))?.[1],
    );
    const copied = " of the default branch";
    expect(from).toEqual([undefined, copied, copied, "", ""]);
  }, 240_000);

  test("that cannot be copied are installed, and stay with the default branch", async () => {
    const site = await openSite();
    await deploy(site);
    const [kept] = keptOf(site.siteId);
    // Together longer than any path may be.
    const long = join(...Array<string>(10).fill("x".repeat(200)));
    const [above, below] = [join(kept ?? folder, "0/tool", long), join(folder, "long")];
    for (const half of [above, join(below, long)]) mkdirSync(half, { recursive: true });
    renameSync(below, join(above, "long"));
    expect((await deployNext(site)).by).toBe("install");
    expect(keptOf(site.siteId)).toEqual(kept === undefined ? [] : [kept]);
    expect((await deploy(site)).by).toBe("kept");
  }, 240_000);

  test("are installed once more where a package manager stands still", async () => {
    const waits = `const { existsSync, writeFileSync } = require("node:fs");
const file = process.env.npm_config_cache + "/once";
if (!existsSync(file)) {
  writeFileSync(file, "");
  setTimeout(() => {}, 3_600_000);
}
`;
    const { row, lines } = await deploy(await openSite({ "tool.config.cjs": waits }));
    expect(row, lines.join("\n")).toMatchObject({ status: "ready" });
    expect(lines).toContain("system: The install step stood still and was stopped: it runs once more");
  }, 240_000);

  test("that make a build fail are installed again before it has failed", async () => {
    const site = await openSite({
      "build.sh": `${BUILD}test ! -e left-over && touch left-over && grep clean dist/index.html\n`,
    });
    await deploy(site);
    const [kept] = keptOf(site.siteId);
    if (kept !== undefined) writeFileSync(join(kept, "0/tool/index.js"), "stale");
    const result = await deploy(site);
    expect(result.by).toBe("both");
    expect(result.row.status).toBe("ready");
    const failing = await deploy(site, { "build.sh": "exit 1\n" });
    expect(failing.row.status).toBe("failed");
    expect(keptOf(site.siteId)).toEqual([]);
  }, 240_000);

  test("that a killed service left half moved are not taken, nor those of before a restart of the machine", async () => {
    const site = await openSite();
    for (const damage of [
      (kept: string) => rmSync(join(kept, "about.json")),
      (kept: string) => {
        const about = JSON.parse(readFileSync(join(kept, "about.json"), "utf8")) as object;
        writeFileSync(join(kept, "about.json"), JSON.stringify({ ...about, bootId: "another" }));
      },
    ]) {
      await deploy(site);
      const [kept] = keptOf(site.siteId);
      if (kept !== undefined) damage(kept);
      const next = await deploy(site);
      expect(next.by).toBe("install");
    }
  }, 400_000);
});
