import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { errorCode } from "@greenroom/contract/coded-error";
import type { CommandContext } from "../context.ts";
import { CommandError } from "../errors.ts";

/** What git says about the checkout; untrusted. */
export interface Checkout {
  readonly commitSha: string;
  /** Undefined on a detached HEAD where no branch of `origin` ends, or several. */
  readonly branch: string | undefined;
  /** URL of the remote `origin`. */
  readonly origin: string | undefined;
  /** Files changed since the commit. */
  readonly changed: boolean;
  /** The commit is on a branch of a remote, as far as this checkout knows. */
  readonly pushed: boolean;
}

const GIT_TIMEOUT_MS = 10_000;
const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;

export async function readCheckout({ process: { cwd, env }, signal }: CommandContext): Promise<Checkout> {
  const git = (...args: readonly string[]) => runGit(args, { cwd, env, signal });
  const commitSha = await git("rev-parse", "--verify", "--quiet", "HEAD");
  if (commitSha === undefined) {
    throw new CommandError(
      "usage",
      "There is no git commit here. Run this in a checkout, or give --commit and --branch.",
    );
  }
  const [named, tips = "", origin, changes, remotes] = await Promise.all([
    git("symbolic-ref", "--short", "--quiet", "HEAD"),
    git("for-each-ref", "--points-at=HEAD", "--format=%(refname:lstrip=3)", "refs/remotes/origin"),
    git("config", "--get", "remote.origin.url"),
    git("status", "--porcelain", "--untracked-files=no"),
    git("branch", "--remotes", "--contains", commitSha),
  ]);
  // A job outside the known CI systems checks out a commit: if only one branch ends there, that branch is meant.
  const [tip, ...others] = tips.split("\n").filter((name) => name !== "HEAD" && name !== "");
  const branch = named ?? (others.length === 0 ? tip : undefined);
  return { commitSha, branch, origin, changed: changes !== undefined, pushed: remotes !== undefined };
}

/** The output of git, undefined when it is empty or git fails. */
async function runGit(
  args: readonly string[],
  { cwd, env, signal }: Pick<CommandContext["process"], "cwd" | "env"> & Pick<CommandContext, "signal">,
): Promise<string | undefined> {
  try {
    const limits = { timeout: GIT_TIMEOUT_MS, maxBuffer: MAX_OUTPUT_BYTES };
    const { stdout } = await promisify(execFile)("git", [...args], { cwd, env, signal, ...limits });
    return stdout.trim() === "" ? undefined : stdout.trim();
  } catch (error) {
    signal.throwIfAborted();
    if (errorCode(error) === "ENOENT") {
      throw new CommandError("usage", "git is not installed. Install it, or give --commit and --branch.", {
        cause: error,
      });
    }
    const words = error instanceof Error && "stderr" in error ? String(error.stderr) : "";
    if (/dubious ownership/.test(words)) {
      const message = `git does not read this checkout, since another account owns it: run 'git config --global --add safe.directory ${cwd}' if you trust it.`;
      throw new CommandError("usage", message, { cause: error });
    }
    return undefined;
  }
}

/** @returns `owner/name` of the remote `origin`; undefined where the folder has none, or one of another form. */
export async function readOrigin(
  folder: string,
  { process: { env }, signal }: CommandContext,
): Promise<string | undefined> {
  const git = runGit(["config", "--get", "remote.origin.url"], { cwd: folder, env, signal });
  const { host, path } = parseRemote((await git.catch(() => undefined)) ?? "");
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
