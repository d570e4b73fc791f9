import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { timeText, whoRaises } from "../../domain/build-limits.ts";
import { BuildFailure } from "../failure.ts";
import type { ControlGroup } from "../sandbox/cgroup.ts";
import { type Command, PROGRAM_NOT_FOUND, run, type RunResult } from "../sandbox/command.ts";
import { Redactor } from "../steps/redact.ts";
import { type Remote, secretsOf, type SshAccess } from "./remote.ts";

export const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** What git and a server write of a repository that cannot be read; the first that fits counts. */
const PROBLEMS = [
  ["owned_by_another", /dubious ownership/],
  ["credential", /could not read Username|Authentication failed|\b40[13]\b/i],
  ["redirect", /redirect|unable to update url base|\b30[12378]\b/i],
  ["no_repository", /does not appear to be a git repository|is this a git repository|not valid: /i],
  ["missing", /not found|does not exist|\b404\b/i],
  ["certificate", /certificate/i],
] as const;

export type RemoteProblem = (typeof PROBLEMS)[number][0];

/** @param text From which no word is repeated: a server sends what it likes. */
export function remoteProblem(text: string): RemoteProblem | undefined {
  return PROBLEMS.find(([, pattern]) => pattern.test(text))?.[0];
}

export const OWNED_BY_ANOTHER =
  "belongs to another account, so that git does not read it; run chown on it, or 'git config --system --add safe.directory' with its path";
const MAX_KEPT_LINES = 20_000;
const GIT_MEMORY_BYTES = 2 * 1024 ** 3;

export interface GitLimits {
  readonly timeoutMs: number;
  /** Says whether the folder has grown too large. */
  readonly exceeded: (pids: readonly number[]) => Promise<string | undefined>;
  readonly group?: ControlGroup | undefined;
}

export interface GitFolder {
  readonly remote: Remote;
  /** Holds git's own data in the folder `git`. */
  readonly folder: string;
  /** Program search path with git on it. */
  readonly path: string;
  readonly limits: GitLimits;
  readonly signal: AbortSignal;
}

export interface GitResult {
  readonly code: number;
  readonly lines: readonly string[];
}

export type Git = (...args: readonly string[]) => Promise<GitResult>;

/** As `git init` would, without a process or its templates. @param commitSha Its length says which hash is used. */
export async function makeRepository({ folder }: Pick<GitFolder, "folder">, commitSha: string | null): Promise<void> {
  const data = join(folder, "git");
  for (const name of ["objects", "refs"]) await mkdir(join(data, name), { recursive: true });
  const format =
    commitSha?.length === 64
      ? "[core]\n\trepositoryformatversion = 1\n[extensions]\n\tobjectformat = sha256\n"
      : "[core]\n\trepositoryformatversion = 0\n";
  await writeFile(join(data, "config"), format);
  await writeFile(join(data, "HEAD"), "ref: refs/heads/main\n");
}

interface GitOptions {
  /** Folder for the files of a commit; undefined where none are written. */
  readonly files?: string;
  /** `nothing` keeps git from fetching what it misses from the remote by itself. */
  readonly reach?: "remote" | "nothing";
}

export function gitIn(given: GitFolder, options: GitOptions = {}): Git {
  return (...args) => runGit(given, options, { file: "git", args });
}

/**
 * A shell script of git commands on the data of a folder: starting one command is quicker than several, each of which
 * waits for the kernel to let it into the control group.
 * @param args Of the script, from `$1`.
 */
export function gitScript(
  given: GitFolder,
  options: GitOptions,
  { script, args }: { readonly script: string; readonly args: readonly string[] },
): Promise<GitResult> {
  return runGit(given, options, { file: "/bin/sh", args: ["-c", script, "sh", ...args] });
}

async function runGit(
  given: GitFolder,
  { files = given.folder, reach = "remote" }: GitOptions,
  { file, args }: Pick<Command, "file" | "args">,
): Promise<GitResult> {
  const { limits, signal, folder } = given;
  const lines: string[] = [];
  const onLine = (line: string): void => {
    lines.push(line);
    if (lines.length > MAX_KEPT_LINES) lines.shift();
  };
  const places = { GIT_DIR: join(folder, "git"), GIT_WORK_TREE: files };
  const { ssh } = given.remote;
  await using secrets = ssh === undefined || reach === "nothing" ? undefined : await placeKey(folder, ssh);
  const env = { ...environment(given, reach), ...places, ...secrets?.env };
  const bounds = { ...limits, memoryBytes: GIT_MEMORY_BYTES, processes: 64 };
  const redactor = new Redactor(secretsOf(given.remote));
  const result = await run({ file, args, cwd: folder, env }, bounds, { signal, onLine, redactor });
  return { code: exitCode(result, limits), lines: secrets === undefined ? lines : lines.map(secrets.hide) };
}

