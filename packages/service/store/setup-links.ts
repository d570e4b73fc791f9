import { hashSecret, newSecret } from "../domain/secret.ts";
import type { Database, Transaction } from "./database.ts";

/** How long a set-up link works, milliseconds. */
const SETUP_LINK_LIFETIME_MS = 3 * 86_400_000;

/**
 * Makes a one-time link secret by which a person sets a password; earlier ones of theirs stop working.
 * @param nowMs Present time, epoch milliseconds.
 * @returns The secret, for the path `/app/setup/{secret}`; only its hash is kept.
 */
export async function createSetupLink(tx: Transaction, userId: string, nowMs: number): Promise<string> {
  const secret = newSecret();
  await tx.deleteFrom("setup_links").where("user_id", "=", userId).execute();
  await tx
    .insertInto("setup_links")
    .values({
      hash: hashSecret(secret),
      user_id: userId,
      created_at: new Date(nowMs).toISOString(),
      expires_at: new Date(nowMs + SETUP_LINK_LIFETIME_MS).toISOString(),
      used_at: null,
    })
    .execute();
  return secret;
}

/** Finds the person an unused set-up link belongs to. */
export async function findSetupLink(
  db: Database,
  secret: string,
  at: string,
): Promise<{ readonly userId: string; readonly name: string; readonly email: string } | undefined> {
  return db
    .selectFrom("setup_links")
    .innerJoin("users", "users.id", "setup_links.user_id")
    .select(["users.id as userId", "users.name", "users.email"])
    .where("setup_links.hash", "=", hashSecret(secret))
    .where("setup_links.used_at", "is", null)
    .where("setup_links.expires_at", ">", at)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
}

/**
 * Uses a set-up link up.
 * @returns False when it was used or ran out meanwhile.
 */
export async function useSetupLink(tx: Transaction, secret: string, at: string): Promise<boolean> {
  const used = await tx
    .updateTable("setup_links")
    .set({ used_at: at })
    .where("hash", "=", hashSecret(secret))
    .where("used_at", "is", null)
    .where("expires_at", ">", at)
    .executeTakeFirst();
  return used.numUpdatedRows === 1n;
}
