import type { z } from "zod";
import { DEVICE_GRANT_TYPE, DeviceAuthorization, DeviceToken, OAuthError, ROUTES } from "@greenroom/contract";
import { addressBelow, checkAddress } from "./address.ts";
import { unenveloped } from "./answer.ts";
import { parseJson } from "./json.ts";
import { DEFAULT_LIMITS } from "./client.ts";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { abortedError, ClientError } from "./errors.ts";
import { exchange, type HttpAnswer } from "./http.ts";
import { type CallOptions, type Limits, repeat } from "./transport.ts";

/** What a device flow is made of. */
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

/** Interval when the service names none, seconds. [RFC 8628 §3.2] */
const DEFAULT_INTERVAL_SECONDS = 5;

/** What `slow_down` adds to the interval, seconds. [RFC 8628 §3.5] */
const SLOW_DOWN_SECONDS = 5;

/** Longest flow that is waited for, whatever the service says, seconds. */
const MAX_FLOW_SECONDS = 3600;

const HINTS = new Map([
  ["access_denied", "Somebody declined the request; start again if that was a mistake."],
  ["expired_token", "The code ran out before it was entered; start again."],
  ["invalid_scope", "Ask for scopes the service knows."],
  ["invalid_client", "The service does not know this client; check the client id."],
]);

/**
 * Starts a device flow: the person enters `user_code` at `verification_uri`.
 * @throws {ClientError} The code of the OAuth error, or why no answer came.
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
 * Polls a device flow until the person has decided.
 * @param authorization As {@link startDeviceFlow} gave it.
 * @returns The token; it is secret.
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
    await clock.sleep(intervalSeconds * 1000, options.signal).catch(() => undefined);
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
  checkAddress(baseUrl);
  const request = {
    method: ROUTES[what.route].method,
    url: addressBelow(baseUrl, ROUTES[what.route].path),
    headers: { accept: "application/json", "content-type": "application/x-www-form-urlencoded" },
    body: what.form.toString(),
    userAgent,
  };
  // Both requests may be sent again: a second flow harms nobody, and a code gives its token once.
  return await repeat({ clock, random, limits, repeatable: true }, options, async (timeoutMs) =>
    readBare(await exchange(request, { ...limits, timeoutMs }, options.signal), what.data, clock.now()),
  );
}

function readBare<Data>(answer: HttpAnswer, data: z.ZodType<Data>, nowMs: number): Data {
  const body = parseJson(answer.text);
  const parsed = data.safeParse(body);
  if (answer.status >= 200 && answer.status < 300 && parsed.success) return parsed.data;
  const error = OAuthError.safeParse(body);
  if (error.success && answer.status >= 400 && answer.status < 500) {
    throw oauthError(error.data.error, error.data.error_description, answer.status);
  }
  throw unenveloped(answer, nowMs);
}

function oauthError(code: string, description: string | undefined, status: number): ClientError {
  return new ClientError({
    kind: "refused",
    code: code.slice(0, 100),
    message: (description ?? `The service answered ${code}`).slice(0, 500),
    hint: HINTS.get(code) ?? "Start again.",
    retry: "never",
    outcomeUnknown: false,
    status,
  });
}
