import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";

/** An IPv4 address from an IPv6 socket is written as IPv4. */
function normalize(address: string): string {
  return address.startsWith("::ffff:") ? address.slice("::ffff:".length) : address;
}

/**
 * The IP address of a request's client. `X-Forwarded-For` is read from its end, as long as the addresses are trusted
 * proxies: the client itself can have written the rest.
 * @param incoming Node's request; absent for calls in process.
 */
export function clientAddress(incoming: IncomingMessage | undefined, trustedProxies: readonly string[]): string {
  if (!incoming) return "in-process";
  const hops = String(incoming.headers["x-forwarded-for"] ?? "").split(",");
  let address = normalize(incoming.socket.remoteAddress ?? "unknown");
  while (trustedProxies.includes(address)) {
    const before = normalize(hops.pop()?.trim() ?? "");
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
  const peer = normalize(incoming.socket.remoteAddress ?? "");
  const forwarded = incoming.headers["x-forwarded-proto"];
  if (trustedProxies.includes(peer) && forwarded !== undefined) return forwarded === "https";
  return development && isLoopback(incoming);
}

/** Whether a connection comes from this machine. */
export function isLoopback(incoming: IncomingMessage): boolean {
  const peer = normalize(incoming.socket.remoteAddress ?? "");
  return peer === "::1" || peer.startsWith("127.");
}
