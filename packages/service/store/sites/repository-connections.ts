import type { Database, Transaction } from "../engine/database.ts";
import { findRow, insertRow, takeRow, updateRows } from "../engine/rows.ts";
import type { RepositoryConnectionRow } from "../engine/schema.ts";

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
  const { owner, repository, api_url, environment } = row;
  const known = await findRow(tx, "repository_connections", { owner, repository, api_url, environment });
  if (known && known.site_id !== row.site_id) return undefined;
  if (known) {
    const { sealed_credential, sealed_hook_secret, app_id, installation_id } = row;
    const renewed = { sealed_credential, sealed_hook_secret, app_id, installation_id };
    await updateRows(tx, "repository_connections", { id: known.id }, renewed);
    return known.id;
  }
  await deleteConnection(tx, row.site_id);
  await insertRow(tx, "repository_connections", row);
  return row.id;
}

/** Deletes the connection of a site with its credential and its gates. */
export async function deleteConnection(tx: Transaction, siteId: string): Promise<RepositoryConnectionRow | undefined> {
  return takeRow(tx, "repository_connections", { site_id: siteId });
}

/** Most connections of one repository: one for each of its environments. */
const MAX_OF_REPOSITORY = 100;

/** Those that respond to protection rules; GitHub writes names in any case. */
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
