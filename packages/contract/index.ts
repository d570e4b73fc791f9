/**
 * The wire contract between the service and its clients.
 *
 * Glossary. Resources:
 *
 * - workspace: what a token belongs to; it never sees another one
 * - project: groups sites inside a workspace
 * - site: something hosted, built from a repository
 * - deployment: one build of a site, in the environment `preview` or `production`
 * - preview: a deployment with a separate URL; the site says who can open it
 * - share link: a URL that opens previews of a site until it expires
 * - preview token: a secret by which automated tests open the previews of a site
 * - target: where and how the deployments of a site run
 * - manifest: `greenroom.json` in a repository, which says how to build the site
 * - entitlements: how many sites and builds a workspace can have
 *
 * From preview to production:
 *
 * - release, promotion: a production deployment made from a ready preview, without a build
 * - source deployment: the preview a release is made from
 * - publish request: a request to release a preview; a person approves or rejects it
 * - requester: the person who asked for a release, by a session or a token; a requester cannot approve it
 * - step-up: a second factor, entered again for one decision
 *
 * On the wire:
 *
 * - actor: who sends a request, a person with a web session or a program with a token
 * - token: a personal access token (`pat`) for programs, an MCP token (`mcp`) for agents; it has scopes
 * - scope: one thing a token can do
 * - device flow: how a program without a browser gets a token from a person who has one
 * - attempt: one deployment that someone wants, however often the request is sent
 * - idempotency key: identifies one attempt, so that a retry has no further effect
 * - event: a change of status or a batch of log lines, numbered within a deployment
 * - terminal: a status nothing follows: `ready`, `failed`, `canceled`
 * - cursor: where the next page of a list begins
 * - envelope: `{ ok, data }` or `{ ok, error }` around every JSON response
 *
 * Sections in comments are those of the interface document.
 */
