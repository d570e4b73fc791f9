import { execFile } from "node:child_process";
import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** @returns What a Node.js says it is, as in `v24.1.0`. */
export async function versionOf(node: string): Promise<string> {
  return (await run(node, ["--version"])).stdout.trim();
}

/** @returns The first Node.js on PATH of another major version than this one. */
export async function otherNode(): Promise<string | undefined> {
  const major = (version: string): string | undefined => version.split(".")[0];
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "node");
    const runs = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (runs && major(await versionOf(path)) !== major(process.version)) return path;
  }
  return undefined;
}
