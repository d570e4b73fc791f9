import type { IncomingHttpHeaders, IncomingMessage, RequestOptions } from "node:http";
import { pipeline, type Readable, type Transform } from "node:stream";
import { HttpClient } from "@actions/http-client";
import { abortedError, ClientError } from "./errors.ts";

/** A request as it goes out. */
export interface HttpRequest {
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  readonly userAgent: string;
}

/** An answer as it came in, read to its end. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Undefined when the body is longer than its cap, or in an encoding nobody asked for. */
  readonly text: string | undefined;
}

/** Bounds of one exchange; times in milliseconds, sizes in bytes after decompression. */
export interface ExchangeLimits {
  readonly timeoutMs: number;
  readonly maxAnswerBytes: number;
  readonly maxErrorBytes: number;
}

/** Longest silence of a socket; every caller has a shorter limit of its own. */
const SOCKET_TIMEOUT_MS = 24 * 3600 * 1000;

/** Codes of failures before anything was sent. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);

/**
 * Sends a request and gives the answer once its head is there. Redirects are not followed.
 * @param request What goes out.
 * @param signal Ends the request, and the reading of its answer.
 * @throws Whatever the socket threw; {@link connectionError} names it.
 */
export async function send(request: HttpRequest, signal: AbortSignal): Promise<IncomingMessage> {
  signal.throwIfAborted();
  const http = new HttpClient(request.userAgent, [prepareWith(signal)], {
    allowRedirects: false,
    allowRetries: false,
    // A kept connection may be closed by the other side just as a POST leaves, which looks like a lost answer.
    keepAlive: false,
    socketTimeout: SOCKET_TIMEOUT_MS,
  });
  const response = await http.request(request.method, request.url.href, request.body ?? null, { ...request.headers });
  return response.message;
}

type Prepared = ConstructorParameters<typeof HttpClient>[1];

function prepareWith(signal: AbortSignal): NonNullable<Prepared>[number] {
  return {
    prepareRequest(options) {
      options.signal = signal;
      // The brackets of an IPv6 literal belong to the URL, not to the host that is connected to.
      if (typeof options.host === "string") options.host = options.host.replace(/^\[(.*)\]$/, "$1");
      endTunnelWith(signal, options.agent);
      demandCertificate(options);
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
function demandCertificate(options: RequestOptions): void {
  const demand = { rejectUnauthorized: true };
  Object.assign(options, demand);
  const { agent } = options;
  if (typeof agent === "object" && "options" in agent && typeof agent.options === "object") {
    Object.assign(agent.options ?? {}, demand);
  }
}

/**
 * Sends a request and reads its answer to the end.
 * @param request What goes out.
 * @param limits Bounds.
 * @param signal The caller's.
 * @throws {ClientError} `connection_failed`, `certificate_invalid`, `aborted`, `timed_out`
 */
export async function exchange(
  request: HttpRequest,
  limits: ExchangeLimits,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  const timer = AbortSignal.timeout(Math.max(1, Math.min(Math.ceil(limits.timeoutMs), 2 ** 31 - 1)));
  const both = signal === undefined ? timer : AbortSignal.any([signal, timer]);
  try {
    const message = await send(request, both);
    const status = message.statusCode ?? 0;
    const text = await readText(message, status >= 400 ? limits.maxErrorBytes : limits.maxAnswerBytes);
    return { status, headers: message.headers, text };
  } catch (cause) {
    if (signal?.aborted === true) throw abortedError(signal, true);
    throw connectionError(cause, timer.aborted ? limits.timeoutMs : undefined);
  }
}

/**
 * Reads a body to its end. Unlike the transport's own reader it settles when the peer drops the connection.
 * @param message Answer whose head has come.
 * @param maxBytes Longest body after decompression.
 * @returns Undefined when the body is longer, or in an encoding nobody asked for.
 * @throws Whatever the socket or the decompression threw.
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
  // An error of the message reaches the reader through the stream that pipeline destroys.
  const through = (stream: Transform): Readable => pipeline(message, stream, () => undefined);
  if (encoding === "identity" || encoding === "") return message;
  // Loaded when an answer needs it, which is after the first request left.
  const { createBrotliDecompress, createGunzip, createInflate } = await import("node:zlib");
  if (encoding === "gzip" || encoding === "x-gzip") return through(createGunzip());
  if (encoding === "deflate") return through(createInflate());
  if (encoding === "br") return through(createBrotliDecompress());
  return undefined;
}

/**
 * Names a failure of the socket.
 * @param cause What was thrown.
 * @param timeoutMs The limit, when it was what ended the request.
 */
export function connectionError(cause: unknown, timeoutMs?: number): ClientError {
  if (cause instanceof ClientError) return cause;
  const code = errorCode(cause);
  if (isCertificateCode(code)) {
    return new ClientError({
      kind: "unreachable",
      code: "certificate_invalid",
      message: `The service's certificate was not accepted (${code})`,
      hint: "Correct the certificate, or give the runner the authority that signed it in NODE_EXTRA_CA_CERTS.",
      retry: "never",
      outcomeUnknown: false,
      cause: bare(cause),
    });
  }
  const what = timeoutMs === undefined ? `broke off (${code})` : `gave no whole answer within ${seconds(timeoutMs)} s`;
  return new ClientError({
    kind: "unreachable",
    code: "connection_failed",
    message: `The connection to the service ${what}`,
    hint: "Check the base address, the network and the proxy settings, then run again.",
    retry: "same_key",
    outcomeUnknown: !NOT_SENT.has(code),
    cause: bare(cause),
  });
}

function seconds(ms: number): string {
  return String(Math.round(ms / 100) / 10);
}

function errorCode(cause: unknown): string {
  if (typeof cause !== "object" || cause === null) return "unknown";
  if ("code" in cause && typeof cause.code === "string") return cause.code;
  return cause instanceof Error ? cause.name : "unknown";
}

function isCertificateCode(code: string): boolean {
  return /CERT|^ERR_TLS_|SIGNATURE|HOSTNAME_MISMATCH/.test(code);
}

/** A socket's error can hold the packet it choked on; only its words go on. */
function bare(cause: unknown): unknown {
  return cause instanceof Error ? new Error(`${cause.name}: ${cause.message}`) : undefined;
}
