/**
 * Every table row of the interface document, kept by hand: when the document gains a row, it is added here first,
 * and the test beside this file says what the contract still lacks.
 */

/** §2 Site. */
export const SITE_FIELDS = [
  "id",
  "projectId",
  "slug",
  "name",
  "framework",
  "status",
  "repositoryUrl",
  "productionUrl",
  "createdAt",
  "updatedAt",
];

/** §2 Entitlements. */
export const ENTITLEMENT_FIELDS = ["maxSites", "currentSites", "maxLiveSites", "currentLiveSites"];

/** §2 Deployment. */
export const DEPLOYMENT_FIELDS = ["id", "siteId", "environment", "status", "createdAt", "previewUrl"];

/** §2 Deployment: fields of the record right after the accept. [§4] */
export const ACCEPTED_FIELDS = ["id", "siteId", "environment", "status", "createdAt"];

/** §2, §3: the five statuses and which of them end. */
export const STATUSES = ["queued", "building", "ready", "failed", "canceled"];
export const ENDS = ["ready", "failed", "canceled"];

/** §3 Deployment status: rows moved by the pipeline. */
export const TRANSITION_ROWS: readonly (readonly [from: string, to: string])[] = [
  ["queued", "building"],
  ["building", "ready"],
  ["building", "failed"],
  ["building", "canceled"],
];

/** §4: method, path, and success status where the document names one. */
export const ENDPOINTS: readonly (readonly [method: string, path: string, status?: number])[] = [
  ["POST", "/sites/{siteId}/deploy", 202],
  ["GET", "/deployments/{deploymentId}"],
  ["GET", "/deployments/{deploymentId}/events"],
  ["POST", "/approvals/{requestId}/decision"],
  ["GET", "/deployments"],
  ["GET", "/sites/{siteId}/deployments"],
  ["GET", "/sites"],
  ["GET", "/sites/{siteId}"],
  ["POST", "/sites", 201],
  ["GET", "/sites/archived"],
  ["POST", "/sites/{siteId}/restore"],
  ["GET", "/deployment-targets"],
  ["GET", "/deployment-targets/capabilities"],
  ["POST", "/deployment-targets"],
  ["PATCH", "/deployment-targets/{id}"],
  ["DELETE", "/deployment-targets/{id}"],
  ["POST", "/oauth/device"],
  ["POST", "/oauth/token"],
];

/** §4: fields of the request bodies, required ones first. */
export const BODIES = {
  createDeployment: { required: ["environment"], optional: ["commitSha", "branch", "sourceDeploymentId"] },
  createSite: { required: ["projectId", "name", "slug"], optional: ["repositoryUrl", "framework"] },
  decideApproval: { required: ["decision"], optional: ["notes"] },
};

/** §4: query parameters of GET /deployments. */
export const LIST_PARAMETERS = ["siteId", "environment", "status", "since", "until", "limit", "cursor"];

/** §5 Credential kinds. */
export const CREDENTIAL_PREFIXES: readonly (readonly [prefix: string, kind: string])[] = [
  ["sk_live_", "pat"],
  ["sk_test_", "pat"],
  ["mcp_live_", "mcp"],
  ["mcp_test_", "mcp"],
];

/** §6 Events: name and the fields of its data. */
export const EVENTS: readonly (readonly [name: string, fields: readonly string[]])[] = [
  ["status", ["status", "at", "previewUrl"]],
  ["log", ["stream", "lines"]],
];

/** §7 Errors. */
export const ERROR_ROWS: readonly (readonly [code: string, status: number])[] = [
  ["idempotency_key_required", 428],
  ["idempotency_conflict", 409],
  ["idempotency_key_conflict", 409],
  ["deployment_not_found", 404],
  ["approval_required", 428],
  ["source_deployment_required", 428],
  ["self_approval_forbidden", 403],
  ["build_quota_exceeded", 429],
  ["site_not_found", 404],
  ["slug_taken", 409],
  ["project_not_found", 404],
  ["repohost_installation_not_found", 404],
  ["deployment_target_not_implemented", 400],
  ["rate_limited", 429],
  ["not_found", 404],
];
