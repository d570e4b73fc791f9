import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { compareAddresses, createDomainDns, type DomainDns } from "../../../packages/service/outside/dns.ts";
import { type DnsServer, startDns } from "../../dns.ts";

const CHALLENGE = "_greenroom-challenge.www.example.com";

let server: DnsServer;
let dns: DomainDns;
beforeEach(async () => {
  server = await startDns();
  dns = createDomainDns([server.address]);
});
afterEach(() => server[Symbol.asyncDispose]());

const proof = () => dns.findProof("www.example.com");
const values = (...all: readonly string[]) => ({ kind: "values", values: new Set(all) });

describe("the proof of a domain", () => {
  test("is read from TXT records, in one part or several, with or without quotes", async () => {
    server.set(CHALLENGE, { TXT: ["one", ["two ", "parts"], '"quoted"', " spaced "] });
    expect(await proof()).toEqual(values("one", "two parts", "quoted", "spaced"));
  });

  test("can be delegated by a CNAME", async () => {
    server.set(CHALLENGE, { CNAME: "proofs.example.net" });
    server.set("proofs.example.net", { TXT: ["one"] });
    expect(await proof()).toEqual(values("one"));
  });

  test("is not there when the name is unknown, or has other records only", async () => {
    expect(await proof()).toEqual({ kind: "none" });
    server.set(CHALLENGE, { A: ["192.0.2.1"] });
    expect(await proof()).toEqual({ kind: "none" });
    server.set(CHALLENGE, { CNAME: "nowhere.example.net" });
    expect(await proof()).toEqual({ kind: "none" });
  });

  test.each(["servfail", "refused", "garbage"] as const)("is unknown when the server answers %s", async (failure) => {
    server.set(CHALLENGE, failure);
    expect(await proof()).toEqual({ kind: "unavailable" });
  });

  test("is unknown when no server answers, or none is there, and the question ends", async () => {
    server.set(CHALLENGE, "silent");
    expect(await proof()).toEqual({ kind: "unavailable" });
    const closed = await startDns();
    await closed[Symbol.asyncDispose]();
    expect(await createDomainDns([closed.address]).findProof("www.example.com")).toEqual({ kind: "unavailable" });
  });

  test("is unknown when the service stops while it asks", async () => {
    server.set(CHALLENGE, "silent");
    const stopping = new AbortController();
    const asked = dns.findProof("www.example.com", stopping.signal);
    stopping.abort();
    expect(await asked).toEqual({ kind: "unavailable" });
    expect(await dns.findProof("www.example.com", stopping.signal)).toEqual({ kind: "unavailable" });
  });

  test("is not found in a loop of CNAMEs", async () => {
    server.set(CHALLENGE, "loop");
    expect((await proof()).kind).not.toBe("values");
  });

  test("is read no further than a hundred records, none longer than 255 characters", async () => {
    const many = Array.from({ length: 150 }, (_, index) => `value ${index}`);
    server.set(CHALLENGE, { TXT: [Array.from({ length: 100 }, () => "x".repeat(255)), ...many] });
    const found = await proof();
    const read = found.kind === "values" ? [...found.values] : [];
    expect(read).toHaveLength(99);
    expect(read.every((value) => value.startsWith("value "))).toBe(true);
  });
});

describe("the addresses of a domain", () => {
  const found = () => dns.findAddresses("www.example.com");

  test("are those of both families, also behind a CNAME", async () => {
    server.set("www.example.com", { CNAME: "sites.example.org" });
    server.set("sites.example.org", { A: ["192.0.2.1"], AAAA: ["2001:db8::1"] });
    expect(await found()).toEqual(new Set(["192.0.2.1", "2001:db8::1"]));
  });

  test("are none when there are no records, and unknown when the DNS does not say", async () => {
    expect(await found()).toEqual(new Set());
    server.set("www.example.com", "servfail");
    expect(await found()).toBeUndefined();
  });

  test("lead here when one is the service's", () => {
    const own = new Set(["192.0.2.1", "2001:db8::1"]);
    expect(compareAddresses(new Set(["2001:db8::1", "192.0.2.9"]), own)).toBe("here");
    expect(compareAddresses(new Set(["192.0.2.9"]), own)).toBe("elsewhere");
    expect(compareAddresses(new Set(["192.0.2.9"]), undefined)).toBe("elsewhere");
    expect(compareAddresses(new Set(), own)).toBe("missing");
    expect(compareAddresses(undefined, own)).toBe("unavailable");
  });
});
