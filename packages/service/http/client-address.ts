import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import type { Settings } from "../settings.ts";

/**
 * One spelling of each address: an IPv4 address inside IPv6 as IPv4, IPv6 as browsers write it, without a zone.
 * @returns The text as it is when it is no address.
 * @see RFC 5952, RFC 4291 §2.5.5.2
 */
export function normalizeAddress(text: string): string {
  const [address = ""] = text.split("%", 1);
  if (isIP(address) !== 6) return text;
  const { hostname } = new URL(`http://[${address}]`);
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname);
  if (!mapped) return hostname.slice(1, -1);
  const [high, low] = [Number.parseInt(mapped[1] ?? "", 16), Number.parseInt(mapped[2] ?? "", 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/**
 * What limits by address count: an IPv4 address, or the /64 of an IPv6 address, since one customer has all of it.
 * @param address As `normalizeAddress` writes it.
 * @see RFC 6177
 */
export function limitKey(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** @param address As `normalizeAddress` writes it. */
export function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}

/** Header in which a proxy shows that it is the operator's; the guide writes it as `X-Greenroom-Proxy-Secret`. */
const PROXY_SECRET_HEADER = "x-greenroom-proxy-secret";

interface Client {
  /** IP address, also behind a proxy; `socket` for a caller on the unix socket that names none. */
  readonly address: string;
  /** Whether the request came over TLS, or from this machine in development. [§1] */
  readonly isSecure: boolean;
  /** Whether it comes from this machine and not through a proxy. */
  readonly isLocal: boolean;
}

type ProxySettings = Pick<Settings, "development" | "socket" | "trustedProxies" | "proxySecret">;

const clients = new WeakMap<IncomingMessage, Client>();

/**
 * Finds where a request comes from. `X-Forwarded-*` headers count only from a proxy: a caller on the unix socket, one
 * that sends the secret, or, where there is no secret, one at a trusted address.
 * The first call takes the secret out of the request, so that nothing after it can show or log it.
 */
export function clientOf(incoming: IncomingMessage, settings: ProxySettings): Client {
  const known = clients.get(incoming);
  if (known) return known;
  const client = readClient(incoming, settings);
  clients.set(incoming, client);
  return client;
}

function readClient(incoming: IncomingMessage, settings: ProxySettings): Client {
  const { development, trustedProxies, proxySecret } = settings;
  // A connection that has ended has no address either, so its absence says nothing about the kind of socket.
  const isSocket = settings.socket !== undefined;
  const peer = normalizeAddress(incoming.socket.remoteAddress ?? "");
  const hasSecret = takeSecret(incoming, proxySecret);
  const isProxy = isSocket || (proxySecret === undefined ? trustedProxies.includes(peer) : hasSecret);
  const isHere = isSocket || isLoopback(peer);
  const { "x-forwarded-proto": proto, "x-forwarded-for": forwarded } = incoming.headers;
  return {
    address: isProxy ? lastUntrusted(String(forwarded ?? "").split(","), peer, trustedProxies) : peer || "unknown",
    isSecure: isProxy && proto !== undefined ? proto === "https" : development && isHere,
    isLocal: isHere && forwarded === undefined,
  };
}

/**
 * Reads the addresses of `X-Forwarded-For` from the end as long as they are those of trusted proxies: what stands
 * before them can have been written by the client itself.
 */
function lastUntrusted(hops: string[], peer: string, trustedProxies: readonly string[]): string {
  let address = peer || "socket";
  do {
    const before = normalizeAddress(hops.pop()?.trim() ?? "");
    if (isIP(before) === 0) break;
    address = before;
  } while (trustedProxies.includes(address));
  return address;
}

/** Removes the secret from a request. @returns Whether it was the right one. */
function takeSecret(incoming: IncomingMessage, secret: string | undefined): boolean {
  const given = incoming.headers[PROXY_SECRET_HEADER];
  if (given === undefined) return false;
  const { rawHeaders } = incoming;
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase() === PROXY_SECRET_HEADER) rawHeaders.splice(index, 2);
  }
  delete incoming.headers[PROXY_SECRET_HEADER];
  if (secret === undefined) return false;
  return timingSafeEqual(digest(String(given)), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
