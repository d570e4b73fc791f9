import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { instant } from "@greenroom/contract/clock";
import type { Database, Transaction } from "../store/database.ts";
import type { ObjectStore, StoredObject } from "../store/objects.ts";
import type { RecordContext } from "./job.ts";
import { inEverything } from "../store/writing.ts";

/** Objects and lists younger than this may belong to something that is not written yet. */
const YOUNG_MS = 60 * 60_000;

const BATCH = 200;
const MAX_BATCHES = 10_000;

type GarbageContext = Pick<RecordContext, "service" | "objects" | "publishLock">;

interface Collected {
  readonly objects: number;
  readonly bytes: number;
}

/**
 * Deletes stored files nothing refers to: lists that no deployment serves and no request names, then objects that only
 * they held with their compressed variants, then orphaned files. Publishing waits meanwhile.
 */
export async function collectGarbage({ service, objects, publishLock }: GarbageContext): Promise<Collected> {
  const before = instant(service.clock, -YOUNG_MS);
  let collected = { objects: 0, bytes: 0 };
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const deleted = await publishLock.exclusive(() =>
      inEverything(service.db, async (tx) => {
        const lists = await deleteLists(tx, before);
        await deletePictures(tx);
        return { lists, objects: await deleteObjects(tx, objects, before) };
      }),
    );
    collected = {
      objects: collected.objects + deleted.objects.length,
      bytes: deleted.objects.reduce((sum, { size }) => sum + size, collected.bytes),
    };
    if (deleted.lists === 0 && deleted.objects.length === 0) break;
  }
  const orphans = await deleteOrphans({ service, publishLock }, Date.parse(before));
  return { objects: collected.objects + orphans.objects, bytes: collected.bytes + orphans.bytes };
}

async function deleteLists(tx: Transaction, before: string): Promise<number> {
  const lists = await tx
    .selectFrom("file_lists")
    .select("digest")
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("deployments").select("id").whereRef("file_list_digest", "=", "digest"))),
    )
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("approval_requests").select("id").whereRef("file_list_digest", "=", "digest"))),
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

/** The pictures of a review go with the files of its deployment. */
async function deletePictures(tx: Transaction): Promise<void> {
  const gone = tx.selectFrom("deployments").select("id").where("file_list_digest", "is", null);
  await tx.deleteFrom("review_pictures").where("deployment_id", "in", gone).execute();
}

/** An object is needed by a list, by a review, or as the compressed variant of one that is needed. */
async function deleteObjects(tx: Transaction, store: ObjectStore, before: string): Promise<StoredObject[]> {
  const unneeded = await tx
    .selectFrom("objects")
    .select(["sha256", "size"])
    .where("created_at", "<", before)
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom("file_list_entries as e").select("path").whereRef("e.sha256", "=", "objects.sha256")),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(eb.selectFrom("review_pictures as p").select("p.sha256").whereRef("p.sha256", "=", "objects.sha256")),
      ),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom("object_encodings").select("encoding").whereRef("encoded_sha256", "=", "objects.sha256"),
        ),
      ),
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

/** Files whose rows are read together; SQLite takes at most 32,766 values in a statement. */
const ORPHAN_BATCH = 500;

/**
 * Deletes stored files that no row names: their build was killed, or failed, before it could publish them.
 * Publishing waits for each batch.
 * @param beforeMs Files stored later are kept, epoch milliseconds.
 */
async function deleteOrphans(
  { service, publishLock }: Pick<GarbageContext, "service" | "publishLock">,
  beforeMs: number,
): Promise<Collected> {
  const root = join(service.settings.dataDirectory, "objects");
  let [objects, bytes] = [0, 0];
  for (const folder of await readdir(root).catch(() => [])) {
    const names = await readdir(join(root, folder));
    for (let start = 0; start < names.length; start += ORPHAN_BATCH) {
      const batch = names.slice(start, start + ORPHAN_BATCH);
      const deleted = await publishLock.exclusive(async () => {
        const orphans = await withoutRow(service.db, batch);
        return Promise.all(orphans.map((name) => deleteOld(join(root, folder, name), beforeMs)));
      });
      const sizes = deleted.flatMap((size) => size ?? []);
      objects += sizes.length;
      bytes += sizes.reduce((sum, size) => sum + size, 0);
    }
  }
  return { objects, bytes };
}

/** The names no row has; a half-written file has such a name too. */
async function withoutRow(db: Database, names: readonly string[]): Promise<readonly string[]> {
  const rows = await db.selectFrom("objects").select("sha256").where("sha256", "in", names).execute();
  const named = new Set(rows.map(({ sha256 }) => sha256));
  return names.filter((name) => !named.has(name));
}

/** @returns Bytes, when it was deleted. */
async function deleteOld(path: string, beforeMs: number): Promise<number | undefined> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || found.mtimeMs >= beforeMs) return undefined;
  await rm(path, { force: true });
  return found.size;
}
