import type { Clock } from "@greenroom/contract/clock";
import { errorCode } from "@greenroom/contract/coded-error";
import { createRemoteJWKSet, customFetch as joseFetch, jwtVerify } from "jose";
import type { Configuration, CustomFetch, ExportedJWKSCache, IDToken, TokenEndpointResponse } from "openid-client";
import {
  type ProviderLogout,
  readPerson,
  readProviderLogout,
  SSO_CALLBACK_PATH,
  type SsoPerson,
} from "../domain/sso.ts";
import { send } from "../outside/outgoing.ts";
import type { Addresses, Settings, SsoSettings } from "../settings.ts";

/** Loaded with the first sign-in: few services need it. */
const openid = () => import("openid-client");

const TIMEOUT_MS = 5_000;

const LEEWAY_SECONDS = 30;

const DISCOVERY_MAX_AGE_MS = 3_600_000;

/** After a provider did not respond. */
const REST_MS = 3_000;

/** The library reads keys again for one that it does not know when they are older than this. */
const KEYS_COOLDOWN_SECONDS = 60;

const KEYS_MAX_AGE_SECONDS = 300;

const MAX_RESPONSE_BYTES = 1024 * 1024;

/** A logout token is sent at once. */
const LOGOUT_MAX_AGE_SECONDS = 300;

/** From a new sign-in until it comes back. */
const FRESH_SECONDS = 300;

export type ProviderResult<Value> =
  | { readonly kind: "ok"; readonly value: Value }
  /** The provider refused, or sent something that does not pass the checks. */
  | { readonly kind: "rejected"; readonly reason: string }
  | { readonly kind: "unavailable"; readonly reason: string };

/** What the provider is asked again with. */
export interface ProviderTokens {
  readonly accessToken: string;
  readonly refreshToken?: string | undefined;
  readonly idToken?: string | undefined;
}

export interface SignedIn {
  readonly person: SsoPerson;
  readonly tokens: ProviderTokens;
  readonly providerSession: string | undefined;
}

/** One sign-in on its way: all of it comes from a secret in the browser's cookie. */
export interface SsoAttempt {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The person has to sign in there again, whatever session the provider has. */
  readonly fresh: boolean;
}

export interface SsoProvider {
  signInUrl(attempt: SsoAttempt): Promise<ProviderResult<string>>;
  /** Checks everything that the provider signed. @param query Of the callback, untrusted. */
  redeem(query: string, attempt: SsoAttempt): Promise<ProviderResult<SignedIn>>;
  renew(tokens: ProviderTokens, subject: string): Promise<ProviderResult<Pick<SignedIn, "person" | "tokens">>>;
  /** Where the browser ends the provider's session too; undefined when there is no such place. */
  signOutUrl(tokens: ProviderTokens): Promise<string | undefined>;
  readLogout(token: string): Promise<ProviderResult<ProviderLogout>>;
}

interface ProviderDeps {
  readonly settings: Pick<Settings, "development" | "allowPrivateHosts"> & { readonly sso: SsoSettings };
  readonly addresses: Pick<Addresses, "baseUrl">;
  readonly clock: Clock;
}

class UnreachableError extends Error {
  readonly code = "provider_unreachable";
}

type Metadata = ReturnType<Configuration["serverMetadata"]>;

/** Runs exchanges with the provider, by what it says about itself, with the keys that are known, at the service's time. */
class Exchange {
  readonly #deps: ProviderDeps;
  readonly #fetch: CustomFetch;
  readonly #timeoutMs: number;
  #known: { readonly metadata: Metadata; readonly atMs: number } | undefined;
  #reading: Promise<void> | undefined;
  #failed: { readonly error: unknown; readonly untilMs: number } | undefined;
  #keys: ExportedJWKSCache | undefined;

  constructor(deps: ProviderDeps, fetch: CustomFetch, timeoutMs: number) {
    this.#deps = deps;
    this.#fetch = fetch;
    this.#timeoutMs = timeoutMs;
  }

