import {
  type CreateRepositoryCredential,
  MAX_REPOSITORY_CREDENTIALS,
  type RepositoryCredential,
} from "@greenroom/contract";
import type { Actor } from "../../domain/actor.ts";
import { found, invalid, requireFewer } from "../../domain/api-error.ts";
import { newUuid } from "../../domain/ids.ts";
import { repositoryFolder } from "../../domain/repository-path.ts";
import { readAppKey } from "../../outside/app-key.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import { checkUrl } from "../../outside/outgoing.ts";
import type { Settings } from "../../settings.ts";
import { appendAudit, auditedActor } from "../audit/audit.ts";
import type { Database, Transaction } from "../engine/database.ts";
import { deleteRows, insertRow, takeRow } from "../engine/rows.ts";
import type { RepositoryCredentialRow } from "../engine/schema.ts";
import { findMade, type WithMaker, withMaker } from "../people/grants.ts";
import { requireOwnerOrAdmin } from "../people/users.ts";

type CredentialView = WithMaker<"repository_credentials">;

export async function listRepositoryCredentials(db: Database, workspaceId: string): Promise<CredentialView[]> {
  return findMade(db, "repository_credentials", { workspace_id: workspaceId }, "url");
}

export function toCredential(row: CredentialView): RepositoryCredential {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    username: row.username,
    appId: row.app_id,
    createdBy: { id: row.created_by, name: row.created_by_name },
    createdAt: row.created_at,
  };
}

/** In place of the credential of the same URL. No error has anything of the secret. */
export async function addRepositoryCredential(
  tx: Transaction,
  actor: Actor,
  credential: CreateRepositoryCredential,
  settings: Settings,
): Promise<CredentialView> {
  const userId = await requireOwnerOrAdmin(tx, actor, "Which repositories a workspace reads");
  const { workspaceId } = actor;
  const { url, secret, ...known } = checked(credential, settings);
  const replaced = await deleteRows(tx, "repository_credentials", { workspace_id: workspaceId, url });
  const full = `the workspace has ${MAX_REPOSITORY_CREDENTIALS} credentials already; remove one first`;
  requireFewer(await listRepositoryCredentials(tx, workspaceId), MAX_REPOSITORY_CREDENTIALS, full);
  const id = newUuid();
  const sealed = openEncryption(settings.dataDirectory).encryptSecret(secret, secretContext("repository", id));
  const place = { id, workspace_id: workspaceId, url, created_by: userId, created_at: tx.at };
  const made = await insertRow(tx, "repository_credentials", { ...place, ...known, sealed_secret: sealed });
  const data = { url, kind: known.kind, username: known.username, appId: known.app_id, replaced };
  const subject = { type: "workspace", id: workspaceId };
  await appendAudit(tx, { ...auditedActor(actor), action: "credential.added", subject, data });
  return withMaker(tx, made);
}

type Checked = Pick<RepositoryCredentialRow, "kind" | "url" | "username" | "app_id" | "api_url"> & {
  readonly secret: string;
};

const GITHUB_API = "https://api.github.com";

function checked(credential: CreateRepositoryCredential, settings: Settings): Checked {
  const { url: text } = credential;
  const folder = repositoryFolder(text);
  if (folder === undefined) {
    throw invalid([{ path: "url", message: "must be the https URL of a repository or a folder of repositories" }]);
  }
  const url = new URL(text).href;
  if (credential.kind === "password") {
    const { kind, username, password } = credential;
    return { kind, url, username, app_id: null, api_url: null, secret: password };
  }
  if (folder.depth === 0) {
    throw invalid([{ path: "url", message: "must name the account on GitHub too, as in https://github.com/acme/" }]);
  }
  const key = readAppKey(credential.privateKey);
  if (!key) {
    const message = "must be an RSA key of 2048 bits or more in PEM, without a passphrase, as GitHub made it";
    throw invalid([{ path: "privateKey", message }]);
  }
  const { development, allowPrivateHosts } = settings;
  const api = checkUrl(credential.apiUrl ?? GITHUB_API, {
    development,
    publicOnly: !development && allowPrivateHosts !== true,
  });
  if (api.kind === "invalid") throw invalid([{ path: "apiUrl", message: `is not usable: ${api.reason}` }]);
  return {
    kind: credential.kind,
    url,
    username: null,
    app_id: credential.appId,
    api_url: `${api.url.origin}${api.url.pathname.replace(/\/+$/, "")}`,
    secret: key.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

export async function removeRepositoryCredential(tx: Transaction, actor: Actor, credentialId: string): Promise<void> {
  const place = { workspace_id: actor.workspaceId, id: credentialId.toLowerCase() };
  const row = found(await takeRow(tx, "repository_credentials", place), "The workspace has no such credential.");
  // Throwing takes it back.
  await requireOwnerOrAdmin(tx, actor, "Which repositories a workspace reads");
  const subject = { type: "workspace", id: actor.workspaceId };
  const data = { url: row.url, kind: row.kind };
  await appendAudit(tx, { ...auditedActor(actor), action: "credential.removed", subject, data });
}

/** @throws {EncryptionError} */
export function openCredential({ dataDirectory }: Pick<Settings, "dataDirectory">, row: RepositoryCredentialRow) {
  return openEncryption(dataDirectory).decryptSecret(row.sealed_secret, secretContext("repository", row.id));
}
