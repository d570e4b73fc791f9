import { z } from "zod";
import type { RepositoryConnectionRow } from "../store/notify-schema.ts";
import { readAppKey, signAppToken } from "./app-key.ts";
import { callGithub, parseJson } from "./github-call.ts";
import { type Outcome, troubleOf } from "./outcome.ts";
import type { Sent } from "./outgoing.ts";
import { purposeOf } from "./purpose.ts";
import type { Seals } from "./seal.ts";

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
 * @param needs `nowMs`: epoch milliseconds.
 * @throws {SealError} When the App's key does not open.
 * @see GitHub, REST: create an installation access token for an app
 */
export async function makeAppToken(
  connection: AppConnection,
  { seals, nowMs, signal }: { readonly seals: Seals; readonly nowMs: number; readonly signal: AbortSignal },
): Promise<Made> {
  const key = readAppKey(seals.open(connection.sealed_credential, purposeOf("app", connection.site_id)));
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
  return { kind: "trouble", outcome: troubleOf(sent, { final: [], hints, nowMs }) };
}

function again(httpStatus: number | null, note: string): Made {
  return { kind: "trouble", outcome: { kind: "again", httpStatus, note } };
}
