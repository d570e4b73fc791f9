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
import { ChangeComment, CommentThread, CreateComment, ListComments } from "./comment.ts";
import { CurrentToken } from "./current-token.ts";
import { ClosedPullRequest, CreateDeployment, Deployment, ListDeployments } from "./deployment.ts";
import { DEVICE_GRANT_TYPE, DeviceAuthorization, DeviceToken } from "./device.ts";
import { CreateSiteDomain, SiteDomain, UpdateSiteDomain } from "./domain.ts";
import type { ErrorCode } from "./errors.ts";
import { PULL_REQUEST_HEADER } from "./label.ts";
import { CLIENT_ID_PATTERN, IDEMPOTENCY_KEY_PATTERN } from "./limits.ts";
import { type Endpoint, endpointOf, type RouteName } from "./paths.ts";
import { Provenance } from "./provenance.ts";
import { Entitlements, NextCursor } from "./received.ts";
import {
  CreateDeployKey,
  CreateRepositoryCredential,
  DeployKey,
  RemovedDeployKey,
  RepositoryCredential,
} from "./repository.ts";
import { Review } from "./review.ts";
import { type Scope, SCOPES } from "./scopes.ts";
import { CreateSite, Site, SiteDetail, UpdateSite } from "./site.ts";
import { CreateTarget, DeletedTarget, DeploymentTarget, TargetCapability, UpdateTarget } from "./target.ts";
import { EXCHANGE_GRANT_TYPE, IDENTITY_TOKEN_TYPE } from "./token.ts";
import { CreateTrustRule, TrustRule } from "./trust.ts";
import { Upload, UploadedFiles, UploadList, UploadParts } from "./upload.ts";
import { SetVariable, SiteVariable } from "./variable.ts";

/** How a response is written: enveloped JSON, bare JSON for OAuth clients, or an event stream. */
export type ResponseForm = "envelope" | "bare" | "stream";

/** Who can call a route: a token that has the scope, any token, a person signed in on the web, or anyone. */
export type RouteAccess = Scope | "token" | "web_session" | "anonymous";

/** How an operation of the interface is declared; its method and path are in `ENDPOINTS`. */
interface RouteDefinition {
  readonly access: RouteAccess;
  readonly summary: string;
  /** Section of the interface; `additive` unless given. */
  readonly section?: string;
  readonly form?: ResponseForm;
  readonly status?: 200 | 201 | 202;
  readonly query?: z.ZodType;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Media type of a body that is not JSON. */
  readonly bodyType?: "application/octet-stream" | "application/x-www-form-urlencoded";
  /** What is under `data`, or the whole body when `form` is `bare`. */
  readonly data: z.ZodType;
  /** Members of the envelope beside `data`. */
  readonly siblings?: z.ZodRawShape;
  readonly responseHeaders?: z.ZodObject;
  /** Error codes besides those that every route of its kind can return; none unless given. */
  readonly errors?: readonly ErrorCode[];
}

export type Route = RouteDefinition &
  Endpoint &
  Required<Pick<RouteDefinition, "section" | "form" | "status" | "errors">>;

const DEFAULTS = { section: "additive", form: "envelope", status: 200, errors: [] } as const;

