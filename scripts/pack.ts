import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { cp, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { z } from "zod";
import { PACKED_FILES } from "../packages/cli/installation.ts";
import { codeVersion, PACKED_VERSION_FILE, type PackedVersion } from "../packages/service/outside/version.ts";
import { compile } from "./build.ts";
import { shrinkwrap } from "./shrinkwrap.ts";

const Manifest = z.looseObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  private: z.boolean().optional(),
  dependencies: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()).optional(),
});

type Manifest = z.infer<typeof Manifest>;

/** For programs, by themselves. */
const LIBRARIES = ["contract", "client", "conformance"];

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

export interface Release {
  readonly version: string;
  /** What is published to the registry, dependencies first. */
  readonly tarballs: readonly string[];
  /** Everything, the checksums last. */
  readonly files: readonly string[];
}

/**
 * Makes what a release has: `greenroom.tgz` with command, service and demo, and the versions of all it needs; the
 * libraries; the recipe of the image; a list of components; notes; checksums. The same commit gives the same bytes. In
 * the checkout a package exports its TypeScript; a published one exports JavaScript with declarations.
 * @param folder Gets the emitted code, a staged folder for each package, and what is released; inside the checkout.
 */
export async function pack(folder: string): Promise<Release> {
  const emitted = join(folder, "emitted");
  await rm(folder, { recursive: true, force: true });
  await compile(emitted);
  const built = await readBuild();
  const tarballs: string[] = [];
  for (const name of [...LIBRARIES, "cli"]) {
    const staged = join(folder, name);
    const manifest = await stage(name, emitted, staged);
    if (name === "cli") await addRest(emitted, staged, { manifest, built });
    // The same name in every release: "the newest" is then a URL that stays.
    const path = join(folder, `${manifest.name.replace("@", "").replace("/", "-")}.tgz`);
    await rename(join(folder, await npmPack(staged, folder)), path);
    tarballs.push(path);
  }
  const { version } = await readManifest("cli");
  const files = [
    ...tarballs,
    await packImage(folder, built),
    await writeComponents(folder, built),
    await writeNotes(folder, version),
  ];
  return { version, tarballs, files: [...files, await writeChecksums(folder, files)] };
}

/** @throws {Error} Where the checkout is no git repository: a release says its commit. */
async function readBuild(): Promise<PackedVersion> {
  const { commit, date } = codeVersion();
  if (commit === null || date === null) throw new Error("This is no clone with commits. Make the release from one.");
  return { commit, date };
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
  const { devDependencies: _, ...manifest } = Manifest.parse(await readJson(join("packages", name, "package.json")));
  const { repository } = await readRoot();
  return { ...manifest, repository: { ...repository, directory: `packages/${name}` } };
}

const Root = z.looseObject({
  repository: z.object({ type: z.literal("git"), url: z.string() }),
  optionalDependencies: z.record(z.string(), z.string()),
});

async function readRoot(): Promise<z.infer<typeof Root>> {
  return Root.parse(await readJson("package.json"));
}

async function readJson(path: string): Promise<unknown> {
  return JSON.parse(await readFile(path, "utf8"));
}

async function writeJson(path: string, value: unknown): Promise<void> {
  await writeFile(path, `${JSON.stringify(value, undefined, 2)}\n`);
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
    ...(manifest.bin && { bin: publishedBin(manifest.bin) }),
    exports: {
      ...(files.includes("index.js") ? { ".": exported("./index") } : {}),
      "./*": exported("./*"),
      "./package.json": "./package.json",
    },
  };
  await writeJson(join(folder, "package.json"), published);
}

/** The command itself starts by a script, which finds the Node.js that came with it. */
function publishedBin(bin: NonNullable<Manifest["bin"]>): NonNullable<Manifest["bin"]> {
  const start = (name: string, file: string) =>
    name === "greenroom" ? "./bin/greenroom" : file.replace(/\.ts$/, ".js");
  return Object.fromEntries(Object.entries(bin).map(([name, file]) => [name, start(name, file)]));
}

