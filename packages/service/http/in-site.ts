import type { Actor } from "../domain/actor.ts";
import type { Database, Transaction } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { requireSite } from "../store/sites/sites.ts";

/** The site is read inside the transaction. */
export function inSite<Result>(
  db: Database,
  { workspaceId }: Actor,
  siteId: string,
  run: (tx: Transaction, site: SiteRow) => Promise<Result>,
): Promise<Result> {
  return inWorkspace(db, workspaceId, async (tx) => run(tx, await requireSite(tx, workspaceId, siteId)));
}
