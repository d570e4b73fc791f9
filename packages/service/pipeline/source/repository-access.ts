import type { RepositoryRequest, ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import { isGithubRepository, mostSpecific, ownerAndName } from "../../domain/repository-path.ts";
import { type AppConnection, type AppTokens, createAppTokens } from "../../notify/github-app.ts";
import { Undelivered } from "../../notify/outcome.ts";
import { openEncryption, secretContext } from "../../outside/encryption.ts";
import type { Settings } from "../../settings.ts";
import type { Database } from "../../store/engine/database.ts";
import { findRow } from "../../store/engine/rows.ts";
import type { RepositoryCredentialRow, SiteRow } from "../../store/engine/schema.ts";
import { findDeployKey, openDeployKey } from "../../store/sites/deploy-keys.ts";
import { listRepositoryCredentials, openCredential } from "../../store/sites/repository-credentials.ts";
import type { BuildOrder } from "../record.ts";
import { readSecrets } from "../steps/secrets.ts";
import { readRepository } from "./remote.ts";

type Service = Pick<ServiceContext, "db" | "settings" | "addresses">;

interface Access {
  readonly service: Service;
  readonly tokens: AppTokens;
}

const GITHUB_TIMEOUT_MS = 15_000;

/**
 * The repository of a site with what its workspace reads it with. Of several credentials whose URL covers it the most
 * specific is used; one that a member added comes before one of the operator's file.
 * @throws {Error} When the operator's file of secrets is wrong, or a secret cannot be decrypted.
 */
export async function repositoryOf(
  access: Access,
  site: Pick<SiteRow, "workspace_id" | "repository_url"> & { readonly id?: string },
): Promise<BuildOrder["repository"]> {
  const { db, settings } = access.service;
  const url = site.repository_url ?? "";
  const repository = readRepository(url, { file: false });
  // What is read over ssh is read with a key of the site.
  if (repository.kind === "ssh" && site.id !== undefined) return overSsh(access.service, site.id, url);
  if (repository.kind !== "https") return { url };
  const { repositories } = await readSecrets(settings.dataDirectory);
  const ofWorkspace = repositories.filter(({ workspace }) => workspace === site.workspace_id);
  const stored = mostSpecific(ofWorkspace, repository.url);
  const own = mostSpecific(await listRepositoryCredentials(db, site.workspace_id), repository.url);
  if (own && own.depth >= (stored?.depth ?? 0)) {
    return { url, ...(await authorizationOf(access, own.credential, repository.url)) };
  }
  if (stored) return { url, authorization: basic(stored.credential.username, stored.credential.password) };
  const connection = site.id === undefined ? undefined : await connectionFor(db, site.id, repository.url);
  if (!connection) return { url };
  const token = await tokenOf(access.tokens, connection);
  // The repository may be public, and the App one that only reports.
  if (token instanceof Undelivered) return { url, credentialHint: token.message };
  return { url, authorization: bearer(token) };
}

async function overSsh(
  { db, settings, addresses }: Service,
  siteId: string,
  url: string,
): Promise<BuildOrder["repository"]> {
  const key = await findDeployKey(db, siteId);
  const page = `${addresses.baseUrl}/app/sites/${siteId}/repository`;
  if (!key) {
    return { url, problem: `The site has no deploy key. Make one at ${page} and add it to the repository.` };
  }
  if (key.repository_url !== url) {
    return { url, problem: `The site's deploy key is that of another repository. Make a new one at ${page}.` };
  }
  return { url, ssh: { privateKey: openDeployKey(settings, key), hostKeys: key.host_keys } };
}

async function authorizationOf(
  { service: { settings }, tokens }: Access,
  row: RepositoryCredentialRow,
  url: URL,
): Promise<Pick<BuildOrder["repository"], "authorization" | "problem">> {
  if (row.kind === "password") return { authorization: basic(row.username ?? "", openCredential(settings, row)) };
  const connection = appConnection(row, url, settings);
  if (!connection) return { problem: "The URL of the repository does not name an owner and a repository on GitHub." };
  const token = await tokenOf(tokens, connection);
  if (!(token instanceof Undelivered)) return { authorization: bearer(token) };
  return { problem: `GitHub made no token for the repository. ${token.message}` };
}

function appConnection(row: RepositoryCredentialRow, url: URL, settings: Settings): AppConnection | undefined {
  const [owner, repository] = ownerAndName(url) ?? [];
  if (owner === undefined || repository === undefined || row.app_id === null || row.api_url === null) return undefined;
  return {
    // Each repository has tokens of its own.
    id: `${row.id} ${owner}/${repository}`,
    site_id: "",
    api_url: row.api_url,
    owner,
    repository,
    app_id: row.app_id,
    installation_id: null,
    sealed_credential: row.sealed_secret,
    sealedFor: secretContext("repository", row.id),
    use: "clone",
    publicOnly: !settings.development && settings.allowPrivateHosts !== true,
  };
}

/** The App that the operator connected the site with, when it is the same repository. */
async function connectionFor(db: Database, siteId: string, url: URL): Promise<AppConnection | undefined> {
  const connection = await findRow(db, "repository_connections", { site_id: siteId });
  if (!connection || connection.app_id === null || webOrigin(connection.api_url) !== url.origin) return undefined;
  if (!isGithubRepository(url, connection)) return undefined;
  return { ...connection, id: `${connection.id} clone`, app_id: connection.app_id, use: "clone" };
}

/** Where the repositories of an API are: GitHub's own, or those of the server that the API is on. */
function webOrigin(apiUrl: string): string {
  const { origin } = new URL(apiUrl);
  return origin === "https://api.github.com" ? "https://github.com" : origin;
}

function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** How git gives a token of an App. [GitHub, Authenticating as an installation] */
function bearer(token: string): string {
  return basic("x-access-token", token);
}

/** @returns The token, or why GitHub makes none. */
async function tokenOf(tokens: AppTokens, connection: AppConnection): Promise<string | Undelivered> {
  try {
    return await tokens.get(connection, { signal: AbortSignal.timeout(GITHUB_TIMEOUT_MS) });
  } catch (error) {
    if (error instanceof Undelivered) return error;
    throw error;
  }
}

/** @throws {ApiError} `repohost_installation_not_found` where the App is not installed. @see Interface §4 */
export async function requireInstallation(
  { db, clock, settings }: Pick<ServiceContext, "db" | "clock" | "settings">,
  { workspaceId, url }: RepositoryRequest,
): Promise<void> {
  const repository = readRepository(url, { file: false });
  if (repository.kind !== "https") return;
  const found = mostSpecific(await listRepositoryCredentials(db, workspaceId), repository.url)?.credential;
  const connection = found?.kind === "github-app" ? appConnection(found, repository.url, settings) : undefined;
  if (!connection) return;
  const tokens = createAppTokens(clock, openEncryption(settings.dataDirectory));
  const token = await tokenOf(tokens, connection);
  // Any other failure may be over when the site is built.
  if (!(token instanceof Undelivered) || !("httpStatus" in token.outcome)) return;
  if (token.outcome.httpStatus !== 404 && token.outcome.httpStatus !== 422) return;
  throw new ApiError(
    "repohost_installation_not_found",
    `The GitHub App ${connection.app_id} is not installed on ${connection.owner}/${connection.repository}. Install it there, or remove its credential.`,
  );
}
