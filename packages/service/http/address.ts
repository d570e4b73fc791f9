import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** Writes an IPv4 address that came over an IPv6 socket as IPv4. */
function plain(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

/**
 * Address of the client of a request.
 * `X-Forwarded-For` is read from its end, as long as the addresses are listed proxies: what stands before was
 * written by the client itself.
 * @param incoming Node's request; absent for calls in process.
 * @param trustedProxies Addresses of proxies whose word counts.
 */
export function clientAddress(incoming: IncomingMessage | undefined, trustedProxies: readonly string[]): string {
  if (!incoming) return "in-process";
  const hops = String(incoming.headers["x-forwarded-for"] ?? "").split(",");
  let address = plain(incoming.socket.remoteAddress ?? "unknown");
  while (trustedProxies.includes(address)) {
    const before = plain(hops.pop()?.trim() ?? "");
    if (isIP(before) === 0) break;
    address = before;
  }
  return address;
}

/**
 * Tells whether a request came over TLS, or from this machine in development.
 * @see Interface §1
 */
export function isSecure(
  incoming: IncomingMessage,
  { development, trustedProxies }: { readonly development: boolean; readonly trustedProxies: readonly string[] },
): boolean {
  const peer = plain(incoming.socket.remoteAddress ?? "");
  const forwarded = incoming.headers["x-forwarded-proto"];
  if (trustedProxies.includes(peer) && forwarded !== undefined) return forwarded === "https";
  return development && isLoopback(incoming);
}

/** Tells whether a connection comes from this machine. */
export function isLoopback(incoming: IncomingMessage): boolean {
  const peer = plain(incoming.socket.remoteAddress ?? "");
  return peer === "::1" || peer.startsWith("127.");
}
