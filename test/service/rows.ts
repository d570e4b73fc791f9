import type { InsertObject } from "kysely";
import { comparisonId, type Pair } from "../../packages/service/domain/comparison.ts";
import { appendEvent, NEXT_EVENT } from "../../packages/service/store/deployments/deployment-events.ts";
import type { Database } from "../../packages/service/store/engine/database.ts";
import { type Columns, requireRow, updateRows } from "../../packages/service/store/engine/rows.ts";
import type { ComparisonRow, Schema } from "../../packages/service/store/engine/schema.ts";
import { inTransaction } from "../../packages/service/store/engine/transaction.ts";

/** Inserts rows past the rules of the service, as an earlier time left it. */
export async function insert<Table extends keyof Schema>(
  db: Database,
  table: Table,
  rows: InsertObject<Schema, Table> | readonly InsertObject<Schema, Table>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute();
}

/** Changes rows past the rules of the service. */
export async function update<Table extends keyof Schema>(
  db: Database,
  table: Table,
  match: Columns<Table>,
  set: Columns<Table>,
): Promise<void> {
  await inTransaction(db, (tx) => updateRows(tx, table, match, set));
}

/** Appends an event to a deployment, whatever its status. */
export async function addEvent(db: Database, id: string, event: Parameters<typeof appendEvent>[2]): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = await tx
      .updateTable("deployments")
      .set({ last_event_seq: NEXT_EVENT })
      .where("id", "=", id)
      .returning(["id", "last_event_seq"])
      .executeTakeFirstOrThrow();
    await appendEvent(tx, row, event);
  });
}

/** Stores the review of a deployment, with a comparison of its own. */
export async function insertReview(
  db: Database,
  deploymentId: string,
  {
    live = null,
    pair,
    thumbnailName = deploymentId,
    pictures = [],
    ...columns
  }: Partial<ComparisonRow> & {
    readonly live?: string | null;
    /** What is compared; of its own where nothing is said. */
    readonly pair?: Pair;
    readonly thumbnailName?: string;
    readonly pictures?: readonly string[];
  } = {},
): Promise<void> {
  const { site_id } = await requireRow(db, "deployments", { id: deploymentId });
  const id = pair ? comparisonId(site_id, pair) : `cmp_of_${deploymentId}`;
  const at = "2026-03-01T12:00:00.000Z";
  await db.deleteFrom("reviews").where("deployment_id", "=", deploymentId).execute();
  await db.deleteFrom("comparison_files").where("comparison_id", "=", id).execute();
  const made = { status: "pending", attempt: 1, created_at: at, queued_at: at } as const;
  const pages = { pages_done: 0, pages_total: 0, max_pages: 12 };
  const whole = columns.status === "ready" ? { finished_at: at, report: "{}" } : {};
  const row = {
    id,
    site_id,
    before_digest: pair?.before ?? "",
    after_digest: pair?.after ?? deploymentId,
    masks: pair?.masks ?? "",
    ...pages,
    ...made,
    ...whole,
    ...columns,
  };
  await db
    .insertInto("comparisons")
    .values(row)
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
  const link = { live_deployment_id: live, thumbnail_name: thumbnailName, created_at: row.created_at };
  await insert(db, "reviews", { deployment_id: deploymentId, comparison_id: id, ...link });
  for (const sha256 of pictures) {
    const kind = sha256 === row.thumbnail_sha256 ? "thumbnail" : "picture";
    await insert(db, "comparison_files", { comparison_id: id, sha256, kind });
  }
}
