import type { Operation } from "./description.ts";

/** What a token may do, as `permissions:` of a workflow names it. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

/** What the workflow of the demo grants. */
export const WORKFLOW_PERMISSIONS: Permissions = {
  contents: "read",
  "pull-requests": "write",
  deployments: "write",
  checks: "write",
  statuses: "write",
  actions: "read",
};

/** Any one of these is enough. */
function needs(operation: Operation): readonly string[] {
  const { path } = operation;
  if (path.includes("/issues/")) return ["issues", "pull-requests"];
  if (path.includes("/pulls")) return ["pull-requests"];
  if (path.includes("/deployment_protection_rule")) return ["deployments"];
  if (path.includes("/actions/runs/"))
    return path.endsWith("/pending_deployments") ? ["deployments", "actions"] : ["actions"];
  if (path.includes("/deployments")) return ["deployments"];
  if (path.includes("/check-runs")) return ["checks"];
  if (path.includes("/statuses/")) return ["statuses"];
  if (path.endsWith("/dispatches")) return ["contents"];
  return [];
}

/**
 * Names the permission a token lacks for an operation.
 * @param operation Operation of the description.
 * @param permissions What the token may do; undefined: everything, as a person's own token.
 * @returns Value of `X-Accepted-GitHub-Permissions`, or undefined when nothing is missing.
 * @see GitHub, Troubleshooting the REST API
 */
export function missingPermission(operation: Operation, permissions: Permissions | undefined): string | undefined {
  const names = needs(operation);
  // Everyone may read a public repository.
  if (permissions === undefined || operation.method === "GET" || names.length === 0) return undefined;
  if (names.some((name) => permissions[name] === "write")) return undefined;
  return names.map((name) => `${name.replace("-", "_")}=write`).join("; ");
}
