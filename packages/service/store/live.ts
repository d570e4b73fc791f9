import type { Database } from "./database.ts";

/** What the production host of a site serves. */
export interface Live {
  readonly siteId: string;
  /** The production deployment. */
  readonly deploymentId: string;
  /** The preview it was made from. */
  readonly sourceDeploymentId: string | null;
  readonly commitSha: string | null;
  readonly branch: string | null;
  readonly fileListDigest: string | null;
  readonly since: string;
}

/** Reads what is live on the active sites of a workspace. */
export async function liveOfWorkspace(db: Database, workspaceId: string): Promise<Live[]> {
  return selectLive(db).where("sites.workspace_id", "=", workspaceId).where("sites.status", "=", "active").execute();
}

/** Reads what is live on a site, undefined when nothing was published yet. */
export async function liveOfSite(db: Database, siteId: string): Promise<Live | undefined> {
  return selectLive(db).where("sites.id", "=", siteId).executeTakeFirst();
}

function selectLive(db: Database) {
  return db
    .selectFrom("hosts")
    .innerJoin("sites", "sites.id", "hosts.site_id")
    .innerJoin("deployments", "deployments.id", "hosts.deployment_id")
    .where("hosts.kind", "=", "production")
    .select([
      "sites.id as siteId",
      "deployments.id as deploymentId",
      "deployments.source_deployment_id as sourceDeploymentId",
      "deployments.commit_sha as commitSha",
      "deployments.branch",
      "deployments.file_list_digest as fileListDigest",
      "hosts.updated_at as since",
    ]);
}
