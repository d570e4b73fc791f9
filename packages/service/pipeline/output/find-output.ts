import { join } from "node:path/posix";
import { BuildFailure } from "../failure.ts";
import { kindAt } from "../source/checkout.ts";
import { USUAL_OUTPUTS } from "../steps/frameworks.ts";
import type { BuildPlan } from "../steps/plan.ts";
import { find, type Folder } from "./tree.ts";

/**
 * Finds the built site.
 * @returns Its folder, which the caller closes, and how the plan names it.
 * @throws {BuildFailure} `output_missing`, or `output_rejected` when a link is on the way there.
 */
export async function findOutput(
  checkout: Folder,
  { root, output, outputMissing }: Pick<BuildPlan, "root" | "output" | "outputMissing">,
): Promise<{ folder: Folder; name: string }> {
  for (const name of output) {
    const found = await find(checkout, join(root, name));
    if (found.kind === "folder") return { folder: found.folder, name };
    if (found.kind === "file") await found.file[Symbol.asyncDispose]();
    if (found.kind === "special") {
      throw new BuildFailure(
        "output_rejected",
        `The output folder '${name}' cannot be served: ${JSON.stringify(found.at)} is ${found.what}. Only folders of the checkout can lead to it.`,
      );
    }
  }
  const hint = output.length === 1 ? ` ${await nearby(checkout, root)}` : "";
  throw new BuildFailure("output_missing", `${outputMissing}${hint}`.trim());
}

async function nearby(checkout: Folder, root: string): Promise<string> {
  for (const name of USUAL_OUTPUTS) {
    if ((await kindAt(checkout, join(root, name))) === "folder") return `There is a folder '${name}'.`;
  }
  return "";
}
