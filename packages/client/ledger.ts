import { createHash } from "node:crypto";
import { invalidCall } from "./errors.ts";

/** Remembers what each key went out with. */
export interface KeyLedger {
  /**
   * Records that a key goes out with a request.
   * @param key Idempotency key.
   * @param request Path and exact body.
   * @throws {ClientError} `idempotency_key_reused`, when the key went out with another request before.
   */
  record(key: string, request: string): void;
}

/** Most keys remembered; an attempt walks at most fifty. */
const MAX_KEYS = 1000;

/**
 * Makes a ledger that keeps the same key from going out with other bytes.
 * @see Interface §4 rule 3
 */
export function createKeyLedger(): KeyLedger {
  const digests = new Map<string, string>();
  return {
    record(key, request) {
      const digest = createHash("sha256").update(request).digest("hex");
      const before = digests.get(key);
      if (before !== undefined && before !== digest) {
        throw invalidCall(
          "idempotency_key_reused",
          "The same idempotency key was about to go out with another request",
          "Give every request a key of its own.",
        );
      }
      digests.set(key, digest);
      const oldest = digests.keys().next();
      if (digests.size > MAX_KEYS && oldest.done === false) digests.delete(oldest.value);
    },
  };
}
