import type { Repository } from "./state.ts";

/** `owner/name`. */
export function fullName(repository: Repository): string {
  return `${repository.owner.login}/${repository.name}`;
}

export function repositoryPage(repository: Repository): string {
  return `https://github.com/${fullName(repository)}`;
}

export function repositoryApi(repository: Repository, apiUrl: string): string {
  return `${apiUrl}/repos/${fullName(repository)}`;
}

export function renderRepository(repository: Repository, apiUrl: string): Record<string, unknown> {
  const url = repositoryApi(repository, apiUrl);
  const page = repositoryPage(repository);
  return {
    id: repository.id,
    name: repository.name,
    full_name: fullName(repository),
    owner: repository.owner,
    private: repository.private,
    html_url: page,
    description: "The theatre's web site: programme, history and tickets.",
    fork: repository.fork,
    url,
    clone_url: `${page}.git`,
    default_branch: repository.defaultBranch,
  };
}
