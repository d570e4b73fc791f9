import { IDEMPOTENCY_KEY_PATTERN } from "@greenroom/contract";
import { ApiError } from "./api-error.ts";
import { sha256Of } from "./sha256.ts";

/**
 * Reads a key that is raw or in double quotes. [§4 rule 1; draft-ietf-httpapi-idempotency-key-header §2.1]
 * @throws {ApiError} `idempotency_key_required`, or `validation_failed` when it is malformed
 */
export function readIdempotencyKey(header: string | undefined): string {
  const given = header?.trim() ?? "";
  const key = /^"[^"\\]*"$/.test(given) ? given.slice(1, -1) : given;
  if (key === "") throw new ApiError("idempotency_key_required", "This request needs an Idempotency-Key header.");
  if (IDEMPOTENCY_KEY_PATTERN.test(key)) return key;
  throw new ApiError("validation_failed", "The Idempotency-Key must be 1 to 255 visible ASCII characters.", {
    issues: [{ path: "Idempotency-Key", message: "must be 1 to 255 visible ASCII characters" }],
  });
}

/** Writes JSON so that equal values are equal text: members sorted, no space. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item)).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}

/**
 * What "the same request" means: the same route, the same site, the same body, from any caller. The pull request is a
 * label, and its title may be edited between two tries.
 */
export function fingerprint({ siteId, body }: { readonly siteId: string; readonly body: unknown }): string {
  const request = canonicalJson(["POST", "/sites/{siteId}/deploy", siteId.toLowerCase(), withoutLabels(body)]);
  return sha256Of(request);
}

function withoutLabels(body: unknown): unknown {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => name !== "pullRequest"));
}
