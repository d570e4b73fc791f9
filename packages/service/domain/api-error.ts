import { type ErrorCode, ERRORS } from "@greenroom/contract";

/** Additions to an error body. */
export interface ApiErrorDetails {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly webApprovalUrl?: string;
  /** Whole seconds for `Retry-After`, at least the true wait. */
  readonly retryAfterSeconds?: number;
  /** Methods for `Allow`, with `method_not_allowed`. */
  readonly allow?: readonly string[];
}

/**
 * A request the service will not carry out, by a code of the error table.
 * The http room turns it into the envelope; nothing else about it leaves the process.
 * @see Interface §7
 */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails & { readonly cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }

  /** HTTP status of the answer. */
  get status(): number {
    return ERRORS[this.code].status;
  }
}
