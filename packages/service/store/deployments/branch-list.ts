import { sql } from "kysely";
import { type Database, engineOf } from "../engine/database.ts";
import { type DeploymentView, findDeployments, type PageStart } from "./deployments.ts";

/** What a list of branches is narrowed to by their newest preview. */
export const FACETS = ["mine", "open", "failed"] as const;

export type Facet = (typeof FACETS)[number];

export interface BranchFilter {
  /** Text within message, author, branch or title, the start of a commit, or a pull request as `#7`. */
  readonly search?: string;
  readonly facet?: Facet;
  readonly person: { readonly userId: string; readonly name: string };
}

/** A branch, or a pull request where no branch is named. */
export interface BranchPreviews {
  readonly newest: DeploymentView;
  /** Newest first, at most `MAX_OLDER`. */
  readonly older: readonly DeploymentView[];
  /** How many more there are. */
  readonly more: number;
}

const MAX_OLDER = 9;

/** Previews of a site that are looked at, the newest first: a site has more with every push, for years. */
const LOOKED_AT = 1_000;

/**
 * Lists the branches of the newest previews of a site, or of those that a search finds, the one with the newest first.
 * @param counts How many branches have each facet, and how many there are, before `facet` narrows them down.
 */
export async function listBranches(
  db: Database,
  site: { readonly id: string; readonly workspace_id: string },
  {
    filter,
    after,
    limit,
  }: { readonly filter: BranchFilter; readonly after?: PageStart | undefined; readonly limit: number },
): Promise<{
  readonly branches: readonly BranchPreviews[];
  readonly counts: Readonly<Record<Facet | "all", number>>;
}> {
  const ranked = rankedPreviews(db, site.id, filter.search);
  const { mine, open, failed } = facetsOf(filter.person, site.id);
  const heads = ranked.selectFrom("ranked").where("rank", "=", 1);
  const counted = await heads
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      sql<number | null>`SUM(CASE WHEN ${mine} THEN 1 ELSE 0 END)`.as("mine"),
      sql<number | null>`SUM(CASE WHEN ${open} THEN 1 ELSE 0 END)`.as("open"),
      sql<number | null>`SUM(CASE WHEN ${failed} THEN 1 ELSE 0 END)`.as("failed"),
    ])
    .executeTakeFirstOrThrow();
  let page = heads.select(["id", "branch_key", "count"]);
  if (filter.facet !== undefined) page = page.where({ mine, open, failed }[filter.facet]);
  if (after !== undefined) {
    page = page.where((eb) =>
      eb(eb.refTuple("created_at", "id"), "<", eb.tuple(eb.val(after.createdAt), eb.val(after.id))),
    );
  }
  const rows = await page.orderBy("created_at", "desc").orderBy("id", "desc").limit(limit).execute();
  const counts = {
    all: counted.all,
    mine: counted.mine ?? 0,
    open: counted.open ?? 0,
    failed: counted.failed ?? 0,
  };
  return { branches: await withOlder(db, site.workspace_id, { ranked, rows }), counts };
}

function rankedPreviews(db: Database, siteId: string, search: string | undefined) {
  // A branch, and a pull request when no branch is named.
  const key = sql<string>`COALESCE(branch, '#' || CAST(pull_request_number AS TEXT), '')`;
  const group = sql`PARTITION BY ${key}`;
  return db.with("ranked", (cte) => {
    const newest = cte
      .selectFrom("deployments")
      .select(["id", "created_at", "status", "commit_author", "created_by_user_id", "branch", "pull_request_number"])
      .where("site_id", "=", siteId)
      .where("environment", "=", sql.lit("preview"))
      .where("hidden_at", "is", null)
      .$if(search !== undefined, (previews) => previews.where(matches(search ?? "")))
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(LOOKED_AT);
    return cte
      .selectFrom(newest.as("newest"))
      .select(["id", "created_at", "status", "commit_author", "created_by_user_id"])
      .select([
        key.as("branch_key"),
        sql<number>`ROW_NUMBER() OVER (${group} ORDER BY created_at DESC, id DESC)`.as("rank"),
        sql<number>`COUNT(*) OVER (${group})`.as("count"),
        // A push that does not name the pull request of its branch does not take it away.
        sql<number | null>`MAX(pull_request_number) OVER (${group})`.as("pull"),
      ]);
  });
}

