import { KNOWN_DEVICE_LIFETIME_MS } from "../../domain/authentication.ts";
import { hashSecret, newSecret } from "../../domain/credentials.ts";
import { later } from "../../domain/instants.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRows, insertRow, updateRows } from "../engine/rows.ts";
import type { UserRow } from "../engine/schema.ts";

const MAX_DEVICES = 20;

/** A browser on which people have signed in before. */
export interface KnownDevice {
  readonly hash: string;
  /** Whether this person signed in on it, with the password they have now. */
  knows(user: Pick<UserRow, "id" | "password_hash">): boolean;
}

/** @returns Undefined for a cookie of no device, or of one that was not used for long. */
export async function findKnownDevice(db: Database, cookie: string, at: string): Promise<KnownDevice | undefined> {
  const hash = hashSecret(cookie);
  const rows = (await findRows(db, "known_devices", { hash }, "user_id")).filter((row) => row.expires_at > at);
  if (rows.length === 0) return undefined;
  const digests = new Map(rows.map((row) => [row.user_id, row.password_digest]));
  return {
    hash,
    knows: ({ id, password_hash: password }) => password !== null && digests.get(id) === hashSecret(password),
  };
}

/**
 * Remembers that a person signed in on a device. The cookie is replaced at every sign-in, so that one which was planted
 * or copied before is of no use.
 */
export async function rememberDevice(
  tx: Transaction,
  cookie: string | undefined,
  user: Pick<UserRow, "id" | "password_hash">,
): Promise<string> {
  const renewed = newSecret();
  const hash = hashSecret(renewed);
  if (cookie !== undefined) {
    const before = hashSecret(cookie);
    await deleteRows(tx, "known_devices", { hash: before, user_id: user.id });
    await updateRows(tx, "known_devices", { hash: before }, { hash });
  }
  await insertRow(tx, "known_devices", {
    hash,
    user_id: user.id,
    password_digest: hashSecret(user.password_hash ?? ""),
    created_at: tx.at,
    expires_at: later(tx.at, KNOWN_DEVICE_LIFETIME_MS),
  });
  const devices = await findRows(tx, "known_devices", { user_id: user.id }, "created_at");
  for (const oldest of devices.slice(0, -MAX_DEVICES)) {
    await deleteRows(tx, "known_devices", { hash: oldest.hash, user_id: user.id });
  }
  return renewed;
}
