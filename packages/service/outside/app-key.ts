import { createPrivateKey, type KeyObject, sign } from "node:crypto";

/** GitHub makes keys of 2048 bits. */
const MIN_BITS = 2_048;
const MAX_PEM_CHARS = 16_384;

/** [GitHub, Generating a JSON Web Token] For clocks that differ. */
const ISSUED_BEFORE_SECONDS = 60;
/** [GitHub, Generating a JSON Web Token] At most 600, less what the clocks can differ by. */
const VALID_FOR_SECONDS = 540;

/**
 * @param pem PKCS #1, as GitHub gives it, or PKCS #8.
 * @returns Undefined unless it is an RSA key of at least 2048 bits without a passphrase.
 */
export function readAppKey(pem: string): KeyObject | undefined {
  if (pem.length > MAX_PEM_CHARS) return undefined;
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem" });
  } catch {
    // The decoder's message does not help an operator, and could quote the key.
    return undefined;
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return key.asymmetricKeyType === "rsa" && bits >= MIN_BITS ? key : undefined;
}

/**
 * @param appId The App's id or client id.
 * @see RFC 7519, RFC 7518 §3.3 (RS256)
 */
export function signAppToken(key: KeyObject, { appId, nowMs }: { appId: string; nowMs: number }): string {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const header = { alg: "RS256", typ: "JWT" };
  const claims = { iat: nowSeconds - ISSUED_BEFORE_SECONDS, exp: nowSeconds + VALID_FOR_SECONDS, iss: appId };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
