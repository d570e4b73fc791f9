import { createHmac, randomBytes } from "node:crypto";
import { deriveKey } from "../../outside/encryption.ts";

const PURPOSE = "greenroom bearer secrets 1";

/** What authenticates the rows by which somebody acts, with a key outside the database. */
export interface BearerSeal {
  /** HMAC-SHA-256, base64url. */
  mac(text: string): string;
  /** Begins a generation: what was sealed in another one does not act. */
  use(generation: string): void;
}

/** @param dataDirectory Folder with the key; undefined for a database in memory, whose key ends with it. */
export function openBearerSeal(dataDirectory: string | undefined): BearerSeal {
  const own = randomBytes(32).toString("base64url");
  let generation = "";
  let key: Buffer | string | undefined;
  return {
    mac(text) {
      key ??= dataDirectory === undefined ? own + generation : deriveKey(dataDirectory, `${PURPOSE} ${generation}`);
      return createHmac("sha256", key).update(text).digest("base64url");
    },
    use(next) {
      if (next === generation) return;
      generation = next;
      key = undefined;
    },
  };
}
