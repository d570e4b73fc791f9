import { setImmediate } from "node:timers/promises";
import { instant } from "@greenroom/contract/clock";
import { sql } from "kysely";
import type { ServiceContext } from "../../context.ts";
import type { Transaction } from "../../store/engine/database.ts";
import { inDatabase } from "../../store/engine/transaction.ts";
import {
  claimRemovals,
  CLAIM_MS,
  condemnObjects,
  condemnUnreferenced,
  endRemovals,
  nextDigest,
  spareObjects,
} from "../../store/files/kept-objects.ts";
import { REMOVAL_MS, type StoredObject } from "../../store/files/objects.ts";
import { releaseRoom } from "../../store/files/storage.ts";
import { forgetComparisons } from "../../store/reviews/comparisons.ts";
import { deleteRenders } from "../../store/reviews/renders.ts";

/** Objects and lists younger than this may belong to something that is not written yet. */
const YOUNG_MS = 60 * 60_000;

/**
 * From condemning a file to its removal: longer than a build takes from seeing that a file is stored to the row that
 * names it.
 */
const CONDEMNED_MS = 10 * 60_000;

/** A removal begins only while this much of its claim is left, so that it ends in time. */
const BEGIN_WITHIN_MS = REMOVAL_MS / 3;

/** After this long a comparison that was only looked at is made again at the next look. */
const UNUSED_MS = 24 * 60 * 60_000;

/** Objects of a turn, during which nothing else writes. */
const TURN = 1_000;

/** Objects that one round looks at; of more, the next round looks at the rest. */
const SWEPT_A_ROUND = 100_000;

/** How far the look at all objects has come. */
interface Sweep {
  after: string;
  readonly most: number;
}

export const newSweep = (most = SWEPT_A_ROUND): Sweep => ({ after: "", most });

const BATCH = 200;
const MAX_BATCHES = 10_000;

type GarbageContext = Pick<ServiceContext, "db" | "objects" | "clock">;

interface Round {
  readonly unreferenced: boolean;
  readonly sweep?: Sweep;
  readonly signal?: AbortSignal;
}

interface Collected {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Deletes stored files that nothing refers to, in two rounds ten minutes apart: the first condemns, the second
 * removes what is condemned and unneeded still. Publishing waits for neither, in whatever process it runs.
 * @param given `unreferenced`: whether to look for stored files that no row names, which walks over the whole store.
 *   `sweep`: where the look at all of them goes on; what was left lately is looked at each time. `signal` ends the round
 *   anywhere: the next one does the rest.
 */
export async function collectGarbage(
  context: GarbageContext,
  { unreferenced, sweep = newSweep(), signal = new AbortController().signal }: Round,
): Promise<Collected> {
  const { db, clock, objects } = context;
  const before = instant(clock, -YOUNG_MS);
  const at = instant(clock);
  await inDatabase(db, async (tx) => {
    await spareObjects(tx);
    await forgetComparisons(tx);
    await condemnObjects(tx, "left", before, at);
  });
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
    if ((await inDatabase(db, (tx) => deleteComparisons(tx, instant(clock, -UNUSED_MS)))) === 0) break;
  }
  for (let looked = 0; looked < sweep.most && !signal.aborted; looked += TURN) {
    const { after } = sweep;
    const last = await inDatabase(db, async (tx) => {
      const digest = await nextDigest(tx, after, Math.min(TURN, sweep.most));
      if (digest === undefined) return undefined;
      const range = { after, last: digest };
      await deleteLists(tx, range, before);
      await condemnObjects(tx, range, before, at);
      return digest;
    });
    sweep.after = last ?? "";
    if (last === undefined) break;
    // Requests come in between.
    await setImmediate();
  }
  await inDatabase(db, (tx) => condemnObjects(tx, "variants", before, at));
  if (unreferenced && !signal.aborted) {
    for await (const batch of objects.list()) {
      if (signal.aborted) break;
      const old = batch.filter(({ storedAtMs }) => storedAtMs < Date.parse(before));
      await condemnUnreferenced(db, old, at);
    }
  }
  await objects.removePartial(Date.parse(before));
  const collected = await removeCondemned(context, signal);
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted && (await releaseRoom(db)) > 0; batch += 1);
  return collected;
}

