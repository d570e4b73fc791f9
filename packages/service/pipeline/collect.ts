import { instant } from "@greenroom/contract/clock";
import type { Transaction } from "../store/database.ts";
import type { ObjectStore, StoredObject } from "../store/objects.ts";
import { removeStrays } from "./strays.ts";
import type { Workshop } from "./work.ts";

/** Objects and lists younger than this may belong to something that is not written yet. */
const YOUNG_MS = 60 * 60_000;

const BATCH = 200;
const MAX_BATCHES = 10_000;

/** What was removed. */
export interface Collected {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Removes stored files nothing refers to: lists no deployment serves and no request names, then what only they held,
 * then files that came to be without anybody saying so.
 * Publishing waits meanwhile.
 */
export async function collectGarbage({ context, objects, gate }: Workshop): Promise<Collected> {
  const before = instant(context.clock, -YOUNG_MS);
  let collected = { objects: 0, bytes: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const removed = await gate.exclusive(() =>
      context.db.transaction().execute(async (tx) => {
        const lists = await removeLists(tx, before);
        return { lists, objects: await removeObjects(tx, objects, before) };
      }),
    );
    collected = {
      objects: collected.objects + removed.objects.length,
      bytes: removed.objects.reduce((sum, { size }) => sum + size, collected.bytes),
    };
    if (removed.lists === 0 && removed.objects.length === 0) break;
  }
  const strays = await removeStrays({ context, gate }, Date.parse(before));
  return { objects: collected.objects + strays.objects, bytes: collected.bytes + strays.bytes };
}

async function removeLists(tx: Transaction, before: string): Promise<number> {
  const lists = await tx
    .selectFrom("file_lists")
    .select("digest")
    .where("created_at", "<", before)
    .where((eb) =>
      eb.and([
        eb.not(eb.exists(eb.selectFrom("deployments").select("id").whereRef("file_list_digest", "=", "digest"))),
        eb.not(
          eb.exists(
            eb
              .selectFrom("approval_requests")
              .select("approval_requests.id")
              .whereRef("approval_requests.file_list_digest", "=", "file_lists.digest"),
          ),
        ),
      ]),
    )
    .limit(BATCH)
    .execute();
  const digests = lists.map(({ digest }) => digest);
  if (digests.length > 0) {
    await tx.deleteFrom("file_list_entries").where("list_digest", "in", digests).execute();
    await tx.deleteFrom("file_lists").where("digest", "in", digests).execute();
  }
  return digests.length;
}

/** An object is needed by a list, or as the compressed form of one that is needed. */
async function removeObjects(tx: Transaction, store: ObjectStore, before: string): Promise<StoredObject[]> {
  const unneeded = await tx
    .selectFrom("objects")
    .select(["sha256", "size"])
    .where("created_at", "<", before)
    .where((eb) =>
      eb.and([
        eb.not(
          eb.exists(
            eb
              .selectFrom("file_list_entries")
              .select("path")
              .whereRef("file_list_entries.sha256", "=", "objects.sha256"),
          ),
        ),
        eb.not(
          eb.exists(
            eb.selectFrom("object_encodings").select("encoding").whereRef("encoded_sha256", "=", "objects.sha256"),
          ),
        ),
      ]),
    )
    .limit(BATCH)
    .execute();
  const names = unneeded.map(({ sha256 }) => sha256);
  if (names.length === 0) return [];
  // Files first: a row without its file is harmless while nothing refers to it, a file without a row stays for ever.
  for (const name of names) await store.remove(name);
  await tx.deleteFrom("object_encodings").where("sha256", "in", names).execute();
  await tx.deleteFrom("objects").where("sha256", "in", names).execute();
  return unneeded;
}
