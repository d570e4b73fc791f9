import { argon2, type Argon2Parameters, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const deriveArgon2 = promisify(argon2);

/** What a new password is hashed with: the first choice of OWASP's password storage guide, memory in KiB. */
const COST = { memory: 19_456, passes: 2, parallelism: 1 };

const SALT_BYTES = 16;
const TAG_BYTES = 32;

/** Bounds for costs read back, so that a damaged row cannot exhaust the machine. */
const MAX_COST = { memory: 1_048_576, passes: 16, parallelism: 16 };

/** Shortest password a person may choose, characters. [NIST SP 800-63B §3.1.1] */
export const MIN_PASSWORD_CHARS = 12;

/** Longest password that is hashed, characters. */
export const MAX_PASSWORD_CHARS = 256;

const ENCODED =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,64})\$([A-Za-z0-9+/]{43,88})$/;

/** Stands in when there is no password to compare with, so that the answer takes as long. */
const NOBODYS = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Hashes a password with Argon2id.
 * @returns The hash with its salt and costs, in the PHC string format.
 * @see RFC 9106
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(password, { ...COST, nonce: salt, tagLength: TAG_BYTES });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Compares a password with its hash; takes as long when there is none.
 * @param encoded What `hashPassword` returned, or null for an unknown person or one without a password.
 */
export async function verifyPassword(password: string, encoded: string | null): Promise<boolean> {
  const known = encoded === null ? undefined : decode(encoded);
  const { tag, ...parameters } = known ?? decode(NOBODYS) ?? unreadable();
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

function unreadable(): never {
  throw new TypeError("The stand-in password hash is not readable; restore it.");
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replaceAll("=", "");
}
