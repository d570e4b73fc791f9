import { instant } from "@greenroom/contract/clock";
import type { ServiceContext } from "../../context.ts";
import { type Database, scrub } from "../engine/database.ts";
import { keepFileList, type KeptFileList, storeFileList } from "./file-lists.ts";
import { noteStored } from "./kept-objects.ts";
import { inDatabase } from "../engine/transaction.ts";

/** Lists that are converted in one transaction; one of them is in memory with its rows. */
const LISTS_AT_A_TIME = 16;

type Converting = Pick<ServiceContext, "db" | "objects" | "clock" | "log">;

/**
 * Puts the lists of files that an older version stored as rows where this version reads them. It can be cut off and run
 * again, and run by several processes at once; nothing is served or collected before its end.
 * @throws {StoreUnavailable}
 */
export async function convertFileLists({ db, objects, clock, log }: Converting): Promise<void> {
  let converted = 0;
  for (let digests = await nextLists(db); digests.length > 0; digests = await nextLists(db)) {
    if (converted === 0) log.info("lists of files are converted; the service answers when this is done");
    const lists: { readonly digest: string; readonly kept: KeptFileList }[] = [];
    for (const digest of digests) {
      const list = await readRows(db, digest);
      if (list) lists.push({ digest, kept: await keepFileList({ db, objects, clock }, list) });
    }
    const at = instant(clock);
    await inDatabase(db, async (tx) => {
      await noteStored(
        tx,
        lists.map(({ kept }) => kept.digest),
        at,
      );
      for (const { digest, kept } of lists) {
        if (kept.digest === digest) continue;
        // Such as one of a version whose digests did not cover the rules yet.
        await storeFileList(tx, kept, at);
        for (const table of ["deployments", "approval_requests"] as const) {
          const renamed = tx.updateTable(table).set({ file_list_digest: kept.digest });
          await renamed.where("file_list_digest", "=", digest).execute();
        }
        log.warn({ from: digest, to: kept.digest }, "the digest of a list of files was not that of its files");
      }
      await tx.deleteFrom("unconverted_list_entries").where("list_digest", "in", digests).execute();
    });
    converted += digests.length;
  }
  if (converted === 0) return;
  log.info({ lists: converted }, "lists of files were converted");
  await scrub(db).catch((error: unknown) => {
    log.warn({ err: error }, "the database file has room that nothing uses; free some disk space and run VACUUM on it");
  });
}

async function nextLists(db: Database): Promise<readonly string[]> {
  const rows = await db
    .selectFrom("unconverted_list_entries")
    .select("list_digest")
    .distinct()
    .orderBy("list_digest")
    .limit(LISTS_AT_A_TIME)
    .execute();
  return rows.map(({ list_digest: digest }) => digest);
}

/** Undefined when another process has converted it meanwhile. */
async function readRows(db: Database, digest: string) {
  const files = await db
    .selectFrom("unconverted_list_entries")
    .select(["path", "sha256", "size"])
    .where("list_digest", "=", digest)
    .execute();
  const list = await db.selectFrom("file_lists").select("rules").where("digest", "=", digest).executeTakeFirst();
  return list && files.length > 0 ? { files, rules: list.rules } : undefined;
}
