import { randomBytes } from "node:crypto";
import { ANNOUNCED_TYPES, type AnnouncedType } from "../domain/announcement.ts";
import { newUuid } from "../domain/ids.ts";
import { isPlainName } from "../domain/mail-address.ts";
import type { ChatKind, Notice } from "../domain/notice.ts";
import { webhookSecret } from "../notify/signature.ts";
import { readAppKey } from "../outside/app-key.ts";
import { type Encryption, openEncryption, secretContext } from "../outside/encryption.ts";
import { checkUrl } from "../outside/outgoing.ts";
import { deleteChannel, insertChannel } from "../store/announcements/notices.ts";
import { deleteWebhook, insertWebhook } from "../store/announcements/webhooks.ts";
import type { Transaction } from "../store/engine/database.ts";
import { findRow } from "../store/engine/rows.ts";
import type { ChatChannelRow, RepositoryConnectionRow } from "../store/engine/schema.ts";
import { deleteConnection, putConnection } from "../store/sites/repository-connections.ts";
import { type AdminContext, AdminError, runChange } from "./store.ts";

const SECRET_BYTES = 32;

export interface IntegrationStore extends AdminContext {
  readonly dataDirectory: string;
  /** Allows http on this machine. */
  readonly development: boolean;
}

interface RepositoryInput {
  readonly siteId: string;
  /** `owner/name`. */
  readonly repository: string;
  /** URL of GitHub's REST API; `https://HOST/api/v3` for a GitHub Enterprise server. */
  readonly apiUrl?: string | undefined;
  /** Environment on GitHub that the site's releases belong to. */
  readonly environment?: string | undefined;
  /** Secret of the App's webhook; without it the service responds to no deployment protection rule. */
  readonly hookSecret?: string | undefined;
}

/**
 * Replaces the connection that the site had.
 * @returns The connection's id.
 */
export async function connectRepository(
  store: IntegrationStore,
  input: RepositoryInput & CredentialInput,
): Promise<string> {
  const { siteId } = input;
  const [owner = "", repository = "", ...more] = input.repository.split("/");
  if (more.length > 0 || ![owner, repository].every((name) => /^[\w.-]{1,100}$/.test(name) && !/^\.+$/.test(name))) {
    throw new AdminError("invalid", "A repository is named owner/name. Give its full name.");
  }
  const environment = input.environment ?? "production";
  if (environment === "" || environment.length > 255 || /[\u0000-\u001f\u007f]/.test(environment)) {
    throw new AdminError("invalid", "An environment has 1 to 255 visible characters. Give its name on GitHub.");
  }
  const apiUrl = readApiUrl(store, input.apiUrl ?? "https://api.github.com");
  const hookSecret = input.hookSecret === undefined ? undefined : readSecret(input.hookSecret, "The hook's secret");
  const encryption = openEncryption(store.dataDirectory);
  const credential = encryptCredential(encryption, siteId, input);
  const encryptedHookSecret =
    hookSecret === undefined ? null : encryption.encryptSecret(hookSecret, secretContext("hook", siteId));
  const place = { api_url: apiUrl, owner: owner.toLowerCase(), repository: repository.toLowerCase(), environment };
  return runChange(store, async ({ tx, audit }) => {
    const workspaceId = await workspaceOf(tx, siteId);
    const id = await putConnection(tx, {
      id: newUuid(),
      workspace_id: workspaceId,
      site_id: siteId,
      ...place,
      ...credential,
      sealed_hook_secret: encryptedHookSecret,
      created_at: tx.at,
    });
    if (id === undefined) {
      throw new AdminError(
        "place_taken",
        "Another site is connected to this environment of the repository. Give this site another environment.",
      );
    }
    const data = { ...place, gates: hookSecret !== undefined, app_id: credential.app_id };
    await audit({ workspaceId, action: "repository.connected", subject: { type: "site", id: siteId }, data });
    return id;
  });
}

