import { sql } from "kysely";
import type { Database, Transaction } from "../engine/database.ts";

/** A page of a site that was rendered; what one worker says is used for no other. */
export interface RenderName {
  readonly siteId: string;
  /** The worker, or empty: the service itself. */
  readonly maker: string;
  readonly key: string;
}

/** Comparisons hold the files of renders; without them a render is over. */
const isHeld = sql<boolean>`EXISTS (SELECT 1 FROM comparison_files AS f WHERE f.sha256 = renders.sha256)`;

/** @returns Digest of the stored JSON. */
export async function findRenderOf(db: Database, { siteId, maker, key }: RenderName): Promise<string | undefined> {
  const row = await db
    .selectFrom("renders")
    .select("sha256")
    .where("site_id", "=", siteId)
    .where("maker", "=", maker)
    .where("key", "=", key)
    .where(isHeld)
    .executeTakeFirst();
  return row?.sha256;
}

/** Names renders whose files the caller holds by a comparison, in the same transaction. */
export async function nameRenders(
  tx: Transaction,
  names: readonly (RenderName & { readonly sha256: string })[],
): Promise<void> {
  if (names.length === 0) return;
  await tx
    .insertInto("renders")
    .values(names.map(({ siteId, ...name }) => ({ site_id: siteId, ...name })))
    .onConflict((conflict) =>
      conflict.columns(["site_id", "maker", "key"]).doUpdateSet({ sha256: sql<string>`excluded.sha256` }),
    )
    .execute();
}

export async function deleteRenders(tx: Transaction): Promise<void> {
  await tx
    .deleteFrom("renders")
    .where(sql<boolean>`NOT ${isHeld}`)
    .execute();
}

export async function picturesOfSite(
  db: Database,
  siteId: string,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const rows = await db
    .selectFrom("comparison_files as f")
    .innerJoin("comparisons as c", "c.id", "f.comparison_id")
    .select("f.sha256")
    .distinct()
    .where("c.site_id", "=", siteId)
    .where("f.sha256", "in", names)
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}
