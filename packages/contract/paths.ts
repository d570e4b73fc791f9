/** Path of every operation, by its name. */
export const PATHS = {
  listSites: "/sites",
  createSite: "/sites",
  listArchivedSites: "/sites/archived",
  getSite: "/sites/{siteId}",
  updateSite: "/sites/{siteId}",
  archiveSite: "/sites/{siteId}",
  restoreSite: "/sites/{siteId}/restore",
  listTrustRules: "/sites/{siteId}/trust-rules",
  createTrustRule: "/sites/{siteId}/trust-rules",
  removeTrustRule: "/sites/{siteId}/trust-rules/{ruleId}",
  listVariables: "/sites/{siteId}/variables",
  setVariable: "/sites/{siteId}/variables",
  removeVariable: "/sites/{siteId}/variables/{variableId}",
  listSiteDomains: "/sites/{siteId}/domains",
  addSiteDomain: "/sites/{siteId}/domains",
  updateSiteDomain: "/sites/{siteId}/domains/{domainId}",
  removeSiteDomain: "/sites/{siteId}/domains/{domainId}",
  checkSiteDomain: "/sites/{siteId}/domains/{domainId}/check",
  listShareLinks: "/sites/{siteId}/share-links",
  createShareLink: "/sites/{siteId}/share-links",
  revokeShareLink: "/sites/{siteId}/share-links/{linkId}",
  listPreviewTokens: "/sites/{siteId}/preview-tokens",
  createPreviewToken: "/sites/{siteId}/preview-tokens",
  revokePreviewToken: "/sites/{siteId}/preview-tokens/{tokenId}",
  getDeployKey: "/sites/{siteId}/deploy-key",
  createDeployKey: "/sites/{siteId}/deploy-key",
  removeDeployKey: "/sites/{siteId}/deploy-key",
  listRepositoryCredentials: "/repository-credentials",
  createRepositoryCredential: "/repository-credentials",
  removeRepositoryCredential: "/repository-credentials/{credentialId}",
  createDeployment: "/sites/{siteId}/deploy",
  listSiteDeployments: "/sites/{siteId}/deployments",
  listDeployments: "/deployments",
  getDeployment: "/deployments/{deploymentId}",
  streamDeploymentEvents: "/deployments/{deploymentId}/events",
  cancelDeployment: "/deployments/{deploymentId}/cancel",
  deleteDeployment: "/sites/{siteId}/deployments/{deploymentId}",
  closePullRequest: "/sites/{siteId}/pull-requests/{number}/close",
  getUpload: "/deployments/{deploymentId}/upload",
  listUpload: "/deployments/{deploymentId}/upload",
  uploadFiles: "/deployments/{deploymentId}/upload/files",
  completeUpload: "/deployments/{deploymentId}/upload/complete",
  getProvenance: "/sites/{siteId}/deployments/{deploymentId}/provenance",
  getReview: "/sites/{siteId}/deployments/{deploymentId}/review",
  listApprovals: "/approvals",
  getApproval: "/approvals/{requestId}",
  requestApproval: "/approvals",
  decideApproval: "/approvals/{requestId}/decision",
  listTargets: "/deployment-targets",
  listTargetCapabilities: "/deployment-targets/capabilities",
  createTarget: "/deployment-targets",
  updateTarget: "/deployment-targets/{id}",
  deleteTarget: "/deployment-targets/{id}",
  getCurrentToken: "/token",
  startDeviceAuthorization: "/oauth/device",
  pollDeviceToken: "/oauth/token",
} as const satisfies Readonly<Record<string, string>>;

/** Name of an operation. */
export type RouteName = keyof typeof PATHS;

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** Parameters in the path of an operation. */
export type PathParameters<Name extends RouteName> = Readonly<Record<ParameterNames<(typeof PATHS)[Name]>, string>>;

/**
 * Fills the parameters into the path of an operation.
 * @param name Operation.
 * @param parameters One string for each `{name}` of the path; each becomes exactly one segment.
 * @returns The path, percent-encoded.
 * @throws {TypeError} When a parameter is empty, `.` or `..`, which no encoding keeps a segment.
 */
export function routePath<Name extends RouteName>(name: Name, parameters: PathParameters<Name>): string {
  const values = new Map<string, unknown>(Object.entries(parameters));
  return PATHS[name].replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = values.get(parameter);
    if (typeof value !== "string" || value === "" || value === "." || value === "..") {
      throw new TypeError(`The ${parameter} of ${name} must be an id; it cannot be empty or a dot segment.`);
    }
    return encodeURIComponent(value);
  });
}
