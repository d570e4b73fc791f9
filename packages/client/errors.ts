import type { ErrorCode, RetryRule } from "@greenroom/contract/errors";

/**
 * What went wrong, seen from the caller.
 * - `refused`: the service responded with an error code.
 * - `unreachable`: no complete response came.
 * - `protocol`: a response came that does not follow the interface.
 * - `aborted`: the caller's signal ended it.
 * - `timed_out`: time ran out.
 * - `invalid`: the call was wrong and nothing was sent.
 */
export type ClientErrorKind = "refused" | "unreachable" | "protocol" | "aborted" | "timed_out" | "invalid";

/** Codes of errors that the service did not send. */
export const LOCAL_CODES = [
  "aborted",
  "answer_too_large",
  "certificate_invalid",
  "connection_failed",
  "deployment_mismatch",
  "folder_rejected",
  "invalid_base_url",
  "invalid_request",
  "mcp_tool_failed",
  "mcp_tool_missing",
  "prebuilt_unsupported",
  "redirect_refused",
  "site_ambiguous",
  "stream_ended",
  "timed_out",
  "tls_failed",
  "unexpected_answer",
] as const;

export type LocalCode = (typeof LOCAL_CODES)[number];

/** A code of the error table, one that the service added since, one of OAuth, or a local one. */
export type ClientErrorCode = ErrorCode | LocalCode | (string & {});

/** What a {@link ClientError} is made of; without `retry` it is final, without `outcomeUnknown` nothing was done. */
export type ClientErrorInit = Pick<ClientError, "kind" | "code" | "hint"> &
  Partial<
    Pick<
      ClientError,
      | "retry"
      | "outcomeUnknown"
      | "timeoutMs"
      | "status"
      | "retryAfterSeconds"
      | "webApprovalUrl"
      | "requestId"
      | "issues"
    >
  > & {
    /** What happened, one sentence or the service's own words. */
    readonly message: string;
    readonly cause?: unknown;
  };

