import { errorResponse, pageOf, type GithubResponse } from "./call.ts";
import type { Forge, ForgeRequest } from "./forge.ts";
import { loadOpenapi } from "./openapi.ts";
import { handleOperation, missingPermission, WORKFLOW_PERMISSIONS } from "./operations.ts";
import { isThisRepository, renderPull } from "./pulls.ts";
import { renderRepository } from "./repository.ts";
import { ACTIONS_BOT, type GithubUser } from "./users.ts";

const ANONYMOUS: GithubUser = { login: "", id: 0, type: "User" };

/** GitHub's REST API; every request and response is checked against its OpenAPI document. */
export const GITHUB: Forge = {
  path: "",
  job: { user: ACTIONS_BOT, permissions: WORKFLOW_PERMISSIONS },
  headers: {
    "X-GitHub-Media-Type": "github.v3; format=json",
    "X-RateLimit-Limit": "1000",
    "X-RateLimit-Remaining": "987",
    "X-RateLimit-Resource": "core",
  },
  pushed: "synchronize",
  operationOf: ({ method, url }) => loadOpenapi().find(method, url.pathname)?.id ?? "",
  answer,
  renderPull,
  renderRepository,
};

function answer({ method, url, body, owner, state, violate }: ForgeRequest): GithubResponse {
  const openapi = loadOpenapi();
  const operation = openapi.find(method, url.pathname);
  if (method === "POST" && url.pathname === "/graphql") return viewerOf(owner, body);
  if (operation === undefined) {
    violate("route", ["no such operation"]);
    return errorResponse(404, "Not Found");
  }
  if (owner === "unknown") return errorResponse(401, "Bad credentials");
  if (owner === "anonymous" && method !== "GET") return errorResponse(401, "Requires authentication");
  const read = openapi.readRequest(operation, url.pathname, url.searchParams, body);
  if (read.kind === "invalid") {
    violate("request", read.problems);
    return errorResponse(422, `Invalid request.\n\n${read.problems.join("\n")}`);
  }
  if (!isThisRepository(state, read.params)) return errorResponse(404, "Not Found");
  const missing = missingPermission(operation, owner === "anonymous" ? undefined : owner.permissions);
  if (missing !== undefined) {
    const headers = { "X-Accepted-GitHub-Permissions": missing };
    return { ...errorResponse(403, "Resource not accessible by integration"), headers };
  }
  const actor = owner === "anonymous" ? ANONYMOUS : owner.user;
  const call = { params: read.params, query: read.query, body, actor, apiUrl: url.origin, state };
  const response = pageOf(handleOperation(operation.id, call), url);
  // What leaves is JSON: dates and undefined fields are checked as they will be read.
  const written: unknown = response.body === undefined ? undefined : JSON.parse(JSON.stringify(response.body));
  const sent = openapi.complete(operation, response.status, written);
  const problems = openapi.checkResponse(operation, response.status, sent);
  if (problems.length === 0) return { ...response, body: sent };
  violate("response", [`status ${response.status}`, ...problems]);
  return errorResponse(500, `The response of the stand-in breaks GitHub's OpenAPI document.\n\n${problems.join("\n")}`);
}

/** The one question that is asked in GraphQL: whose token this is. */
function viewerOf(owner: ForgeRequest["owner"], body: unknown): GithubResponse {
  if (typeof owner === "string") return errorResponse(401, "Bad credentials");
  const asked = JSON.stringify(body) === JSON.stringify({ query: "query { viewer { databaseId } }" });
  const errors = [{ type: "UNKNOWN", message: "The stand-in knows one query only" }];
  return { status: 200, body: asked ? { data: { viewer: { databaseId: owner.user.id } } } : { data: null, errors } };
}
