/**
 * How a client retries a request that got an error. [§7]
 * - `never`: the error is final; the same request gets it again.
 * - `after_header`: send the same request again, not before the time in `Retry-After`.
 * - `same_key`: the outcome is unknown; send the same bytes with the same key again.
 * - `on_capacity`: clears when a build of the workspace ends, not on a timer. [§8]
 */
export type RetryRule = "never" | "after_header" | "same_key" | "on_capacity";

export interface ErrorRow {
  readonly status: number;
  readonly retry: RetryRule;
  readonly hint: string;
}

const row = (status: number, retry: RetryRule, hint: string): ErrorRow => ({ status, retry, hint });
const final = (status: number, hint: string): ErrorRow => row(status, "never", hint);

/**
 * The one table of error codes: the service responds by it, the client retries by it, reports explain by it.
 * It has every code that the interface names, and every code that the service adds where the interface names none.
 * @see Interface §7
 */
export const ERRORS = {
  // Named by the interface, in its order. [§7]
  idempotency_key_required: final(428, "Send an Idempotency-Key header; if you did, a proxy removed it."),
  idempotency_conflict: final(409, "The key was already used for another request; use a new key."),
  idempotency_key_conflict: final(409, "The key was already used for another request; use a new key."),
  deployment_not_found: final(404, "Check the deployment id, and that the token belongs to its workspace."),
  approval_required: final(428, "Ask a teammate to approve the release on the web; a token cannot publish."),
  source_deployment_required: final(428, "Set sourceDeploymentId to the ready preview to promote."),
  self_approval_forbidden: final(403, "Ask another member: the requester of a release cannot approve it."),
  build_quota_exceeded: row(429, "on_capacity", "Wait until a running build of the workspace ends, or cancel one."),
  site_not_found: final(404, "Check the site's id or slug, and that the token belongs to its workspace."),
  slug_taken: final(409, "Choose another slug."),
  project_not_found: final(404, "Check the project id, and that the token belongs to its workspace."),
  repohost_installation_not_found: final(404, "Install the repository host's app for this repository first."),
  deployment_target_not_implemented: final(
    400,
    "Choose a combination that GET /deployment-targets/capabilities lists as enabled.",
  ),
  rate_limited: row(429, "after_header", "Wait for the time in Retry-After; share one token among fewer jobs."),
  not_found: final(404, "Check the path and the id, and that the token belongs to its workspace."),

  // Not shown by the interface: who sends the request. [§5, §7]
  unauthenticated: final(401, "Check that the token was copied completely, or make a new one on the page Tokens."),
  insufficient_scope: final(403, "Create a token with the scope that the message names."),
  forbidden_role: final(403, "Ask a member whose role allows this."),
  web_session_required: final(403, "Sign in on the web; a token cannot do this."),
  user_actor_required: final(403, "Use the token of a person, not of a bot."),
  entitlement_required: final(403, "Ask the operator to enable this for the workspace."),
  step_up_required: final(401, "Enter your second factor again for this decision."),

  // Not shown by the interface: the shape of a request. [§7]
  validation_failed: final(400, "Fix the fields that the message names."),
  invalid_json: final(400, "Send a JSON object as the body."),
  invalid_cursor: final(400, "Use the nextCursor of the previous page, unchanged."),
  unsupported_media_type: final(415, "Send 'Content-Type: application/json'."),
  payload_too_large: final(413, "Send a body of at most 64 KiB."),
  method_not_allowed: final(405, "Use one of the methods in the Allow header."),
  tls_required: final(426, "Use https, and revoke the token: it was sent unencrypted."),
  misdirected_request: final(421, "Use the URL that the service is configured with."),

  // Not shown by the interface: the state of resources. [§3, §4]
  repository_not_connected: final(409, "Give the site a repositoryUrl first."),
  source_deployment_not_ready: final(409, "Promote a preview of this site whose status is ready."),
  deployment_not_cancelable: final(409, "It has ended. To remove its files, delete it."),
  deployment_in_use: final(
    409,
    "Do what the message names first: production uses the deployment, or it waits for a decision.",
  ),
  approval_not_requested: final(409, "Open the release on the web and request it; another member can then approve it."),
  approval_already_decided: final(409, "The request was approved or rejected, or it expired; make a new one."),
  pages_not_viewed: final(
    409,
    "Mark each changed page as viewed on the approval screen, then approve. The site's settings ask for it.",
  ),
  approval_blocked: final(
    409,
    "Have the comments resolved that the approval screen names, or override them with a reason if the site lets you.",
  ),
  comment_changed: final(409, "Read the comment again: it was edited or deleted meanwhile."),
  comparison_changed: final(409, "Look at the comparison that the error names, then decide again."),
  site_limit_reached: final(402, "Archive a site, or ask the operator to raise maxSites."),
  live_site_limit_reached: final(402, "Archive a live site, or ask the operator to raise maxLiveSites."),
  deployment_target_in_use: final(409, "Move the sites that use this target to another one first."),

  // Additive: files that were built elsewhere.
  prebuilt_refused: final(403, "Let the service build, or ask an owner or admin to set 'prebuilt' of the site."),
  upload_closed: final(409, "Create a new prebuilt deployment and upload to that one."),
  upload_incomplete: final(409, "Upload the files that are missing, then complete the upload."),
  upload_rejected: final(400, "Correct what the message names in the folder, then deploy again."),

  // The service itself.
  internal_error: row(500, "same_key", "Retry with the same key; report the requestId if the error stays."),
  try_again: row(503, "after_header", "Retry after the time in Retry-After."),
} as const satisfies Record<string, ErrorRow>;

