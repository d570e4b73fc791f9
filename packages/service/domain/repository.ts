import { MAX_TITLE_CHARS } from "@greenroom/contract/limits";

/** Control characters, and line breaks of any script. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;

/** One line of text from a repository or a client, cut to what a record keeps. */
export function title(text: string): string {
  const line = text.toWellFormed().replaceAll(BREAKS, " ").trim();
  const characters = Array.from(line);
  return characters.length <= MAX_TITLE_CHARS ? line : `${characters.slice(0, MAX_TITLE_CHARS - 1).join("")}…`;
}

/** Pages of a repository. */
export interface RepositoryLinks {
  commit(sha: string): string;
  pull(number: number): string;
}

/**
 * The pages of a repository on GitHub.
 * @param repositoryUrl Untrusted, of a site.
 * @returns Undefined for a repository that lies elsewhere.
 */
export function githubLinks(repositoryUrl: string | null): RepositoryLinks | undefined {
  const named = /^https:\/\/github\.com\/([\w.-]{1,100})\/([\w.-]{1,100}?)(?:\.git)?\/?$/.exec(repositoryUrl ?? "");
  if (!named) return undefined;
  const base = `https://github.com/${named[1]}/${named[2]}`;
  return { commit: (sha) => `${base}/commit/${sha}`, pull: (number) => `${base}/pull/${number}` };
}
