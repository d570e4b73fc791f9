import { execFile } from "node:child_process";
import { promisify } from "node:util";

const TIMEOUT_MS = 5_000;

/** @returns `owner/name` of the remote `origin`; undefined where the folder has none, or one of another form. */
export async function readOrigin(folder: string, signal: AbortSignal): Promise<string | undefined> {
  const read = promisify(execFile)("git", ["-C", folder, "config", "--get", "remote.origin.url"], {
    signal,
    timeout: TIMEOUT_MS,
  });
  const url = await read.then(
    ({ stdout }) => stdout.trim(),
    () => "",
  );
  const { host, path } = parseRemote(url);
  return host === "" ? undefined : /^\/([\w.-]{1,100}\/[\w.-]{1,100})$/.exec(path)?.[1];
}

/** @returns Whether two URLs, each in any form that git knows, are of one repository. */
export function sameRepository(one: string, other: string): boolean {
  const [a, b] = [parseRemote(one), parseRemote(other)];
  return a.host === b.host && a.path === b.path;
}

/** Reads `https://host/owner/name.git`, `git@host:owner/name`, `ssh://git@host/owner/name/`; a path has no host. */
function parseRemote(text: string): { readonly host: string; readonly path: string } {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(text);
  const url = scp ? URL.parse(`ssh://${scp[1]}/${scp[2]}`) : URL.parse(text);
  const path = url?.pathname ?? text;
  return { host: url?.host.toLowerCase() ?? "", path: path.replace(/\/+$/, "").replace(/\.git$/, "") };
}
