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

/** Within the one range of IPv6 that is given out. */
const RESERVED_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  // For documentation. [RFC 9637]
  ["3fff::", 20],
];

/** The only range of IPv6 that is given out, beside IPv4 addresses written as IPv6. [RFC 4291 §2.4, §2.5.5.2] */
const GLOBAL_IPV6: readonly (readonly [string, number])[] = [
  ["2000::", 3],
  ["::ffff:0:0", 96],
];

/** Networks that are behind closed doors use these for mirrors, and nothing of a machine's own. [RFC 5737] */
const DOCUMENTATION_IPV4: readonly (readonly [string, number])[] = [
  ["192.0.2.0", 24],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
];

function listOf(...networks: readonly (readonly [string, number])[]): BlockList {
  const list = new BlockList();
  for (const [network, bits] of networks) list.addSubnet(network, bits, isIP(network) === 4 ? "ipv4" : "ipv6");
  return list;
}

/** BlockList finds an IPv4 address also where it is written as IPv6. */
function isIn(list: BlockList, address: string): boolean {
  return list.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** @param address IPv4 inside IPv6 counts as the IPv4 address it is. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 0) return false;
  if (family === 6 && !isIn(listOf(...GLOBAL_IPV6), address)) return false;
  return !isIn(listOf(...RESERVED_IPV4, ...RESERVED_IPV6), address);
}

/**
 * Whether a build may reach an address: a public one, or one of those meant for documentation, which closed networks
 * give to their mirrors; but none of this machine's own.
 */
export function isReachableByBuilds(address: string, own: readonly string[]): boolean {
  if (!isPublicAddress(address) && (isIP(address) === 0 || !isIn(listOf(...DOCUMENTATION_IPV4), address))) return false;
  const mine = new BlockList();
  for (const each of own) mine.addAddress(each, isIP(each) === 4 ? "ipv4" : "ipv6");
  return !isIn(mine, address);
}
