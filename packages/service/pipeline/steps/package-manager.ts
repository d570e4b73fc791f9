import { basename, dirname, join } from "node:path/posix";
import semver from "semver";
import type { Folder } from "../output/tree.ts";
import { kindAt, textAt } from "../source/checkout.ts";
import {
  type ChosenLockfile,
  chooseLockfile,
  formatOf,
  type Lockfile,
  LOCKFILES,
  otherHosts,
  type PackageManagerName,
  usualRange,
  versionsIn,
} from "./lockfiles.ts";
import { type PackageJson, readPackageJson } from "./package-json.ts";
import { narrow, readRange, type Tool } from "./programs.ts";
import { calledBy } from "./recognize.ts";

export interface PackageManager {
  readonly name: PackageManagerName;
  /** Folder with the lockfile, where dependencies are installed, relative to the checkout. */
  readonly root: string;
  /** Relative to the checkout; null when there is none. */
  readonly lockfile: string | null;
  /** Shell command that installs what the lockfile says. */
  readonly install: string;
  /** Shell command that installs what package.json asks for, where the lockfile does not match it. */
  readonly unlocked: string | null;
  /** How a lock file is written alone, and then followed; null where that is not known. */
  readonly locking: Locking | null;
  /** Empty for npm of the machine. */
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
  /** Why the install command cannot work, and what to do. */
  readonly problem?: string | undefined;
}

interface Locking {
  readonly file: string;
  /** Shell commands. */
  readonly command: string;
  readonly install: string;
}

export interface PackageFolder {
  readonly packageJson: PackageJson | undefined;
  readonly lockfiles: readonly Lockfile[];
  /** Text of `.yarnrc.yml`. */
  readonly yarnrc?: string | undefined;
  /** Whether it is the top of a workspace of pnpm. */
  readonly isPnpm?: boolean;
  /** Whether its settings name another registry than npm's own, for Bun to ask. */
  readonly hasRegistry?: boolean;
}

const MAX_LOCKFILE_BYTES = 16 * 1024 ** 2;
const MAX_YARNRC_BYTES = 64 * 1024;

/** By the nearest lockfile, and where there is none, by what a package.json states. */
export async function findPackageManager(checkout: Folder, root: string): Promise<PackageManager> {
  for (let folder = root; ; folder = dirname(folder)) {
    const packageJson = await readPackageJson(checkout, folder);
    const lockfiles = await readLockfiles(checkout, folder);
    const isTop = folder === dirname(folder);
    const isPnpm = (await kindAt(checkout, join(folder, "pnpm-workspace.yaml"))) === "file";
    if (lockfiles.length === 0 && packageJson?.workspaces === undefined && !isPnpm && !isTop) continue;
    const yarnrc = await textAt(checkout, join(folder, ".yarnrc.yml"), MAX_YARNRC_BYTES);
    const hasRegistry = await namesRegistry(checkout, folder);
    const { file, ...found } = choosePackageManager({ packageJson, lockfiles, yarnrc, isPnpm, hasRegistry });
    const isHere = file !== undefined || packageJson?.workspaces !== undefined || isPnpm;
    const at = isHere ? folder : root;
    return { ...found, root: at, lockfile: file === undefined ? null : join(folder, file) };
  }
}

