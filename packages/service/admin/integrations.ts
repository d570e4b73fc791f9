import { randomBytes } from "node:crypto";
import { type Clock, instant } from "@greenroom/contract/clock";
import { ANNOUNCED_TYPES, type AnnouncedType } from "../domain/announcement.ts";
import { newUuid } from "../domain/ids.ts";
import { openEncryption, secretContext, type Encryption } from "../notify/encryption.ts";
import { readAppKey } from "../notify/github-app.ts";
import { checkAddress } from "../notify/outgoing.ts";
import { webhookSecret } from "../notify/signature.ts";
import { appendAudit, type NewAuditEntry } from "../store/audit.ts";
import type { Database, Transaction } from "../store/database.ts";
import { deleteConnection, putConnection } from "../store/repository-connections.ts";
import type { RepositoryConnectionRow } from "../store/schema.ts";
import { deleteWebhook, insertWebhook } from "../store/webhooks.ts";
import { AdminError } from "./store.ts";

const SECRET_BYTES = 32;

/** The store an operator works on, and how its service runs. */
export interface OperatorStore {
  readonly db: Database;
  readonly clock: Clock;
  /** Account of the machine for the audit log, null where it is unknown. */
  readonly operator: string | null;
  readonly dataDirectory: string;
  /** Lets http on this machine pass. */
  readonly development: boolean;
}

interface RepositoryInput {
  readonly siteId: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Address of GitHub's REST interface; `https://HOST/api/v3` for a server of one's own. */
  readonly apiUrl?: string;
  /** Environment on GitHub that the site's releases belong to. */
  readonly environment?: string;
  /** Secret of the App's webhook; without it no protection rule is answered. */
  readonly hookSecret?: string;
}

/**
 * Connects a site to its repository on GitHub, in place of the one it had; the token or the App's key, and the hook's
 * secret, are sealed.
 * @returns The connection's id.
 * @throws {AdminError} `invalid`, `place_taken` when another site speaks for this environment of the repository
 */
export async function connectRepository(
  store: OperatorStore,
  given: RepositoryInput & CredentialInput,
): Promise<string> {
  const [owner = "", repository = "", ...more] = given.repository.split("/");
  if (more.length > 0 || ![owner, repository].every((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name))) {
    throw new AdminError("invalid", "A repository is named owner/name. Give it so.");
  }
  const environment = given.environment ?? "production";
  if (environment === "" || environment.length > 255 || /[\u0000-\u001f\u007f]/.test(environment)) {
    throw new AdminError("invalid", "An environment has 1 to 255 visible characters. Give its name on GitHub.");
  }
  const apiUrl = readApiUrl(store, given.apiUrl ?? "https://api.github.com");
  const hookSecret = given.hookSecret === undefined ? undefined : readSecret(given.hookSecret, "The hook's secret");
  const encryption = openEncryption(store.dataDirectory);
  const credential = sealCredential({ encryption, siteId: given.siteId }, given);
  const sealed = {
    ...credential,
    sealed_hook_secret:
      hookSecret === undefined ? null : encryption.encryptSecret(hookSecret, secretContext("hook", given.siteId)),
  };
  const place = { api_url: apiUrl, owner: owner.toLowerCase(), repository: repository.toLowerCase(), environment };
  const at = instant(store.clock);
  return store.db.transaction().execute(async (tx) => {
    const workspaceId = await workspaceOf(tx, given.siteId);
    const row = {
      id: newUuid(),
      workspace_id: workspaceId,
      site_id: given.siteId,
      ...place,
      ...sealed,
      created_at: at,
    };
    const id = await putConnection(tx, row);
    if (id === undefined) {
      throw new AdminError(
        "place_taken",
        "Another site speaks for this environment of the repository. Give this site an environment of its own.",
      );
    }
    const data = { ...place, gates: hookSecret !== undefined, app_id: credential.app_id };
    await note(tx, store, { workspaceId, action: "repository.connected", siteId: given.siteId, data, at });
    return id;
  });
}

/**
 * Disconnects a site from its repository; the credential is forgotten and nothing more is told.
 * @throws {AdminError} `invalid` when it is connected to none
 */
export async function disconnectRepository(store: OperatorStore, siteId: string): Promise<void> {
  const at = instant(store.clock);
  await store.db.transaction().execute(async (tx) => {
    const row = await deleteConnection(tx, siteId);
    if (!row) throw new AdminError("invalid", "This site is connected to no repository. See the list of them.");
    const data = { api_url: row.api_url, owner: row.owner, repository: row.repository };
    await note(tx, store, { workspaceId: row.workspace_id, action: "repository.disconnected", siteId, data, at });
  });
}

interface WebhookInput {
  readonly workspaceId: string;
  readonly url: string;
  /** Every type when absent. */
  readonly events?: readonly string[];
}

/**
 * Adds a webhook.
 * @returns Its id and its secret, which is shown this once.
 * @throws {AdminError} `invalid`, `place_taken` when the workspace has as many as it may
 */
