import { join } from "node:path";
import { asSshUrl } from "../../domain/ssh.ts";
import { BuildFailure } from "../failure.ts";
import { openFolder } from "../output/tree.ts";
import { kindAt } from "./checkout.ts";
import { type GitFolder, gitIn, makeRepository } from "./git.ts";
import type { Remote } from "./remote.ts";
import { writeCommit } from "./source.ts";

export interface FetchedSubmodule {
  readonly git: GitFolder;
  /** Below the checkout. */
  readonly path: string;
}

export interface Submodules {
  readonly fetched: readonly FetchedSubmodule[];
  readonly left: readonly {
    /** Below the checkout. */
    readonly path: string;
    /** A clause. */
    readonly why: string;
  }[];
}

/** Far more than a site has. */
const MAX_SUBMODULES = 20;
const MAX_DEPTH = 3;
/** Of one commit; each is looked up in its tree. */
const MAX_LISTED = 100;

interface Fetching {
  readonly files: string;
  /** Checks where a submodule is, and how it is reached. @throws {BuildFailure} */
  readonly open: (url: string) => Promise<Remote>;
}

interface Level {
  readonly git: GitFolder;
  /** Below the checkout. */
  readonly path: string;
  /** How many submodules led here. */
  readonly depth: number;
}

/** Before any command ran; what lies elsewhere, or cannot be read, is left. @throws {BuildFailure} `limit_exceeded` */
export async function fetchSubmodules(root: GitFolder, { files, open }: Fetching): Promise<Submodules> {
  const fetched: FetchedSubmodule[] = [];
  const left: { path: string; why: string }[] = [];
  const until = performance.now() + root.limits.timeoutMs;
  const waiting: Level[] = [{ git: root, path: "", depth: 0 }];
  for (let level = waiting.shift(); level !== undefined; level = waiting.shift()) {
    for (const { path: own, url } of await listed(level, files)) {
      const commitSha = await commitAt(level.git, own);
      // Without one it is an entry that git ignores as well.
      if (commitSha === undefined) continue;
      if (left.length >= MAX_SUBMODULES) break;
      const path = join(level.path, own);
      const folder = join(root.folder, `submodule-${fetched.length + 1}`);
      const timeoutMs = Math.round(until - performance.now());
      const got =
        fetched.length >= MAX_SUBMODULES
          ? `the repository has more than ${MAX_SUBMODULES}`
          : await fetchOne({ level, own, url, commitSha, folder, timeoutMs }, { files, open });
      if (typeof got === "string") left.push({ path, why: got });
      else {
        fetched.push({ git: got.git, path });
        waiting.push(got);
      }
    }
  }
  return { fetched, left };
}

interface Submodule {
  readonly level: Level;
  /** Below the commit that names it. */
  readonly own: string;
  /** As it is written there. */
  readonly url: string;
  readonly commitSha: string;
  /** For git's own data. */
  readonly folder: string;
  readonly timeoutMs: number;
}

/** @returns A clause that says why it was not fetched. */
async function fetchOne(
  { level, own, url: written, commitSha, folder, timeoutMs }: Submodule,
  { files, open }: Fetching,
): Promise<Level | string> {
  const { git: parent, depth } = level;
  if (depth >= MAX_DEPTH) return `it lies more than ${MAX_DEPTH} submodules deep`;
  if (timeoutMs <= 0) return "the others took all the time that a clone has";
  const url = submoduleUrl(written, parent.remote.url);
  if ("problem" in url) return url.problem;
  const path = join(level.path, own);
  if ((await kindBelow(files, path)) !== "folder") return "its folder is none";
  try {
    const git = { ...parent, folder, remote: await open(url.href), limits: { ...parent.limits, timeoutMs } };
    await makeRepository(git, commitSha);
    const { code } = await writeCommit(git, join(files, path), commitSha);
    if (code === 0) return { git, path, depth: depth + 1 };
    return "it does not exist there, lacks the commit, or needs a credential: an owner or admin lists it in the settings of the site to give it one";
  } catch (error) {
    if (!(error instanceof BuildFailure) || error.code === "limit_exceeded") throw error;
    return error.message.replace(/\.$/, "");
  }
}

/** What `.gitmodules` of the commit names, read as git reads it. */
async function listed(
  { git: folder, path: at }: Level,
  files: string,
): Promise<readonly { readonly path: string; readonly url: string }[]> {
  if ((await kindBelow(files, join(at, ".gitmodules"))) !== "file") return [];
  const git = gitIn(folder, { reach: "nothing" });
  const { code, lines } = await git("config", "--blob", "HEAD:.gitmodules", "--get-regexp", String.raw`^submodule\.`);
  if (code !== 0) return [];
  const modules = new Map<string, { path?: string; url?: string }>();
  for (const line of lines) {
    const [, name, key, value] = /^submodule\.(.+)\.(path|url) (.+)$/s.exec(line) ?? [];
    if (name === undefined || value === undefined) continue;
    modules.set(name, { ...modules.get(name), ...(key === "path" ? { path: value } : { url: value }) });
  }
  return [...modules.values()]
    .slice(0, MAX_LISTED)
    .flatMap(({ path, url }) => (path === undefined || url === undefined || !isInside(path) ? [] : [{ path, url }]));
}

const isInside = (path: string): boolean =>
  !path.split("/").some((name) => ["", ".", ".."].includes(name) || name.toLowerCase() === ".git");

async function commitAt(folder: GitFolder, path: string): Promise<string | undefined> {
  const git = gitIn(folder, { reach: "nothing" });
  const { lines } = await git("--literal-pathspecs", "ls-tree", "HEAD", "--", path);
  return /^160000 commit ([0-9a-f]{40}|[0-9a-f]{64})\t/.exec(lines[0] ?? "")?.[1];
}

async function kindBelow(files: string, path: string): Promise<"folder" | "file" | undefined> {
  await using folder = await openFolder(files);
  return await kindAt(folder, path);
}

/** Hosts read the name of a repository with and without its ending. */
export function isSameRepository(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) =>
    URL.parse(text)
      ?.href.replace(/\/+$/, "")
      .replace(/\.git$/, ""),
  );
  return left !== undefined && left === right;
}

/** Ways to write a repository that https reads as well, on hosts that everybody uses. */
const SAME_BY_HTTPS = new Set(["ssh:", "git:", "http:"]);

/** Over https of the same host as the repository that it is in, `parent`. */
export function submoduleUrl(written: string, parent: string): URL | { readonly problem: string } {
  const base = byHttps(URL.parse(`${parent.replace(/\/+$/, "")}/`));
  const url = byHttps(URL.parse(/^\.{1,2}\//.test(written) ? written : (asSshUrl(written) ?? written), base?.href));
  if (base === null || url === null) return { problem: "its URL cannot be read" };
  if (url.protocol !== base.protocol)
    return { problem: `its URL begins with ${url.protocol}, not with ${base.protocol}` };
  if (url.host !== base.host) {
    return { problem: `it is on another host, ${url.host.slice(0, 253)}, than the repository` };
  }
  return url;
}

function byHttps(url: URL | null): URL | null {
  if (url === null || !SAME_BY_HTTPS.has(url.protocol)) return url;
  // Ports are those of the other protocol.
  return URL.parse(`https://${url.hostname}${url.pathname}`);
}
