import { join } from "node:path/posix";
import { z } from "zod";
import { BuildFailure } from "../failure.ts";
import type { Folder } from "../output/tree.ts";
import { readText } from "../source/checkout.ts";

/** Larger files of a checkout are not read. */
export const MAX_FILE_BYTES = 1024 * 1024;

/** npm, Yarn, pnpm and Bun run these of the repository's own packages when they install. */
export const INSTALL_SCRIPTS = [
  "preinstall",
  "install",
  "postinstall",
  "prepublish",
  "preprepare",
  "prepare",
  "postprepare",
  "dependencies",
];

const Texts = z.record(z.string(), z.string()).optional().catch(undefined);
const Engine = z.object({ name: z.string(), version: z.string() });
const DevEngine = z.union([
  Engine,
  z
    .tuple([Engine])
    .rest(z.unknown())
    .transform(([first]) => first),
]);

const PackageJson = z.looseObject({
  packageManager: z.string().optional().catch(undefined),
  engines: Texts,
  volta: Texts,
  devEngines: z
    .object({ runtime: DevEngine.optional().catch(undefined), packageManager: DevEngine.optional().catch(undefined) })
    .optional()
    .catch(undefined),
  dependencies: Texts,
  devDependencies: Texts,
  optionalDependencies: Texts,
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  workspaces: z.unknown().optional(),
});

export type PackageJson = z.infer<typeof PackageJson>;

export function dependencyRange(packageJson: PackageJson | undefined, name: string): string | undefined {
  return packageJson?.dependencies?.[name] ?? packageJson?.devDependencies?.[name];
}

export async function readPackageJson(checkout: Folder, folder: string): Promise<PackageJson | undefined> {
  const path = join(folder, "package.json");
  const read = await readText(checkout, path, MAX_FILE_BYTES);
  if (read.kind === "too_large") throw new BuildFailure("detect_failed", `Shorten ${path}: it is larger than 1 MiB.`);
  // A link is none.
  if (read.kind !== "text") return undefined;
  try {
    // Editors on Windows put a mark at the beginning, and package managers take it.
    return PackageJson.parse(JSON.parse(read.text.replace(/^\ufeff/, "")));
  } catch (cause) {
    const where = cause instanceof SyntaxError ? `: ${cause.message}` : "";
    throw new BuildFailure("detect_failed", `Correct ${path}, which is not a JSON object${where}.`, { cause });
  }
}
