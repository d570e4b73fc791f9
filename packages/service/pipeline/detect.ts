import { lstat, readdir, readFile, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import type { FileSystem as FileSystemClass } from "@netlify/build-info";
import type { Manifest } from "@greenroom/contract";
import { z } from "zod";
import { folderInside, holdsFile, realPathInside } from "./checkout.ts";
import { BuildFailure } from "./failure.ts";

/** How a checkout becomes a site. */
export interface BuildPlan {
  /** Name of the framework, as shown on the site. */
  readonly framework: string;
  /** Folder of the site, an absolute path inside the checkout. */
  readonly root: string;
  /** Folder where dependencies are installed. */
  readonly installRoot: string;
  /** Shell commands; null skips the step. */
  readonly install: string | null;
  readonly build: string | null;
  /** Folders of the built site relative to `root`; the first that is there counts. */
  readonly output: readonly string[];
  /** The error message when none is there. */
  readonly outputMissing: string;
}

/** Where builds of no known framework leave their files. */
const USUAL_OUTPUTS = ["dist", "build", "out", "public", "_site"];

/** Larger files of a checkout are not read. */
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Decides how to build a checkout: the manifest over what its files show.
 * @param files Folder of the checkout.
 * @throws {BuildFailure} `detect_failed` with what to add.
 */
export async function planBuild(files: string, manifest: Manifest | null): Promise<BuildPlan> {
  const root = await folderInside(files, manifest?.rootDirectory ?? ".");
  if (root === undefined) {
    throw new BuildFailure("detect_failed", `The repository has no folder '${manifest?.rootDirectory ?? "."}'.`);
  }
  const packageJson = await readPackageJson(root);
  const hasCommand = typeof manifest?.buildCommand === "string";
  if (manifest?.runtime === "static" || (!packageJson && hasCommand)) return planPlain(root, manifest);
  if (packageJson) return planPackage({ files, root, packageJson, manifest });
  if (await hasPage(root, manifest?.output ?? ".")) return planPlain(root, manifest);
  throw new BuildFailure("detect_failed", NOTHING_TO_SERVE);
}

/** A site that is served as it is committed, unless its manifest names commands. */
function planPlain(root: string, manifest: Manifest | null): BuildPlan {
  const output = manifest?.output ?? ".";
  return {
    framework: "static-html",
    root,
    installRoot: root,
    install: manifest?.installCommand ?? null,
    build: manifest?.buildCommand ?? null,
    output: [output],
    outputMissing: `There is no folder '${output}'.`,
  };
}

const NOTHING_TO_SERVE =
  "The repository has neither an index.html nor a package.json at its root, and no greenroom.json that says how to build it.";

async function hasPage(root: string, output: string): Promise<boolean> {
  const folder = await folderInside(root, output);
  return folder !== undefined && holdsFile(folder, "index.html");
}

interface PackageSite {
  readonly files: string;
  readonly root: string;
  readonly packageJson: PackageJson;
  readonly manifest: Manifest | null;
}

async function planPackage({ files, root, packageJson, manifest }: PackageSite): Promise<BuildPlan> {
  const [framework] = await detectFrameworks(root, files);
  const hasScript = typeof packageJson.scripts?.["build"] === "string";
  if (!framework && !hasScript && typeof manifest?.buildCommand !== "string") {
    if (!(await hasPage(root, manifest?.output ?? "."))) throw new BuildFailure("detect_failed", NO_BUILD);
    return planPlain(root, manifest);
  }
  const packages = await findPackageManager(root, files);
  // What the install step did not bring, the build step cannot run.
  const runner = manifest?.installCommand === undefined ? packages.name : "npm";
  const found = describeFramework(framework);
  return {
    framework: found.name,
    root,
    installRoot: packages.root,
    install: manifest?.installCommand === undefined ? packages.install : manifest.installCommand,
    build: manifest?.buildCommand === undefined ? buildCommand(framework, hasScript, runner) : manifest.buildCommand,
    output: manifest?.output === undefined ? found.output : [manifest.output],
    outputMissing: found.outputMissing,
  };
}

const NO_BUILD =
  "The package.json has no 'build' script and no known framework; add a greenroom.json with a buildCommand and an output.";

function buildCommand(
  framework: DetectedFramework | undefined,
  hasScript: boolean,
  runner: PackageManager["name"],
): string | null {
  if (hasScript) return `${runner} run build`;
  return framework ? `npx --no-install ${framework.command}` : null;
}

function describeFramework(framework: DetectedFramework | undefined): {
  readonly name: string;
  readonly output: readonly string[];
  readonly outputMissing: string;
} {
  if (!framework) {
    const looked = USUAL_OUTPUTS.map((folder) => `'${folder}'`).join(", ");
    return { name: "custom", output: USUAL_OUTPUTS, outputMissing: `The build left none of the folders ${looked}.` };
  }
  if (framework.id === "next") {
    return {
      name: "next-export",
      output: ["out"],
      outputMissing:
        "The build left no folder 'out': a Next.js server is not hosted here. Set output: 'export' in the Next.js configuration.",
    };
  }
  const { id, directory } = framework;
  return { name: id, output: [directory], outputMissing: `The build left no folder '${directory}'.` };
}

/**
 * Finds the built site.
 * @returns Its folder and how the plan names it.
 * @throws {BuildFailure} `output_missing`
 */
export async function findOutput({
  root,
  output,
  outputMissing,
}: BuildPlan): Promise<{ folder: string; name: string }> {
  for (const name of output) {
    const folder = await folderInside(root, name);
    if (folder !== undefined) return { folder, name };
  }
  const hint = output.length === 1 ? ` ${await nearby(root)}` : "";
  throw new BuildFailure("output_missing", `${outputMissing}${hint}`.trim());
}

async function nearby(root: string): Promise<string> {
  for (const name of USUAL_OUTPUTS) {
    if ((await folderInside(root, name)) !== undefined) return `There is a folder '${name}'.`;
  }
  return "";
}

interface DetectedFramework {
  readonly id: string;
  /** Shell command that builds it. */
  readonly command: string;
  /** Folder it builds into. */
  readonly directory: string;
}

/**
 * Finds the frameworks of a folder by what is committed there; runs nothing of it.
 * @param folder Folder of the site.
 * @param files Folder of the checkout; nothing outside of it is read, whatever links lead there.
 * @returns The likeliest first.
 */
async function detectFrameworks(folder: string, files: string): Promise<DetectedFramework[]> {
  // Loaded when a repository needs it: plain sites need not wait for it.
  const { FileSystem, Project } = await import("@netlify/build-info");
  const inside = await realpath(files);
  const project = new Project(checkoutFiles(FileSystem, folder, inside), folder, inside);
  // By default the package would report errors to its makers, and read our environment.
  project.setReportFn(() => {}).setEnvironment({});
  const found = await project.detectFrameworksInPath(folder);
  return found.map(({ id, build }) => ({ id, command: build.command, directory: build.directory }));
}

/** The file system of a checkout as the detection sees it. */
function checkoutFiles(FileSystem: typeof FileSystemClass, folder: string, inside: string): FileSystemClass {
  class CheckoutFiles extends FileSystem {
    override cwd = folder;
    override getEnvironment(): never {
      // The package compares it with a constant of a type that has no value at run time.
      return "node" as never;
    }
    override isAbsolute(path: string): boolean {
      return isAbsolute(path);
    }
    override resolve(...paths: string[]): string {
      return resolve(folder, ...paths);
    }
    override basename(path: string): string {
      return basename(path);
    }
    override dirname(path: string): string {
      return dirname(path);
    }
    override relative(from: string, to: string): string {
      return relative(from, to);
    }
    override join(...segments: string[]): string {
      return join(...segments);
    }
    override async fileExists(path: string): Promise<boolean> {
      return (await realPathInside(inside, resolve(folder, path))) !== undefined;
    }
    override async readFile(path: string): Promise<string> {
      const safe = await realPathInside(inside, resolve(folder, path));
      if (safe === undefined) throw new Error("There is no such file in the checkout.");
      const stat = await lstat(safe);
      if (!stat.isFile() || stat.size > MAX_FILE_BYTES)
        throw new Error("The file is not a text file of a sensible size.");
      return readFile(safe, "utf8");
    }
    override async readDir(path: string): Promise<string[]>;
    override async readDir(path: string, withFileTypes: true): Promise<Record<string, "directory" | "file">>;
    override async readDir(
      path: string,
      withFileTypes?: true,
    ): Promise<string[] | Record<string, "directory" | "file">> {
      const safe = await realPathInside(inside, resolve(folder, path));
      const entries = safe === undefined ? [] : await readdir(safe, { withFileTypes: true }).catch(() => []);
      if (!withFileTypes) return entries.map(({ name }) => name);
      return Object.fromEntries(entries.map((entry) => [entry.name, entry.isDirectory() ? "directory" : "file"]));
    }
  }
  return new CheckoutFiles();
}

/** What of a package.json decides how a site is built. */
const PackageJson = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

type PackageJson = z.infer<typeof PackageJson>;

async function readPackageJson(folder: string): Promise<PackageJson | undefined> {
  const path = join(folder, "package.json");
  if (!(await holdsFile(folder, "package.json"))) return undefined;
  if ((await lstat(path)).size > MAX_FILE_BYTES) {
    throw new BuildFailure("detect_failed", "The package.json is larger than 1 MiB.");
  }
  const text = await readFile(path, "utf8");
  try {
    return PackageJson.parse(JSON.parse(text));
  } catch (cause) {
    throw new BuildFailure("detect_failed", "The package.json is not a JSON object.", { cause });
  }
}

interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** Folder with the lockfile, where dependencies are installed. */
  readonly root: string;
  /** Shell command that installs what the lockfile says. */
  readonly install: string;
}

