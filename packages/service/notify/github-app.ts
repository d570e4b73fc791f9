import type { Clock } from "@greenroom/contract/clock";
import { z } from "zod";
import { parseJson } from "../domain/json-text.ts";
import { readAppKey, signAppToken } from "../outside/app-key.ts";
import { secretContext, type Encryption } from "../outside/encryption.ts";
import type { Sent } from "../outside/outgoing.ts";
import type { RepositoryConnectionRow } from "../store/engine/schema.ts";
import { callGithub } from "./github.ts";
import { deliveryOutcome, Undelivered } from "./outcome.ts";

/** A token is replaced this long before it expires, so that none expires on its way. */
const RENEWED_BEFORE_MS = 5 * 60_000;

interface TokenRequest {
  /** Of the attempt that needs it; other attempts can wait for the same token meanwhile. */
  readonly signal: AbortSignal;
  /** Token that GitHub rejected: another one is needed. */
  readonly rejected?: string | undefined;
}

/** Kept in memory only. */
export interface AppTokens {
  /** @throws {Undelivered | EncryptionError} When GitHub makes none, and when the App's key cannot be decrypted. */
  get(connection: AppConnection, request: TokenRequest): Promise<string>;
}

interface AppToken {
  readonly token: string;
  readonly expiresAtMs: number;
}

export function createAppTokens(clock: Clock, encryption: Encryption): AppTokens {
  const cache = new Map<string, AppToken & { readonly encrypted: string }>();
  const pending = new Map<string, Promise<string>>();
  const make = async (connection: AppConnection, signal: AbortSignal): Promise<string> => {
    const made = await makeAppToken(connection, { encryption, nowMs: clock.now(), signal });
    for (const [id, old] of cache) if (old.expiresAtMs <= clock.now()) cache.delete(id);
    cache.set(keyOf(connection), { encrypted: connection.sealed_credential, ...made });
    return made.token;
  };
  return {
    async get(connection, { signal, rejected }) {
      // Encrypting the same secret twice gives two texts: a new connection always gets a token made with its own key.
      const { sealed_credential: encrypted } = connection;
      const key = keyOf(connection);
      const kept = cache.get(key);
      const lasts = kept !== undefined && clock.now() < kept.expiresAtMs - RENEWED_BEFORE_MS;
      if (lasts && kept.encrypted === encrypted && kept.token !== rejected) return kept.token;
      const waiting = `${key} ${encrypted}`;
      const before = pending.get(waiting);
      // The attempt that began it began earlier, so it ends before those that wait for it.
      if (before) return before;
      const making = make(connection, signal).finally(() => pending.delete(waiting));
      pending.set(waiting, making);
      return making;
    },
  };
}

function keyOf({ id, use = "report" }: AppConnection): string {
  return `${id} ${use}`;
}

export interface AppConnection extends Pick<
  RepositoryConnectionRow,
  "id" | "site_id" | "api_url" | "owner" | "repository" | "sealed_credential" | "installation_id"
> {
  readonly app_id: string;
  /** What the key is encrypted for, when it is not that of a site's connection. */
  readonly sealedFor?: string;
  /** What the token is for; `report` when it is left out. */
  readonly use?: keyof typeof NEEDED;
  readonly publicOnly?: boolean;
}

const NEEDED = {
  /** For a dispatch event, deployment statuses and responses to rules, finding the merged pull request, and checks. */
  report: { contents: "write", deployments: "write", pull_requests: "read", checks: "read", statuses: "read" },
  /** For git, and nothing that writes. */
  clone: { contents: "read" },
  comment: { pull_requests: "write" },
} as const satisfies Readonly<Record<string, Readonly<Record<string, "read" | "write">>>>;

const NO_PERMISSION: Readonly<Record<keyof typeof NEEDED, string>> = {
  report: "The App has no permissions here. Give it contents and deployments: write, pull requests: read.",
  clone: "The App cannot read contents here. Give it contents: read.",
  comment: "The App cannot write comments here. Give it pull requests: write.",
};

const UNKNOWN_APP =
  "GitHub rejects what the App's key signed. Check the App's id, its private key and this machine's clock, and connect the repository again.";

