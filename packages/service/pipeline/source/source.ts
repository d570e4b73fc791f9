import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { titleLine } from "@greenroom/contract/label";
import { BuildFailure, MachineFault } from "../failure.ts";
import type { BranchCheck } from "../record.ts";
import { branchRef, findOnBranch, seenOn, TIP_REF } from "./branch.ts";
import {
  FULL_SHA,
  type Git,
  type GitFolder,
  gitIn,
  type GitResult,
  gitScript,
  makeRepository,
  OWNED_BY_ANOTHER,
  type RemoteProblem,
  remoteProblem,
} from "./git.ts";
import type { Remote } from "./remote.ts";

/** The fetched commit; the request can also have named a tag of one. */
const FETCHED_REF = "refs/greenroom/source";
const FETCHED = `${FETCHED_REF}^{commit}`;

/** What to fetch: a commit, else the tip of a branch, else that of the default branch. */
interface SourceRequest {
  readonly commitSha: string | null;
  readonly branch: string | null;
  /** The commit was found on the branch before. */
  readonly verified: boolean;
}

interface Checkout extends GitFolder {
  readonly wanted: SourceRequest;
  readonly onLine: (line: string) => void;
}

export interface Source {
  readonly commitSha: string;
  /** Folder of the files; git's own data is not in it. */
  readonly files: string;
  readonly branch: BranchCheck;
  /** Undefined when git cannot say it. */
  readonly about: { readonly message: string; readonly author: string } | undefined;
}

export async function fetchSource(checkout: Checkout): Promise<Source> {
  const files = join(checkout.folder, "site");
  await mkdir(files, { recursive: true, mode: 0o755 });
  const git = gitIn(checkout, { files });
  const { remote, wanted } = checkout;
  await makeRepository(checkout, wanted.commitSha);
  const written = await fetchCommit(checkout, files, await resolveTarget(git, remote, wanted));
  if (written.code !== 0) {
    throw (await isFetched(checkout))
      ? await checkoutFailure(git, written, checkout)
      : fetchFailure(written.lines, checkout);
  }
  // A detached HEAD names the commit itself. [gitrepository-layout(5)]
  const commitSha = (await readFile(join(checkout.folder, "git", "HEAD"), "utf8")).trim();
  if (!FULL_SHA.test(commitSha)) throw notFound(wanted);
  return { commitSha, files, about: aboutCommit(written), branch: await checkBranch(checkout, commitSha) };
}

/** What people know the commit by, as the last two lines. */
const SAY_ABOUT = `{ git log -1 --format='author %an%nsubject %s' '${FETCHED}' || :; }`;

const FETCH_AND_WRITE = `url=$1; shift
git fetch --quiet --depth=1 --no-tags --no-write-fetch-head -- "$url" "$@" &&
git -c core.autocrlf=false checkout --quiet --force --detach '${FETCHED}' &&
${SAY_ABOUT}`;

const FETCH_ALONE = `url=$1; shift
git fetch --quiet --depth=1 --filter=tree:0 --no-tags --no-write-fetch-head -- "$url" "$@" &&
${SAY_ABOUT}`;

/**
 * @param branch Where it has to be: null is the default branch, undefined none.
 * @throws {BuildFailure} `commit_not_found`, or another code when the repository cannot be read.
 */
export async function seeCommit(
  given: GitFolder,
  commitSha: string,
  branch: string | null | undefined,
): Promise<Omit<Source, "files">> {
  const wanted = { commitSha, branch: branch ?? null, verified: false };
  const checkout: Checkout = { ...given, wanted, onLine: () => {} };
  await mkdir(given.folder, { recursive: true, mode: 0o700 });
  await makeRepository(given, commitSha);
  const commit = `${commitSha}:${FETCHED_REF}`;
  const fetch = (...refs: readonly string[]): Promise<GitResult> =>
    gitScript(given, {}, { script: FETCH_ALONE, args: [given.remote.url, ...refs] });
  let fetched = await fetch(commit, ...(branch === undefined ? [] : [`+${branchRef(branch)}:${TIP_REF}`]));
  if (fetched.code !== 0 && !(await isFetched(checkout))) fetched = await fetch(commit);
  if (fetched.code !== 0 && !(await isFetched(checkout))) throw fetchFailure(fetched.lines, checkout);
  const reason = "no branch was named";
  const seen = branch === undefined ? ({ kind: "unverified", reason } as const) : await atBranch(checkout, commitSha);
  return { commitSha, branch: seen, about: aboutCommit(fetched) };
}

export function writeCommit(given: GitFolder, files: string, commitSha: string): Promise<GitResult> {
  return gitScript(
    given,
    { files },
    { script: FETCH_AND_WRITE, args: [given.remote.url, `${commitSha}:${FETCHED_REF}`] },
  );
}

