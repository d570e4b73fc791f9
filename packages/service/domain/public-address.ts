import { BlockList, isIP } from "node:net";

/** Ranges that are not on the public network. [RFC 6890, RFC 4193, RFC 4291, RFC 6598] */
const RESERVED_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

const RESERVED_IPV6: readonly (readonly [string, number])[] = [
  ["::", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

function reserved(): BlockList {
  const list = new BlockList();
  for (const [network, bits] of RESERVED_IPV4) list.addSubnet(network, bits, "ipv4");
  for (const [network, bits] of RESERVED_IPV6) list.addSubnet(network, bits, "ipv6");
  return list;
}

/**
 * Whether an address belongs to the public network: not loopback, not private, not link-local, not reserved.
 * @param address IPv4 or IPv6 in text; IPv4 inside IPv6 counts as the IPv4 address it is.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  // BlockList looks into IPv4-mapped IPv6 addresses by itself.
  return !reserved().check(address, family === 4 ? "ipv4" : "ipv6");
}
