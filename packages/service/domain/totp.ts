import { generateSecret, generateURI, verify } from "otplib";

/** Length of a time step, seconds. [RFC 6238 §4.1] */
const TOTP_STEP_SECONDS = 30;

/** 160 bits, the length RFC 4226 recommends. [RFC 4226 §4] */
const SECRET_BYTES = 20;

const CODE = /^\d{6}$/;

/** Makes the secret of a new authenticator, in base 32. */
export function newTotpSecret(): string {
  return generateSecret({ length: SECRET_BYTES });
}

/**
 * Makes the address an authenticator app reads off a QR code.
 * @param email Whose account it is, shown in the app.
 */
export function totpAddress(secret: string, email: string): string {
  return generateURI({ issuer: "Greenroom", label: email, secret });
}

/** What a person typed, and what it is held against. */
export interface TotpAttempt {
  /** Six digits; spaces between them do not count. */
  readonly code: string;
  /** Base 32. */
  readonly secret: string;
  /** Time step of the last accepted code, null when there was none. */
  readonly lastStep: number | null;
  /** Present time, epoch milliseconds. */
  readonly nowMs: number;
}

/**
 * Checks a code of an authenticator app: the present time step or one beside it, and later than the last accepted one.
 * @returns The time step it belongs to, which the caller stores as the last one, or undefined when it is refused.
 * @see RFC 6238 §5.2
 */
export async function verifyTotp({ code, secret, lastStep, nowMs }: TotpAttempt): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, "");
  if (!CODE.test(token)) return undefined;
  const epoch = Math.floor(nowMs / 1_000);
  // A code for a step beyond the window can no longer come; the library refuses to look for one.
  const newest = Math.floor(epoch / TOTP_STEP_SECONDS) + 1;
  if (lastStep !== null && lastStep >= newest) return undefined;
  const result = await verify({
    secret,
    token,
    epoch,
    epochTolerance: TOTP_STEP_SECONDS,
    ...(lastStep === null ? {} : { afterTimeStep: lastStep }),
  });
  return result.valid && "timeStep" in result ? result.timeStep : undefined;
}
