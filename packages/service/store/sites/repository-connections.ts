import type { Database, Transaction } from "../engine/database.ts";
import type { RepositoryConnectionRow } from "../engine/schema.ts";
import { findRow, insertRow, takeRow } from "../engine/rows.ts";

/** The repository that is notified of a site's releases, without its secrets. */
type ConnectionView = Omit<RepositoryConnectionRow, "sealed_credential" | "sealed_hook_secret" | "workspace_id"> & {
  /** Whether it responds to GitHub's deployment protection rules. */
  readonly gates: boolean;
};

/**
 * Stores the connection of a site in place of the one it had. With the same repository and environment only the
 * credential and the secret change, and waiting jobs keep waiting; otherwise what is queued for the old one is dropped.
 * @returns Its id, or undefined when this environment of the repository is connected to another site.
 */
export async function putConnection(tx: Transaction, row: RepositoryConnectionRow): Promise<string | undefined> {
  const taken = await tx
    .selectFrom("repository_connections")
    .select("site_id")
    .where("owner", "=", row.owner)
    .where("repository", "=", row.repository)
    .where("api_url", "=", row.api_url)
    .where("environment", "=", row.environment)
    .where("site_id", "!=", row.site_id)
    .executeTakeFirst();
  if (taken) return undefined;
  const renewed = await tx
    .updateTable("repository_connections")
    .set({
      sealed_credential: row.sealed_credential,
      sealed_hook_secret: row.sealed_hook_secret,
      app_id: row.app_id,
      installation_id: row.installation_id,
    })
    .where("site_id", "=", row.site_id)
    .where("owner", "=", row.owner)
    .where("repository", "=", row.repository)
    .where("api_url", "=", row.api_url)
    .where("environment", "=", row.environment)
    .returning("id")
    .executeTakeFirst();
  if (renewed) return renewed.id;
  await deleteConnection(tx, row.site_id);
  await insertRow(tx, "repository_connections", row);
  return row.id;
}

/** Deletes the connection of a site with its credential and its gates. */
export async function deleteConnection(tx: Transaction, siteId: string): Promise<RepositoryConnectionRow | undefined> {
  return takeRow(tx, "repository_connections", { site_id: siteId });
}

export async function findConnection(db: Database, id: string): Promise<RepositoryConnectionRow | undefined> {
  return findRow(db, "repository_connections", { id });
}

export async function findSiteConnection(db: Database, siteId: string): Promise<RepositoryConnectionRow | undefined> {
  return findRow(db, "repository_connections", { site_id: siteId });
}

/** Most connections of one repository: one for each of its environments. */
const MAX_OF_REPOSITORY = 100;

/**
 * Finds the connections of a repository that respond to protection rules.
 * @param repository Owner and name as GitHub writes them, in any case.
 */
export async function findGated(db: Database, owner: string, repository: string): Promise<RepositoryConnectionRow[]> {
  return db
    .selectFrom("repository_connections")
    .selectAll()
    .where("owner", "=", owner.toLowerCase())
    .where("repository", "=", repository.toLowerCase())
    .where("sealed_hook_secret", "is not", null)
    .limit(MAX_OF_REPOSITORY)
    .execute();
}

/** Most connections whose secrets are tried on a webhook; an instance has one for each gated environment. */
export const MAX_GATED = 1_000;

/** The encrypted secrets of all connections that respond to protection rules, with the sites they belong to. */
export async function listHookSecrets(
  db: Database,
): Promise<readonly { readonly site_id: string; readonly sealed_hook_secret: string }[]> {
  return db
    .selectFrom("repository_connections")
    .select(["site_id", "sealed_hook_secret"])
    .where("sealed_hook_secret", "is not", null)
    .orderBy("id")
    .limit(MAX_GATED)
    .$narrowType<{ sealed_hook_secret: string }>()
    .execute();
}

export async function listConnections(db: Database, workspaceId: string): Promise<ConnectionView[]> {
  const rows = await db
    .selectFrom("repository_connections")
    .select([
      "id",
      "site_id",
      "api_url",
      "owner",
      "repository",
      "environment",
      "created_at",
      "app_id",
      "installation_id",
    ])
    .select((eb) => eb("sealed_hook_secret", "is not", null).as("gates"))
    .where("workspace_id", "=", workspaceId)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map((row) => ({ ...row, gates: Boolean(row.gates) }));
}
