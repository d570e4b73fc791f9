import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { expect, vi } from "vitest";
import { createClient, type Client } from "../../packages/client/client.ts";
import { ClientError } from "../../packages/client/errors.ts";
import type { Limits } from "../../packages/client/transport.ts";
import type { Clock } from "../../packages/contract/clock.ts";
import { listenLocally } from "../http.ts";

/** A request as the server saw it. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Answers a request, or fails to. */
export type Handler = (seen: Seen, response: ServerResponse, socket: Socket) => void | Promise<void>;

/** A server on a real socket that fails as a test says. */
export interface FaultServer extends AsyncDisposable {
  readonly url: URL;
  readonly seen: Seen[];
  /** Handlers for the next requests, in order; after them `otherwise` responds. */
  readonly next: Handler[];
  otherwise: Handler;
  /** Fails the next request before any byte of it is read. */
  resetNext(): void;
}

/** Starts a server on a port of its own. */
export async function startFaultServer(otherwise: Handler = (_, response) => sendError(response, 404, "not_found")) {
  const seen: Seen[] = [];
  const next: Handler[] = [];
  const sockets = new Set<Socket>();
  let unread = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("error", () => undefined);
    request.on("end", () => {
      const entry = {
        method: request.method ?? "",
        path: request.url ?? "",
        headers: request.headers,
        body: Buffer.concat(chunks).toString("utf8"),
      };
      seen.push(entry);
      const handler = next.shift() ?? fault.otherwise;
      void handler(entry, response, request.socket);
    });
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => sockets.delete(socket));
    if (unread > 0) {
      unread -= 1;
      socket.resetAndDestroy();
    }
  });
  const port = await listenLocally(server);
  const fault: FaultServer = {
    url: new URL(`http://127.0.0.1:${port}`),
    seen,
    next,
    otherwise,
    resetNext: () => void (unread += 1),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fault;
}

/** Writes a success envelope. */
export function succeed(response: ServerResponse, status: number, data: unknown, more: Extra = {}): void {
  writeJson(response, status, { ok: true, data, ...more.siblings }, more.headers);
}

/** Writes an error envelope. */
export function sendError(response: ServerResponse, status: number, code: string, more: Extra = {}): void {
  const error = { code, message: `it is ${code}`, ...more.siblings };
  writeJson(response, status, { ok: false, error }, more.headers);
}

/** Headers and further fields of a response. */
export interface Extra {
  readonly headers?: Record<string, string>;
  readonly siblings?: Record<string, unknown>;
}

function writeJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) {
  response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));
}

/** Writes the page of a gateway. */
export function gatewayPage(response: ServerResponse, status: number, headers: Record<string, string> = {}): void {
  response.writeHead(status, { "content-type": "text/html", ...headers }).end("<html><h1>Gateway</h1></html>");
}

/** The ways a response gets lost on its way, each after the service has acted. */
export const LOST: Readonly<Record<string, (response: ServerResponse, socket: Socket) => void>> = {
  "the connection is reset": (_, socket) => socket.resetAndDestroy(),
  "the connection closes without a response": (_, socket) => socket.destroy(),
  "the body is cut": (response, socket) => {
    response.writeHead(202, { "content-type": "application/json", "content-length": "500" });
    response.write('{"ok":true,"data":{"id":"dep_', () => socket.destroy());
  },
  "the chunked body is cut": (response, socket) => {
    response.writeHead(202, { "content-type": "application/json" });
    response.write('{"ok":true,', () => socket.destroy());
  },
  "the body stalls": (response) => {
    response.writeHead(202, { "content-type": "application/json" });
    response.write('{"ok":true,');
  },
  "the head never comes": () => undefined,
  "the body is no JSON": (response) => gatewayPage(response, 200),
  "the response is empty": (response) => void response.writeHead(204).end(),
  "data is null": (response) => succeed(response, 202, null),
  "the JSON is bare": (response) =>
    void response.writeHead(200, { "content-type": "application/json" }).end('{"id":"dep_1","status":"queued"}'),
  "a gateway gives 502": (response) => gatewayPage(response, 502),
  "a gateway gives 504": (response) => gatewayPage(response, 504),
  "the service gives 500": (response) => sendError(response, 500, "internal_error"),
  "the service gives an unknown 5xx code": (response) => sendError(response, 507, "disk_sad"),
  "the body is compressed garbage": (response) =>
    void response
      .writeHead(202, { "content-type": "application/json", "content-encoding": "gzip" })
      .end("this is no gzip stream"),
};

/** Lets the time of requests pass only when a test says so: a busy machine would be too slow for a short limit. */
export function stopTimers(): Disposable & { pass(ms: number): void } {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  return {
    pass: (ms) => void vi.advanceTimersByTime(ms),
    [Symbol.dispose]: () => void vi.useRealTimers(),
  };
}

const REQUEST_TIMEOUT_MS = 60_000;

/** Loses a response; where nothing else ends the wait for it, the time of the request is over. Needs stopped timers. */
export function lose(name: string, response: ServerResponse, socket: Socket): void {
  LOST[name]?.(response, socket);
  if (/stalls|never comes/.test(name)) vi.advanceTimersByTime(REQUEST_TIMEOUT_MS);
}

/** A deployment service of one site behind the faults: it keeps keys, and counts what it accepted. */
export function deploymentService(clock: Clock) {
  const byKey = new Map<string, { body: string; answer: Record<string, unknown>; id: string }>();
  const records = new Map<string, Record<string, unknown>>();
  const service = {
    accepted: 0,
    changedBytes: 0,
    saysReplayed: true,
    byKey,
    records,
    /** Status a new deployment really has once it is read. */
    born: "queued",
    /** Acts on a create without a response. */
    act(seen: Seen) {
      const key = String(seen.headers["idempotency-key"]);
      const known = byKey.get(key);
      if (known !== undefined) {
        if (known.body !== seen.body) service.changedBytes += 1;
        return { ...known, replayed: true };
      }
      service.accepted += 1;
      const id = `dep_${service.accepted}`;
      const answer = { id, siteId: "s", environment: "preview", status: "queued", createdAt: iso(clock.now()) };
      records.set(id, { ...answer, status: service.born });
      const entry = { body: seen.body, answer, id };
      byKey.set(key, entry);
      return { ...entry, replayed: false };
    },
    handle(seen: Seen, response: ServerResponse) {
      const date = { date: new Date(clock.now()).toUTCString() };
      if (seen.method === "POST") {
        const { answer, replayed } = service.act(seen);
        const headers: Record<string, string> = service.saysReplayed
          ? { ...date, "idempotency-replayed": String(replayed) }
          : date;
        if (!replayed) delete headers["idempotency-replayed"];
        return succeed(response, 202, answer, { headers });
      }
      const record = records.get(seen.path.split("/").at(-1) ?? "");
      return record === undefined
        ? sendError(response, 404, "deployment_not_found")
        : succeed(response, 200, record, { headers: date });
    },
  };
  return service;
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** The error that a call of the client fails with. */
export async function failureOf(promise: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ClientError);
  return error as ClientError;
}

/** Canary: must be in no output. */
export const TOKEN = "sk_test_canary-0123456789";

/** A client of a server, with limits short enough for tests. */
export function clientOf(server: { readonly url: URL }, clock: Clock, limits: Partial<Limits> = {}): Client {
  return createClient({
    baseUrl: server.url,
    token: TOKEN,
    userAgent: "greenroom-test/1",
    clock,
    random: () => 0.5,
    limits: { requestTimeoutMs: REQUEST_TIMEOUT_MS, ...limits },
  });
}
