import { sql } from "kysely";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, follows, type PageStart } from "../engine/rows.ts";
import type { DeploymentRow } from "../engine/schema.ts";
import { type DeploymentView, findDeployments } from "./deployments.ts";

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
  readonly more: number;
}

const MAX_OLDER = 9;
const MAX_COUNTED = 1_000;
/** Branches of a site that are looked at, the newest first; a search looks at as many previews as `MAX_COUNTED`. */
const MAX_BRANCHES = 200;

const branchName = sql<string>`COALESCE(branch, '#' || CAST(pull_request_number AS TEXT), '')`;

/** Keeps which preview of its branch is the newest: lists read it, however many previews there are. */
export async function noteBranch(
  tx: Transaction,
  preview: Pick<DeploymentRow, "id" | "site_id" | "branch" | "created_at" | "pull_request_number">,
): Promise<void> {
  const { id, site_id, branch, created_at, pull_request_number: pull } = preview;
  if (branch === null && pull !== null) {
    // Until now it counted among the previews without branch and pull request, of which another one is the newest now.
    await deleteRows(tx, "branches", { deployment_id: id });
    const left = await previewsOf(tx, site_id, undefined)
      .selectAll()
      .where(branchName, "=", "")
      .limit(1)
      .executeTakeFirst();
    if (left) await noteBranch(tx, left);
  }
  const name = branch ?? (pull === null ? "" : `#${pull}`);
  const newer = (column: "deployment_id" | "deployed_at") => {
    const [own, said] = [sql.ref(`branches.${column}`), sql.ref(`excluded.${column}`)];
    return sql<string>`CASE WHEN excluded.deployed_at < branches.deployed_at THEN ${own} ELSE ${said} END`;
  };
  await tx
    .insertInto("branches")
    .values({ site_id, name, deployment_id: id, deployed_at: created_at, pull_request_number: pull })
    .onConflict((conflict) =>
      conflict.columns(["site_id", "name"]).doUpdateSet({
        deployment_id: newer("deployment_id"),
        deployed_at: newer("deployed_at"),
        // A push that does not name the pull request of its branch does not take it away.
        pull_request_number: sql`COALESCE(excluded.pull_request_number, branches.pull_request_number)`,
      }),
    )
    .execute();
}

/** The one with the newest preview comes first. @returns `counts` as they are before `facet` narrows the list down. */
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
  const { mine, open, failed } = facetsOf(filter.person, site.id);
  const heads = headsOf(db, site.id, filter.search)
    .selectFrom("heads")
    .innerJoin("deployments", "deployments.id", "heads.id");
  const counts = await heads
    .select((eb) => [
      eb.fn.countAll<number>().as("all"),
      sql<number>`COUNT(CASE WHEN ${mine} THEN 1 END)`.as("mine"),
      sql<number>`COUNT(CASE WHEN ${open} THEN 1 END)`.as("open"),
      sql<number>`COUNT(CASE WHEN ${failed} THEN 1 END)`.as("failed"),
    ])
    .executeTakeFirstOrThrow();
  let page = heads.select(["heads.id", "heads.name"]);
  if (filter.facet !== undefined) page = page.where({ mine, open, failed }[filter.facet]);
  if (after !== undefined) page = page.where(follows("deployments", after));
  const rows = await page
    .orderBy("deployments.created_at", "desc")
    .orderBy("deployments.id", "desc")
    .limit(limit)
    .execute();
  return { branches: await withOlder(db, site, rows, filter.search), counts };
}

function previewsOf(db: Pick<Database, "selectFrom">, siteId: string, search: string | undefined) {
  return db
    .selectFrom("deployments")
    .where("site_id", "=", siteId)
    .where("environment", "=", sql.lit("preview" as const))
    .where("hidden_at", "is", null)
    .$if(search !== undefined, (previews) => previews.where(matches(search ?? "")))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc");
}

/** The newest preview of each branch, or the newest one of it that a search finds. */
function headsOf(db: Database, siteId: string, search: string | undefined) {
  if (search === undefined) {
    return db.with("heads", (cte) =>
      cte
        .selectFrom("branches")
        .select(["deployment_id as id", "name", "pull_request_number as pull"])
        .where("site_id", "=", siteId)
        .orderBy("deployed_at", "desc")
        .orderBy("deployment_id", "desc")
        .limit(MAX_BRANCHES),
    );
  }
  const group = sql`PARTITION BY ${branchName}`;
  return db.with("heads", (cte) => {
    const found = previewsOf(cte, siteId, search)
      .select(["id", "created_at", "branch", "pull_request_number"])
      .limit(MAX_COUNTED);
    const ranked = cte
      .selectFrom(found.as("found"))
      .select([
        "id",
        branchName.as("name"),
        sql<number | null>`MAX(pull_request_number) OVER (${group})`.as("pull"),
        sql<number>`ROW_NUMBER() OVER (${group} ORDER BY created_at DESC, id DESC)`.as("rank"),
      ]);
    return cte.selectFrom(ranked.as("ranked")).select(["id", "name", "pull"]).where("rank", "=", 1);
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
  site: { readonly id: string; readonly workspace_id: string },
  heads: readonly { readonly id: string; readonly name: string }[],
  search: string | undefined,
): Promise<readonly BranchPreviews[]> {
  if (heads.length === 0) return [];
  const ofBranch = (name: string) => previewsOf(db, site.id, search).where(branchName, "=", name);
  const newestOf = ({ name }: { readonly name: string }) =>
    sql`SELECT * FROM (${ofBranch(name)
      .select("id")
      .select(sql<string>`${name}`.as("name"))
      .select(
        db
          .selectFrom(ofBranch(name).select("id").limit(MAX_COUNTED).as("all"))
          .select(db.fn.countAll().as("count"))
          .as("count"),
      )
      .limit(MAX_OLDER + 1)}) AS newest`;
  const { rows } = await sql<{
    id: string;
    name: string;
    count: number;
  }>`${sql.join(heads.map(newestOf), sql` UNION ALL `)}`.execute(db);
  const views = await findDeployments(
    db,
    site.workspace_id,
    [...heads, ...rows].map(({ id }) => id),
  );
  const byBranch = Map.groupBy(rows, ({ name }) => name);
  return heads.flatMap(({ id, name }) => {
    const newest = views.get(id);
    if (!newest) return [];
    const found = byBranch.get(name) ?? [];
    const older = found.flatMap((one) => (one.id === id ? [] : (views.get(one.id) ?? []))).slice(0, MAX_OLDER);
    return [{ newest, older, more: Math.max(0, (found[0]?.count ?? 0) - 1 - older.length) }];
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

const MAX_CHOICES = 100;

export async function branchesOfSite(db: Database, siteId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("branches")
    .innerJoin("deployments", "deployments.id", "branches.deployment_id")
    .select("deployments.branch")
    .where("branches.site_id", "=", siteId)
    .orderBy("deployed_at", "desc")
    .orderBy("deployment_id", "desc")
    .limit(MAX_CHOICES)
    .execute();
  return rows.flatMap(({ branch }) => branch ?? []);
}
