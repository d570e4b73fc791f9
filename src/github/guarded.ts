import type { Github, RestRequest } from "./rest.ts";
import { redact } from "./text.ts";

/**
 * Keeps secrets out of everything that is sent to GitHub, whatever part of the action made it.
 * @param github Where requests go.
 * @param secrets Values that must not leave; empty ones are passed over.
 */
export function guarded(github: Github, secrets: readonly string[]): Github {
  return {
    repository: github.repository,
    send: (request, signal) => github.send(cleaned(request, secrets), signal),
  };
}

function cleaned(request: RestRequest, secrets: readonly string[]): RestRequest {
  const { body } = request;
  return body === undefined ? request : { ...request, body: Object.fromEntries(entriesOf(body, secrets)) };
}

function entriesOf(value: object, secrets: readonly string[]): [string, unknown][] {
  return Object.entries(value).map(([name, part]) => [name, cleanedValue(part, secrets)]);
}

function cleanedValue(value: unknown, secrets: readonly string[]): unknown {
  if (typeof value === "string") return redact(value, secrets);
  if (Array.isArray(value)) return value.map((part) => cleanedValue(part, secrets));
  return typeof value === "object" && value !== null ? Object.fromEntries(entriesOf(value, secrets)) : value;
}
