import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path/posix";
import type { FileSystem as FileSystemClass } from "@netlify/build-info";
import type { Manifest } from "@greenroom/contract";
import { z } from "zod";
import { kindAt, readText } from "../source/checkout.ts";
import { BuildFailure } from "../failure.ts";
import { find, type Folder } from "../output/tree.ts";

/** How a checkout becomes a site. */
export interface BuildPlan {
  /** Name of the framework, as shown on the site. */
  readonly framework: string;
  /** Folder of the site, relative to the checkout. */
  readonly root: string;
  /** Folder where dependencies are installed, relative to the checkout. */
  readonly installRoot: string;
  /** Version of Node.js; undefined is the one of the machine. */
  readonly nodeVersion?: string | undefined;
  /** Shell commands; null skips the step. */
  readonly install: string | null;
  readonly build: string | null;
  /** Lock file that alone decides what the install command brings, relative to the checkout; null when none does. */
  readonly lockfile: string | null;
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
 * @throws {BuildFailure} `detect_failed` with what to add.
 */
export async function planBuild(checkout: Folder, manifest: Manifest | null): Promise<BuildPlan> {
  return withNode(await planSteps(checkout, manifest), manifest?.nodeVersion);
}

/** Adds the wanted Node.js to the tools of the build, from the registry that its packages come from. */
function withNode(plan: BuildPlan, nodeVersion: string | undefined): BuildPlan {
  if (nodeVersion === undefined || (plan.install === null && plan.build === null)) return plan;
  const node = `node-${process.platform}-${process.arch}@${nodeVersion}`;
  const fetched = `npm install --silent --prefer-offline --no-audit --no-fund --prefix "$BUILD_TOOLS" ${node}`;
  return { ...plan, nodeVersion, install: plan.install === null ? fetched : `${fetched} && ${plan.install}` };
}

async function planSteps(checkout: Folder, manifest: Manifest | null): Promise<BuildPlan> {
  const root = join(manifest?.rootDirectory ?? ".");
  if ((await kindAt(checkout, root)) !== "folder") {
    throw new BuildFailure("detect_failed", `The repository has no folder '${manifest?.rootDirectory ?? "."}'.`);
  }
  const packageJson = await readPackageJson(checkout, root);
  const hasCommand = typeof manifest?.buildCommand === "string";
  if (manifest?.runtime === "static" || manifest?.framework === "static-html" || (!packageJson && hasCommand))
    return planPlain(root, manifest);
  if (packageJson) return planPackage({ checkout, root, packageJson, manifest });
  if (await hasPage(checkout, join(root, manifest?.output ?? "."))) return planPlain(root, manifest);
  if (await isHugo(checkout, root)) return planHugo(root, manifest);
  throw new BuildFailure("detect_failed", NOTHING_TO_SERVE);
}

/**
 * A Hugo site by its configuration. Names that other programs use too count beside a folder of Hugo's.
 * @see Hugo, "Configuration: file name"; before 0.110 it was `config`
 */
async function isHugo(checkout: Folder, root: string): Promise<boolean> {
  const has = async (path: string, kind: "file" | "folder") => (await kindAt(checkout, join(root, path))) === kind;
  const endings = ["toml", "yaml", "yml", "json"];
  for (const ending of endings) if (await has(`hugo.${ending}`, "file")) return true;
  let configured = await has("config/_default", "folder");
  for (const ending of endings) configured ||= await has(`config.${ending}`, "file");
  if (!configured) return false;
  for (const folder of ["archetypes", "content", "layouts", "themes"]) if (await has(folder, "folder")) return true;
  return false;
}

/** The same files serve a preview and a release, under other hosts: links begin with a slash. */
const HUGO = "hugo --baseURL /";

function planHugo(root: string, manifest: Manifest | null): BuildPlan {
  const output = manifest?.output ?? "public";
  return {
    framework: "hugo",
    root,
    installRoot: root,
    install: manifest?.installCommand ?? null,
    build: manifest?.buildCommand === undefined ? HUGO : manifest.buildCommand,
    lockfile: null,
    output: [output],
    outputMissing: `The build left no folder '${output}'.`,
  };
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
    lockfile: null,
    output: [output],
    outputMissing: `There is no folder '${output}'.`,
  };
}

const NOTHING_TO_SERVE =
  "The repository has neither an index.html nor a package.json at its root, and no greenroom.json that says how to build it.";

async function hasPage(checkout: Folder, output: string): Promise<boolean> {
  return (await kindAt(checkout, join(output, "index.html"))) === "file";
}

