import type { CreateDeployKey, DeployKey } from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { ApiError, invalid } from "../../domain/api-error.ts";
import { KNOWN_HOSTS, newSshKey, readSshUrl } from "../../domain/ssh.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import type { DeployKeyRow, SiteRow } from "../engine/schema.ts";
import { deleteRows, insertRow, takeRow } from "../engine/rows.ts";
import { requireOwnerOrAdmin } from "../people/users.ts";

export interface DeployKeyView extends DeployKeyRow {
  readonly created_by_name: string;
}

type Folder = Pick<Settings, "dataDirectory">;

export async function findDeployKey(db: Database, siteId: string): Promise<DeployKeyView | undefined> {
  return db
    .selectFrom("deploy_keys")
    .innerJoin("users", "users.id", "deploy_keys.created_by")
    .selectAll("deploy_keys")
    .select("users.name as created_by_name")
    .where("deploy_keys.site_id", "=", siteId)
    .executeTakeFirst();
}

/** A deploy key as it goes over the wire: never its private half. */
export function readDeployKey(row: DeployKeyView): DeployKey {
  return {
    siteId: row.site_id,
    publicKey: row.public_key,
    repositoryUrl: row.repository_url,
    hostKeys: row.host_keys.split("\n"),
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
  };
}

/**
 * Makes the deploy key of a site, in place of the one it had.
 * @throws {ApiError} `user_actor_required`, `forbidden_role`, `validation_failed`
 */
export async function makeDeployKey(
  tx: Transaction,
  actor: Actor,
  site: SiteRow,
  { hostKeys }: CreateDeployKey,
  settings: Folder,
): Promise<DeployKeyView> {
  const userId = await requireOwnerOrAdmin(tx, actor, "How a repository is read");
  const repository = readSshUrl(site.repository_url ?? "");
  if (repository === undefined || site.repository_url === null) {
    const message =
      "the site's repository is not read over ssh; give it a URL such as ssh://git@github.com/acme/site.git";
    throw invalid([{ path: "", message }]);
  }
  const known = KNOWN_HOSTS[repository.host];
  const hosts = hostKeys ?? (repository.url.port === "" ? known : undefined);
  if (hosts === undefined) {
    const message = `must be given for ${repository.host}: ssh-keyscan prints them, and the host's own pages say which are right`;
    throw invalid([{ path: "hostKeys", message }]);
  }
  const { publicKey, privateKey } = newSshKey(`greenroom-${site.slug}`);
  const sealed = openEncryption(settings.dataDirectory).encryptSecret(privateKey, secretContext("deploy-key", site.id));
  await deleteRows(tx, "deploy_keys", { site_id: site.id });
  await insertRow(tx, "deploy_keys", {
    site_id: site.id,
    workspace_id: site.workspace_id,
    repository_url: site.repository_url,
    public_key: publicKey,
    sealed_key: sealed,
    host_keys: [...hosts].join("\n"),
    created_by: userId,
    created_at: tx.at,
  });
  const data = { repository: site.repository_url, publicKey };
  await auditSite(tx, auditedActor(actor), "deploy_key.made", site.id, data);
  const made = await findDeployKey(tx, site.id);
  if (!made) throw new Error("The deploy key that was made just now is not there.");
  return made;
}

/** @throws {ApiError} `user_actor_required`, `forbidden_role`, `not_found` */
export async function removeDeployKey(tx: Transaction, actor: Actor, site: SiteRow): Promise<void> {
  await requireOwnerOrAdmin(tx, actor, "How a repository is read");
  const row = await takeRow(tx, "deploy_keys", { site_id: site.id });
  if (!row) throw new ApiError("not_found", "The site has no deploy key.");
  const data = { repository: row.repository_url, publicKey: row.public_key };
  await auditSite(tx, auditedActor(actor), "deploy_key.removed", site.id, data);
}

/** @throws {EncryptionError} */
export function openDeployKey({ dataDirectory }: Folder, { site_id: id, sealed_key: sealed }: DeployKeyRow): string {
  return openEncryption(dataDirectory).decryptSecret(sealed, secretContext("deploy-key", id));
}
