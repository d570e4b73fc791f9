import { existsSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { ACTION_FILES, readActionFile } from "./action-file.ts";
import { runTool, TOOLS } from "./command.ts";

export interface BuildFolders {
  /** Emitted JavaScript and declarations; must lie inside the package, where its dependencies are found. */
  readonly build: string;
  /** The bundle of the actions. */
  readonly dist: string;
}

/** The same sources and lockfile give the same bytes. */
export async function build(folders: BuildFolders): Promise<void> {
  const next = { build: `${folders.build}.next`, dist: `${folders.dist}.next` };
  await compile(next.build);
  // The names of the folders are in the bundle, so it is made from where the files stay.
  await replace(folders.build, next.build);
  await rm(next.dist, { recursive: true, force: true });
  await bundle(join(folders.build, "src", "index.js"), next.dist);
  await writeLaunchers(next.dist);
  await replace(folders.dist, next.dist);
}

export async function compile(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await must(TOOLS.tsc, ["-p", "tsconfig.build.json", "--outDir", folder]);
  for (const sources of ["src", "packages"]) await copyAssets(sources, join(folder, sources));
  await linkPackages(folder);
}

/** What runs from the old folder meanwhile misses it for no longer than two renames take. */
async function replace(folder: string, next: string): Promise<void> {
  const old = `${folder}.old`;
  await rm(old, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await rename(folder, old);
  await rename(next, folder);
  await rm(old, { recursive: true });
}

async function must(tool: string, args: readonly string[]): Promise<void> {
  const end = await runTool(tool, args);
  if (end.status !== 0) throw new Error(`${basename(tool)} ${args.join(" ")} ended with ${end.status}:\n${end.text}`);
}

/** tsc emits only what it compiles: migrations, styles and the like go along as they are. */
async function copyAssets(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith(".ts") || source.includes("node_modules")) continue;
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target);
  }
}

/** In the checkout the packages export their sources; the emitted ones export what was emitted, under the same names. */
async function linkPackages(build: string): Promise<void> {
  await mkdir(join(build, "node_modules", "@greenroom"), { recursive: true });
  for (const name of await readdir("packages")) {
    const manifest = await readFile(join("packages", name, "package.json"), "utf8");
    await writeFile(join(build, "packages", name, "package.json"), manifest.replaceAll(/\.ts"/g, '.js"'));
    await symlink(join("..", "..", "packages", name), join(build, "node_modules", "@greenroom", name));
    // A package may need another version of a dependency than the rest: what is emitted finds that one too.
    if (existsSync(join("packages", name, "node_modules"))) {
      const own = join("..", "..", "..", "packages", name, "node_modules");
      await symlink(own, join(build, "packages", name, "node_modules"));
    }
  }
}

interface NccResult {
  readonly code: string;
  readonly assets: Readonly<Record<string, { readonly source: string | Buffer }>>;
}

const ncc: (entry: string, options: object) => Promise<NccResult> = createRequire(import.meta.url)("@vercel/ncc");

/**
 * ncc keeps what is imported dynamically in files of their own, which is how Octokit stays out of the start. Packages that
 * others import, and that nothing here uses, are replaced; undici would be the largest part of the bundle.
 */
async function bundle(entry: string, dist: string): Promise<void> {
  const externals = { undici: "./unused.cjs", "@actions/exec": "./unused.cjs" };
  const actions = await ncc(resolve(entry), { cache: false, quiet: true, license: "licenses.txt", externals });
  await mkdir(dist, { recursive: true });
  for (const [name, { source }] of Object.entries(actions.assets)) await writeFile(join(dist, name), source);
  await writeFile(join(dist, "index.js"), actions.code);
  await cp(join("scripts", "unused.cjs"), join(dist, "unused.cjs"));
}

/** Oldest Node.js that has all of what the bundle uses. */
const OLDEST_NODE = "20.3";

/** Checked before the bundle is read, which an older Node.js could not even parse. A post step must not fail. */
function launcher(name: string, isMain: boolean): string {
  const [major, minor] = OLDEST_NODE.split(".");
  const message = `This action needs Node.js ${OLDEST_NODE} or newer, and the runner started it on \${process.versions.node}. Nothing was sent. Update the runner, or the image that the job runs in.`;
  return `const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major > ${major} || (major === ${major} && minor >= ${minor})) {
  const { run } = await import("./index.js");
  await run("${name}");
}${isMain ? ` else {\n  console.log(\`::error title=Node.js is too old::${message}\`);\n  process.exitCode = 1;\n}` : ""}
`;
}

async function writeLaunchers(dist: string): Promise<void> {
  for (const path of ACTION_FILES) {
    const { main, post } = (await readActionFile(path)).runs;
    for (const file of [main, post]) {
      if (file === undefined) continue;
      const name = basename(file, ".js");
      await writeFile(join(dist, `${name}.js`), launcher(name, file === main));
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { build: { type: "string", default: "build" }, dist: { type: "string", default: "dist" } },
  });
  await build(values);
}