/** @returns Untrusted text. */
function aboutCommit({ lines }: GitResult): Source["about"] {
  const [author, subject] = lines.slice(-2);
  if (author?.startsWith("author ") !== true || subject?.startsWith("subject ") !== true) return undefined;
  return { message: titleLine(subject.slice("subject ".length)), author: titleLine(author.slice("author ".length)) };
}

/** The tip of the branch comes along, since most commits are that; a branch that is gone must not fail the clone. */
async function fetchCommit(checkout: Checkout, files: string, target: string): Promise<GitResult> {
  const { remote, wanted } = checkout;
  const fetch = (...refs: readonly string[]): Promise<GitResult> =>
    gitScript(checkout, { files }, { script: FETCH_AND_WRITE, args: [remote.url, ...refs] });
  const commit = `${target}:${FETCHED_REF}`;
  const { commitSha, branch, verified } = wanted;
  if (commitSha === null || branch === null || verified) return fetch(commit);
  const both = await fetch(commit, `+refs/heads/${branch}:${TIP_REF}`);
  return both.code === 0 || (await isFetched(checkout)) ? both : fetch(commit);
}

/** @param files An empty folder. */
export async function writeFilesAgain(given: GitFolder, files: string): Promise<void> {
  const git = gitIn(given, { files, reach: "nothing" });
  const { code } = await git("-c", "core.autocrlf=false", "checkout", "--quiet", "--force", "--detach", FETCHED);
  if (code !== 0) throw new BuildFailure("clone_failed", "The files of the commit could not be written again.");
}

/** Copies a commit, `$1`, without what came before it, into an empty repository, `$2`. */
const COPY_COMMIT = `printf '%s\\n' "$1" | git pack-objects --quiet --revs "$2/objects/pack/pack" &&
GIT_INDEX_FILE=$2/index git read-tree "$1"`;

/**
 * Puts a repository of the commit alone beside its files, for programs of a build that ask git; nothing of the service
 * reads it. [gitrepository-layout(5)]
 */
export async function placeRepository(
  given: GitFolder,
  { files, commitSha }: Pick<Source, "files" | "commitSha">,
): Promise<void> {
  const folder = join(given.folder, "shown");
  const data = join(folder, "git");
  await makeRepository({ folder }, commitSha);
  await mkdir(join(data, "objects", "pack"));
  for (const name of ["HEAD", "shallow"]) await writeFile(join(data, name), `${commitSha}\n`);
  const script = { script: COPY_COMMIT, args: [commitSha, data] };
  const { code, lines } = await gitScript(given, { files, reach: "nothing" }, script);
  if (code !== 0) throw diskFailure(lines) ?? new BuildFailure("clone_failed", "The commit could not be copied.");
  await rename(data, join(files, ".git"));
}

/** A reference that was fetched just now is a file of its own. [gitrepository-layout(5)] */
async function readReference({ folder }: Checkout, name: string): Promise<string | undefined> {
  return (await readFile(join(folder, "git", name), "utf8").catch(() => undefined))?.trim();
}

async function isFetched(checkout: Checkout): Promise<boolean> {
  return (await readReference(checkout, FETCHED_REF)) !== undefined;
}

async function checkBranch(checkout: Checkout, commitSha: string): Promise<BranchCheck> {
  const { commitSha: named, branch, verified } = checkout.wanted;
  if (verified || named === null) return branch === null ? { kind: "default" } : { kind: "branch", name: branch };
  if (branch === null) return { kind: "unverified", reason: "no branch was named" };
  return atBranch(checkout, commitSha);
}

async function atBranch(checkout: Checkout, commitSha: string): Promise<BranchCheck> {
  const { branch } = checkout.wanted;
  const tip = await readReference(checkout, TIP_REF);
  if (tip === undefined) {
    const name = branch === null ? "default branch" : `branch '${branch}'`;
    return { kind: "unverified", reason: `the repository has no ${name} now, or does not tell its commit` };
  }
  if (tip === commitSha) return seenOn(branch);
  const history = { ...checkout, folder: join(checkout.folder, "history"), ...checkout.limits };
  return findOnBranch(history, { commitSha, branch });
}

async function checkoutFailure(
  git: Git,
  { lines }: GitResult,
  { wanted, onLine }: Checkout,
): Promise<BuildFailure | MachineFault> {
  const commit = await git("rev-parse", "--verify", "--quiet", FETCHED);
  if (commit.code !== 0) return notFound(wanted);
  for (const line of lines.slice(-10)) onLine(line);
  return diskFailure(lines) ?? new BuildFailure("clone_failed", "The files of the commit could not be written.");
}