  async run<Value>(ask: (configuration: Configuration) => Promise<Value>): Promise<ProviderResult<Value>> {
    try {
      const configuration = await this.#configuration(await this.#metadata());
      return { kind: "ok", value: await this.#withKeys(configuration, ask) };
    } catch (error) {
      return failureOf(error);
    }
  }

  /** Read at most once at a time, and again when it is old. */
  async #metadata(): Promise<Metadata> {
    const nowMs = this.#deps.clock.now();
    const isOld = this.#known === undefined || nowMs - this.#known.atMs >= DISCOVERY_MAX_AGE_MS;
    if (isOld && (this.#failed === undefined || this.#failed.untilMs <= nowMs)) {
      this.#reading ??= this.#discover().finally(() => (this.#reading = undefined));
      await this.#reading;
    }
    if (this.#known) return this.#known.metadata;
    throw new UnreachableError("Its description cannot be read.", { cause: this.#failed?.error });
  }

  async #discover(): Promise<void> {
    const { clock, settings } = this.#deps;
    const { discovery, allowInsecureRequests, customFetch } = await openid();
    const issuer = new URL(settings.sso.issuer);
    try {
      const found = await discovery(issuer, settings.sso.clientId, undefined, undefined, {
        timeout: this.#timeoutMs / 1_000,
        [customFetch]: this.#fetch,
        execute: issuer.protocol === "http:" ? [allowInsecureRequests] : [],
      });
      this.#known = { metadata: found.serverMetadata(), atMs: clock.now() };
      this.#failed = undefined;
    } catch (error) {
      this.#failed = { error, untilMs: clock.now() + REST_MS };
    }
  }

  async #configuration(metadata: Metadata): Promise<Configuration> {
    const { clock, settings } = this.#deps;
    const library = await openid();
    const { Configuration, ClientSecretBasic, ClientSecretPost } = library;
    const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authentication = methods.includes("client_secret_basic") ? ClientSecretBasic : ClientSecretPost;
    const skew = Math.round((clock.now() - Date.now()) / 1_000);
    const configuration = new Configuration(
      metadata,
      settings.sso.clientId,
      { [library.clockSkew]: skew, [library.clockTolerance]: LEEWAY_SECONDS },
      authentication(settings.sso.clientSecret),
    );
    configuration.timeout = this.#timeoutMs / 1_000;
    configuration[library.customFetch] = this.#fetch;
    if (new URL(settings.sso.issuer).protocol === "http:") library.allowInsecureRequests(configuration);
    // Without it the library trusts the connection alone, and reads unsigned tokens.
    library.enableNonRepudiationChecks(configuration);
    return configuration;
  }

  async #withKeys<Value>(
    configuration: Configuration,
    ask: (configuration: Configuration) => Promise<Value>,
  ): Promise<Value> {
    const { getJwksCache, setJwksCache } = await openid();
    const nowSeconds = Math.floor(Date.now() / 1_000);
    // The library is told an age at which it looks for a key that it does not know, so that a key just changed is
    // found.
    const uat = nowSeconds - KEYS_COOLDOWN_SECONDS - 1;
    const isFresh = this.#keys !== undefined && nowSeconds - this.#keys.uat < KEYS_MAX_AGE_SECONDS;
    if (this.#keys && isFresh) setJwksCache(configuration, { jwks: this.#keys.jwks, uat });
    try {
      return await ask(configuration);
    } finally {
      const used = getJwksCache(configuration);
      if (used && used.uat > uat) this.#keys = used;
    }
  }
}

/** Nothing is sent before someone signs in. @param timeoutMs Longest wait for one response. */
export function createSsoProvider(deps: ProviderDeps, timeoutMs = TIMEOUT_MS): SsoProvider {
  const { addresses, clock, settings } = deps;
  const { sso } = settings;
  const callback = `${addresses.baseUrl}${SSO_CALLBACK_PATH}`;
  const fetchProvider = fetchOf(new URL(sso.issuer), settings);
  const exchange = new Exchange(deps, fetchProvider, timeoutMs);
  let logoutKeys: { readonly href: string; readonly set: ReturnType<typeof keysAt> } | undefined;

  function personOf(claims: Readonly<Record<string, unknown>>, from: string): SsoPerson {
    const person = readPerson(claims, { issuer: from, groupsClaim: sso.groupsClaim });
    if (person) return person;
    throw new RejectedError("It did not say who you are in a way that can be stored.");
  }

  /** Claims that the ID token leaves out may be at the provider's endpoint for them. */
  async function personWithInfo(
    configuration: Configuration,
    claims: IDToken,
    { accessToken, wanted }: { readonly accessToken: string; readonly wanted: readonly string[] },
  ): Promise<SsoPerson> {
    const missing = wanted.some((claim) => claims[claim] === undefined);
    const hasInfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
    if (!missing || !hasInfo) return personOf(claims, claims.iss);
    const { fetchUserInfo } = await openid();
    const info = await fetchUserInfo(configuration, accessToken, claims.sub);
    return personOf({ ...info, ...claims }, claims.iss);
  }

  const groupsWanted = sso.groups.some(({ group }) => group !== "*") ? [sso.groupsClaim] : [];

  return {
    async signInUrl({ state, nonce, verifier, fresh }) {
      return exchange.run(async (configuration) => {
        const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
        const url = buildAuthorizationUrl(configuration, {
          redirect_uri: callback,
          scope: sso.scope,
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(verifier),
          code_challenge_method: "S256",
          ...(fresh && { prompt: "login", max_age: String(FRESH_SECONDS) }),
        });
        return url.href;
      });
    },
    async redeem(query, { state, nonce, verifier, fresh }) {
      return exchange.run(async (configuration) => {
        const { authorizationCodeGrant } = await openid();
        const response = await authorizationCodeGrant(configuration, new URL(`${callback}${query}`), {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: verifier,
          idTokenExpected: true,
          ...(fresh && { maxAge: FRESH_SECONDS }),
        });
        const claims = response.claims();
        if (!claims) throw new RejectedError("It sent no ID token.");
        const wanted = ["email", "name", ...groupsWanted];
        const person = await personWithInfo(configuration, claims, { accessToken: response.access_token, wanted });
        const sid = claims["sid"];
        const providerSession = typeof sid === "string" && sid.length <= 255 ? sid : undefined;
        return { person, tokens: tokensOf(response), providerSession };
      });
    },
    async renew(tokens, subject) {
      return exchange.run(async (configuration) => {
        const { fetchUserInfo, refreshTokenGrant } = await openid();
        if (tokens.refreshToken === undefined) {
          const info = await fetchUserInfo(configuration, tokens.accessToken, subject);
          return { person: personOf(info, sso.issuer), tokens };
        }
        const response = await refreshTokenGrant(configuration, tokens.refreshToken);
        const renewed = { ...tokens, ...tokensOf(response) };
        const claims = response.claims();
        if (claims && claims.sub !== subject) throw new RejectedError("It named another person.");
        if (claims) {
          const given = { accessToken: renewed.accessToken, wanted: groupsWanted };
          return { person: await personWithInfo(configuration, claims, given), tokens: renewed };
        }
        return { person: personOf({ sub: subject }, sso.issuer), tokens: renewed };
      });
    },
    async signOutUrl({ idToken }) {
      const url = await exchange.run(async (configuration) => {
        if (configuration.serverMetadata().end_session_endpoint === undefined) return undefined;
        const { buildEndSessionUrl } = await openid();
        return buildEndSessionUrl(configuration, {
          post_logout_redirect_uri: `${addresses.baseUrl}/app/signin`,
          ...(idToken !== undefined && { id_token_hint: idToken }),
        }).href;
      });
      return url.kind === "ok" ? url.value : undefined;
    },
    async readLogout(token) {
      return exchange.run(async (configuration) => {
        const metadata = configuration.serverMetadata();
        if (metadata.jwks_uri === undefined) throw new RejectedError("The provider has no keys.");
        const href = metadata.jwks_uri;
        if (logoutKeys?.href !== href) logoutKeys = { href, set: keysAt(href, fetchProvider) };
        const { payload } = await jwtVerify(token, logoutKeys.set, {
          issuer: metadata.issuer,
          audience: sso.clientId,
          clockTolerance: LEEWAY_SECONDS,
          maxTokenAge: LOGOUT_MAX_AGE_SECONDS,
          requiredClaims: ["iat", "jti"],
          currentDate: new Date(clock.now()),
        });
        const logout = readProviderLogout(payload);
        if (!logout) throw new RejectedError("It is no logout token.");
        return logout;
      });
    },
  };
}

class RejectedError extends Error {
  readonly code = "provider_rejected";
}

function tokensOf(response: TokenEndpointResponse): ProviderTokens {
  return {
    accessToken: response.access_token,
    ...(response.refresh_token !== undefined && { refreshToken: response.refresh_token }),
    ...(response.id_token !== undefined && { idToken: response.id_token }),
  };
}

/**
 * Sends a request of the library. The provider is the operator's, so its own host may be on a private network; where its
 * description leads elsewhere, only the public network counts unless the operator allows more.
 */
function fetchOf(
  issuer: URL,
  { development, allowPrivateHosts = false }: Pick<Settings, "development" | "allowPrivateHosts">,
): CustomFetch {
  return async (href, { method, headers, body, signal }) => {
    const url = new URL(href);
    if (method !== "GET" && method !== "POST") throw new UnreachableError(`No request is sent with ${method}.`);
    const sent = await send({
      url,
      method,
      headers: { ...headers, "user-agent": "greenroom" },
      ...(body !== null && body !== undefined && { body: textOf(body) }),
      signal: signal ?? AbortSignal.timeout(TIMEOUT_MS),
      maxBytes: MAX_RESPONSE_BYTES,
      publicOnly: url.host !== issuer.host && !development && !allowPrivateHosts,
    });
    if (sent.kind === "unreachable") throw new UnreachableError(sent.reason);
    if (sent.status >= 500 || sent.status === 429 || sent.cut) {
      throw new UnreachableError(sent.cut ? "Its response was too long." : `Its response was ${sent.status}.`);
    }
    const named = Object.entries(sent.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    );
    const bare = sent.status === 204 || sent.status === 205 || sent.status === 304;
    return new Response(bare ? null : sent.body, { status: Math.max(200, sent.status), headers: named });
  };
}

function textOf(body: NonNullable<Parameters<CustomFetch>[1]["body"]>): string {
  if (typeof body === "string") return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError("The library sends forms only.");
}

/** Its keys for logout tokens, which the library for sign-ins does not read. */
function keysAt(href: string, fetchProvider: CustomFetch): ReturnType<typeof createRemoteJWKSet> {
  return createRemoteJWKSet(new URL(href), {
    timeoutDuration: TIMEOUT_MS,
    [joseFetch]: (address) => fetchProvider(address, { method: "GET", headers: {}, body: null, redirect: "manual" }),
  });
}

function failureOf(error: unknown): Exclude<ProviderResult<never>, { readonly kind: "ok" }> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof UnreachableError) return { kind: "unavailable", reason: cause.message };
    if (cause instanceof RejectedError) return { kind: "rejected", reason: cause.message };
  }
  if (!(error instanceof Error)) throw error;
  const said = "error" in error && typeof error.error === "string" ? error.error : undefined;
  const code = errorCode(error) ?? error.name;
  // Codes are words; what the provider wrote beside them is not repeated.
  const reason = `It failed with ${/^[\w.-]{1,60}$/.test(said ?? code) ? (said ?? code) : "an error"}.`;
  const ofTheOperator = said !== undefined && ["invalid_client", "unauthorized_client", "invalid_scope"].includes(said);
  const late = code === "OAUTH_TIMEOUT" || code === "OAUTH_ABORT" || code === "ERR_JWKS_TIMEOUT";
  return { kind: ofTheOperator || late ? "unavailable" : "rejected", reason };
}
