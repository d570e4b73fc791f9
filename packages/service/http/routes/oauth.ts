import {
  CLIENT_ID_PATTERN,
  DEVICE_GRANT_TYPE,
  EXCHANGE_GRANT_TYPE,
  type DeviceAuthorization,
  type DeviceToken,
  type OAuthErrorCode,
  type Role,
  type Scope,
  SCOPES,
} from "@greenroom/contract";
import { instant } from "@greenroom/contract/clock";
import { CodedError } from "@greenroom/contract/coded-error";
import type { Hono } from "hono";
import type { ServiceContext } from "../../context.ts";
import { ApiError } from "../../domain/api-error.ts";
import {
  DEVICE_GRANT_LIFETIME_MS,
  DEVICE_TOKEN_LIFETIME_MS,
  grantableScopes,
  POLL_INTERVAL_SECONDS,
  type PollOutcome,
  realmOf,
} from "../../domain/authentication.ts";
import { createIssuers, type Issuers } from "../../identity/issuers.ts";
import { appendAudit } from "../../store/audit/audit.ts";
import type { Transaction } from "../../store/engine/database.ts";
import type { DeviceGrantRow } from "../../store/engine/schema.ts";
import { inDatabase } from "../../store/engine/transaction.ts";
import { type AllowedDevice, pollDeviceGrant, startDeviceGrant } from "../../store/people/device-grants.ts";
import { issueToken, readScopes } from "../../store/people/tokens.ts";
import { roleOf } from "../../store/people/users.ts";
import { readForm } from "../body.ts";
import { type HttpContext, type HttpEnv } from "../context.ts";
import { operations } from "../operations.ts";
import { exchangeIdentity } from "./exchange.ts";

class OAuthError extends CodedError<OAuthErrorCode> {
  override readonly name = "OAuthError";
}

/**
 * The two routes by which tokens are had without a person typing one: form-encoded requests, JSON responses without the
 * envelope.
 * @see RFC 8628, RFC 8693, RFC 6749 §5
 */
export function oauthRoutes(context: ServiceContext, issuers: Issuers = createIssuers(context)): Hono<HttpEnv> {
  return operations(context.db, {
    startDeviceAuthorization: ({ c }) => sendOAuth(c, () => startFlow(context, c)),
    pollDeviceToken: ({ c }) => sendOAuth(c, async () => grantToken(context, issuers, await readFormBody(c))),
  });
}

/** [RFC 6749 §5.1, §5.2] No cache keeps these responses, and errors are JSON with status 400. */
async function sendOAuth(c: HttpContext, run: () => Promise<DeviceAuthorization | DeviceToken>): Promise<Response> {
  const headers = { "Cache-Control": "no-store", Pragma: "no-cache" };
  try {
    return c.json(await run(), 200, headers);
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const status = error.code === "invalid_client" ? 401 : 400;
    return c.json({ error: error.code, error_description: error.message }, status, headers);
  }
}