type Name = PackageManager["name"];

const LOCKFILES: readonly (readonly [file: string, name: Name])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
];

/** When package.json names no version. */
const DEFAULT_VERSIONS: Readonly<Record<Exclude<Name, "npm">, string>> = { pnpm: "10", yarn: "1", bun: "1" };

/**
 * Finds out how the dependencies of a site are installed: by the nearest lockfile, and where a folder has several or
 * none, by the `packageManager` its package.json states.
 * @param root Folder of the site.
 * @param files Folder of the checkout, where the search ends.
 */
export async function findPackageManager(root: string, files: string): Promise<PackageManager> {
  for (let folder = root; ; folder = dirname(folder)) {
    const packageJson = await readPackageJson(folder);
    const stated = readStated(packageJson?.packageManager);
    const locked = await lockedBy(folder);
    const name = locked.find((each) => each === stated?.name) ?? locked[0];
    if (name !== undefined) return { name, root: folder, install: installCommand(name, stated, true) };
    const workspaces = packageJson?.workspaces !== undefined;
    if (workspaces || folder === files || folder === dirname(folder)) {
      const unlocked = stated?.name ?? "npm";
      return { name: unlocked, root: workspaces ? folder : root, install: installCommand(unlocked, stated, false) };
    }
  }
}

async function lockedBy(folder: string): Promise<Name[]> {
  const names: Name[] = [];
  for (const [file, name] of LOCKFILES) if (await holdsFile(folder, file)) names.push(name);
  return names;
}

