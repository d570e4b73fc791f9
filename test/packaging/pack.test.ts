import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pack } from "../../scripts/pack.ts";

const run = promisify(execFile);
const FOLDER = "build.pack-test";

interface Manifest {
  readonly name: string;
  readonly dependencies: Readonly<Record<string, string>>;
}

let tarballs: Readonly<Record<"contract" | "client" | "service" | "cli", string>>;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-pack-"));
  const [contract = "", client = "", service = "", cli = ""] = await pack(FOLDER);
  tarballs = { contract, client, service, cli };
});
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

describe("the command, installed with its packages", () => {
  it("prints version and help, and runs the demo", async () => {
    const app = await install("command", "contract", "client", "service", "cli");
    const greenroom = (...args: readonly string[]) =>
      run(process.execPath, [join(app, "node_modules/greenroom/main.js"), ...args], { cwd: app });
    expect(await greenroom("--version")).toEqual({ stdout: "0.1.0\n", stderr: "" });
    expect((await greenroom("deploy", "--help")).stdout).toContain("Usage: greenroom deploy");
    const { stdout } = await greenroom("demo", "--once", "--json");
    expect(JSON.parse(stdout)).toMatchObject({ status: "ready", exitCode: 0, githubViolations: [] });
  });
});
