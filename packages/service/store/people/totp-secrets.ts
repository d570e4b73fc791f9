import type { Logger } from "pino";
import { EncryptionError, openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";

type Folder = Pick<Settings, "dataDirectory">;

/** Encrypts the secret of a person's authenticator app, so that a copy of the database alone gives it to no one. */
export function sealTotpSecret({ dataDirectory }: Folder, userId: string, secret: string): string {
  return openEncryption(dataDirectory).encryptSecret(secret, secretContext("totp", userId));
}

/** @returns Undefined when it cannot be decrypted, which the service's log says; other factors still work then. */
export function openTotpSecret(
  { settings, log }: { readonly settings: Folder; readonly log: Logger },
  userId: string,
  sealed: string,
): string | undefined {
  try {
    return openEncryption(settings.dataDirectory).decryptSecret(sealed, secretContext("totp", userId));
  } catch (error) {
    if (!(error instanceof EncryptionError)) throw error;
    log.error({ err: error, userId }, "the secret of an authenticator app cannot be read");
    return undefined;
  }
}