interface Stated {
  readonly name: Name;
  readonly version: string;
}

/** Reads what package.json states, as in `pnpm@10.2.0+sha512.…`. */
function readStated(packageManager: string | undefined): Stated | undefined {
  const found = /^(npm|pnpm|yarn|bun)@(\d+(?:\.\d+){0,2}(?:-[0-9a-z.]+)?)/.exec(packageManager ?? "");
  const name = LOCKFILES.find(([, each]) => each === found?.[1])?.[1];
  return name === undefined || found?.[2] === undefined ? undefined : { name, version: found[2] };
}

function installCommand(name: Name, stated: Stated | undefined, locked: boolean): string {
  if (name === "npm") return `npm ${locked ? "ci --prefer-offline" : "install"} --no-audit --no-fund`;
  const version = stated?.name === name ? stated.version : DEFAULT_VERSIONS[name];
  const modern = name === "yarn" && !version.startsWith("1");
  const tool = modern ? `@yarnpkg/cli-dist@${version}` : `${name}@${version}`;
  // The build step finds the tool too, without network.
  const fetched = `npm install --silent --prefer-offline --no-audit --no-fund --prefix "$BUILD_TOOLS" ${tool}`;
  const immutable = locked ? "--immutable" : "--no-immutable";
  const frozen = modern ? immutable : `--${locked ? "" : "no-"}frozen-lockfile`;
  const cache = name === "yarn" && !modern ? ' --cache-folder "$BUILD_CACHE"' : "";
  return `${fetched} && ${name} install ${name === "bun" && !locked ? "" : frozen}${cache}`.trim();
}
