import { readFile } from "node:fs/promises";
import type { LocalCode } from "../packages/client/index.ts";
import {
  BUILD_ERRORS,
  type BuildErrorCode,
  type ErrorCode,
  ERRORS,
  type RetryRule,
} from "../packages/contract/index.ts";
import { between, type Generated, table } from "./tables.ts";

const PATH = "docs/guides/troubleshooting.md";

const RETRIES: Readonly<Record<RetryRule, string>> = {
  never: "",
  after_header: "The client waits by itself.",
  same_key: "The client retries by itself.",
  on_capacity: "`on-quota: wait` waits for it.",
};

interface Row {
  readonly code: string;
  /** HTTP status, for codes of the service. */
  readonly status?: number;
  readonly cause: string;
  readonly hint: string;
}

export async function freshErrorGuide(): Promise<Generated> {
  const now = await readFile(PATH, "utf8");
  const tables = { service: serviceRows(), build: buildRows(), client: clientRows() };
  let fresh = now;
  for (const [name, rows] of Object.entries(tables)) fresh = between(fresh, `${name}-errors`, rowsOf(rows));
  return { path: PATH, now, fresh };
}

function serviceRows(): readonly Row[] {
  return Object.entries(ERRORS).map(([code, { status, retry, hint }]) => ({
    code,
    status,
    cause: SERVICE_CAUSES[code as keyof typeof ERRORS],
    hint: [hint, RETRIES[retry]].filter((text) => text !== "").join(" "),
  }));
}

function buildRows(): readonly Row[] {
  return Object.entries(BUILD_ERRORS).map(([code, hint]) => {
    return { code, cause: BUILD_CAUSES[code as keyof typeof BUILD_ERRORS], hint };
  });
}

function clientRows(): readonly Row[] {
  return Object.entries(CLIENT_ERRORS).map(([code, row]) => ({ code, cause: row.cause, hint: row.hint }));
}

function rowsOf(rows: readonly Row[]): string {
  const cells = rows.map(({ code, status, cause, hint }) => {
    return [status === undefined ? `\`${code}\`` : `\`${code}\` (${status})`, cause, hint];
  });
  return table(["Code", "Why", "What to do"], cells);
}

/** Why the service returns each code; a code without a sentence does not compile. */
const SERVICE_CAUSES = {
  idempotency_key_required: "The request had no `Idempotency-Key`.",
  idempotency_conflict: "The body, site or path is another than before.",
  idempotency_key_conflict: "Older name of `idempotency_conflict`.",
  deployment_not_found: "The token's workspace has no deployment with this id.",
  approval_required: "The release is not approved yet. The production action expects this response.",
  source_deployment_required: "The request for a release did not name the preview to release.",
  self_approval_forbidden: "The person who decides also requested the release.",
  build_quota_exceeded: "The workspace is at its limit of queued and running builds.",
  site_not_found: "The token's workspace has no site with this id or slug, or it is archived; the message says which.",
  slug_taken: "Another site of the workspace has this slug.",
  project_not_found: "The token's workspace has no project with this id.",
  repohost_installation_not_found: "The repository host's app is not installed for this repository.",
  deployment_target_not_implemented: "This combination of provider, mode and runtime is not available.",
  rate_limited: "The token, person or IP address sent too many requests in a minute.",
  not_found: "The token's workspace has nothing at this path.",
  unauthenticated:
    "The token is missing, misspelled, expired or revoked, or a `test` token of `--dev` met a live service, or the other way round.",
  insufficient_scope: "The token lacks the scope that the message names.",
  forbidden_role: "The person's role does not allow this.",
  web_session_required: "A token tried what only a signed-in person can do, such as deciding a release.",
  user_actor_required: "The token belongs to a bot, and the request needs a person.",
  entitlement_required: "The operator has not enabled this for the workspace.",
  step_up_required: "The second factor was not given for this decision, or too long ago.",
  validation_failed: "A field is missing, misspelled or out of range.",
  invalid_json: "The body is not a JSON object.",
  invalid_cursor: "The cursor was changed or belongs to another list.",
  unsupported_media_type: "The body has another media type.",
  payload_too_large: "The body is larger than the limit.",
  method_not_allowed: "The path exists, but not with this method.",
  tls_required: "The request was sent without TLS.",
  misdirected_request: "The service does not know the `Host` of the request; often a proxy does not pass it on.",
  repository_not_connected: "The site has no repository to build from.",
  source_deployment_not_ready: "The deployment to release is not ready, is not a preview, or belongs to another site.",
  deployment_not_cancelable: "The deployment ended before the cancel request arrived.",
  deployment_in_use: "It is live, or a release of it waits for a decision.",
  approval_not_requested: "The release is only prepared, or everyone who requested it has left.",
  approval_already_decided: "Someone else decided first, or the request expired.",
  approval_blocked: "An open comment blocks the release of the branch.",
  comment_changed: "A comment was edited or deleted after the writer read it.",
  pages_not_viewed: "The site asks that an approver views every changed page, and some are left.",
  comparison_changed: "Another release went live, so the decision would not do what was looked at.",
  site_limit_reached: "The workspace is at its limit of sites.",
  live_site_limit_reached: "The workspace is at its limit of live sites.",
  deployment_target_in_use: "Sites still use the target.",
  prebuilt_refused: "The site takes no files that were built elsewhere.",
  upload_closed: "The deployment is built by the service, or its upload was completed, canceled or took too long.",
  upload_incomplete: "The upload was to end while files were missing.",
  upload_rejected: "A file, or the list of files, is not as the request said, or not one of a site.",
  internal_error: "The service failed, and it is unknown whether the request took effect.",
  try_again: "The service was busy with the same request, or is shutting down.",
} as const satisfies Record<ErrorCode, string>;

