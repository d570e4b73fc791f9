import { dirname, join } from "node:path/posix";
import { z } from "zod";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { kindAt, readText } from "../source/checkout.ts";

/** Larger files of a checkout are not read. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** What of a package.json decides how a site is built. */
const PackageJson = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  dependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  devDependencies: z.record(z.string(), z.unknown()).optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

export type PackageJson = z.infer<typeof PackageJson>;

export async function readPackageJson(checkout: Folder, folder: string): Promise<PackageJson | undefined> {
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

export interface PackageManager {
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

/** Adds the wanted Node.js to the tools of the build, from the registry that its packages come from. */
export function withNode<Steps extends { readonly install: string | null; readonly build: string | null }>(
  plan: Steps,
  nodeVersion: string | undefined,
): Steps & { readonly nodeVersion?: string | undefined } {
  if (nodeVersion === undefined || (plan.install === null && plan.build === null)) return plan;
  const node = `node-${process.platform}-${process.arch}@${nodeVersion}`;
  const fetched = `npm install --silent --prefer-offline --no-audit --no-fund --prefix "$BUILD_TOOLS" ${node}`;
  return { ...plan, nodeVersion, install: plan.install === null ? fetched : `${fetched} && ${plan.install}` };
}
