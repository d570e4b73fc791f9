import type { IncomingMessage } from "node:http";
import { type Clock, systemClock } from "@greenroom/contract/clock";
import { STREAM_HEARTBEAT_MS } from "@greenroom/contract/limits";
import { type PathParameters, type RouteName, routePath } from "@greenroom/contract/paths";
import { base64Forms } from "@greenroom/contract/token";
import type { z } from "zod";
import { ClientError, invalidCall, type LocalCode } from "./errors.ts";
import { exchange, type ExchangeLimits, type HttpRequest, type HttpResponse, parseJson, send } from "./http.ts";
import type { ResponseData } from "./response.ts";
import { type CallOptions, repeat, RETRY_LIMITS, type RetryNotice } from "./retry.ts";

export interface Call<Data> {
  readonly method: HttpRequest["method"];
  /** Path below the base URL, percent-encoded, with its query. */
  readonly path: string;
  /** The exact body: JSON as text, anything else as bytes. */
  readonly body?: string | Uint8Array | undefined;
  readonly idempotencyKey?: string | undefined;
  /** More headers, which an idempotency key does not identify. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly data: () => Promise<z.ZodType<Data>>;
}

export interface CallResponse<Data> extends ResponseData<Data> {
  readonly dateMs: number | undefined;
  /** `Idempotency-Replayed`; undefined when the service does not say. */
  readonly replayed: boolean | undefined;
  readonly tries: number;
}

/** A token, and the one site that it is for, when its issuer said so. */
export interface GivenToken {
  readonly token: string;
  readonly site?: { readonly id: string; readonly slug: string } | undefined;
}

/** Sends a request for a token, within the bounds of the request that needs it, and within `maxMs`. */
export type SendForToken = (request: HttpRequest, maxMs?: number) => Promise<HttpResponse>;

/** Gives the token for a request that is about to leave; the rule of its error decides whether it is tried again. */
export type TokenSource = (send: SendForToken) => Promise<GivenToken>;