const INSTALLATION_HINTS: Readonly<Record<number, string>> = {
  401: UNKNOWN_APP,
  403: "GitHub does not let the App read its installation, or its rate limit is reached. Check whether the App is suspended.",
  404: "GitHub finds no such App, or no installation of it on the repository. Check the App's id, and install the App there.",
};

const TOKEN_HINTS: Readonly<Record<number, string>> = {
  401: UNKNOWN_APP,
  403: "GitHub makes no token for the App, or its rate limit is reached. Check whether the installation is suspended.",
  404: "The App's installation is gone. Install the App on the repository, and connect it again.",
  422: "GitHub makes no token for this repository. Add the repository to the App's installation.",
};

const Installation = z.object({
  id: z.int().positive(),
  permissions: z.record(z.string(), z.string()),
  suspended_at: z.string().nullish(),
});

const Token = z.object({
  token: z.string().regex(/^[\x21-\x7e]{8,4096}$/),
  expires_at: z.iso.datetime({ offset: true }),
});

/** [GitHub, REST: create an installation access token for an app] With what is both needed and granted. */
async function makeAppToken(
  connection: AppConnection,
  {
    encryption,
    nowMs,
    signal,
  }: { readonly encryption: Encryption; readonly nowMs: number; readonly signal: AbortSignal },
): Promise<AppToken> {
  const key = readAppKey(
    encryption.decryptSecret(
      connection.sealed_credential,
      connection.sealedFor ?? secretContext("app", connection.site_id),
    ),
  );
  if (!key) throw retry(null, "The stored key of the App cannot be used. Connect the repository again.");
  const asApp = {
    apiUrl: connection.api_url,
    token: signAppToken(key, { appId: connection.app_id, nowMs }),
    signal,
    publicOnly: connection.publicOnly ?? false,
  };
  const found = await callGithub({ ...asApp, method: "GET", path: installationPath(connection) });
  const installation = read(found, { status: 200, schema: Installation });
  if (!installation) throw failed(found, { hints: INSTALLATION_HINTS, nowMs });
  if (typeof installation.suspended_at === "string") {
    throw retry(200, "The App's installation is suspended. Resume it on GitHub.");
  }
  const { use = "report" } = connection;
  const permissions = permissionsOf(installation.permissions, NEEDED[use]);
  if (Object.keys(permissions).length === 0) throw retry(200, NO_PERMISSION[use]);
  const made = await callGithub({
    ...asApp,
    method: "POST",
    path: `/app/installations/${installation.id}/access_tokens`,
    body: { repositories: [connection.repository], permissions },
  });
  const token = read(made, { status: 201, schema: Token });
  if (!token) throw failed(made, { hints: TOKEN_HINTS, nowMs });
  return { token: token.token, expiresAtMs: Date.parse(token.expires_at) };
}

function installationPath({ installation_id: id, owner, repository }: AppConnection): string {
  if (id !== null) return `/app/installations/${encodeURIComponent(id)}`;
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/installation`;
}

/** GitHub makes no token with more permissions than the App has: an App that only responds to rules needs no contents. */
function permissionsOf(
  granted: Readonly<Record<string, string>>,
  asked: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const wanted = Object.entries(asked).flatMap(([name, needed]) => {
    const level = granted[name];
    if (level !== "read" && level !== "write" && level !== "admin") return [];
    return [[name, level === "read" ? "read" : needed]];
  });
  return Object.fromEntries(wanted);
}

function read<Value>(
  sent: Sent,
  { status, schema }: { readonly status: number; readonly schema: z.ZodType<Value> },
): Value | undefined {
  if (sent.kind !== "response" || sent.status !== status || sent.cut) return undefined;
  return schema.safeParse(parseJson(sent.body)).data;
}

/** The response itself is never quoted: it can hold a token. */
function failed(
  sent: Sent,
  { hints, nowMs }: { readonly hints: Readonly<Record<number, string>>; readonly nowMs: number },
): Undelivered {
  if (sent.kind === "response" && sent.status >= 200 && sent.status < 300) {
    return retry(sent.status, "GitHub's response to the App could not be read. Check the URL of its REST API.");
  }
  return new Undelivered(deliveryOutcome(sent, { final: [], hints, nowMs }));
}

function retry(httpStatus: number | null, note: string): Undelivered {
  return new Undelivered({ kind: "retry", httpStatus, note });
}