interface PackageSite {
  readonly checkout: Folder;
  readonly root: string;
  readonly packageJson: PackageJson;
  readonly manifest: Manifest | null;
}

async function planPackage({ checkout, root, packageJson, manifest }: PackageSite): Promise<BuildPlan> {
  const framework = chosenOf(await detectFrameworks(checkout, root), manifest?.framework);
  const hasScript = typeof packageJson.scripts?.["build"] === "string";
  if (!framework && !hasScript && typeof manifest?.buildCommand !== "string") {
    if (!(await hasPage(checkout, join(root, manifest?.output ?? "."))))
      throw new BuildFailure("detect_failed", NO_BUILD);
    return planPlain(root, manifest);
  }
  const packages = await findPackageManager(checkout, root);
  // What the install step did not bring, the build step cannot run.
  const runner = manifest?.installCommand === undefined ? packages.name : "npm";
  const found = describeFramework(framework);
  return {
    framework: found.name,
    root,
    installRoot: packages.root,
    install: manifest?.installCommand === undefined ? packages.install : manifest.installCommand,
    build: manifest?.buildCommand === undefined ? buildCommand(framework, hasScript, runner) : manifest.buildCommand,
    lockfile: manifest?.installCommand === undefined ? packages.lockfile : null,
    output: manifest?.output === undefined ? found.output : [manifest.output],
    outputMissing: found.outputMissing,
  };
}

/** The one that is asked for, else the likeliest. */
function chosenOf(found: readonly DetectedFramework[], wanted: string | undefined): DetectedFramework | undefined {
  if (wanted === "custom") return undefined;
  return (
    found.find((framework) => [framework.id, describeFramework(framework).name].includes(wanted ?? "")) ?? found[0]
  );
}

const NO_BUILD =
  "The package.json has no 'build' script and no known framework; add a greenroom.json with a buildCommand and an output.";

function buildCommand(
  framework: DetectedFramework | undefined,
  hasScript: boolean,
  runner: PackageManager["name"],
): string | null {
  if (hasScript) return `${runner} run build`;
  // Of the machine, or of a package that brings it.
  if (framework?.id === "hugo") return `PATH="$PWD/node_modules/.bin:$PATH" ${HUGO}`;
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
  const missing = `The build left no folder '${directory}'`;
  return {
    name: id,
    output: [directory],
    outputMissing:
      id === "svelte-kit"
        ? `${missing}: a SvelteKit server is not hosted here. Set @sveltejs/adapter-static as the adapter, and export const prerender = true in src/routes/+layout.ts.`
        : `${missing}.`,
  };
}

/**
 * Finds the built site.
 * @returns Its folder, which the caller closes, and how the plan names it.
 * @throws {BuildFailure} `output_missing`, or `output_rejected` when a link is on the way there.
 */
export async function findOutput(
  checkout: Folder,
  { root, output, outputMissing }: Pick<BuildPlan, "root" | "output" | "outputMissing">,
): Promise<{ folder: Folder; name: string }> {
  for (const name of output) {
    const found = await find(checkout, join(root, name));
    if (found.kind === "folder") return { folder: found.folder, name };
    if (found.kind === "file") await found.file[Symbol.asyncDispose]();
    if (found.kind === "special") {
      throw new BuildFailure(
        "output_rejected",
        `The output folder '${name}' cannot be served: ${JSON.stringify(found.at)} is ${found.what}. Only folders of the checkout can lead to it.`,
      );
    }
  }
  const hint = output.length === 1 ? ` ${await nearby(checkout, root)}` : "";
  throw new BuildFailure("output_missing", `${outputMissing}${hint}`.trim());
}

