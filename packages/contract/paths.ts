/** Method and path of every operation, by its name. Without schemas: a client needs it before its first request. */
const ENDPOINTS = {
  listSites: "GET /sites",
  createSite: "POST /sites",
  listArchivedSites: "GET /sites/archived",
  getSite: "GET /sites/{siteId}",
  updateSite: "PATCH /sites/{siteId}",
  archiveSite: "DELETE /sites/{siteId}",
  restoreSite: "POST /sites/{siteId}/restore",
  listTrustRules: "GET /sites/{siteId}/trust-rules",
  createTrustRule: "POST /sites/{siteId}/trust-rules",
  removeTrustRule: "DELETE /sites/{siteId}/trust-rules/{ruleId}",
  listVariables: "GET /sites/{siteId}/variables",
  setVariable: "POST /sites/{siteId}/variables",
  removeVariable: "DELETE /sites/{siteId}/variables/{variableId}",
  listSiteDomains: "GET /sites/{siteId}/domains",
  addSiteDomain: "POST /sites/{siteId}/domains",
  updateSiteDomain: "PATCH /sites/{siteId}/domains/{domainId}",
  removeSiteDomain: "DELETE /sites/{siteId}/domains/{domainId}",
  checkSiteDomain: "POST /sites/{siteId}/domains/{domainId}/check",
  listShareLinks: "GET /sites/{siteId}/share-links",
  createShareLink: "POST /sites/{siteId}/share-links",
  revokeShareLink: "DELETE /sites/{siteId}/share-links/{linkId}",
  listPreviewTokens: "GET /sites/{siteId}/preview-tokens",
  createPreviewToken: "POST /sites/{siteId}/preview-tokens",
  revokePreviewToken: "DELETE /sites/{siteId}/preview-tokens/{tokenId}",
  getDeployKey: "GET /sites/{siteId}/deploy-key",
  createDeployKey: "POST /sites/{siteId}/deploy-key",
  removeDeployKey: "DELETE /sites/{siteId}/deploy-key",
  listRepositoryCredentials: "GET /repository-credentials",
  createRepositoryCredential: "POST /repository-credentials",
  removeRepositoryCredential: "DELETE /repository-credentials/{credentialId}",
  createDeployment: "POST /sites/{siteId}/deploy",
  listSiteDeployments: "GET /sites/{siteId}/deployments",
  listDeployments: "GET /deployments",
  getDeployment: "GET /deployments/{deploymentId}",
  streamDeploymentEvents: "GET /deployments/{deploymentId}/events",
  cancelDeployment: "POST /deployments/{deploymentId}/cancel",
  deleteDeployment: "DELETE /sites/{siteId}/deployments/{deploymentId}",
  closePullRequest: "POST /sites/{siteId}/pull-requests/{number}/close",
  getUpload: "GET /deployments/{deploymentId}/upload",
  listUpload: "PUT /deployments/{deploymentId}/upload",
  uploadFiles: "PUT /deployments/{deploymentId}/upload/files",
  completeUpload: "PUT /deployments/{deploymentId}/upload/complete",
  getProvenance: "GET /sites/{siteId}/deployments/{deploymentId}/provenance",
  getReview: "GET /sites/{siteId}/deployments/{deploymentId}/review",
  listComments: "GET /sites/{siteId}/comments",
  createComment: "POST /sites/{siteId}/comments",
  changeComment: "PATCH /sites/{siteId}/comments/{commentId}",
  listApprovals: "GET /approvals",
  getApproval: "GET /approvals/{requestId}",
  requestApproval: "POST /approvals",
  decideApproval: "POST /approvals/{requestId}/decision",
  listTargets: "GET /deployment-targets",
  listTargetCapabilities: "GET /deployment-targets/capabilities",
  createTarget: "POST /deployment-targets",
  updateTarget: "PATCH /deployment-targets/{id}",
  deleteTarget: "DELETE /deployment-targets/{id}",
  getCurrentToken: "GET /token",
  startDeviceAuthorization: "POST /oauth/device",
  pollDeviceToken: "POST /oauth/token",
} as const satisfies Readonly<Record<string, `${Endpoint["method"]} /${string}`>>;

/** Method of an operation, and its path with `{name}` for each parameter. */
export interface Endpoint {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
}

export type RouteName = keyof typeof ENDPOINTS;

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? readonly [Name, ...NamesIn<Rest>]
  : readonly [];

export type ParameterNames<Name extends RouteName> = NamesIn<(typeof ENDPOINTS)[Name]>;

export type PathParameters<Name extends RouteName> = Readonly<Record<ParameterNames<Name>[number], string>>;

export function endpointOf(name: RouteName): Endpoint {
  const [method, path] = ENDPOINTS[name].split(" ") as [Endpoint["method"], string];
  return { method, path };
}

/** Names of the parameters in the path of an operation, in order. */
export function parameterNames(name: RouteName): readonly string[] {
  return [...endpointOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, parameter = ""]) => parameter);
}

/**
 * Fills the parameters into the path of an operation, percent-encoded.
 * @throws {TypeError} When a parameter is empty, `.` or `..`, which no encoding keeps a segment.
 */
export function routePath<Name extends RouteName>(name: Name, parameters: PathParameters<Name>): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return endpointOf(name).path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values.get(parameter);
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new TypeError(`The ${parameter} of ${name} must be an id; it cannot be empty or a dot segment.`);
    }
    return encodeURIComponent(value);
  });
}
