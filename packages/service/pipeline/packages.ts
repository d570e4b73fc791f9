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
