import { z } from "zod";
import { errorRow } from "@greenroom/contract";
import { ClientError, type FieldIssue } from "./errors.ts";
import type { HttpAnswer } from "./http.ts";
import { parseJson } from "./json.ts";
import { readHttpDate, readRetryAfter } from "./retry.ts";

/** What an answer says. */
export type Reading<Data> =
  | { readonly kind: "success"; readonly data: Data; readonly envelope: Readonly<Record<string, unknown>> }
  | { readonly kind: "failure"; readonly error: ClientError };

/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;

// Looser than the contract's own schema: an odd sibling must not hide the code.
const Refusal = z.looseObject({
  ok: z.literal(false),
  error: z.looseObject({ code: z.string().min(1), message: z.string().optional() }),
});
const Success = z.looseObject({ ok: z.literal(true), data: z.unknown() });
const Issues = z.array(z.looseObject({ path: z.string(), message: z.string() }));

/**
 * Reads an enveloped answer.
 * @param answer As it came in.
 * @param data What must stand under `data`.
 * @param nowMs Epoch milliseconds, for a `Retry-After` date when the answer has no `Date`.
 * @see Interface §2 (envelope), §7 (errors)
 */
export function readEnvelope<Data>(answer: HttpAnswer, data: z.ZodType<Data>, nowMs: number): Reading<Data> {
  const body = parseJson(answer.text);
  const refusal = Refusal.safeParse(body);
  if (refusal.success) return { kind: "failure", error: refused(answer, refusal.data.error, nowMs) };
  const success = Success.safeParse(body);
  if (!success.success || !isSuccess(answer.status)) return { kind: "failure", error: unenveloped(answer, nowMs) };
  const parsed = data.safeParse(success.data.data);
  if (parsed.success) return { kind: "success", data: parsed.data, envelope: success.data };
  const where = parsed.error.issues.map((issue) => ["data", ...issue.path].join(".")).slice(0, 5);
  return { kind: "failure", error: unexpected(answer, `The service's answer is wrong at ${where.join(", ")}`) };
}

/**
 * Reads an answer that is no envelope: what a gateway, a proxy or another program on the address said.
 * @param answer As it came in.
 * @param nowMs Epoch milliseconds.
 */
export function unenveloped(answer: HttpAnswer, nowMs: number): ClientError {
  const { status } = answer;
  const what = describe(answer);
  if (isSuccess(status) && answer.text === undefined) return tooLarge(answer);
  if (isSuccess(status)) return unexpected(answer, `The answer is not one of the interface: ${what}`);
  if (status >= 300 && status < 400) {
    return failure(answer, {
      code: "redirect_refused",
      message: `The service answered with a redirect (${status}), which is not followed with a token`,
      hint: "Give the address it redirects to as the base address.",
      retry: "never",
    });
  }
  const busy = status === 429;
  const unknown = status >= 500 || status === 408 || status === 425;
  return failure(answer, {
    code: "unexpected_answer",
    message: `Something in front of the service answered ${what}`,
    hint: busy || unknown ? "Try again later; the same request lands on the same deployment." : advice(status),
    retry: busy ? "after_header" : unknown ? "same_key" : "never",
    retryAfterSeconds: retryAfterOf(answer, nowMs),
  });
}

/**
 * `Date` of an answer.
 * @returns Epoch milliseconds.
 */
export function dateOf(answer: HttpAnswer): number | undefined {
  return readHttpDate(answer.headers.date);
}

function refused(answer: HttpAnswer, error: z.infer<typeof Refusal>["error"], nowMs: number): ClientError {
  const row = errorRow(error.code, answer.status);
  const issues = Issues.safeParse(error["issues"]);
  return new ClientError({
    kind: "refused",
    code: error.code.slice(0, 100),
    message: refusalText(error.code, error.message, issues.data),
    hint: row.hint,
    retry: row.retry,
    outcomeUnknown: row.retry === "same_key",
    status: answer.status,
    retryAfterSeconds: retryAfterOf(answer, nowMs),
    webApprovalUrl: optionalText(error["webApprovalUrl"]),
    requestId: optionalText(error["requestId"]),
    issues: issues.data,
  });
}

function refusalText(code: string, message: string | undefined, issues: readonly FieldIssue[] | undefined): string {
  const text = message === undefined || message.trim() === "" ? `The service answered ${code}` : message.trim();
  const where = (issues ?? []).slice(0, 5).map((issue) => `${issue.path}: ${issue.message}`);
  return [text, ...where].join("; ").slice(0, MAX_MESSAGE_CHARS);
}

interface FailureParts {
  readonly code: "answer_too_large" | "redirect_refused" | "unexpected_answer";
  readonly message: string;
  readonly hint: string;
  readonly retry: ClientError["retry"];
  readonly retryAfterSeconds?: number | undefined;
}

function failure(answer: HttpAnswer, parts: FailureParts): ClientError {
  return new ClientError({
    ...parts,
    kind: "protocol",
    outcomeUnknown: parts.retry === "same_key",
    status: answer.status,
  });
}

function unexpected(answer: HttpAnswer, message: string): ClientError {
  return failure(answer, {
    code: "unexpected_answer",
    message,
    hint: "Check that the base address is the service's own, without a page or a proxy in front.",
    // The request may have been acted on: the same key finds out.
    retry: "same_key",
  });
}

/** Asking again would bring the same again. */
function tooLarge(answer: HttpAnswer): ClientError {
  const message = "The answer is longer than this client reads, or in an encoding it did not ask for";
  const hint = "Ask for fewer items at a time, with a limit and a cursor.";
  return failure(answer, { code: "answer_too_large", message, hint, retry: "never" }).with({ outcomeUnknown: true });
}

function describe(answer: HttpAnswer): string {
  const type = (answer.headers["content-type"] ?? "").split(";")[0]?.trim() ?? "";
  // Headers are not redacted: only what reads like a type of content is told.
  const known = /^[a-z]{1,20}\/[a-z0-9.+-]{1,80}$/i.test(type) ? type : "no content type";
  const body = answer.text === undefined ? "too long or in an unknown encoding" : known;
  return `${answer.status} (${body})`;
}

function advice(status: number): string {
  if (status === 401 || status === 403 || status === 407) return "Check the token, and what guards the address.";
  return "Check the base address.";
}

function retryAfterOf(answer: HttpAnswer, nowMs: number): number | undefined {
  return readRetryAfter(answer.headers["retry-after"], dateOf(answer) ?? nowMs);
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

function optionalText(value: unknown): string | undefined {
  return typeof value === "string" ? value.slice(0, MAX_MESSAGE_CHARS) : undefined;
}
