import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRows } from "../engine/rows.ts";
import type { Schema } from "../engine/schema.ts";

export type Viewing = Pick<Schema["viewed_pages"], "request_id" | "user_id" | "comparison_id">;

export async function findViewed(db: Database, viewing: Viewing): Promise<ReadonlySet<string>> {
  return new Set((await findRows(db, "viewed_pages", viewing, "path")).map(({ path }) => path));
}

/** @param paths Of pages that the release changes, so that they are as many as these. */
export async function markViewed(tx: Transaction, viewing: Viewing, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  await tx
    .insertInto("viewed_pages")
    .values(paths.map((path) => ({ ...viewing, path, at: tx.at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function unmarkViewed(tx: Transaction, viewing: Viewing, path: string): Promise<void> {
  await deleteRows(tx, "viewed_pages", { ...viewing, path });
}
