import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import type { Clock } from "@greenroom/contract/clock";
import { z } from "zod";
import type { RepositoryConnectionRow } from "../store/schema.ts";
import { secretContext, type Encryption } from "./encryption.ts";
import { callGithub, parseJson } from "./github.ts";
import { type Outcome, type Sent, failureOf } from "./outgoing.ts";

/** A token is replaced this long before it ends, so that none ends on its way. */
const RENEWED_BEFORE_MS = 5 * 60_000;

interface AskedWith {
  /** Of the attempt that asks; as long as it lasts, others may wait for the same token. */
  readonly signal: AbortSignal;
  /** Token that GitHub did not take: another one is wanted. */
  readonly refused?: string | undefined;
}

/** Tokens of Apps; they stand in memory alone, and each serves until shortly before it ends. */
export interface AppTokens {
  /**
   * Gives a token of a connection that GitHub takes now.
   * @throws {EncryptionError} When the App's key does not open.
   */
  get(connection: AppConnection, asked: AskedWith): Promise<Made>;
}

interface Held {
  readonly sealed: string;
  readonly made: Extract<Made, { readonly kind: "made" }>;
}

/** Keeps the tokens of Apps. */
export function createAppTokens({
  clock,
  encryption,
}: {
  readonly clock: Clock;
  readonly encryption: Encryption;
}): AppTokens {
  const held = new Map<string, Held>();
  const underWay = new Map<string, Promise<Made>>();
  const make = async (connection: AppConnection, signal: AbortSignal): Promise<Made> => {
    const made = await makeAppToken(connection, { encryption, nowMs: clock.now(), signal });
    if (made.kind === "made") {
      for (const [id, { made: old }] of held) if (old.expiresAtMs <= clock.now()) held.delete(id);
      held.set(connection.id, { sealed: connection.sealed_credential, made });
    }
    return made;
  };
  return {
    async get(connection, { signal, refused }) {
      // Each time something is sealed it looks different: whoever connects again gets a token of what was given last.
      const { id, sealed_credential: sealed } = connection;
      const kept = held.get(id);
      const lasts = kept !== undefined && clock.now() < kept.made.expiresAtMs - RENEWED_BEFORE_MS;
      if (lasts && kept.sealed === sealed && kept.made.token !== refused) return kept.made;
      const before = underWay.get(sealed);
      // Who began it began earlier, so its attempt ends before those of the others that wait for it.
      if (before) return before;
      const making = make(connection, signal).finally(() => underWay.delete(sealed));
      underWay.set(sealed, making);
      return making;
    },
  };
}

/** A connection that speaks as an App. */
export type AppConnection = RepositoryConnectionRow & { readonly app_id: string };

/** End of asking for a token: the token, or how the attempt ends. */
export type Made =
  | { readonly kind: "made"; readonly token: string; readonly expiresAtMs: number }
  | { readonly kind: "trouble"; readonly outcome: Outcome };

/** What is done in a repository: an event, statuses and answers of rules, a look at what was merged. */
const NEEDED = { contents: "write", deployments: "write", pull_requests: "read" } as const;

const UNKNOWN_APP =
  "GitHub does not take what the App's key signed. Check the App's id, its private key and this machine's clock, and connect the repository again.";

const LOOKING: Readonly<Record<number, string>> = {
  401: UNKNOWN_APP,
  403: "GitHub does not let the App look at its installation, or its limit is used up. See whether the App is suspended.",
  404: "GitHub finds no such App, or no installation of it here. Check the App's id, and install the App on the repository.",
};

