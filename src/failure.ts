import type { ClientError } from "@greenroom/client";

/** What went wrong. Its words come from outside unless the code is one of ours. */
export interface Failure {
  /** The stable part: a code of the service, of the client, or of the action. */
  readonly code: string;
  /** What happened; untrusted. */
  readonly message: string;
  /** What to do about it, one sentence; empty when nobody knows. */
  readonly hint: string;
  /** HTTP status it came with. */
  readonly status?: number | undefined;
}

/** Reads a failure of the client. */
export function failureOf(error: ClientError): Failure {
  return { code: error.code, message: error.detail, hint: error.hint, status: error.status };
}

/**
 * Says what went wrong: code, message, and what to do.
 * @returns Text that may hold words of the service.
 */
export function failureText({ code, message, hint }: Failure): string {
  return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}

/** Joins sentences, each with an end; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
}
