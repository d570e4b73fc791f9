import type { NamedPull, Trigger } from "../../src/github/trigger.ts";

const PULL: NamedPull = {
  kind: "named",
  number: 42,
  fork: false,
  state: "open",
  merged: false,
  headRepositoryId: 1296269,
  createdMs: 0,
};

const PULL_REQUEST: Trigger = {
  eventName: "pull_request",
  repository: { id: "1296269", owner: "octocat", name: "hello-world" },
  apiUrl: "https://api.github.com",
  forge: "github",
  run: { id: 77, attempt: 1, url: "https://github.com/octocat/hello-world/actions/runs/77" },
  head: { sha: "a".repeat(40), branch: "feature/x" },
  pull: PULL,
  fromFork: false,
  dependabot: false,
  deleted: false,
  problems: [],
};

/**
 * A pull request's trigger, or one that differs from it.
 * @param different Fields to replace; `pullState` replaces the state of its pull request.
 */
export function trigger(different: Partial<Trigger> & { readonly pullState?: NamedPull["state"] }): Trigger {
  const { pullState, ...fields } = different;
  const pull = pullState === undefined ? PULL : { ...PULL, state: pullState };
  return { ...PULL_REQUEST, pull, ...fields };
}
