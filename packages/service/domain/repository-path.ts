import { decoded } from "./decoded.ts";

/** The names of a URL's path, decoded; undefined when a server could read them as another path than they look like. */
export type RepositoryPath = readonly string[];

/**
 * Takes the path of a repository URL apart. `URL` has resolved `.` and `..`, and written the host in lower case.
 * @returns Undefined for what servers disagree about: empty names, encoded slashes, twice encoded names, parameters after a semicolon.
 */
export function pathOf(url: URL): RepositoryPath | undefined {
  const names: string[] = [];
  for (const part of url.pathname.replace(/^\//, "").replace(/\/$/, "").split("/")) {
    const name = decoded(part);
    if (name === undefined || /^\.{0,2}$|[/\\%;]|\p{Cc}/u.test(name)) return undefined;
    names.push(name);
  }
  return names;
}

export function ownerAndName(url: URL): readonly [owner: string, name: string] | undefined {
  const [owner, name, ...more] = pathOf(url) ?? [];
  if (owner === undefined || name === undefined || more.length > 0) return undefined;
  const plain = name.replace(/\.git$/, "");
  return [owner, plain].every((one) => /^[\w.-]{1,100}$/.test(one)) ? [owner, plain] : undefined;
}

/** Whether a URL, over https or ssh, is that of a repository of GitHub, or of the server that an API is on. */
export function isGithubRepository(
  url: URL,
  {
    api_url: apiUrl,
    owner,
    repository,
  }: { readonly api_url: string; readonly owner: string; readonly repository: string },
): boolean {
  const api = new URL(apiUrl).hostname;
  const [ownerOf, name] = ownerAndName(url) ?? [];
  const isHost = url.hostname === (api === "api.github.com" ? "github.com" : api);
  return isHost && ownerOf?.toLowerCase() === owner && name?.toLowerCase() === repository;
}

interface RepositoryFolder {
  readonly origin: string;
  /** Names of its path. */
  readonly depth: number;
  covers(path: RepositoryPath): boolean;
}

const SUFFIX = /\.git$/;

/** Reads the URL of a repository, or of a folder of repositories; undefined when it is neither. */
export function repositoryFolder(text: string): RepositoryFolder | undefined {
  const url = URL.parse(text);
  if (url?.protocol !== "https:" || url.username !== "" || url.password !== "") return undefined;
  if (/[?#\s]/.test(text)) return undefined;
  const whole = url.pathname === "/" ? [] : pathOf(url);
  if (whole === undefined) return undefined;
  const last = whole.at(-1) ?? "";
  const folder = url.pathname.endsWith("/");
  const repository = SUFFIX.test(last) && !folder;
  const names = [...whole.slice(0, -1), ...(whole.length === 0 ? [] : [repository ? last.replace(SUFFIX, "") : last])];
  return {
    origin: url.origin,
    depth: names.length,
    covers(path) {
      const below = path.length - names.length;
      if (repository ? below !== 0 : below < (folder ? 1 : 0)) return false;
      return names.every((name, index) => {
        const given = path[index] ?? "";
        // Servers take a repository's name with and without the suffix.
        return given === name || (index === path.length - 1 && given.replace(SUFFIX, "") === name);
      });
    },
  };
}

/** Of credentials the one whose URL covers a repository with the most names of its path. */
export function mostSpecific<Credential extends { readonly url: string }>(
  credentials: readonly Credential[],
  repository: URL,
): { readonly credential: Credential; readonly depth: number } | undefined {
  const path = pathOf(repository);
  if (path === undefined) return undefined;
  const covering = credentials.flatMap((credential) => {
    const folder = repositoryFolder(credential.url);
    return folder?.origin === repository.origin && folder.covers(path) ? [{ credential, depth: folder.depth }] : [];
  });
  return covering.toSorted((one, other) => other.depth - one.depth)[0];
}
