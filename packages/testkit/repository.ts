import { execFile } from "node:child_process";
import { cp, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
const GIT_TIMEOUT_MS = 20_000;
const MAX_OUTPUT_BYTES = 4 * 1024 * 1024;

const BRANCH = "autumn-season";
const BASE_BRANCH = "main";

export type SampleRepository = Readonly<Awaited<ReturnType<typeof makeRepository>>>;

export interface RepositorySource {
  /** Folder whose files become the branch. */
  readonly example: string;
  /** Folder of the repository; made when it is not there. */
  readonly path: string;
  /** First line of the commit. */
  readonly title?: string;
  readonly signal?: AbortSignal;
}

/**
 * Makes a small git repository of an example; the same files give the same commits, on every machine. Commits of an
 * earlier call stay in it.
 */
export async function makeRepository(source: RepositorySource) {
  const { path, title = "Announce the autumn season" } = source;
  const git = (...args: string[]): Promise<string> => runGit(path, args, source.signal);
  await mkdir(path, { recursive: true });
  await git("init", "--quiet", `--initial-branch=${BASE_BRANCH}`);
  await emptyFolder(path);
  await writeFile(
    join(path, "README.md"),
    "# Lantern Theatre\n\nThe theatre's web site: programme, history and tickets.\n",
  );
  const baseSha = await commit(git, { branch: BASE_BRANCH, message: "Open the repository", parent: undefined });
  await cp(source.example, path, { recursive: true });
  const headSha = await commit(git, { branch: BRANCH, message: title, parent: baseSha });
  await git("symbolic-ref", "HEAD", `refs/heads/${BRANCH}`);
  const changed = await git("diff", "--numstat", baseSha, headSha);
  const files = changed.split("\n").flatMap((line) => {
    const [additions, , filename] = line.split("\t");
    return filename === undefined ? [] : [{ filename, additions: Number(additions) || 0 }];
  });
  const url = pathToFileURL(path).href;
  return { path, url, branch: BRANCH, baseBranch: BASE_BRANCH, headSha, baseSha, title, files };
}

/** Plumbing alone, so that no hook, signature or template of this machine interferes. */
async function commit(
  git: (...args: string[]) => Promise<string>,
  { branch, message, parent }: { branch: string; message: string; parent: string | undefined },
): Promise<string> {
  await git("add", "--all", "--force", ".");
  const tree = await git("write-tree");
  const sha = await git("commit-tree", tree, "-m", message, ...(parent === undefined ? [] : ["-p", parent]));
  await git("update-ref", `refs/heads/${branch}`, sha);
  return sha;
}

async function emptyFolder(path: string): Promise<void> {
  const names = await readdir(path);
  const old = names.filter((name) => name !== ".git");
  await Promise.all(old.map((name) => rm(join(path, name), { recursive: true, force: true })));
}

async function runGit(path: string, args: readonly string[], signal: AbortSignal | undefined): Promise<string> {
  const settings = ["core.hooksPath=/dev/null", "core.autocrlf=false", "core.fileMode=false", "gc.auto=0"];
  const { stdout } = await run("git", [...settings.flatMap((one) => ["-c", one]), ...args], {
    cwd: path,
    timeout: GIT_TIMEOUT_MS,
    maxBuffer: MAX_OUTPUT_BYTES,
    ...(signal === undefined ? {} : { signal }),
    env: {
      PATH: process.env["PATH"] ?? "",
      HOME: path,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_TERMINAL_PROMPT: "0",
      GIT_AUTHOR_NAME: "Ada Novak",
      GIT_AUTHOR_EMAIL: "ada@greenroom.test",
      GIT_AUTHOR_DATE: "2026-09-14T08:12:41Z",
      GIT_COMMITTER_NAME: "Ada Novak",
      GIT_COMMITTER_EMAIL: "ada@greenroom.test",
      GIT_COMMITTER_DATE: "2026-09-14T08:12:41Z",
      LC_ALL: "C",
      TZ: "UTC",
    },
  });
  return stdout.trim();
}
