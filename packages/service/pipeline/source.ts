import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Ended, run } from "./command.ts";
import { BuildFailure } from "./failure.ts";
import type { Remote } from "./repository.ts";

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What of a repository is wanted: a commit, else the tip of a branch, else that of the default branch. */
export interface Wanted {
  readonly commitSha: string | null;
  readonly branch: string | null;
}

/** Bounds of a clone. */
export interface CloneBounds {
  readonly timeoutMs: number;
  /** Says whether the folder has grown too large. */
  readonly exceeded: () => Promise<string | undefined>;
}

interface Checkout {
  readonly remote: Remote;
  readonly wanted: Wanted;
  /** Folder of this build. */
  readonly folder: string;
  /** Program search path with git on it. */
  readonly path: string;
  readonly bounds: CloneBounds;
  readonly signal: AbortSignal;
  readonly onLine: (line: string) => void;
}

/** A commit on the disk. */
export interface Source {
  /** Full object name. */
  readonly commitSha: string;
  /** Folder of the files; git's own data is not in it. */
  readonly files: string;
}

interface Answer {
  readonly code: number;
  readonly lines: readonly string[];
}

type Git = (...args: readonly string[]) => Promise<Answer>;

/** Nothing a repository or a machine says may make git run a program, ask a question or go elsewhere. */
const SAFE_CONFIG: readonly (readonly [string, string])[] = [
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.askPass", ""],
  ["credential.helper", ""],
  ["credential.interactive", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["submodule.recurse", "false"],
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "30"],
  ["gc.auto", "0"],
  // The clone is thrown away with the build: nothing of it has to outlive a power cut.
  ["core.fsync", "none"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  ["init.defaultBranch", "main"],
  ["protocol.allow", "never"],
];

function environment({ remote, path }: Pick<Checkout, "remote" | "path">): Record<string, string> {
  const config = [...SAFE_CONFIG, [`protocol.${remote.protocol}.allow`, "always"] as const, ...remote.config];
  const env: Record<string, string> = {
    PATH: path,
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    SSH_ASKPASS: "/bin/false",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: remote.protocol,
    GIT_LFS_SKIP_SMUDGE: "1",
    // By environment, since a credential on a command line is seen by everybody on the machine.
    GIT_CONFIG_COUNT: String(config.length),
  };
  for (const [index, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}

function gitIn(checkout: Checkout, files: string): Git {
  const env = environment(checkout);
  const { bounds, signal } = checkout;
  const gitDirectory = join(checkout.folder, "git");
  return async (...args) => {
    const lines: string[] = [];
    const onLine = (line: string): void => {
      lines.push(line);
      if (lines.length > MAX_KEPT_LINES) lines.shift();
    };
    const command = {
      file: "git",
      args: [`--git-dir=${gitDirectory}`, `--work-tree=${files}`, ...args],
      cwd: checkout.folder,
      env,
    };
    const ended = await run(command, { ...bounds, memoryBytes: GIT_MEMORY_BYTES, processes: 64 }, { signal, onLine });
    return { code: exitCode(ended, bounds), lines };
  };
}

function exitCode(ended: Ended, bounds: CloneBounds): number {
  if (ended.kind === "exited") return ended.code ?? 1;
  if (ended.kind === "timed_out") {
    throw new BuildFailure("timed_out", `The clone took longer than ${bounds.timeoutMs / 1000} s.`);
  }
  if (ended.kind === "over_bound") throw new BuildFailure("limit_exceeded", `The clone was ended. ${ended.what}`);
  throw new BuildFailure("clone_failed", "git could not be started on the service's machine.", { cause: ended.cause });
}

const MAX_KEPT_LINES = 20_000;
/** Where the fetched commit is noted; what was asked for may also have been a tag of one. */
const FETCHED_REF = "refs/greenroom/source";
const FETCHED = `${FETCHED_REF}^{commit}`;
const GIT_MEMORY_BYTES = 2 * 1024 ** 3;

/**
 * Fetches one commit at depth 1 and writes its files.
 * @throws {BuildFailure} `clone_failed`, `commit_not_found`, `timed_out` or `limit_exceeded`.
 */
export async function fetchSource(checkout: Checkout): Promise<Source> {
  const files = join(checkout.folder, "site");
  await mkdir(files, { recursive: true, mode: 0o755 });
  const git = gitIn(checkout, files);
  const { remote, wanted } = checkout;
  await makeRepository(join(checkout.folder, "git"), wanted);
  const target = await resolveTarget(git, remote, wanted);
  const fetched = await git(
    "fetch",
    "--quiet",
    "--depth=1",
    "--no-tags",
    "--no-write-fetch-head",
    "--",
    remote.address,
    `${target}:${FETCHED_REF}`,
  );
  if (fetched.code !== 0) throw fetchFailure(fetched.lines, wanted, checkout.onLine);
  const written = await git("-c", "core.autocrlf=false", "checkout", "--quiet", "--force", "--detach", FETCHED);
  if (written.code !== 0) throw await checkoutFailure(git, written, checkout);
  // A detached HEAD names the commit itself. [gitrepository-layout(5)]
  const commitSha = (await readFile(join(checkout.folder, "git", "HEAD"), "utf8")).trim();
  if (!FULL_SHA.test(commitSha)) throw notFound(wanted);
  return { commitSha, files };
}

/** Makes an empty repository as `git init` would, without a process and without its templates. */
async function makeRepository(folder: string, { commitSha }: Wanted): Promise<void> {
  for (const name of ["objects", "refs"]) await mkdir(join(folder, name), { recursive: true });
  const format =
    commitSha?.length === 64
      ? "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"
      : "[core]\n\trepositoryformatversion = 0\n";
  await writeFile(join(folder, "config"), format);
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
}

async function checkoutFailure(git: Git, { lines }: Answer, { wanted, onLine }: Checkout): Promise<BuildFailure> {
  const commit = await git("rev-parse", "--verify", "--quiet", FETCHED);
  if (commit.code !== 0) return notFound(wanted);
  for (const line of lines.slice(-10)) onLine(line);
  return new BuildFailure("clone_failed", "The files of the commit could not be written.");
}

/** What to ask the remote for; [§8 row 12] a commit wins over a branch. */
async function resolveTarget(git: Git, remote: Remote, wanted: Wanted): Promise<string> {
  if (wanted.commitSha !== null) {
    return FULL_SHA.test(wanted.commitSha) ? wanted.commitSha : lengthen(git, remote, wanted);
  }
  return wanted.branch === null ? "HEAD" : `refs/heads/${wanted.branch}`;
}

/** An abbreviated name cannot be fetched; the history without its files tells the full one. */
async function lengthen(git: Git, remote: Remote, wanted: Wanted): Promise<string> {
  const history = await git(
    "fetch",
    "--quiet",
    "--filter=tree:0",
    "--no-tags",
    "--",
    remote.address,
    "+refs/heads/*:refs/greenroom/heads/*",
  );
  if (history.code !== 0) throw fetchFailure(history.lines, wanted, () => {});
  const found = await git("rev-parse", "--verify", "--quiet", `${wanted.commitSha ?? ""}^{commit}`);
  const full = found.lines[0];
  if (found.code !== 0 || full === undefined || !FULL_SHA.test(full)) throw notFound(wanted);
  return full;
}

function notFound({ commitSha, branch }: Wanted): BuildFailure {
  if (commitSha !== null) return new BuildFailure("commit_not_found", `The repository has no commit ${commitSha}.`);
  if (branch !== null) return new BuildFailure("commit_not_found", `The repository has no branch '${branch}'.`);
  return new BuildFailure("commit_not_found", "The repository is empty: it has no commit yet.");
}

function fetchFailure(lines: readonly string[], wanted: Wanted, onLine: (line: string) => void): BuildFailure {
  const text = lines.join("\n");
  if (/not our ref|couldn't find remote ref|no such remote ref|unadvertised object|bad object/i.test(text)) {
    return notFound(wanted);
  }
  for (const line of lines.slice(-10)) onLine(line);
  if (/does not appear to be a git repository|not found|does not exist/i.test(text)) {
    return new BuildFailure("clone_failed", "The repository does not exist, or the service may not read it.");
  }
  if (/could not read Username|Authentication failed|401|403/i.test(text)) {
    return new BuildFailure("clone_failed", "The repository asks for a credential the service does not have.");
  }
  if (/redirect|unable to update url base|30[1278]/i.test(text)) {
    return new BuildFailure("clone_failed", "The repository host answers with a redirect; use the address it names.");
  }
  return new BuildFailure("clone_failed", "The repository could not be read; the last lines say what git found.");
}