async function addRest(
  emitted: string,
  staged: string,
  { manifest, built }: { readonly manifest: Manifest; readonly built: PackedVersion },
): Promise<void> {
  const bundled = await Promise.all(BUNDLED.map((name) => readManifest(name)));
  for (const [index, each] of bundled.entries()) {
    const folder = join(staged, "node_modules", each.name);
    await copyCode(join(emitted, "packages", BUNDLED[index] ?? ""), folder);
    // What a bundled package names itself, npm takes for bundled too, and does not install.
    await writeManifest(folder, { ...each, dependencies: {} });
  }
  await writeJson(join(staged, "node_modules", "@greenroom", "service", PACKED_VERSION_FILE), built);
  await addDatabaseBinding(join(staged, "node_modules", DATABASE_BINDING));
  const needed = Object.assign({}, ...bundled.map(({ dependencies }) => dependencies), manifest.dependencies);
  const own = Object.fromEntries(bundled.map(({ name, version }) => [name, version]));
  const complete = {
    ...manifest,
    dependencies: { ...needed, ...own },
    // Node.js as packages without scripts, of which npm takes the one for the machine.
    optionalDependencies: (await readRoot()).optionalDependencies,
    bundleDependencies: [...Object.keys(own), DATABASE_BINDING],
  };
  await writeManifest(staged, complete);
  await writeJson(join(staged, "npm-shrinkwrap.json"), await shrinkwrap(complete, "packages/service"));
  for (const path of ["bin", "install"]) await cp(path, join(staged, path), { recursive: true });
  for (const path of DEMO_FILES) await cp(path, join(staged, "demo", "files", path), { recursive: true });
  await writeJson(join(staged, PACKED_FILES), await fileSizes(staged));
}

/** What runs, without what editors read. */
async function fileSizes(folder: string): Promise<Readonly<Record<string, number>>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = found
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".d.ts"))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [path, (await stat(join(folder, path))).size] as const)),
  );
}

const DATABASE_BINDING = "better-sqlite3";

/** The binding brings SQLite's sources and builds for eight platforms, 27 MB: here it is for those the service runs on. */
async function addDatabaseBinding(folder: string): Promise<void> {
  const from = join("node_modules", DATABASE_BINDING);
  const kept = ["LICENSE", "README.md", "lib", "prebuilds/linux-arm64.node", "prebuilds/linux-x64.node"];
  for (const path of kept) await cp(join(from, path), join(folder, path), { recursive: true });
  const { dependencies: _, ...manifest } = z.looseObject({}).parse(await readJson(join(from, "package.json")));
  await writeJson(join(folder, "package.json"), manifest);
}

async function packImage(folder: string, built: PackedVersion): Promise<string> {
  const path = join(folder, "greenroom-image.tar.gz");
  const listed = await runProgram("git", ["ls-files", "-z", "--", ...IMAGE_FILES]);
  const files = listed.split("\0").filter((name) => name !== "");
  const added = join("packages", "service", PACKED_VERSION_FILE);
  const staged = join(folder, "image");
  await mkdir(join(staged, "packages", "service"), { recursive: true });
  await writeJson(join(staged, added), built);
  // Nothing of the machine: no owner, umask, time of checkout or of compression.
  const same = ["--owner=0", "--group=0", "--numeric-owner", "--mode=u+rw,go-w,a+rX", `--mtime=${built.date} 00:00Z`];
  const compressed = ["--use-compress-program", "gzip --no-name --best"];
  const place = ["--create", "--file", path, ...compressed, ...same, "--transform", "s,^,greenroom/,"];
  await runProgram("tar", [...place, ...files, `--directory=${staged}`, added]);
  return path;
}

/** What `greenroom.tgz` is made of, for those who look for known vulnerabilities: CycloneDX. */
async function writeComponents(folder: string, { date }: PackedVersion): Promise<string> {
  const place = ["--prefix", join(folder, "cli"), "--package-lock-only", "--omit=dev"];
  const made = await runProgram("npm", ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", ...place]);
  const Document = z.looseObject({ metadata: z.looseObject({}) });
  const { serialNumber: _, metadata, ...rest } = Document.parse(JSON.parse(made));
  const path = join(folder, "greenroom.cdx.json");
  // Without the random number and the time of the build.
  await writeJson(path, { ...rest, metadata: { ...metadata, timestamp: `${date}T00:00:00.000Z` } });
  return path;
}

async function writeNotes(folder: string, version: string): Promise<string> {
  const parts = (await readFile("CHANGELOG.md", "utf8")).split(/^## (.+)$/m);
  const heading = parts.findIndex((text) => text.split(/[ :]+/).includes(version));
  if (heading === -1) throw new Error(`CHANGELOG.md has no part about ${version}. Write it.`);
  const path = join(folder, "RELEASE_NOTES.md");
  await writeFile(path, `${(parts[heading + 1] ?? "").trim()}\n`);
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
