import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows } from "../engine/rows.ts";

export interface Viewing {
  readonly requestId: string;
  readonly userId: string;
  readonly comparison: string;
}

export async function findViewed(
  db: Database,
  { requestId, userId, comparison }: Viewing,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom("viewed_pages")
    .select("path")
    .where("request_id", "=", requestId)
    .where("user_id", "=", userId)
    .where("comparison_id", "=", comparison)
    .execute();
  return new Set(rows.map(({ path }) => path));
}

/** @param paths Of pages that the release changes, so that they are as many as these. */
export async function markViewed(
  tx: Transaction,
  { requestId, userId, comparison }: Viewing,
  paths: readonly string[],
): Promise<void> {
  const shared = { request_id: requestId, user_id: userId, comparison_id: comparison, at: tx.at };
  if (paths.length === 0) return;
  await tx
    .insertInto("viewed_pages")
    .values(paths.map((path) => ({ ...shared, path })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unmarkViewed(
  tx: Transaction,
  { requestId, userId, comparison }: Viewing,
  path: string,
): Promise<void> {
  await deleteRows(tx, "viewed_pages", { request_id: requestId, user_id: userId, comparison_id: comparison, path });
}
