import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { CommandFailure } from "./failure.ts";

/** What a git checkout says about itself; untrusted. */
export interface Checkout {
  /** Full object name of HEAD. */
  readonly commitSha: string;
  /** Undefined on a detached HEAD. */
  readonly branch: string | undefined;
  /** Address of the remote `origin`. */
  readonly origin: string | undefined;
  /** Files changed since the commit. */
  readonly changed: boolean;
  /** The commit is on a branch of a remote, as far as this checkout knows. */
  readonly pushed: boolean;
}

const run = promisify(execFile);
const TIMEOUT_MS = 10_000;

/**
 * Reads the checkout the command runs in.
 * @param cwd Folder inside it.
 * @throws {CommandFailure} `usage` when there is none.
 */
export async function readCheckout(cwd: string, signal: AbortSignal): Promise<Checkout> {
  const git = (...args: readonly string[]) => ask(["-C", cwd, ...args], signal);
  const commitSha = await git("rev-parse", "--verify", "--quiet", "HEAD");
  if (commitSha === undefined) {
    throw new CommandFailure(
      "usage",
      "There is no git commit here. Run this in a checkout, or give --commit and --branch.",
    );
  }
  const [branch, origin, changes, remotes] = await Promise.all([
    git("symbolic-ref", "--short", "--quiet", "HEAD"),
    git("config", "--get", "remote.origin.url"),
    git("status", "--porcelain", "--untracked-files=no"),
    git("branch", "--remotes", "--contains", commitSha),
  ]);
  return { commitSha, branch, origin, changed: changes !== undefined, pushed: remotes !== undefined };
}

/** What git answers, undefined when it has nothing to say. */
async function ask(args: readonly string[], signal: AbortSignal): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", [...args], { signal, timeout: TIMEOUT_MS, maxBuffer: 16 * 1024 * 1024 });
    return stdout.trim() === "" ? undefined : stdout.trim();
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof Error && "code" in error && error.code === "ENOENT") {
      throw new CommandFailure("usage", "git is not installed. Install it, or give --commit and --branch.", error);
    }
    return undefined;
  }
}

/**
 * Tells whether two addresses mean one repository, however they are written.
 * @param one As in `https://host/owner/name.git`, `git@host:owner/name` or `ssh://git@host/owner/name/`.
 */
export function sameRepository(one: string, other: string): boolean {
  return repositoryKey(one) === repositoryKey(other);
}

function repositoryKey(address: string): string {
  const scp = /^(?:[^@/]+@)?([^:/]+):(?!\/)(.+)$/.exec(address);
  const url = scp && !address.includes("://") ? URL.parse(`ssh://${scp[1]}/${scp[2]}`) : URL.parse(address);
  const bare = (path: string): string => path.replace(/\/+$/, "").replace(/\.git$/, "");
  return url ? `${url.host.toLowerCase()}${bare(url.pathname)}` : bare(address);
}
