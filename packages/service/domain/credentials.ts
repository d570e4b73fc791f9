import { argon2, type Argon2Parameters, createHash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { generateSecret, generateURI, verify } from "otplib";
import { sha256Of } from "./sha256.ts";

export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** The hash that is stored of a secret and finds its row: SHA-256 in hexadecimal. */
export function hashSecret(secret: string): string {
  return sha256Of(secret);
}

const deriveArgon2 = promisify(argon2);

/** What a new password is hashed with: the first choice of OWASP's password storage guide, memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };

/** Enough for a password of random bits, which cannot be guessed. */
export const LOWEST_COST: typeof COST = { memory: 8, passes: 1, parallelism: 1 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Bounds for costs read back, so that a damaged row cannot exhaust the machine. */
const MAX_COST = { memory: 1_048_576, passes: 16, parallelism: 16 };

/** [NIST SP 800-63B §3.1.1] */
export const MIN_PASSWORD_CHARS = 12;

export const MAX_PASSWORD_CHARS = 256;

const ENCODED =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,64})\$([A-Za-z0-9+/]{43,88})$/;

/** Compared with when there is no password, so that the response takes as long. */
const PLACEHOLDER = { ...COST, nonce: Buffer.alloc(SALT_BYTES), tag: Buffer.alloc(TAG_BYTES) };

/** @returns The hash with its salt and costs, in the PHC string format. [RFC 9106] */
export async function hashPassword(password: string, cost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, { ...cost, nonce: salt, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/** Takes as long when there is no hash, as for an unknown user. */
export async function verifyPassword(password: string, encoded: string | null): Promise<boolean> {
  const known = encoded === null ? undefined : decode(encoded);
  const { tag, ...parameters } = known ?? PLACEHOLDER;
  const derived = await derive(password, { ...parameters, tagLength: tag.length });
  return timingSafeEqual(derived, tag) && known !== undefined;
}

function derive(password: string, parameters: Omit<Argon2Parameters, "message">): Promise<Buffer> {
  // The same letters may arrive composed or decomposed, as keyboards differ. [NIST SP 800-63B §3.1.1.2]
  return deriveArgon2("argon2id", { ...parameters, message: password.normalize("NFKC") });
}

function decode(encoded: string) {
  const [, memory, passes, parallelism, salt, tag] = ENCODED.exec(encoded) ?? [];
  if (salt === undefined || tag === undefined) return undefined;
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) };
  const affordable =
    cost.memory <= MAX_COST.memory && cost.passes <= MAX_COST.passes && cost.parallelism <= MAX_COST.parallelism;
  if (!affordable) return undefined;
  return { ...cost, nonce: Buffer.from(salt, "base64"), tag: Buffer.from(tag, "base64") };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}

/** [RFC 6238 §4.1] */
const TOTP_STEP_SECONDS = 30;

/** 160 bits, the length RFC 4226 recommends. [RFC 4226 §4] */
const TOTP_SECRET_BYTES = 20;

const TOTP_CODE = /^\d{6}$/;

export function newTotpSecret(): string {
  return generateSecret({ length: TOTP_SECRET_BYTES });
}

export function totpUri(secret: string, email: string): string {
  return generateURI({ issuer: "Greenroom", label: email, secret });
}

interface TotpAttempt {
  /** Six digits; spaces between them do not count. */
  readonly code: string;
  /** Base 32. */
  readonly secret: string;
  /** Time step of the last accepted code, null when there was none. */
  readonly lastStep: number | null;
  readonly nowMs: number;
}

/**
 * Accepts the present time step or one beside it, later than the last accepted one. [RFC 6238 §5.2]
 * @returns The time step, which the caller stores as the last one; undefined for a wrong code.
 */
export async function verifyTotp({ code, secret, lastStep, nowMs }: TotpAttempt): Promise<number | undefined> {
  const token = code.replaceAll(/\s/g, "");
  if (!TOTP_CODE.test(token)) return undefined;
  const epoch = Math.floor(nowMs / 1_000);
  // A code for a step beyond the window can no longer come; the library throws for one.
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

/** Consonants: no code spells a word, none looks like a digit. [RFC 8628 §6.1] */
const USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ";

const USER_CODE_LENGTH = 8;

const USER_CODE = new RegExp(`^[${USER_CODE_LETTERS}]{${USER_CODE_LENGTH}}$`);

export function newUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () =>
    USER_CODE_LETTERS.charAt(randomInt(USER_CODE_LETTERS.length)),
  ).join("");
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

/** A short name of a text that two people can read out to each other, as in BCDF-GHJK-LMNP. */
export function shortCode(text: string): string {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 12);
  const letters = Array.from(bytes, (byte) => USER_CODE_LETTERS.charAt(byte % USER_CODE_LETTERS.length)).join("");
  return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** Case and punctuation do not count. [RFC 8628 §6.1] @returns Undefined when the text cannot be one. */
export function userCodeHash(typed: string): string | undefined {
  const letters = typed.toUpperCase().replaceAll(/[^A-Z]/g, "");
  return USER_CODE.test(letters) ? hashSecret(letters) : undefined;
}
