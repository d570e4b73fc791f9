import { describe, expect, test } from "vitest";
import {
  BUILD_STEP_HOSTS,
  type BuildTrust,
  hostsOfStep,
  type ReachableHosts,
  reachOf,
  readListedHost,
  readOperatorHost,
  readTarget,
} from "../../packages/service/domain/build-hosts.ts";
import { isPublicAddress, isReachableByBuilds } from "../../packages/service/domain/public-address.ts";

const hosts: ReachableHosts = {
  listed: ["cms.example.com", "*.fonts.example.com", "*.example.org"],
  operator: [
    { host: "registry.internal", port: 8443 },
    { host: "10.0.0.8", port: 443 },
  ],
  own: ["greenroom.example.org", "previews.example.org"],
};

const reach = (authority: string) => {
  const target = readTarget(authority);
  return target === undefined ? "not a target" : reachOf(target, hosts);
};

describe("a host that a build asks for", () => {
  test.each([
    ["cms.example.com:443", "public"],
    ["CMS.Example.com.:443", "public"],
    ["a.fonts.example.com:443", "public"],
    ["a.b.fonts.example.com:443", "public"],
    ["registry.internal:8443", "anywhere"],
    ["10.0.0.8:443", "anywhere"],
    ["fonts.example.com:443", "unlisted"],
    [".fonts.example.com:443", "unlisted"],
    ["evilfonts.example.com:443", "unlisted"],
    ["cms.example.com.evil.net:443", "unlisted"],
    ["xcms.example.com:443", "unlisted"],
    ["registry.internal:443", "unlisted"],
    ["10.0.0.8:22", "unlisted"],
    ["[::ffff:10.0.0.8]:443", "unlisted"],
    ["cms.example.com:80", "port"],
    ["cms.example.com:22", "port"],
    ["cms.example.com:25", "port"],
    ["cms.example.com:4430", "port"],
    ["greenroom.example.org:443", "own"],
    ["greenroom.example.org.:443", "own"],
    ["shop.previews.example.org:443", "own"],
    ["previews.example.org:443", "own"],
  ])("%s is %s", (authority, expected) => expect(reach(authority)).toBe(expected));

  test.each([
    "cms.example.com",
    "cms.example.com:",
    "cms.example.com:0",
    "cms.example.com:65536",
    "cms.example.com:443:443",
    "user@cms.example.com:443",
    "cms.example.com\u0000.evil.net:443",
    "cms.example.com /:443",
    "cms%2eexample.com:443",
    "https://cms.example.com:443",
    "/:443",
    ":443",
    "",
    "[::1",
    "[cms.example.com]:443",
    "[fe80::1%25lo]:443",
    "[10.0.0.8]:443",
    "[::1::]:443",
    `${"a.".repeat(130)}fonts.example.com:443`,
  ])("%j is not one", (authority) => expect(reach(authority)).toBe("not a target"));

  test.each(["127.0.0.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "localhost", "[::1]", "[::]"])(
    "an address, as %s, is on no list of names",
    (address) => expect(reach(`${address}:443`)).toBe("unlisted"),
  );
});

describe("what a build step may reach", () => {
  const site = { hosts: ["cms.example.com"], buildStepHosts: ["fonts.example.com"], listWithValues: false };
  const trusted = { isUnverified: false, hasValues: false };

  test.each<[string, BuildTrust, boolean, readonly string[], string]>([
    ["of a commit of a branch is the list and what its site allows", trusted, false, ["fonts", "cms"], "unlisted"],
    ["of a commit of no branch is nothing", { ...trusted, isUnverified: true }, false, [], "fork"],
    ["of one with values is what its site allows", { ...trusted, hasValues: true }, false, ["cms"], "values"],
    [
      "of one with values is the list too where its site says so",
      { ...trusted, hasValues: true },
      true,
      ["fonts", "cms"],
      "unlisted",
    ],
    ["of a commit of no branch is nothing, also there", { isUnverified: true, hasValues: true }, true, [], "fork"],
  ])("%s", (_, trust, listWithValues, names, because) => {
    const found = hostsOfStep("build", trust, { ...site, listWithValues });
    expect(found.listed).toEqual(names.map((name) => `${name}.example.com`));
    expect([found.operator, found.because("fonts.example.com")]).toEqual([!trust.isUnverified, because]);
  });
});

describe("an entry of a site's list", () => {
  test.each([
    ["cms.example.com", "cms.example.com"],
    ["CMS.Example.com", "cms.example.com"],
    ["*.example.com", "*.example.com"],
    ["xn--bcher-kva.example", "xn--bcher-kva.example"],
    ["a_b.example.com", "a_b.example.com"],
  ])("%s is one", (text, expected) => expect(readListedHost(text)).toBe(expected));

  test.each([
    "",
    "localhost",
    "com",
    "*.com",
    "*",
    "*.*.example.com",
    "a.*.example.com",
    "127.0.0.1",
    "2130706433",
    "127.0.0.0x1",
    "0x7f.1",
    "10.0.0.8.",
    "[::1]",
    "::1",
    "a.example.com:443",
    "https://a.example.com",
    "a.example.com/",
    "a b.example.com",
    "a..example.com",
    "-a.example.com",
    `${"a".repeat(64)}.example.com`,
    `${"a.".repeat(130)}com`,
  ])("%j is none", (text) => expect(readListedHost(text)).toBeUndefined());

  test("is each of the hosts that come with the service", () => {
    expect(BUILD_STEP_HOSTS.map(readListedHost)).toEqual([...new Set(BUILD_STEP_HOSTS)]);
    expect(BUILD_STEP_HOSTS.map(readOperatorHost)).toEqual(BUILD_STEP_HOSTS.map((host) => ({ host, port: 443 })));
  });
});

describe("an address that a build may reach", () => {
  const own = ["198.51.100.7", "2001:470::7", "127.0.0.1"];

  test.each(["140.82.112.3", "::ffff:140.82.112.3", "2606:50c0:8000::154"])("is %s, which is public", (address) => {
    expect(isReachableByBuilds(address, own)).toBe(true);
    expect(isPublicAddress(address)).toBe(true);
  });

  test.each(["203.0.113.80", "192.0.2.1", "198.51.100.8"])(
    "is %s, which is meant for documentation alone",
    (address) => {
      expect(isReachableByBuilds(address, own)).toBe(true);
      expect(isPublicAddress(address)).toBe(false);
    },
  );

  test.each(["198.51.100.7", "::ffff:198.51.100.7", "::ffff:c633:6407", "2001:470::7", "2001:0470:0::0007"])(
    "is not %s, which is this machine's own",
    (address) => expect(isReachableByBuilds(address, own)).toBe(false),
  );

  test.each([
    "127.0.0.1",
    "127.255.255.254",
    "0.0.0.0",
    "0.1.2.3",
    "10.0.0.1",
    "100.64.0.1",
    "100.100.100.200",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "192.0.0.192",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::7f00:1",
    "::ffff:127.0.0.1",
    "::ffff:a9fe:a9fe",
    "::ffff:0:7f00:1",
    "::ffff:0:a9fe:a9fe",
    "64:ff9b::7f00:1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::a00:1",
    "2002:7f00:1::",
    "3fff:fff::1",
    "2001::1",
    "100::1",
    "fc00::1",
    "fd00:ec2::254",
    "fe80::1",
    "fec0::1",
    "ff02::1",
    "2001:db8::1",
    "4000::1",
    "2130706433",
    "nonsense",
    "",
  ])("is not %s", (address) => {
    expect(isReachableByBuilds(address, own)).toBe(false);
    expect(isPublicAddress(address)).toBe(false);
  });
});