export {
  CreatedPreviewToken,
  CreatedShareLink,
  CreatePreviewToken,
  CreateShareLink,
  MAX_PREVIEW_TOKENS,
  MAX_SHARE_LINK_SECONDS,
  MAX_SHARE_LINKS,
  MIN_SHARE_LINK_SECONDS,
  PREVIEW_ACCESS,
  PREVIEW_SESSION_PATH,
  PREVIEW_TOKEN_HEADER,
  PreviewToken,
  type PreviewAccess,
  PRODUCTION_ACCESS,
  type ProductionAccess,
  ReceivedPreviewToken,
  ReceivedShareLink,
  RevokedAccess,
  ShareLink,
} from "./access.ts";
export {
  APPROVAL_ROLES,
  APPROVAL_STATUSES,
  APPROVAL_TRANSITIONS,
  Approval,
  type ApprovalStatus,
  DECISIONS,
  DecideApproval,
  ListApprovals,
  MAX_NOTES_CHARS,
  ReceivedApproval,
  RequestApproval,
  RequestPublishArguments,
  RequestPublishResult,
  ROLES,
  type Role,
} from "./approval.ts";
export { type Clock, instant, systemClock, timeoutSignal, wait } from "./clock.ts";
export { CurrentToken, ReceivedCurrentToken } from "./current-token.ts";
export {
  BuildDiagnostic,
  ClosedPullRequest,
  CreateDeployment,
  CreatePreviewArguments,
  Deployment,
  ListDeployments,
} from "./deployment.ts";
export {
  DEVICE_GRANT_TYPE,
  DeviceAuthorization,
  DeviceToken,
  OAUTH_ERROR_CODES,
  OAuthError,
  type OAuthErrorCode,
} from "./device.ts";
export {
  CreateSiteDomain,
  DomainRecord,
  ReceivedSiteDomain,
  RemovedSiteDomain,
  SiteDomain,
  UpdateSiteDomain,
} from "./domain.ts";
export {
  BUILD_ERROR_CODES,
  BUILD_ERRORS,
  type BuildErrorCode,
  buildErrorHint,
  type ErrorCode,
  errorRow,
  type ErrorRow,
  ERRORS,
  IDEMPOTENCY_CONFLICT_CODES,
  isErrorCode,
  type RetryRule,
} from "./errors.ts";
export { EVENT_NAMES, type EventName, LOG_STREAMS, LogEvent, LogLine, type LogStream, StatusEvent } from "./events.ts";
export {
  MAX_PULL_REQUEST_NUMBER,
  PULL_REQUEST_HEADER,
  type PullRequestLabel,
  readPullRequest,
  titleLine,
  writePullRequest,
} from "./label.ts";
export {
  COMMIT_SHA_PATTERN,
  DEFAULT_PAGE_SIZE,
  DEPLOYMENT_ID_PATTERN,
  IDEMPOTENCY_KEY_PATTERN,
  IDEMPOTENCY_RETENTION_DAYS,
  isBranchName,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_PAGE_SIZE,
  MAX_SLUG_CHARS,
  MCP_REQUESTS_PER_MINUTE,
  SLUG_PATTERN,
  STREAM_HEARTBEAT_MS,
  UUID_PATTERN,
} from "./limits.ts";
export { type PathParameters, type RouteName, routePath } from "./paths.ts";
export {
  BUILD_PREDICATE,
  BUILD_TYPE,
  BuildStatement,
  Envelope,
  FILE_LIST_VERSION,
  FILES_PATH,
  Provenance,
  PROVENANCE_KEY_PATH,
  RELEASE_PREDICATE,
  ReleaseStatement,
  STATEMENT_PAYLOAD_TYPE,
  STATEMENTS_PATH,
  UPLOAD_PREDICATE,
  UploadStatement,
} from "./provenance.ts";
export {
  Entitlements,
  logLineText,
  NextCursor,
  ReceivedDeployment,
  ReceivedLogEvent,
  ReceivedSite,
  ReceivedSiteDetail,
  ReceivedStatusEvent,
} from "./received.ts";
export {
  FINDING_STATES,
  PAGE_CHANGES,
  ReceivedReview,
  Review,
  REVIEW_STATUSES,
  REVIEW_WIDTHS,
  type ReviewStatus,
} from "./review.ts";
export {
  type ResponseForm,
  BINARY_BODY_ERRORS,
  BODY_ERRORS,
  ErrorEnvelope,
  GUARD_ERRORS,
  MCP_TOOLS,
  type McpTool,
  type Route,
  ROUTES,
  successEnvelope,
} from "./routes.ts";
export {
  CreateSite,
  Manifest,
  MANIFEST_FILE,
  Site,
  PREBUILT_RULES,
  SITE_STATUSES,
  SiteDetail,
  type SiteStatus,
  UpdateSite,
} from "./site.ts";
export {
  DEPLOYMENT_STATUSES,
  type DeploymentStatus,
  type Environment,
  ENVIRONMENTS,
  isDeploymentStatus,
  isTerminal,
  TERMINAL_STATUSES,
  type TerminalStatus,
  TRANSITIONS,
} from "./status.ts";
export {
  CreateTarget,
  DeletedTarget,
  DeploymentTarget,
  ReceivedCapability,
  ReceivedTarget,
  TARGET_MODES,
  TargetCapability,
  UpdateTarget,
} from "./target.ts";
export {
  ACCESS_TOKEN_TYPE,
  base64Forms,
  EXCHANGE_GRANT_TYPE,
  IDENTITY_TOKEN_TYPE,
  type Scope,
  SCOPES,
  TOKEN_KINDS,
  TOKEN_PREFIXES,
  TOKEN_REALMS,
  type TokenKind,
  tokenPrefix,
  type TokenRealm,
  TRUST_SCOPES,
  type TrustScope,
} from "./token.ts";
export {
  CreateTrustRule,
  GITHUB_ISSUER,
  MAX_TRUST_RULES,
  ReceivedTrustRule,
  RemovedTrustRule,
  TrustRule,
} from "./trust.ts";
export { Prebuilt, Upload, UploadedFiles } from "./upload.ts";
export {
  MAX_VARIABLE_BYTES,
  MAX_VARIABLES,
  MIN_SECRET_CHARS,
  ReceivedVariable,
  RemovedVariable,
  SetVariable,
  SiteVariable,
  VARIABLE_KINDS,
  variableNameProblem,
} from "./variable.ts";
export {
  CreateDeployKey,
  CreateRepositoryCredential,
  CREDENTIAL_KINDS,
  DeployKey,
  MAX_REPOSITORY_CREDENTIALS,
  ReceivedDeployKey,
  ReceivedRepositoryCredential,
  RemovedDeployKey,
  RemovedRepositoryCredential,
  RepositoryCredential,
} from "./repository.ts";