/** Adds to each definition what most routes have in common, and the method and path of its name. */
function routes<const Definitions extends Readonly<Record<RouteName, RouteDefinition>>>(definitions: Definitions) {
  const complete = (Object.keys(definitions) as RouteName[]).map((name) => [
    name,
    { ...DEFAULTS, ...endpointOf(name), ...definitions[name] },
  ]);
  return Object.fromEntries(complete) as { readonly [Name in RouteName]: Route & Definitions[Name] };
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

/** Codes of changes that need the token of an owner or admin. */
const OWNER_ERRORS = ["user_actor_required", "forbidden_role"] as const;

/** Codes of a list that is sent in pages. */
const PAGE_ERRORS = ["validation_failed", "invalid_cursor"] as const;

const PageSiblings = { nextCursor: NextCursor.optional() };

const CreateDeploymentHeaders = z.object({
  "Idempotency-Key": z
    .string()
    .regex(IDEMPOTENCY_KEY_PATTERN)
    .meta({ description: "Names one logical attempt; 1 to 255 visible ASCII characters." }),
  [PULL_REQUEST_HEADER]: z.string().optional().meta({
    description:
      'The pull request as people know it, such as `7;title=%"Open the box office"`: an integer with a display string (RFC 9651). It is no part of the request that the Idempotency-Key names: a replay names the pull request of a deployment that has none, and changes nothing else. Anything else in it is ignored; `pullRequest` in the body goes before it.',
    example: '7;title=%"Open the box office"',
  }),
});

const ReplayHeaders = z.object({
  "Idempotency-Replayed": z.literal("true").optional().meta({ description: "Set when the key was known." }),
});

/** The name of a client is shown to the person who allows it. */
const ClientId = z.string().regex(CLIENT_ID_PATTERN);

/** What was removed: a rule, a variable, a domain, a credential. */
const Removed = z.looseObject({ id: z.uuid(), removed: z.literal(true) }).meta({ id: "Removed" });

const SCOPE = `(?:${SCOPES.join("|")})`;
const ScopeWords = z.string().meta({ pattern: `^ *(?:${SCOPE}(?: +${SCOPE})*)? *$` });
/** Form of a request for a device code. [RFC 8628 §3.1] */
const DeviceAuthorizationRequest = z.looseObject({ client_id: ClientId, scope: ScopeWords.optional() });

/** Form of a request for a token. [RFC 8628 §3.4; RFC 8693 §2.1] */
const TokenRequest = z.union([
  z.looseObject({ client_id: ClientId, grant_type: z.literal(DEVICE_GRANT_TYPE), device_code: z.string().min(1) }),
  z.looseObject({
    grant_type: z.literal(EXCHANGE_GRANT_TYPE),
    subject_token: z.string().min(1),
    subject_token_type: z.literal(IDENTITY_TOKEN_TYPE),
    resource: z.url(),
  }),
]);

/** Every operation, by name. @see Interface §4 */
export const ROUTES = routes({
  // Sites
  listSites: {
    access: "sites:read",
    summary: "Lists the sites visible to the token, with the workspace's entitlements.",
    section: "4",
    data: z.array(Site),
    siblings: { entitlements: Entitlements },
  },
  createSite: {
    access: "sites:write",
    summary: "Creates a site.",
    section: "4",
    status: 201,
    body: CreateSite,
    data: Site,
    errors: ["slug_taken", "project_not_found", "repohost_installation_not_found", "site_limit_reached"],
  },
  listArchivedSites: {
    access: "sites:read",
    summary: "Lists archived sites.",
    section: "4",
    data: z.array(Site),
  },
  getSite: {
    access: "sites:read",
    summary: "Reads a site with its manifest and latest deployment.",
    section: "4",
    data: SiteDetail,
    errors: ["site_not_found"],
  },
  updateSite: {
    access: "sites:write",
    summary:
      "Changes the settings of a site; a person's token needs the role owner or admin, and a bot's sets no repository, no access and no rule for prebuilt files.",
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
    access: "sites:write",
    summary: "Archives a site.",
    section: "4 (method and path: not shown)",
    data: Site,
    errors: ["site_not_found"],
  },
  restoreSite: {
    access: "sites:write",
    summary: "Restores an archived site, empty and ready to redeploy.",
    section: "4",
    data: Site,
    errors: ["site_not_found", "site_limit_reached", "slug_taken"],
  },
  // Trust in runs without a secret
  listTrustRules: {
    access: "sites:read",
    summary: "Lists which runs of which repositories get a token for the site.",
    data: z.array(TrustRule),
    errors: ["site_not_found"],
  },
  createTrustRule: {
    access: "sites:write",
    summary: "Trusts runs of a repository; needs the token of an owner or admin.",
    status: 201,
    body: CreateTrustRule,
    data: TrustRule,
    errors: ["site_not_found", ...OWNER_ERRORS],
  },
  removeTrustRule: {
    access: "sites:write",
    summary: "Removes a trust rule; its tokens end with it.",
    data: Removed,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  // Values of builds
  listVariables: {
    access: "sites:read",
    summary: "Lists the variables of the site's builds; secrets without their values.",
    data: z.array(SiteVariable),
    errors: ["site_not_found"],
  },
  setVariable: {
    access: "sites:write",
    summary: "Sets a variable: replaces the one of this name and environment, or adds it.",
    body: SetVariable,
    data: SiteVariable,
    errors: ["site_not_found"],
  },
  removeVariable: {
    access: "sites:write",
    summary: "Removes a variable; builds that began before keep it.",
    data: Removed,
    errors: ["site_not_found", "not_found"],
  },
  // Domains of production
  listSiteDomains: {
    access: "sites:read",
    summary: "Lists the domains that the site's production is served at, or is to be, with the DNS records to set.",
    data: z.array(SiteDomain),
    errors: ["site_not_found"],
  },
  addSiteDomain: {
    access: "sites:write",
    summary: "Adds a domain, which is served once a DNS record proves it; needs the token of an owner or admin.",
    status: 201,
    body: CreateSiteDomain,
    data: SiteDomain,
    errors: ["site_not_found", ...OWNER_ERRORS],
  },
  updateSiteDomain: {
    access: "sites:write",
    summary: "Makes an active domain the primary one, which links name.",
    body: UpdateSiteDomain,
    data: SiteDomain,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  checkSiteDomain: {
    access: "sites:write",
    summary: "Checks the DNS of a domain now.",
    data: SiteDomain,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  removeSiteDomain: {
    access: "sites:write",
    summary: "Removes a domain, which is no longer served from then on.",
    data: Removed,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  // Who can open previews
  listShareLinks: {
    access: "sites:read",
    summary: "Lists the share links of a site that work.",
    data: z.array(ShareLink),
    errors: ["site_not_found"],
  },
  createShareLink: {
    access: "sites:write",
    summary: "Creates a share link to a preview, or to all previews of the site; its URL is only in this response.",
    status: 201,
    body: CreateShareLink,
    data: CreatedShareLink,
    errors: ["site_not_found", "deployment_not_found", ...OWNER_ERRORS],
  },
  revokeShareLink: {
    access: "sites:write",
    summary: "Revokes a share link, and the visits that began with it.",
    data: RevokedAccess,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  listPreviewTokens: {
    access: "sites:read",
    summary: "Lists the tokens by which automated tests open the previews of a site.",
    data: z.array(PreviewToken),
    errors: ["site_not_found"],
  },
  createPreviewToken: {
    access: "sites:write",
    summary: "Creates a preview token; needs the token of an owner or admin. Its text is only in this response.",
    status: 201,
    body: CreatePreviewToken,
    data: CreatedPreviewToken,
    errors: ["site_not_found", ...OWNER_ERRORS],
  },
  revokePreviewToken: {
    access: "sites:write",
    summary: "Revokes a preview token, and the visits that began with it.",
    data: RevokedAccess,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  // Private repositories
  getDeployKey: {
    access: "sites:read",
    summary: "Reads the public half of the key that the site's repository is read with.",
    data: DeployKey,
    errors: ["site_not_found", "not_found"],
  },
  createDeployKey: {
    access: "sites:write",
    summary: "Makes a deploy key, in place of the one there is; needs the token of an owner or admin.",
    status: 201,
    body: CreateDeployKey,
    data: DeployKey,
    errors: ["site_not_found", ...OWNER_ERRORS],
  },
  removeDeployKey: {
    access: "sites:write",
    summary: "Removes the deploy key of a site.",
    data: RemovedDeployKey,
    errors: ["site_not_found", "not_found", ...OWNER_ERRORS],
  },
  listRepositoryCredentials: {
    access: "sites:read",
    summary: "Lists what the workspace reads private repositories with, without secrets.",
    data: z.array(RepositoryCredential),
  },
  createRepositoryCredential: {
    access: "sites:write",
    summary: "Adds a credential, in place of the one of the same URL; needs the token of an owner or admin.",
    status: 201,
    body: CreateRepositoryCredential,
    data: RepositoryCredential,
    errors: [...OWNER_ERRORS],
  },
  removeRepositoryCredential: {
    access: "sites:write",
    summary: "Removes a credential of the workspace.",
    data: Removed,
    errors: ["not_found", ...OWNER_ERRORS],
  },
  // Deployments
  createDeployment: {
    access: "deployments:write",
    summary: "Creates a deployment; needs an Idempotency-Key.",
    section: "4",
    status: 202,
    headers: CreateDeploymentHeaders,
    body: CreateDeployment,
    data: Deployment,
    responseHeaders: ReplayHeaders,
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
    access: "deployments:read",
    summary: "Lists the deployments of a site.",
    section: "4",
    query: ListDeployments.omit({ siteId: true }),
    data: z.array(Deployment),
    siblings: PageSiblings,
    errors: ["site_not_found", ...PAGE_ERRORS],
  },
  listDeployments: {
    access: "deployments:read",
    summary: "Lists the deployments of the workspace.",
    section: "4",
    query: ListDeployments,
    data: z.array(Deployment),
    siblings: PageSiblings,
    errors: [...PAGE_ERRORS, "site_not_found"],
  },
  getDeployment: {
    access: "deployments:read",
    summary: "Reads a deployment.",
    section: "4",
    data: Deployment,
    errors: ["deployment_not_found"],
  },
  streamDeploymentEvents: {
    access: "deployments:read",
    summary: "Streams status and log events until the deployment is terminal.",
    section: "4, 6",
    form: "stream",
    headers: z.object({ "Last-Event-ID": z.string().optional() }),
    data: z.string(),
    errors: ["deployment_not_found"],
  },
  cancelDeployment: {
    access: "deployments:write",
    summary: "Cancels a deployment that has not ended.",
    data: Deployment,
    errors: ["deployment_not_found", "deployment_not_cancelable"],
  },
  deleteDeployment: {
    access: "deployments:write",
    summary:
      "Removes the files, hosts and pictures of a deployment and keeps its record; cancels a preview that is queued or building.",
    data: Deployment,
    errors: ["site_not_found", "deployment_not_found", "deployment_in_use"],
  },
  closePullRequest: {
    access: "deployments:write",
    summary:
      "Has the previews of a pull request that was closed removed after 24 hours; deploying one of them again takes it back.",
    status: 202,
    data: ClosedPullRequest,
    errors: ["site_not_found", "not_found"],
  },
  getUpload: {
    access: "deployments:write",
    summary: "Reads how far the upload of a prebuilt deployment is.",
    data: Upload,
    errors: ["deployment_not_found", "upload_closed"],
  },
  listUpload: {
    access: "deployments:write",
    summary: "Sends the list of files of a prebuilt deployment, and learns which of them to upload.",
    body: UploadList,
    bodyType: "application/octet-stream",
    data: Upload,
    errors: ["deployment_not_found", "upload_closed", "upload_rejected"],
  },
  uploadFiles: {
    access: "deployments:write",
    summary: "Uploads files of a prebuilt deployment, or parts of large ones.",
    body: UploadParts,
    bodyType: "application/octet-stream",
    data: UploadedFiles,
    errors: ["deployment_not_found", "upload_closed", "upload_rejected"],
  },
  completeUpload: {
    access: "deployments:write",
    summary: "Ends the upload of a prebuilt deployment, which is then published.",
    status: 202,
    data: Deployment,
    errors: ["deployment_not_found", "upload_closed", "upload_incomplete"],
  },
  getProvenance: {
    access: "deployments:read",
    summary: "Reads the signed statements about a ready deployment.",
    data: Provenance,
    errors: ["deployment_not_found", "not_found"],
  },
  getReview: {
    access: "deployments:read",
    summary: "Reads what a preview changes against what was live: pages, pictures, text, links, accessibility, weight.",
    data: Review,
    errors: ["deployment_not_found"],
  },
  // Comments
  listComments: {
    access: "comments:read",
    summary: "Lists threads of comments on previews, newest first, in pages.",
    query: ListComments,
    data: z.array(CommentThread),
    siblings: PageSiblings,
    errors: ["site_not_found", "deployment_not_found", ...PAGE_ERRORS],
  },
  createComment: {
    access: "comments:write",
    summary: "Starts a thread on a preview, or replies to one; a token's thread blocks no release.",
    status: 201,
    body: CreateComment,
    data: CommentThread,
    errors: ["site_not_found", "deployment_not_found", "not_found", "web_session_required"],
  },
  changeComment: {
    access: "comments:write",
    summary:
      "Edits or deletes a comment, resolves or reopens its thread; a token only proposes to resolve a thread that blocks.",
    body: ChangeComment,
    data: CommentThread,
    errors: ["site_not_found", "not_found", "forbidden_role", "web_session_required", "comment_changed"],
  },
  // Release requests
  listApprovals: {
    access: "approvals:read",
    summary: "Lists release requests, newest first.",
    query: ListApprovals,
    data: z.array(Approval),
    siblings: PageSiblings,
    errors: [...PAGE_ERRORS, "site_not_found"],
  },
  getApproval: {
    access: "approvals:read",
    summary: "Reads a release request.",
    data: Approval,
    errors: ["not_found"],
  },
  requestApproval: {
    access: "web_session",
    summary: "Requests that a ready preview is published.",
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
      "comparison_changed",
    ],
  },
  decideApproval: {
    access: "web_session",
    summary: "Records a person's decision on a release request.",
    section: "4",
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
      "pages_not_viewed",
      "approval_blocked",
      "step_up_required",
      "comparison_changed",
    ],
  },
  // Deployment targets
  listTargets: {
    access: "targets:read",
    summary: "Lists configured deployment targets.",
    section: "4",
    data: z.array(DeploymentTarget),
  },
  listTargetCapabilities: {
    access: "targets:read",
    summary: "Lists the provider options and which of them are enabled here.",
    section: "4",
    data: z.array(TargetCapability),
  },
  createTarget: {
    access: "targets:write",
    summary: "Creates a deployment target.",
    section: "4",
    status: 201,
    body: CreateTarget,
    data: DeploymentTarget,
    errors: ["deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  updateTarget: {
    access: "targets:write",
    summary: "Updates a deployment target.",
    section: "4",
    body: UpdateTarget,
    data: DeploymentTarget,
    errors: ["not_found", "deployment_target_not_implemented", "user_actor_required", "entitlement_required"],
  },
  deleteTarget: {
    access: "targets:write",
    summary: "Removes a deployment target.",
    section: "4",
    data: DeletedTarget,
    errors: ["not_found", "deployment_target_in_use", "user_actor_required"],
  },
  // The token in use
  getCurrentToken: {
    access: "token",
    summary: "Describes the token of the request: its scopes, its workspace and who is behind it.",
    data: CurrentToken,
  },
  // Tokens, for OAuth clients
  startDeviceAuthorization: {
    access: "anonymous",
    summary: "Starts a device flow.",
    section: "4 (RFC 8628 §3.1)",
    form: "bare",
    body: DeviceAuthorizationRequest,
    bodyType: "application/x-www-form-urlencoded",
    data: DeviceAuthorization,
  },
  pollDeviceToken: {
    access: "anonymous",
    summary: "Polls a device flow until the token is granted, or exchanges the identity token of a run.",
    section: "4 (RFC 8628 §3.4, RFC 8693 §2)",
    form: "bare",
    body: TokenRequest,
    bodyType: "application/x-www-form-urlencoded",
    data: DeviceToken,
  },
});

/** The error half of the response envelope. @see Interface §2 */
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
      /** What to look at before deciding again, with `comparison_changed`. */
      comparison: z.string().optional(),
      /** The open threads that block the release, with `approval_blocked`. */
      blockedBy: z.array(z.looseObject({ id: z.string(), webUrl: z.url() })).optional(),
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
