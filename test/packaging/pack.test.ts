import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeRepository } from "../../packages/testkit/repository.ts";
import { startService } from "../../packages/testkit/service.ts";
import { pack } from "../../scripts/pack.ts";

const run = promisify(execFile);
const FOLDER = "build.pack-test";
/** Some 300 packages, on a machine that does other things. */
const INSTALL_LIMIT_MS = 300_000;

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

let tarballs: Readonly<Record<"contract" | "client", string>>;
let greenroomTarball: string;
let released: readonly string[];
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-pack-"));
  released = await pack(FOLDER);
  const [contract = "", client = "", command = ""] = released;
  tarballs = { contract, client };
  greenroomTarball = resolve(command);
}, INSTALL_LIMIT_MS);
afterAll(() => {
  for (const path of [FOLDER, folder]) rmSync(path, { recursive: true, force: true });
});

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

  it("brings its own Node.js, and nothing that only tests need", () => {
    const names = readdirSync(join(app, "node_modules"), { recursive: true, encoding: "utf8" });
    const packages = new Set(names.filter((path) => path.endsWith("/package.json")).map((path) => dirname(path)));
    expect(packages).toContain(`node-linux-${process.arch}`);
    const tools = [
      "vitest",
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
    expect(await command("--version")).toEqual({ stdout: "0.1.0\n", stderr: "" });
    expect((await command("deploy", "--help")).stdout).toContain("Usage: greenroom deploy");
    const { stdout } = await command("demo", "--once", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ status: "ready", exitCode: 0, githubViolations: [] });
  });

  it("serves, and deploys to it", async () => {
    const { path, url } = await makeRepository({
      example: "examples/static-html",
      path: join(app, "repositories/docs"),
    });
    const data = join(app, "data");
    const { signal } = new AbortController();
    const service = await startService({
      command: [greenroom],
      data,
      repositoryRoot: dirname(path),
      port: 0,
      signal,
    });
    const env = {
      ...process.env,
      GREENROOM_URL: service.ready.baseUrl,
      GREENROOM_TOKEN: service.ready.tokens.pat,
      GIT_CONFIG_GLOBAL: "/dev/null",
    };
    try {
      await run(greenroom, ["sites", "create", "--name", "Docs", "--slug", "docs", "--repository", url], { env });
      const { stdout } = await run(greenroom, ["deploy", "docs", "--json", "--follow"], { env, cwd: path });
      expect(JSON.parse(stdout)).toMatchObject({ status: "ready" });
    } finally {
      await service.stop();
    }
  });
});

describe("what a release has", () => {
  it("is the tarballs, the recipe of the image and their checksums", async () => {
    expect(released.map((path) => basename(path))).toEqual([
      "greenroom-contract.tgz",
      "greenroom-client.tgz",
      "greenroom.tgz",
      "greenroom-image.tar.gz",
      "SHA256SUMS",
    ]);
    await run("sha256sum", ["--check", "--strict", "SHA256SUMS"], { cwd: FOLDER });
  });

  it("has in the recipe what the Dockerfile copies, and nothing of tests", async () => {
    const { stdout } = await run("tar", ["-tzf", join(FOLDER, "greenroom-image.tar.gz")]);
    const names = stdout.trim().split("\n");
    for (const path of ["Dockerfile", ".dockerignore", "compose.yaml", "package-lock.json", "packages/cli/main.ts"]) {
      expect(names).toContain(`greenroom/${path}`);
    }
    expect(names.filter((name) => /\/(?:test|bench|\.github)\//.test(name))).toEqual([]);
  });
});
