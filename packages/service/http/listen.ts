import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import type { Logger } from "pino";
import { ApiError } from "../domain/api-error.ts";
import type { Hosting } from "../hosting/hosting.ts";
import { STRICT_TRANSPORT } from "../hosting/send.ts";
import type { Addresses, Settings } from "../settings.ts";
import { bind, closeServer } from "./bind.ts";
import { clientOf } from "./client-address.ts";
import type { HttpEnv } from "./context.ts";
import { asApiError, errorBody, errorHeaders } from "./envelope.ts";

export interface Service {
  readonly app: Hono<HttpEnv>;
  readonly addresses: Addresses;
  readonly hosting?: Hosting;
}

export interface Listening {
  readonly port: number;
  /** Aborted when the service stops; event streams end by it. */
  readonly stopping: AbortSignal;
  /** Starts to handle requests; until then the response to each is `try_again`. */
  serve(service: Service): void;
  /** Ends the streams, gives open requests 5 s to finish, and closes. */
  close(): Promise<void>;
}

const MAX_HEADER_BYTES = 16 * 1024;

/** More than any route takes: what a worker says of a build is the longest. */
const LONGEST_BODY_BYTES = 32 * 1024 ** 2;

/** Limits on sockets, so that slow clients cannot exhaust the service; times in milliseconds. */
export interface SocketLimits {
  readonly headersMs: number;
  readonly requestMs: number;
  /** Between two requests. */
  readonly idleMs: number;
  readonly checkEveryMs: number;
  readonly connections: number;
}

const SOCKET_LIMITS: SocketLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  idleMs: 10_000,
  checkEveryMs: 2_000,
  // Far above any honest load, below what a process may open.
  connections: 20_000,
};

/** @see Interface §1 */
export async function listen(settings: Settings, log: Logger, sockets = SOCKET_LIMITS): Promise<Listening> {
  let handle: (request: IncomingMessage, response: ServerResponse) => void = (_, response) => {
    sendRawError(response, new ApiError("try_again", "The service is starting."));
  };
  const stopping = new AbortController();
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: sockets.headersMs,
      requestTimeout: sockets.requestMs,
      keepAliveTimeout: sockets.idleMs,
      connectionsCheckingInterval: sockets.checkEveryMs,
      insecureHTTPParser: false,
      requireHostHeader: true,
      // A request without a body costs no stream for it.
      optimizeEmptyRequests: true,
    },
    (request, response) => handle(request, response),
  );
  server.maxConnections = sockets.connections;
  server.on("clientError", (error, socket) => sendParserError(error, socket as Socket));
  // [RFC 9110 §10.1.1] A body that is too long for any route is rejected before it is sent.
  server.on("checkContinue", (request, response) => {
    if (Number(request.headers["content-length"] ?? 0) <= LONGEST_BODY_BYTES) response.writeContinue();
    handle(request, response);
  });
  const port = await bind(server, settings);
  return {
    port,
    stopping: stopping.signal,
    serve(service) {
      handle = dispatch(settings, service, log);
    },
    async close() {
      stopping.abort();
      await closeServer(server);
    },
  };
}

const UNKNOWN_HOST =
  "This service does not serve this host. Use its public URL; a proxy must pass the header 'Host' on unchanged.";

function dispatch(settings: Settings, { app, addresses, hosting }: Service, log: Logger) {
  const own = ownHosts(settings, addresses);
  const rest = getRequestListener((request, env) => app.fetch(request, env), {
    // The app handles its own errors; only a request without a valid URL fails here.
    errorHandler: (error) => rawResponse(asTargetError(error, log)),
    overrideGlobalObjects: false,
  });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const error = findRequestError(request, settings);
    const host = request.headers.host ?? "";
    if (!error && hosting?.serves(host) === true) return hosting.handle(request, response);
    if (addresses.scheme === "https:") response.setHeader("Strict-Transport-Security", STRICT_TRANSPORT);
    if (error) return sendRawError(response, error);
    if (!own.has(host.toLowerCase())) {
      const unknown = () => sendRawError(response, new ApiError("misdirected_request", UNKNOWN_HOST));
      return hosting ? hosting.handleCustomDomain(request, response, unknown) : unknown();
    }
    rest(request, response).catch((error: unknown) => {
      log.error({ err: error }, "a request ended without a response");
      response.destroy();
    });
  };
}

/** Hosts of the interface: the configured one, and the names of this machine in development. [RFC 9110 §15.5.20] */
function ownHosts({ development }: Settings, { baseUrl }: Addresses): ReadonlySet<string> {
  const { host, port } = new URL(baseUrl);
  const suffix = port === "" ? "" : `:${port}`;
  const local = development ? ["localhost", "127.0.0.1", "[::1]"].map((name) => `${name}${suffix}`) : [];
  return new Set([host, ...local]);
}

function findRequestError(request: IncomingMessage, settings: Settings): ApiError | undefined {
  if (!clientOf(request, settings).isSecure) {
    return new ApiError("tls_required", "This service only accepts https. Revoke any token that was sent without it.");
  }
  // [RFC 9112 §6.3] Both lengths at once is how requests are smuggled past a proxy.
  const both = request.headers["content-length"] !== undefined && request.headers["transfer-encoding"] !== undefined;
  if (both || namesTwoHosts(request))
    return new ApiError("validation_failed", "The request headers contradict each other.");
  if (request.url?.startsWith("/") === true) return undefined;
  return new ApiError("validation_failed", "The request target is not a path of this service.");
}

function namesTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

function asTargetError(error: unknown, log: Logger): ApiError {
  if (error instanceof Error && error.name === "RequestError") {
    return new ApiError("validation_failed", "The request target is not a path of this service.", { cause: error });
  }
  log.error({ err: error }, "a request failed before it reached a route");
  return asApiError(error);
}

function rawResponse(error: ApiError): Response {
  return new Response(errorBody(error), { status: error.status, headers: errorHeaders(error) });
}

function sendRawError(response: ServerResponse, error: ApiError): void {
  const body = errorBody(error);
  response.writeHead(error.status, { ...errorHeaders(error), "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/** The envelope by hand, then the end of the connection. */
function sendParserError(parserError: Error & { readonly code?: string }, socket: Socket): void {
  if (parserError.code === "ECONNRESET" || !socket.writable) return void socket.destroy();
  const error = new ApiError("validation_failed", brokenMessage(parserError.code));
  const body = errorBody(error);
  const head = [
    "HTTP/1.1 400 Bad Request",
    "Content-Type: application/json",
    "Cache-Control: no-store",
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
}

function brokenMessage(code: string | undefined): string {
  if (code === "HPE_HEADER_OVERFLOW") return `The headers are larger than ${MAX_HEADER_BYTES} bytes.`;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return "The request took too long to arrive.";
  return "This is not a well-formed HTTP request.";
}
