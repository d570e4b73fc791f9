import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { pack } from "../../scripts/pack.ts";
import { temporaryFolder } from "../folders.ts";

const run = promisify(execFile);
const FOLDER = "build.pack-test";
/** Some 150 packages, on a machine that does other things. */
const INSTALL_LIMIT_MS = 300_000;

const Lockfile = z.looseObject({ packages: z.record(z.string(), z.unknown()) });
const Components = z.looseObject({
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      licenses: z.array(z.unknown()).default([]),
      hashes: z.array(z.unknown()).default([]),
    }),
  ),
});

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

let tarballs: Readonly<Record<"contract" | "client", string>>;
let greenroomTarball: string;
let released: readonly string[];
const folder = temporaryFolder("pack");

beforeAll(async () => {
  released = (await pack(FOLDER)).files;
  const [contract = "", client = "", , command = ""] = released;
  tarballs = { contract, client };
  greenroomTarball = resolve(command);
}, INSTALL_LIMIT_MS);
afterAll(() => rmSync(FOLDER, { recursive: true, force: true }));

/** Unpacks tarballs as npm does; packages from the registry are links to those of the checkout, declared ones only. */
async function install(name: string, ...packages: readonly (keyof typeof tarballs)[]): Promise<string> {
  const app = join(folder, name);
  for (const key of packages) {
    const unpacked = join(app, "unpacked", key);
    mkdirSync(unpacked, { recursive: true });
    await run("tar", ["-xzf", tarballs[key], "-C", unpacked, "--strip-components=1"]);
    const manifest = readManifest(unpacked);
    const installed = join(app, "node_modules", manifest.name);
    mkdirSync(dirname(installed), { recursive: true });
    await run("mv", [unpacked, installed]);
    for (const dependency of Object.keys(manifest.dependencies)) {
      const link = join(installed, "node_modules", dependency);
      if (dependency.startsWith("@greenroom/")) continue;
      const own = resolve("packages", key, "node_modules", dependency);
      mkdirSync(dirname(link), { recursive: true });
      symlinkSync(existsSync(own) ? own : resolve("node_modules", dependency), link);
    }
  }
  return app;
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, "package.json"), "utf8")) as Manifest;
}

describe("the client, installed alone", () => {
  it("needs the contract and three small packages, and no database", async () => {
    const app = await install("client", "contract", "client");
    const dependencies = ["contract", "client"].flatMap((name) =>
      Object.keys(readManifest(join(app, "node_modules/@greenroom", name)).dependencies),
    );
    expect([...new Set(dependencies)].sort()).toEqual([
      "@actions/http-client",
      "@greenroom/contract",
      "eventsource-parser",
      "zod",
    ]);
    const script = join(app, "script.mjs");
    writeFileSync(script, 'import { createClient } from "@greenroom/client"; console.log(typeof createClient);');
    expect(await run(process.execPath, [script])).toEqual({ stdout: "function\n", stderr: "" });
  });

  it("is found by a program after the commands of its guide", async () => {
    const app = join(folder, "program");
    mkdirSync(app);
    const guide = readFileSync("docs/guides/client.md", "utf8");
    const line = /^npm install .*$/m.exec(guide)?.[0].replaceAll("../greenroom/build", resolve(FOLDER, "emitted"));
    await run("sh", ["-c", line ?? ""], { cwd: app });
    const script = join(app, "script.mjs");
    writeFileSync(script, 'import { createClient } from "@greenroom/client"; console.log(typeof createClient);');
    expect((await run(process.execPath, [script])).stdout).toBe("function\n");
  });

  it.each(["contract", "client"] as const)("the package %s passes publint and attw", async (name) => {
    await run(process.execPath, [resolve("node_modules/.bin/publint"), tarballs[name], "--strict"]);
    await run(process.execPath, [resolve("node_modules/.bin/attw"), tarballs[name], "--profile", "esm-only"]);
  });
});