async function startFlow(context: ServiceContext, c: HttpContext): Promise<DeviceAuthorization> {
  const form = await readFormBody(c);
  const clientName = readClientId(form);
  const scopes = readRequestedScopes(form.get("scope"));
  const started = { clientName, scopes, address: c.get("clientAddress") };
  const { deviceCode, userCode } = await startDeviceGrant(context.db, started);
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${context.addresses.baseUrl}/app/device`,
    expires_in: DEVICE_GRANT_LIFETIME_MS / 1_000,
    interval: POLL_INTERVAL_SECONDS,
  };
}

const POLL_MESSAGES: Readonly<Record<Exclude<PollOutcome, "grant">, string>> = {
  authorization_pending: "Waiting for a person to allow this device. Try again after the interval.",
  slow_down: "Too many requests. From now on, wait five seconds longer between them.",
  access_denied: "The request was denied.",
  expired_token: "The code expired. Start again.",
  invalid_grant: "The device code is unknown or already used. Start again.",
};

async function grantToken(context: ServiceContext, issuers: Issuers, form: URLSearchParams): Promise<DeviceToken> {
  const grantType = required(form, "grant_type");
  if (grantType === DEVICE_GRANT_TYPE) return pollFlow(context, form);
  if (grantType === EXCHANGE_GRANT_TYPE) return exchange(context, issuers, form);
  throw new OAuthError("unsupported_grant_type", `Use the grant type ${DEVICE_GRANT_TYPE} or ${EXCHANGE_GRANT_TYPE}.`);
}

async function exchange(context: ServiceContext, issuers: Issuers, form: URLSearchParams): Promise<DeviceToken> {
  const given = {
    token: required(form, "subject_token"),
    tokenType: required(form, "subject_token_type"),
    resource: required(form, "resource"),
  };
  const outcome = await exchangeIdentity(context, issuers, given);
  if ("access_token" in outcome) return outcome;
  throw new OAuthError(outcome.code, outcome.message);
}

async function pollFlow(context: ServiceContext, form: URLSearchParams): Promise<DeviceToken> {
  const clientName = readClientId(form);
  const deviceCode = required(form, "device_code");
  const outcome = await inDatabase(context.db, async (tx) => {
    const polled = await pollDeviceGrant(tx, deviceCode, clientName);
    return typeof polled === "string" ? polled : grant(context, tx, polled);
  });
  if (typeof outcome === "string") throw new OAuthError(outcome, POLL_MESSAGES[outcome]);
  return outcome;
}

/** The role of the person who allowed it may give no scope any more. */
async function grant(
  context: ServiceContext,
  tx: Transaction,
  { row, by }: AllowedDevice,
): Promise<DeviceToken | "access_denied"> {
  const { userId, workspaceId, epoch } = by;
  const role = await roleOf(tx, workspaceId, userId);
  const scopes = role === undefined ? [] : allowedScopes(row, role);
  if (scopes.length === 0) return "access_denied";
  const { token, row: issued } = await issueToken(tx, {
    workspaceId,
    userId,
    epoch,
    kind: "mcp",
    realm: realmOf(context.settings),
    name: row.client_name,
    scopes,
    issuedVia: "device",
    expiresAt: instant(context.clock, DEVICE_TOKEN_LIFETIME_MS),
  });
  await appendAudit(tx, {
    workspaceId,
    actor: { type: "user", id: userId },
    action: "token.created",
    subject: { type: "token", id: issued.id },
    data: { name: row.client_name, kind: "mcp", scopes, via: "device", address: row.address },
  });
  return {
    access_token: token,
    token_type: "Bearer",
    expires_in: DEVICE_TOKEN_LIFETIME_MS / 1_000,
    scope: scopes.join(" "),
  };
}

export function allowedScopes(row: Pick<DeviceGrantRow, "scopes">, role: Role): Scope[] {
  const requested = readScopes(row.scopes);
  return grantableScopes(role).filter((scope) => requested.has(scope));
}

function readClientId(form: URLSearchParams): string {
  const id = required(form, "client_id");
  if (CLIENT_ID_PATTERN.test(id)) return id;
  throw new OAuthError("invalid_request", "client_id must be 1 to 100 visible characters.");
}

function readRequestedScopes(scope: string | null): readonly Scope[] {
  const names = (scope ?? "").split(" ").filter((name) => name !== "");
  if (names.length === 0) return SCOPES;
  const unknown = names.filter((name) => !(SCOPES as readonly string[]).includes(name));
  if (unknown.length > 0) throw new OAuthError("invalid_scope", `Known scopes are ${SCOPES.join(" ")}.`);
  return SCOPES.filter((known) => names.includes(known));
}

/** [RFC 6749 §3.1] A parameter is sent once; one without a value is absent. */
function required(form: URLSearchParams, name: string): string {
  const [value, ...more] = form.getAll(name);
  if (value === undefined || value === "") throw new OAuthError("invalid_request", `The parameter ${name} is missing.`);
  if (more.length > 0) throw new OAuthError("invalid_request", `The parameter ${name} was sent twice.`);
  return value;
}

/** [RFC 6749 §5.2] Any error in the body is an invalid request. */
async function readFormBody(c: HttpContext): Promise<URLSearchParams> {
  try {
    return await readForm(c.req.raw);
  } catch (error) {
    if (error instanceof ApiError) throw new OAuthError("invalid_request", error.message);
    throw error;
  }
}
