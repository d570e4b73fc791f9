import { createHmac, timingSafeEqual } from "node:crypto";

const SECRET_PREFIX = "whsec_";

/** [Standard Webhooks 1.0.0] */
export function signedHeaders(
  secret: string,
  { id, nowMs, body }: { readonly id: string; readonly nowMs: number; readonly body: string },
): Record<string, string> {
  const timestamp = String(Math.floor(nowMs / 1_000));
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

export function webhookSecret(bytes: Buffer): string {
  return `${SECRET_PREFIX}${bytes.toString("base64")}`;
}

const GITHUB_SIGNATURE = /^sha256=([0-9a-f]{64})$/;

export function isGithubSignature(header: string): boolean {
  return GITHUB_SIGNATURE.test(header);
}

/** Takes the same time whatever is wrong with the signature. */
export function isSignedByGithub(secret: string, header: string, body: Uint8Array): boolean {
  const given = GITHUB_SIGNATURE.exec(header)?.[1];
  const right = createHmac("sha256", secret).update(body).digest();
  return timingSafeEqual(right, given === undefined ? Buffer.alloc(right.byteLength) : Buffer.from(given, "hex"));
}
