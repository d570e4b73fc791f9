import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { temporaryFolder } from "../../folders.ts";
import { CERTIFICATE, startTls } from "./git-server.ts";
import { buildsOfFile } from "./setup.ts";

const folder = temporaryFolder("packages");
const YARN_JS = '#!/usr/bin/env node\nconsole.log("modern Yarn");\n';
const archives = new Map<string, Buffer>();

/** A registry with one version of two package managers. */
const { origin, close } = await startTls((request, response) => {
  const url = decodeURIComponent(request.url ?? "");
  const name = url.slice(1).replace(/\/-\/.*$/, "");
  const archive = archives.get(name);
  if (archive === undefined) response.writeHead(404).end("{}");
  else if (url.endsWith(".tgz")) response.end(archive);
  else {
    const tarball = `${origin}/${name}/-/x-9.9.9.tgz`;
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const version = { name, version: "9.9.9", bin: {}, dist: { tarball, integrity } };
    response.end(JSON.stringify({ name, "dist-tags": { latest: "9.9.9" }, versions: { "9.9.9": version } }));
  }
});
afterAll(close);

for (const [name, path, text] of [
  ["pnpm", "bin/pnpm.cjs", '#!/usr/bin/env node\nconsole.log("pnpm ran");\n'],
  ["@yarnpkg/cli-dist", "bin/yarn.js", YARN_JS],
] as const) {
  const at = join(folder, name.replace("/", "-"));
  mkdirSync(join(at, "package", "bin"), { recursive: true });
  const bin = { [name === "pnpm" ? "pnpm" : "yarn"]: path };
  writeFileSync(join(at, "package", "package.json"), JSON.stringify({ name, version: "9.9.9", bin }));
  writeFileSync(join(at, "package", path), text, { mode: 0o755 });
  execFileSync("tar", ["-czf", join(at, "x.tgz"), "-C", at, "package"]);
  archives.set(name, readFileSync(join(at, "x.tgz")));
}

const fixture = await buildsOfFile({
  environment: { ...process.env, NPM_CONFIG_REGISTRY: `${origin}/`, NODE_EXTRA_CA_CERTS: CERTIFICATE },
});

const build = (packageManager: string) =>
  fixture.deploy({
    "package.json": JSON.stringify({ packageManager, scripts: { build: "mkdir dist; echo x > dist/index.html" } }),
    "greenroom.json": JSON.stringify({ buildCommand: "mkdir dist; echo x > dist/index.html", output: "dist" }),
  });

const hash = (algorithm: string, data: string | Buffer = "") => createHash(algorithm).update(data).digest("hex");

test.each([
  ["pnpm", "sha512", () => archives.get("pnpm")],
  ["yarn", "sha256", () => YARN_JS],
])("the hash that package.json states of %s is checked, by %s", async (name, algorithm, content) => {
  const { row } = await build(`${name}@9.9.9+${algorithm}.${hash(algorithm, content())}`);
  expect(row, row.error_message ?? "").toMatchObject({ status: "ready" });
});

test("what another repository had fetched is not believed to be what this one asks for", async () => {
  const { row } = await build(`pnpm@9.9.9+sha224.${hash("sha224", "another")}`);
  expect(row).toMatchObject({ status: "failed", error_code: "install_failed" });
  expect(row.error_message).toMatch(
    /9\.9\.9 of the registry is not the one that packageManager names: its hash is sha224/,
  );
});
