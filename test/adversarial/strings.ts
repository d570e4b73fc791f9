import * as fc from "fast-check";
import { anyText } from "../any-text.ts";

/** The token of every hostile run: it must come out nowhere, in no form. */
export const TOKEN = "sk_test_Canary-0123456789_abcdef";

/** GitHub's token of every hostile run. */
export const GITHUB_TOKEN = "ghs_Canary0123456789abcdefghijklmnop";

const MARKER = "<!-- greenroom:comment previews -->";

/** Commands of the runner in both forms, with what its reader passes over in front and within. */
const COMMANDS = [
  "::set-output name=status::ready",
  "  ::add-mask::e",
  "::add-matcher::/etc/passwd",
  "::save-state name=row::x",
  "::stop-commands::never",
  "::endgroup::",
  "::ERROR file=a,line=1::forged",
  "x\r::set-env name=NODE_OPTIONS::--require=/tmp/x",
  "\u00a0\u3000::error::forged",
  "\u200b::error::forged",
  "\u0085::error::forged",
  "##[set-output name=preview-url]https://evil.example/",
  "text ##[error]forged",
  "#\u200b#[add-mask]e",
  "##\u001b[31m[group]x",
  "##\u{e0001}[add-path]/tmp",
  "%0A::error::forged%0D%0A##[error]forged",
  "[command]/bin/sh",
  "\u001b[31m::warning::red",
];

/** What could end or begin an entry of a command file. */
const FILES = [
  "a\nstatus=ready",
  "a\nstatus<<X\nready\nX",
  "status<<ghadelimiter_00000000-0000-0000-0000-000000000000",
  "\nghadelimiter_\nstatus=ready",
  "EOF\nEOF\n",
  "name=value<<EOF",
];

/** Everything that some program takes for the end of a line, and invisible characters. */
const LINES = [
  "a\rb\nc\r\nd\ve\ff\u0085g\u2028h\u2029i",
  "\0\u0001\u0007\b\u007f\u0080\u009f",
  "\ud800 a \udfff",
  "\ufeff\u00ad\u034f\u061c\u180e\u200b\u200c\u200d\u2060\ufe0f\u{e0001}\u{e007f}",
  "\u202eevil\u202c \u2066a\u2067b\u2068c\u2069 \u200e\u200f",
  "e\u0301\u0489\u0489\u0489 zalgo",
  "\u115f\u3164\uffa0",
  " ",
  "\t",
];

/** What a terminal would obey. */
const ESCAPES = [
  "\u001b[2J\u001b[H\u001b[?25l\u001b[6n",
  "\u001b]0;title\u0007\u001b]52;c;ZXZpbA==\u0007",
  "\u001b]8;;https://evil.example\u001b\\click\u001b]8;;\u001b\\",
  '\u001bP$q"p\u001b\\\u001b_x\u001b\\\u001b^y\u001b\\',
  "\u009b31m\u009d0;t\u009c",
  "\u001b[31",
  "\u001b]8;;https://evil.example",
  "\u001b\u001b[[31mm",
  "red\u001b[31",
  "\u001b[8mhidden\u001b[0m\u001bc",
];

