import { join } from "node:path";
import type { Manifest } from "../../contract/index.ts";
import { BuildFailure } from "./failure.ts";
import { folderInside, holdsFile } from "./folder.ts";

/** How a checkout becomes a site. */
export interface BuildPlan {
  /** Name of the framework, as shown on the site. */
  readonly framework: string;
  /** Folder of the site, an absolute path inside the checkout. */
  readonly root: string;
  /** Shell commands; null skips the step. */
  readonly install: string | null;
  readonly build: string | null;
  /** Folder of the built site, relative to `root`. */
  readonly output: string;
}

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
  const stated = {
    root,
    install: manifest?.installCommand ?? null,
    build: manifest?.buildCommand ?? null,
    output: manifest?.output ?? ".",
  };
  if (manifest?.runtime === "static") return { framework: "static-html", ...stated };
  if (!(await holdsFile(root, "package.json"))) {
    const built = manifest?.buildCommand != null;
    if (built || (await holdsFile(join(root, manifest?.output ?? "."), "index.html"))) {
      return { framework: "static-html", ...stated };
    }
  }
  throw new BuildFailure(
    "detect_failed",
    "The repository has neither an index.html nor a package.json at its root, and no greenroom.json that says how to build it.",
  );
}
