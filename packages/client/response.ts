import { errorRow } from "@greenroom/contract/errors";
import { Entitlements, NextCursor } from "@greenroom/contract/received";
import { z } from "zod";
import { ClientError, type ClientErrorInit, type FieldIssue } from "./errors.ts";
import { type HttpResponse, parseJson, readHttpDate, readRetryAfter } from "./http.ts";

export interface ResponseData<Data> {
  readonly data: Data;
  /** Cursor of a list's next page; null when there is none. */
  readonly nextCursor: string | null;
  /** Undefined when the service sent none, or in another shape. */
  readonly entitlements: Entitlements | undefined;
}

// Looser than the contract's own schema: an odd sibling must not hide the code.
const ErrorBody = z.looseObject({
  ok: z.literal(false),
  error: z.looseObject({ code: z.string().min(1), message: z.string().optional() }),
});
const SuccessBody = z.looseObject({ ok: z.literal(true), data: z.unknown() });
const Issues = z.array(z.looseObject({ path: z.string(), message: z.string() }));

/**
 * Reads an enveloped response; this module is loaded with the first one, so that a run starts sooner.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the response has no `Date`.
 * @throws {ClientError} The service's error, or `unexpected_answer`, `answer_too_large`, `redirect_refused`.
 * @see Interface §2 (envelope), §7 (errors)
 */
export function readData<Data>(response: HttpResponse, schema: z.ZodType<Data>, nowMs: number): ResponseData<Data> {
  const body = SuccessBody.safeParse(parseJson(response.text));
  if (!body.success || !isSuccess(response.status)) throw readError(response, nowMs);
  const { nextCursor, entitlements } = body.data;
  const data = schema.safeParse(body.data.data);
  if (data.success) {
    return {
      data: data.data,
      nextCursor: NextCursor.safeParse(nextCursor).data ?? null,
      entitlements: Entitlements.safeParse(entitlements).data,
    };
  }
  const where = data.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
  throw unexpected(response, `The service's response is wrong at ${where.join(", ")}`);
}

/** Reads what is not a success: the service's error, or what a gateway, a proxy or another program responded. */
export function readError(response: HttpResponse, nowMs: number): ClientError {
  const { status } = response;
  const body = ErrorBody.safeParse(parseJson(response.text));
  if (body.success) return serviceError(response, body.data.error, nowMs);
  const what = describe(response);
  if (isSuccess(status) && response.text === undefined) return tooLarge(response);
  if (isSuccess(status)) return unexpected(response, `Another server than a Greenroom service responded: ${what}`);
  if (status >= 300 && status < 400) {
    return protocolError(response, {
      code: "redirect_refused",
      message: `The service responded with a redirect (${status}), which is not followed with a token`,
      hint: "Use the URL that it redirects to as the base URL.",
    });
  }
  const busy = status === 429;
  const unknown = status >= 500 || status === 408 || status === 425;
  const denied = status === 401 || status === 403 || status === 407;
  const isOther = !busy && !unknown && !denied;
  return protocolError(response, {
    code: "unexpected_answer",
    message: `${isOther ? "Another server than a Greenroom service" : "A proxy or gateway in front of the service"} responded ${what}`,
    hint: isOther ? URL_HINT : denied ? "Check the token, and what protects the URL." : LATER_HINT,
    retry: busy ? "after_header" : unknown ? "same_key" : "never",
    retryAfterSeconds: retryAfterOf(response, nowMs),
  });
}

const URL_HINT = "Check that the base URL is the service's own: its path /healthz tells its version.";
const LATER_HINT = "Try again later; a retry resumes the same deployment.";

const MAX_MESSAGE_CHARS = 2000;

function serviceError(response: HttpResponse, error: z.infer<typeof ErrorBody>["error"], nowMs: number): ClientError {
  const row = errorRow(error.code, response.status);
  const issues = Issues.safeParse(error["issues"]).data;
  return new ClientError({
    kind: "refused",
    code: error.code.slice(0, 100),
    message: serviceMessage(error.code, error.message, issues),
    hint: row.hint,
    retry: row.retry,
    outcomeUnknown: row.retry === "same_key",
    status: response.status,
    retryAfterSeconds: retryAfterOf(response, nowMs),
    webApprovalUrl: optionalText(error["webApprovalUrl"]),
    requestId: optionalText(error["requestId"]),
    issues: issues ?? [],
  });
}

function serviceMessage(code: string, message: string | undefined, issues: readonly FieldIssue[] = []): string {
  const text = message === undefined || message.trim() === "" ? `The service responded ${code}` : message.trim();
  const untold = issues.slice(0, 5).filter((issue) => !text.includes(issue.message));
  const where = untold.map((issue) => `${issue.path}: ${issue.message}`);
  return [...(where.length === 0 ? [text] : [text.replace(/\.$/, "")]), ...where]
    .join("; ")
    .slice(0, MAX_MESSAGE_CHARS);
}

function protocolError({ status }: HttpResponse, error: Omit<ClientErrorInit, "kind">): ClientError {
  return new ClientError({ outcomeUnknown: error.retry === "same_key", ...error, kind: "protocol", status });
}

function unexpected(response: HttpResponse, message: string): ClientError {
  return protocolError(response, {
    code: "unexpected_answer",
    message,
    hint: URL_HINT,
    // The service may have acted on the request: the same key finds out.
    retry: "same_key",
  });
}

/** Not retried: the same request gets the same response. */
function tooLarge(response: HttpResponse): ClientError {
  const message = "The response is longer than this client reads, or in an encoding that it did not ask for";
  const hint =
    "List fewer items at a time, with a limit; after a write, see whether the service has it before you send it again.";
  return protocolError(response, { code: "answer_too_large", message, hint, outcomeUnknown: true });
}

function describe(response: HttpResponse): string {
  const type = (response.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
  // Headers are not redacted: only what reads like a type of content is reported.
  const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
  return `${response.status} (${response.text === undefined ? "too long or in an unknown encoding" : known})`;
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}

/** Reads `Date` of a response, epoch milliseconds. */
export function dateOf(response: HttpResponse): number | undefined {
  return readHttpDate(response.headers.date);
}

function retryAfterOf(response: HttpResponse, nowMs: number): number | undefined {
  return readRetryAfter(response.headers["retry-after"], dateOf(response) ?? nowMs);
}