/** What the other end says is marked by git, and says nothing about the disk of the service. */
function diskFailure(lines: readonly string[]): MachineFault | undefined {
  const isFull = lines.some((line) => !line.startsWith("remote:") && /No space left on device|Disk quota/i.test(line));
  return isFull ? new MachineFault("storage_exhausted", "The disk of the machine is full.") : undefined;
}

/** What to ask the remote for; [§8 row 12] a commit wins over a branch. */
async function resolveTarget(git: Git, remote: Remote, wanted: SourceRequest): Promise<string> {
  if (wanted.commitSha !== null) {
    return FULL_SHA.test(wanted.commitSha) ? wanted.commitSha : lengthen(git, remote, wanted);
  }
  return wanted.branch === null ? "HEAD" : `refs/heads/${wanted.branch}`;
}

/** An abbreviated name cannot be fetched; the history without its files has the full one. */
async function lengthen(git: Git, remote: Remote, wanted: SourceRequest): Promise<string> {
  const history = await git(
    "fetch",
    "--quiet",
    "--filter=tree:0",
    "--no-tags",
    "--",
    remote.url,
    "+refs/heads/*:refs/greenroom/heads/*",
  );
  if (history.code !== 0) throw fetchFailure(history.lines, { remote, wanted, onLine: () => {} });
  const found = await git("rev-parse", "--verify", "--quiet", `${wanted.commitSha ?? ""}^{commit}`);
  const full = found.lines[0];
  if (found.code !== 0 || full === undefined || !FULL_SHA.test(full)) throw notFound(wanted);
  return full;
}

function notFound({ commitSha, branch }: SourceRequest): BuildFailure {
  if (commitSha !== null)
    return new BuildFailure(
      "commit_not_found",
      `The repository has no commit ${commitSha}; perhaps it is not pushed yet.`,
    );
  if (branch !== null) return new BuildFailure("commit_not_found", `The repository has no branch '${branch}'.`);
  return new BuildFailure("commit_not_found", "The repository is empty: it has no commit yet.");
}

function fetchFailure(
  lines: readonly string[],
  { remote, wanted, onLine }: Pick<Checkout, "remote" | "wanted" | "onLine">,
): BuildFailure | MachineFault {
  const text = lines.join("\n");
  const full = diskFailure(lines);
  if (full !== undefined) return full;
  if (/not our ref|couldn't find remote ref|no such remote ref|unadvertised object|bad object/i.test(text)) {
    return notFound(wanted);
  }
  const ssh = remote.protocol === "ssh" ? sshFailure(text) : undefined;
  for (const line of lines.slice(-10)) onLine(line);
  if (ssh !== undefined) return new BuildFailure("clone_failed", ssh);
  if (remote.credentialHint !== undefined) onLine(remote.credentialHint);
  const problem = remoteProblem(text);
  const why =
    problem === undefined
      ? "The repository could not be read; the last lines of the log are from git."
      : PROBLEMS[problem];
  return new BuildFailure("clone_failed", why);
}

const NONE_OR_HIDDEN = "The repository does not exist, or the service cannot read it.";

const PROBLEMS: Readonly<Record<RemoteProblem, string>> = {
  owned_by_another: `The repository ${OWNED_BY_ANOTHER}.`,
  credential:
    "The repository requires a credential that the service does not have for this workspace. An owner or admin adds one on the page Repositories, or the operator to secrets.json.",
  redirect: "The repository host redirects; use the URL it redirects to.",
  no_repository: NONE_OR_HIDDEN,
  missing: NONE_OR_HIDDEN,
  certificate:
    "The certificate of the repository's host has expired, or the machine that builds does not know who signed it. The operator names a private authority in GIT_SSL_CAINFO.",
};

/** What ssh itself said, before git could speak to the other side. */
function sshFailure(text: string): string | undefined {
  if (/host key verification failed|host identification has changed|no \w+ host key is known/i.test(text)) {
    return "The host of the repository showed another key than the one that is recorded. If the host has changed its key, make a new deploy key with it; if not, somebody may be in between.";
  }
  if (/permission denied/i.test(text)) {
    return "The host of the repository does not accept the site's deploy key. Add its public half to the repository, with read access.";
  }
  if (/cannot run ssh|ssh: not found|ssh: command not found/i.test(text)) {
    return "ssh is not installed on the service's machine. Ask the operator to install an OpenSSH client, or use an https URL.";
  }
  if (/connection (?:refused|timed out|closed|reset)|connect to host|no route to host/i.test(text)) {
    return "The host of the repository could not be reached over ssh.";
  }
  return undefined;
}
