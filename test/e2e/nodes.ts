import { execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join } from "node:path";

/** The Node.js of this process, and that of the machine when it is an older one: the actions run on Node 20 too. */
export function availableNodes(): readonly { readonly version: string; readonly path: string }[] {
  const own = { version: process.version, path: process.execPath };
  const path = (process.env["PATH"] ?? "")
    .split(delimiter)
    .filter((folder) => !folder.includes("node_modules"))
    .map((folder) => join(folder, "node"))
    .find((file) => existsSync(file));
  if (path === undefined || realpathSync(path) === realpathSync(own.path)) return [own];
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
  return majorOf(version) < majorOf(own.version) ? [own, { version, path }] : [own];
}

function majorOf(version: string): number {
  return Number(/^v(\d+)\./.exec(version)?.[1] ?? 0);
}
