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
