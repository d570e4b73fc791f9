import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { mkdir, open, rm } from "node:fs/promises";
import { createServer, IncomingMessage, request as httpRequest, type Server } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect, isIP, Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { errorCode } from "@greenroom/contract/coded-error";
import { type ReachableHosts, reachOf, readTarget, type Target } from "../../domain/build-hosts.ts";
import { isReachableByBuilds } from "../../domain/public-address.ts";
import { MAX_GREETING_BYTES, readGreeting } from "./client-hello.ts";

/** How this machine reaches the network, the same for all builds. */
export interface Uplink {
  /** All addresses of a name, at least one. */
  readonly lookup: (host: string) => Promise<readonly Address[]>;
  readonly connect: (target: Target, addresses: readonly Address[]) => Socket;
  /** Proxy that a host is reached through, undefined to connect to it. */
  readonly proxyFor: (target: Target) => URL | undefined;
  readonly limits: EgressLimits;
}

interface Address {
  readonly address: string;
  readonly family: number;
}

interface EgressLimits {
  /** Connections at a time. */
  readonly connections: number;
  /** Connections of one step in all, so that a loop of requests ends. */
  readonly totalConnections: number;
  /** Bytes of one step, both ways together. */
  readonly totalBytes: number;
  /** Time for a request to arrive. */
  readonly requestMs: number;
  /** A connection on which nothing moves for this long is closed. */
  readonly idleMs: number;
  readonly connectMs: number;
}

const MAX_ADDRESSES = 16;

const EGRESS_LIMITS: EgressLimits = {
  connections: 256,
  totalConnections: 20_000,
  totalBytes: 8 * 1024 ** 3,
  requestMs: 10_000,
  idleMs: 120_000,
  connectMs: 20_000,
};

/** @param environment The operator's: a proxy that this machine needs to reach the network is used for builds too. */
export function readUplink(environment: Readonly<Record<string, string | undefined>>): Uplink {
  return {
    lookup: (host) => lookup(host, { all: true }),
    connect: ({ host, port }, addresses) =>
      connect({
        host,
        port,
        autoSelectFamily: true,
        lookup: (_host, _options, callback) => callback(null, addresses.slice(0, MAX_ADDRESSES)),
      }),
    proxyFor: (target) => upstreamOf(target, environment),
    limits: EGRESS_LIMITS,
  };
}

/** Reads HTTPS_PROXY and NO_PROXY in both cases of letters, as curl does. */
function upstreamOf(
  { host, port }: Target,
  environment: Readonly<Record<string, string | undefined>>,
): URL | undefined {
  const text = environment["https_proxy"] ?? environment["HTTPS_PROXY"] ?? "";
  const excepted = (environment["no_proxy"] ?? environment["NO_PROXY"] ?? "").toLowerCase().split(/[\s,]+/);
  const direct = excepted
    .map((entry) => entry.replace(/^\*?\./, "").replace(/:\d+$/, (digits) => (digits === `:${port}` ? "" : digits)))
    .some((entry) => entry !== "" && (entry === "*" || entry === host || host.endsWith(`.${entry}`)));
  if (text === "" || direct) return undefined;
  return URL.parse(text.includes("://") ? text : `http://${text}`) ?? undefined;
}

export type Rejection =
  | HostRejection
  /** A tunnel to the host was used for another one, or for something else than TLS. */
  | { readonly kind: "misused"; readonly host: string }
  | { readonly kind: "connections" | "bytes"; readonly host?: undefined };

interface HostRejection {
  readonly kind: RejectionKind;
  readonly host: string;
}

type RejectionKind = "own" | "unlisted" | "port" | "plain" | "private" | "unknown" | "unanswered" | "unreachable";

const RESPONSES: Readonly<Record<RejectionKind, string>> = {
  own: "403 Not for builds",
  unlisted: "403 Not on the list of hosts",
  port: "403 Only port 443",
  plain: "403 Only https",
  private: "403 Not on the public network",
  unknown: "502 No such host",
  unanswered: "502 No answer of the DNS",
  unreachable: "502 Out of reach",
};

/** Only way of one step to the network. */
export interface Egress extends AsyncDisposable {
  /** Path of the socket on which the proxy listens, to be shown to this step alone. */
  readonly socket: string;
}

interface EgressOptions {
  /** Folder of the build; the socket gets a folder of its own in it. */
  readonly folder: string;
  readonly hosts: ReachableHosts;
  readonly uplink: Uplink;
  /** Called once for each thing that is refused, and for not more than a few dozen of them. */
  readonly onRejected: (rejection: Rejection) => void;
}

const MAX_HEAD_BYTES = 8 * 1024;
const CHECKS_A_REQUEST = 4;

/**
 * Opens the proxy of one step. It makes tunnels to listed hosts and does nothing else, and it trusts nothing of what
 * arrives: a build can speak to the socket without the forwarder that stands before it.
 */
