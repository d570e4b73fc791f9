import { createPrivateKey, createPublicKey } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { readIfThere } from "../../outside/absent.ts";
import {
  deriveKey,
  ENCRYPTION_KEY_FILE,
  EncryptionError,
  giveEncryptionKey,
  hasEncryptionKey,
  openEncryption,
  secretContext,
} from "../../outside/encryption.ts";
import { placeOnce } from "../../outside/place-once.ts";
import { keyIdOf, newSigningKey, PROVENANCE_KEY_FILE } from "../../outside/signer.ts";
import type { Database } from "./database.ts";
import { addRow, findRow, requireRow } from "./rows.ts";
import { inTransaction } from "./transaction.ts";

const FINGERPRINT = "greenroom key fingerprint 1";
const SIGNING_CONTEXT = secretContext("instance-key", "provenance");

interface KeyPlace {
  readonly dataDirectory: string;
  /** What an operator gave; else the key in the data folder is used. */
  readonly sealKey: string | undefined;
  /** No key is made. */
  readonly existing: boolean;
  readonly log: Pick<Logger, "warn"> | undefined;
}

/**
 * Sees to it that every machine of a database has the same keys: a machine that would encrypt, authenticate or sign
 * with others is rejected. The first machine of a new database makes them.
 * @throws {EncryptionError}
 */
export async function shareKeys(db: Database, place: KeyPlace): Promise<void> {
  const { dataDirectory, sealKey } = place;
  const fresh = !hasEncryptionKey(dataDirectory);
  if (sealKey !== undefined) giveEncryptionKey(dataDirectory, sealKey);
  else if (fresh) await requireNew(db, place);
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  const fingerprint = deriveKey(dataDirectory, FINGERPRINT).toString("hex");
  const recorded = await record(db, { name: "seal", fingerprint, sealed: null });
  if (recorded.fingerprint !== fingerprint) {
    // Nothing was encrypted with it, and it would block the right one.
    if (fresh) rmSync(join(dataDirectory, ENCRYPTION_KEY_FILE));
    const message = `The key of this machine is not the one of the database. Give the key of the other machines: as ${ENCRYPTION_KEY_FILE} in the data folder, or with --seal-key-file.`;
    throw new EncryptionError("not_ours", message);
  }
  await shareSigningKey(db, dataDirectory);
}

/**
 * Sees to it that the embedded database is used with its own key: with another one, every audit log would look
 * tampered with, and no stored secret could be read. A new key for a lost one is made only with a warning.
 * @throws {EncryptionError}
 */
export async function keepKey(
  db: Database,
  { dataDirectory, log }: Pick<KeyPlace, "dataDirectory" | "log">,
): Promise<void> {
  const known = await findRow(db, "instance_keys", { name: "seal" });
  const file = join(dataDirectory, ENCRYPTION_KEY_FILE);
  if (!hasEncryptionKey(dataDirectory)) {
    if (!known) return;
    await db.deleteFrom("instance_keys").where("name", "=", "seal").execute();
    log?.warn(
      { file },
      "the seal key is gone, and another one is made: put it back from a backup, or acknowledge the audit logs and store secrets again",
    );
    return;
  }
  const fingerprint = deriveKey(dataDirectory, FINGERPRINT).toString("hex");
  const recorded = known ?? (await record(db, { name: "seal", fingerprint, sealed: null }));
  if (recorded.fingerprint === fingerprint) return;
  const message = `${file} is not the key of this database. Put the right one back from a backup: greenroom admin restore --from BACKUP --data NEW_FOLDER; cp NEW_FOLDER/${ENCRYPTION_KEY_FILE} ${file}. If that is lost for good, move this one away and start again; greenroom admin audit acknowledge then makes the audit log whole.`;
  throw new EncryptionError("not_ours", message);
}

/** @throws {EncryptionError} `key_missing` unless this is the first machine of the database. */
async function requireNew(db: Database, { existing, log }: KeyPlace): Promise<void> {
  const key = await db.selectFrom("instance_keys").select("name").limit(1).executeTakeFirst();
  const workspace = await db.selectFrom("workspaces").select("id").limit(1).executeTakeFirst();
  if (existing || key || workspace) {
    const message = `This machine does not have the key of the database. Copy ${ENCRYPTION_KEY_FILE} from the data folder of another machine, or give it with --seal-key-file.`;
    throw new EncryptionError("key_missing", message);
  }
  log?.warn(
    { file: ENCRYPTION_KEY_FILE },
    "a seal key was made in the data folder: every other machine needs a copy of it, and so do backups",
  );
}

/** What signs statements is kept in the database, encrypted: each machine has it in its folder. */
async function shareSigningKey(db: Database, dataDirectory: string): Promise<void> {
  const file = join(dataDirectory, PROVENANCE_KEY_FILE);
  const encryption = openEncryption(dataDirectory);
  const own = readIfThere(file);
  const text = own ?? newSigningKey();
  const sealed = encryption.encryptSecret(text, SIGNING_CONTEXT);
  const recorded = await record(db, { name: "provenance", fingerprint: fingerprintOf(text), sealed });
  if (own === undefined) {
    placeOnce(file, encryption.decryptSecret(recorded.sealed ?? "", SIGNING_CONTEXT));
    return;
  }
  if (recorded.fingerprint === fingerprintOf(own)) return;
  const message = `${PROVENANCE_KEY_FILE} in the data folder is not the key that the other machines sign with. Move it away, and start again.`;
  throw new EncryptionError("not_ours", message);
}

function fingerprintOf(privateKey: string): string {
  return keyIdOf(createPublicKey(createPrivateKey(privateKey)));
}

type KeyRow = { readonly name: "seal" | "provenance"; readonly fingerprint: string; readonly sealed: string | null };

/** Of machines that start at the same time, one records a key, and all read that. */
async function record(db: Database, row: KeyRow): Promise<KeyRow> {
  const { name } = row;
  const known = await findRow(db, "instance_keys", { name });
  if (known) return known;
  await inTransaction(db, (tx) => addRow(tx, "instance_keys", row));
  return requireRow(db, "instance_keys", { name });
}
