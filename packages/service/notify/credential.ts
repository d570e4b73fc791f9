import type { RepositoryConnectionRow } from "../store/schema.ts";
import type { AppConnection, AppTokens, Made } from "./github-app.ts";
import type { Credential } from "./github.ts";
import { secretContext, type Encryption } from "./encryption.ts";

const REFUSED = "GitHub refused the request as wrong.";

const HINTS_OF_TOKEN: Readonly<Record<number, string>> = {
  401: "GitHub does not know the stored token; store a new one.",
  403: "The stored token may not do this, or its limit is used up; it needs contents and deployments: write.",
  404: "GitHub shows this token no such repository or run.",
  422: REFUSED,
};

const HINTS_OF_APP: Readonly<Record<number, string>> = {
  401: "GitHub takes no token of the App, a new one neither; see whether the App is still installed.",
  403: "The App may not do this, or its limit is used up; give it contents and deployments: write, pull requests: read, and accept that for the installation.",
  404: "GitHub shows the App no such repository or run.",
  422: REFUSED,
};

/**
 * Gives what a connection speaks to its repository with: the stored token, or tokens made as the stored App.
 * @throws {EncryptionError} When the stored token does not open.
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
    return { hints: HINTS_OF_APP, token: (refused) => appTokens.get(connection, { signal, refused }) };
  }
  const token = encryption.decryptSecret(connection.sealed_credential, secretContext("token", connection.site_id));
  const stored: Made = { kind: "made", token, expiresAtMs: Number.POSITIVE_INFINITY };
  return { hints: HINTS_OF_TOKEN, token: () => Promise.resolve(stored) };
}

function isApp(connection: RepositoryConnectionRow): connection is AppConnection {
  return connection.app_id !== null;
}