export async function disconnectRepository(store: AdminContext, siteId: string) {
  return runChange(store, async ({ tx, audit }) => {
    const row = await deleteConnection(tx, siteId);
    if (!row)
      throw new AdminError("invalid", "This site is not connected to a repository. See the list of connections.");
    await audit({
      workspaceId: row.workspace_id,
      action: "repository.disconnected",
      subject: { type: "site", id: siteId },
      data: { api_url: row.api_url, owner: row.owner, repository: row.repository },
    });
    return { siteId, connected: false };
  });
}

interface WebhookInput {
  readonly workspaceId: string;
  readonly url: string;
  /** Every type when absent. */
  readonly events?: readonly string[] | undefined;
}

/** @returns Its id and its secret, which is shown only this once. */
export async function addWebhook(
  store: IntegrationStore,
  { workspaceId, url: address, events = ["*"] }: WebhookInput,
): Promise<{ readonly id: string; readonly secret: string }> {
  const checked = checkUrl(address, { development: store.development, publicOnly: !store.development });
  if (checked.kind === "invalid") throw new AdminError("invalid", `${checked.reason} Give another URL.`);
  const types = readTypes(events);
  const id = newUuid();
  const secret = webhookSecret(randomBytes(SECRET_BYTES));
  const encrypted = openEncryption(store.dataDirectory).encryptSecret(secret, secretContext("webhook", id));
  const { href: url, origin } = checked.url;
  await runChange(store, async ({ tx, audit }) => {
    const row = { id, workspace_id: workspaceId, url, events: types, sealed_secret: encrypted, created_at: tx.at };
    if (!(await insertWebhook(tx, row))) {
      throw new AdminError("place_taken", "The workspace has reached its limit of webhooks. Remove one first.");
    }
    // Only the origin: the path or query of a URL can hold a secret of the receiver.
    const data = { origin, events: types };
    await audit({ workspaceId, action: "webhook.added", subject: { type: "webhook", id }, data });
  });
  return { id, secret };
}

export async function removeWebhook(store: AdminContext, workspaceId: string, id: string) {
  return runChange(store, async ({ tx, audit }) => {
    const row = await deleteWebhook(tx, workspaceId, id);
    if (!row) throw new AdminError("invalid", "The workspace has no such webhook. See the list of webhooks.");
    const data = { origin: new URL(row.url).origin };
    await audit({ workspaceId, action: "webhook.removed", subject: { type: "webhook", id }, data });
    return { id, removed: true };
  });
}

export interface ChannelInput {
  readonly siteId: string;
  readonly kind: ChatKind;
  readonly name: string;
  /** URL of the chat's incoming webhook, which is a secret. */
  readonly url: string;
  readonly notices: readonly Notice[];
}

export interface ChannelRules {
  readonly encryption: Encryption;
  readonly development: boolean;
  readonly publicOnly: boolean;
}

type NewChannel =
  | { readonly kind: "channel"; readonly row: Omit<ChatChannelRow, "workspace_id" | "created_at"> }
  | { readonly kind: "invalid"; readonly reason: string };

/** The reason never contains the URL. */
export function readChannel(input: ChannelInput, { encryption, ...rules }: ChannelRules): NewChannel {
  const invalid = (reason: string) => ({ kind: "invalid", reason }) as const;
  const name = input.name.trim();
  if (name === "" || name.length > MAX_CHANNEL_CHARS || !isPlainName(name)) {
    return invalid(`A channel has a name of at most ${MAX_CHANNEL_CHARS} characters on one line. Give such a name.`);
  }
  const checked = checkUrl(input.url, rules);
  if (checked.kind === "invalid") return invalid(`${checked.reason} Give the URL of the incoming webhook.`);
  if (input.notices.length === 0) return invalid("A channel without notices has no use. Choose a notice.");
  const id = newUuid();
  const { href, host } = checked.url;
  const sealed = encryption.encryptSecret(href, secretContext("chat", id));
  const row = { id, site_id: input.siteId, kind: input.kind, name, host, sealed_url: sealed };
  return { kind: "channel", row: { ...row, notices: input.notices.join(" ") } };
}

const MAX_CHANNEL_CHARS = 80;

