import { CompiledQuery, type RootOperationNode } from "kysely";
import type { Database } from "../../packages/service/store/engine/database.ts";

interface PlannedQuery {
  readonly sql: string;
  /** Steps as SQLite names them. */
  readonly plan: readonly string[];
}

/** Runs the work with the embedded database and says how it answers each query of it. */
export async function plansOf(db: Database, work: (db: Database) => Promise<unknown>): Promise<PlannedQuery[]> {
  const nodes: RootOperationNode[] = [];
  await work(
    db.withPlugin({
      transformQuery: ({ node }) => (["SelectQueryNode", "RawNode"].includes(node.kind) && nodes.push(node), node),
      transformResult: async ({ result }) => result,
    }),
  );
  const planned = [];
  for (const node of nodes) {
    const { sql, parameters } = db.getExecutor().compileQuery(node, { queryId: "plan" });
    const { rows } = await db.executeQuery<{ readonly detail: string }>(
      CompiledQuery.raw(`EXPLAIN QUERY PLAN ${sql}`, [...parameters]),
    );
    planned.push({ sql, plan: rows.map(({ detail }) => detail) });
  }
  return planned;
}