export async function openEgress({ folder, hosts, uplink, onRejected }: EgressOptions): Promise<Egress> {
  const own = join(folder, "egress");
  // That of an earlier step, which has ended.
  await rm(own, { recursive: true, force: true });
  await mkdir(own, { mode: 0o700 });
  const server = createServer({
    maxHeaderSize: MAX_HEAD_BYTES,
    headersTimeout: uplink.limits.requestMs,
    requestTimeout: uplink.limits.requestMs,
    connectionsCheckingInterval: uplink.limits.requestMs / CHECKS_A_REQUEST,
  });
  const step = new StepTraffic(server, uplink.limits, onceEach(onRejected));
  server.on("request", (request) => {
    step.refuse({ kind: "plain", host: hostOf(request) });
    respond(request.socket, "plain");
  });
  server.on("connect", (request, client, head) => {
    tunnel({ authority: request.url ?? "", client, head }, { hosts, uplink, step }).catch(() => client.destroy());
  });
  // By its folder's descriptor, since the path of a socket is short and that of a build may be long. [unix(7)]
  const handle = await open(own);
  try {
    // For the id of the build; its folder keeps the other accounts of the machine out.
    server.listen({ path: `/proc/self/fd/${handle.fd}/${SOCKET}`, writableAll: true, readableAll: true });
    await once(server, "listening");
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    socket: join(own, SOCKET),
    async [Symbol.asyncDispose]() {
      await step.end();
      // Not before: closing the server removes the socket by the same path.
      await handle.close();
      await rm(own, { recursive: true, force: true });
    },
  };
}

const SOCKET = "proxy.sock";

const MAX_REJECTIONS = 30;

function onceEach(onRejected: (rejection: Rejection) => void): (rejection: Rejection) => void {
  const reported = new Set<string>();
  return (rejection) => {
    const key = `${rejection.kind} ${rejection.host ?? ""}`;
    if (reported.has(key) || reported.size >= MAX_REJECTIONS) return;
    reported.add(key);
    onRejected(rejection);
  };
}

function hostOf({ url = "", headers }: IncomingMessage): string {
  return URL.parse(url)?.host ?? headers.host ?? "";
}

class StepTraffic {
  readonly refuse: (rejection: Rejection) => void;
  readonly #server: Server;
  readonly #limits: EgressLimits;
  readonly #open = new Set<Socket>();
  readonly #ended = new AbortController();
  #connections = 0;
  #bytes = 0;

  constructor(server: Server, limits: EgressLimits, refuse: (rejection: Rejection) => void) {
    this.#server = server;
    this.#limits = limits;
    this.refuse = refuse;
    server.maxConnections = limits.connections;
    server.on("drop", () => refuse({ kind: "connections" }));
    server.on("clientError", (_error, socket) => socket.destroy());
    server.on("connection", (socket) => {
      this.own(socket);
      this.#connections += 1;
      if (this.#connections >= limits.totalConnections) this.#cutOff({ kind: "connections" });
    });
  }

  /** Aborts when the step has ended or used up what it may. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  /** Closes a socket with the step, if not before. */
  own(socket: Socket): void {
    this.#open.add(socket);
    socket.on("error", () => socket.destroy());
    socket.once("close", () => this.#open.delete(socket));
    if (this.signal.aborted) socket.destroy();
    socket.setTimeout(this.#limits.idleMs, () => socket.destroy());
  }

  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.totalBytes) this.#cutOff({ kind: "bytes" });
  }

  #cutOff(rejection: Rejection): void {
    this.refuse(rejection);
    this.#close();
  }

  #close(): void {
    this.#ended.abort();
    this.#server.close();
    for (const socket of this.#open) socket.destroy();
  }

  async end(): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, "close") : undefined;
    this.#close();
    await closed;
  }
}

interface ConnectRequest {
  readonly authority: string;
  readonly client: Duplex;
  /** What came after the request. */
  readonly head: Buffer;
}

interface TunnelContext {
  readonly hosts: ReachableHosts;
  readonly uplink: Uplink;
  readonly step: StepTraffic;
}

async function tunnel({ authority, client, head }: ConnectRequest, way: TunnelContext): Promise<void> {
  if (!(client instanceof Socket)) throw new TypeError("A proxy's client is a socket.");
  // It came behind a request that was refused.
  if (client.writableEnded) return;
  const reached = await reachHost(authority, way);
  if (!("remote" in reached)) {
    way.step.refuse(reached);
    return respond(client, reached.kind);
  }
  const { remote, serverName } = reached;
  client.write("HTTP/1.1 200 Connection established\r\n\r\n");
  if (head.length > 0) client.unshift(head);
  if (serverName !== undefined) {
    const greets = await greetsWith(serverName, client, way).catch(() => false);
    if (!greets) {
      client.destroy();
      remote.destroy();
      return;
    }
  }
  pass(client, remote, way.step);
  pass(remote, client, way.step);
}

