import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ERRORS, ROUTES } from "@greenroom/contract";
import { ApiError } from "../domain/api-error.ts";
import type { HttpContext } from "./context.ts";

/**
 * Answers with a resource or an array.
 * @param data What stands under `data`.
 * @see Interface §2
 */
export function ok(c: HttpContext, data: unknown, status: ContentfulStatusCode = 200): Response {
  return c.json({ ok: true, data }, status);
}

/**
 * Answers with an array and what stands beside it.
 * @param siblings Members beside `data`, as `entitlements` or `nextCursor`.
 * @see Interface §2
 */
export function okWith(
  c: HttpContext,
  data: readonly unknown[],
  siblings: Readonly<Record<string, unknown>>,
): Response {
  return c.json({ ok: true, data, ...siblings });
}

/** Wait a client is told when the store was busy, seconds. */
const BUSY_RETRY_SECONDS = 1;

/**
 * Makes any error one of the error table: what is no refusal leaves the process as `internal_error` only.
 * @param error What was thrown.
 */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY")) {
    const details = { retryAfterSeconds: BUSY_RETRY_SECONDS, cause: error };
    return new ApiError("try_again", "The service is busy; send the same request again.", details);
  }
  return new ApiError("internal_error", "The service failed; send the same request again.", { cause: error });
}

/**
 * Writes the error half of the envelope.
 * @param requestId Named in the body of `internal_error`.
 * @see Interface §2, §7
 */
export function errorBody({ code, message, details }: ApiError, requestId: string): string {
  return JSON.stringify({
    ok: false,
    error: {
      code,
      message,
      ...(details.issues && { issues: details.issues }),
      ...(details.webApprovalUrl !== undefined && { webApprovalUrl: details.webApprovalUrl }),
      ...(code === "internal_error" && { requestId }),
    },
  });
}

/**
 * Writes a refusal for OAuth clients, which know no envelope.
 * @see RFC 6749 §5.2
 */
function oauthErrorBody({ code, status, message }: ApiError): string {
  const known = code === "rate_limited" ? "slow_down" : status >= 500 ? "temporarily_unavailable" : "invalid_request";
  return JSON.stringify({ error: known, error_description: message });
}

/** Headers that belong to a refusal. */
export function errorHeaders({ code, details }: ApiError): Record<string, string> {
  const waits = code === "rate_limited" || code === "try_again";
  return {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(waits && { "Retry-After": String(Math.max(1, Math.ceil(details.retryAfterSeconds ?? 1))) }),
    // [RFC 9110 §15.5.2, §15.5.6, §15.5.22]
    ...(ERRORS[code].status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(details.allow && { Allow: details.allow.join(", ") }),
    ...(code === "tls_required" && { Upgrade: "TLS/1.2, HTTP/1.1", Connection: "Upgrade, close" }),
  };
}

/** Answers with a refusal, in the form of the route. */
export function sendError(c: HttpContext, error: ApiError): Response {
  const route = c.get("route");
  const bare = route !== undefined && ROUTES[route].form === "bare";
  return new Response(bare ? oauthErrorBody(error) : errorBody(error, c.get("requestId")), {
    status: error.status,
    headers: { ...errorHeaders(error), "X-Request-Id": c.get("requestId") },
  });
}