describe("the command, installed by npm in an empty folder from its tarball alone", () => {
  let app: string;
  let greenroom: string;

  beforeAll(async () => {
    app = join(folder, "command");
    mkdirSync(app);
    // Without scripts: nothing of it is compiled.
    const options = ["--omit=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    await run("npm", ["install", greenroomTarball, ...options, "--loglevel=error"], { cwd: app });
    greenroom = join(app, "node_modules/.bin/greenroom");
  }, INSTALL_LIMIT_MS);

  it("brings its own Node.js, at most 170 packages of 100 MB beside it, and nothing that only tests need", async () => {
    const below = join(app, "node_modules");
    const names = readdirSync(below, { recursive: true, encoding: "utf8" }).map((path) =>
      // Where npm puts what the command needs, beside it or below it, is up to npm.
      path.replace(/^greenroom\/node_modules\//, ""),
    );
    const packages = new Set(names.filter((path) => path.endsWith("/package.json")).map((path) => dirname(path)));
    const node = `node-linux-${process.arch}`;
    expect(packages).toContain(node);
    const lock = Lockfile.parse(JSON.parse(readFileSync(join(below, "greenroom", "npm-shrinkwrap.json"), "utf8")));
    expect(Object.keys(lock.packages).length).toBeLessThanOrEqual(170);
    const { stdout } = await run("du", ["--summarize", "--block-size=M", `--exclude=${node}`, app]);
    expect(Number.parseInt(stdout, 10)).toBeLessThanOrEqual(100);
    expect(names.filter((path) => path.endsWith(".node")).sort()).toEqual([
      "better-sqlite3/prebuilds/linux-arm64.node",
      "better-sqlite3/prebuilds/linux-x64.node",
    ]);
    const tools = [
      "vitest",
      "@modelcontextprotocol/sdk",
      "typescript",
      "fast-check",
      "@sparticuz/chromium",
      "@stryker-mutator/core",
      "oxlint",
      "knip",
    ];
    expect(tools.filter((name) => packages.has(name))).toEqual([]);
  });

  it("prints version and help, and runs the demo", async () => {
    const command = (...args: readonly string[]) => run(greenroom, args, { cwd: app });
    const version = { stdout: expect.stringMatching(/^0\.1\.0 \([0-9a-f]{12}, \d{4}-\d\d-\d\d\)\n$/), stderr: "" };
    expect(await command("--version")).toEqual(version);
    expect((await command("deploy", "--help")).stdout).toContain("Usage: greenroom deploy");
    const { stdout } = await command("demo", "--once", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ status: "ready", exitCode: 0, githubViolations: [] });
  });
});

describe("what a release has", () => {
  it("is the tarballs, the recipe of the image, components, notes and their checksums", async () => {
    expect(released.map((path) => basename(path))).toEqual([
      "greenroom-contract.tgz",
      "greenroom-client.tgz",
      "greenroom-conformance.tgz",
      "greenroom.tgz",
      "greenroom-image.tar.gz",
      "greenroom.cdx.json",
      "RELEASE_NOTES.md",
      "SHA256SUMS",
    ]);
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: FOLDER });
  });

  it("lists every component with version, licence and digest", () => {
    const { components } = Components.parse(JSON.parse(readFileSync(join(FOLDER, "greenroom.cdx.json"), "utf8")));
    expect(components.length).toBeGreaterThan(100);
    const own = (name: string) => name.startsWith("@greenroom/") || name === "better-sqlite3";
    expect(components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
    expect(components.filter(({ name, hashes }) => hashes.length === 0 && !own(name))).toEqual([]);
  });

  it("has in the recipe what the Dockerfile copies, its commit, and nothing of tests", async () => {
    const { stdout } = await run("tar", ["-tzf", join(FOLDER, "greenroom-image.tar.gz")]);
    const names = stdout.trim().split("\n");
    const needed = ["Dockerfile", ".dockerignore", "compose.yaml", "package-lock.json", "packages/cli/main.ts"];
    for (const path of [...needed, "packages/service/build.json"]) expect(names).toContain(`greenroom/${path}`);
    expect(names.filter((name) => /\/(?:test|bench|\.github)\//.test(name))).toEqual([]);
  });
});