const OWN_REGISTRY = /^\s{0,20}registry\s{0,20}=(?!\s{0,20}["']?https:\/\/registry\.npmjs\.org\b)/m;

async function namesRegistry(checkout: Folder, folder: string): Promise<boolean> {
  for (const name of [".npmrc", "bunfig.toml"]) {
    if (OWN_REGISTRY.test((await textAt(checkout, join(folder, name), MAX_YARNRC_BYTES)) ?? "")) return true;
  }
  return false;
}

async function readLockfiles(checkout: Folder, folder: string): Promise<Lockfile[]> {
  const found: Lockfile[] = [];
  for (const [file, name] of LOCKFILES) {
    if ((await kindAt(checkout, join(folder, file))) !== "file") continue;
    found.push({ file, name, text: await textAt(checkout, join(folder, file), MAX_LOCKFILE_BYTES) });
  }
  return found;
}

/** Versions of a package that the lock file at a path installs; none where there is none, or it does not say. */
export async function lockedVersions(
  checkout: Folder,
  path: string | null,
  dependency: string,
): Promise<readonly string[]> {
  const lockfiles = path === null ? [] : await readLockfiles(checkout, dirname(path));
  const lockfile = lockfiles.find(({ file }) => file === basename(path ?? ""));
  return lockfile === undefined ? [] : versionsIn(lockfile, dependency);
}

const CALLED = /(?:^|[;&|(])\s{0,20}(?:\w{1,60}=\S{0,200}\s{1,20}){0,9}(pnpm|yarn|bun|deno)(?=\s|$)/g;

/** Tools for package managers that commands call, or the scripts that those run, beside the one that installs. */
export function calledManagers(commands: readonly string[], packageJson: PackageJson | undefined): readonly Tool[] {
  const scripts = commands.flatMap(calledBy).map((name) => packageJson?.scripts?.[name]);
  const texts = [...commands, ...scripts].filter((text) => typeof text === "string");
  const names = texts.flatMap((text) => Array.from(text.matchAll(CALLED), ([, name]) => name));
  const stated = statedIn(packageJson);
  return [...new Set(names)].flatMap((name) => {
    if (!isName(name)) return [];
    const unsaid = { range: usualRange(name), source: "called by a command" };
    return toolOf(name, stated?.name === name ? stated : unsaid) ?? [];
  });
}

type Chosen = Omit<PackageManager, "root" | "lockfile"> & { readonly file: string | undefined };

export function choosePackageManager(said: PackageFolder): Chosen {
  const { packageJson, lockfiles, yarnrc, isPnpm = false, hasRegistry = false } = said;
  const stated = statedIn(packageJson);
  const chosen = chooseLockfile(lockfiles, packageJson, stated?.name);
  const lockfile = chosen?.lockfile;
  const name = lockfile?.name ?? stated?.name ?? (isPnpm ? "pnpm" : "npm");
  const version = versionOf(name, { stated, packageJson, lockfile, yarnrc });
  return {
    name,
    file: lockfile?.file,
    install: installCommand(name, { ...version, hasRegistry }, lockfile),
    unlocked: lockfile === undefined ? null : installCommand(name, { ...version, hasRegistry }, undefined),
    locking: lockingOf(name, version),
    tools: version.tool === undefined ? [] : [version.tool],
    notes: notesOf(chosen, lockfiles),
    problem: version.problem,
  };
}

interface Stated extends Pick<Tool, "range" | "source" | "hash"> {
  readonly name: PackageManagerName;
}

const isName = (text: string | undefined): text is PackageManagerName => LOCKFILES.some(([, name]) => name === text);

const ALGORITHMS = ["sha1", "sha224", "sha256", "sha384", "sha512"] as const;

/** What package.json states of its package manager, as in `pnpm@10.2.0+sha512.…`. */
function statedIn(packageJson: PackageJson | undefined): Stated | undefined {
  const { packageManager = "", devEngines, volta } = packageJson ?? {};
  const [, exact, version = "", hashedBy, digest] =
    /^([a-z]+)@(\d[\w.-]*)(?:\+(\w+)\.([0-9A-Fa-f]+)$)?/.exec(packageManager) ?? [];
  const wanted = devEngines?.packageManager;
  const words: readonly (readonly [source: string, name: string | undefined, text: string | undefined])[] = [
    ["packageManager", exact, version],
    ["devEngines", wanted?.name, wanted?.version],
    ...["pnpm", "yarn", "npm"].map((name) => ["volta", name, volta?.[name]] as const),
  ];
  for (const [source, name, text] of words) {
    const range = readRange(text);
    if (range === undefined || !isName(name)) continue;
    const algorithm = source === "packageManager" ? ALGORITHMS.find((each) => each === hashedBy) : undefined;
    const hash = algorithm && digest && semver.valid(range) ? { algorithm, digest: digest.toLowerCase() } : undefined;
    return { name, range, source, hash };
  }
  return undefined;
}

interface Version {
  /** Undefined for npm of the machine. */
  readonly tool: Tool | undefined;
  readonly problem?: string;
}

interface VersionSources extends Pick<PackageFolder, "packageJson" | "yarnrc"> {
  readonly stated: Stated | undefined;
  readonly lockfile: Lockfile | undefined;
}

function versionOf(name: PackageManagerName, { stated, packageJson, lockfile, yarnrc }: VersionSources): Version {
  if (stated?.name === name) return { tool: toolOf(name, stated) };
  const committed = name === "yarn" ? committedYarn(yarnrc) : undefined;
  if (committed !== undefined) return { tool: { program: "berry", ...committed } };
  const format = lockfile === undefined ? { range: undefined } : formatOf(lockfile);
  const engine = readRange(packageJson?.engines?.[name]);
  if (lockfile === undefined || (format.said === undefined && format.range !== undefined)) {
    const unsaid = name === "yarn" && yarnrc !== undefined ? "4" : usualRange(name);
    const range = (engine && narrow(unsaid, engine)) ?? engine ?? unsaid;
    return { tool: toolOf(name, { range, source: engine === undefined ? "by default" : "engines in package.json" }) };
  }
  const source = `${format.said ?? ""} of ${lockfile.file}`;
  if (format.range === undefined) {
    const problem = `${lockfile.file} has the format '${format.said ?? ""}', which is newer than what is known here. Name its ${name} in package.json, such as "packageManager": "${name}@1.2.3", or set 'installCommand' in greenroom.json.`;
    return { tool: undefined, problem };
  }
  return { tool: toolOf(name, { range: (engine && narrow(format.range, engine)) ?? format.range, source }) };
}

/** Before it, Bun asked only npm's own registry for what a lock file names. */
const OLDEST_BUN = "~1.3.7";

/** npm of the machine reads every lock file of npm. */
function toolOf(name: PackageManagerName, { range, source, hash }: Omit<Tool, "program">): Tool | undefined {
  if (name === "npm") return undefined;
  if (name === "bun" && semver.gtr("1.3.7", range))
    return { program: name, range: OLDEST_BUN, source: `the oldest that installs here; ${source} says ${range}` };
  const isBerry = name === "yarn" && !semver.intersects(range, "<2.0.0");
  return { program: isBerry ? "berry" : name, range, source, hash };
}

/** Any modern Yarn runs the file that `.yarnrc.yml` names instead of itself. */
function committedYarn(yarnrc: string | undefined): Pick<Tool, "range" | "source"> | undefined {
  const path = /^yarnPath: ?["']?([^\s"'#]{1,200})/m.exec(yarnrc ?? "")?.[1];
  if (path === undefined) return undefined;
  const version = /^yarn-(\d+\.\d+\.\d+)\.c?js$/.exec(basename(path))?.[1];
  return { range: version ?? "4", source: `yarnPath ${path}` };
}

/** Yarn 1, Bun and Deno install what they write a lock file of. */
function lockingOf(name: PackageManagerName, { tool }: Version): Locking | null {
  if (name === "npm") {
    const command = "npm install --package-lock-only --package-lock --ignore-scripts --no-audit --no-fund";
    return { file: "package-lock.json", command, install: NPM_CI };
  }
  if (name === "pnpm") {
    const install = "pnpm install --lockfile --frozen-lockfile";
    // Elsewhere it is in the home folder, and nothing would be kept.
    const command = 'pnpm install --lockfile --lockfile-only --config.cache-dir="$BUILD_CACHE"';
    return { file: "pnpm-lock.yaml", command, install };
  }
  if (tool?.program !== "berry") return null;
  // What it says of this installation would be changed by the next, and nothing would be kept.
  const command = "yarn install --no-immutable --mode=update-lockfile && rm -f .yarn/install-state.gz";
  return { file: "yarn.lock", command, install: "yarn install --immutable" };
}

const NPM_CI = "npm ci --prefer-offline --no-audit --no-fund";

function installCommand(
  name: PackageManagerName,
  { tool, hasRegistry }: Version & Pick<PackageFolder, "hasRegistry">,
  lockfile: Lockfile | undefined,
): string {
  const isLocked = lockfile !== undefined;
  switch (name) {
    case "npm": {
      // npm 6, which wrote it, did not install peers.
      const peers = isLocked && formatOf(lockfile).said === "lockfileVersion 1" ? " --legacy-peer-deps" : "";
      return isLocked ? `${NPM_CI}${peers}` : "npm install --no-audit --no-fund";
    }
    case "yarn":
      if (tool?.program === "berry") return `yarn install --${isLocked ? "" : "no-"}immutable`;
      return `yarn install --${isLocked ? "" : "no-"}frozen-lockfile --cache-folder "$BUILD_CACHE"`;
    case "pnpm":
      return `pnpm install --${isLocked ? "" : "no-"}frozen-lockfile`;
    case "bun":
      // An empty one counts for nothing.
      return `${hasRegistry ? "" : 'BUN_CONFIG_REGISTRY="$BUN_REGISTRY" '}bun install${isLocked ? " --frozen-lockfile" : ""}`;
    case "deno":
      return `deno install${isLocked ? " --frozen" : ""}`;
  }
}

const MAX_NAMED_HOSTS = 3;

function notesOf(chosen: ChosenLockfile | undefined, lockfiles: readonly Lockfile[]): readonly string[] {
  if (chosen === undefined) return [];
  const { lockfile, why } = chosen;
  const others = lockfiles.filter((each) => each !== lockfile).map(({ file }) => file);
  const hosts = otherHosts(lockfile).slice(0, MAX_NAMED_HOSTS).join(", ");
  return [
    ...(why === undefined ? [] : [`Installing by ${lockfile.file}, not ${others.join(" or ")}: ${why}`]),
    ...(hosts === ""
      ? []
      : [`${lockfile.file} names packages at ${hosts}: builds reach what their site or the operator allows`]),
  ];
}