/** The one path to the network; it alone holds the token. */
export interface Transport {
  readonly baseUrl: URL;
  readonly clock: Clock;
  readonly random: () => number;
  readonly limits: Limits;
  /** Sends a request until its response is final; throws a `ClientError`. */
  call<Data>(call: Call<Data>, options?: CallOptions): Promise<CallResponse<Data>>;
  /**
   * Sends one request, with the token, to a URL the caller was configured with; returns with the head of the response.
   * @throws What the socket threw.
   */
  open(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /**
   * Gets the token ahead of the first request, for the site that it is for.
   * @returns Undefined for a token that is stored, and when its issuer did not say.
   */
  siteOfToken(options?: CallOptions): Promise<GivenToken["site"]>;
  /** Takes the token out of a text that came from the service. */
  redact(text: string): string;
}

export interface ClientSettings {
  /** The service; https, or http to a loopback address. */
  readonly baseUrl: URL;
  /** PAT or MCP token, or what gives one; goes to the origin of `baseUrl` and to an `mcpUrl` that a call names, nowhere else. */
  readonly token: string | TokenSource;
  readonly userAgent: string;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly limits?: Partial<Limits>;
  readonly onRetry?: (notice: RetryNotice) => void;
}

/** Bounds of the client; times in milliseconds, sizes in bytes. */
export type Limits = Readonly<typeof DEFAULT_LIMITS>;

export const DEFAULT_LIMITS = {
  ...RETRY_LIMITS,
  maxResponseBytes: 1024 * 1024,
  maxErrorBytes: 256 * 1024,
  /** Longest silence on an event stream; longer than the heartbeat. */
  streamIdleMs: 3 * STREAM_HEARTBEAT_MS,
  /** Longest event of a stream, characters. */
  maxEventChars: 1024 * 1024,
  /** Shortest time between two connects to a stream. */
  reconnectFloorMs: 1000,
  reconnectCapMs: 30_000,
  /** Most connects in a row that bring no event. */
  maxEmptyConnects: 4,
};

/** Makes the path to the network; throws `invalid_base_url` or `invalid_request`. */
export function createTransport(settings: ClientSettings): Transport {
  const { baseUrl, token, userAgent, clock = systemClock, random = Math.random } = settings;
  const limits = { ...DEFAULT_LIMITS, ...settings.limits };
  assertServiceUrl(baseUrl);
  if (typeof token === "string") assertToken(token);
  let reached = false;
  /** By token: one that was renewed is still a secret. */
  const redactors = new Map<string, (text: string) => string>();
  const redact = (text: string): string => [...redactors.values()].reduce((rest, each) => each(rest), text);
  const named = (request: HttpRequest): HttpRequest => {
    return { ...request, headers: { ...request.headers, "user-agent": userAgent } };
  };
  const sendForToken = (bounds: ExchangeLimits, signal: AbortSignal | undefined): SendForToken => {
    return (request, maxMs = Infinity) =>
      exchange(named(request), { ...bounds, timeoutMs: Math.min(bounds.timeoutMs, maxMs) }, signal);
  };
  const authorized = async (
    request: HttpRequest,
    bounds: ExchangeLimits,
    signal: AbortSignal | undefined,
  ): Promise<HttpRequest> => {
    const present = typeof token === "string" ? token : (await getToken(token, sendForToken(bounds, signal))).token;
    if (!redactors.has(present)) redactors.set(present, redactor(present));
    return named({ ...request, headers: { ...request.headers, authorization: `Bearer ${present}` } });
  };
  const repeated = <Result>(
    repeatable: boolean,
    options: CallOptions,
    once: (timeoutMs: number, tries: number) => Promise<Result>,
  ): Promise<Result> =>
    repeat({ clock, random, limits, repeatable }, { ...options, onRetry: options.onRetry ?? settings.onRetry }, once);
  return {
    baseUrl,
    clock,
    random,
    limits,
    redact,
    async call(call, options = {}) {
      const request = requestOf(baseUrl, call);
      const repeatable = REPEATABLE.has(call.method) || call.idempotencyKey !== undefined;
      return await repeated(repeatable, options, async (timeoutMs, tries) => {
        const bounds = { ...limits, timeoutMs };
        const sending = authorized(request, bounds, options.signal).then((sent) =>
          exchange(sent, bounds, options.signal),
        );
        const response = await sending.catch((error: unknown) => {
          // A service that has responded before exists: a fault of its name or TLS will pass.
          const passes = reached && error instanceof ClientError && PASSING_CODES.has(error.code);
          throw passes && error.retry === "never" ? error.with({ retry: "same_key" }) : error;
        });
        reached = true;
        const text = response.text === undefined ? undefined : redact(response.text);
        // Loaded now that there is something to read: the request left the sooner.
        const { dateOf, readData } = await import("./response.ts");
        const read = readData({ ...response, text }, await call.data(), clock.now());
        return { ...read, dateMs: dateOf(response), replayed: flag(response.headers["idempotency-replayed"]), tries };
      });
    },
    async siteOfToken(options = {}) {
      if (typeof token === "string") return undefined;
      const ask = (timeoutMs: number) => getToken(token, sendForToken({ ...limits, timeoutMs }, options.signal));
      return (await repeated(true, options, ask)).site;
    },
    async open(request, signal) {
      assertServiceUrl(request.url);
      return await send(await authorized(request, { ...limits, timeoutMs: limits.requestTimeoutMs }, signal), signal);
    },
  };
}

/** [RFC 9110 §9.2.2] Sent twice they have the effect of once. */
const REPEATABLE: ReadonlySet<Call<unknown>["method"]> = new Set(["GET", "PUT"]);

const PASSING_CODES: ReadonlySet<string> = new Set(["connection_failed", "tls_failed"] satisfies LocalCode[]);

/** However the request for a token ended, the request that needs the token was not sent. */
async function getToken(source: TokenSource, send: SendForToken): Promise<GivenToken> {
  try {
    const given = await source(send);
    assertToken(given.token);
    return given;
  } catch (error) {
    throw error instanceof ClientError ? error.with({ outcomeUnknown: false }) : error;
  }
}

function requestOf(baseUrl: URL, call: Call<unknown>): HttpRequest {
  const { method, path, body, idempotencyKey } = call;
  const headers: Record<string, string> = { ...call.headers, accept: "application/json", "accept-encoding": "gzip" };
  if (typeof body === "string") headers["content-type"] = "application/json";
  if (body instanceof Uint8Array) {
    headers["content-type"] = "application/octet-stream";
    headers["content-length"] = String(body.byteLength);
  }
  if (idempotencyKey !== undefined) headers["idempotency-key"] = idempotencyKey;
  return { method, url: urlBelow(baseUrl, path), headers, body };
}

function flag(header: string | string[] | undefined): boolean | undefined {
  if (typeof header !== "string") return undefined;
  const word = header.trim().toLowerCase();
  return word === "true" ? true : word === "false" ? false : undefined;
}

/** Says whether a token may be sent to a URL: https, or http to a loopback address. [§1: all requests require TLS] */
export function isProtected(url: URL): boolean {
  return url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(url.hostname));
}

