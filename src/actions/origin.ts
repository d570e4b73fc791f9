/**
 * Tells whether a host can only mean this machine.
 * @param hostname Host of a parsed URL: lower case, IPv6 in brackets.
 * @see RFC 6761 §6.3, RFC 1122 §3.2.1.3
 */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || hostname === "[::1]" || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Reads an address a credential may be sent to: https, or http to a loopback address.
 * @param text An absolute URL.
 * @returns Undefined when it is none, carries a user name or a password, or has a query or fragment.
 */
export function serviceAddress(text: string): URL | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return undefined;
  }
  if (url.protocol === "https:") return url;
  return url.protocol === "http:" && isLoopbackHost(url.hostname) ? url : undefined;
}

/**
 * Tells whether two addresses belong to one service: the same origin, or two loopback names of one port.
 * @see RFC 6454 §5
 */
export function sameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return one.origin !== "null";
  const bothLoopback = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname);
  return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}
