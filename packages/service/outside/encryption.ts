import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { OperatorFault } from "../domain/operator-fault.ts";
import { readIfThere } from "./absent.ts";
import { placeOnce } from "./place-once.ts";

export const ENCRYPTION_KEY_FILE = "seal.key";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

/** A stored secret that cannot be decrypted, or a key that cannot be used; no secret is in the message. */
export class EncryptionError extends OperatorFault {
  override readonly name = "EncryptionError";
  readonly code: "key_missing" | "key_damaged" | "not_ours";

  constructor(code: EncryptionError["code"], message: string, options?: ErrorOptions) {
    super("wrong_key", message, options);
    this.code = code;
  }
}

/** Encrypts secrets for the database: a copy of the database alone gives none of them away. */
export interface Encryption {
  /**
   * @param context What the secret is for (see `secretContext`); it decrypts for nothing else.
   * @throws {EncryptionError} `key_damaged`
   */
  encryptSecret(secret: string, context: string): string;
  /** @throws {EncryptionError} `key_missing`, `key_damaged`, `not_ours` for another key or context, or a changed text */
  decryptSecret(encrypted: string, context: string): string;
}

/** What a stored secret can be for, with what its id is of. */
type SecretUse =
  /** The token of a site for its repository: the site. */
  | "token"
  /** The key of a site's GitHub App: the site. */
  | "app"
  /** The secret of a site for GitHub's webhooks: the site. */
  | "hook"
  /** The secret of a webhook: the webhook. */
  | "webhook"
  /** The secret of an authenticator app: the person. */
  | "totp"
  /** The URL of a chat's channel: the channel. */
  | "chat"
  /** The secret in an invitation: its delivery. */
  | "invitation"
  /** A variable of a site: the variable. */
  | "variable"
  /** A credential for repositories: the credential. */
  | "repository"
  /** The deploy key of a site: the site. */
  | "deploy-key"
  /** The tokens of a single sign-on: the sign-on. */
  | "sso"
  /** The key that every machine signs with: its name. */
  | "instance-key";

export function secretContext(of: SecretUse, id: string): string {
  return `${of} ${id}`;
}

/** The key is made when the first secret is encrypted. @see NIST SP 800-38D (AES-256-GCM) */
export function openEncryption(dataDirectory: string): Encryption {
  const file = join(dataDirectory, ENCRYPTION_KEY_FILE);
  return {
    encryptSecret(secret, context) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", readOrMakeKey(file), nonce);
      cipher.setAAD(Buffer.from(context));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    decryptSecret(encrypted, context) {
      const key = readKey(file);
      if (key) return decrypt(key, encrypted, context);
      throw new EncryptionError(
        "key_missing",
        `${ENCRYPTION_KEY_FILE} is not in the data folder; put it back from a backup.`,
      );
    },
  };
}

/** The key that it is derived from is made when there is none. @see RFC 5869 (HKDF) */
export function deriveKey(dataDirectory: string, purpose: string): Buffer {
  const file = join(dataDirectory, ENCRYPTION_KEY_FILE);
  return Buffer.from(hkdfSync("sha256", readOrMakeKey(file), "", purpose, KEY_BYTES));
}

function decrypt(key: Buffer, encrypted: string, context: string): string {
  const [version, encoded = ""] = encrypted.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  try {
    if (version !== VERSION) throw new Error("another version");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(context));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (cause) {
    const message = "A stored secret cannot be decrypted with the key of this data folder; store it again.";
    throw new EncryptionError("not_ours", message, { cause });
  }
}

function readKey(file: string): Buffer | undefined {
  const text = readIfThere(file);
  if (text === undefined) return undefined;
  const key = Buffer.from(text.trim(), "base64url");
  if (key.byteLength === KEY_BYTES) return key;
  const message = `${file} is damaged. Put it back from a backup: greenroom admin restore --from BACKUP --data NEW_FOLDER; cp NEW_FOLDER/${ENCRYPTION_KEY_FILE} ${file}.`;
  throw new EncryptionError("key_damaged", message);
}

function readOrMakeKey(file: string): Buffer {
  return readKey(file) ?? placeKey(file, randomBytes(KEY_BYTES));
}

/** @returns The key of the file, which may be that of another process. */
function placeKey(file: string, made: Buffer): Buffer {
  placeOnce(file, `${made.toString("base64url")}\n`);
  const key = readKey(file);
  if (!key) throw new EncryptionError("key_missing", `${ENCRYPTION_KEY_FILE} vanished while it was made; try again.`);
  return key;
}

/** @throws {EncryptionError} `key_damaged` */
export function hasEncryptionKey(dataDirectory: string): boolean {
  return readKey(join(dataDirectory, ENCRYPTION_KEY_FILE)) !== undefined;
}

/**
 * @param text 32 bytes as base64 or base64url
 * @throws {EncryptionError} `key_damaged`; `not_ours` when the folder has another key
 */
export function giveEncryptionKey(dataDirectory: string, text: string): void {
  const given = Buffer.from(text.trim(), "base64url");
  if (given.byteLength !== KEY_BYTES) {
    const message = "The seal key that was given is not 32 bytes as base64: make one with openssl rand -base64 32.";
    throw new EncryptionError("key_damaged", message);
  }
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  if (placeKey(join(dataDirectory, ENCRYPTION_KEY_FILE), given).equals(given)) return;
  const message = `The seal key that was given is another one than ${ENCRYPTION_KEY_FILE} in the data folder; give the right one.`;
  throw new EncryptionError("not_ours", message);
}

/** For the queue of mails, the only place where the link is stored: a copy of the database does not reveal it. */
export function encryptInvitation(dataDirectory: string, secret: string): (deliveryId: string) => string {
  const encryption = openEncryption(dataDirectory);
  return (id) => encryption.encryptSecret(secret, secretContext("invitation", id));
}
