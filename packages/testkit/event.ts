import type { Github } from "./github.ts";
import type { Pull } from "./github/state.ts";
import { renderUser } from "./github/people.ts";

/**
 * The payload of a `pull_request` event, as GitHub sends it when someone pushes to the branch.
 * @param github Stand-in that knows the pull request.
 * @param pull Pull request.
 * @param action What happened to it.
 */
export function pullRequestEvent(
  github: Github,
  pull: Pull,
  action: "opened" | "synchronize" | "closed" = "synchronize",
): { name: "pull_request"; payload: Record<string, unknown> } {
  return {
    name: "pull_request",
    payload: {
      action,
      number: pull.number,
      ...(action === "synchronize" ? { before: pull.base.sha, after: pull.head.sha } : {}),
      pull_request: github.pullPayload(pull),
      repository: github.repositoryPayload(),
      sender: renderUser(pull.author, github.apiUrl),
    },
  };
}
