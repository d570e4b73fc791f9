import { UUID_PATTERN } from "@greenroom/contract/limits";
import { EXCHANGE_GRANT_TYPE, type ExchangeTarget, IDENTITY_TOKEN_TYPE } from "@greenroom/contract/token";
import { routePath } from "@greenroom/contract/paths";
import { ClientError } from "./errors.ts";
import { exchange, type ExchangeLimits, type HttpResponse, parseJson } from "./http.ts";
import { assertServiceUrl, type GivenToken, urlBelow } from "./transport.ts";

/** What an exchange is made of. */
export interface IdentityExchange {
  /** The service; https, or http to a loopback address. */
  readonly baseUrl: URL;
  readonly userAgent: string;
  /** Identity token of the run, for the audience of the target. */
  readonly identityToken: string;
  readonly target: ExchangeTarget;
  /** Id or slug of the site. */
  readonly site: string;
}

/** A token that an exchange gave; it is secret. */
export interface ExchangedToken extends GivenToken {
  readonly lifetimeMs: number;
}

/** Lifetime when the service names none, milliseconds. */
const DEFAULT_LIFETIME_MS = 5 * 60_000;

/** Longest text of a service that is handed on, characters. */
const MAX_MESSAGE_CHARS = 2000;

const HINTS = new Map([
  ["invalid_target", "Compare this with the name and the rules of the site, on its page Trusted runs."],
  ["unsupported_grant_type", "This service takes no identity tokens: update it, or use a token of it."],
]);

/**
 * Exchanges the identity token of a run for a token of the service, with one request. An identity token is good once:
 * another try needs another one. The connection is kept for the request that follows.
 * @param limits Bounds of the request.
 * @returns The token and how long it is valid.
 * @throws {ClientError} `invalid_target` when no rule fits, another code of OAuth, or why no response came.
 * @see RFC 8693 §2
 */
export async function exchangeIdentity(
  given: IdentityExchange,
  limits: ExchangeLimits,
  signal: AbortSignal | undefined,
): Promise<ExchangedToken> {
  const { baseUrl, userAgent, identityToken, target, site } = given;
  assertServiceUrl(baseUrl);
  const form = new URLSearchParams({
    grant_type: EXCHANGE_GRANT_TYPE,
    subject_token: identityToken,
    subject_token_type: IDENTITY_TOKEN_TYPE,
    resource: target.resource,
  });
  const response = await exchange(
    {
      method: "POST",
      url: urlBelow(baseUrl, routePath("pollDeviceToken", {})),
      headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
      body: form.toString(),
      userAgent,
      keepConnection: true,
    },
    limits,
    signal,
  );
  const body = parseJson(response.text);
  const token = textOf(body, "access_token");
  if (response.status !== 200 || token === undefined) throw await readFailure(response, body);
  // Not by a schema: those are loaded with the first response that needs one.
  const seconds = Number(textOf(body, "expires_in"));
  return { token, lifetimeMs: seconds > 0 ? seconds * 1000 : DEFAULT_LIFETIME_MS, site: readSite(body, site) };
}

/** The site that the token is for; undefined when the service does not say, or says it of another than was named. */
function readSite(body: unknown, named: string): GivenToken["site"] {
  const site: unknown = typeof body === "object" && body !== null && "site" in body ? body.site : undefined;
  const [id = "", slug = ""] = [textOf(site, "id"), textOf(site, "slug")];
  const isNamed = UUID_PATTERN.test(named) ? id.toLowerCase() === named.toLowerCase() : slug === named;
  return UUID_PATTERN.test(id) && isNamed ? { id: id.toLowerCase(), slug } : undefined;
}

async function readFailure(response: HttpResponse, body: unknown): Promise<ClientError> {
  const code = textOf(body, "error");
  const final = response.status >= 400 && response.status < 500 && response.status !== 429;
  if (code === undefined || !final) {
    const { readError } = await import("./response.ts");
    // Whatever became of it: the next try has an identity token of its own.
    return readError(response, Date.now()).with({ outcomeUnknown: false });
  }
  return new ClientError({
    kind: "refused",
    code: code.slice(0, 100),
    message: (textOf(body, "error_description") ?? `The service responded ${code}`).slice(0, MAX_MESSAGE_CHARS),
    hint: HINTS.get(code) ?? "Re-run this job; if it fails again, check the clock and the URL of the service.",
    status: response.status,
  });
}

function textOf(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const value: unknown = new Map<string, unknown>(Object.entries(body)).get(name);
  if (typeof value === "string" && value !== "") return value;
  return typeof value === "number" ? String(value) : undefined;
}
