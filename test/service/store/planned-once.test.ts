import { sql } from "kysely";
import { expect, it } from "vitest";
import { plannedOnce } from "../../../packages/service/store/engine/planned-once.ts";
import { ON_POSTGRES } from "../../engines/database.ts";
import { openTestContext, seedWorkspace } from "../fixtures.ts";

it("finds a row by its index where a join keeps its plan, and no row for another text", async () => {
  const context = openTestContext();
  const { first } = await seedWorkspace(context);
  const find = (id: string) =>
    context.db
      .selectFrom("sites")
      .innerJoin("workspaces", "workspaces.id", "sites.workspace_id")
      .select("sites.id")
      .where("sites.id", "=", plannedOnce(id));
  expect(await find(first.site.id).execute()).toEqual([{ id: first.site.id }]);
  expect(await find(`${first.site.id}' OR '1`).execute()).toEqual([]);
  // The planner of PostgreSQL reads whole so small a table.
  if (ON_POSTGRES) return;
  const { sql: text, parameters } = find(first.site.id).compile();
  expect(parameters).toEqual([first.site.id]);
  const plan = await sql<{ detail: string }>`EXPLAIN QUERY PLAN ${sql.raw(text.replace("?", "'an id'"))}`.execute(
    context.db,
  );
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH sites USING INDEX sqlite_autoindex_sites_1/),
    expect.stringMatching(/^SEARCH workspaces USING/),
  ]);
});