async function nearby(checkout: Folder, root: string): Promise<string> {
  for (const name of USUAL_OUTPUTS) {
    if ((await kindAt(checkout, join(root, name))) === "folder") return `There is a folder '${name}'.`;
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

/** Where the detection believes the checkout to be: it never sees a path of this machine. */
const CHECKOUT = "/checkout";

/**
 * Finds the frameworks of a folder by what is committed there; runs nothing of it.
 * @param root Folder of the site, relative to the checkout; nothing outside of the checkout is read.
 * @returns The likeliest first.
 */
async function detectFrameworks(checkout: Folder, root: string): Promise<DetectedFramework[]> {
  // Loaded when a repository needs it: plain sites need not wait for it.
  const { FileSystem, Project } = await import("@netlify/build-info");
  const folder = join(CHECKOUT, root);
  const project = new Project(checkoutFiles(FileSystem, checkout, folder), folder, CHECKOUT);
  // By default the package would report errors to its makers, and read our environment.
  project.setReportFn(() => {}).setEnvironment({});
  const found = await project.detectFrameworksInPath(folder);
  const hugo = found.some(({ id }) => id === "hugo") && (await isHugo(checkout, root));
  // It takes any `config.json` for one of Hugo.
  return found
    .filter(({ id }) => id !== "hugo" || hugo)
    .map(({ id, build }) => ({ id, command: build.command, directory: build.directory }));
}

/** The file system of a checkout as the detection sees it. */
function checkoutFiles(FileSystem: typeof FileSystemClass, checkout: Folder, folder: string): FileSystemClass {
  /** A path that leads out of the checkout keeps its `..`, and so leads nowhere. */
  const within = (path: string): string => relative(CHECKOUT, resolve(folder, path)) || ".";
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
      return (await kindAt(checkout, within(path))) !== undefined;
    }
    override async readFile(path: string): Promise<string> {
      const read = await readText(checkout, within(path), MAX_FILE_BYTES);
      if (read.kind !== "text") throw new Error("There is no such text file of a sensible size in the checkout.");
      return read.text;
    }
    override async readDir(path: string): Promise<string[]>;
    override async readDir(path: string, withFileTypes: true): Promise<Record<string, "directory" | "file">>;
    override async readDir(
      path: string,
      withFileTypes?: true,
    ): Promise<string[] | Record<string, "directory" | "file">> {
      const entries = await readEntries(checkout, within(path));
      if (!withFileTypes) return entries.map(({ name }) => name);
      return Object.fromEntries(entries.map(({ name, isFolder }) => [name, isFolder ? "directory" : "file"]));
    }
  }
  return new CheckoutFiles();
}

async function readEntries(checkout: Folder, path: string): Promise<{ name: string; isFolder: boolean }[]> {
  const found = await find(checkout, path);
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  if (found.kind !== "folder") return [];
  await using folder = found.folder;
  const entries = await folder.entries();
  return entries.map((entry) => ({ name: entry.name.toString(), isFolder: entry.isDirectory() }));
}

/** What of a package.json decides how a site is built. */
const PackageJson = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

type PackageJson = z.infer<typeof PackageJson>;

async function readPackageJson(checkout: Folder, folder: string): Promise<PackageJson | undefined> {
  const read = await readText(checkout, join(folder, "package.json"), MAX_FILE_BYTES);
  if (read.kind === "too_large") throw new BuildFailure("detect_failed", "The package.json is larger than 1 MiB.");
  // A link is none.
  if (read.kind !== "text") return undefined;
  try {
    return PackageJson.parse(JSON.parse(read.text));
  } catch (cause) {
    throw new BuildFailure("detect_failed", "The package.json is not a JSON object.", { cause });
  }
}

interface PackageManager {
  readonly name: "npm" | "pnpm" | "yarn" | "bun";
  /** Folder with the lockfile, where dependencies are installed, relative to the checkout. */
  readonly root: string;
  /** Relative to the checkout; null when there is none. */
  readonly lockfile: string | null;
  /** Shell command that installs what the lockfile says. */
  readonly install: string;
}

type Name = PackageManager["name"];

export const LOCKFILES: readonly (readonly [file: string, name: Name])[] = [
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
 * @param root Folder of the site, relative to the checkout, where the search ends.
 */
export async function findPackageManager(checkout: Folder, root: string): Promise<PackageManager> {
  for (let folder = root; ; folder = dirname(folder)) {
    const packageJson = await readPackageJson(checkout, folder);
    const stated = readStated(packageJson?.packageManager);
    const locked = await lockedBy(checkout, folder);
    const lock = locked.find(({ name }) => name === stated?.name) ?? locked[0];
    if (lock !== undefined) {
      const { name, file } = lock;
      return { name, root: folder, lockfile: join(folder, file), install: installCommand(name, stated, true) };
    }
    const workspaces = packageJson?.workspaces !== undefined;
    if (workspaces || folder === dirname(folder)) {
      const unlocked = stated?.name ?? "npm";
      const install = installCommand(unlocked, stated, false);
      return { name: unlocked, root: workspaces ? folder : root, lockfile: null, install };
    }
  }
}

interface Lockfile {
  readonly file: string;
  readonly name: Name;
}

async function lockedBy(checkout: Folder, folder: string): Promise<Lockfile[]> {
  const found: Lockfile[] = [];
  for (const [file, name] of LOCKFILES) {
    if ((await kindAt(checkout, join(folder, file))) === "file") found.push({ file, name });
  }
  return found;
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
