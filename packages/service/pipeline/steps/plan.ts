import { join } from "node:path/posix";
import type { Manifest } from "@greenroom/contract";
import { BuildFailure } from "../failure.ts";
import { find, type Folder } from "../output/tree.ts";
import { kindAt, readText } from "../source/checkout.ts";
import { USUAL_OUTPUTS } from "./frameworks.ts";
import { generatorPrograms } from "./generator-programs.ts";
import type { Generator } from "./generators.ts";
import { chooseNode, readNodeWord } from "./node-version.ts";
import { readPackageJson } from "./package-json.ts";
import { findPackageManager, type PackageManager } from "./package-manager.ts";
import type { Tool } from "./programs.ts";
import { type FolderFacts, frameworkName, recognize, type Site } from "./recognize.ts";

/** How a checkout becomes a site. */
export interface BuildPlan {
  /** Name of the framework, as shown on the site. */
  readonly framework: string;
  /** Folder of the site, relative to the checkout. */
  readonly root: string;
  /** Folder where dependencies are installed, relative to the checkout. */
  readonly installRoot: string;
  /** Programs beside those of the machine. */
  readonly tools: readonly Tool[];
  /** Programs that the machine must have, and what is said where it has not. */
  readonly needs: readonly { readonly program: string; readonly missing: string }[];
  /** Sentences for the log. */
  readonly notes: readonly string[];
  /** Shell commands; null skips the step. */
  readonly install: string | null;
  readonly build: string | null;
  /** Lock file that alone decides what the install command brings, relative to the checkout; null when none does. */
  readonly lockfile: string | null;
  /** Where the built site is expected, relative to `root`, the likeliest first. */
  readonly output: readonly string[];
  /** Who says so: a setting is followed; what a framework or most builds do is compared with what was written. */
  readonly outputBy: "setting" | "framework" | "habit";
  /** Why there can be no pages, where the framework can build a server instead. */
  readonly server: string | undefined;
  /** Whether its paths are read in the browser: an unknown one is for index.html, unless there is a 404 page. */
  readonly spa: boolean;
}

/**
 * Decides how to build a checkout: the manifest over what its files show.
 * @throws {BuildFailure} `detect_failed` with what to add.
 */
export async function planBuild(checkout: Folder, manifest: Manifest | null): Promise<BuildPlan> {
  const plan = await planSteps(checkout, manifest);
  if (plan.install === null && plan.build === null) return plan;
  const { nodeVersion } = manifest ?? {};
  const setting = nodeVersion === undefined ? undefined : { text: nodeVersion, source: "nodeVersion" };
  const node = chooseNode(setting ?? (await readNodeWord(checkout, plan.root)));
  return { ...plan, tools: [...node.tools, ...plan.tools], notes: [...node.notes, ...plan.notes] };
}

async function planSteps(checkout: Folder, manifest: Manifest | null): Promise<BuildPlan> {
  const root = join(manifest?.rootDirectory ?? ".");
  if ((await kindAt(checkout, root)) !== "folder") {
    throw new BuildFailure("detect_failed", `The repository has no folder '${manifest?.rootDirectory ?? "."}'.`);
  }
  const facts = await readFacts(checkout, root);
  const isStatic = manifest?.runtime === "static" || manifest?.framework === "static-html";
  const hasCommand = typeof manifest?.buildCommand === "string";
  if (isStatic || (facts.packageJson === undefined && hasCommand)) return planPages(root, manifest);
  const site = recognize(facts, manifest?.framework);
  switch (site.kind) {
    case "pages":
      return planPages(root, manifest);
    case "generator":
      return planGenerator({ checkout, root, facts, manifest }, site);
    case "framework":
    case "custom":
      return planPackage({ checkout, root, facts, manifest }, site);
    case "none":
      if (facts.packageJson === undefined) {
        if (manifest?.output !== undefined && (await hasPage(checkout, join(root, manifest.output))))
          return planPages(root, manifest);
        throw new BuildFailure("detect_failed", nothingToServe(root));
      }
      if (hasCommand) return planPackage({ checkout, root, facts, manifest }, site);
      if (manifest?.output !== undefined && (await hasPage(checkout, join(root, manifest.output))))
        return planPages(root, manifest);
      throw new BuildFailure("detect_failed", NO_BUILD);
  }
}

const nothingToServe = (root: string): string =>
  `${root === "." ? "The repository" : `The folder '${root}'`} has neither an index.html nor a package.json${root === "." ? " at its root" : ""}, and no greenroom.json that says how to build it.`;

const NO_BUILD =
  "The package.json has no 'build' script and no known framework; add a greenroom.json with a buildCommand and an output.";

async function hasPage(checkout: Folder, output: string): Promise<boolean> {
  return (await kindAt(checkout, join(output, "index.html"))) === "file";
}

const MAX_CONFIG_BYTES = 64 * 1024;

/** @throws {BuildFailure} `detect_failed` when its package.json cannot be read. */
async function readFacts(checkout: Folder, folder: string): Promise<FolderFacts> {
  const names = new Set(await namesIn(checkout, folder));
  const config = names.has("config.toml")
    ? await readText(checkout, join(folder, "config.toml"), MAX_CONFIG_BYTES)
    : undefined;
  return {
    names,
    configToml: config?.kind === "text" ? config.text : "",
    packageJson: await readPackageJson(checkout, folder),
  };
}

