import type { Logger } from "pino";
import { EncryptionError, openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";
import { type Database, scrub } from "../engine/database.ts";
import { inDatabase } from "../engine/transaction.ts";

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

/** What encryption writes; the Base32 of a plain secret has no full stop. */
const SEALED = "v1.%";

/** Encrypts secrets that an earlier version stored as they are, and clears what the database file still has of them. */
export async function sealStoredTotpSecrets(db: Database, settings: Folder, log: Logger): Promise<void> {
  const sealed = await inDatabase(db, async (tx) => {
    const users = await tx
      .selectFrom("users")
      .select(["id", "totp_secret"])
      .where("totp_secret", "is not", null)
      .where("totp_secret", "not like", SEALED)
      .execute();
    for (const { id, totp_secret: secret } of users) {
      const totp_secret = sealTotpSecret(settings, id, secret ?? "");
      await tx.updateTable("users").set({ totp_secret }).where("id", "=", id).execute();
    }
    const sessions = await tx
      .selectFrom("sessions")
      .select(["id", "user_id", "pending_totp_secret"])
      .where("pending_totp_secret", "is not", null)
      .where("pending_totp_secret", "not like", SEALED)
      .execute();
    for (const { id, user_id: userId, pending_totp_secret: secret } of sessions) {
      const pending_totp_secret = sealTotpSecret(settings, userId, secret ?? "");
      await tx.updateTable("sessions").set({ pending_totp_secret }).where("id", "=", id).execute();
    }
    return users.length + sessions.length;
  });
  if (sealed === 0) return;
  log.info({ sealed }, "the secrets of authenticator apps are encrypted now; backups from before still have them");
  try {
    await scrub(db);
  } catch (error) {
    log.warn(
      { err: error },
      "the database file may still have deleted secrets; free some disk space and run VACUUM on it",
    );
  }
}
