import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  autolink,
  codeFence,
  hiddenComment,
  htmlCode,
  inlineCode,
  joinMarkdown,
  link,
  log,
  logLines,
  logText,
  markdown,
  outputText,
  plainLine,
  safeAddress,
} from "../../src/github/untrusted-text.ts";
import { anyText } from "../any-text.ts";
import { commandOf, readLines } from "./executed-commands.ts";

const BREAKS = ["\r", "\n", "\r\n", "\u2028", "\u2029", "\v", "\f", "\u0085"];
const ODD = [
  "\u001b",
  "\u001b[0m",
  "\u001b[31;1m",
  "\u001b[2J",
  "\u001b]8;;x\u0007",
  "\u0000",
  "\u009b",
  "\u200b",
  "\ufeff",
].concat(["\u00ad", "\u202e", "\u2066", "\u034f", "\ufe0f", "\ud800", "\udc00", " ", "\t", "\u00a0", "\u3000"]);
const COMMANDS = [
  "##[",
  "##",
  "#",
  "[",
  "::",
  ":",
  "]",
  "::set-output name=a::b",
  "##[error]x",
  "##[set-output name=a]b",
  "[warning]y",
  "::add-mask::x",
  "::stop-commands::t",
];
const MARKS = [
  "`",
  "```",
  "<!--",
  "-->",
  "<!-- greenroom:data",
  "|",
  "@team",
  "#12",
  "GH-1",
  "https://x.example",
  "[",
  "](",
  "<b>",
  "\\",
];

