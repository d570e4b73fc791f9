import type { ClientError } from "@greenroom/client";
import type { Trigger } from "./github/trigger.ts";

/** What went wrong. Its words are untrusted unless the code is one of ours. */
export interface Failure {
  /** The stable part: a code of the service, of the client, or of the action. */
  readonly code: string;
  readonly message: string;
  /** What to do about it, one sentence; empty when unknown. */
  readonly hint: string;
  /** HTTP status of the response. */
  readonly status?: number | undefined;
}

export function failureOf(error: ClientError): Failure {
  return { code: error.code, message: error.detail, hint: error.hint, status: error.status };
}

/** Reports a bug of the action like any other failure. */
export function internalFailure(error: unknown): Failure {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { code: "internal_error", message, hint: "Please report this bug to the makers of the action." };
}

/** Code, message and hint as sentences; may hold words of the service. */
export function failureText({ code, message, hint }: Failure): string {
  return sentences([`${code}: ${message === "" ? "no message" : message}`, hint]);
}

/** Joins sentences, each with its full stop; empty ones are left out. */
export function sentences(parts: readonly string[]): string {
  return parts
    .map((part) => part.trimEnd())
    .filter((part) => part !== "")
    .map((part) => (/[.!?]$/.test(part) ? part : `${part}.`))
    .join(" ");
}

/** An event that cannot be read is a fault of the runner or the workflow; passing without a preview would hide it. */
export function unreadableEvent({ problems }: Pick<Trigger, "problems">) {
  if (problems.length === 0) return undefined;
  const message = sentences(["This run's event names no commit", ...problems]);
  const failure = { code: "event_unreadable", message, hint: "Let the runner give the event, or set 'commit-sha'." };
  return { kind: "refuse", failure } as const;
}
