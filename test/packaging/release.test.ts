import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startService } from "../../packages/testkit/service.ts";
import { readPages } from "../../scripts/docs.ts";

// A release from a clone to an installed service, with a registry and a git server of this machine.

const run = promisify(execFile);
/** Two builds and four installations. */
const LIMIT_MS = 1_200_000;
/** Verdaccio names a tag that moves. */
const VERDACCIO = { dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

let folder: string;
let clone: string;
let registry: { readonly url: string; readonly storage: string; close(): Promise<void> } | undefined;
let commit: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-release-"));
  registry = await startRegistry(join(folder, "registry"));
  const github = join(folder, "github.git");
  await run("git", ["clone", "--quiet", "--bare", ".", github]);
  clone = await makeClone(github, "clone");
  await release("name", "acme/greenroom");
  await release("version", "0.1.0");
  commit = await commitAs("0.1.0");
  await release("build");
}, LIMIT_MS);
afterAll(async () => {
  await registry?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function makeClone(from: string, name: string): Promise<string> {
  const path = join(folder, name);
  await run("git", ["clone", "--quiet", from, path]);
  // The packages that were installed here, without a second copy; those of the repository itself are links into the clone.
  await run("cp", ["--archive", "--link", resolve("node_modules"), path]);
  return path;
}

const git = async (...args: readonly string[]) => (await run("git", args, { cwd: clone })).stdout.trim();

function itsRegistry(): NonNullable<typeof registry> {
  if (registry === undefined) throw new Error("The registry does not run.");
  return registry;
}

/** The environment of somebody who may publish. */
function environment(): NodeJS.ProcessEnv {
  const { url } = itsRegistry();
  const npmrc = join(folder, "npmrc");
  writeFileSync(npmrc, `${url.replace("http:", "")}:_authToken=publisher\nregistry=${url}\n`);
  const author = { GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.com" };
  const committer = { GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.com" };
  const npm = { npm_config_userconfig: npmrc, npm_config_cache: join(folder, "npm-cache") };
  return { ...process.env, ...author, ...committer, ...npm, GITHUB_ACTIONS: "" };
}

const release = (...args: readonly string[]) =>
  run("npm", ["run", "--silent", "release", "--", ...args], { cwd: clone, env: environment() });

async function commitAs(version: string): Promise<string> {
  await run("git", ["commit", "--quiet", "--all", "--message", `Release ${version}`], {
    cwd: clone,
    env: environment(),
  });
  await git("tag", `v${version}`);
  await git("push", "--quiet", "origin", "HEAD", `v${version}`);
  return await git("rev-parse", "HEAD");
}

async function startRegistry(path: string) {
  mkdirSync(path);
  const { stdout } = await run("npm", ["config", "get", "registry"]);
  const storage = join(path, "storage");
  const own = { access: "$all", publish: "$anonymous" };
  const config = {
    storage,
    uplinks: { npmjs: { url: stdout.trim(), timeout: "5m" } },
    packages: { greenroom: own, "@greenroom/*": own, "**": { access: "$all", proxy: "npmjs" } },
    log: { type: "stdout", format: "json", level: "http" },
    max_body_size: "50mb",
  };
  writeFileSync(join(path, "config.yaml"), JSON.stringify(config));
  const port = await freePort();
  writeFileSync(join(path, "package.json"), JSON.stringify({ private: true, ...VERDACCIO }));
  await run("npm", ["install", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"], { cwd: path });
  const args = [join(path, "node_modules/.bin/verdaccio"), "--config", join(path, "config.yaml")];
  const child = spawn(process.execPath, [...args, "--listen", `127.0.0.1:${port}`], { stdio: "pipe" });
  const url = `http://127.0.0.1:${port}/`;
  let log = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text: Buffer) => (log += text.toString()));
  await vi.waitFor(
    async () => {
      const { status } = await fetch(url).catch(() => ({ status: log }));
      expect(status).toBe(200);
    },
    { timeout: 60_000, interval: 500 },
  );
  return {
    url,
    storage,
    async close() {
      child.kill("SIGTERM");
      await once(child, "close");
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = z.object({ port: z.number() }).parse(server.address());
  server.close();
  return address.port;
}

/** What the guide tells the reader to type, in a folder of this test in place of `/opt`. */
function guideCommand(path: string, prefix: string, version = ""): string {
  const blocks = readPages().find((page) => page.path === path)?.blocks ?? [];
  const lines = blocks.flatMap(({ code }) => code.split("\n"));
  const line = lines.find((one) => one.includes("npm install --global") && one.includes(` ${prefix} `));
  expect(line).toBeDefined();
  return (line ?? "")
    .replace(/^sudo /, "")
    .replace("/opt/", `${folder}/opt/`)
    .replace("@1.2.3", version);
}

/** The lines of the guide that put one version in the place of another. */
function guideMoves(path: string, move: string): string {
  const block = readPages()
    .find((page) => page.path === path)
    ?.blocks.find(({ code }) => code.includes(move));
  const lines = (block?.code ?? "").split("\n").filter((line) => line.startsWith("sudo ") && line.includes(" /opt/"));
  expect(lines.length).toBeGreaterThan(1);
  return lines.join(" && ").replaceAll("sudo ", "").replaceAll("/opt/", `${folder}/opt/`);
}

const install = (command: string) => run("sh", ["-c", command], { cwd: folder, env: environment() });
const installed = (prefix = "greenroom") => join(folder, "opt", prefix, "bin", "greenroom");

/** Starts what is installed on the data that is there. @returns What it says of itself. */
async function serve(): Promise<unknown> {
  const { signal } = new AbortController();
  const data = join(folder, "data");
  const service = await startService({ command: [installed()], data, repositoryRoot: folder, port: 0, signal });
  try {
    const response = await fetch(new URL("/healthz", service.ready.baseUrl));
    return z.looseObject({ data: z.looseObject({ build: z.unknown() }) }).parse(await response.json()).data.build;
  } finally {
    await service.stop();
  }
}

describe("a release", { timeout: LIMIT_MS }, () => {
  it("has the same bytes from another clone", async () => {
    const sums = readFileSync(join(clone, "build.release", "SHA256SUMS"), "utf8");
    const other = await makeClone(join(folder, "github.git"), "another-clone");
    await run("git", ["checkout", "--quiet", "v0.1.0"], { cwd: other });
    await run("npm", ["run", "--silent", "release", "--", "build"], { cwd: other });
    expect(readFileSync(join(other, "build.release", "SHA256SUMS"), "utf8")).toBe(sums);
  });

  it("is not made of what is not committed", async () => {
    writeFileSync(join(clone, "left.txt"), "");
    await expect(release("build")).rejects.toThrow(/not committed[^]*left\.txt/);
    rmSync(join(clone, "left.txt"));
  });

  it("names its repository, and nothing that stands for it", async () => {
    expect(readFileSync(join(clone, "docs/guides/first-preview.md"), "utf8")).toContain("uses: acme/greenroom@v0");
    expect(await git("grep", "--count", "OWNER/greenroom", "--", ":!test").catch(() => "none")).toBe("none");
  });

  it("with a changed byte is not published", async () => {
    const changed = join(clone, "build.changed");
    mkdirSync(changed);
    for (const name of readdirSync(join(clone, "build.release"))) {
      if (/\.|SUMS/.test(name)) cpSync(join(clone, "build.release", name), join(changed, name));
    }
    const tarball = join(changed, "greenroom-client.tgz");
    writeFileSync(tarball, flipped(readFileSync(tarball)));
    await expect(release("publish", "--from", "build.changed")).rejects.toThrow("greenroom-client.tgz is not what");
    rmSync(changed, { recursive: true });
    expect((await fetch(new URL("greenroom", itsRegistry().url))).status).toBe(404);
  });

  it("is published once, and moves the tag of its major version", async () => {
    expect((await release("publish")).stdout).toContain("greenroom@0.1.0 is published");
    expect((await release("publish")).stdout).toContain("greenroom@0.1.0 was published before");
    expect(await git("ls-remote", "origin", "refs/tags/v0")).toContain(commit);
  });

  it("is installed by the first command of the guide, says its commit, and serves", async () => {
    await install(guideCommand("docs/guides/install.md", "/opt/greenroom"));
    const { stdout } = await run(installed(), ["--version"]);
    expect(stdout).toMatch(new RegExp(String.raw`^0\.1\.0 \(${commit.slice(0, 12)}, \d{4}-\d\d-\d\d\)\n$`));
    expect(await serve()).toMatchObject({ version: "0.1.0", commit });
  });

  it("is upgraded and rolled back by the commands of the guide", async () => {
    await release("version", "0.2.0");
    const changes = readFileSync(join(clone, "CHANGELOG.md"), "utf8");
    writeFileSync(join(clone, "CHANGELOG.md"), changes.replace("\n## ", "\n## 0.2.0\n\nMore.\n\n## "));
    const next = await commitAs("0.2.0");
    await release("build");
    expect(readFileSync(join(clone, "build.release", "RELEASE_NOTES.md"), "utf8")).toBe("More.\n");
    await release("publish");
    await install(guideCommand("docs/guides/upgrade.md", "/opt/greenroom-next", "@0.2.0"));
    const check = await run(installed("greenroom-next"), ["admin", "upgrade-check", "--data", join(folder, "data")]);
    expect(check.stdout).toContain(`This is 0.2.0 (${next.slice(0, 12)}`);
    expect(check.stdout).toContain(`What served last is 0.1.0 (${commit.slice(0, 12)}`);
    await install(guideMoves("docs/guides/upgrade.md", "mv /opt/greenroom-next"));
    expect(await serve()).toMatchObject({ version: "0.2.0", commit: next });
    await install(guideMoves("docs/guides/upgrade.md", "mv /opt/greenroom-before"));
    expect(await serve()).toMatchObject({ version: "0.1.0", commit });
  });

  it("with a changed byte at the registry is not installed", async () => {
    const tarball = join(itsRegistry().storage, "greenroom", "greenroom-0.2.0.tgz");
    writeFileSync(tarball, flipped(readFileSync(tarball)));
    rmSync(join(folder, "npm-cache"), { recursive: true });
    rmSync(join(folder, "opt", "greenroom-next"), { recursive: true });
    const command = guideCommand("docs/guides/upgrade.md", "/opt/greenroom-next", "@0.2.0");
    await expect(install(command)).rejects.toThrow("EINTEGRITY");
    await expect(run(installed("greenroom-next"), ["--version"])).rejects.toThrow("ENOENT");
    expect((await run(installed(), ["--version"])).stdout).toMatch(/^0\.1\.0 /);
  });
});

/** Changes the time in the header of gzip: the archive is whole, and another one. */
function flipped(bytes: Buffer): Buffer {
  bytes.writeUInt8(bytes.readUInt8(4) ^ 1, 4);
  return bytes;
}
