import { z } from "zod";

export const GithubUser = z.object({ login: z.string(), id: z.int(), type: z.enum(["User", "Bot", "Organization"]) });

export type GithubUser = Readonly<z.infer<typeof GithubUser>>;

/** The account a workflow's own token acts as, with GitHub's real id. */
export const ACTIONS_BOT: GithubUser = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" };

export const AUTHOR: GithubUser = { login: "ada-novak", id: 73_194_852, type: "User" };

export const REVIEWER: GithubUser = { login: "mira-okafor", id: 61_207_438, type: "User" };

export const ORGANIZATION: GithubUser = { login: "lantern-theatre", id: 138_402_917, type: "Organization" };

/** A contributor from outside the organization, who works in a fork. */
export const OUTSIDER: GithubUser = { login: "passer-by", id: 90_551_276, type: "User" };

/** The opaque id that GitHub shows beside every number; `kind` is a resource such as `IssueComment`. */
export function nodeId(kind: string, id: number): string {
  return Buffer.from(`${kind.length}:${kind}${id}`).toString("base64url");
}

export function renderUser(user: GithubUser, apiUrl: string): Record<string, unknown> {
  const url = `${apiUrl}/users/${encodeURIComponent(user.login)}`;
  const page = user.type === "Bot" ? `apps/${user.login.replace("[bot]", "")}` : user.login;
  return {
    login: user.login,
    id: user.id,
    node_id: nodeId(user.type, user.id),
    avatar_url: `https://avatars.githubusercontent.com/u/${user.id}?v=4`,
    url,
    html_url: `https://github.com/${page}`,
    type: user.type,
  };
}

/** The app that acts for a bot, as `performed_via_github_app` shows it; null for a user. */
export function renderApp(user: GithubUser, apiUrl: string): Record<string, unknown> | null {
  if (user.type !== "Bot") return null;
  const slug = user.login.replace("[bot]", "");
  const id = slug === "github-actions" ? 15_368 : 29_110;
  return {
    id,
    slug,
    node_id: nodeId("Integration", id),
    owner: renderUser({ login: "github", id: 9919, type: "Organization" }, apiUrl),
    name: slug === "github-actions" ? "GitHub Actions" : slug,
    html_url: `https://github.com/apps/${slug}`,
    permissions: { checks: "write", deployments: "write", issues: "write", metadata: "read", pull_requests: "write" },
    events: ["check_run", "deployment", "issue_comment", "pull_request", "push", "workflow_run"],
  };
}
