import { lookup } from "node:dns/promises";
import { mkdir, readFile, realpath, writeFile } from "node:fs/promises";
import { isIP } from "node:net";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { isPublicAddress } from "../domain/public-address.ts";
import { run, type RunResult } from "./command.ts";
import { BuildFailure } from "./failure.ts";

/** Where a site's commits come from, checked as far as its text allows. */
type Repository = { readonly kind: "https"; readonly url: URL } | { readonly kind: "file"; readonly path: string };

/**
 * Parses the repository URL of a site.
 * @param allow Whether `file:` URLs are allowed at all.
 * @returns The repository, or a sentence that says why the URL is invalid.
 */
export function readRepository(
  text: string,
  allow: { readonly file: boolean },
): Repository | { readonly kind: "invalid"; readonly reason: string } {
  const invalid = (reason: string) => ({ kind: "invalid", reason }) as const;
  const url = URL.parse(text);
  if (!url || /[\u0000-\u0020\u007f]/.test(text)) return invalid("The repository URL is not a URL.");
  if (url.protocol === "file:") {
    if (!allow.file) return invalid("The repository URL must begin with https://.");
    if (url.host !== "") return invalid("A file: repository URL must not name a host.");
    try {
      return { kind: "file", path: fileURLToPath(url) };
    } catch {
      return invalid("The file: repository URL is not a path.");
    }
  }
  if (url.protocol !== "https:") return invalid("The repository URL must begin with https://.");
  if (url.username !== "" || url.password !== "") {
    return invalid("The repository URL contains a user name or password; store a credential for the host instead.");
  }
  if (url.search !== "" || url.hash !== "") return invalid("The repository URL has a query or a fragment.");
  return { kind: "https", url };
}

/** A repository as git reaches it. */
interface Remote {
  readonly url: string;
  /** The only protocol git is allowed to use. */
  readonly protocol: "https" | "file";
  /** git settings for this host, above all the IP addresses to connect to. */
  readonly config: readonly (readonly [key: string, value: string])[];
  /** Real path of a local repository. */
  readonly path?: string;
}

/** Which remotes are allowed, and how they are reached. */
export interface RemotePolicy {
  /** Folders that local repositories are allowed in; none outside development. */
  readonly roots: readonly string[];
  /** Whether hosts on private networks are allowed. */
  readonly allowPrivateHosts: boolean;
  /** Value of the Authorization header for a host, when the operator stored a credential. */
  readonly authorization: (host: string) => string | undefined;
  /** File of the authorities to trust instead of the machine's. */
  readonly certificates: string | undefined;
}

/**
 * Resolves a repository to what git connects to.
 * @throws {BuildFailure} `clone_failed` when the folder or host is not allowed or not known.
 */
export async function resolveRemote(repository: Repository, policy: RemotePolicy): Promise<Remote> {
  return repository.kind === "file" ? localRemote(repository.path, policy.roots) : httpsRemote(repository.url, policy);
}

async function localRemote(path: string, roots: readonly string[]): Promise<Remote> {
  const [real, ...realRoots] = await Promise.all([path, ...roots].map((each) => realpath(each).catch(() => undefined)));
  if (real === undefined) throw new BuildFailure("clone_failed", "The repository does not exist.");
  const inside = realRoots.some((root) => root !== undefined && (real === root || real.startsWith(`${root}${sep}`)));
  if (!inside) {
    throw new BuildFailure("clone_failed", "The repository lies outside the folders the operator allowed.");
  }
  return { url: `file://${real}`, protocol: "file", config: [["safe.directory", "*"]], path: real };
}