export async function addWebhook(
  store: OperatorStore,
  { workspaceId, url: address, events = ["*"] }: WebhookInput,
): Promise<{ readonly id: string; readonly secret: string }> {
  const checked = checkAddress(address, { development: store.development, publicOnly: !store.development });
  if (checked.kind === "refused") throw new AdminError("invalid", `${checked.reason} Give another address.`);
  const types = readTypes(events);
  const id = newUuid();
  const secret = webhookSecret(randomBytes(SECRET_BYTES));
  const sealedSecret = openEncryption(store.dataDirectory).encryptSecret(secret, secretContext("webhook", id));
  const at = instant(store.clock);
  const { href: url } = checked.url;
  await store.db.transaction().execute(async (tx) => {
    const row = { id, workspace_id: workspaceId, url, events: types, sealed_secret: sealedSecret, created_at: at };
    if (!(await insertWebhook(tx, row))) {
      throw new AdminError("place_taken", "The workspace has as many webhooks as it may. Remove one first.");
    }
    // An address may hold a secret of the receiver's in its path or query.
    const data = { origin: checked.url.origin, events: types };
    await appendAudit(tx, entry(store, { workspaceId, action: "webhook.added", data, at }, ["webhook", id]));
  });
  return { id, secret };
}

/**
 * Removes a webhook.
 * @throws {AdminError} `invalid` when the workspace has no such webhook
 */
export async function removeWebhook(store: OperatorStore, workspaceId: string, id: string): Promise<void> {
  const at = instant(store.clock);
  await store.db.transaction().execute(async (tx) => {
    const row = await deleteWebhook(tx, workspaceId, id);
    if (!row) throw new AdminError("invalid", "The workspace has no such webhook. See the list of them.");
    const data = { origin: new URL(row.url).origin };
    await appendAudit(tx, entry(store, { workspaceId, action: "webhook.removed", data, at }, ["webhook", id]));
  });
}

function readApiUrl({ development }: OperatorStore, text: string): string {
  const checked = checkAddress(text, { development, publicOnly: false });
  if (checked.kind === "refused") throw new AdminError("invalid", `${checked.reason} Give GitHub's API address.`);
  const { origin, pathname, search } = checked.url;
  if (search !== "") throw new AdminError("invalid", "An API address has no query. Give it without.");
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

function readTypes(events: readonly string[]): string {
  if (events.includes("*")) return "*";
  const known = events.filter((event): event is AnnouncedType => ANNOUNCED_TYPES.some((type) => type === event));
  if (known.length > 0 && known.length === events.length) return [...new Set(known)].join(" ");
  throw new AdminError("invalid", `Events are ${ANNOUNCED_TYPES.join(", ")}. Give some of these, or none for all.`);
}

async function workspaceOf(tx: Transaction, siteId: string): Promise<string> {
  const site = await tx
    .selectFrom("sites")
    .select("workspace_id")
    .where("id", "=", siteId)
    .where("status", "=", "active")
    .executeTakeFirst();
  if (site) return site.workspace_id;
  throw new AdminError("invalid", "There is no active site with this id. See greenroom sites list.");
}

type Act = Pick<NewAuditEntry, "workspaceId" | "action" | "data" | "at">;

async function note(tx: Transaction, store: OperatorStore, act: Act & { readonly siteId: string }): Promise<void> {
  const { siteId, ...rest } = act;
  await appendAudit(tx, entry(store, rest, ["site", siteId]));
}

function entry({ operator }: OperatorStore, act: Act, [type, id]: readonly [string, string]): NewAuditEntry {
  return { ...act, actor: { type: "operator", id: operator }, subject: { type, id } };
}

/** A GitHub App that makes itself tokens whenever it needs one. */
interface AppInput {
  /** The App's id or client id. */
  readonly id: string;
  /** Looked up by the repository when absent. */
  readonly installationId?: string;
  readonly privateKey: string;
}

/** What a repository is spoken to with: a token that lasts, with contents and deployments: write, or an App. */
export type CredentialInput =
  | { readonly token: string; readonly app?: never }
  | { readonly app: AppInput; readonly token?: never };

type StoredCredential = Pick<RepositoryConnectionRow, "sealed_credential" | "app_id" | "installation_id">;

/**
 * Checks and encryption what a site speaks to its repository with; no secret is in what is said about a wrong one.
 * @throws {AdminError} `invalid`
 */
function sealCredential(
  { encryption, siteId }: { readonly encryption: Encryption; readonly siteId: string },
  { token, app }: CredentialInput,
): StoredCredential {
  if (app === undefined) {
    const sealed = encryption.encryptSecret(readSecret(token, "The token"), secretContext("token", siteId));
    return { sealed_credential: sealed, app_id: null, installation_id: null };
  }
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(app.id)) {
    throw new AdminError("invalid", "An App's id is a number, its client id a word. Give one of them.");
  }
  if (app.installationId !== undefined && !/^[1-9]\d{0,15}$/.test(app.installationId)) {
    throw new AdminError("invalid", "An installation's id is a number. Give it, or leave it out to look it up.");
  }
  const key = readAppKey(app.privateKey);
  if (!key) {
    throw new AdminError(
      "invalid",
      "The private key must be an RSA key of 2048 bits or more in PEM, without a passphrase. Give the file GitHub made.",
    );
  }
  return {
    sealed_credential: encryption.encryptSecret(
      key.export({ type: "pkcs8", format: "pem" }).toString(),
      secretContext("app", siteId),
    ),
    app_id: app.id,
    installation_id: app.installationId ?? null,
  };
}

/**
 * Checks a secret that is sent in a header or signed with.
 * @param what How it is called, as in "The token".
 * @throws {AdminError} `invalid`
 */
function readSecret(text: string, what: string): string {
  if (/^[\x21-\x7e]{8,4096}$/.test(text)) return text;
  throw new AdminError("invalid", `${what} must be 8 to 4096 visible ASCII characters. Give it on one line.`);
}
