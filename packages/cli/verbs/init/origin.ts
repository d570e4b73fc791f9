import { execFile } from "node:child_process";
import { promisify } from "node:util";

const TIMEOUT_MS = 5_000;

/** The forms that git writes: `https://host/owner/name.git`, `git@host:owner/name.git`, `ssh://git@host/owner/name`. */
const REMOTE =
  /^(?:https:\/\/(?:[^/@]+@)?[^/]+\/|ssh:\/\/[^/]+\/|[\w.-]+@[\w.-]+:)([\w.-]{1,100}\/[\w.-]{1,100}?)(?:\.git)?\/?$/;

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
  return REMOTE.exec(url)?.[1];
}