const MAKING: Readonly<Record<number, string>> = {
  401: UNKNOWN_APP,
  403: "GitHub makes no token for the App, or its limit is used up. See whether the installation is suspended.",
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

/**
 * Makes a token as an App: for one repository, with no more permissions than are needed and the App has.
 * @throws {EncryptionError} When the App's key does not open.
 * @see GitHub, REST: create an installation access token for an app
 */
async function makeAppToken(
  connection: AppConnection,
  {
    encryption,
    nowMs,
    signal,
  }: { readonly encryption: Encryption; readonly nowMs: number; readonly signal: AbortSignal },
): Promise<Made> {
  const key = readAppKey(
    encryption.decryptSecret(connection.sealed_credential, secretContext("app", connection.site_id)),
  );
  if (!key) return again(null, "The stored key of the App cannot be used. Connect the repository again.");
  const asApp = {
    apiUrl: connection.api_url,
    token: signAppToken(key, { appId: connection.app_id, nowMs }),
    signal,
  };
  const looked = await callGithub({ ...asApp, method: "GET", path: installationPath(connection) });
  const installation = read(looked, { status: 200, schema: Installation });
  if (!installation) return troubled(looked, { hints: LOOKING, nowMs });
  if (typeof installation.suspended_at === "string") {
    return again(200, "The App's installation is suspended. Let somebody resume it on GitHub.");
  }
  const permissions = permissionsOf(installation.permissions);
  if (Object.keys(permissions).length === 0) {
    return again(200, "The App may do nothing here. Give it contents and deployments: write, pull requests: read.");
  }
  const made = await callGithub({
    ...asApp,
    method: "POST",
    path: `/app/installations/${installation.id}/access_tokens`,
    body: { repositories: [connection.repository], permissions },
  });
  const token = read(made, { status: 201, schema: Token });
  if (!token) return troubled(made, { hints: MAKING, nowMs });
  return { kind: "made", token: token.token, expiresAtMs: Date.parse(token.expires_at) };
}

function installationPath({ installation_id: id, owner, repository }: AppConnection): string {
  if (id !== null) return `/app/installations/${encodeURIComponent(id)}`;
  return `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/installation`;
}

/** GitHub refuses to make a token with more than the App has: an App that only answers rules needs no contents. */
function permissionsOf(granted: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const asked = Object.entries(NEEDED).flatMap(([name, needed]) => {
    const level = granted[name];
    if (level !== "read" && level !== "write" && level !== "admin") return [];
    return [[name, level === "read" ? "read" : needed]];
  });
  return Object.fromEntries(asked);
}

function read<Value>(
  sent: Sent,
  { status, schema }: { readonly status: number; readonly schema: z.ZodType<Value> },
): Value | undefined {
  if (sent.kind !== "answered" || sent.status !== status || sent.cut) return undefined;
  return schema.safeParse(parseJson(sent.body)).data;
}

/** The answer itself is never quoted: it may hold a token. */
function troubled(
  sent: Sent,
  { hints, nowMs }: { readonly hints: Readonly<Record<number, string>>; readonly nowMs: number },
): Made {
  if (sent.kind === "answered" && sent.status >= 200 && sent.status < 300) {
    return again(sent.status, "GitHub's answer to the App could not be read. Check the address of its REST interface.");
  }
  return { kind: "trouble", outcome: failureOf(sent, { final: [], hints, nowMs }) };
}

function again(httpStatus: number | null, note: string): Made {
  return { kind: "trouble", outcome: { kind: "again", httpStatus, note } };
}

/** GitHub makes keys of 2048 bits. */
const MIN_BITS = 2_048;
const MAX_PEM_CHARS = 16_384;

/** [GitHub, Generating a JSON Web Token] against clocks that differ. */
const ISSUED_BEFORE_SECONDS = 60;
/** [GitHub, Generating a JSON Web Token] at most 600; what clocks may differ by is taken off. */
const VALID_FOR_SECONDS = 540;

/**
 * Reads the private key of a GitHub App.
 * @param pem PKCS #1, as GitHub gives it, or PKCS #8.
 * @returns Undefined when it is no RSA key without a passphrase.
 */
export function readAppKey(pem: string): KeyObject | undefined {
  if (pem.length > MAX_PEM_CHARS) return undefined;
  let key: KeyObject;
  try {
    key = createPrivateKey({ key: pem, format: "pem" });
  } catch {
    // What the decoder says is of no use to an operator, and could quote what it read.
    return undefined;
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  return key.asymmetricKeyType === "rsa" && bits >= MIN_BITS ? key : undefined;
}

/**
 * Signs what a GitHub App shows to speak as itself.
 * @param appId The App's id or client id.
 * @see RFC 7519, RFC 7518 §3.3 (RS256)
 */
export function signAppToken(key: KeyObject, { appId, nowMs }: { appId: string; nowMs: number }): string {
  const nowSeconds = Math.floor(nowMs / 1_000);
  const header = { alg: "RS256", typ: "JWT" };
  const claims = { iat: nowSeconds - ISSUED_BEFORE_SECONDS, exp: nowSeconds + VALID_FOR_SECONDS, iss: appId };
  const signed = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url")).join(".");
  return `${signed}.${sign("sha256", Buffer.from(signed), key).toString("base64url")}`;
}
