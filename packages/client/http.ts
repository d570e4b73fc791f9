import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import { pipeline, Readable } from "node:stream";
import { HttpClient } from "@actions/http-client";
import { type Clock, MAX_TIMER_MS } from "@greenroom/contract/clock";
import { abortedError, connectionError } from "./errors.ts";

export interface HttpRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface HttpResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined when the body is longer than its cap, or in an encoding that was not requested. */
  readonly text: string | undefined;
}

/** Bounds of one exchange; times in milliseconds, sizes in bytes after decompression. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxResponseBytes: number;
  readonly maxErrorBytes: number;
}

/**
 * Sends a request and reads its response to the end.
 * @throws {ClientError} `connection_failed`, `certificate_invalid`, `aborted`, `timed_out`
 */
export async function exchange(
  request: HttpRequest,
  limits: ExchangeLimits,
  signal: AbortSignal | undefined,
): Promise<HttpResponse> {
  return await within({ url: request.url, timeoutMs: limits.timeoutMs, signal }, async (either) => {
    const message = await send(request, either);
    const status = message.statusCode ?? 0;
    const text = await readText(message, status >= 400 ? limits.maxErrorBytes : limits.maxResponseBytes);
    return { status, headers: message.headers, text };
  });
}

/** Works within a time, unless a signal ends it; what the work leaves open, such as a stream, has no limit. */
export async function within<Result>(
  bounds: Pick<ExchangeLimits, "timeoutMs"> & {
    readonly url: URL;
    readonly signal: AbortSignal | undefined;
    /** The work changes nothing at the service, however it ends. */
    readonly readsOnly?: true;
  },
  work: (either: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const { url, timeoutMs, signal, readsOnly = false } = bounds;
  const late = new AbortController();
  // The reason is for what the request waits for, such as its token: that ends as the request does.
  const abort = (): void => late.abort(connectionError(undefined, url, timeoutMs));
  const timer = setTimeout(abort, Math.min(timeoutMs, MAX_TIMER_MS));
  try {
    return await work(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } catch (cause) {
    if (signal?.aborted === true) throw abortedError(signal, !readsOnly);
    throw connectionError(cause, url, late.signal.aborted ? timeoutMs : undefined);
  } finally {
    clearTimeout(timer);
  }
}

/** Longest silence of a socket; every caller has a shorter limit of its own. */
const SOCKET_TIMEOUT_MS = 24 * 3600 * 1000;

/**
 * Sends a request, without following a redirect, and returns with the head of its response.
 * @throws What the socket threw; {@link connectionError} names it.
 */
export async function send(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  signal.throwIfAborted();
  // The other side may close a kept connection just as a POST leaves, which looks like a lost response.
  const http = openHttp(false);
  http.handlers = [prepareWith(signal, requireCertificate)];
  return await sendBy(http, request);
}

function openHttp(keepAlive: boolean): HttpClient {
  const bounds = { allowRedirects: false, allowRetries: false, socketTimeout: SOCKET_TIMEOUT_MS };
  const http = new HttpClient(undefined, [], { ...bounds, keepAlive });
  // With a name of its own, the library would replace the header of the request.
  http.userAgent = undefined;
  return http;
}

async function sendBy(http: HttpClient, { method, url, headers, ...request }: HttpRequest): Promise<IncomingMessage> {
  const { body = null } = request;
  const sent = body instanceof Uint8Array ? Readable.from([body]) : body;
  return (await http.request(method, url.href, sent, { ...headers })).message;
}

/** Servers keep a connection without a request for five seconds or more. */
const MAX_IDLE_MS = 4000;

/**
 * Makes a sender that keeps its connections, for a server other than the service, such as a GitHub of your own: which
 * certificates are accepted is left to Node.js.
 */
export function keepConnections(
  clock: Pick<Clock, "monotonic">,
): (request: HttpRequest, signal: AbortSignal) => Promise<IncomingMessage> {
  let http = openHttp(true);
  let running = 0;
  let idleFrom = clock.monotonic();
  const ended = (): void => {
    running -= 1;
    idleFrom = clock.monotonic();
  };
  return async (request, signal) => {
    signal.throwIfAborted();
    if (running === 0 && clock.monotonic() - idleFrom > MAX_IDLE_MS) {
      http.dispose();
      http = openHttp(true);
    }
    http.handlers = [prepareWith(signal)];
    running += 1;
    try {
      const message = await sendBy(http, request);
      message.once("close", ended);
      return message;
    } catch (error) {
      ended();
      throw error;
    }
  };
}

type Prepared = ConstructorParameters<typeof HttpClient>[1];

function prepareWith(signal: AbortSignal, also?: (options: RequestOptions) => void): NonNullable<Prepared>[number] {
  return {
    prepareRequest(options) {
      options.signal = signal;
      // The brackets of an IPv6 literal belong to the URL, not to the host that is connected to.
      if (typeof options.host === "string") options.host = options.host.replace(/^\[(.*)\]$/, "$1");
      endTunnelWith(signal, options.agent);
      also?.(options);
    },
    canHandleAuthentication: () => false,
    handleAuthentication: () => Promise.reject(new Error("No challenge is answered; send the token at once.")),
  };
}

/** The request to a proxy for a tunnel is one of its own, which would wait for a silent proxy for ever. */
function endTunnelWith(signal: AbortSignal, agent: unknown): void {
  if (typeof agent !== "object" || agent === null || !("proxyOptions" in agent)) return;
  if (typeof agent.proxyOptions === "object") agent.proxyOptions = { ...agent.proxyOptions, signal };
}

/** Whatever NODE_TLS_REJECT_UNAUTHORIZED says: a token goes to a service that shows who it is, or nowhere. */
function requireCertificate(options: RequestOptions): void {
  const required = { rejectUnauthorized: true };
  Object.assign(options, required);
  const { agent } = options;
  if (typeof agent === "object" && "options" in agent && typeof agent.options === "object") {
    Object.assign(agent.options ?? {}, required);
  }
}

/**
 * Reads a body to its end; unlike the transport's own reader it ends when the peer drops the connection.
 * @returns Undefined when the body is longer, or in an encoding that was not requested.
 */
export async function readText(message: IncomingMessage, maxBytes: number): Promise<string | undefined> {
  const body = await decompressed(message);
  if (body === undefined) {
    message.destroy();
    return undefined;
  }
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for await (const chunk of body) {
    if (!(chunk instanceof Uint8Array)) continue;
    bytes += chunk.byteLength;
    if (bytes > maxBytes) return undefined;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}

async function decompressed(message: IncomingMessage): Promise<Readable | undefined> {
  const encoding = (message.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  if (encoding === "identity" || encoding === "") return message;
  if (encoding !== "gzip" && encoding !== "x-gzip") return undefined;
  // Loaded when a response needs it, which is after the first request left.
  const { createGunzip } = await import("node:zlib");
  // An error of the message reaches the reader through the stream that pipeline destroys.
  return pipeline(message, createGunzip(), () => undefined);
}

/** @returns Undefined for anything that is not JSON. */
export function parseJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Reads `Retry-After`: seconds or an HTTP date. [RFC 9110 §10.2.3]
 * @param nowMs The response's own time, epoch milliseconds, so that a wrong clock here does not count.
 * @returns Seconds, rounded up; undefined when missing or garbage.
 */
export function readRetryAfter(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text);
  const date = readHttpDate(text);
  return date === undefined ? undefined : Math.max(0, Math.ceil((date - nowMs) / 1000));
}

/** Reads an HTTP date in any of its three forms; undefined when missing or garbage. [RFC 9110 §5.6.7] */
export function readHttpDate(value: string | undefined): number | undefined {
  const text = value?.trim() ?? "";
  // Date.parse takes nearly anything; the three forms start with the name of a day.
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,? .*\d\d:\d\d:\d\d/.test(text)) return undefined;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isFinite(ms) ? ms : undefined;
}