async function httpsRemote(url: URL, policy: RemotePolicy): Promise<Remote> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = isIP(host) === 0 ? await lookup(host, { all: true }).catch(() => []) : [{ address: host }];
  if (found.length === 0) throw new BuildFailure("clone_failed", `The repository host ${host} is not known.`);
  const addresses = found.map(({ address }) => address);
  if (!policy.allowPrivateHosts && !addresses.every(isPublicAddress)) {
    throw new BuildFailure("clone_failed", `The repository host ${host} is not on the public network.`);
  }
  const port = url.port === "" ? "443" : url.port;
  const pinned = addresses.map((address) => (address.includes(":") ? `[${address}]` : address)).join(",");
  const authorization = policy.authorization(url.host);
  return {
    url: url.href,
    protocol: "https",
    config: [
      // The name was checked once; git must not resolve it again to another address.
      ...(isIP(host) === 0 ? [["http.curloptResolve", `${host}:${port}:${pinned}`] as const] : []),
      ...(policy.certificates === undefined ? [] : [["http.sslCAInfo", policy.certificates] as const]),
      ...(authorization === undefined
        ? []
        : [[`http.${url.origin}/.extraHeader`, `Authorization: ${authorization}`] as const]),
    ],
  };
}

const FULL_SHA = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;
const MAX_KEPT_LINES = 20_000;
/** The fetched commit; the request can also have named a tag of one. */
const FETCHED_REF = "refs/greenroom/source";
const FETCHED = `${FETCHED_REF}^{commit}`;
const GIT_MEMORY_BYTES = 2 * 1024 ** 3;

/** What to fetch: a commit, else the tip of a branch, else that of the default branch. */
interface Wanted {
  readonly commitSha: string | null;
  readonly branch: string | null;
}

/** Limits of a clone. */
interface CloneLimits {
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
  readonly limits: CloneLimits;
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

interface GitResult {
  readonly code: number;
  readonly lines: readonly string[];
}

type Git = (...args: readonly string[]) => Promise<GitResult>;

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
    remote.url,
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

async function checkoutFailure(git: Git, { lines }: GitResult, { wanted, onLine }: Checkout): Promise<BuildFailure> {
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

/** An abbreviated name cannot be fetched; the history without its files has the full one. */
async function lengthen(git: Git, remote: Remote, wanted: Wanted): Promise<string> {
  const history = await git(
    "fetch",
    "--quiet",
    "--filter=tree:0",
    "--no-tags",
    "--",
    remote.url,
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
    return new BuildFailure("clone_failed", "The repository does not exist, or the service cannot read it.");
  }
  if (/could not read Username|Authentication failed|401|403/i.test(text)) {
    return new BuildFailure("clone_failed", "The repository requires a credential that the service does not have.");
  }
  if (/redirect|unable to update url base|30[1278]/i.test(text)) {
    return new BuildFailure("clone_failed", "The repository host redirects; use the URL it redirects to.");
  }
  return new BuildFailure("clone_failed", "The repository could not be read; the last lines of the log are from git.");
}

function gitIn(checkout: Checkout, files: string): Git {
  const env = environment(checkout);
  const { limits, signal } = checkout;
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
    const result = await run(command, { ...limits, memoryBytes: GIT_MEMORY_BYTES, processes: 64 }, { signal, onLine });
    return { code: exitCode(result, limits), lines };
  };
}

function exitCode(result: RunResult, limits: CloneLimits): number {
  if (result.kind === "exited") return result.code ?? 1;
  if (result.kind === "timed_out") {
    throw new BuildFailure("timed_out", `The clone took longer than ${limits.timeoutMs / 1000} s.`);
  }
  if (result.kind === "limit_exceeded")
    throw new BuildFailure("limit_exceeded", `The clone was stopped. ${result.what}`);
  throw new BuildFailure("clone_failed", "git could not be started on the service's machine.", { cause: result.cause });
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
    // By environment, since a credential on a command line is visible to everyone on the machine.
    GIT_CONFIG_COUNT: String(config.length),
  };
  for (const [index, [key, value]] of config.entries()) {
    env[`GIT_CONFIG_KEY_${index}`] = key;
    env[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return env;
}
