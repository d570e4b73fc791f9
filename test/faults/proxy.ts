import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as ask,
  type ServerResponse,
} from "node:http";
import type { Socket } from "node:net";
import { closeServer, listenLocally, serve } from "../http.ts";

/** One request on its way from the action to the service. */
export interface Passing {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Exact bytes. */
  readonly body: Buffer;
  /** Of the connection to the action. */
  readonly socket: Socket;
  readonly response: ServerResponse;
  /** Lets the service act, and reads its whole response without handing it on. */
  readonly act: () => Promise<Passed>;
  /** Lets the service act, and hands its response on as it comes. */
  readonly pass: () => Promise<void>;
}

/** A whole response of the service. */
export interface Passed {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** What happens to a request instead of being passed on. */
export type Fault = (passing: Passing) => void | Promise<void>;

/** Which requests a fault applies to. */
export interface Rule {
  /** Matched against `METHOD /path`. */
  readonly on: RegExp;
  /** The first matching request it applies to, from 1. */
  readonly nth?: number;
  /** To how many it applies from there on. */
  readonly times?: number;
  readonly fault: Fault;
}

/** What the proxy keeps of a request. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly key: string | undefined;
  readonly body: Buffer;
}

/** A proxy on loopback that fails as its rules say. */
export interface FaultProxy extends AsyncDisposable {
  readonly origin: string;
  readonly seen: readonly Recorded[];
  /** Rules still in force; more may be added. */
  readonly rules: Rule[];
}

interface State {
  readonly target: URL;
  readonly rules: Rule[];
  readonly seen: Recorded[];
  readonly matched: Map<Rule, number>;
}

/** Starts a proxy before a service. Requests without a rule pass byte for byte in both directions. */
export async function startProxy(target: string, rules: readonly Rule[] = []): Promise<FaultProxy> {
  const state: State = {
    target: new URL(target),
    rules: [...rules],
    seen: [],
    matched: new Map(),
  };
  const server = createServer((request, response) => {
    // A fault that breaks off leaves the action with a broken connection, which is a fault as well.
    answer(state, request, response).catch(() => request.socket.destroy());
  });
  server.on("connection", (socket: Socket) => void socket.on("error", () => undefined));
  const port = await listenLocally(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    seen: state.seen,
    rules: state.rules,
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}

async function answer(state: State, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { method = "", url: path = "", headers, socket } = request;
  const body = Buffer.concat(chunks);
  state.seen.push(record({ method, path, headers, body }));
  const forward = (): Promise<IncomingMessage> => forwarded(state.target, { method, path, headers, body, socket });
  const act = async (): Promise<Passed> => {
    const upstream = await forward();
    const parts: Buffer[] = [];
    for await (const part of upstream) parts.push(part as Buffer);
    return { status: upstream.statusCode ?? 0, headers: upstream.headers, body: Buffer.concat(parts) };
  };
  const pass = async (): Promise<void> => {
    const upstream = await forward();
    response.writeHead(upstream.statusCode ?? 0, upstream.rawHeaders);
    response.flushHeaders();
    for await (const part of upstream) response.write(part);
    response.end();
  };
  const fault = befalling(state, `${method} ${path}`);
  await (fault ?? pass)({ method, path, headers, body, socket, response, act, pass });
}

/** The fault for a request, if any; every rule counts what it matches. */
function befalling({ rules, matched }: State, request: string): Fault | undefined {
  let found: Fault | undefined;
  for (const rule of rules) {
    if (!rule.on.test(request)) continue;
    const count = (matched.get(rule) ?? 0) + 1;
    matched.set(rule, count);
    const first = rule.nth ?? 1;
    if (count >= first && count < first + (rule.times ?? 1)) found ??= rule.fault;
  }
  return found;
}

function record(passing: Pick<Passing, "method" | "path" | "headers" | "body">): Recorded {
  const { method, path, headers, body } = passing;
  const key = headers["idempotency-key"];
  return {
    method,
    path,
    key: typeof key === "string" ? key : undefined,
    body,
  };
}

async function forwarded(
  target: URL,
  { method, path, headers, body, socket }: Pick<Passing, "method" | "path" | "headers" | "body" | "socket">,
): Promise<IncomingMessage> {
  const outgoing = ask({
    host: target.hostname,
    port: target.port,
    method,
    path,
    headers: { ...headers, host: target.host, connection: "close" },
  });
  const gone = (): void => void outgoing.destroy();
  socket.once("close", gone);
  outgoing.end(body);
  const [upstream] = (await once(outgoing, "response")) as [IncomingMessage];
  upstream.once("close", () => socket.off("close", gone));
  return upstream;
}

/** Another server, which must never get a request. */
export interface Elsewhere extends AsyncDisposable {
  readonly origin: string;
  /** Head lines of requests it got. */
  readonly requests: readonly string[];
}

/** Starts a server on another port that records its requests. */
export async function startElsewhere(): Promise<Elsewhere> {
  const requests: string[] = [];
  const server = await serve((request, response) => {
    requests.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true,"data":{}}');
  });
  return { origin: server.url, requests, [Symbol.asyncDispose]: server[Symbol.asyncDispose] };
}
