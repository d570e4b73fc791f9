import type { z } from "zod";
import type { ErrorCode } from "./errors.ts";
import type { Scope } from "./token.ts";

/** How an answer is written: enveloped JSON, bare JSON for OAuth clients, or an event stream. */
export type AnswerForm = "envelope" | "bare" | "stream";

/** One operation of the interface. */
export interface Route {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Path with `{name}` for each parameter. */
  readonly path: string;
  /** Who may call: any bearer with the scope, a signed-in person, or anyone. */
  readonly access: { readonly scope: Scope } | "web_session" | "anonymous";
  readonly summary: string;
  /** Section of the interface, or `additive`. */
  readonly section: string;
  readonly form: AnswerForm;
  /** Status of the success answer. */
  readonly status: 200 | 201 | 202;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** What stands under `data`, or the whole body when `form` is `bare`. */
  readonly data: z.ZodType;
  /** Codes of its own, besides those every guarded route can give. */
  readonly errors: readonly ErrorCode[];
}

/** Codes every route behind a bearer can give. */
export const GUARD_ERRORS = [
  "unauthenticated",
  "insufficient_scope",
  "rate_limited",
  "tls_required",
  "internal_error",
  "try_again",
] as const satisfies readonly ErrorCode[];

/** Codes every route with a JSON body can give. */
export const BODY_ERRORS = [
  "invalid_json",
  "validation_failed",
  "unsupported_media_type",
  "payload_too_large",
] as const satisfies readonly ErrorCode[];