/** Text built of everything that any of the parsers could fall for. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...BREAKS, ...ODD, ...COMMANDS, ...MARKS), anyText({ maxLength: 6 })), {
    maxLength: 24,
  })
  .map((parts) => parts.join(""));

describe("logLines", () => {
  test("no line is ever a command, and none holds a line end", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of logLines(text)) {
          expect(readLines(line)).toHaveLength(1);
          expect(commandOf(line)).toBeUndefined();
        }
      }),
      { numRuns: 2000 },
    );
  });

  test.each(BREAKS)("ends a line at %j", (end) => {
    expect(logLines(`one${end}::add-mask::two`)).toEqual(["│ one", "│ ::add-mask::two"]);
  });

  test("keeps colours and closes them, and drops every other escape", () => {
    expect(logLines("\u001b[31mred\u001b[2Jx\u001b]0;title\u0007")).toEqual(["│ \u001b[31mredx\u001b[0m"]);
  });

  test.each([
    ["##[set-output name=preview-url]https://evil"],
    ["##\u001b[0m[error]x"],
    ["#\u200b#[group]x"],
    ["##\u034f[add-mask]x"],
    ["##\u0000[debug]x"],
  ])("breaks the old form %j", (line) => {
    const [shown = ""] = logLines(line);
    expect(shown).not.toContain("##[");
    expect(commandOf(shown)).toBeUndefined();
  });
});

describe("logText", () => {
  test("is one line that is no command, alone and within a sentence of ours", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const line of [logText(text), log`${text}`, log`##${text}`, log`:${text}`, log`Site ${text} is ready`]) {
          expect(readLines(line)).toHaveLength(1);
          expect(commandOf(line)).toBeUndefined();
          expect(line).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u2028\u2029]/);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("outputText", () => {
  test("holds no control character and no line end", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(outputText(text)).not.toMatch(/[\u0000-\u0008\u000a-\u001f\u007f-\u009f]/);
      }),
    );
  });

  test("leaves ordinary text alone", () => {
    expect(outputText("dep_1 – Grüße, 世界 👋")).toBe("dep_1 – Grüße, 世界 👋");
  });
});

describe("plainLine", () => {
  test("given twice it changes nothing", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(plainLine(plainLine(text))).toBe(plainLine(text));
      }),
    );
  });

  test("has a space where a line ended, and neither colours nor controls", () => {
    expect(plainLine("a\nb\r\nc\u2028d")).toBe("a b c d");
    expect(plainLine("\u001b[31mred\u001b[0m \u0007bell")).toBe("red bell");
  });

  test("longer than 65,536 characters says how much of it is gone", () => {
    expect(plainLine("x".repeat(65_536))).toBe("x".repeat(65_536));
    expect(plainLine("x".repeat(65_538))).toBe(`${"x".repeat(65_536)} … (2 characters cut)`);
  });
});

describe("markdown", () => {
  test("escapes what is interpolated and passes what was made here", () => {
    expect(String(markdown`**${"a*b"}** ${inlineCode("x")} ${3}`)).toBe("**a\\*b** `x` 3");
  });

  test("a mention, a reference and an address come out broken", () => {
    const text = String(markdown`${"@team o/r#12 GH-7 https://x.example www.x.example <!-- a --> a|b $x$"}`);
    expect(text).toBe(
      "@&#8203;team o/r\\#&#8203;12 GH-&#8203;7 https:&#8203;//x.example ww&#8203;w.x.example &lt;!-- a --&gt; a\\|b \\$x\\$",
    );
  });

  test("a reference that reads like the end of an entity comes out broken too", () => {
    expect(String(markdown`${"closes #12; &#64;team"}`)).toBe("closes \\#&#8203;12; &amp;\\#&#8203;64;team");
  });

  test.each(["_www.x.example", "(www.x.example", "WWW.x.example"])("%j becomes no link", (text) => {
    expect(String(markdown`${text}`)).not.toMatch(/www\./i);
  });

  test.each(["- x", "+ x", "1. x", "1) x", "# x", "> x", "=== x", "``` x"])("%j starts no block", (text) => {
    expect(String(markdown`${text}`)).not.toMatch(/^(?:[-+>=#`]|\d+[.)])/);
  });

  test("never echoes a marker, an open tag, a bare pipe or a live mention", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = String(markdown`${text}`);
        expect(shown).not.toContain("<");
        expect(shown).not.toMatch(/(?<!\\)\|/);
        expect(shown).not.toMatch(/@(?!&#8203;)|(?<!&)#(?!&#8203;)/);
        expect(shown).not.toMatch(/[\n\r]/);
      }),
      { numRuns: 1000 },
    );
  });

  test("joined pieces keep their separator", () => {
    expect(String(joinMarkdown([markdown`a`, markdown`${"*"}`], " · "))).toBe("a · \\*");
  });
});

describe("inlineCode", () => {
  test("its back-ticks are longer than any run inside, and it holds neither a marker nor a bare pipe", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const code = String(inlineCode(text));
        if (code === "") return;
        expect(code).not.toContain("|");
        expect(code).not.toContain("<!--");
        if (code.startsWith("<code>")) {
          expect(code.slice(6, -7)).not.toMatch(/[<>`@|]/);
          return;
        }
        const [, fence = "", inner = ""] = /^(`+)([\s\S]*?)\1$/.exec(code) ?? [];
        const runs = Array.from(inner.matchAll(/`+/g), (run) => run[0].length);
        expect(runs).not.toContain(fence.length);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("codeFence", () => {
  test("nothing inside ends it, and no marker is echoed", () => {
    fc.assert(
      fc.property(fc.array(hostile, { maxLength: 8 }), (lines) => {
        const text = String(codeFence(lines, { maxChars: 2000 }));
        const all = text.split("\n");
        const fence = (all[0] ?? "").slice(0, -"text".length);
        expect(fence).toMatch(/^`{3,}$/);
        expect(all.at(-1)).toBe(fence);
        for (const line of all.slice(1, -1)) expect(line.trim().startsWith(fence)).toBe(false);
        expect(text).not.toContain("<!--");
      }),
      { numRuns: 1000 },
    );
  });
});

describe("safeAddress", () => {
  const strict = { allowLoopbackHttp: false };
  const open = { allowLoopbackHttp: true };

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://x.example/",
    "ftp://x.example/",
    "https://user@x.example/",
    "https://user:pw@x.example/",
    "https://:secret@x.example/",
    "https://x.example/a b",
    "https://x.example/a\nb",
    "https://x.example/\u202ea",
    "https://x.example/\u001b[0m",
    'https://x.example"onload=a/',
    "https://x.example```/",
    "https://x.example)/",
    "//x.example/",
    "x.example",
    "",
    `https://x.example/${"a".repeat(2048)}`,
  ])("refuses %j", (text) => {
    expect(safeAddress(text, open)).toBeUndefined();
  });

  test.each([
    "http://127.0.0.1.evil.example/",
    "http://localhost.evil.example/",
    "http://10.0.0.1/",
    "http://169.254.169.254/",
    "http://notlocalhost/",
    "http://x127.0.0.1.example/",
    "ftp://localhost/",
  ])("takes %s for no loopback address", (text) => {
    expect(safeAddress(text, open)).toBeUndefined();
  });

  test("serializes the address again", () => {
    expect(safeAddress("HTTPS://X.example/a(b)|`<c>[d]?q=(1)#[x]", strict)).toBe(
      "https://x.example/a%28b%29%7C%60%3Cc%3E%5Bd%5D?q=%281%29#%5Bx%5D",
    );
  });

  test("what passes once passes again unchanged, and holds nothing a sink reads", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("https://x.example", "https://a.example:8443/%7E/b?c=d&e#f"),
        hostile,
        (url, tail) => {
          const address = safeAddress(`${url}${tail}`, strict);
          if (address === undefined) return;
          expect(safeAddress(address, strict)).toBe(address);
          expect(address.slice(8)).not.toMatch(/[()<>[\]|`\\"'\s]/);
          expect(commandOf(address)).toBeUndefined();
        },
      ),
      { numRuns: 1000 },
    );
  });

  const base = "https://a.example/";

  test("of 2048 characters passes, a longer one does not, however short it would become", () => {
    const longest = `${base}${"x".repeat(2048 - base.length)}`;
    expect(safeAddress(longest, strict)).toBe(longest);
    expect(safeAddress(`${longest}x`, strict)).toBeUndefined();
    expect(safeAddress(`${base}${"./".repeat(1100)}`, strict)).toBeUndefined();
  });

  test("that is too long once it is encoded does not pass", () => {
    const encoded = (count: number): string => `${base}${"|".repeat(count)}`;
    const fits = (2048 - base.length) / 3;
    expect(safeAddress(encoded(Math.floor(fits)), strict)?.length).toBeLessThanOrEqual(2048);
    expect(safeAddress(encoded(Math.ceil(fits) + 1), strict)).toBeUndefined();
    const exact = `${base}${"|".repeat(Math.floor(fits))}${"x".repeat((2048 - base.length) % 3)}`;
    expect(safeAddress(exact, strict)).toHaveLength(2048);
  });

  test.each([
    "http://localhost/",
    "http://ab.localhost/",
    "http://a.b.localhost:4010/x",
    "http://127.0.0.1/",
    "http://127.0.0.255:80/",
    "http://[::1]/",
  ])("of this machine passes over http where that is allowed: %s", (one) => {
    expect(safeAddress(one, open)).toBe(new URL(one).href);
    expect(safeAddress(one, strict)).toBeUndefined();
  });
});

describe("link", () => {
  test("escapes the label and keeps entities out of the destination", () => {
    const address = safeAddress("https://x.example/?a=1&copy;=2", { allowLoopbackHttp: false });
    if (address === undefined) throw new Error("refused");
    expect(String(link("a]b", address))).toBe("[a\\]b](<https://x.example/?a=1&amp;copy;=2>)");
    expect(String(autolink(address))).toBe("<https://x.example/?a=1&amp;copy;=2>");
  });
});

describe("hiddenComment", () => {
  test("nothing inside closes it, and JSON comes back whole", () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const value = JSON.stringify({ text });
        const comment = String(hiddenComment("greenroom:data", value));
        expect(comment.indexOf("-->")).toBe(comment.length - 3);
        expect(comment.indexOf("<!--", 1)).toBe(-1);
        expect(JSON.parse(comment.slice("<!-- greenroom:data ".length, -4))).toEqual({ text });
      }),
      { numRuns: 1000 },
    );
  });
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

  test("of code within a table has no pipe", () => {
    expect(String(inlineCode("a|b"))).toBe(String(htmlCode("a|b")));
    expect(String(htmlCode("a|<b>&`@c"))).toBe("<code>a&#124;&#60;b&#62;&#38;&#96;&#64;c</code>");
  });

  test("of a block says how many lines it leaves out, if any", () => {
    const block = (maxChars: number): string => String(codeFence(["one\ntwo", "six"], { maxChars }));
    expect(block(100)).toBe("```text\none\ntwo\nsix\n```");
    expect(block(12)).toBe("```text\none\ntwo\nsix\n```");
    expect(block(11)).toBe("```text\n… 1 line before\ntwo\nsix\n```");
    expect(block(4)).toBe("```text\n… 2 lines before\nsix\n```");
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
  ])("of untrusted text is escaped: %s", (untrusted, escaped) => {
    expect(String(markdown`${untrusted}`)).toBe(escaped);
  });
});
