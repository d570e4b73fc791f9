import { type Clock, instant } from "@greenroom/contract/clock";
import type { Logger } from "pino";
import { isAbsent } from "../../outside/absent.ts";
import type { Database } from "../engine/database.ts";
import { CorruptObject, type ObjectStore } from "./objects.ts";

/**
 * A store whose record forgets what a read finds lost or damaged: the next build or upload with the same file stores it
 * again, where it would be believed to be there otherwise.
 */
export function healing(
  store: ObjectStore,
  { db, clock, log }: { readonly db: Database; readonly clock: Clock; readonly log: Pick<Logger, "warn"> },
): ObjectStore {
  /** @param since When it was looked at: what was stored after that is not what was found. */
  async function forget(sha256: string, since: string): Promise<void> {
    await store.forget(sha256);
    try {
      const noted = await db
        .updateTable("objects")
        .set({ stored_at: null, lost_at: instant(clock) })
        .where("sha256", "=", sha256)
        .where("stored_at", "<=", since)
        .returning("sha256")
        .executeTakeFirst();
      if (noted) log.warn({ sha256 }, "a stored file is lost or damaged; deploying its commit again restores it");
    } catch (error) {
      log.warn({ err: error, sha256 }, "a stored file is lost or damaged, which could not be recorded");
    }
  }

  async function noting<Result>(sha256: string, look: () => Promise<Result>): Promise<Result> {
    const since = instant(clock);
    try {
      return await look();
    } catch (error) {
      if (error instanceof CorruptObject || isAbsent(error)) await forget(sha256, since);
      throw error;
    }
  }

  return {
    ...store,
    forget: (sha256) => forget(sha256, instant(clock)),
    open: (sha256) => noting(sha256, () => store.open(sha256)),
    read: (sha256) => noting(sha256, () => store.read(sha256)),
    async check(object) {
      const since = instant(clock);
      const found = await store.check(object);
      if (found !== "sound") await forget(object.sha256, since);
      return found;
    },
  };
}
