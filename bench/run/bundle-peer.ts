import { join } from "node:path";
import { runTool, TOOLS } from "../../scripts/command.ts";

/** Folder of the scripts that others' ways are measured by. */
export const PEERS = join(import.meta.dirname, "peers");

/**
 * Bundles a script as an action would be shipped.
 * @param folder Where to write.
 * @returns The path of its one file.
 */
export async function bundlePeer(name: "toolkit" | "octokit-first", folder: string): Promise<string> {
  const out = join(folder, name);
  const end = await runTool(TOOLS.ncc, ["build", join(PEERS, `${name}.mjs`), "--out", out, "--no-cache", "--quiet"]);
  if (end.status !== 0) throw new Error(`ncc could not bundle ${name}:\n${end.text}`);
  return join(out, "index.mjs");
}