const BUILD_CAUSES = {
  clone_failed: "The service could not fetch the repository.",
  commit_not_found: "The repository lacks the commit: it was not pushed, or the history was rewritten.",
  manifest_invalid: "`greenroom.json` does not match its schema.",
  variable_missing: "`greenroom.json` lists a name under `environment` that has no value for this build.",
  detect_failed: "The service could not detect how to build the repository.",
  install_failed: "The install command failed.",
  build_failed: "The build command failed.",
  output_missing: "The output folder is missing or empty, or has no home page.",
  home_broken: "What visitors of / would get is no page, has none of its styles, or lacks the scripts that show it.",
  output_rejected: "The output has something that cannot be served, such as a link to outside or a special file.",
  limit_exceeded: "The build used more memory, processes or disk space than its limit.",
  timed_out: "The build took longer than its time limit.",
  storage_quota_exceeded: "The files of the workspace would take more than its quota.",
  storage_exhausted: "The disk of the service is full.",
  sandbox_unavailable: "The build runs commands, but bubblewrap is missing or cannot create namespaces.",
  source_unavailable: "The files of the preview to release are gone.",
  worker_lost: "The worker was lost eight times, which restarts alone hardly do.",
  canceled_by_user: "A person or a token canceled it.",
  upload_unfinished: "The upload brought no file for five minutes, or took two hours.",
  superseded: "`cancelSuperseded` is on, and the branch has a newer commit.",
  site_archived: "The site was archived during the build.",
} as const satisfies Record<BuildErrorCode, string>;

/** Errors that come from the client: the request did not reach the service, or the response was not one of the interface. */
const CLIENT_ERRORS = {
  aborted: {
    cause: "Someone canceled the run, or the caller stopped it.",
    hint: "Re-run the job: the same request resumes the same deployment.",
  },
  answer_too_large: {
    cause: "A response was larger than the interface allows.",
    hint: "Check that `base-url` points to the service.",
  },
  certificate_invalid: {
    cause: "The machine does not trust the service's certificate.",
    hint: "Renew the certificate, or pass your certificate authority with `NODE_EXTRA_CA_CERTS`. Verification cannot be turned off.",
  },
  connection_failed: {
    cause:
      "No connection: name, port, proxy or firewall. An unknown host name, or a proxy that refuses, is not retried.",
    hint: "Open `base-url` followed by `/healthz` from the same machine, or run `greenroom doctor`.",
  },
  deployment_mismatch: {
    cause: "The service, or a cache in front of it, gave the record of something else.",
    hint: "Report it to the operator. Nothing of that record was used.",
  },
  folder_rejected: {
    cause: "The folder to upload is missing, changed meanwhile, or holds what no site has, such as a link.",
    hint: "Correct what the message names.",
  },
  invalid_base_url: {
    cause: "`base-url` is not a URL, or is http to another machine.",
    hint: "Use an https URL; http works only on the same machine.",
  },
  invalid_request: { cause: "The call was invalid; nothing was sent.", hint: "Correct what the message names." },
  mcp_tool_failed: {
    cause: "The service's tool `request_publish` returned an error.",
    hint: "Read its message. The preview is not affected.",
  },
  mcp_tool_missing: {
    cause: "The service has no tool `request_publish` at that URL.",
    hint: "Set `mcp-url`, give `approval-url` as a template, or set `approval: off`.",
  },
  prebuilt_unsupported: {
    cause: "The service knows no uploads, and began a build, which was canceled.",
    hint: "Update the service, or let it build.",
  },
  redirect_refused: {
    cause: "The service responded with a redirect. A request with a token never follows one.",
    hint: "Set `base-url` to the URL that the redirect names, if it is yours.",
  },
  site_ambiguous: { cause: "More than one visible site has this slug.", hint: "Use the site's id." },
  stream_ended: {
    cause: "The event stream kept ending before the deployment did.",
    hint: "Look for a proxy that buffers or cuts streams; `greenroom doctor` measures it.",
  },
  timed_out: {
    cause: "The time limit was reached; the build goes on at the service.",
    hint: "Re-run the job to resume it, or raise `timeout-minutes`.",
  },
  tls_failed: {
    cause: "What listens there speaks no TLS, or only an old version of it.",
    hint: "Check the port and the protocol of `base-url`; the service needs TLS 1.2 or newer.",
  },
  unexpected_answer: {
    cause: "Another server at the URL, a sign-in page or a proxy responded.",
    hint: "Check `base-url`: it is the origin of the service, without a path.",
  },
} as const satisfies Record<LocalCode, { readonly cause: string; readonly hint: string }>;
