import semver from "semver";
import { REGISTRY_HOSTS } from "../../domain/build-hosts.ts";
import type { PackageJson } from "./package-json.ts";

export type PackageManagerName = "npm" | "pnpm" | "yarn" | "bun" | "deno";

export const LOCKFILES: readonly (readonly [file: string, name: PackageManagerName])[] = [
  ["pnpm-lock.yaml", "pnpm"],
  ["yarn.lock", "yarn"],
  ["bun.lock", "bun"],
  ["bun.lockb", "bun"],
  ["package-lock.json", "npm"],
  ["npm-shrinkwrap.json", "npm"],
  ["deno.lock", "deno"],
];

export interface Lockfile {
  readonly file: string;
  readonly name: PackageManagerName;
  /** Undefined when it is too large to be looked through. */
  readonly text: string | undefined;
}

export interface LockFormat {
  /** As the file says it; undefined when it says nothing. */
  readonly said?: string;
  /** Versions of its package manager that install exactly what it says; undefined when it is newer than all of them. */
  readonly range: string | undefined;
}

interface Formats {
  /** What the package manager is taken in where no file says a version. */
  readonly usual: string;
  readonly member: string;
  readonly version: RegExp;
  /** A version of the format, and the versions of the package manager that write it. */
  readonly ranges: readonly (readonly [format: RegExp, range: string])[];
  /** How it writes a version of a package; what a binary one says is not known. */
  readonly installed?: (dependency: string) => RegExp;
}

