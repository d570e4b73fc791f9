import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { createServer as createHttpsServer } from "node:https";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { startService } from "../../packages/testkit/service.ts";
import { readPages } from "../../scripts/docs.ts";
import { temporaryFolder } from "../folders.ts";
import { freePort, listenLocally } from "../http.ts";

// A release from a clone to an installed service, with a registry and a git server of this machine.

const run = promisify(execFile);
/** Four builds and six installations. */
const LIMIT_MS = 1_200_000;
/** Verdaccio names a tag that moves. */
const VERDACCIO = { dependencies: { verdaccio: "6.10.4" }, overrides: { "node-fetch": "2.7.0" } };

const UPGRADE = "docs/guides/upgrade.md";
const EXPIRED = resolve("test/service/pipeline/tls/expired.pem");

const folder = temporaryFolder("release");
let clone: string;
let registry: { readonly url: string; readonly storage: string; close(): Promise<void> } | undefined;
let commit: string;

beforeAll(async () => {
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

const data = (name = "data") => join(folder, name);

/** Starts what is installed on the data that is there. @returns What it says of itself, and its sites, one more than before. */
async function serve(newSlug: string, from = data()) {
  const { signal } = new AbortController();
  const service = await startService({ command: [installed()], data: from, repositoryRoot: folder, port: 0, signal });
  const { baseUrl, projectId, tokens } = service.ready;
  const ask = async (path: string, body?: object): Promise<unknown> => {
    const headers = { Authorization: `Bearer ${tokens.pat}`, "Content-Type": "application/json" };
    const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const response = await fetch(new URL(path, baseUrl), { headers, ...sent });
    return z.looseObject({ data: z.unknown() }).parse(await response.json()).data;
  };
  try {
    const site = { projectId, name: newSlug, slug: newSlug, repositoryUrl: "https://git.example.com/a.git" };
    await ask("/sites", { ...site, skipRepositoryCheck: true });
    const { build } = z.looseObject({ build: z.unknown() }).parse(await ask("/healthz"));
    const sites = z.array(z.looseObject({ slug: z.string() })).parse(await ask("/sites"));
    return { build, slugs: sites.map(({ slug }) => slug).sort() };
  } finally {
    await service.stop();
  }
}

/** Releases a version with a migration that the one before does not have. */
async function releaseNext(version: string, migration: { readonly name: string; readonly text: string }) {
  await release("version", version);
  const changes = readFileSync(join(clone, "CHANGELOG.md"), "utf8");
  writeFileSync(join(clone, "CHANGELOG.md"), changes.replace("\n## ", `\n## ${version}\n\nMore.\n\n## `));
  writeFileSync(join(clone, "packages/service/store/engine/migrations", migration.name), migration.text);
  await git("add", "packages");
  const next = await commitAs(version);
  await release("build");
  expect(readFileSync(join(clone, "build.release", "RELEASE_NOTES.md"), "utf8")).toBe("More.\n");
  await release("publish");
  await install(guideCommand(UPGRADE, "/opt/greenroom-next", `@${version}`));
  return next;
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
    expect(await serve("first")).toMatchObject({ build: { version: "0.1.0", commit }, slugs: ["first"] });
    cpSync(data(), data("of-the-first"), { recursive: true });
  });

  it("is upgraded by the commands of the guide, and back where the next version only adds", async () => {
    const text = "-- Additive.\nALTER TABLE users ADD COLUMN nickname TEXT;\n";
    const next = await releaseNext("0.2.0", { name: "900001.sql", text });
    const check = await run(installed("greenroom-next"), ["admin", "upgrade-check", "--data", data()]);
    expect(check.stdout).toContain(`This is 0.2.0 (${next.slice(0, 12)}`);
    expect(check.stdout).toContain(`What served last is 0.1.0 (${commit.slice(0, 12)}`);
    expect(check.stdout).toContain("900001");
    await install(guideMoves(UPGRADE, "mv /opt/greenroom-next"));
    const second = ["first", "second"];
    expect(await serve("second")).toMatchObject({ build: { version: "0.2.0", commit: next }, slugs: second });
    await install(guideMoves(UPGRADE, "mv /opt/greenroom-before"));
    expect(await serve("third")).toMatchObject({ build: { version: "0.1.0" }, slugs: [...second, "third"] });
  });

  it("is upgraded over two versions at once, and refuses what a version with other tables wrote", async () => {
    const next = await releaseNext("0.3.0", { name: "900002.sql", text: "ALTER TABLE users DROP COLUMN nickname;\n" });
    await install(guideMoves(UPGRADE, "mv /opt/greenroom-next"));
    const build = { version: "0.3.0", commit: next };
    // One store has the migration of 0.2.0, the other neither.
    expect(await serve("fourth")).toEqual({
      build: expect.objectContaining(build),
      slugs: ["first", "fourth", "second", "third"],
    });
    expect(await serve("other", data("of-the-first"))).toMatchObject({ build, slugs: ["first", "other"] });
    const upgraded = await run(installed(), ["admin", "upgrade-check", "--data", data("of-the-first")]);
    expect(upgraded.stdout).toContain("Nothing to change");

    const before = join(data(), "before-upgrade");
    const older = installed("greenroom-before");
    for (const args of [
      ["serve", "--dev", "--port", "0"],
      ["admin", "workspace", "list"],
      ["admin", "upgrade-check"],
    ]) {
      const refused = await run(older, [...args, "--data", data()]).catch((error: unknown) => error);
      const said =
        "was written by a newer version (schema 900002; this version supports 2). Install that version or a newer one, or restore";
      expect(refused).toMatchObject({ code: 24 });
      expect(
        Object.values(z.looseObject({ stdout: z.string(), stderr: z.string() }).parse(refused)).join(""),
      ).toContain(said);
    }
    const back = await run(installed(), ["admin", "restore", "--from", before, "--data", data("back")]);
    expect(back.stdout).toContain("estored");
    await install(guideMoves(UPGRADE, "mv /opt/greenroom-before"));
    expect(await serve("again", data("back"))).toMatchObject({
      build: { version: "0.1.0", commit },
      slugs: ["again", "first", "second", "third"],
    });
  });

  it("of which a copy was interrupted says so, in one sentence, and serves nothing", async () => {
    const copy = join(folder, "opt", "half");
    const below = join(copy, "lib/node_modules/greenroom");
    const start = (...args: readonly string[]) =>
      run(join(copy, "bin/greenroom"), args).catch((error: unknown) => error);
    cpSync(join(folder, "opt", "greenroom"), copy, { recursive: true, verbatimSymlinks: true });
    const cut = (path: string) => truncateSync(join(below, path), 100);
    const damages: readonly (readonly [string, () => void])[] = [
      ["serve", () => rmSync(join(below, "node_modules/@greenroom/service/store/engine/migrations/000002.sql"))],
      ["whoami", () => cut("verbs/whoami.js")],
      ["doctor", () => rmSync(join(below, "node_modules/commander"), { recursive: true })],
      ["--version", () => rmSync(join(below, "main.js"))],
    ];
    for (const [command, damage] of damages) {
      damage();
      const ended = await start(command, ...(command === "serve" ? ["--dev", "--data", data("none")] : []));
      expect(ended, command).toMatchObject({ code: 34, stdout: "" });
      expect(ended, command).toHaveProperty(
        "stderr",
        expect.stringMatching(/^[^\n]+ incomplete: [^\n]+ Install this version again[^\n]+\n$/),
      );
    }
    expect(existsSync(data("none"))).toBe(false);
  });

  it("from a registry whose certificate has expired is not installed, and the command names such a service", async () => {
    const tls = { key: readFileSync("test/service/pipeline/tls/key.pem"), cert: readFileSync(EXPIRED) };
    const server = createHttpsServer(tls, (_, response) => void response.end("{}"));
    const port = await listenLocally(server);
    const url = `https://localhost:${port}`;
    const env = {
      ...environment(),
      NODE_EXTRA_CA_CERTS: EXPIRED,
      npm_config_registry: url,
      npm_config_fetch_retries: "0",
    };
    const command = guideCommand("docs/guides/install.md", "/opt/greenroom").replace("/greenroom ", "/none ");
    await expect(run("sh", ["-c", command], { cwd: folder, env })).rejects.toThrow("CERT_HAS_EXPIRED");
    expect(existsSync(join(folder, "opt/none/bin"))).toBe(false);
    const asked = run(installed(), ["whoami", "--url", url, "--token", "sk_test_0123456789abcdef"], { env });
    await expect(asked).rejects.toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`The certificate of ${url} has expired`) as string,
    });
    server.close();
  });

  it("with a changed byte at the registry is not installed", async () => {
    const tarball = join(itsRegistry().storage, "greenroom", "greenroom-0.2.0.tgz");
    writeFileSync(tarball, flipped(readFileSync(tarball)));
    rmSync(join(folder, "npm-cache"), { recursive: true });
    rmSync(join(folder, "opt", "greenroom-next"), { recursive: true });
    const command = guideCommand(UPGRADE, "/opt/greenroom-next", "@0.2.0");
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
