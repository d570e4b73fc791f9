import { lstat, open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { BuildFailure } from "./failure.ts";
import { holdsFile } from "./folder.ts";

/** What of a package.json decides how a site is built. */
export const PackageJson = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

/** What of a package.json decides how a site is built. */
export type PackageJson = z.infer<typeof PackageJson>;

const MAX_PACKAGE_JSON_BYTES = 1024 * 1024;

/**
 * Reads the package.json of a folder.
 * @returns Undefined when there is none.
 * @throws {BuildFailure} `detect_failed` when it is not JSON.
 */
export async function readPackageJson(folder: string): Promise<PackageJson | undefined> {
  const path = join(folder, "package.json");
  if (!(await holdsFile(folder, "package.json"))) return undefined;
  if ((await lstat(path)).size > MAX_PACKAGE_JSON_BYTES) {
    throw new BuildFailure("detect_failed", "The package.json is larger than 1 MiB.");
  }
  await using handle = await open(path, "r");
  const text = await handle.readFile("utf8");
  try {
    const value: unknown = JSON.parse(text);
    return PackageJson.parse(value);
  } catch (cause) {
    throw new BuildFailure("detect_failed", "The package.json is not a JSON object.", { cause });
  }
}

/** A package manager and how it installs. */
export interface PackageManager {
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

/** Used when package.json names no version. */
const DEFAULT_VERSIONS: Readonly<Record<Exclude<Name, "npm">, string>> = { pnpm: "10", yarn: "1", bun: "1" };

/**
 * Finds out how the dependencies of a site are installed, by the nearest lockfile.
 * @param root Folder of the site.
 * @param files Folder of the checkout, where the search ends.
 */
export async function findPackageManager(root: string, files: string): Promise<PackageManager> {
  for (let folder = root; ; folder = dirname(folder)) {
    for (const [file, name] of LOCKFILES) {
      if (!(await holdsFile(folder, file))) continue;
      const stated = (await readPackageJson(folder))?.packageManager;
      return { name, root: folder, install: installCommand(name, stated) };
    }
    const workspaces = (await readPackageJson(folder))?.workspaces !== undefined;
    if (workspaces || folder === files || folder === dirname(folder)) {
      const at = workspaces ? folder : root;
      return { name: "npm", root: at, install: "npm install --no-audit --no-fund" };
    }
  }
}

function installCommand(name: Name, packageManager: string | undefined): string {
  if (name === "npm") return "npm ci --prefer-offline --no-audit --no-fund";
  const version = statedVersion(name, packageManager) ?? DEFAULT_VERSIONS[name];
  const modern = name === "yarn" && !version.startsWith("1");
  const tool = modern ? `@yarnpkg/cli-dist@${version}` : `${name}@${version}`;
  const frozen = modern ? "--immutable" : "--frozen-lockfile";
  // The build step finds the tool too, without network.
  return `npm install --silent --no-audit --no-fund --prefix "$BUILD_TOOLS" ${tool} && ${name} install ${frozen}`;
}

function statedVersion(name: Name, packageManager: string | undefined): string | undefined {
  const found = /^([a-z]+)@(\d+(?:\.\d+){0,2}(?:-[0-9a-z.]+)?)/.exec(packageManager ?? "");
  return found?.[1] === name ? found[2] : undefined;
}