const FORMATS: Readonly<Record<PackageManagerName, Formats>> = {
  npm: {
    usual: "*",
    member: "lockfileVersion",
    version: /^[ \t]{0,8}"lockfileVersion": ?(\d{1,9})/m,
    ranges: [[/^[1-3]$/, "*"]],
    installed: (name) => new RegExp(String.raw`"(?:[^"\n]*node_modules/)?${name}": \{\s*"version": "([^"\n]+)"`, "g"),
  },
  // pnpm 7 reads what pnpm 6 writes, which does not run with a Node.js of today, and pnpm 9 what pnpm 10 writes;
  // pnpm 10 runs no scripts of packages that were not allowed. [pnpm, lockfile changelog]
  pnpm: {
    usual: "10",
    member: "lockfileVersion",
    version: /^lockfileVersion: ?['"]?(\d[\d.]{0,9})/m,
    ranges: [
      [/^5\./, "7"],
      [/^6\./, "8"],
      [/^[79]\./, "10"],
    ],
    installed: (name) => new RegExp(String.raw`^ {2}'?/?${name}[@/](\d[\w.+-]*)`, "gm"),
  },
  // Yarn refuses a lock file that it would write in another format. [@yarnpkg/core, `LOCKFILE_VERSION`]
  yarn: {
    usual: "1",
    member: "__metadata",
    version: /^__metadata:\r?\n {1,8}version: ?['"]?(\d+)/m,
    ranges: [
      [/^[1-4]$/, "~2.4.1"],
      [/^5$/, "~3.1.0"],
      [/^6$/, ">=3.2.0 <4.0.0"],
      [/^[78]$/, ">=4.0.0 <4.14.0"],
      [/^9$/, "~4.14.0"],
      [/^10$/, ">=4.15.0 <5.0.0"],
    ],
    installed: (name) => new RegExp(String.raw`^"?${name}@[^\n]*:\r?\n {2}version:? "?([\w.+-]+)`, "gm"),
  },
  bun: {
    usual: "1",
    member: "lockfileVersion",
    version: /^[ \t]{0,8}"lockfileVersion": ?(\d{1,9})/m,
    ranges: [[/^[01]$/, "1"]],
    installed: (name) => new RegExp(String.raw`\["${name}@(\d[\w.+-]*)"`, "g"),
  },
  deno: {
    usual: "2",
    member: "version",
    version: /^[ \t]{0,8}"version": ?"?(\d{1,9})/m,
    ranges: [[/^[1-5]$/, "2"]],
  },
};

export const usualRange = (name: PackageManagerName): string => FORMATS[name].usual;

export function formatOf({ name, text = "" }: Lockfile): LockFormat {
  const { usual, member, version, ranges } = FORMATS[name];
  const said = version.exec(text)?.[1];
  if (said === undefined) return { range: usual };
  return { said: `${member} ${said}`, range: ranges.find(([format]) => format.test(said))?.[1] };
}

/** Which lock file of several is followed, and why; `why` is undefined when there was nothing to choose. */
export interface ChosenLockfile {
  readonly lockfile: Lockfile;
  readonly why: string | undefined;
}

/** Chooses what package.json names, else the one that has most of its dependencies. */
export function chooseLockfile(
  found: readonly Lockfile[],
  packageJson: PackageJson | undefined,
  stated: PackageManagerName | undefined,
): ChosenLockfile | undefined {
  const [first, ...more] = found;
  if (first === undefined || more.length === 0) return first && { lockfile: first, why: undefined };
  const named = found.find(({ name }) => name === stated);
  if (named !== undefined) return { lockfile: named, why: "package.json names its package manager" };
  const [best = { lockfile: first, lacks: Number.POSITIVE_INFINITY }] = found
    .filter((lockfile) => formatOf(lockfile).range !== undefined)
    .map((lockfile) => ({ lockfile, lacks: lacking(lockfile, packageJson) }))
    .sort((one, other) => one.lacks - other.lacks);
  const { lockfile, lacks } = best;
  return { lockfile, why: `it has ${lacks === 0 ? "all" : "most"} that package.json asks for` };
}

/** How many dependencies of a package.json its lock file does not have. */
function lacking({ file, name, text }: Lockfile, packageJson: PackageJson | undefined): number {
  // Better than one that is known to be stale.
  if (file === "bun.lockb") return 0.5;
  if (text === undefined || name === "deno") return Number.POSITIVE_INFINITY;
  const wanted = Object.entries({
    ...packageJson?.optionalDependencies,
    ...packageJson?.devDependencies,
    ...packageJson?.dependencies,
  });
  const entries = new Set(entriesOf(name, text));
  return wanted.filter(([dependency, range]) => !entries.has(`${dependency}@${range}`) && !entries.has(dependency))
    .length;
}

/** Names with ranges as lock files write them; a name alone where the format has no range. */
function* entriesOf(name: PackageManagerName, text: string): Generator<string> {
  switch (name) {
    case "npm": {
      // The formats 2 and 3 repeat package.json, the format 1 lists names.
      const root = /"packages":\s*\{\s*"":\s*\{/.exec(text);
      const part = root === null ? text : text.slice(root.index, endOfRoot(text, root.index));
      for (const [, key, range] of part.matchAll(/^[ \t]{0,40}"((?:@[\w.~-]+\/)?[\w.~-]+)": ?(?:"([^"]*)"|\{)/gm)) {
        if (root === null) yield key ?? "";
        else yield `${key}@${range}`;
      }
      return;
    }
    case "yarn":
      for (const [line] of text.matchAll(/^\S.*:$/gm)) {
        for (const entry of line.slice(0, -1).replaceAll('"', "").split(", ")) yield entry.replace("@npm:", "@");
      }
      return;
    case "pnpm":
      for (const [, key, range] of text.matchAll(
        /^ {2,12}'?((?:@[\w.~-]+\/)?[\w.~-]+)'?:(?:\r?\n {4,16}specifier:)? '?([^\s'][^\n']*)'?$/gm,
      )) {
        yield `${key}@${range}`;
      }
      return;
    case "bun":
      for (const [, key, range] of text.matchAll(/^[ \t]{0,40}"((?:@[\w.~-]+\/)?[\w.~-]+)": "([^"]*)",?$/gm)) {
        yield `${key}@${range}`;
      }
      return;
    case "deno":
      return;
  }
}

/** Where the entry of the package itself ends: before that of its first dependency. */
function endOfRoot(text: string, start: number): number {
  const end = text.indexOf('"node_modules/', start);
  return end === -1 ? text.length : end;
}

/** None where it does not say. */
export function versionsIn({ name, text = "" }: Lockfile, dependency: string): readonly string[] {
  const pattern = FORMATS[name].installed?.(dependency);
  const found = pattern === undefined ? [] : Array.from(text.matchAll(pattern), ([, version = ""]) => version);
  // pnpm 7 and older write the versions of peers behind an underscore.
  return found.map((version) => version.replace(/_.*/, "")).filter((version) => semver.valid(version) !== null);
}

/** Hosts that a lock file fetches from, beside those that every build may reach. */
export function otherHosts({ text = "" }: Lockfile): readonly string[] {
  const hosts = new Set<string>();
  for (const [, host] of text.matchAll(/(?:"?resolved"?:? "?|tarball: ?'?)https?:\/\/([\w.-]{1,253})/g)) {
    if (host !== undefined && !REGISTRY_HOSTS.includes(host)) hosts.add(host);
  }
  return [...hosts];
}
