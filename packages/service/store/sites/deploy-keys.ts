import type { CreateDeployKey, DeployKey } from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { found, invalid } from "../../domain/api-error.ts";
import { KNOWN_HOSTS, newSshKey, readSshUrl } from "../../domain/ssh.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";
import { auditedActor, auditSite } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, findRow, insertRow, takeRow } from "../engine/rows.ts";
import type { DeployKeyRow, SiteRow } from "../engine/schema.ts";
import { type WithMaker, withMaker } from "../people/grants.ts";
import { requireOwnerOrAdmin } from "../people/users.ts";

export type DeployKeyView = WithMaker<"deploy_keys">;

type Folder = Pick<Settings, "dataDirectory">;

export async function findDeployKey(db: Database, siteId: string): Promise<DeployKeyView | undefined> {
  const row = await findRow(db, "deploy_keys", { site_id: siteId });
  return row && withMaker(db, row);
}

/** Never its private half. */
export function toDeployKey(row: DeployKeyView): DeployKey {
  return {
    siteId: row.site_id,
    publicKey: row.public_key,
    repositoryUrl: row.repository_url,
    hostKeys: row.host_keys.split("\n"),
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
  };
}

/** In place of the key that the site had. */
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
  const made = await insertRow(tx, "deploy_keys", {
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
  return withMaker(tx, made);
}

export async function removeDeployKey(tx: Transaction, actor: Actor, site: SiteRow): Promise<void> {
  await requireOwnerOrAdmin(tx, actor, "How a repository is read");
  const row = found(await takeRow(tx, "deploy_keys", { site_id: site.id }), "The site has no deploy key.");
  const data = { repository: row.repository_url, publicKey: row.public_key };
  await auditSite(tx, auditedActor(actor), "deploy_key.removed", site.id, data);
}

/** @throws {EncryptionError} */
export function openDeployKey({ dataDirectory }: Folder, { site_id: id, sealed_key: sealed }: DeployKeyRow): string {
  return openEncryption(dataDirectory).decryptSecret(sealed, secretContext("deploy-key", id));
}
