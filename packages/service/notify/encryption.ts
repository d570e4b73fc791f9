import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Name of the key's file in the data folder, readable by the service's account alone. */
export const SEAL_KEY_FILE = "seal.key";

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const VERSION = "v1";

/** A sealed value that cannot be opened, or a key that cannot be used; no secret is in the message. */
export class SealError extends Error {
  readonly code: "key_missing" | "key_damaged" | "not_ours";

  constructor(code: SealError["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "SealError";
    this.code = code;
  }
}

/** Seals secrets for the database: a copy of the database alone gives none of them away. */
export interface Seals {
  /**
   * Seals a secret.
   * @param purpose What it is for; it opens for nothing else.
   * @throws {SealError} `key_damaged`
   */
  seal(secret: string, purpose: string): string;
  /**
   * Opens a sealed secret.
   * @throws {SealError} `key_missing`, `key_damaged`, `not_ours` for another key, another purpose or a changed text
   */
  open(sealed: string, purpose: string): string;
}

/**
 * Gives the seals of a data folder; the key is made with the first seal.
 * @param dataDirectory Folder of the database.
 * @see NIST SP 800-38D (AES-256-GCM)
 */
export function openSeals(dataDirectory: string): Seals {
  const file = join(dataDirectory, SEAL_KEY_FILE);
  return {
    seal(secret, purpose) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", readKey(file) ?? makeKey(file), nonce);
      cipher.setAAD(Buffer.from(purpose));
      const text = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return `${VERSION}.${Buffer.concat([nonce, text, cipher.getAuthTag()]).toString("base64url")}`;
    },
    open(sealed, purpose) {
      const key = readKey(file);
      if (!key) {
        throw new SealError("key_missing", `${SEAL_KEY_FILE} is not in the data folder; put it back from a backup.`);
      }
      return unseal(key, sealed, purpose);
    },
  };
}

function unseal(key: Buffer, sealed: string, purpose: string): string {
  const [version, encoded = ""] = sealed.split(".");
  const bytes = Buffer.from(encoded, "base64url");
  try {
    if (version !== VERSION) throw new Error("another version");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(purpose));
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString("utf8");
  } catch (cause) {
    throw new SealError("not_ours", "A stored secret does not open with the key of this data folder; store it again.", {
      cause,
    });
  }
}

function readKey(file: string): Buffer | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
  const key = Buffer.from(text.trim(), "base64url");
  if (key.byteLength === KEY_BYTES) return key;
  throw new SealError("key_damaged", `${SEAL_KEY_FILE} in the data folder is damaged; put it back from a backup.`);
}

/** Of two that make a key at the same time one wins, and nobody ever reads half a key. */
function makeKey(file: string): Buffer {
  const own = `${file}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(own, `${randomBytes(KEY_BYTES).toString("base64url")}\n`, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
  } finally {
    rmSync(own, { force: true });
  }
  const key = readKey(file);
  if (!key) throw new SealError("key_missing", `${SEAL_KEY_FILE} vanished while it was made; try again.`);
  return key;
}

/**
 * Names what a stored secret is for: it opens for nothing else.
 * @param of A site's token for its repository, or the key of the App it speaks as there, a site's secret for hooks of
 *   its repository, a webhook's secret.
 * @param id Id of the site or the webhook.
 */
export function purposeOf(of: "token" | "app" | "hook" | "webhook", id: string): string {
  return `${of} ${id}`;
}
