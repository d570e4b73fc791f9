import { type RawBuilder, sql } from "kysely";

/**
 * A parameter for which SQLite keeps the plan of a query with joins. It plans such a query anew for each execution when
 * a column is compared with a plain parameter, which takes ten times as long as the query itself; of an expression it
 * expects nothing. A column that an index is limited to a value of, as `status`, needs `sql.lit` instead.
 */
export function plannedOnce(text: string): RawBuilder<string> {
  return sql<string>`cast(${text} as text)`;
}
