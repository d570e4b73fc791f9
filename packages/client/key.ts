import { createHash } from "node:crypto";

/** What makes an attempt the same attempt. */
export interface KeyParts {
  /** Version of this derivation; a new one gives new keys for everything. */
  readonly version: number;
  /** Origin of the service. */
  readonly serviceOrigin: string;
  /** GitHub's number of the repository, which survives a rename. */
  readonly repositoryId: string;
  readonly siteId: string;
  /** The exact request body that goes out. */
  readonly body: string;
  /** Counts attempts that replace a failed one, from 1. */
  readonly n: number;
  /** Run id and run attempt, only when a new deployment is forced. */
  readonly runNonce?: string | undefined;
}

/** Version of the key derivation in use. */
export const KEY_VERSION = 1;

/**
 * Derives the idempotency key of an attempt: equal parts give equal keys, on every machine and for ever.
 * @param parts What makes the attempt the same attempt; encoded as a JSON array, so that no two lists of parts collide.
 * @returns A UUID of version 8. [RFC 9562 §5.8]
 * @see Interface §4 (a UUID per logical attempt is recommended)
 */
export function deriveKey(parts: KeyParts): string {
  const text = JSON.stringify([
    "greenroom",
    parts.version,
    parts.serviceOrigin,
    parts.repositoryId,
    parts.siteId,
    parts.body,
    parts.n,
    parts.runNonce ?? null,
  ]);
  const digest = createHash("sha256").update(text).digest();
  const bytes = Uint8Array.from(digest.subarray(0, 16));
  // [RFC 9562 §4.2, §4.1] version 8 in the high half of octet 6, variant 10 in the high bits of octet 8.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Buffer.from(bytes).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
