import { errorResponse, type GithubCall, type GithubResponse, type Handler } from "./call.ts";
import { CHECK_HANDLERS } from "./checks.ts";
import { COMMENT_HANDLERS } from "./comments.ts";
import { DEPLOYMENT_HANDLERS } from "./deployments.ts";
import type { Operation } from "./openapi.ts";
import { PULL_HANDLERS } from "./pulls.ts";
import { RUN_HANDLERS } from "./runs.ts";

const HANDLERS: ReadonlyMap<string, Handler> = new Map(
  [PULL_HANDLERS, COMMENT_HANDLERS, DEPLOYMENT_HANDLERS, CHECK_HANDLERS, RUN_HANDLERS].flatMap((one) =>
    Object.entries(one),
  ),
);

export const OPERATION_IDS: readonly string[] = [...HANDLERS.keys()];

export function handleOperation(id: string, call: GithubCall): GithubResponse {
  const handler = HANDLERS.get(id);
  return handler === undefined ? errorResponse(404, "Not Found") : handler(call);
}

/** The permissions of a token, as `permissions:` of a workflow names them. */
export type Permissions = Readonly<Record<string, "read" | "write">>;

export const WORKFLOW_PERMISSIONS: Permissions = {
  contents: "read",
  "pull-requests": "write",
  deployments: "write",
  checks: "write",
  statuses: "write",
  actions: "read",
};

/** Any one of these is enough. */
function acceptedPermissions(operation: Operation): readonly string[] {
  const { path } = operation;
  if (path.includes("/issues/")) return ["issues", "pull-requests"];
  if (path.includes("/pulls")) return ["pull-requests"];
  if (path.includes("/deployment_protection_rule")) return ["deployments"];
  if (path.includes("/deployments")) return ["deployments"];
  if (path.includes("/check-runs")) return ["checks"];
  if (path.includes("/statuses/")) return ["statuses"];
  if (path.endsWith("/dispatches")) return ["contents"];
  return [];
}

/**
 * The permission that a token lacks for an operation, as `X-Accepted-GitHub-Permissions` names it.
 * @param permissions Undefined for a user's own token, which has all.
 * @see GitHub, Troubleshooting the REST API
 */
export function missingPermission(operation: Operation, permissions: Permissions | undefined): string | undefined {
  const names = acceptedPermissions(operation);
  // A public repository needs no permission to read.
  if (permissions === undefined || operation.method === "GET" || names.length === 0) return undefined;
  if (names.some((name) => permissions[name] === "write")) return undefined;
  return names.map((name) => `${name.replace("-", "_")}=write`).join("; ");
}
