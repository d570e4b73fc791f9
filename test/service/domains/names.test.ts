import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { hostDomain, readDomainName, unicodeName } from "../../../packages/service/domain/domain-name.ts";
import { anyText } from "../../any-text.ts";

const NAMES = { service: "greenroom.acme.com", preview: "previews.acme.net", production: "sites.acme.org" };

const read = (text: string) => readDomainName(text, NAMES);

describe("the name of a domain", () => {
  test.each([
    ["www.example.com", "www.example.com"],
    ["WWW.Example.COM.", "www.example.com"],
    ["example.co.uk", "example.co.uk"],
    ["münchen.de", "xn--mnchen-3ya.de"],
    ["xn--mnchen-3ya.de", "xn--mnchen-3ya.de"],
    ["example。com", "example.com"],
    ["аррӏе.com", "xn--80ak6aa92e.com"],
    ["mine.github.io", "mine.github.io"],
    // The owner of the service can have sites beside it.
    ["www.acme.com", "www.acme.com"],
    ["acme.com", "acme.com"],
  ])("%s is read as %s", (text, name) => {
    expect(read(text)).toEqual({ name });
  });

  test.each([
    "",
    " ",
    "example",
    "exa mple.com",
    " example.com",
    "example.com\n",
    "exam\u0000ple.com",
    "example.com\u0000",
    "https://example.com",
    "example.com/path",
    "example.com:443",
    "user@example.com",
    "ex%61mple.com",
    "example..com",
    ".example.com",
    "example.com..",
    "-a.example.com",
    "a-.example.com",
    "a_b.example.com",
    "_greenroom-challenge.example.com",
    "*.example.com",
    "*",
    "www.*.com",
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "１２７.0.0.1",
    "[::1]",
    "::1",
    "xn--a.com",
    "xn--.com",
    "xn--zzzzzzz9999.com",
    "localhost",
    "www.localhost",
    "db.internal",
    "printer.local",
    "1.0.0.127.in-addr.arpa.invalid",
    "example.test",
    "com",
    "co.uk",
    "github.io",
    "a\u200db.com",
    `${"a".repeat(64)}.com`,
    `${"a.".repeat(120)}com`,
    "a".repeat(301),
    "greenroom.acme.com",
    "x.greenroom.acme.com",
    "GREENROOM.ACME.COM.",
    "previews.acme.net",
    "a.previews.acme.net",
    "sites.acme.org",
    "a.sites.acme.org",
    // Previews could set cookies for it.
    "acme.net",
    "www.acme.net",
  ])("%j is rejected with a sentence", (text) => {
    const { problem } = read(text) as { readonly problem?: string };
    expect(problem).toMatch(/^must /);
    expect(problem).not.toMatch(/[\u0000-\u001f]/);
  });

  test("whatever is accepted is a host name that is read as itself, and that its own host header leads to", () => {
    const label = fc.oneof(anyText({ maxLength: 12 }), fc.constantFrom("www", "xn--", "ß", "*", "-"));
    const name = fc.tuple(fc.array(label, { maxLength: 3 }), fc.constantFrom("com", "de", "co.uk", "internal", "1"));
    fc.assert(
      fc.property(name, ([labels, ending]) => {
        const found = read([...labels, ending].join("."));
        if (!("name" in found)) return;
        expect(found.name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
        expect(read(found.name)).toEqual(found);
        expect(hostDomain(`${found.name.toUpperCase()}.:8443`)).toBe(found.name);
      }),
      { numRuns: 500 },
    );
  });

  test("a name of other letters is shown in both forms", () => {
    expect(unicodeName("xn--80ak6aa92e.com")).toBe("аррӏе.com");
    expect(unicodeName("apple.com")).toBeUndefined();
  });

  test.each([
    undefined,
    "",
    "com",
    "127.0.0.1:80",
    "[::1]:80",
    "a_b.com",
    "münchen.de",
    "a.com:80:80",
    `${"a.".repeat(200)}com`,
  ])("a host header of %j is no domain", (header) => {
    expect(hostDomain(header)).toBeUndefined();
  });
});
