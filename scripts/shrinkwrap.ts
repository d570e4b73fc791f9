import { readFile } from "node:fs/promises";
import { posix } from "node:path";
import { z } from "zod";

const Dependencies = z.record(z.string(), z.string()).default({});

const LockedPackage = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  resolved: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  link: z.literal(true).optional(),
  dependencies: Dependencies,
  optionalDependencies: Dependencies,
  peerDependencies: Dependencies,
  peerDependenciesMeta: z.record(z.string(), z.looseObject({ optional: z.boolean().default(false) })).default({}),
});
type LockedPackage = z.infer<typeof LockedPackage>;

const Lockfile = z.looseObject({ lockfileVersion: z.literal(3), packages: z.record(z.string(), LockedPackage) });

/** The manifest that is published, as far as npm repeats it in a lockfile. */
export interface PublishedManifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly bundleDependencies: readonly string[];
}

interface InstalledPackage {
  readonly path: string;
  readonly locked: LockedPackage;
}

/** The users of the published command get the packages that were tested, by their digests. */
export async function shrinkwrap(manifest: PublishedManifest, folder: string): Promise<object> {
  const { packages } = Lockfile.parse(JSON.parse(await readFile("package-lock.json", "utf8")));
  const { name, version, dependencies, optionalDependencies, bundleDependencies } = manifest;
  const bundled = new Set(bundleDependencies);
  const outside = Object.keys(dependencies).filter((one) => !bundled.has(one));
  const required = closure(packages, folder, outside);
  const all = closure(packages, folder, [...outside, ...Object.keys(optionalDependencies)]);
  const entries: [string, object][] = [...all].map(([path, locked]) => [
    path,
    entryOf(path, locked, required.has(path)),
  ]);
  for (const one of bundleDependencies) {
    const own = packages[`node_modules/${one}`];
    const { version: its, license } = (own?.link === true ? packages[own.resolved ?? ""] : own) ?? {};
    entries.push([`node_modules/${one}`, { version: its, inBundle: true, license }]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    name,
    version,
    lockfileVersion: 3,
    requires: true,
    packages: { "": manifest, ...Object.fromEntries(entries) },
  };
}

/** Everything that the packages need, by its path, as npm found it from the folder. */
function closure(
  packages: Readonly<Record<string, LockedPackage>>,
  folder: string,
  names: readonly string[],
): ReadonlyMap<string, LockedPackage> {
  const found = new Map<string, LockedPackage>();
  const open = names.map((name) => required(packages, folder, name));
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, locked } = next;
    if (found.has(path)) continue;
    found.set(path, locked);
    for (const name of Object.keys(locked.dependencies)) open.push(required(packages, path, name));
    for (const name of Object.keys(locked.optionalDependencies)) {
      const optional = lookUp(packages, path, name);
      if (optional) open.push(optional);
    }
    for (const name of Object.keys(locked.peerDependencies)) {
      if (locked.peerDependenciesMeta[name]?.optional !== true) open.push(required(packages, path, name));
    }
  }
  return found;
}

function required(packages: Readonly<Record<string, LockedPackage>>, from: string, name: string): InstalledPackage {
  const found = lookUp(packages, from, name);
  if (!found) throw new Error(`package-lock.json has no ${name} for ${from}. Run npm install.`);
  if (!found.path.startsWith("node_modules/")) {
    throw new Error(`${name} is locked in ${found.path}, where a published package cannot have it.`);
  }
  return found;
}

/** As Node.js resolves a name: in the folder, then in each one above it. */
function lookUp(
  packages: Readonly<Record<string, LockedPackage>>,
  from: string,
  name: string,
): InstalledPackage | undefined {
  for (let folder = from; ; folder = posix.dirname(folder)) {
    const path = posix.join(folder === "." ? "" : folder, "node_modules", name);
    const locked = packages[path];
    if (locked && locked.link !== true) return { path, locked };
    if (folder === ".") return undefined;
  }
}

function entryOf(path: string, locked: LockedPackage, isRequired: boolean): object {
  if (locked.integrity === undefined) throw new Error(`package-lock.json has no digest of ${path}. Run npm install.`);
  const kept = Object.entries(locked).filter(([key, value]) => {
    const isEmpty = typeof value === "object" && value !== null && Object.keys(value).length === 0;
    return !isEmpty && !["dev", "devOptional", "optional", "peer", "funding"].includes(key);
  });
  return { ...Object.fromEntries(kept), ...(isRequired ? {} : { optional: true }) };
}
