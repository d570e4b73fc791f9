import { describe, expect, test } from "vitest";
import {
  codeFence,
  hiddenComment,
  htmlCode,
  inlineCode,
  logLines,
  markdown,
  plainLine,
  safeAddress,
} from "../../src/github/untrusted-text.ts";
import { redact } from "../../src/github/secrets.ts";

const address = (untrusted: string, allowLoopbackHttp = false): string | undefined =>
  safeAddress(untrusted, { allowLoopbackHttp });

describe("a plain line", () => {
  test("has a space where a line ended, and neither colours nor controls", () => {
    expect(plainLine("a\nb\r\nc\u2028d")).toBe("a b c d");
    expect(plainLine("\u001b[31mred\u001b[0m \u0007bell")).toBe("red bell");
  });

  test("longer than 65,536 characters says how much of it is gone", () => {
    expect(plainLine("x".repeat(65_536))).toBe("x".repeat(65_536));
    expect(plainLine("x".repeat(65_538))).toBe(`${"x".repeat(65_536)} … (2 characters cut)`);
  });
});

describe("lines for the log", () => {
  test("stand behind a bar, one for each line", () => {
    expect(logLines("harmless")).toEqual(["│ harmless"]);
    expect(logLines("one\ntwo")).toEqual(["│ one", "│ two"]);
    expect(logLines("\u001b[31mred")).toEqual(["│ \u001b[31mred\u001b[0m"]);
    expect(logLines("##[error]x")).toEqual(["│ ##\\[error]x"]);
  });

  test("of a harmless text are no command behind another prefix either", () => {
    expect(logLines("x", { prefix: "::" })).toEqual(["\\::x"]);
    expect(logLines("[error]x", { prefix: "##" })).toEqual(["##\\[error]x"]);
  });
});

describe("an address", () => {
  const base = "https://a.example/";

  test("of 2048 characters passes, a longer one does not, however short it would become", () => {
    const longest = `${base}${"x".repeat(2048 - base.length)}`;
    expect(address(longest)).toBe(longest);
    expect(address(`${longest}x`)).toBeUndefined();
    expect(address(`${base}${"./".repeat(1100)}`)).toBeUndefined();
  });

  test("that is too long once it is encoded does not pass", () => {
    const encoded = (count: number): string => `${base}${"|".repeat(count)}`;
    const fits = (2048 - base.length) / 3;
    expect(address(encoded(Math.floor(fits)))?.length).toBeLessThanOrEqual(2048);
    expect(address(encoded(Math.ceil(fits) + 1))).toBeUndefined();
    const exact = `${base}${"|".repeat(Math.floor(fits))}${"x".repeat((2048 - base.length) % 3)}`;
    expect(address(exact)).toHaveLength(2048);
  });

  test.each(["https://user@a.example/", "https://:secret@a.example/"])("with a credential does not pass: %s", (one) => {
    expect(address(one)).toBeUndefined();
  });

  test.each([
    "http://localhost/",
    "http://ab.localhost/",
    "http://a.b.localhost:4010/x",
    "http://127.0.0.1/",
    "http://127.0.0.255:80/",
    "http://[::1]/",
  ])("of this machine passes over http where that is allowed: %s", (one) => {
    expect(address(one, true)).toBe(new URL(one).href);
    expect(address(one)).toBeUndefined();
  });

  test.each(["http://notlocalhost/", "http://x127.0.0.1.example/", "ftp://localhost/", "http://localhost.example/"])(
    "of another machine or scheme does not: %s",
    (one) => {
      expect(address(one, true)).toBeUndefined();
    },
  );
});

describe("Markdown", () => {
  test("has a length, its escapes counted", () => {
    expect(markdown`${"a*b"}`).toHaveLength(4);
  });

  test("that is hidden has no two dashes in a row, and no other is touched", () => {
    expect(String(hiddenComment("greenroom:x", "a--b-c"))).toBe("<!-- greenroom:x a\\u002d-b-c -->");
  });

  test("of code is trimmed, padded at a back-tick, and empty when nothing is left", () => {
    expect(String(inlineCode(" a "))).toBe("`a`");
    expect(String(inlineCode("a`"))).toBe("`` a` ``");
    expect(String(inlineCode("`a"))).toBe("`` `a ``");
    expect(String(inlineCode(" \u200b "))).toBe("");
  });

  test("of code holds no marker of ours", () => {
    expect(String(inlineCode("<!--x"))).toBe("`<! --x`");
    expect(String(codeFence(["<!--x"], { maxChars: 100 }))).toBe("```text\n<! --x\n```");
  });

  test("of code within a table has no pipe", () => {
    expect(String(inlineCode("a|b"))).toBe(String(htmlCode("a|b")));
    expect(String(htmlCode("a|<b>"))).toBe("<code>a&#124;&#60;b&#62;</code>");
  });

  test("of a block says how many lines it leaves out, if any", () => {
    const block = (maxChars: number): string => String(codeFence(["one\ntwo", "six"], { maxChars }));
    expect(block(100)).toBe("```text\none\ntwo\nsix\n```");
    expect(block(12)).toBe("```text\none\ntwo\nsix\n```");
    expect(block(11)).toBe("```text\n… 1 line before\ntwo\nsix\n```");
    expect(block(4)).toBe("```text\n… 2 lines before\nsix\n```");
  });

  test("of a block has a fence longer than any run of back-ticks within", () => {
    expect(String(codeFence(["a ```` b"], { maxChars: 100 }))).toBe("`````text\na ```` b\n`````");
  });

  test.each([
    ["a&b<c>", "a&amp;b&lt;c&gt;"],
    ["a#1", "a\\#&#8203;1"],
    ["@team", "@&#8203;team"],
    ["https://x", "https:&#8203;//x"],
    ["WWW.x", "WW&#8203;W.x"],
    ["gh-1 gh-x", "gh-&#8203;1 gh-x"],
    ["- a", "\\- a"],
    [" + a", " \\+ a"],
    ["a - b", "a - b"],
    ["12. a", "12\\. a"],
    ["1) a 2) b", "1\\) a 2) b"],
    ["a 2) b", "a 2) b"],
    [" 1. a", " 1\\. a"],
    ["\\`*_[]|~$", "\\\\\\`\\*\\_\\[\\]\\|\\~\\$"],
  ])("of foreign text is escaped: %s", (foreign, escaped) => {
    expect(String(markdown`${foreign}`)).toBe(escaped);
  });
});

describe("a secret", () => {
  test.each([
    ["as it is", "s3cret:value,1%"],
    ["percent-encoded", "s3cret%3Avalue%2C1%25"],
    ["as data of a command", "s3cret:value,1%25"],
    ["as a property of a command", "s3cret%3Avalue%2C1%25"],
    ["in base64", Buffer.from("xs3cret:value,1%y").toString("base64")],
    ["as Markdown", String(markdown`${"s3cret:value,1%"}`)],
    ["as HTML", String(htmlCode("s3cret:value,1%"))],
  ])("is taken out %s", (_, written) => {
    const left = redact(`before ${written} after`, ["", "s3cret:value,1%"]);
    expect(left).toMatch(/^before .*\*\*\*.* after$/);
    expect(left).not.toContain("value");
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
});
