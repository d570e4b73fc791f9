import { type Clock, systemClock, wait } from "@greenroom/contract/clock";
import { DEVICE_GRANT_TYPE, DeviceAuthorization, DeviceToken, OAuthError } from "@greenroom/contract/device";
import { routePath } from "@greenroom/contract/paths";
import type { z } from "zod";
import { abortedError, ClientError } from "./errors.ts";
import { exchange, type HttpResponse, parseJson } from "./http.ts";
import { readError } from "./response.ts";
import { type CallOptions, repeat } from "./retry.ts";
import { assertServiceUrl, DEFAULT_LIMITS, type Limits, urlBelow } from "./transport.ts";

export interface DeviceSettings {
  /** The service; https, or http to a loopback address. */
  readonly baseUrl: URL;
  readonly userAgent: string;
  /** Name of this client, as the service shows it to the person. */
  readonly clientId: string;
  /** Scopes, separated by blanks. */
  readonly scope?: string | undefined;
  readonly clock?: Clock | undefined;
  readonly random?: (() => number) | undefined;
  readonly limits?: Partial<Limits> | undefined;
}

/** When the service names none. [RFC 8628 §3.2] */
const DEFAULT_INTERVAL_SECONDS = 5;

/** What `slow_down` adds to the interval, seconds. [RFC 8628 §3.5] */
const SLOW_DOWN_SECONDS = 5;

/** Longest flow that is waited for, whatever the service says. */
const MAX_FLOW_SECONDS = 3600;

const HINTS = new Map([
  ["access_denied", "The request was declined; start again if that was a mistake."],
  ["expired_token", "The code expired before it was entered; start again."],
  ["invalid_scope", "Request scopes that the service knows."],
  ["invalid_client", "The service does not know this client; check the client id."],
]);

/**
 * Starts a device flow: the person enters `user_code` at `verification_uri`; `device_code` is secret.
 * @throws {ClientError} The code of the OAuth error, or why no response came.
 * @see RFC 8628 §3.1, §3.2
 */
export async function startDeviceFlow(
  settings: DeviceSettings,
  options: CallOptions = {},
): Promise<DeviceAuthorization> {
  const form = new URLSearchParams({ client_id: settings.clientId });
  if (settings.scope !== undefined) form.set("scope", settings.scope);
  return await post(settings, { route: "startDeviceAuthorization", form, data: DeviceAuthorization }, options);
}

/**
 * Polls a device flow until the person has decided; the token is secret.
 * @throws {ClientError} `access_denied`, `expired_token`, another code of OAuth, `aborted`
 * @see RFC 8628 §3.4, §3.5
 */
export async function awaitDeviceToken(
  settings: DeviceSettings,
  authorization: DeviceAuthorization,
  options: CallOptions = {},
): Promise<DeviceToken> {
  const clock = settings.clock ?? systemClock;
  const lastsMs = Math.min(authorization.expires_in, MAX_FLOW_SECONDS) * 1000;
  const endsAt = Math.min(options.deadlineAt ?? Infinity, clock.monotonic() + lastsMs);
  let intervalSeconds = authorization.interval ?? DEFAULT_INTERVAL_SECONDS;
  const form = new URLSearchParams({
    grant_type: DEVICE_GRANT_TYPE,
    device_code: authorization.device_code,
    client_id: settings.clientId,
  });
  while (clock.monotonic() + intervalSeconds * 1000 < endsAt) {
    await wait(clock, intervalSeconds * 1000, options.signal);
    if (options.signal?.aborted === true) throw abortedError(options.signal, false);
    try {
      return await post(settings, { route: "pollDeviceToken", form, data: DeviceToken }, options);
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      // [RFC 8628 §3.5] the interval MUST be increased by 5 seconds for this and all subsequent requests.
      if (error.code === "slow_down") intervalSeconds += SLOW_DOWN_SECONDS;
      else if (error.code !== "authorization_pending") throw error;
    }
  }
  throw oauthError("expired_token", undefined, 400);
}

interface FormPost<Data> {
  readonly route: "startDeviceAuthorization" | "pollDeviceToken";
  readonly form: URLSearchParams;
  readonly data: z.ZodType<Data>;
}

async function post<Data>(settings: DeviceSettings, what: FormPost<Data>, options: CallOptions): Promise<Data> {
  const { baseUrl, userAgent, clock = systemClock, random = Math.random } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  assertServiceUrl(baseUrl);
  const request = {
    method: "POST",
    url: urlBelow(baseUrl, routePath(what.route, {})),
    headers: {
      accept: "application/json",
      "content-type": "application/x-www-form-urlencoded",
      "user-agent": userAgent,
    },
    body: what.form.toString(),
  } as const;
  // Both requests may be sent again: a second flow does no harm, and a code gives its token once.
  return await repeat({ clock, random, limits, repeatable: true }, options, async (timeoutMs) =>
    readBare(await exchange(request, { ...limits, timeoutMs }, options.signal), what.data, clock.now()),
  );
}

function readBare<Data>(response: HttpResponse, data: z.ZodType<Data>, nowMs: number): Data {
  const body = parseJson(response.text);
  const parsed = data.safeParse(body);
  if (response.status >= 200 && response.status < 300 && parsed.success) return parsed.data;
  const error = OAuthError.safeParse(body);
  if (error.success && response.status >= 400 && response.status < 500) {
    throw oauthError(error.data.error, error.data.error_description, response.status);
  }
  throw readError(response, nowMs);
}

function oauthError(code: string, description: string | undefined, status: number): ClientError {
  return new ClientError({
    kind: "refused",
    code: code.slice(0, 100),
    message: (description ?? `The service responded ${code}`).slice(0, 500),
    hint: HINTS.get(code) ?? "Start again.",
    status,
  });
}
