import type { ApiContext } from "../context.ts";

/** The cell of a row, by the title of its column. */
export type Columns<Row> = Readonly<Record<string, (row: Row) => string | null | undefined>>;

/** Prints what a route lists: as JSON, or as a table with a sentence in its place when there is nothing. */
export function printList<Row>(
  { terminal, json }: ApiContext,
  rows: readonly Row[],
  columns: Columns<Row>,
  empty: string,
): void {
  if (json) return terminal.json(rows);
  const cells = Object.values(columns);
  terminal.table(
    Object.keys(columns),
    rows.map((row) => cells.map((cell) => cell(row) ?? "")),
    empty,
  );
}

/** Finds the id of a site that is named by its id or slug. */
export async function siteIdOf({ client, call }: ApiContext, site: string): Promise<string> {
  const { resolveSite } = await import("@greenroom/client/create");
  return (await resolveSite(client, site, call)).id;
}
