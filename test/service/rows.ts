import type { InsertObject } from "kysely";
import type { Database } from "../../packages/service/store/engine/database.ts";
import type { Schema } from "../../packages/service/store/engine/schema.ts";

/** Inserts rows past the rules of the service, as an earlier time left it. */
export async function insert<Table extends keyof Schema>(
  db: Database,
  table: Table,
  rows: InsertObject<Schema, Table> | readonly InsertObject<Schema, Table>[],
): Promise<void> {
  await db.insertInto(table).values(rows).execute();
}
