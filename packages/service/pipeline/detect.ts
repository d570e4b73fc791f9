import type { Manifest } from "@greenroom/contract";
import { BuildFailure } from "./failure.ts";
import { folderInside, holdsFile } from "./folder.ts";
import { type DetectedFramework, detectFrameworks } from "./frameworks.ts";
import { findPackageManager, type PackageJson, type PackageManager, readPackageJson } from "./packages.ts";

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
  /** What to tell when none is there. */
  readonly outputMissing: string;
}

/** Where builds of no known framework leave their files. */
const USUAL_OUTPUTS = ["dist", "build", "out", "public", "_site"];

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
  const commanded = typeof manifest?.buildCommand === "string";
  if (manifest?.runtime === "static" || (!packageJson && commanded)) return planPlain(root, manifest);
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
  const scripted = typeof packageJson.scripts?.["build"] === "string";
  if (!framework && !scripted && typeof manifest?.buildCommand !== "string") {
    if (!(await hasPage(root, manifest?.output ?? "."))) throw new BuildFailure("detect_failed", NO_BUILD);
    return planPlain(root, manifest);
  }
  const packages = await findPackageManager(root, files);
  // What the install step did not bring, the build step cannot run.
  const runner = manifest?.installCommand === undefined ? packages.name : "npm";
  const stated = describeFramework(framework);
  return {
    framework: stated.name,
    root,
    installRoot: packages.root,
    install: manifest?.installCommand === undefined ? packages.install : manifest.installCommand,
    build: manifest?.buildCommand === undefined ? buildCommand(framework, scripted, runner) : manifest.buildCommand,
    output: manifest?.output === undefined ? stated.output : [manifest.output],
    outputMissing: stated.outputMissing,
  };
}

const NO_BUILD =
  "The package.json has no 'build' script and no known framework; add a greenroom.json with a buildCommand and an output.";

function buildCommand(
  framework: DetectedFramework | undefined,
  scripted: boolean,
  runner: PackageManager["name"],
): string | null {
  if (scripted) return `${runner} run build`;
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