export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Every error of the client. It holds neither token, headers nor request; texts of the service in it are untrusted.
 * Branch on `code`, never on `message`.
 * @see Interface §7
 */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;
  readonly code: ClientErrorCode;
  /** What the user can do, one sentence; the message ends with it. */
  readonly hint: string;
  /** What happened, without the hint; the service's own words when `kind` is `refused`. */
  readonly detail: string;
  readonly retry: RetryRule;
  /** Whether the service may have acted on the request. */
  readonly outcomeUnknown: boolean;
  /** Limit of the request, milliseconds, when it was what ended it. */
  readonly timeoutMs: number | undefined;
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Where a person can approve, with `approval_required` while a request is open. */
  readonly webApprovalUrl: string | undefined;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  readonly issues: readonly FieldIssue[];
  readonly #init: ClientErrorInit;

  constructor(init: ClientErrorInit) {
    super(`${sentence(init.message)} ${init.hint}`, init.cause === undefined ? {} : { cause: init.cause });
    this.kind = init.kind;
    this.code = init.code;
    this.hint = init.hint;
    this.detail = init.message;
    this.retry = init.retry ?? "never";
    this.outcomeUnknown = init.outcomeUnknown ?? false;
    this.timeoutMs = init.timeoutMs;
    this.status = init.status;
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.webApprovalUrl = init.webApprovalUrl;
    this.requestId = init.requestId;
    this.issues = init.issues ?? [];
    this.#init = init;
  }

  /** The same error with some of its parts changed. */
  with(parts: Partial<ClientErrorInit>): ClientError {
    return new ClientError({ ...this.#init, ...parts });
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** The error of a call that was wrong before anything was sent. */
export function invalidCall(code: LocalCode, message: string, hint: string): ClientError {
  return new ClientError({ kind: "invalid", code, message, hint });
}

/** The error of an aborted signal: `timed_out` when its reason is a timeout, else `aborted`. */
export function abortedError(signal: AbortSignal, outcomeUnknown: boolean): ClientError {
  const reason: unknown = signal.reason;
  if (reason instanceof ClientError) return reason;
  if (reason instanceof Error && reason.name === "TimeoutError") return timedOutError(outcomeUnknown, reason);
  const hint = "Run it again to resume the same deployment.";
  const message = "The call was canceled";
  return new ClientError({ kind: "aborted", code: "aborted", message, hint, outcomeUnknown, cause: reason });
}

export function timedOutError(outcomeUnknown: boolean, cause: unknown): ClientError {
  const hint = "Run it again to resume the same deployment.";
  const message = "Timed out before the service responded";
  return new ClientError({ kind: "timed_out", code: "timed_out", message, hint, outcomeUnknown, cause });
}

const NOT_SENT = new Map([
  ["ECONNREFUSED", "connection refused"],
  ["ENOTFOUND", "host not found"],
  ["EAI_AGAIN", "DNS lookup failed"],
  ["EHOSTUNREACH", "host unreachable"],
  ["ENETUNREACH", "network unreachable"],
  ["EADDRNOTAVAIL", "EADDRNOTAVAIL"],
]);

/**
 * Names a failure of the socket; one that would be the same the next time is not retried.
 * @param timeoutMs The limit, when it was what ended the request.
 */
export function connectionError(cause: unknown, url: URL, timeoutMs?: number): ClientError {
  if (cause instanceof ClientError) return cause;
  const code = errorCode(cause);
  const failed = (parts: Omit<ClientErrorInit, "kind" | "code"> & { readonly code?: LocalCode }): ClientError =>
    new ClientError({ kind: "unreachable", code: "connection_failed", cause: bare(cause), ...parts });
  if (timeoutMs !== undefined) {
    const message = `${url.origin} did not respond within ${Math.round(timeoutMs / 100) / 10} s`;
    return failed({ message, hint: CONNECTION_HINT, retry: "same_key", outcomeUnknown: true, timeoutMs });
  }
  if (code === "CERT_HAS_EXPIRED") {
    return failed({
      code: "certificate_invalid",
      message: `The certificate of ${url.origin} has expired`,
      hint: "Renew it where it is served, and check the clock of this machine.",
    });
  }
  if (/CERT|^ERR_TLS_|SIGNATURE|HOSTNAME_MISMATCH/.test(code)) {
    return failed({
      code: "certificate_invalid",
      message: `The certificate of ${url.origin} is not valid (${code})`,
      hint: "Fix the certificate, or give the runner the authority that signed it in NODE_EXTRA_CA_CERTS.",
    });
  }
  if (code === "EPROTO" || code.startsWith("ERR_SSL_")) {
    return failed({
      code: "tls_failed",
      message: `${url.origin} does not speak TLS as this client does (${tlsReason(cause) ?? code})`,
      hint: "Check the port: it must serve https, with TLS 1.2 or newer.",
    });
  }
  const tunnel = tunnelFailure(cause);
  if (tunnel.status !== undefined) {
    return failed({
      message: `The proxy responded ${tunnel.status} to the request for a connection to ${url.origin}`,
      hint: "Check the credentials in HTTPS_PROXY and what the proxy allows, or list the host in NO_PROXY.",
      retry: tunnel.status < 500 ? "never" : "same_key",
    });
  }
  const notSent = NOT_SENT.get(tunnel.code ?? code);
  const noName = (tunnel.code ?? code) === "ENOTFOUND";
  return failed({
    message:
      notSent === undefined
        ? `Lost the connection to ${url.origin} (${code})`
        : `Could not connect to ${tunnel.code === undefined ? "" : "the proxy for "}${url.origin} (${notSent})`,
    hint: noName ? `Check the host name${tunnel.code === undefined ? "" : " in HTTPS_PROXY"}.` : CONNECTION_HINT,
    retry: noName ? "never" : "same_key",
    outcomeUnknown: notSent === undefined,
  });
}

const CONNECTION_HINT = "Is the service running? Check the base URL, the network and the proxy settings.";

/** OpenSSL's own words, such as `wrong version number`. */
function tlsReason(cause: unknown): string | undefined {
  const reason = typeof cause === "object" && cause !== null && "reason" in cause ? cause.reason : undefined;
  return typeof reason === "string" && /^[\w .-]{1,100}$/.test(reason) ? reason : undefined;
}

/** A response of the proxy, or a code of its socket; the transport tells by words alone. */
function tunnelFailure(cause: unknown): { readonly status?: number; readonly code?: string } {
  const message = cause instanceof Error ? cause.message : "";
  const why = /^tunneling socket could not be established, (?:statusCode=(\d{3})$|cause=.*?\b(E[A-Z_]{2,30})\b)/.exec(
    message,
  );
  if (why?.[1] !== undefined) return { status: Number(why[1]) };
  return why?.[2] === undefined ? {} : { code: why[2] };
}

function errorCode(cause: unknown): string {
  if (typeof cause !== "object" || cause === null) return "unknown";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.name : "unknown";
}

/** A socket's error can hold the packet it failed on; only its words go on. */
function bare(cause: unknown): unknown {
  return cause instanceof Error ? new Error(`${cause.name}: ${cause.message}`) : undefined;
}
