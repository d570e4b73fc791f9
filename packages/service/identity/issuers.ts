import { GITHUB_ISSUER } from "@greenroom/contract";
import { createRemoteJWKSet, customFetch, decodeJwt, errors, type JWTPayload, jwtVerify } from "jose";
import type { ServiceContext } from "../context.ts";
import { parseJson } from "../domain/json-text.ts";
import { RunIdentity } from "../domain/trust.ts";
import { send } from "../outside/outgoing.ts";
import type { Settings } from "../settings.ts";
import type { ProviderResult } from "./sso-provider.ts";

const LEEWAY_SECONDS = 30;

/** GitHub's are good for a few minutes. */
const MAX_AGE_SECONDS = 900;

const KEYS_TIMEOUT_MS = 5_000;
const KEYS_COOLDOWN_MS = 30_000;
const KEYS_MAX_AGE_MS = 3_600_000;
const MAX_KEYS_BYTES = 256 * 1024;

export function trustedIssuers({ oidcIssuers = [] }: Pick<Settings, "oidcIssuers">): readonly string[] {
  return [...new Set([GITHUB_ISSUER, ...oidcIssuers])];
}

type Verified = ProviderResult<RunIdentity>;

interface Waits {
  readonly cooldownMs: number;
  readonly timeoutMs: number;
}

export interface Issuers {
  /** @param audience What the token must be for, and nothing else. */
  verify(token: string, audience: string): Promise<Verified>;
}

/**
 * Checks identity tokens against the keys of their issuers: signature, issuer, audience and times, then the claims that
 * rules compare. `sub` is not compared: its form differs between repositories.
 * @param waits Shorter ones, for tests.
 * @see RFC 7519 §7.2, RFC 8725, OpenID Connect Core §3.1.3.7
 */
export function createIssuers(
  { settings, clock }: Pick<ServiceContext, "settings" | "clock">,
  { cooldownMs = KEYS_COOLDOWN_MS, timeoutMs = KEYS_TIMEOUT_MS }: Partial<Waits> = {},
): Issuers {
  const publicOnly = !settings.development && settings.allowPrivateHosts !== true;
  const keys = new Map(
    trustedIssuers(settings).map((name) => [name, keysOf(name, { publicOnly, cooldownMs, timeoutMs })] as const),
  );
  return {
    async verify(token, audience) {
      const issuer = issuerOf(token);
      const issuerKeys = keys.get(issuer);
      if (!issuerKeys) return rejected("its issuer is not trusted here");
      try {
        const { payload } = await jwtVerify(token, issuerKeys, {
          algorithms: ["RS256"],
          issuer,
          audience,
          clockTolerance: LEEWAY_SECONDS,
          maxTokenAge: MAX_AGE_SECONDS,
          requiredClaims: ["exp", "iat", "jti"],
          currentDate: new Date(clock.now()),
        });
        return readRun(payload, audience);
      } catch (error) {
        return failureOf(error);
      }
    },
  };
}

/** Only to choose the keys: nothing else of an unchecked token is read. */
function issuerOf(token: string): string {
  try {
    return decodeJwt(token).iss ?? "";
  } catch {
    return "";
  }
}

/** The keys are at the issuer's own address, so that no document of it leads elsewhere. */
function keysOf(issuer: string, { publicOnly, cooldownMs, timeoutMs }: Waits & { readonly publicOnly: boolean }) {
  return createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks`), {
    cooldownDuration: cooldownMs,
    cacheMaxAge: KEYS_MAX_AGE_MS,
    timeoutDuration: timeoutMs,
    async [customFetch](href) {
      const sent = await send({
        url: new URL(href),
        method: "GET",
        headers: { Accept: "application/json", "User-Agent": "greenroom" },
        signal: AbortSignal.timeout(timeoutMs),
        maxBytes: MAX_KEYS_BYTES,
        publicOnly,
      });
      if (sent.kind === "unreachable") throw new KeysError(sent.reason);
      if (sent.status !== 200 || sent.cut || parseJson(sent.body) === undefined) {
        throw new KeysError(`The response to the request for its keys was ${sent.status}, or no list of keys.`);
      }
      return new Response(sent.body);
    },
  });
}

class KeysError extends Error {
  readonly code = "issuer_unreachable";
}

function readRun(payload: JWTPayload, audience: string): Verified {
  // A token for several services could be used at one by another.
  if (payload.aud !== audience) return rejected("it has another audience besides");
  const run = RunIdentity.safeParse(payload);
  if (run.success) return { kind: "ok", value: run.data };
  return rejected(`its claim '${String(run.error.issues[0]?.path[0] ?? "")}' is missing or of another form`);
}

function rejected(reason: string): Verified {
  return { kind: "rejected", reason };
}

function failureOf(error: unknown): Verified {
  if (error instanceof errors.JWTExpired) return rejected("it has expired");
  if (error instanceof errors.JWTClaimValidationFailed)
    return rejected(`its claim '${error.claim}' is missing or wrong`);
  if (error instanceof errors.JWKSNoMatchingKey) return rejected("its key is not one of its issuer's");
  if (error instanceof errors.JWSSignatureVerificationFailed) return rejected("its signature is wrong");
  if (error instanceof errors.JOSEAlgNotAllowed) return rejected("it is not signed with RS256");
  if (error instanceof KeysError || error instanceof errors.JWKSTimeout || error instanceof errors.JWKSInvalid) {
    return { kind: "unavailable", reason: error.message };
  }
  if (error instanceof errors.JOSEError || error instanceof TypeError)
    return rejected("its signature cannot be checked");
  throw error;
}
