/** Who a request to the stand-in comes from. */
export interface Person {
  readonly login: string;
  readonly id: number;
  readonly type: "User" | "Bot" | "Organization";
}

/** The account a workflow's own token acts as, with GitHub's real id. */
export const ACTIONS_BOT: Person = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };

/** Author of the sample pull request. */
export const AUTHOR: Person = { login: "ada-novak", id: 73_194_852, type: "User" };

/** A colleague who comments and reviews. */
export const REVIEWER: Person = { login: "mira-okafor", id: 61_207_438, type: "User" };

/** Owner of the sample repository. */
export const ORGANIZATION: Person = { login: "lantern-theatre", id: 138_402_917, type: "Organization" };

/** Someone outside the organization, who works in a fork. */
export const OUTSIDER: Person = { login: "passer-by", id: 90_551_276, type: "User" };

/**
 * Makes the opaque id GitHub shows beside every number.
 * @param kind Name of the resource, such as `IssueComment`.
 * @param id Its number.
 */
export function nodeId(kind: string, id: number): string {
  return Buffer.from(`${kind.length}:${kind}${id}`).toString("base64url");
}

/**
 * Renders an account as GitHub does.
 * @param person Account.
 * @param apiUrl Address of the stand-in, without a slash at its end.
 */
export function renderUser(person: Person, apiUrl: string): Record<string, unknown> {
  const url = `${apiUrl}/users/${encodeURIComponent(person.login)}`;
  const page = person.type === "Bot" ? `apps/${person.login.replace("[bot]", "")}` : person.login;
  return {
    login: person.login,
    id: person.id,
    node_id: nodeId(person.type, person.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${person.id}?v=4`,
    gravatar_id: "",
    url,
    html_url: `https://github.com/${page}`,
    followers_url: `${url}/followers`,
    following_url: `${url}/following{/other_user}`,
    gists_url: `${url}/gists{/gist_id}`,
    starred_url: `${url}/starred{/owner}{/repo}`,
    subscriptions_url: `${url}/subscriptions`,
    organizations_url: `${url}/orgs`,
    repos_url: `${url}/repos`,
    events_url: `${url}/events{/privacy}`,
    received_events_url: `${url}/received_events`,
    type: person.type,
    user_view_type: "public",
    site_admin: false,
  };
}

/**
 * Renders the app that acts for a bot, as `performed_via_github_app` shows it.
 * @param person Account.
 * @param apiUrl Address of the stand-in.
 * @returns The app, or null for a person.
 */
export function renderApp(person: Person, apiUrl: string): Record<string, unknown> | null {
  if (person.type !== "Bot") return null;
  const slug = person.login.replace("[bot]", "");
  const id = slug === "github-actions" ? 15_368 : 29_110;
  return {
    id,
    slug,
    node_id: nodeId("Integration", id),
    owner: renderUser({ login: "github", id: 9919, type: "Organization" }, apiUrl),
    name: slug === "github-actions" ? "GitHub Actions" : slug,
    description: "Automate your workflow from idea to production",
    external_url: "https://help.github.com/en/actions",
    html_url: `https://github.com/apps/${slug}`,
    created_at: "2018-07-30T09:30:17Z",
    updated_at: "2026-04-10T20:33:16Z",
    permissions: { checks: "write", deployments: "write", issues: "write", metadata: "read", pull_requests: "write" },
    events: ["check_run", "deployment", "issue_comment", "pull_request", "push", "workflow_run"],
  };
}
