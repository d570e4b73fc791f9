import { readFileSync } from "node:fs";
import type { Environment } from "../../src/github/payload.ts";

/** Payloads of GitHub's own examples, cut to what a trigger could read; the rest are copies changed in place. */
export type Sample =
  | "deployment_status.created"
  | "issue_comment.created"
  | "merge_group.checks_requested"
  | "pull_request.closed"
  | "pull_request.opened"
  | "push.branch"
  | "push.tag"
  | "repository_dispatch"
  | "workflow_dispatch"
  | "workflow_run.completed";

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Reads a sample and sets values at dotted paths. */
export function sample(name: Sample, changes: Readonly<Record<string, Json>> = {}): Json {
  const payload: Json = JSON.parse(readFileSync(new URL(`payloads/${name}.json`, import.meta.url), "utf8"));
  for (const [path, value] of Object.entries(changes)) setAt(payload, path.split("."), value);
  return payload;
}

function setAt(target: Json, [name = "", ...rest]: readonly string[], value: Json): void {
  if (typeof target !== "object" || target === null || Array.isArray(target)) throw new Error(`no object at ${name}`);
  if (rest.length === 0) target[name] = value;
  else setAt((target[name] ??= {}), rest, value);
}

/** Environment the runner sets, for the repository of most samples. */
export function environment(changes: Environment = {}): Environment {
  return {
    GITHUB_EVENT_NAME: "pull_request",
    GITHUB_REPOSITORY: "Codertocat/Hello-World",
    GITHUB_REPOSITORY_ID: "186853002",
    GITHUB_SERVER_URL: "https://github.com",
    GITHUB_API_URL: "https://api.github.com",
    GITHUB_RUN_ID: "4711",
    GITHUB_RUN_ATTEMPT: "2",
    GITHUB_ACTOR: "Codertocat",
    // What GitHub sets on a pull request: the merge commit, which must never be deployed.
    GITHUB_SHA: "0123456789012345678901234567890123456789",
    GITHUB_REF: "refs/pull/2/merge",
    ...changes,
  };
}
