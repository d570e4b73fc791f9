import { AdminFailure } from "../admin-failure.ts";
import type { RepositoryConnectionRow } from "../store/notify-schema.ts";
import { readAppKey } from "./app-key.ts";
import { purposeOf } from "./purpose.ts";
import type { Seals } from "./seal.ts";

/** A GitHub App that makes itself tokens whenever it needs one. */
export interface AppGiven {
  /** The App's id or client id. */
  readonly id: string;
  /** Looked up by the repository when absent. */
  readonly installationId?: string;
  /** PEM, as GitHub gives it. */
  readonly privateKey: string;
}

/** What a repository is spoken to with: a token that lasts, with contents and deployments: write, or an App. */
export type CredentialGiven =
  | { readonly token: string; readonly app?: never }
  | { readonly app: AppGiven; readonly token?: never };

type StoredCredential = Pick<RepositoryConnectionRow, "sealed_credential" | "app_id" | "installation_id">;

/**
 * Checks and seals what a site speaks to its repository with; no secret is in what is said about a wrong one.
 * @throws {AdminFailure} `invalid`
 */
export function sealCredential(
  { seals, siteId }: { readonly seals: Seals; readonly siteId: string },
  { token, app }: CredentialGiven,
): StoredCredential {
  if (app === undefined) {
    const sealed = seals.seal(readSecret(token, "The token"), purposeOf("token", siteId));
    return { sealed_credential: sealed, app_id: null, installation_id: null };
  }
  if (!/^[A-Za-z0-9._-]{1,100}$/.test(app.id)) {
    throw new AdminFailure("invalid", "An App's id is a number, its client id a word. Give one of them.");
  }
  if (app.installationId !== undefined && !/^[1-9]\d{0,15}$/.test(app.installationId)) {
    throw new AdminFailure("invalid", "An installation's id is a number. Give it, or leave it out to look it up.");
  }
  const key = readAppKey(app.privateKey);
  if (!key) {
    throw new AdminFailure(
      "invalid",
      "The private key must be an RSA key of 2048 bits or more in PEM, without a passphrase. Give the file GitHub made.",
    );
  }
  return {
    sealed_credential: seals.seal(key.export({ type: "pkcs8", format: "pem" }).toString(), purposeOf("app", siteId)),
    app_id: app.id,
    installation_id: app.installationId ?? null,
  };
}

/**
 * Checks a secret that is sent in a header or signed with.
 * @param what How it is called, as in "The token".
 * @throws {AdminFailure} `invalid`
 */
export function readSecret(text: string, what: string): string {
  if (/^[\x21-\x7e]{8,4096}$/.test(text)) return text;
  throw new AdminFailure("invalid", `${what} must be 8 to 4096 visible ASCII characters. Give it on one line.`);
}