/** Names of files and folders; that of a folder ends with a slash. */
async function namesIn(checkout: Folder, path: string): Promise<readonly string[]> {
  const found = await find(checkout, path);
  if (found.kind === "file") await found.file[Symbol.asyncDispose]();
  if (found.kind !== "folder") return [];
  await using folder = found.folder;
  return (await folder.entries()).flatMap((entry) => {
    if (entry.isDirectory()) return [`${entry.name.toString()}/`];
    return entry.isFile() ? [entry.name.toString()] : [];
  });
}

/** A site that is served as it is committed, unless its manifest names commands. */
function planPages(root: string, manifest: Manifest | null): BuildPlan {
  return {
    framework: "static-html",
    root,
    installRoot: root,
    install: manifest?.installCommand ?? null,
    build: manifest?.buildCommand ?? null,
    tools: [],
    needs: [],
    notes: [],
    lockfile: null,
    ...outputOf(manifest, ["."], "habit"),
    server: undefined,
    spa: false,
  };
}

function outputOf(
  manifest: Manifest | null,
  output: readonly string[],
  outputBy: "framework" | "habit",
): Pick<BuildPlan, "output" | "outputBy"> {
  return manifest?.output === undefined ? { output, outputBy } : { output: [manifest.output], outputBy: "setting" };
}

interface Planned {
  readonly checkout: Folder;
  readonly root: string;
  readonly facts: FolderFacts;
  readonly manifest: Manifest | null;
}

async function planGenerator(
  { checkout, root, facts, manifest }: Planned,
  site: Extract<Site, { kind: "generator" }>,
): Promise<BuildPlan> {
  const { generator, script } = site;
  const { packageJson } = facts;
  // Beside a program of Python or Ruby, packages are for something else unless a script runs it.
  const isOther = packageJson === undefined || (script === undefined && !["hugo", undefined].includes(generator.by));
  const packages = isOther ? undefined : await findPackageManager(checkout, root);
  const made = await generatorPrograms({ checkout, root, packageJson }, generator);
  const installs = [packages?.install, made.install].filter((command) => typeof command === "string");
  const { tools, notes, lockfile } = programsOf(packages, manifest);
  const command =
    script === undefined ? generatorCommand(generator, packages) : `${runner(packages, manifest)} ${script}`;
  if (command === null && manifest?.buildCommand === undefined) throw notBuiltHere(generator);
  return {
    framework: frameworkName(site),
    root,
    installRoot: packages?.root ?? made.installRoot,
    install: manifest?.installCommand === undefined ? installs.join(" && ") || null : manifest.installCommand,
    build: manifest?.buildCommand === undefined ? command : manifest.buildCommand,
    tools: [...tools, ...made.tools],
    needs: made.needs.map((program) => ({ program, missing: notOnMachine(generator, program) })),
    notes,
    lockfile: made.install === null ? lockfile : null,
    ...outputOf(manifest, [generator.output], "framework"),
    server: undefined,
    spa: false,
  };
}

/** The program is one of the machine, or of a package that brings it. */
function generatorCommand({ command }: Generator, packages: PackageManager | undefined): string | null {
  if (command === null || packages === undefined) return command;
  return `PATH="$PWD/node_modules/.bin:$PATH" ${command}`;
}

function notBuiltHere(generator: Generator): BuildFailure {
  const message = `This is a ${generator.label} site, which is not built here. ${prebuilt(generator)}, or name a program of the machine as buildCommand in a greenroom.json.`;
  return new BuildFailure("detect_failed", message);
}

const prebuilt = ({ output }: Generator): string =>
  `Build it in your CI job and upload its folder '${output}' with 'prebuilt' of the action`;

function notOnMachine(generator: Generator, program: string): string {
  return `This is a ${generator.label} site, and the machine that builds has no '${program}'. ${prebuilt(generator)}, or ask the operator to install the program.`;
}

/** What the install step did not bring, the build step cannot run. */
function runner(packages: PackageManager | undefined, manifest: Manifest | null): string {
  const name = manifest?.installCommand === undefined ? (packages?.name ?? "npm") : "npm";
  return name === "deno" ? "deno task" : `${name} run`;
}

/** @throws {BuildFailure} `detect_failed` when no known program installs the dependencies. */
function programsOf(
  packages: PackageManager | undefined,
  manifest: Manifest | null,
): Pick<BuildPlan, "tools" | "needs" | "notes" | "lockfile"> {
  if (packages === undefined) return { tools: [], needs: [], notes: [], lockfile: null };
  const { tools, notes, lockfile, problem } = packages;
  if (manifest?.installCommand !== undefined) return { tools, needs: [], notes: [], lockfile: null };
  if (problem !== undefined) throw new BuildFailure("detect_failed", problem);
  return { tools, needs: [], notes, lockfile };
}

async function planPackage(
  { checkout, root, manifest }: Planned,
  site: Exclude<Site, { kind: "generator" | "pages" }>,
): Promise<BuildPlan> {
  const packages = await findPackageManager(checkout, root);
  const framework = site.kind === "framework" ? site.framework : undefined;
  const script = site.kind === "none" ? undefined : site.script;
  const byHand = framework === undefined ? null : `npx --no-install ${framework.command}`;
  const command = script === undefined ? byHand : `${runner(packages, manifest)} ${script}`;
  return {
    framework: site.kind === "none" ? "custom" : frameworkName(site),
    root,
    installRoot: packages.root,
    install: manifest?.installCommand === undefined ? packages.install : manifest.installCommand,
    build: manifest?.buildCommand === undefined ? command : manifest.buildCommand,
    ...programsOf(packages, manifest),
    ...outputOf(manifest, framework?.output ?? USUAL_OUTPUTS, framework === undefined ? "habit" : "framework"),
    server: framework?.server,
    spa: framework?.spa === true,
  };
}
