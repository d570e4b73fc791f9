import type { ErrorCode, RetryRule } from "@greenroom/contract";

/**
 * What went wrong, seen from the caller.
 * - `refused`: the service answered with a code of its own.
 * - `unreachable`: no complete answer came.
 * - `protocol`: an answer came that is not the interface's.
 * - `aborted`: the caller's signal ended it.
 * - `timed_out`: time ran out.
 * - `invalid`: the call was wrong and nothing was sent.
 */
export type ClientErrorKind = "refused" | "unreachable" | "protocol" | "aborted" | "timed_out" | "invalid";

/** Codes of failures that carry no code of the service. */
export type LocalCode =
  | "aborted"
  | "answer_too_large"
  | "certificate_invalid"
  | "connection_failed"
  | "idempotency_key_reused"
  | "invalid_base_url"
  | "invalid_request"
  | "mcp_tool_failed"
  | "mcp_tool_missing"
  | "redirect_refused"
  | "site_ambiguous"
  | "stream_ended"
  | "timed_out"
  | "unexpected_answer";

/** A code of the error table, one the service added since, one of OAuth, or a local one. */
export type ClientErrorCode = ErrorCode | LocalCode | (string & {});

/** What a {@link ClientError} is made of. */
export interface ClientErrorInit {
  readonly kind: ClientErrorKind;
  readonly code: ClientErrorCode;
  /** What happened, one sentence or the service's own words. */
  readonly message: string;
  /** What to do about it, one sentence. */
  readonly hint: string;
  readonly retry: RetryRule;
  /** Whether the service may have acted on the request. */
  readonly outcomeUnknown: boolean;
  readonly status?: number | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly webApprovalUrl?: string | undefined;
  readonly requestId?: string | undefined;
  readonly issues?: readonly FieldIssue[] | undefined;
  readonly cause?: unknown;
}

/** Where a body or query is wrong. */
export interface FieldIssue {
  readonly path: string;
  readonly message: string;
}

/**
 * Every failure of the client. It holds neither token, headers nor request; texts of the service in it are untrusted.
 * Branch on `code`, never on `message`.
 */
export class ClientError extends Error {
  override readonly name = "ClientError";
  readonly kind: ClientErrorKind;
  readonly code: ClientErrorCode;
  /** What to do about it, one sentence; the message ends with it. */
  readonly hint: string;
  /** What happened, without the hint; the service's own words when `kind` is `refused`. */
  readonly detail: string;
  readonly retry: RetryRule;
  /** Whether the service may have acted on the request. */
  readonly outcomeUnknown: boolean;
  /** HTTP status of the answer, when one came. */
  readonly status: number | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** Where a person decides, with `approval_required` while a request is open. */
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
    this.retry = init.retry;
    this.outcomeUnknown = init.outcomeUnknown;
    this.status = init.status;
    this.retryAfterSeconds = init.retryAfterSeconds;
    this.webApprovalUrl = init.webApprovalUrl;
    this.requestId = init.requestId;
    this.issues = init.issues ?? [];
    this.#init = init;
  }

  /**
   * Makes the same error with some of its parts changed.
   * @param parts What differs.
   */
  with(parts: Partial<ClientErrorInit>): ClientError {
    return new ClientError({ ...this.#init, ...parts });
  }
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/**
 * Makes the error of a call that was wrong before anything was sent.
 * @param code Local code.
 * @param message What is wrong, one sentence.
 * @param hint What to write instead, one sentence.
 */
export function invalidCall(code: LocalCode, message: string, hint: string): ClientError {
  return new ClientError({ kind: "invalid", code, message, hint, retry: "never", outcomeUnknown: false });
}

/**
 * Makes the error of an aborted signal: `timed_out` when its reason is a timeout, else `aborted`.
 * @param signal The signal that aborted.
 * @param outcomeUnknown Whether a request was on its way.
 */
export function abortedError(signal: AbortSignal, outcomeUnknown: boolean): ClientError {
  const reason: unknown = signal.reason;
  if (reason instanceof ClientError) return reason;
  const timedOut = reason instanceof Error && reason.name === "TimeoutError";
  return new ClientError({
    kind: timedOut ? "timed_out" : "aborted",
    code: timedOut ? "timed_out" : "aborted",
    message: timedOut ? "The time limit passed before the service answered" : "The call was stopped by its caller",
    hint: "Run again: the same request lands on the same deployment.",
    retry: "never",
    outcomeUnknown,
    cause: reason,
  });
}
