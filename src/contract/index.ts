/**
 * The wire contract between the service and its clients.
 *
 * - workspace: what a token belongs to; it never sees another one
 * - project: groups sites inside a workspace
 * - site: something hosted, built from a repository
 * - deployment: one build run of a site, in the environment `preview` or `production`
 * - preview: a deployment anyone with its address can look at
 * - promotion: a production deployment made from a ready preview, without a build
 * - approval: a person's decision about a promotion
 * - originating actor: the person behind the session or token that asked for a promotion
 * - idempotency key: names one logical attempt, so that a repeated request has no further effect
 * - event: a change of status or a batch of log lines, numbered within a deployment
 * - envelope: `{ ok, data }` or `{ ok, error }` around every JSON answer
 *
 * Sections in comments are those of the interface document.
 */
export {
  APPROVAL_ROLES,
  APPROVAL_STATUSES,
  APPROVAL_TRANSITIONS,
  Approval,
  type ApprovalStatus,
  DECISIONS,
  DecideApproval,
  MAX_NOTES_CHARS,
  ReceivedApproval,
  RequestApproval,
  ROLES,
  type Role,
} from "./approval.ts";
export { BUILD_ERROR_CODES, BUILD_ERRORS, type BuildErrorCode, buildErrorHint } from "./build-errors.ts";
export { isBranchName } from "./branch.ts";
export { CreateDeployment, Deployment, ReceivedDeployment } from "./deployment.ts";
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
  DEVICE_GRANT_TYPE,
  DeviceAuthorization,
  DeviceToken,
  OAUTH_ERROR_CODES,
  OAuthError,
  type OAuthErrorCode,
} from "./device.ts";
export { ErrorEnvelope, successEnvelope } from "./envelope.ts";
export {
  type ErrorCode,
  errorRow,
  type ErrorRow,
  ERRORS,
  IDEMPOTENCY_CONFLICT_CODES,
  isErrorCode,
  type RetryRule,
} from "./errors.ts";
export {
  EVENT_NAMES,
  type EventName,
  LOG_STREAMS,
  LogEvent,
  LogLine,
  logLineText,
  type LogStream,
  ReceivedLogEvent,
  ReceivedStatusEvent,
  StatusEvent,
} from "./events.ts";
export {
  COMMIT_SHA_PATTERN,
  DEFAULT_PAGE_SIZE,
  DEPLOYMENT_ID_PATTERN,
  IDEMPOTENCY_KEY_PATTERN,
  IDEMPOTENCY_RETENTION_DAYS,
  MAX_BODY_BYTES,
  MAX_BODY_DEPTH,
  MAX_PAGE_SIZE,
  MAX_SLUG_CHARS,
  MCP_REQUESTS_PER_MINUTE,
  SLUG_PATTERN,
  STREAM_HEARTBEAT_MS,
  UUID_PATTERN,
} from "./limits.ts";
export { ListApprovals, ListDeployments, NextCursor } from "./listing.ts";
export { Manifest, MANIFEST_FILE } from "./manifest.ts";
export {
  CreatePreviewArguments,
  MCP_TOOLS,
  type McpTool,
  RequestPublishArguments,
  RequestPublishResult,
} from "./mcp.ts";
export { type AnswerForm, BODY_ERRORS, GUARD_ERRORS, type Route } from "./route.ts";
export { type PathParameters, type RouteName, routePath } from "./paths.ts";
export { ROUTES } from "./routes.ts";
export { CreateSite, Entitlements, ReceivedSite, Site, SITE_STATUSES, SiteDetail, type SiteStatus } from "./site.ts";
export {
  CreateTarget,
  DeletedTarget,
  DeploymentTarget,
  TARGET_MODES,
  TargetCapability,
  UpdateTarget,
} from "./target.ts";
export {
  type Scope,
  SCOPES,
  TOKEN_KINDS,
  TOKEN_PREFIXES,
  TOKEN_REALMS,
  type TokenKind,
  tokenPrefix,
  type TokenRealm,
} from "./token.ts";
