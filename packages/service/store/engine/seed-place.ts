import { Client } from "pg";
import type { DatabaseServer } from "../../settings.ts";
import { connectionOf, readVersions } from "./postgres.ts";

/** What is in a store: example data that is looked for, anything else, or nothing. */
export type FoundSeed = "own" | "other" | "none";

const TIMEOUT_MS = 10_000;

/** Changes nothing there. @param workspaceId A workspace of the example data. */
export async function findOnServer(server: DatabaseServer, workspaceId: string | undefined): Promise<FoundSeed> {
  await readVersions(server);
  const client = new Client({ ...(await connectionOf(server)), query_timeout: TIMEOUT_MS });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const { rows: relations } = await client.query<{ readonly name: string }>(`
      SELECT relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE nspname = current_schema() AND relkind IN ('r', 'p', 'v', 'm', 'f')`);
    if (relations.length === 0) return "none";
    const names = relations.map(({ name }) => name);
    if (!names.includes("migrations") || !names.includes("workspaces")) return "other";
    const { rows } = await client.query<{ readonly filled: boolean; readonly own: boolean }>(
      "SELECT count(*) > 0 AS filled, count(*) FILTER (WHERE id = $1) > 0 AS own FROM workspaces",
      [workspaceId ?? ""],
    );
    const { filled = true, own = false } = rows[0] ?? {};
    if (own) return "own";
    return filled ? "other" : "none";
  } finally {
    await client.end();
  }
}
