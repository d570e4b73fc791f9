import { ClientError } from "@greenroom/client/errors";
import { type HttpResponse, parseJson } from "@greenroom/client/http";
import {
  assertServiceUrl,
  type GivenToken,
  isProtected,
  redactor,
  type SendForToken,
  type TokenSource,
  urlBelow,
} from "@greenroom/client/transport";
import { systemClock } from "@greenroom/contract/clock";
import { UUID_PATTERN } from "@greenroom/contract/limits";
import { routePath } from "@greenroom/contract/paths";
import { EXCHANGE_GRANT_TYPE, exchangeTarget, IDENTITY_TOKEN_TYPE } from "@greenroom/contract/token";
import { at, type Environment, parseUrl, textAt } from "./github/payload.ts";
import type { Runner } from "./github/runner.ts";
import type { ConnectionInputs } from "./inputs.ts";

/** A job has one with `id-token: write`. */
function identityEndpoint(env: Environment) {
  const url = parseUrl(env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "");
  const token = env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] ?? "";
  return url !== undefined && isProtected(url) && token !== "" ? { url, token } : undefined;
}

export function hasIdentity(env: Environment): boolean {
  return identityEndpoint(env) !== undefined;
}

type NamedService = Pick<ConnectionInputs, "baseUrl" | "workspace" | "site">;

/** A token is renewed this long before it ends, milliseconds: longer than a request takes. */
const RENEW_BEFORE_MS = 60_000;

/**
 * The one of its input, or one that its identity is exchanged for when the first request leaves, and again before that
 * one ends; each is masked before it is used.
 */
export function runToken(
  { token, ...service }: Pick<ConnectionInputs, "token" | keyof NamedService>,
  env: Environment,
  runner: Pick<Runner, "mask">,
): string | TokenSource {
  const endpoint = identityEndpoint(env);
  if (token !== undefined || endpoint === undefined) return token ?? "";
  let current: { readonly given: GivenToken; readonly renewAt: number } | undefined;
  let renewal: Promise<GivenToken> | undefined;
  const renew: TokenSource = async (send) => {
    const { audience } = exchangeTarget(service.baseUrl.origin, service);
    const identityToken = await requestIdentity(endpoint, audience, send);
    runner.mask(identityToken);
    const { lifetimeMs, ...given } = await exchangeIdentity(service, identityToken, send);
    runner.mask(given.token);
    const keptMs = Math.max(lifetimeMs - RENEW_BEFORE_MS, lifetimeMs / 2);
    current = { given, renewAt: systemClock.monotonic() + keptMs };
    return given;
  };
  return async (send) => {
    if (current !== undefined && systemClock.monotonic() < current.renewAt) return current.given;
    renewal ??= renew(send).finally(() => {
      renewal = undefined;
    });
    return await renewal;
  };
}

/** Longest wait for an identity token before it is asked for again, milliseconds; one takes less than a second. */
const IDENTITY_TIMEOUT_MS = 10_000;

const HINT = "Re-run this job; if it fails again, check that the job has 'id-token: write'.";

/** @see GitHub Docs: OpenID Connect reference, requesting the token */
async function requestIdentity(
  { url, token }: NonNullable<ReturnType<typeof identityEndpoint>>,
  audience: string,
  send: SendForToken,
): Promise<string> {
  const asked = new URL(url);
  asked.searchParams.set("audience", audience);
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const response = await send({ method: "GET", url: asked, headers }, IDENTITY_TIMEOUT_MS).catch((error: unknown) => {
    // Not the service's silence: its reader would look for the fault there.
    if (!(error instanceof ClientError) || error.kind === "aborted") throw error;
    const message = "GitHub did not respond to the request for this job's identity token";
    throw error.with({ code: "identity_unavailable", message, hint: HINT });
  });
  const value = response.status === 200 ? textAt(parseJson(response.text), "value") : undefined;
  if (value !== undefined) return value;
  const busy = response.status === 429 || response.status >= 500;
  throw new ClientError({
    kind: "unreachable",
    code: "identity_unavailable",
    message: `GitHub gave this job no identity token (status ${response.status})`,
    hint: HINT,
    retry: busy ? "same_key" : "never",
    status: response.status,
  });
}

/** When the service names none. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;

/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;

const HINTS = new Map([
  ["invalid_target", "Compare this with the name and the rules of the site, on its page Trusted runs."],
  ["unsupported_grant_type", "This service takes no identity tokens: update it, or use a token of it."],
]);

/**
 * With one request: an identity token is good once, and another try needs another one.
 * @throws {ClientError} `invalid_target` when no rule fits, another code of OAuth, or why no response came.
 * @see RFC 8693 §2
 */
async function exchangeIdentity(
  service: NamedService,
  identityToken: string,
  send: SendForToken,
): Promise<GivenToken & { readonly lifetimeMs: number }> {
  const { baseUrl, site } = service;
  assertServiceUrl(baseUrl);
  const form = new URLSearchParams({
    grant_type: EXCHANGE_GRANT_TYPE,
    subject_token: identityToken,
    subject_token_type: IDENTITY_TOKEN_TYPE,
    resource: exchangeTarget(baseUrl.origin, service).resource,
  });
  const request = {
    method: "POST",
    url: urlBelow(baseUrl, routePath("pollDeviceToken", {})),
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: form.toString(),
  } as const;
  const { text, ...head } = await send(request);
  // Before anything is cut: a piece of the identity token would no longer be found.
  const response = { ...head, text: text && redactor(identityToken)(text) };
  const body = parseJson(response.text);
  const token = textAt(body, "access_token");
  if (response.status !== 200 || token === undefined) throw await exchangeFailure(response, body);
  // Not by a schema: those are loaded with the first response that needs one.
  const seconds = Number(at(body, "expires_in"));
  return { token, lifetimeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS, site: siteIn(body, site) };
}

/** @returns Undefined when the service does not say, or says it of another site than was named. */
function siteIn(body: unknown, named: string): GivenToken["site"] {
  const id = (textAt(body, "site", "id") ?? "").toLowerCase();
  const slug = textAt(body, "site", "slug") ?? "";
  const isNamed = UUID_PATTERN.test(named) ? id === named.toLowerCase() : slug === named;
  return UUID_PATTERN.test(id) && isNamed ? { id, slug } : undefined;
}

async function exchangeFailure(response: HttpResponse, body: unknown): Promise<ClientError> {
  const code = textAt(body, "error");
  const final = response.status >= 400 && response.status < 500 && response.status !== 429;
  if (code === undefined || !final) {
    const { readError } = await import("@greenroom/client/response");
    // Whatever became of it: the next try has an identity token of its own.
    return readError(response, Date.now()).with({ outcomeUnknown: false });
  }
  return new ClientError({
    kind: "refused",
    code: code.slice(0, 100),
    message: (textAt(body, "error_description") ?? `The service responded ${code}`).slice(0, MAX_MESSAGE_CHARS),
    hint: HINTS.get(code) ?? "Re-run this job; if it fails again, check the clock and the URL of the service.",
    status: response.status,
  });
}