/** A walk over a bucket costs a request for every thousand files; one over a folder, little. */
const WALK_EVERY_MS = { bucket: 24 * 3_600_000, folder: 3_600_000 };

/** All files are looked at in turn; those that something left lately, at each call. */
const SWEEP_EVERY_MS = 5 * 60_000;

export function createCollector(
  context: GarbageContext & Pick<ServiceContext, "settings">,
): (signal?: AbortSignal) => Promise<Collected> {
  const walkEveryMs = context.settings.objects ? WALK_EVERY_MS.bucket : WALK_EVERY_MS.folder;
  const sweep = newSweep();
  let [walkedAtMs, sweptAtMs] = [-Infinity, -Infinity];
  return async (signal) => {
    const nowMs = context.clock.now();
    const unreferenced = nowMs - walkedAtMs >= walkEveryMs;
    if (unreferenced) walkedAtMs = nowMs;
    const isSweep = unreferenced || nowMs - sweptAtMs >= SWEEP_EVERY_MS;
    if (isSweep) sweptAtMs = nowMs;
    return collectGarbage(context, { unreferenced, sweep: isSweep ? sweep : newSweep(0), ...(signal && { signal }) });
  };
}

async function removeCondemned({ db, clock, objects }: GarbageContext, signal: AbortSignal): Promise<Collected> {
  let collected = { objects: 0, bytes: 0 };
  for (let batch = 0; batch < MAX_BATCHES && !signal.aborted; batch += 1) {
    const claimedAtMs = clock.now();
    const at = new Date(claimedAtMs).toISOString();
    const claim = { before: instant(clock, -CONDEMNED_MS), claimsUntil: instant(clock, -CLAIM_MS), at, limit: BATCH };
    const claimed = await inDatabase(db, (tx) => claimRemovals(tx, claim));
    if (claimed.length === 0) break;
    const removed: StoredObject[] = [];
    let begun = 0;
    try {
      for (const object of claimed) {
        if (signal.aborted || clock.now() - claimedAtMs > BEGIN_WITHIN_MS) break;
        begun += 1;
        await objects.remove(object.sha256, claimedAtMs);
        removed.push(object);
      }
    } finally {
      // One that failed may have taken effect, or may yet: its claim stays until it is too old for that.
      const names = removed.map(({ sha256 }) => sha256);
      const left = claimed.slice(begun).map(({ sha256 }) => sha256);
      await inDatabase(db, (tx) => endRemovals(tx, names, left, at));
    }
    collected = {
      objects: collected.objects + removed.length,
      bytes: removed.reduce((sum, { size }) => sum + size, collected.bytes),
    };
    if (removed.length < claimed.length) break;
  }
  return collected;
}

/** The object of a list goes as others do, once its row is gone. */
async function deleteLists(
  tx: Transaction,
  { after, last }: { readonly after: string; readonly last: string },
  before: string,
): Promise<void> {
  await tx
    .deleteFrom("file_lists")
    .where("digest", ">", after)
    .where("digest", "<=", last)
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("deployments").select("id").whereRef("file_list_digest", "=", "digest"))),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("approval_requests")
            .select("id")
            .whereRef("file_list_digest", "=", "digest")
            // What was decided is known by its digest; the files are no evidence that is kept for ever.
            .where("status", "in", ["pending", "approved"]),
        ),
      ),
    )
    .execute();
}

/** Comparisons that no preview, no decision and no open request needs, after a day; what they need goes with them. */
async function deleteComparisons(tx: Transaction, before: string): Promise<number> {
  const unneeded = tx
    .selectFrom("comparisons as c")
    .select("c.id")
    .where("c.created_at", "<", before)
    .where("c.status", "not in", ["pending", "running"])
    .where(
      sql<boolean>`NOT EXISTS (SELECT 1 FROM reviews AS r WHERE r.comparison_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM release_acts AS a WHERE a.comparison_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM worker_claims AS w WHERE w.comparison_id = c.id)`,
    )
    .limit(BATCH);
  const deleted = await tx.deleteFrom("comparisons").where("id", "in", unneeded).returning("id").execute();
  await deleteRenders(tx);
  return deleted.length;
}