export async function addChannel(
  store: IntegrationStore & Pick<ChannelRules, "publicOnly">,
  input: ChannelInput,
): Promise<{ readonly id: string }> {
  const { publicOnly, development, dataDirectory } = store;
  const read = readChannel(input, { publicOnly, development, encryption: openEncryption(dataDirectory) });
  if (read.kind === "invalid") throw new AdminError("invalid", read.reason);
  const { row } = read;
  await runChange(store, async ({ tx, audit }) => {
    const workspaceId = await workspaceOf(tx, input.siteId);
    if (!(await insertChannel(tx, { ...row, workspace_id: workspaceId, created_at: tx.at }))) {
      throw new AdminError("place_taken", "The site has reached its limit of channels. Remove one first.");
    }
    await audit({ workspaceId, ...channelAdded(row) });
  });
  return { id: row.id };
}

/** What the audit log says of a channel: never its URL. */
export function channelAdded({
  site_id: siteId,
  kind,
  name,
  host,
  notices,
}: Omit<ChatChannelRow, "workspace_id" | "created_at">) {
  const subject = { type: "site", id: siteId };
  return { action: "channel.added", subject, data: { kind, name, host, notices } } as const;
}

export function channelRemoved({ site_id: siteId, kind, name, host }: ChatChannelRow) {
  return { action: "channel.removed", subject: { type: "site", id: siteId }, data: { kind, name, host } } as const;
}

export async function removeChannel(store: AdminContext, workspaceId: string, id: string) {
  return runChange(store, async ({ tx, audit }) => {
    const row = await deleteChannel(tx, workspaceId, id);
    if (!row) throw new AdminError("invalid", "The workspace has no such channel. See the list of channels.");
    await audit({ workspaceId, ...channelRemoved(row) });
    return { id, removed: true };
  });
}

function readApiUrl({ development }: IntegrationStore, text: string): string {
  const checked = checkUrl(text, { development, publicOnly: false });
  if (checked.kind === "invalid") throw new AdminError("invalid", `${checked.reason} Give the URL of GitHub's API.`);
  const { origin, pathname, search } = checked.url;
  if (search !== "") throw new AdminError("invalid", "The URL of an API has no query. Give it without one.");
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

function readTypes(events: readonly string[]): string {
  if (events.includes("*")) return "*";
  const known = events.filter((event): event is AnnouncedType => ANNOUNCED_TYPES.some((type) => type === event));
  if (known.length > 0 && known.length === events.length) return [...new Set(known)].join(" ");
  throw new AdminError(
    "invalid",
    `Events are ${ANNOUNCED_TYPES.join(", ")}. Give some of these, or leave the option out for all.`,
  );
}

async function workspaceOf(tx: Transaction, siteId: string): Promise<string> {
  const site = await findRow(tx, "sites", { id: siteId, status: "active" });
  if (site) return site.workspace_id;
  throw new AdminError("invalid", "There is no active site with this id. See greenroom sites list.");
}

interface AppInput {
  /** The App's id or client id. */
  readonly id: string;
  /** By default that of the repository, looked up. */
  readonly installationId?: string | undefined;
  readonly privateKey: string;
}

/** What GitHub's API is called with: a long-lived token with contents and deployments: write, or an App. */
export type CredentialInput =
  | { readonly token: string; readonly app?: never }
  | { readonly app: AppInput; readonly token?: never };

type StoredCredential = Pick<RepositoryConnectionRow, "sealed_credential" | "app_id" | "installation_id">;

/** The error for a wrong one never contains it. */
function encryptCredential(encryption: Encryption, siteId: string, { token, app }: CredentialInput): StoredCredential {
  if (app === undefined) {
    const encrypted = encryption.encryptSecret(readSecret(token, "The token"), secretContext("token", siteId));
    return { sealed_credential: encrypted, app_id: null, installation_id: null };
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

/** A secret that is sent in a header or used to sign. */
function readSecret(text: string, what: string): string {
  if (/^[\x21-\x7e]{8,4096}$/.test(text)) return text;
  throw new AdminError("invalid", `${what} must be 8 to 4096 visible ASCII characters. Give it on one line.`);
}