function facetsOf({ userId, name }: BranchFilter["person"], siteId: string) {
  return {
    mine: sql<boolean>`(created_by_user_id = ${userId} OR LOWER(commit_author) = ${name.toLowerCase()})`,
    open: sql<boolean>`(pull IS NOT NULL AND NOT EXISTS (SELECT 1 FROM closed_pull_requests
      WHERE closed_pull_requests.site_id = ${siteId} AND closed_pull_requests.number = pull))`,
    failed: sql<boolean>`(status = 'failed')`,
  };
}

async function withOlder(
  db: Database,
  workspaceId: string,
  {
    ranked,
    rows,
  }: {
    readonly ranked: ReturnType<typeof rankedPreviews>;
    readonly rows: readonly { readonly id: string; readonly branch_key: string; readonly count: number }[];
  },
): Promise<readonly BranchPreviews[]> {
  if (rows.length === 0) return [];
  const older = await ranked
    .selectFrom("ranked")
    .select(["id", "branch_key"])
    .where(
      "branch_key",
      "in",
      rows.map((row) => row.branch_key),
    )
    .where((eb) => eb.between("rank", 2, MAX_OLDER + 1))
    .orderBy("rank")
    .execute();
  const views = await findDeployments(
    db,
    workspaceId,
    [...rows, ...older].map(({ id }) => id),
  );
  const viewOf = ({ id }: { readonly id: string }) => views.get(id) ?? [];
  const byBranch = Map.groupBy(older, (one) => one.branch_key);
  return rows.flatMap((row) => {
    const newest = views.get(row.id);
    if (!newest) return [];
    const shown = (byBranch.get(row.branch_key) ?? []).flatMap(viewOf);
    return [{ newest, older: shown, more: Math.max(0, row.count - 1 - shown.length) }];
  });
}

function matches(text: string) {
  const lower = text.toLowerCase();
  const pattern = `%${lower.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const number = /^#(\d{1,9})$/.exec(text)?.[1];
  return sql<boolean>`(${sql.join(
    [
      ...["commit_message", "commit_author", "branch", "pull_request_title"].map(
        (column) => sql`lower(${sql.ref(`deployments.${column}`)}) like ${pattern} escape '\\'`,
      ),
      sql`substr(deployments.commit_sha, 1, ${sql.lit(lower.length)}) = ${lower}`,
      ...(number === undefined ? [] : [sql`deployments.pull_request_number = ${Number(number)}`]),
    ],
    sql` or `,
  )})`;
}

/** How many pages each preview changes, adds and removes, as its review counted them; those without a review are left out. */
export async function findChangedPages(
  db: Database,
  deploymentIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (deploymentIds.length === 0) return new Map();
  const isPostgres = engineOf(db).kind === "postgres";
  const count = (name: "changed" | "added" | "removed") =>
    isPostgres
      ? sql<number>`(report::json -> 'summary' ->> ${sql.lit(name)})::integer`
      : sql<number>`json_extract(report, ${sql.lit(`$.summary.${name}`)})`;
  const rows = await db
    .selectFrom("reviews")
    .innerJoin("comparisons", "comparisons.id", "reviews.comparison_id")
    .select("deployment_id")
    .select(sql<number>`${count("changed")} + ${count("added")} + ${count("removed")}`.as("pages"))
    .where("comparisons.status", "=", "ready")
    .where("comparisons.report", "is not", null)
    .where("deployment_id", "in", [...new Set(deploymentIds)])
    .execute();
  return new Map(rows.map((row) => [row.deployment_id, row.pages]));
}
