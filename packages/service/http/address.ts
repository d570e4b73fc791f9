import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

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

/**
 * The IP address of a request's client. `X-Forwarded-For` is read from its end, as long as the addresses are trusted
 * proxies: the client itself can have written the rest.
 * @param incoming Node's request; absent for calls in process.
 */
export function clientAddress(incoming: IncomingMessage | undefined, trustedProxies: readonly string[]): string {
  if (!incoming) return "in-process";
  const hops = String(incoming.headers["x-forwarded-for"] ?? "").split(",");
  let address = normalizeAddress(incoming.socket.remoteAddress ?? "unknown");
  while (trustedProxies.includes(address)) {
    const before = normalizeAddress(hops.pop()?.trim() ?? "");
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/** Whether a request came over TLS, or from this machine in development. [§1] */
export function isSecure(
  incoming: IncomingMessage,
  { development, trustedProxies }: { readonly development: boolean; readonly trustedProxies: readonly string[] },
): boolean {
  const peer = normalizeAddress(incoming.socket.remoteAddress ?? "");
  const forwarded = incoming.headers["x-forwarded-proto"];
  if (trustedProxies.includes(peer) && forwarded !== undefined) return forwarded === "https";
  return development && isLoopback(incoming);
}

/** Whether a connection comes from this machine. */
export function isLoopback(incoming: IncomingMessage): boolean {
  const peer = normalizeAddress(incoming.socket.remoteAddress ?? "");
  return peer === "::1" || peer.startsWith("127.");
}
