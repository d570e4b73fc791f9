import { appendFile, cp, mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ACTION_FILES, readActionFile } from "./action-file.ts";
import { runTool, TOOLS } from "./command.ts";

/** Where a build writes. */
export interface BuildFolders {
  /** Emitted JavaScript and declarations; must lie inside the package, where its dependencies are found. */
  readonly build: string;
  /** The bundle of the actions. */
  readonly dist: string;
}

/**
 * Compiles the sources and bundles the actions. The same sources and lockfile give the same bytes.
 * @throws {Error} With the output of the tool that failed.
 */
export async function build(folders: BuildFolders): Promise<void> {
  const next = { build: `${folders.build}.next`, dist: `${folders.dist}.next` };
  await rm(next.build, { recursive: true, force: true });
  await must(TOOLS.tsc, ["-p", "tsconfig.build.json", "--outDir", next.build]);
  for (const folder of ["src", "packages"]) await copyAssets(folder, join(next.build, folder));
  await linkPackages(next.build);
  // The names of the folders are in the bundle, so it is made from where the files stay.
  await replace(folders.build, next.build);
  await rm(next.dist, { recursive: true, force: true });
  await bundle(join(folders.build, "src", "index.js"), next.dist);
  await bundleUndici(next.dist);
  await writeLaunchers(next.dist);
  await replace(folders.dist, next.dist);
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
  }
}

/** ncc keeps what is imported dynamically in files of their own, which is how Octokit stays out of the start. */
async function bundle(entry: string, dist: string): Promise<void> {
  await must(TOOLS.ncc, ["build", entry, "--out", dist, "--external", "undici", ...NCC_OPTIONS]);
}

const NCC_OPTIONS = ["--license", "licenses.txt", "--no-cache", "--quiet"];

/** What of undici is used: by `@actions/http-client` behind a proxy for fetch, by `@actions/github` for every request. */
const UNDICI_EXPORTS = ["ProxyAgent", "fetch"];

/**
 * Puts undici beside the bundle and loads it at its first use. `@actions/http-client` imports it at its top and the
 * POST goes without it, which made it the largest part of the start.
 */
async function bundleUndici(dist: string): Promise<void> {
  const own = `${dist}.undici`;
  await rm(own, { recursive: true, force: true });
  await must(TOOLS.ncc, ["build", join("node_modules", "undici", "index.js"), "--out", own, ...NCC_OPTIONS]);
  await rename(join(own, "index.js"), join(dist, "undici.cjs"));
  await appendFile(join(dist, "licenses.txt"), await readFile(join(own, "licenses.txt")));
  await rm(own, { recursive: true });
  await useLazyUndici(join(dist, "index.js"));
}

const REQUIRE = "__WEBPACK_EXTERNAL_createRequire(import.meta.url)";

/** ncc imports an external package where the bundle starts, and requires it again where CommonJS uses it. */
async function useLazyUndici(path: string): Promise<void> {
  const text = await readFile(path, "utf8");
  const getters = UNDICI_EXPORTS.map((name) => `get ${name}() { return ${REQUIRE}("./undici.cjs").${name}; }`);
  const changed = text
    .replace(/^import \* as \w+ from "undici";$/m, `const lazyUndici = { ${getters.join(", ")} };`)
    .replace(`${REQUIRE}("undici")`, "lazyUndici")
    .replaceAll(/__WEBPACK_EXTERNAL_MODULE_undici\w*/g, "lazyUndici");
  if (changed.split("lazyUndici").length < 4 || /(?:from |\()"undici"/.test(changed)) {
    throw new Error(`ncc wrote the import of undici into ${path} in a way this script does not know; adapt it.`);
  }
  await writeFile(path, changed);
}

async function writeLaunchers(dist: string): Promise<void> {
  for (const { path } of ACTION_FILES) {
    const action = await readActionFile(path);
    for (const launcher of [action?.runs.main, action?.runs.post]) {
      if (launcher === undefined) continue;
      const name = basename(launcher, ".js");
      const text = `import { run } from "./index.js";\nawait run("${name}");\n`;
      await writeFile(join(dist, `${name}.js`), text);
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: { build: { type: "string", default: "build" }, dist: { type: "string", default: "dist" } },
  });
  await build(values);
}
