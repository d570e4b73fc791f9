import { join } from "node:path";
import type { Logger } from "pino";
import type { DatabaseServer } from "../../settings.ts";
import { type Database, DATABASE_FILE } from "./database.ts";
import { keepKey, shareKeys } from "./instance-keys.ts";
import type { Versions } from "./migrations.ts";
import { useNewestGeneration } from "./sealed-rows.ts";
import { openDatabase, readFileVersions } from "./sqlite.ts";

export interface StorePlace {
  readonly dataDirectory: string;
  readonly database?: DatabaseServer | undefined;
}

interface OpenOptions {
  /** An operator's command: a server's database that has no store is rejected, and no key is made. */
  readonly existing?: boolean;
  /** Opens also a store that was moved away, or did not arrive yet. */
  readonly moving?: boolean;
  readonly log?: Pick<Logger, "warn">;
}

/**
 * Opens the database of an instance and brings its schema up to date.
 * @throws {OperatorFault} When it was written by a newer version, was moved away, or cannot be used
 * @throws {DatabaseServerError} When the server cannot be used
 * @throws {EncryptionError} When this machine does not have the key of a server's database
 */
export async function openStore(place: StorePlace, options: OpenOptions = {}): Promise<Database> {
  const { dataDirectory, database } = place;
  const { existing = false, moving = false, log } = options;
  // The driver is loaded only by those who use it.
  const db = database
    ? await (await import("./postgres.ts")).openPostgres({ ...database, dataDirectory, existing, moving })
    : openDatabase(join(dataDirectory, DATABASE_FILE), { moving });
  try {
    if (database) await shareKeys(db, { dataDirectory, sealKey: database.sealKey, existing, log });
    else await keepKey(db, { dataDirectory, log });
    await useNewestGeneration(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Changes nothing. @returns Undefined where there is no store. @throws {OperatorFault} When it cannot be read */
export async function readVersions({ dataDirectory, database }: StorePlace): Promise<Versions | undefined> {
  if (database) return await (await import("./postgres.ts")).readVersions(database);
  return readFileVersions(join(dataDirectory, DATABASE_FILE));
}
