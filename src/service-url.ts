import { BlockList, isIP } from "node:net";
import { isLoopbackHost, isProtected } from "@greenroom/client/transport";
import { parseUrl } from "./github/payload.ts";
import { type SafeAddress, safeAddress } from "./github/untrusted-text.ts";

/** Metadata services of clouds; RFC 3927 and RFC 4291 §2.5.6, then addresses of single clouds. */
const METADATA_NETWORKS: readonly (readonly [network: string, bits: number, family: "ipv4" | "ipv6"])[] = [
  ["169.254.0.0", 16, "ipv4"],
  ["fe80::", 10, "ipv6"],
  ["fd00:ec2::", 32, "ipv6"],
  ["fd20:ce::254", 128, "ipv6"],
  ["100.100.100.200", 32, "ipv4"],
  ["168.63.129.16", 32, "ipv4"],
  ["192.0.0.192", 32, "ipv4"],
];
const METADATA_NAMES = /^(?:metadata|metadata\.google\.internal|metadata\.goog|instance-data(?:\.[a-z0-9-]+)*)\.?$/;

/**
 * Checks whether a host is link-local or the metadata service of a cloud, which gives out credentials.
 * Private networks are allowed: a self-hosted service lives there.
 * @param hostname Host of a parsed URL, which spells an IPv4 address in one way only.
 */
export function isMetadataHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  // Building the list takes milliseconds, which would delay the first request.
  if (isLoopbackHost(hostname)) return false;
  const family = isIP(address);
  if (family === 0) return METADATA_NAMES.test(hostname);
  const list = new BlockList();
  for (const subnet of METADATA_NETWORKS) list.addSubnet(...subnet);
  return list.check(address, family === 4 ? "ipv4" : "ipv6");
}

/**
 * Reads a URL a credential may be sent to: https, or http to a loopback address.
 * @param text An absolute URL.
 * @returns Undefined when it is none, has a user name, password, query or fragment, or is link-local.
 */
export function parseServiceUrl(text: string): URL | undefined {
  const url = parseUrl(text);
  if (url === undefined || url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return undefined;
  }
  return isProtected(url) && !isMetadataHost(url.hostname) ? url : undefined;
}

/**
 * Checks whether two URLs belong to one service: the same origin, or two loopback names of one port.
 * @see RFC 6454 §5
 */
export function isSameOrigin(one: URL, other: URL): boolean {
  if (one.origin === other.origin) return one.origin !== "null";
  const bothLoopback = isLoopbackHost(one.hostname) && isLoopbackHost(other.hostname);
  return bothLoopback && one.protocol === other.protocol && one.port === other.port;
}

/**
 * Reads a URL of a deployment as one a user may be shown.
 * @param text As the service gave it.
 * @param baseUrl The service; only one on loopback without TLS may show URLs without TLS.
 */
export function publicUrl(text: string | null | undefined, baseUrl: URL): SafeAddress | undefined {
  const allowLoopbackHttp = baseUrl.protocol === "http:" && isLoopbackHost(baseUrl.hostname);
  return typeof text === "string" ? safeAddress(text, { allowLoopbackHttp }) : undefined;
}
