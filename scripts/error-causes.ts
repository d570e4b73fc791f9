import type { LocalCode } from "../packages/client/index.ts";
import type { BuildErrorCode, ErrorCode } from "../packages/contract/index.ts";

/** Why the service gives each code, one sentence; a code without one does not compile. */
export const SERVICE_CAUSES = {
  idempotency_key_required: "A deployment was asked for without an `Idempotency-Key`.",
  idempotency_conflict: "The key was used before with another body, site or path.",
  idempotency_key_conflict: "The key was used before with another body, site or path; an older name of the code above.",
  deployment_not_found: "No deployment of the token's workspace has this id.",
  approval_required:
    "A release was asked for, and nobody has approved it yet. The production action expects this answer.",
  source_deployment_required: "A release was asked for without naming the preview to release.",
  self_approval_forbidden: "The person who decides is the one behind the request.",
  build_quota_exceeded: "As many builds of the workspace wait or run as may.",
  site_not_found: "No site of the token's workspace has this id or slug.",
  slug_taken: "Another site of the workspace has this slug.",
  project_not_found: "No project of the token's workspace has this id.",
  repohost_installation_not_found: "The repository host's app is not installed for this repository.",
  deployment_target_not_implemented: "The combination of provider, mode and runtime is not offered.",
  rate_limited: "The token, the person or the address sent more requests in a minute than it may.",
  not_found: "Nothing of the token's workspace is at this path.",
  unauthenticated:
    "The token is missing, misspelt, expired or revoked, or a `live` token met a service in `--dev`, or the other way round.",
  insufficient_scope: "The token may not do this; it lacks the scope the message names.",
  forbidden_role: "The role of the person does not allow this.",
  web_session_required: "A token tried what only a signed-in person may do, such as deciding a release.",
  user_actor_required: "The token is a bot's, and the request needs a person behind it.",
  entitlement_required: "The operator has not enabled this for the workspace.",
  step_up_required: "The second factor was not given for this decision, or was given too long ago.",
  validation_failed: "A field is missing, misspelt or out of range.",
  invalid_json: "The body is not a JSON object.",
  invalid_cursor: "The cursor was changed, or belongs to another list.",
  unsupported_media_type: "The body came under another media type.",
  payload_too_large: "The body is longer than the service reads.",
  method_not_allowed: "The path is there, but not for this method.",
  tls_required: "The request came without TLS.",
  misdirected_request:
    "The `Host` of the request is none the service knows; often a proxy that does not pass `Host` on.",
  repository_not_connected: "The site has no repository to build from.",
  source_deployment_not_ready: "The deployment to release is not ready, not a preview, or of another site.",
  deployment_not_cancelable: "The deployment had ended before the cancel arrived.",
  approval_already_decided: "Somebody was faster, or the request ran out.",
  site_limit_reached: "The workspace has as many sites as it may.",
  live_site_limit_reached: "The workspace has as many live sites as it may.",
  deployment_target_in_use: "Sites still use the target.",
  internal_error: "The service met a defect of its own, and does not know whether it acted.",
  try_again: "The service was busy with the same request, or is stopping.",
} as const satisfies Record<ErrorCode, string>;

/** Why a build ends with each code, one sentence. */
export const BUILD_CAUSES = {
  clone_failed: "The service could not fetch the repository.",
  commit_not_found: "The repository does not have the commit; it may not have been pushed, or was rewritten away.",
  manifest_invalid: "`greenroom.json` is not what the schema says.",
  detect_failed: "The service could not tell how to build the repository.",
  install_failed: "The install command failed; the log holds its words.",
  build_failed: "The build command failed; the log holds its words.",
  output_missing: "The build ended well, but its output folder is not there or empty.",
  output_rejected: "The output holds something that is not served, such as a link out of it or a special file.",
  limit_exceeded: "The build used more memory, processes or space than it may.",
  timed_out: "The build ran longer than it may.",
  storage_exhausted: "The disk of the service is full.",
  sandbox_unavailable: "The build runs commands, and bubblewrap is missing or may not make namespaces.",
  source_unavailable: "The files of the preview to release are gone.",
  worker_lost: "The process that built it stopped twice, for example by restarts.",
  canceled_by_user: "A person or a token canceled it.",
  superseded: "`cancelSuperseded` is on, and the branch moved on.",
  site_archived: "The site was archived meanwhile.",
} as const satisfies Record<BuildErrorCode, string>;

/** Failures that never reached the service, or were no answer of one. */
export const LOCAL_ERRORS = {
  aborted: {
    cause: "The caller stopped it; for a job, somebody canceled the run.",
    remedy: "Run again: the same request lands on the same deployment.",
  },
  answer_too_large: {
    cause: "An answer was longer than the interface allows.",
    remedy: "Check that `base-url` is the service and nothing else.",
  },
  certificate_invalid: {
    cause: "The service shows a certificate that the machine does not trust.",
    remedy:
      "Renew the certificate, or give the runner your authority by `NODE_EXTRA_CA_CERTS`. Turning verification off is not accepted.",
  },
  connection_failed: {
    cause: "No connection came about: name, port, proxy or firewall.",
    remedy: "Open `base-url` with `/healthz` behind it from the same machine; `greenroom doctor` says more.",
  },
  idempotency_key_reused: {
    cause: "A key of your own was used for another request before.",
    remedy: "Give each attempt a key of its own, or leave `idempotency-key` away.",
  },
  invalid_base_url: {
    cause: "`base-url` is no address, or has http for another machine.",
    remedy: "Write an https address; http is for this machine only.",
  },
  invalid_request: { cause: "The call was wrong, and nothing was sent.", remedy: "Correct what the message names." },
  mcp_tool_failed: {
    cause: "The service's tool `request_publish` answered with an error.",
    remedy: "Read its message; the preview stands all the same.",
  },
  mcp_tool_missing: {
    cause: "The service has no tool `request_publish` at that address.",
    remedy: "Set `mcp-url`, or give `approval-url` as a template, or `approval: off`.",
  },
  redirect_refused: {
    cause: "The address answered with a redirect, which a token does not follow.",
    remedy: "Write the address that the redirect names, if it is yours.",
  },
  site_ambiguous: { cause: "The slug fits more than one visible site.", remedy: "Name the site by its id." },
  stream_ended: {
    cause: "The event stream ended before the deployment did, more often than makes sense.",
    remedy: "Look for a proxy that buffers or cuts streams; `greenroom doctor` measures it.",
  },
  timed_out: {
    cause: "The time given was over. The build goes on at the service.",
    remedy: "Run again to pick it up, or raise `timeout-minutes`.",
  },
  unexpected_answer: {
    cause: "Something answered that does not speak the interface, such as a sign-in page or a proxy.",
    remedy: "Check `base-url`; it is the origin of the service, without a path.",
  },
} as const satisfies Record<LocalCode, { readonly cause: string; readonly remedy: string }>;
