import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
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
  await rm(folders.build, { recursive: true, force: true });
  await must(TOOLS.tsc, ["-p", "tsconfig.build.json", "--outDir", folders.build]);
  await copyAssets("src", folders.build);
  await rm(folders.dist, { recursive: true, force: true });
  await bundle(join(folders.build, "actions", "index.js"), folders.dist);
  await writeLaunchers(folders.dist);
}

async function must(tool: string, args: readonly string[]): Promise<void> {
  const end = await runTool(tool, args);
  if (end.status !== 0) throw new Error(`${basename(tool)} ${args.join(" ")} ended with ${end.status}:\n${end.text}`);
}

/** tsc emits only what it compiles: migrations, styles and the like go along as they are. */
async function copyAssets(from: string, to: string): Promise<void> {
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    const source = join(entry.parentPath, entry.name);
    if (!entry.isFile() || entry.name.endsWith(".ts")) continue;
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true });
    await cp(source, target);
  }
}

/** ncc keeps what is imported dynamically in files of their own, which is how Octokit stays out of the start. */
async function bundle(entry: string, dist: string): Promise<void> {
  await must(TOOLS.ncc, ["build", entry, "--out", dist, "--license", "licenses.txt", "--no-cache", "--quiet"]);
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