export type ErrorCode = keyof typeof ERRORS;

/** Also for a code that this version does not know: then a status of 5xx is an unknown outcome, all else is final. */
export function errorRow(code: string, status: number): ErrorRow {
  if (Object.hasOwn(ERRORS, code)) return ERRORS[code as ErrorCode];
  const retry = status >= 500 ? "same_key" : "never";
  return { status, retry, hint: "This version does not know the code; see the change log of the service." };
}

/** Why a deployment failed or was canceled, with what its author can do. [§3: not shown] */
export const BUILD_ERRORS = {
  clone_failed: "Check the repository URL, and that the service can read it.",
  commit_not_found: "Push the commit to the repository the site is connected to.",
  manifest_invalid: "Fix the field of greenroom.json that the message names.",
  detect_failed: "Add a greenroom.json that says how to build the site.",
  variable_missing: "Set the variable that the message names, or take its name out of 'environment' in greenroom.json.",
  install_failed:
    "Run the install command in a clean checkout; the log names each host that a build may not reach, and what to do.",
  build_failed:
    "Run the same command in a clean clone of the commit, where files that are not committed are missing as they are here.",
  output_missing:
    "Have the build write finished pages; when their folder has another name, set 'output' in greenroom.json.",
  home_broken: "Correct what the message names; for a site without a home page set 'home' to false in greenroom.json.",
  output_rejected: "Remove what the message names from the output folder.",
  limit_exceeded: "Make the build smaller, or ask the operator for a higher limit.",
  timed_out: "Make the build faster, or ask the operator for a longer limit.",
  storage_exhausted: "Ask the operator to free disk space.",
  storage_quota_exceeded:
    "Delete previews that are no longer needed with 'greenroom deployments delete', or ask the operator for a higher quota.",
  sandbox_unavailable: "Ask the operator to install bubblewrap.",
  source_unavailable: "Promote another ready preview; the files of this one were deleted.",
  worker_lost: "Make the build smaller: its workers were lost repeatedly, possibly because of it.",
  upload_unfinished: "Deploy the folder again; files of the site that the service has are not sent again.",
  canceled_by_user: "Deploy again when you want it.",
  superseded: "A newer commit of the branch replaced it.",
  site_archived: "Restore the site, then deploy again.",
} as const satisfies Record<string, string>;

export type BuildErrorCode = keyof typeof BUILD_ERRORS;

export const BUILD_ERROR_CODES = Object.keys(BUILD_ERRORS) as [BuildErrorCode, ...BuildErrorCode[]];

/** @returns What to do about a failed deployment, one sentence; undefined for a code this version does not know. */
export function buildErrorHint(code: string): string | undefined {
  return Object.hasOwn(BUILD_ERRORS, code) ? BUILD_ERRORS[code as BuildErrorCode] : undefined;
}
