import type { CommitChecks } from "../../domain/commit-checks.ts";
import type { Database } from "../engine/database.ts";
import { findRow } from "../engine/rows.ts";
import type { CommitChecksRow, RepositoryConnectionRow } from "../engine/schema.ts";

interface CommitOfSite {
  readonly siteId: string;
  readonly commitSha: string;
}

/** What is known of the checks of a commit; undefined unless the site is connected through an App. */
export async function findCommitChecks(
  db: Database,
  { siteId, commitSha }: CommitOfSite,
): Promise<{ readonly row: CommitChecksRow | undefined } | undefined> {
  const connection = await findAppConnection(db, siteId);
  if (!connection) return undefined;
  const row = await findRow(db, "commit_checks", { site_id: siteId, commit_sha: commitSha });
  return { row };
}

/** Has GitHub asked about a commit, unless it was asked after `askedBefore` or is about to be. */
export async function wantCommitChecks(
  db: Database,
  { siteId, commitSha, at, askedBefore }: CommitOfSite & { readonly at: string; readonly askedBefore: string },
): Promise<void> {
  await db
    .insertInto("commit_checks")
    .values({ site_id: siteId, commit_sha: commitSha, wanted_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(["site_id", "commit_sha"])
        .doUpdateSet({ wanted_at: at })
        .where("commit_checks.wanted_at", "is", null)
        .where("commit_checks.asked_at", "<=", askedBefore),
    )
    .execute();
}

export interface DueChecks extends CommitOfSite {
  readonly connection: RepositoryConnectionRow;
}

/** Claims the commit that waits longest; each wish is claimed once. */
export async function claimDueChecks(db: Database, at: string): Promise<DueChecks | undefined> {
  for (;;) {
    const wanted = await db
      .selectFrom("commit_checks")
      .select(["site_id", "commit_sha", "wanted_at"])
      .where("wanted_at", "is not", null)
      .orderBy("wanted_at")
      .limit(1)
      .executeTakeFirst();
    if (!wanted) return undefined;
    const { site_id: siteId, commit_sha: commitSha } = wanted;
    const claimed = await db
      .updateTable("commit_checks")
      .set({ wanted_at: null, asked_at: at })
      .where("site_id", "=", siteId)
      .where("commit_sha", "=", commitSha)
      .where("wanted_at", "=", wanted.wanted_at)
      .returning("site_id")
      .executeTakeFirst();
    const connection = claimed && (await findAppConnection(db, siteId));
    if (connection) return { siteId, commitSha, connection };
  }
}

export async function putCommitChecks(
  db: Database,
  { siteId, commitSha, checks, at }: CommitOfSite & { readonly checks: CommitChecks; readonly at: string },
): Promise<void> {
  await db
    .updateTable("commit_checks")
    .set({ checks: JSON.stringify(checks), read_at: at })
    .where("site_id", "=", siteId)
    .where("commit_sha", "=", commitSha)
    .execute();
}

async function findAppConnection(db: Database, siteId: string): Promise<RepositoryConnectionRow | undefined> {
  return db
    .selectFrom("repository_connections")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("app_id", "is not", null)
    .executeTakeFirst();
}