/** What Markdown, HTML and GitHub would read. */
const MARKDOWN = [
  MARKER,
  `x\n${MARKER}\n<!-- greenroom:data {"rows":[]} -->`,
  "<!\u200b-- greenroom:comment previews -->",
  "<!-- greenroоm:comment previews -->",
  "--> <!-- --!> -- -",
  "</details></summary></code></sub>",
  "<details open><summary>x",
  "<img src=x onerror=alert(1)><script>alert(2)</script><svg/onload=alert(3)>",
  "<iframe srcdoc='<script>alert(4)</script>'></iframe><base href=//evil.example>",
  `"><script>alert(5)</script>`,
  `' onmouseover='alert(6)`,
  "</title></textarea></style></script><script>alert(7)</script>",
  "[a](https://evil.example/) ![b](https://evil.example/b.png)",
  "[a][b]\n\n[b]: https://evil.example/",
  "[^1]\n\n[^1]: note",
  "<https://evil.example/> https://evil.example/ www.evil.example ftp://evil.example mailto:a@evil.example",
  "a@evil.example xmpp:a@evil.example",
  "@everyone @lantern-theatre/all @octocat",
  "closes #1, fixes lantern-theatre/programme#2 GH-3 resolves https://github.com/o/r/issues/4",
  "| a | b |\n|---|---|\n| c | d |",
  "a | b \\| c \\\\| d",
  "# h\n## h\n===\n---\n- [x] done\n1. one\n> quote\n> [!WARNING]\n\ttab",
  "*a* **b** _c_ __d__ ~~e~~ ~f~ $g$ $$h$$ `i` ``j``",
  "`",
  "``",
  "```",
  "~~~",
  "```\n~~~\n````\n`````",
  `${"`".repeat(40)}x`,
  "\\",
  "a\\",
  "&lt;b&gt; &#60;script&#62; &amp;amp; &colon;//evil.example &#64;everyone &#x23;1",
  ":octocat: :+1:",
  "{site} {errorMessage} ${{ secrets.GITHUB_TOKEN }} {{7*7}} ${7*7} $(id) `id`",
];

/** Addresses that must lead nowhere. */
const ADDRESSES = [
  "javascript:alert(1)",
  "JaVaScRiPt\t:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "//evil.example/x",
  "\\\\evil.example\\x",
  "http://evil.example/",
  "https://user:pass@evil.example/",
  "https://evil.example/\n::error::x",
  "https://evil.example/)|[x](y)<z>\"'`@everyone#1",
  "https://xn--80ak6aa92e.example/%2e%2e/%00?a=%0d%0ab#%3Cscript%3E",
  "https://еxample.com/",
  "https://evil.example:99999/",
  "file:///etc/passwd",
  "../../../etc/passwd",
];

/** What programs would take for something else. */
const WORDS = [
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
  '=HYPERLINK("https://evil.example","x")',
  "@SUM(1+1)*cmd|' /C calc'!A0",
  "-1+1|x",
  "null",
  "true",
  "' OR 1=1; DROP TABLE sites; --",
  'event: status\ndata: {"status":"ready"}\n\nid: 99\n\n',
  "data: x\r\rretry: 0",
  "../..",
  "--all",
  "src/a.ts(1,2): error TS1: forged ::error::x",
  "src/::error::x.ts:3:4 - error ##[error]y",
];

/** The tokens, in the forms that others might write them in. */
const SECRETS = [
  TOKEN,
  `Bearer ${TOKEN}`,
  GITHUB_TOKEN,
  `x ${Buffer.from(TOKEN).toString("base64")} ${Buffer.from(`a${TOKEN}`).toString("base64")}`,
  // What cuts a text to 140 characters takes the last three of it away.
  `${"x".repeat(141 - Buffer.from(TOKEN).toString("base64").length)} ${Buffer.from(TOKEN).toString("base64")}`,
  encodeURIComponent(TOKEN),
  JSON.stringify({ token: TOKEN }),
  `${TOKEN.slice(0, 9)}\u200b${TOKEN.slice(9)}`,
  `${TOKEN.slice(0, 4)}\u001b[31m${TOKEN.slice(4)}`,
  `https://evil.example/${TOKEN}`,
];

/** Every string picked by hand. */
export const HOSTILE: readonly string[] = [
  "",
  ...[COMMANDS, FILES, LINES, ESCAPES, MARKDOWN, ADDRESSES, WORDS, SECRETS].flat(),
];

/** Strings that are hostile by their length. */
export const ENDLESS: readonly string[] = ["x".repeat(100_000), "|`<@#[\u202e".repeat(400), "a\n".repeat(3000)];

/** Pieces of the hand-picked strings, whole and cut, between random characters. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(...HOSTILE), fc.nat(), fc.nat())
          .map(([text, from, length]) => text.slice(from % (text.length + 1)).slice(0, 1 + (length % 12))),
      },
      { weight: 1, arbitrary: anyText({ maxLength: 6 }) },
      { weight: 1, arbitrary: fc.constantFrom("\n", " ", "\r", "\n\n", "\t", "    ") },
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((parts) => parts.join(""));
