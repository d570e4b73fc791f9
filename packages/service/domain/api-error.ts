import { type ErrorCode, ERRORS } from "@greenroom/contract";
import type { z } from "zod";

export interface ApiErrorDetails {
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly webApprovalUrl?: string;
  /** With `comparison_changed`: the comparison with what is live now. */
  readonly comparison?: string;
  /** With `approval_blocked`: the threads that do. */
  readonly blockedBy?: readonly { readonly id: string; readonly webUrl: string }[];
  /** Whole seconds for `Retry-After`, at least the true wait. */
  readonly retryAfterSeconds?: number;
  /** Methods for `Allow`, with `method_not_allowed`. */
  readonly allow?: readonly string[];
}

/** The HTTP layer turns it into the error envelope; nothing else about it leaves the process. [§7] */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: ApiErrorDetails;

  constructor(code: ErrorCode, message: string, details: ApiErrorDetails & { readonly cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.name = "ApiError";
    this.code = code;
    this.details = details;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

const MAX_ISSUES = 20;

/** @throws {ApiError} `validation_failed` with a line for each wrong field */
export function validated<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues
    .slice(0, MAX_ISSUES)
    .map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw invalid(issues);
}

export function found<Value>(value: Value | undefined, message: string): Value {
  if (value !== undefined) return value;
  throw new ApiError("not_found", message);
}

/** @param message The end of a sentence, as in "the site has 20 rules already; remove one first". */
export function requireFewer(present: readonly unknown[], most: number, message: string): void {
  if (present.length >= most) throw invalid([{ path: "", message }]);
}

export function invalid(issues: readonly { readonly path: string; readonly message: string }[]): ApiError {
  const first = issues[0];
  const where = first === undefined || first.path === "" ? "The request" : `'${first.path}'`;
  return new ApiError("validation_failed", `${where} is not valid: ${first?.message ?? "wrong shape"}.`, { issues });
}
