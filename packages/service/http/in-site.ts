import type { Actor } from "../domain/actor.ts";
import type { Database, Transaction } from "../store/engine/database.ts";
import type { SiteRow } from "../store/engine/schema.ts";
import { inWorkspace } from "../store/engine/transaction.ts";
import { requireSite } from "../store/sites/sites.ts";

/**
 * Runs a transaction about a site, as the site is inside it.
 * @throws {ApiError} `site_not_found`
 */
export function inSite<Result>(
  db: Database,
  { workspaceId }: Actor,
  siteId: string,
  run: (tx: Transaction, site: SiteRow) => Promise<Result>,
): Promise<Result> {
  return inWorkspace(db, workspaceId, async (tx) => run(tx, await requireSite(tx, workspaceId, siteId)));
}
