import { z } from "zod";
import {
  CreatedPreviewToken,
  CreatedShareLink,
  CreatePreviewToken,
  CreateShareLink,
  PreviewToken,
  RevokedAccess,
  ShareLink,
} from "./access.ts";
import { Approval, DecideApproval, ListApprovals, RequestApproval } from "./approval.ts";
import { ClosedPullRequest, CreateDeployment, Deployment, ListDeployments } from "./deployment.ts";
import { CurrentToken } from "./current-token.ts";
import { DeviceAuthorization, DeviceToken } from "./device.ts";
import { CreateSiteDomain, RemovedSiteDomain, SiteDomain, UpdateSiteDomain } from "./domain.ts";
import type { ErrorCode } from "./errors.ts";
import { PATHS, type RouteName } from "./paths.ts";
import { Provenance } from "./provenance.ts";
import {
  CreateDeployKey,
  CreateRepositoryCredential,
  DeployKey,
  RemovedDeployKey,
  RemovedRepositoryCredential,
  RepositoryCredential,
} from "./repository.ts";
import { Review } from "./review.ts";
import { CreateSite, Site, SiteDetail, UpdateSite } from "./site.ts";
import { CreateTarget, DeletedTarget, DeploymentTarget, TargetCapability, UpdateTarget } from "./target.ts";
import type { Scope } from "./token.ts";
import { Upload, UploadedFiles, UploadList, UploadListBytes, UploadParts } from "./upload.ts";
import { CreateTrustRule, RemovedTrustRule, TrustRule } from "./trust.ts";
import { RemovedVariable, SetVariable, SiteVariable } from "./variable.ts";

/** How a response is written: enveloped JSON, bare JSON for OAuth clients, or an event stream. */
export type ResponseForm = "envelope" | "bare" | "stream";

/** One operation of the interface. */
export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with `{name}` for each parameter. */
  readonly path: string;
  /** Who can call: any bearer with the scope, any bearer, a signed-in person, or anyone. */
  readonly access: { readonly scope: Scope } | "token" | "web_session" | "anonymous";
  readonly summary: string;
  /** Section of the interface, or `additive`. */
  readonly section: string;
  readonly form: ResponseForm;
  /** Status of the success response. */
  readonly status: 200 | 201 | 202;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Media type of a body that is no JSON. */
  readonly bodyType?: "text/plain" | "application/octet-stream";
  /** The same body as `application/octet-stream`, where that can be sent too. */
  readonly bytes?: z.ZodType;
  /** What is under `data`, or the whole body when `form` is `bare`. */
  readonly data: z.ZodType;
  /** Error codes besides those that every guarded route can return. */
  readonly errors: readonly ErrorCode[];
}

/** Codes every route behind a bearer can give. */
export const GUARD_ERRORS = [
  "unauthenticated",
  "insufficient_scope",
  "rate_limited",
  "tls_required",
  "internal_error",
  "try_again",
] as const satisfies readonly ErrorCode[];

/** Codes every route with a JSON body can give. */
export const BODY_ERRORS = [
  "invalid_json",
  "validation_failed",
  "unsupported_media_type",
  "payload_too_large",
] as const satisfies readonly ErrorCode[];

/** Codes every route with a body that is no JSON can give. */
export const BINARY_BODY_ERRORS = [
  "unsupported_media_type",
  "payload_too_large",
] as const satisfies readonly ErrorCode[];

