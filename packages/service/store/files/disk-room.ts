import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { FreeSpace } from "../../outside/free-space.ts";
import type { Database } from "../engine/database.ts";
import { deleteRows, insertRow } from "../engine/rows.ts";
import { inDatabase } from "../engine/transaction.ts";

/** A process that is lost leaves its reservation for no longer. */
const RESERVED_MS = 60 * 60_000;

/** What is about to be written to the disk of a data folder: files of open uploads, and what was reserved. */
export async function plannedOf(db: Database, at: string): Promise<{ readonly bytes: number; readonly files: number }> {
  const uploads = await db
    .selectFrom("deployments as d")
    .innerJoin("upload_entries as e", "e.deployment_id", "d.id")
    .where("d.upload_expires_at", "is not", null)
    .where("d.upload", "=", "open")
    .where("e.present", "=", 0)
    .select((eb) => [eb.fn.sum<number | string | null>("e.size").as("bytes"), eb.fn.countAll<number>().as("files")])
    .executeTakeFirstOrThrow();
  const { reserved } = await db
    .selectFrom("disk_reservations")
    .where("until", ">", at)
    .select(sql<number | string | null>`SUM(bytes)`.as("reserved"))
    .executeTakeFirstOrThrow();
  return { bytes: Number(uploads.bytes ?? 0) + Number(reserved ?? 0), files: uploads.files };
}

/**
 * Reserves space on the disk of a data folder, so that what begins meanwhile leaves it free; one name reserves once.
 * @returns Ends the reservation; undefined when there is less space.
 */
export async function reserveDisk(
  { db, clock }: { readonly db: Database; readonly clock: Clock },
  { name, bytes, free }: { readonly name: string; readonly bytes: number; readonly free: FreeSpace },
): Promise<AsyncDisposable | undefined> {
  const isReserved = await inDatabase(db, async (tx) => {
    await deleteRows(tx, "disk_reservations", { name });
    if (free.bytes - (await plannedOf(tx, instant(clock))).bytes < bytes) return false;
    await insertRow(tx, "disk_reservations", { name, bytes, until: instant(clock, RESERVED_MS) });
    return true;
  });
  if (!isReserved) return undefined;
  return {
    async [Symbol.asyncDispose]() {
      await db.deleteFrom("disk_reservations").where("name", "=", name).execute();
    },
  };
}
