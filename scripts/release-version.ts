import { glob, readFile, writeFile } from "node:fs/promises";
import { z } from "zod";
import { pinMajor } from "./repository-name.ts";

const VERSION = /^\d{1,6}\.\d{1,6}\.\d{1,6}$/;

const Dependencies = z.record(z.string(), z.string()).optional();
const Manifest = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  dependencies: Dependencies,
  devDependencies: Dependencies,
});
type Manifest = z.infer<typeof Manifest>;
const Lockfile = z.looseObject({ packages: z.record(z.string(), Manifest) });

/** Writes the version of all packages of this repository, which have the same, into their manifests and the lockfile, and its major version into guides and samples. */
export async function writeVersion(version: string): Promise<void> {
  if (!VERSION.test(version)) throw new Error("Give the version as 1.2.3.");
  for await (const path of glob(["package.json", "packages/*/package.json"])) {
    await rewrite(path, (value) => withVersion(Manifest.parse(value), version));
  }
  await rewrite("package-lock.json", (value) => {
    const { packages, ...rest } = Lockfile.parse(value);
    const entries = Object.entries(packages).map(([path, entry]) => {
      const isOwn = path === "" || path.startsWith("packages/");
      return [path, isOwn ? withVersion(entry, version) : entry] as const;
    });
    return { ...rest, version, packages: Object.fromEntries(entries) };
  });
  await pinMajor(version);
}

/** Members keep their order. */
function withVersion(manifest: Manifest, version: string): Manifest {
  const own = (dependencies: Manifest["dependencies"]) =>
    Object.fromEntries(
      Object.entries(dependencies ?? {}).map(([name, range]) => [
        name,
        name.startsWith("@greenroom/") ? version : range,
      ]),
    );
  const { dependencies, devDependencies } = manifest;
  return {
    ...manifest,
    version,
    ...(dependencies && { dependencies: own(dependencies) }),
    ...(devDependencies && { devDependencies: own(devDependencies) }),
  };
}

async function rewrite(path: string, change: (value: unknown) => object): Promise<void> {
  const value: unknown = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, `${JSON.stringify(change(value), undefined, 2)}\n`);
}
