import { type Clock, instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import { inBatches } from "../../domain/batches.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { inTransaction } from "../engine/transaction.ts";
import { type ObjectStore, REMOVAL_MS, type StoredObject, StoreUnavailable } from "./objects.ts";

/** A claim of a removal that is older has ended, or its process was lost; clocks may differ by as much again. */
export const CLAIM_MS = 2 * REMOVAL_MS;

const REMOVING_TRIES = 20;
const REMOVING_WAIT_MS = 1_000;

export interface KeepingDeps {
  readonly db: Database;
  readonly objects: ObjectStore;
  readonly clock: Clock;
}

/**
 * Stores objects that were put, and keeps the collector from them for an hour: until then a row has to name them.
 * The record comes first. What it says is stored is not sent again; what is being removed just now is waited for, so
 * that no removal that began before destroys what is stored after it.
 * @throws {StoreUnavailable}
 */
export async function keepObjects(
  { db, objects, clock }: KeepingDeps,
  put: readonly StoredObject[],
  signal?: AbortSignal,
): Promise<void> {
  if (put.length === 0) return;
  // In one order, so that two builds with the same files do not wait for each other.
  const sorted = put.toSorted((left, right) => (left.sha256 < right.sha256 ? -1 : 1));
  const wanted = new Map(sorted.map((object) => [object.sha256, object]));
  const known = new Set<string>();
  let held = new Set<string>();
  for (let attempt = 1; ; attempt += 1) {
    const missing = [...wanted.values()].filter(({ sha256 }) => !held.has(sha256));
    const now = { at: instant(clock), claimsUntil: instant(clock, -CLAIM_MS) };
    const rows = await inTransaction(db, (tx) => hold(tx, missing, now));
    for (const { sha256, stored_at: storedAt } of rows) if (storedAt !== null) known.add(sha256);
    held = held.union(new Set(rows.map(({ sha256 }) => sha256)));
    if (held.size === wanted.size) break;
    if (attempt === REMOVING_TRIES) throw removing();
    await clock.sleep(REMOVING_WAIT_MS, signal);
  }
  await objects.flush([...wanted.values()], known, signal);
}

async function hold(
  tx: Transaction,
  objects: readonly StoredObject[],
  { at, claimsUntil }: { readonly at: string; readonly claimsUntil: string },
): Promise<{ readonly sha256: string; readonly stored_at: string | null }[]> {
  const held: { readonly sha256: string; readonly stored_at: string | null }[] = [];
  for (const batch of inBatches(objects)) {
    const rows = batch.map(({ sha256, size }) => ({ sha256, size, created_at: at }));
    held.push(
      ...(await tx
        .insertInto("objects")
        .values(rows)
        .onConflict((conflict) =>
          conflict
            .column("sha256")
            .doUpdateSet({ created_at: at, condemned_at: null, removing_at: null })
            .where((eb) => eb.or([eb("objects.removing_at", "is", null), eb("objects.removing_at", "<", claimsUntil)])),
        )
        .returning(["sha256", "stored_at"])
        .execute()),
    );
  }
  return held;
}

/**
 * In the transaction that names objects: notes that they are stored, and that none of them is condemned any more.
 * @param digests Objects that `keepObjects` kept.
 * @throws {StoreUnavailable} `store_removing` when one was claimed for removal since: keeping it was too long ago.
 */
export async function noteStored(tx: Transaction, digests: readonly string[]): Promise<void> {
  const names = [...new Set(digests)].sort();
  for (const batch of inBatches(names)) {
    const noted = await tx
      .updateTable("objects")
      .set({ created_at: tx.at, stored_at: tx.at, condemned_at: null, lost_at: null })
      .where("sha256", "in", batch)
      .where("removing_at", "is", null)
      // A claim that was given up may have removed it, or another collector before that one.
      .where((eb) => eb.or([eb("condemned_at", "is", null), eb("stored_at", "is not", null)]))
      .returning("sha256")
      .execute();
    if (noted.length < batch.length) throw removing();
  }
}

/** Of objects, those that the record says are stored; what was found lost is not among them. */
export async function recordedObjects(db: Database, digests: readonly string[]): Promise<ReadonlySet<string>> {
  const recorded = new Set<string>();
  for (const batch of inBatches(digests)) {
    const rows = await db
      .selectFrom("objects")
      .select("sha256")
      .where("sha256", "in", batch)
      .where("stored_at", "is not", null)
      .where("removing_at", "is", null)
      .execute();
    for (const { sha256 } of rows) recorded.add(sha256);
  }
  return recorded;
}

const LONG_AGO = "1970-01-01T00:00:00.000Z";

/** Lets the collector take objects at its next round, unless something needs them: what held them has ended. */
export async function leaveObjects(tx: Transaction, digests: readonly string[]): Promise<void> {
  const names = [...new Set(digests)].sort();
  for (const batch of inBatches(names)) {
    await tx.updateTable("objects").set({ created_at: LONG_AGO }).where("sha256", "in", batch).execute();
  }
}

function removing(): StoreUnavailable {
  return new StoreUnavailable("store_removing", "A file is being removed just now. Try again in a minute.");
}

/** What needs an object: a workspace, a list of files, a picture, a log, an upload, or a build of a worker. */
const NEEDING = [
  "workspace_objects AS w WHERE w.sha256 = objects.sha256 AND w.lists > 0",
  "file_lists AS l WHERE l.digest = objects.sha256",
  "comparison_files AS p WHERE p.sha256 = objects.sha256",
  "deployments AS d WHERE d.log_sha256 = objects.sha256",
  "upload_entries AS u WHERE u.sha256 = objects.sha256 AND u.present = 1",
  "worker_files AS f WHERE f.sha256 = objects.sha256 AND f.stored = 1",
];

/** SQL about a row of `objects`: something needs it, or it is a compressed variant. */
export const NEEDED = [...NEEDING, "object_encodings AS v WHERE v.encoded_sha256 = objects.sha256"]
  .map((rows) => `EXISTS (SELECT 1 FROM ${rows})`)
  .join(" OR ");

/** Nothing needs it, nor is it the compressed variant of one that is needed. */
const unneeded = sql<boolean>`${sql.raw(NEEDING.map((rows) => `NOT EXISTS (SELECT 1 FROM ${rows})`).join(" AND "))}
  AND NOT EXISTS (
    SELECT 1 FROM object_encodings AS v JOIN objects AS o ON o.sha256 = v.sha256
    WHERE v.encoded_sha256 = objects.sha256 AND o.condemned_at IS NULL)`;

/** Which objects are looked at: those of a range of digests, those that were left, or variants of condemned ones. */
type Looked = { readonly after: string; readonly last: string } | "left" | "variants";

function isLooked(which: Looked) {
  if (which === "left") return sql<boolean>`objects.created_at = ${sql.lit(LONG_AGO)}`;
  if (which !== "variants") return sql<boolean>`objects.sha256 > ${which.after} AND objects.sha256 <= ${which.last}`;
  return sql<boolean>`objects.sha256 IN (
    SELECT v.encoded_sha256 FROM objects AS o JOIN object_encodings AS v ON v.sha256 = o.sha256
    WHERE o.condemned_at IS NOT NULL)`;
}

/** The last of the next digests in order, so that all objects are looked at in short turns; undefined at the end. */
export async function nextDigest(tx: Transaction, after: string, count: number): Promise<string | undefined> {
  const next = tx.selectFrom("objects").select("sha256").where("sha256", ">", after).orderBy("sha256").limit(count);
  const row = await tx
    .selectFrom(next.as("next"))
    .select((eb) => eb.fn.max("sha256").as("last"))
    .executeTakeFirst();
  return row?.last ?? undefined;
}

/** @param before Only what was put before this instant: a younger one may belong to what is not written yet. */
export async function condemnObjects(tx: Transaction, which: Looked, before: string, at: string): Promise<number> {
  const condemned = await tx
    .updateTable("objects")
    .set({ condemned_at: at })
    .where(isLooked(which))
    .where("condemned_at", "is", null)
    .where("created_at", "<", before)
    .where(unneeded)
    .returning("sha256")
    .execute();
  // What is needed all the same is as if it was put now, and not looked at again until somebody leaves it.
  if (which === "left")
    await tx
      .updateTable("objects")
      .set({ created_at: at })
      .where(isLooked(which))
      .where("condemned_at", "is", null)
      .execute();
  return condemned.length;
}

export async function spareObjects(tx: Transaction): Promise<void> {
  await tx
    .updateTable("objects")
    .set({ condemned_at: null })
    .where("condemned_at", "is not", null)
    .where("removing_at", "is", null)
    .where(sql<boolean>`NOT (${unneeded})`)
    .execute();
}

/**
 * Claims the removal of objects that were condemned before an instant and are not needed still.
 * @param at Names the claim; another process may repeat one that is older than `CLAIM_MS`.
 */
export async function claimRemovals(
  tx: Transaction,
  given: { readonly before: string; readonly claimsUntil: string; readonly at: string; readonly limit: number },
): Promise<StoredObject[]> {
  const claimed = await tx
    .updateTable("objects")
    .set({ removing_at: given.at, stored_at: null })
    .where("sha256", "in", (eb) =>
      eb
        .selectFrom("objects")
        .select("sha256")
        .where("condemned_at", "is not", null)
        .where("condemned_at", "<", given.before)
        .where((one) => one.or([one("removing_at", "is", null), one("removing_at", "<", given.claimsUntil)]))
        .where(unneeded)
        .limit(given.limit),
    )
    .where("condemned_at", "is not", null)
    .where("condemned_at", "<", given.before)
    .where((eb) => eb.or([eb("removing_at", "is", null), eb("removing_at", "<", given.claimsUntil)]))
    .returning(["sha256", "size"])
    .execute();
  const names = claimed.map(({ sha256 }) => sha256);
  if (names.length > 0) {
    await tx
      .deleteFrom("object_encodings")
      .where((eb) => eb.or([eb("sha256", "in", names), eb("encoded_sha256", "in", names)]))
      .execute();
  }
  return claimed;
}

/** Ends a claim: the rows of what was removed go, and the others may be put and claimed again. */
export async function endRemovals(
  tx: Transaction,
  removed: readonly string[],
  left: readonly string[],
  at: string,
): Promise<void> {
  if (removed.length > 0)
    await tx.deleteFrom("objects").where("sha256", "in", removed).where("removing_at", "=", at).execute();
  if (left.length === 0) return;
  await tx
    .updateTable("objects")
    .set({ removing_at: null })
    .where("sha256", "in", left)
    .where("removing_at", "=", at)
    .execute();
}

/** Adopts stored objects that no row names, as condemned: their build was lost before it could name them. */
export async function condemnUnreferenced(db: Database, found: readonly StoredObject[], at: string): Promise<number> {
  if (found.length === 0) return 0;
  const rows = found.map(({ sha256, size }) => ({ sha256, size, created_at: at, condemned_at: at }));
  const adopted = await db
    .insertInto("objects")
    .values(rows)
    .onConflict((conflict) => conflict.column("sha256").doNothing())
    .returning("sha256")
    .execute();
  return adopted.length;
}
