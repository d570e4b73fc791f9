import type { Database } from "../engine/database.ts";

export interface Release {
  /** Counted from the first release of the site. */
  readonly number: number;
  readonly deploymentId: string;
  readonly sourceDeploymentId: string | null;
  readonly fileListDigest: string | null;
  readonly commitMessage: string | null;
  readonly liveSince: string;
}

/** The newest releases of a site, newest first. @param until Those that were live by then; all when undefined. */
export async function listReleases(
  db: Database,
  siteId: string,
  { limit, until }: { readonly limit: number; readonly until?: string | undefined },
): Promise<readonly Release[]> {
  let query = db
    .selectFrom("deployments")
    .select((eb) => [
      "id as deploymentId",
      "source_deployment_id as sourceDeploymentId",
      "file_list_digest as fileListDigest",
      "commit_message as commitMessage",
      eb.fn.coalesce("finished_at", "created_at").as("liveSince"),
      eb.fn.countAll<number>().over().as("count"),
    ])
    .where("site_id", "=", siteId)
    .where("environment", "=", "production")
    .where("status", "=", "ready")
    .where("hidden_at", "is", null);
  if (until !== undefined) query = query.where("finished_at", "<=", until);
  const rows = await query.orderBy("finished_at", "desc").orderBy("id", "desc").limit(limit).execute();
  return rows.map(({ count, ...release }, index) => ({ ...release, number: count - index }));
}
