import type { Actor } from "../domain/actor.ts";
import type { Database, Transaction } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { asActor } from "../store/people/acting.ts";
import { requireSite } from "../store/sites/sites.ts";

/** The site is read inside the transaction. */
export function inSite<Result>(
  db: Database,
  actor: Actor,
  siteId: string,
  run: (tx: Transaction, site: SiteRow) => Promise<Result>,
): Promise<Result> {
  return asActor(db, actor, async (tx) => run(tx, await requireSite(tx, actor.workspaceId, siteId)));
}