/** Every operation, by name. @see Interface §4 */
export const ROUTES = {
  // Sites
  listSites: {
    method: "GET",
    path: PATHS.listSites,
    access: { scope: "sites:read" },
    summary: "Lists the sites visible to the token, with the workspace's entitlements.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(Site),
    errors: [],
  },
  createSite: {
    method: "POST",
    path: PATHS.createSite,
    access: { scope: "sites:write" },
    summary: "Creates a site.",
    section: "4",
    form: "envelope",
    status: 201,
    body: CreateSite,
    data: Site,
    errors: ["slug_taken", "project_not_found", "repohost_installation_not_found", "site_limit_reached"],
  },
  listArchivedSites: {
    method: "GET",
    path: PATHS.listArchivedSites,
    access: { scope: "sites:read" },
    summary: "Lists archived sites.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(Site),
    errors: [],
  },
  getSite: {
    method: "GET",
    path: PATHS.getSite,
    access: { scope: "sites:read" },
    summary: "Reads a site with its manifest and latest deployment.",
    section: "4",
    form: "envelope",
    status: 200,
    data: SiteDetail,
    errors: ["site_not_found"],
  },
  updateSite: {
    method: "PATCH",
    path: PATHS.updateSite,
    access: { scope: "sites:write" },
    summary:
      "Changes the settings of a site; a person's token needs the role owner or admin, and a bot's sets no repository, no access and no rule for prebuilt files.",
    section: "additive",
    form: "envelope",
    status: 200,
    body: UpdateSite,
    data: Site,
    errors: [
      "site_not_found",
      "forbidden_role",
      "user_actor_required",
      "slug_taken",
      "repohost_installation_not_found",
    ],
  },
  archiveSite: {
    method: "DELETE",
    path: PATHS.archiveSite,
    access: { scope: "sites:write" },
    summary: "Archives a site.",
    section: "4 (method and path: not shown)",
    form: "envelope",
    status: 200,
    data: Site,
    errors: ["site_not_found"],
  },
  restoreSite: {
    method: "POST",
    path: PATHS.restoreSite,
    access: { scope: "sites:write" },
    summary: "Restores an archived site, empty and ready to redeploy.",
    section: "4",
    form: "envelope",
    status: 200,
    data: Site,
    errors: ["site_not_found", "site_limit_reached", "slug_taken"],
  },
  // Trust in runs without a secret
  listTrustRules: {
    method: "GET",
    path: PATHS.listTrustRules,
    access: { scope: "sites:read" },
    summary: "Lists which runs of which repositories get a token for the site.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(TrustRule),
    errors: ["site_not_found"],
  },
  createTrustRule: {
    method: "POST",
    path: PATHS.createTrustRule,
    access: { scope: "sites:write" },
    summary: "Trusts runs of a repository; needs the token of an owner or admin.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreateTrustRule,
    data: TrustRule,
    errors: ["site_not_found", "user_actor_required", "forbidden_role"],
  },
  removeTrustRule: {
    method: "DELETE",
    path: PATHS.removeTrustRule,
    access: { scope: "sites:write" },
    summary: "Removes a trust rule; its tokens end with it.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RemovedTrustRule,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  // Values of builds
  listVariables: {
    method: "GET",
    path: PATHS.listVariables,
    access: { scope: "sites:read" },
    summary: "Lists the variables of the site's builds; secrets without their values.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(SiteVariable),
    errors: ["site_not_found"],
  },
  setVariable: {
    method: "POST",
    path: PATHS.setVariable,
    access: { scope: "sites:write" },
    summary: "Sets a variable: replaces the one of this name and environment, or adds it.",
    section: "additive",
    form: "envelope",
    status: 200,
    body: SetVariable,
    data: SiteVariable,
    errors: ["site_not_found"],
  },
  removeVariable: {
    method: "DELETE",
    path: PATHS.removeVariable,
    access: { scope: "sites:write" },
    summary: "Removes a variable; builds that began before keep it.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RemovedVariable,
    errors: ["site_not_found", "not_found"],
  },
  // Domains of production
  listSiteDomains: {
    method: "GET",
    path: PATHS.listSiteDomains,
    access: { scope: "sites:read" },
    summary: "Lists the domains that the site's production is served at, or is to be, with the DNS records to set.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(SiteDomain),
    errors: ["site_not_found"],
  },
  addSiteDomain: {
    method: "POST",
    path: PATHS.addSiteDomain,
    access: { scope: "sites:write" },
    summary: "Adds a domain, which is served once a DNS record proves it; needs the token of an owner or admin.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreateSiteDomain,
    data: SiteDomain,
    errors: ["site_not_found", "user_actor_required", "forbidden_role"],
  },
  updateSiteDomain: {
    method: "PATCH",
    path: PATHS.updateSiteDomain,
    access: { scope: "sites:write" },
    summary: "Makes an active domain the primary one, which links name.",
    section: "additive",
    form: "envelope",
    status: 200,
    body: UpdateSiteDomain,
    data: SiteDomain,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  checkSiteDomain: {
    method: "POST",
    path: PATHS.checkSiteDomain,
    access: { scope: "sites:write" },
    summary: "Checks the DNS of a domain now.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: SiteDomain,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  removeSiteDomain: {
    method: "DELETE",
    path: PATHS.removeSiteDomain,
    access: { scope: "sites:write" },
    summary: "Removes a domain, which is no longer served from then on.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RemovedSiteDomain,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  // Who can open previews
  listShareLinks: {
    method: "GET",
    path: PATHS.listShareLinks,
    access: { scope: "sites:read" },
    summary: "Lists the share links of a site that work.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(ShareLink),
    errors: ["site_not_found"],
  },
  createShareLink: {
    method: "POST",
    path: PATHS.createShareLink,
    access: { scope: "sites:write" },
    summary: "Creates a share link to a preview, or to all previews of the site; its URL is only in this response.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreateShareLink,
    data: CreatedShareLink,
    errors: ["site_not_found", "deployment_not_found", "user_actor_required", "forbidden_role"],
  },
  revokeShareLink: {
    method: "DELETE",
    path: PATHS.revokeShareLink,
    access: { scope: "sites:write" },
    summary: "Revokes a share link, and the visits that began with it.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RevokedAccess,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  listPreviewTokens: {
    method: "GET",
    path: PATHS.listPreviewTokens,
    access: { scope: "sites:read" },
    summary: "Lists the tokens by which automated tests open the previews of a site.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(PreviewToken),
    errors: ["site_not_found"],
  },
  createPreviewToken: {
    method: "POST",
    path: PATHS.createPreviewToken,
    access: { scope: "sites:write" },
    summary: "Creates a preview token; needs the token of an owner or admin. Its text is only in this response.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreatePreviewToken,
    data: CreatedPreviewToken,
    errors: ["site_not_found", "user_actor_required", "forbidden_role"],
  },
  revokePreviewToken: {
    method: "DELETE",
    path: PATHS.revokePreviewToken,
    access: { scope: "sites:write" },
    summary: "Revokes a preview token, and the visits that began with it.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RevokedAccess,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  // Private repositories
  getDeployKey: {
    method: "GET",
    path: PATHS.getDeployKey,
    access: { scope: "sites:read" },
    summary: "Reads the public half of the key that the site's repository is read with.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: DeployKey,
    errors: ["site_not_found", "not_found"],
  },
  createDeployKey: {
    method: "POST",
    path: PATHS.createDeployKey,
    access: { scope: "sites:write" },
    summary: "Makes a deploy key, in place of the one there is; needs the token of an owner or admin.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreateDeployKey,
    data: DeployKey,
    errors: ["site_not_found", "user_actor_required", "forbidden_role"],
  },
  removeDeployKey: {
    method: "DELETE",
    path: PATHS.removeDeployKey,
    access: { scope: "sites:write" },
    summary: "Removes the deploy key of a site.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RemovedDeployKey,
    errors: ["site_not_found", "not_found", "user_actor_required", "forbidden_role"],
  },
  listRepositoryCredentials: {
    method: "GET",
    path: PATHS.listRepositoryCredentials,
    access: { scope: "sites:read" },
    summary: "Lists what the workspace reads private repositories with, without secrets.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: z.array(RepositoryCredential),
    errors: [],
  },
  createRepositoryCredential: {
    method: "POST",
    path: PATHS.createRepositoryCredential,
    access: { scope: "sites:write" },
    summary: "Adds a credential, in place of the one of the same URL; needs the token of an owner or admin.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: CreateRepositoryCredential,
    data: RepositoryCredential,
    errors: ["user_actor_required", "forbidden_role"],
  },
  removeRepositoryCredential: {
    method: "DELETE",
    path: PATHS.removeRepositoryCredential,
    access: { scope: "sites:write" },
    summary: "Removes a credential of the workspace.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: RemovedRepositoryCredential,
    errors: ["not_found", "user_actor_required", "forbidden_role"],
  },
  // Deployments
  createDeployment: {
    method: "POST",
    path: PATHS.createDeployment,
    access: { scope: "deployments:write" },
    summary: "Creates a deployment; needs an Idempotency-Key.",
    section: "4",
    form: "envelope",
    status: 202,
    body: CreateDeployment,
    data: Deployment,
    errors: [
      "site_not_found",
      "idempotency_key_required",
      "idempotency_conflict",
      "source_deployment_required",
      "deployment_not_found",
      "source_deployment_not_ready",
      "approval_required",
      "repository_not_connected",
      "live_site_limit_reached",
      "build_quota_exceeded",
      "prebuilt_refused",
    ],
  },
  listSiteDeployments: {
    method: "GET",
    path: PATHS.listSiteDeployments,
    access: { scope: "deployments:read" },
    summary: "Lists the deployments of a site.",
    section: "4",
    form: "envelope",
    status: 200,
    query: ListDeployments.omit({ siteId: true }),
    data: z.array(Deployment),
    errors: ["site_not_found", "validation_failed", "invalid_cursor"],
  },
  listDeployments: {
    method: "GET",
    path: PATHS.listDeployments,
    access: { scope: "deployments:read" },
    summary: "Lists the deployments of the workspace.",
    section: "4",
    form: "envelope",
    status: 200,
    query: ListDeployments,
    data: z.array(Deployment),
    errors: ["validation_failed", "invalid_cursor"],
  },
  getDeployment: {
    method: "GET",
    path: PATHS.getDeployment,
    access: { scope: "deployments:read" },
    summary: "Reads a deployment.",
    section: "4",
    form: "envelope",
    status: 200,
    data: Deployment,
    errors: ["deployment_not_found"],
  },
  streamDeploymentEvents: {
    method: "GET",
    path: PATHS.streamDeploymentEvents,
    access: { scope: "deployments:read" },
    summary: "Streams status and log events until the deployment is terminal.",
    section: "4, 6",
    form: "stream",
    status: 200,
    data: z.string(),
    errors: ["deployment_not_found"],
  },
  cancelDeployment: {
    method: "POST",
    path: PATHS.cancelDeployment,
    access: { scope: "deployments:write" },
    summary: "Cancels a deployment that has not ended.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Deployment,
    errors: ["deployment_not_found", "deployment_not_cancelable"],
  },
  deleteDeployment: {
    method: "DELETE",
    path: PATHS.deleteDeployment,
    access: { scope: "deployments:write" },
    summary:
      "Removes the files, hosts and pictures of a deployment and keeps its record; cancels a preview that is queued or building.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Deployment,
    errors: ["site_not_found", "deployment_not_found", "deployment_in_use"],
  },
  closePullRequest: {
    method: "POST",
    path: PATHS.closePullRequest,
    access: { scope: "deployments:write" },
    summary:
      "Has the previews of a pull request that was closed removed after 24 hours; deploying one of them again takes it back.",
    section: "additive",
    form: "envelope",
    status: 202,
    data: ClosedPullRequest,
    errors: ["site_not_found", "not_found"],
  },
  getUpload: {
    method: "GET",
    path: PATHS.getUpload,
    access: { scope: "deployments:write" },
    summary: "Reads how far the upload of a prebuilt deployment is.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Upload,
    errors: ["deployment_not_found", "upload_closed"],
  },
  listUpload: {
    method: "PUT",
    path: PATHS.listUpload,
    access: { scope: "deployments:write" },
    summary: "Sends the list of files of a prebuilt deployment, and learns which of them to upload.",
    section: "additive",
    form: "envelope",
    status: 200,
    body: UploadList,
    bodyType: "text/plain",
    bytes: UploadListBytes,
    data: Upload,
    errors: ["deployment_not_found", "upload_closed", "upload_rejected"],
  },
  uploadFiles: {
    method: "PUT",
    path: PATHS.uploadFiles,
    access: { scope: "deployments:write" },
    summary: "Uploads files of a prebuilt deployment, or parts of large ones.",
    section: "additive",
    form: "envelope",
    status: 200,
    body: UploadParts,
    bodyType: "application/octet-stream",
    data: UploadedFiles,
    errors: ["deployment_not_found", "upload_closed", "upload_rejected"],
  },
  completeUpload: {
    method: "PUT",
    path: PATHS.completeUpload,
    access: { scope: "deployments:write" },
    summary: "Ends the upload of a prebuilt deployment, which is then published.",
    section: "additive",
    form: "envelope",
    status: 202,
    data: Deployment,
    errors: ["deployment_not_found", "upload_closed", "upload_incomplete"],
  },
  getProvenance: {
    method: "GET",
    path: PATHS.getProvenance,
    access: { scope: "deployments:read" },
    summary: "Reads the signed statements about a ready deployment.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Provenance,
    errors: ["deployment_not_found", "not_found"],
  },
  getReview: {
    method: "GET",
    path: PATHS.getReview,
    access: { scope: "deployments:read" },
    summary: "Reads what a preview changes against what was live: pages, pictures, text, links, accessibility, weight.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Review,
    errors: ["deployment_not_found"],
  },
  // Publish requests
  listApprovals: {
    method: "GET",
    path: PATHS.listApprovals,
    access: { scope: "approvals:read" },
    summary: "Lists publish requests, newest first.",
    section: "additive",
    form: "envelope",
    status: 200,
    query: ListApprovals,
    data: z.array(Approval),
    errors: ["validation_failed", "invalid_cursor"],
  },
  getApproval: {
    method: "GET",
    path: PATHS.getApproval,
    access: { scope: "approvals:read" },
    summary: "Reads a publish request.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: Approval,
    errors: ["not_found"],
  },
  requestApproval: {
    method: "POST",
    path: PATHS.requestApproval,
    access: "web_session",
    summary: "Requests that a ready preview is published.",
    section: "additive",
    form: "envelope",
    status: 201,
    body: RequestApproval,
    data: Approval,
    errors: [
      "web_session_required",
      "site_not_found",
      "deployment_not_found",
      "source_deployment_not_ready",
      "forbidden_role",
      "step_up_required",
    ],
  },
  decideApproval: {
    method: "POST",
    path: PATHS.decideApproval,
    access: "web_session",
    summary: "Records a person's decision on a publish request.",
    section: "4",
    form: "envelope",
    status: 200,
    body: DecideApproval,
    data: Approval,
    errors: [
      "web_session_required",
      "not_found",
      "self_approval_forbidden",
      "forbidden_role",
      "approval_not_requested",
      "approval_already_decided",
      "source_deployment_not_ready",
      "live_site_limit_reached",
      "step_up_required",
    ],
  },
  // Deployment targets
  listTargets: {
    method: "GET",
    path: PATHS.listTargets,
    access: { scope: "targets:read" },
    summary: "Lists configured deployment targets.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(DeploymentTarget),
    errors: [],
  },
  listTargetCapabilities: {
    method: "GET",
    path: PATHS.listTargetCapabilities,
    access: { scope: "targets:read" },
    summary: "Lists the provider options and which of them are enabled here.",
    section: "4",
    form: "envelope",
    status: 200,
    data: z.array(TargetCapability),
    errors: [],
  },
  createTarget: {
    method: "POST",
    path: PATHS.createTarget,
    access: { scope: "targets:write" },
    summary: "Creates a deployment target.",
    section: "4",
    form: "envelope",
    status: 201,
    body: CreateTarget,
    data: DeploymentTarget,
    errors: ["deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  updateTarget: {
    method: "PATCH",
    path: PATHS.updateTarget,
    access: { scope: "targets:write" },
    summary: "Updates a deployment target.",
    section: "4",
    form: "envelope",
    status: 200,
    body: UpdateTarget,
    data: DeploymentTarget,
    errors: ["not_found", "deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  deleteTarget: {
    method: "DELETE",
    path: PATHS.deleteTarget,
    access: { scope: "targets:write" },
    summary: "Removes a deployment target.",
    section: "4",
    form: "envelope",
    status: 200,
    data: DeletedTarget,
    errors: ["not_found", "deployment_target_in_use", "user_actor_required"],
  },
  // The token in use
  getCurrentToken: {
    method: "GET",
    path: PATHS.getCurrentToken,
    access: "token",
    summary: "Describes the token of the request: its scopes, its workspace and who is behind it.",
    section: "additive",
    form: "envelope",
    status: 200,
    data: CurrentToken,
    errors: [],
  },
  // Tokens, for OAuth clients
  startDeviceAuthorization: {
    method: "POST",
    path: PATHS.startDeviceAuthorization,
    access: "anonymous",
    summary: "Starts a device flow.",
    section: "4 (RFC 8628 §3.1)",
    form: "bare",
    status: 200,
    data: DeviceAuthorization,
    errors: [],
  },
  pollDeviceToken: {
    method: "POST",
    path: PATHS.pollDeviceToken,
    access: "anonymous",
    summary: "Polls a device flow until the token is granted, or exchanges the identity token of a run.",
    section: "4 (RFC 8628 §3.4, RFC 8693 §2)",
    form: "bare",
    status: 200,
    data: DeviceToken,
    errors: [],
  },
} as const satisfies Record<RouteName, Route>;

/** Tools of the MCP surface; none of them decides. [§1] */
export const MCP_TOOLS = ["create_preview", "request_publish"] as const;

/** Name of an MCP tool. */
export type McpTool = (typeof MCP_TOOLS)[number];

/**
 * The error half of the response envelope.
 * @see Interface §2
 */
export const ErrorEnvelope = z
  .looseObject({
    ok: z.literal(false),
    error: z.looseObject({
      /** The stable part: branch on it. */
      code: z.string(),
      /** For people; may change between releases. */
      message: z.string(),
      /** Where a body or query is wrong, with `validation_failed`. */
      issues: z.array(z.looseObject({ path: z.string(), message: z.string() })).optional(),
      /** Where a person decides, with `approval_required` while a request is open. */
      webApprovalUrl: z.url().optional(),
      /** Names the request in the service's log, with `internal_error`. */
      requestId: z.string().optional(),
    }),
  })
  .meta({ id: "Error" });
export type ErrorEnvelope = z.infer<typeof ErrorEnvelope>;

/**
 * The success half of the response envelope around a resource.
 * @param data Schema of the resource or array.
 * @see Interface §2
 */
export function successEnvelope<Data extends z.ZodType>(data: Data) {
  return z.looseObject({ ok: z.literal(true), data });
}
