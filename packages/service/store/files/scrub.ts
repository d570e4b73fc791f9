import { type Clock, instant } from "@greenroom/contract/clock";
import type { Database } from "../engine/database.ts";
import type { ObjectStore } from "./objects.ts";

interface ScrubDeps {
  readonly db: Database;
  readonly objects: Pick<ObjectStore, "check" | "repair">;
  readonly clock: Clock;
}

export interface ScrubBounds {
  /** Bytes that are read at most, but for the last file. */
  readonly maxBytes: number;
  /** Only what was not checked since. */
  readonly before: string;
  /** Whether what is lost or damaged is stored again from a sound copy of this machine. */
  readonly repair: boolean;
}

export interface Scrubbed {
  readonly checked: number;
  readonly bytes: number;
  readonly repaired: number;
  /** Digests of what is lost or damaged still. */
  readonly lost: readonly string[];
}

const BATCH = 50;

/** What was found lost is looked at again after this long: its disk or bucket may only have been away. */
const LOST_AGAIN_MS = 60 * 60_000;

/**
 * Reads stored files back, those first that were not checked for the longest time, so that it goes on where an earlier
 * one ended. What is lost or damaged is recorded: metrics count it, and the next write restores it.
 * @throws {StoreUnavailable}
 */
export async function scrubObjects(
  { db, objects, clock }: ScrubDeps,
  { maxBytes, before, repair }: ScrubBounds,
  signal: AbortSignal,
): Promise<Scrubbed> {
  const lost: string[] = [];
  let [checked, bytes, repaired] = [0, 0, 0];
  while (bytes < maxBytes) {
    const batch = await db
      .selectFrom("objects")
      .select(["sha256", "size", "lost_at"])
      .where((eb) => eb.or([eb("stored_at", "is not", null), eb("lost_at", "is not", null)]))
      .where("removing_at", "is", null)
      .where((eb) =>
        eb.or([
          eb("checked_at", "is", null),
          eb("checked_at", "<", before),
          eb("lost_at", "is not", null).and("checked_at", "<", instant(clock, -LOST_AGAIN_MS)),
        ]),
      )
      .orderBy("checked_at", (order) => order.asc().nullsFirst())
      .orderBy("sha256")
      .limit(BATCH)
      .execute();
    if (batch.length === 0) break;
    for (const { lost_at: lostAt, ...object } of batch) {
      signal.throwIfAborted();
      if (bytes >= maxBytes) break;
      const isSound = (await objects.check(object)) === "sound";
      const isRepaired = !isSound && repair && (await objects.repair(object, signal));
      const at = instant(clock);
      const isBack = isRepaired || (isSound && lostAt !== null);
      const found = isBack ? { stored_at: at, lost_at: null } : {};
      // The collector may have removed it meanwhile.
      const kept = await db
        .updateTable("objects")
        .set({ checked_at: at, ...found })
        .where("sha256", "=", object.sha256)
        .where("removing_at", "is", null)
        .returning("sha256")
        .executeTakeFirst();
      checked += 1;
      bytes += object.size;
      if (isRepaired) repaired += 1;
      else if (!isSound && kept) lost.push(object.sha256);
    }
  }
  return { checked, bytes, repaired, lost };
}
