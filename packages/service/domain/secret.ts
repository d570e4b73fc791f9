import { createHash, randomBytes } from "node:crypto";

const SECRET_BYTES = 32;

/** Makes a random secret of 256 bits, in base64url. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString("base64url");
}

/**
 * What is stored of a secret: it is found by this, and this does not give it back.
 * @returns SHA-256 in hexadecimal.
 */
export function hashSecret(secret: string): string {
  return createHash("sha256").update(secret).digest("hex");
}
