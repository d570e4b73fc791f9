import type { RepositoryConnectionRow } from "../store/schema.ts";
import type { AppConnection, AppTokens, TokenResult } from "./github-app.ts";
import type { Credential } from "./github.ts";
import { secretContext, type Encryption } from "./encryption.ts";

const INVALID = "GitHub rejected the request as invalid.";

const HINTS_OF_TOKEN: Readonly<Record<number, string>> = {
  401: "GitHub does not accept the stored token; store a new one.",
  403: "The stored token lacks a permission or reached its rate limit; it needs contents and deployments: write.",
  404: "The stored token cannot see such a repository or run.",
  422: INVALID,
};

const HINTS_OF_APP: Readonly<Record<number, string>> = {
  401: "GitHub accepts no token of the App, not even a new one; check that the App is still installed.",
  403: "The App lacks a permission or reached its rate limit; give it contents and deployments: write, pull requests: read, and accept that for the installation.",
  404: "The App cannot see such a repository or run.",
  422: INVALID,
};

/**
 * Returns what GitHub's API is called with for a connection: the stored token, or tokens made as the stored App.
 * @throws {EncryptionError} When the stored token cannot be decrypted.
 */
export function credentialOf(
  connection: RepositoryConnectionRow,
  {
    encryption,
    appTokens,
    signal,
  }: { readonly encryption: Encryption; readonly appTokens: AppTokens; readonly signal: AbortSignal },
): Credential {
  if (isApp(connection)) {
    return { hints: HINTS_OF_APP, token: (rejected) => appTokens.get(connection, { signal, rejected }) };
  }
  const token = encryption.decryptSecret(connection.sealed_credential, secretContext("token", connection.site_id));
  const stored: TokenResult = { kind: "token", token, expiresAtMs: Number.POSITIVE_INFINITY };
  return { hints: HINTS_OF_TOKEN, token: () => Promise.resolve(stored) };
}

function isApp(connection: RepositoryConnectionRow): connection is AppConnection {
  return connection.app_id !== null;
}
