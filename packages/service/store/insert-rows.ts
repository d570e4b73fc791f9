import { CompiledQuery, type Insertable } from "kysely";
import { engineOf, type Transaction } from "./database.ts";
import { PLAN_KEPT } from "./kept-plans.ts";
import type { Schema } from "./schema.ts";

/** Rows of several tables, parents first; those of one table have the same columns. */
type NewRows = { readonly [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

/** Inserts rows of several tables; into a server by one statement, whose text is the same however many they are. */
export async function insertRows(tx: Transaction, rows: NewRows): Promise<void> {
  const inserts = Object.entries(rows).flatMap(([table, inserted]) => {
    const [first] = inserted;
    return first === undefined ? [] : [{ table, inserted, columns: Object.keys(first) }];
  });
  if (engineOf(tx).kind === "postgres") {
    const parts = inserts.map(({ table, columns }, index) => {
      const from = `json_populate_recordset(null::"${table}", $${index + 1})`;
      return `"new_${table}" as (${into(table, columns)} select ${names(columns)} from ${from})`;
    });
    const given = inserts.map(({ inserted }) => JSON.stringify(inserted));
    await tx.executeQuery(CompiledQuery.raw(`with ${parts.join(", ")} select 1 ${PLAN_KEPT}`, given));
    return;
  }
  for (const { table, inserted, columns } of inserts) {
    const row = `(${columns.map(() => "?").join(", ")})`;
    const values = inserted.flatMap((one) => valuesOf(one, columns));
    const text = `${into(table, columns)} values ${inserted.map(() => row).join(", ")}`;
    await tx.executeQuery(CompiledQuery.raw(text, values));
  }
}

function into(table: string, columns: readonly string[]): string {
  return `insert into "${table}" (${names(columns)})`;
}

function names(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

function valuesOf(row: object, columns: readonly string[]): readonly unknown[] {
  const given: Readonly<Record<string, unknown>> = { ...row };
  return columns.map((column) => given[column]);
}