interface PlacedKey extends AsyncDisposable {
  readonly env: Readonly<Record<string, string>>;
  /** Takes the paths of this machine out of a line of ssh. */
  readonly hide: (line: string) => string;
}

/** What the host is called in the file of its keys: its name may hold anything. */
const HOST_ALIAS = "repository";

/**
 * Writes a deploy key for one command of git, since ssh takes none but from a file; no build has begun when it is there.
 * It connects to one address, knows one host, and takes no setting, key or agent of this machine.
 */
async function placeKey(folder: string, { address, privateKey, hostKeys }: SshAccess): Promise<PlacedKey> {
  // ssh reads options as shells and printf do.
  if (/["\\$\n]/.test(folder)) {
    throw new BuildFailure("clone_failed", "The folder of the service has a name that ssh cannot read.");
  }
  const place = join(folder, "ssh");
  await rm(place, { recursive: true, force: true });
  await mkdir(place, { recursive: true, mode: 0o700 });
  const known = hostKeys.split("\n").map((key) => `${HOST_ALIAS} ${key}\n`);
  await writeFile(join(place, "known_hosts"), known.join(""), { mode: 0o600 });
  await writeFile(join(place, "key"), privateKey, { mode: 0o600 });
  const file = (name: string): string => `"${join(place, name).replaceAll("%", "%%")}"`;
  const options = [
    `HostName=${address}`,
    `HostKeyAlias=${HOST_ALIAS}`,
    `UserKnownHostsFile=${file("known_hosts")}`,
    "GlobalKnownHostsFile=none",
    "StrictHostKeyChecking=yes",
    "UpdateHostKeys=no",
    "CheckHostIP=no",
    `IdentityFile=${file("key")}`,
    "IdentitiesOnly=yes",
    "IdentityAgent=none",
    "PreferredAuthentications=publickey",
    "BatchMode=yes",
    "ClearAllForwardings=yes",
    "ProxyCommand=none",
    "PermitLocalCommand=no",
    "ConnectTimeout=20",
    "ServerAliveInterval=15",
    "LogLevel=ERROR",
  ];
  const quoted = options.map((option) => `-o '${option.replaceAll("'", String.raw`'\''`)}'`).join(" ");
  return {
    env: { GIT_SSH_COMMAND: `ssh -F none ${quoted}`, GIT_SSH_VARIANT: "ssh" },
    hide: (line) => line.replaceAll(place, "…"),
    [Symbol.asyncDispose]: () => rm(place, { recursive: true, force: true }),
  };
}

function exitCode(result: RunResult, limits: GitLimits): number {
  if (result.kind === "exited" && result.code !== PROGRAM_NOT_FOUND) return result.code ?? 1;
  if (result.kind === "timed_out") {
    throw new BuildFailure(
      "timed_out",
      `The clone took more than ${timeText(limits.timeoutMs)}. ${whoRaises("cloneMs")}`,
    );
  }
  if (result.kind === "limit_exceeded")
    throw new BuildFailure("limit_exceeded", `The clone was stopped. ${result.what}`);
  const cause = result.kind === "not_started" ? result.cause : undefined;
  throw new BuildFailure("clone_failed", "git could not be started on the service's machine.", { cause });
}

/** No setting of a repository or the machine makes git run a program, ask a question or go elsewhere. */
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
  // The clone is thrown away with the build: it need not survive a power cut.
  ["core.fsync", "none"],
  ["maintenance.auto", "false"],
  ["advice.detachedHead", "false"],
  ["init.defaultBranch", "main"],
  ["protocol.allow", "never"],
];

function environment(
  { remote, path }: Pick<GitFolder, "remote" | "path">,
  reach: "remote" | "nothing",
): Record<string, string> {
  const { url, protocol, authorization } = remote;
  const config = [...SAFE_CONFIG, [`protocol.${protocol}.allow`, "always"] as const, ...remote.config];
  if (authorization !== undefined) config.push([`http.${url}.extraHeader`, `Authorization: ${authorization}`]);
  const env: Record<string, string> = {
    PATH: path,
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "/bin/false",
    SSH_ASKPASS: "/bin/false",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ALLOW_PROTOCOL: reach === "remote" ? protocol : "none",
    GIT_LFS_SKIP_SMUDGE: "1",
    // By environment, since a credential on a command line is visible to everyone on the machine.
    GIT_CONFIG_COUNT: String(config.length),
  };
  for (const [index, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}
