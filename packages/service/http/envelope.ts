import { createHash } from "node:crypto";
import { DEFAULT_PAGE_SIZE, ERRORS, ROUTES } from "@greenroom/contract";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { ApiError } from "../domain/api-error.ts";
import { isBusy, isUnwritable } from "../store/engine/database.ts";
import type { PageStart } from "../store/engine/rows.ts";
import { StoreUnavailable } from "../store/files/objects.ts";
import type { HttpContext } from "./context.ts";

/** In the envelope of a success. [§2] */
export function sendData(c: HttpContext, data: unknown, status: ContentfulStatusCode = 200): Response {
  return c.json({ ok: true, data }, status);
}

interface ListRequest<Item> {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  /** What is listed, workspace and filters: a cursor belongs to one list. */
  readonly list: readonly unknown[];
  readonly read: (page: {
    readonly after?: PageStart | undefined;
    readonly limit?: number | undefined;
  }) => Promise<Item[]>;
}

/** The complete array, or a page and `nextCursor` when the query has `limit` or `cursor`. [§4] */
export async function sendList<Item extends PageStart>(
  c: HttpContext,
  { limit, cursor, list, read }: ListRequest<Item>,
): Promise<Response> {
  if (limit === undefined && cursor === undefined) return sendData(c, await read({}));
  const listName = JSON.stringify(list);
  const after = cursor === undefined ? undefined : readCursor(cursor, listName);
  const size = limit ?? DEFAULT_PAGE_SIZE;
  // One more than the page holds shows whether another follows.
  const items = await read({ after, limit: size + 1 });
  const data = items.slice(0, size);
  const last = items.length > size ? data.at(-1) : undefined;
  return c.json({ ok: true, data, nextCursor: last ? writeCursor(last, listName) : null });
}

const CHECK_CHARS = 16;

/**
 * [§9] The check ties a cursor to its list and detects damage; it is no access control, since every list is limited to
 * the caller's workspace anyway.
 */
function writeCursor({ createdAt, id }: PageStart, list: string): string {
  return Buffer.from(JSON.stringify([createdAt, id, check(list, createdAt, id)])).toString("base64url");
}

function readCursor(cursor: string, list: string): PageStart {
  const text = Buffer.from(cursor, "base64url").toString();
  const [, createdAt, id, mark] = /^\["([0-9TZ:.-]{24})","(\w{1,64})","([\w-]{16})"\]$/.exec(text) ?? [];
  if (createdAt !== undefined && id !== undefined && mark === check(list, createdAt, id)) return { createdAt, id };
  throw new ApiError("invalid_cursor", "The cursor does not belong to this list.");
}

function check(...parts: readonly string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, CHECK_CHARS);
}

/** Nothing about an unexpected one leaves the process. */
export function asApiError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  const again = (why: string, retryAfterSeconds: number) =>
    new ApiError("try_again", `${why} Send the same request again.`, { retryAfterSeconds, cause: error });
  if (isBusy(error)) return again("The service is busy.", 1);
  if (isUnwritable(error)) return again("The service cannot write now.", 5);
  if (error instanceof StoreUnavailable) return again("The store of files is away.", 5);
  return new ApiError("internal_error", "The service failed. Send the same request again.", { cause: error });
}

/** The body of an error response; only `internal_error` of a route has the request's id. [§2, §7] */
export function errorBody({ code, message, details }: ApiError, requestId?: string): string {
  const { issues, webApprovalUrl, comparison, blockedBy } = details;
  const named = code === "internal_error" ? { requestId } : {};
  return JSON.stringify({
    ok: false,
    error: { code, message, issues, webApprovalUrl, comparison, blockedBy, ...named },
  });
}

/** The body of an error response to an OAuth client, which does not know the envelope. [RFC 6749 §5.2] */
function oauthErrorBody({ code, status, message }: ApiError): string {
  const error = code === "rate_limited" ? "slow_down" : status >= 500 ? "temporarily_unavailable" : "invalid_request";
  return JSON.stringify({ error, error_description: message });
}

export function errorHeaders({ code, details }: ApiError): Record<string, string> {
  const isTemporary = code === "rate_limited" || code === "try_again";
  return {
    "Content-Type": "application/json",
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    ...(isTemporary && { "Retry-After": String(Math.max(1, Math.ceil(details.retryAfterSeconds ?? 1))) }),
    // [RFC 9110 §15.5.2, §15.5.6, §15.5.22]
    ...(ERRORS[code].status === 401 && { "WWW-Authenticate": "Bearer" }),
    ...(details.allow && { Allow: details.allow.join(", ") }),
    ...(code === "tls_required" && { Upgrade: "TLS/1.2, HTTP/1.1", Connection: "Upgrade, close" }),
  };
}

export function sendError(c: HttpContext, error: ApiError): Response {
  const route = c.get("route");
  const bare = route !== undefined && ROUTES[route].form === "bare";
  return new Response(bare ? oauthErrorBody(error) : errorBody(error, c.get("requestId")), {
    status: error.status,
    headers: { ...errorHeaders(error), "X-Request-Id": c.get("requestId") },
  });
}
