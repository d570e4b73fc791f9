import { join } from "node:path/posix";
import type { Manifest } from "@greenroom/contract";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { kindAt } from "../source/checkout.ts";
import { buildCommand, chosenOf, describeFramework, detectFrameworks, HUGO, isHugo } from "./frameworks.ts";
import { findPackageManager, type PackageJson, readPackageJson, withNode } from "./package-manager.ts";

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

/**
 * Decides how to build a checkout: the manifest over what its files show.
 * @throws {BuildFailure} `detect_failed` with what to add.
 */
export async function planBuild(checkout: Folder, manifest: Manifest | null): Promise<BuildPlan> {
  return withNode(await planSteps(checkout, manifest), manifest?.nodeVersion);
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

const NO_BUILD =
  "The package.json has no 'build' script and no known framework; add a greenroom.json with a buildCommand and an output.";
