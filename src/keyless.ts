import { ClientError } from "@greenroom/client/errors";
import { exchangeIdentity } from "@greenroom/client/exchange";
import { exchange, parseJson } from "@greenroom/client/http";
import { type GivenToken, isProtected, type TokenSource } from "@greenroom/client/transport";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { exchangeTarget } from "@greenroom/contract/token";
import { type Environment, parseUrl, textAt } from "./github/payload.ts";
import type { Runner } from "./github/runner.ts";
import type { ConnectionInputs } from "./inputs.ts";

/** Where a job asks GitHub who it is; it may, with `id-token: write`. */
interface IdentityEndpoint {
  readonly url: URL;
  readonly token: string;
}

function identityEndpoint(env: Environment): IdentityEndpoint | undefined {
  const url = parseUrl(env["ACTIONS_ID_TOKEN_REQUEST_URL"] ?? "");
  const token = env["ACTIONS_ID_TOKEN_REQUEST_TOKEN"] ?? "";
  return url !== undefined && isProtected(url) && token !== "" ? { url, token } : undefined;
}

/** Whether the job may ask GitHub who it is. */
export function hasIdentity(env: Environment): boolean {
  return identityEndpoint(env) !== undefined;
}

/** A token is renewed this long before it ends, milliseconds: longer than a request takes. */
const RENEW_BEFORE_MS = 60_000;

/**
 * Makes the token of a run: the one of its input, or one that its identity is exchanged for when the first request
 * leaves, and again before that one ends.
 * @param runner Masks each token before it is used.
 */
export function runToken(
  { token, baseUrl, workspace, site }: Pick<ConnectionInputs, "token" | "baseUrl" | "workspace" | "site">,
  { env, runner, userAgent, clock = systemClock }: TokenContext,
): string | TokenSource {
  const endpoint = identityEndpoint(env);
  if (token !== undefined || endpoint === undefined) return token ?? "";
  const target = exchangeTarget(baseUrl.origin, { workspace, site });
  let current: { readonly given: GivenToken; readonly renewAt: number } | undefined;
  let renewal: Promise<GivenToken> | undefined;
  const renew: TokenSource = async (limits, signal) => {
    const { audience } = target;
    const identityToken = await requestIdentity(endpoint, { audience, userAgent }, { limits, signal });
    runner.mask(identityToken);
    const given = await exchangeIdentity({ baseUrl, userAgent, identityToken, target, site }, limits, signal);
    runner.mask(given.token);
    const keptMs = Math.max(given.lifetimeMs - RENEW_BEFORE_MS, given.lifetimeMs / 2);
    current = { given, renewAt: clock.monotonic() + keptMs };
    return given;
  };
  return async (limits, signal) => {
    if (current !== undefined && clock.monotonic() < current.renewAt) return current.given;
    renewal ??= renew(limits, signal).finally(() => {
      renewal = undefined;
    });
    return await renewal;
  };
}

interface TokenContext {
  readonly env: Environment;
  readonly runner: Pick<Runner, "mask">;
  /** Names the action in the log of the service. */
  readonly userAgent: string;
  readonly clock?: Clock;
}

type Bounds = { readonly [Name in "limits" | "signal"]: Parameters<TokenSource>[Name extends "limits" ? 0 : 1] };

/** Longest wait for an identity token before it is asked for again, milliseconds; one takes less than a second. */
const IDENTITY_TIMEOUT_MS = 10_000;

const HINT = "Re-run this job; if it fails again, check that the job has 'id-token: write'.";

/** @see GitHub Docs: OpenID Connect reference, requesting the token */
async function requestIdentity(
  { url, token }: IdentityEndpoint,
  { audience, userAgent }: { readonly audience: string; readonly userAgent: string },
  { limits, signal }: Bounds,
): Promise<string> {
  const asked = new URL(url);
  asked.searchParams.set("audience", audience);
  const headers = { accept: "application/json", authorization: `Bearer ${token}` };
  const bounds = { ...limits, timeoutMs: Math.min(limits.timeoutMs, IDENTITY_TIMEOUT_MS) };
  const response = await exchange({ method: "GET", url: asked, headers, userAgent }, bounds, signal).catch(
    (error: unknown) => {
      // Not the service's silence: its reader would look for the fault there.
      if (!(error instanceof ClientError) || error.kind === "aborted") throw error;
      const message = "GitHub did not respond to the request for this job's identity token";
      throw error.with({ code: "identity_unavailable", message, hint: HINT });
    },
  );
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
