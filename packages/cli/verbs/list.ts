import { parseNamedSite } from "@greenroom/contract/token";
import type { ApiContext } from "../context.ts";
import { CommandError } from "../errors.ts";

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

/**
 * Finds the id of a site that is named by its id or slug, or as runs name it.
 * @throws {CommandError} `usage` when the token is of another workspace than the one that is named.
 */
export async function siteIdOf({ client, call }: ApiContext, text: string): Promise<string> {
  const { resolveSite } = await import("@greenroom/client/create");
  const { workspace: named, site } = parseNamedSite(text) ?? { site: text };
  if (named !== undefined) {
    const { workspace } = await client.token.get(call);
    if (workspace.slug !== named) {
      const message = `The token is of the workspace ${workspace.slug ?? workspace.name}, not of ${named}. Sign in to that one.`;
      throw new CommandError("usage", message);
    }
  }
  return (await resolveSite(client, site, call)).id;
}
