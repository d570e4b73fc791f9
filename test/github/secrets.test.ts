import { describe, expect, test } from "vitest";
import { redact } from "../../src/github/secrets.ts";
import { htmlCode, inlineCode, markdown } from "../../src/github/untrusted-text.ts";

describe("a secret", () => {
  test.each([
    ["as it is", "s3cret:value,1%"],
    ["percent-encoded", "s3cret%3Avalue%2C1%25"],
    ["percent-encoded in small letters", "s3cret%3avalue%2c1%25"],
    ["in hexadecimal", Buffer.from("s3cret:value,1%").toString("hex")],
    ["in hexadecimal of capitals", Buffer.from("s3cret:value,1%").toString("hex").toUpperCase()],
    ["as data of a command", "s3cret:value,1%25"],
    ["as a property of a command", "s3cret%3Avalue%2C1%25"],
    ["in base64", Buffer.from("xs3cret:value,1%y").toString("base64")],
    ["as Markdown", String(markdown`${"s3cret:value,1%"}`)],
    ["as HTML", String(htmlCode("s3cret:value,1%"))],
  ])("is taken out %s", (_, written) => {
    const left = redact(`before ${written} after`, ["", "s3cret:value,1%"]);
    expect(left).toMatch(/^before .*\*\*\*.* after$/);
    expect(left).not.toMatch(/value|76616c7565/i);
    expect(Buffer.from(left.split(" ")[1] ?? "", "base64").toString()).not.toContain("cret:val");
  });

  test.each([
    [0, 0, 12],
    [1, 2, 13],
    [2, 3, 14],
  ])("is taken out of base64 after %i bytes as far as it alone decides", (before, from, to) => {
    for (const kind of ["base64", "base64url"] as const) {
      const encoded = Buffer.from(`${"a".repeat(before)}~?~>?~>?~tail`).toString(kind);
      expect(redact(encoded, ["~?~>?~>?~"])).toBe(`${encoded.slice(0, from)}***${encoded.slice(to)}`);
    }
  });

  test("of which base64 shows eight characters is taken out of it, a shorter one is not", () => {
    expect(redact("YWJjZGVm", ["abcdef"])).toBe("***");
    expect(redact("YWJjZGU=", ["abcde"])).toBe("YWJjZGU=");
  });

  test("that joins a list later is taken out too", () => {
    const secrets = ["first"];
    expect(redact("first second", secrets)).toBe("*** second");
    secrets.push("second");
    expect(redact("first second", secrets)).toBe("*** ***");
  });

  test("is taken out of the middle of a JSON string", () => {
    expect(redact('{"a":"b x\\"y z"}', ['x"y'])).toBe('{"a":"b *** z"}');
  });

  test("that begins like another is taken out whole", () => {
    expect(redact("abcdef", ["abc", "abcdef"])).toBe("***");
  });

  test("is taken out of what untrusted-text.ts and the runner's commands make of it", () => {
    const token = "sk_test_a%b:c,d|e@f#1";
    const written = [
      markdown`x ${token} y`,
      htmlCode(token),
      inlineCode(token),
      "::error title=sk_test_a%25b%3Ac%2Cd|e@f#1::sk_test_a%25b:c,d|e@f#1",
    ];
    for (const text of written.map(String)) expect(redact(text, [token])).not.toMatch(/test/);
  });
});
