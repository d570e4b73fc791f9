import type { Repository } from "./state.ts";
import { nodeId, renderUser } from "./users.ts";

const LINKS = {
  archive_url: "/{archive_format}{/ref}",
  assignees_url: "/assignees{/user}",
  blobs_url: "/git/blobs{/sha}",
  branches_url: "/branches{/branch}",
  collaborators_url: "/collaborators{/collaborator}",
  comments_url: "/comments{/number}",
  commits_url: "/commits{/sha}",
  compare_url: "/compare/{base}...{head}",
  contents_url: "/contents/{+path}",
  contributors_url: "/contributors",
  deployments_url: "/deployments",
  downloads_url: "/downloads",
  events_url: "/events",
  forks_url: "/forks",
  git_commits_url: "/git/commits{/sha}",
  git_refs_url: "/git/refs{/sha}",
  git_tags_url: "/git/tags{/sha}",
  hooks_url: "/hooks",
  issue_comment_url: "/issues/comments{/number}",
  issue_events_url: "/issues/events{/number}",
  issues_url: "/issues{/number}",
  keys_url: "/keys{/key_id}",
  labels_url: "/labels{/name}",
  languages_url: "/languages",
  merges_url: "/merges",
  milestones_url: "/milestones{/number}",
  notifications_url: "/notifications{?since,all,participating}",
  pulls_url: "/pulls{/number}",
  releases_url: "/releases{/id}",
  stargazers_url: "/stargazers",
  statuses_url: "/statuses/{sha}",
  subscribers_url: "/subscribers",
  subscription_url: "/subscription",
  tags_url: "/tags",
  teams_url: "/teams",
  trees_url: "/git/trees{/sha}",
};

const FIXED_FIELDS = {
  mirror_url: null,
  homepage: null,
  language: "HTML",
  forks_count: 1,
  forks: 1,
  stargazers_count: 12,
  watchers_count: 12,
  watchers: 12,
  size: 148,
  open_issues_count: 1,
  open_issues: 1,
  topics: [],
  has_issues: true,
  has_projects: false,
  has_wiki: false,
  has_pages: false,
  has_downloads: false,
  has_discussions: false,
  archived: false,
  disabled: false,
  pushed_at: "2026-09-14T08:12:41Z",
  created_at: "2025-02-03T10:26:09Z",
  updated_at: "2026-09-14T08:12:44Z",
  allow_forking: true,
  is_template: false,
  web_commit_signoff_required: false,
  license: null,
};

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
  const links = Object.fromEntries(Object.entries(LINKS).map(([name, path]) => [name, `${url}${path}`]));
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: fullName(repository),
    owner: renderUser(repository.owner, apiUrl),
    private: repository.private,
    visibility: repository.private ? "private" : "public",
    html_url: page,
    description: "The theatre's web site: programme, history and tickets.",
    fork: repository.fork,
    url,
    ...links,
    git_url: `git://github.com/${fullName(repository)}.git`,
    ssh_url: `git@github.com:${fullName(repository)}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    default_branch: repository.defaultBranch,
    ...FIXED_FIELDS,
  };
}