/** A connection whose request was refused is closed: no second request is read from it. */
function respond(client: Socket, kind: RejectionKind): void {
  client.end(`HTTP/1.1 ${RESPONSES[kind]}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  client.destroySoon();
}

/** The end of one side is the end of the other, once that has what was sent before. */
function pass(from: Socket, to: Socket, step: StepTraffic): void {
  if (from.destroyed) to.destroySoon();
  from.once("close", () => to.destroySoon());
  from.on("data", (chunk: Buffer) => step.count(chunk.length));
  from.pipe(to);
}

/**
 * Whether a client begins TLS with the server it asked for. Behind one address there are often many sites, and which of
 * them responds is decided by the name in this greeting.
 */
async function greetsWith(serverName: string, client: Socket, { uplink, step }: TunnelContext): Promise<boolean> {
  const signal = AbortSignal.any([step.signal, AbortSignal.timeout(uplink.limits.requestMs)]);
  const bytes = Buffer.alloc(MAX_GREETING_BYTES);
  for (let length = 0; ;) {
    const chunk: unknown = client.read();
    if (!Buffer.isBuffer(chunk)) {
      if (client.readableEnded || client.destroyed) return false;
      await once(client, "readable", { signal });
      continue;
    }
    const taken = chunk.copy(bytes, length);
    length += taken;
    const greeting = readGreeting(bytes.subarray(0, length));
    if (greeting.kind === "incomplete" && length < bytes.length) continue;
    if (greeting.kind === "hello" && greeting.serverName?.toLowerCase() === serverName) {
      client.unshift(chunk.subarray(taken));
      client.unshift(bytes.subarray(0, length));
      return true;
    }
    step.refuse({ kind: "misused", host: serverName });
    return false;
  }
}

interface Reached {
  readonly remote: Socket;
  /** The only server that TLS may be begun with; undefined for a host of the operator, whatever is spoken there. */
  readonly serverName: string | undefined;
}

async function reachHost(authority: string, way: TunnelContext): Promise<Reached | HostRejection> {
  const target = readTarget(authority);
  if (target === undefined) return { kind: "unlisted", host: authority };
  const reach = reachOf(target, way.hosts);
  if (reach === "public" || reach === "anywhere") {
    const remote = await dial(target, reach, way);
    if (!(remote instanceof Socket)) return remote;
    return { remote, serverName: reach === "public" ? target.host : undefined };
  }
  return { kind: reach, host: reach === "port" ? authority : target.host };
}

/** The name is resolved once: what was checked is what is connected to. */
async function dial(
  target: Target,
  reach: "public" | "anywhere",
  { uplink, step }: TunnelContext,
): Promise<Socket | HostRejection> {
  const refused = (kind: RejectionKind): HostRejection => ({ kind, host: target.host });
  const proxy = uplink.proxyFor(target);
  // Behind a company's proxy, the names of the public network are often known to that proxy alone.
  const found = await uplink.lookup(target.host).catch(noAddresses);
  if (proxy === undefined && (found === "unanswered" || found.length === 0)) {
    return refused(found === "unanswered" ? found : "unknown");
  }
  const addresses = found === "unanswered" ? [] : found;
  const own = Object.values(networkInterfaces()).flatMap((each = []) => each.map(({ address }) => address));
  if (reach === "public" && !addresses.every(({ address }) => isReachableByBuilds(address, own))) {
    return refused("private");
  }
  const signal = AbortSignal.any([step.signal, AbortSignal.timeout(uplink.limits.connectMs)]);
  try {
    return await (proxy === undefined
      ? connected(uplink.connect(target, addresses), { step, signal })
      : connectThrough(proxy, target, { step, signal }));
  } catch {
    return refused("unreachable");
  }
}

/** That a name does not exist is an answer; without one nothing is known of the name. [getaddrinfo(3)] */
function noAddresses(error: unknown): "unanswered" | readonly [] {
  return errorCode(error) === "ENOTFOUND" ? [] : "unanswered";
}

interface Attempt {
  readonly step: StepTraffic;
  readonly signal: AbortSignal;
}

async function connected(socket: Socket, { step, signal }: Attempt): Promise<Socket> {
  step.own(socket);
  try {
    await once(socket, "connect", { signal });
    return socket;
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function connectThrough(proxy: URL, { host, port }: Target, { step, signal }: Attempt): Promise<Socket> {
  const authority = `${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
  const login = [proxy.username, proxy.password].map(decodeURIComponent).join(":");
  const secure = proxy.protocol === "https:";
  const request = (secure ? httpsRequest : httpRequest)({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port === "" ? (secure ? 443 : 80) : proxy.port,
    method: "CONNECT",
    path: authority,
    headers: {
      host: authority,
      ...(login === ":" ? {} : { "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}` }),
    },
    agent: false,
  });
  try {
    const connected = once(request, "connect", { signal });
    request.end();
    const [response, socket, head]: unknown[] = await connected;
    if (!(response instanceof IncomingMessage && socket instanceof Socket && Buffer.isBuffer(head))) {
      throw new TypeError("A CONNECT request is answered with a socket.");
    }
    step.own(socket);
    if (response.statusCode !== 200) throw new Error(`The proxy answered ${response.statusCode}.`);
    if (head.length > 0) socket.unshift(head);
    return socket;
  } catch (error) {
    request.destroy();
    throw error;
  }
}