/** Says whether the host of a parsed URL can only mean this machine. [RFC 6761 §6.3, RFC 1122 §3.2.1.3] */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname);
}

/** Throws `invalid_base_url` when a token must not be sent to a URL. */
export function assertServiceUrl(url: URL): void {
  if (!isProtected(url)) {
    throw invalidCall(
      "invalid_base_url",
      `${url.protocol}//${url.host} is not encrypted, so the token could be read on its way`,
      "Use an https URL; http is for localhost, 127.0.0.1 and [::1] only.",
    );
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    const message = `The URL of ${url.host} has a user name, a query or a fragment`;
    throw invalidCall("invalid_base_url", message, "Give the bare URL, and the token separately.");
  }
}

/** Anything else in a header is rejected deep in the socket, with the token in the message. */
function assertToken(token: string): void {
  if (/^[\x21-\x7e]+$/.test(token)) return;
  throw invalidCall("invalid_request", "The token is empty or has a blank or a control character", "Copy it again.");
}

/**
 * Makes the function that takes a token out of a text, also in base64. It runs before the text is cut, since a piece of
 * a token could not be recognised. JSON may spell a character of the token as an escape, so the text a reader of the
 * JSON would see is checked too.
 */
export function redactor(token: string): (text: string) => string {
  const forms = [...new Set([token, JSON.stringify(token).slice(1, -1), ...base64Forms(token)])];
  const plain = (text: string): string => forms.reduce((rest, form) => rest.replaceAll(form, "***"), text);
  return (text) => {
    const redacted = plain(text);
    const value = redacted.includes("\\") ? parseJson(redacted) : undefined;
    const read = value === undefined ? "" : JSON.stringify(value);
    return forms.some((form) => read.includes(form)) ? plain(read) : redacted;
  };
}

/** Puts a percent-encoded path, with a leading slash and its query, below a base URL with or without a path. */
export function urlBelow(baseUrl: URL, path: string): URL {
  return new URL(baseUrl.origin + baseUrl.pathname.replace(/(?<!\/)\/+$/, "") + path);
}

/**
 * Fills the parameters into the path of an operation.
 * @throws {ClientError} `invalid_request`, when a parameter cannot be one segment of a path.
 */
export function pathOf<Name extends RouteName>(name: Name, parameters: PathParameters<Name>): string {
  try {
    return routePath(name, parameters);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.split(";")[0] : undefined;
    throw invalidCall("invalid_request", message ?? `The parameters of ${name} are wrong`, "Give the id as received.");
  }
}
