import { expect, test } from "vitest";
import { renderMarkdown } from "../../../packages/service/outside/markdown.ts";

const shown = (text: string): string => renderMarkdown(text).toString().trim();

test.each([
  ["**a** _b_ `c`", "<p><strong>a</strong> <em>b</em> <code>c</code></p>"],
  ["- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"],
  ["one\ntwo", "<p>one<br>\ntwo</p>"],
  ["[a](https://x.test/)", '<p><a href="https://x.test/" rel="noopener noreferrer nofollow external">a</a></p>'],
  [
    "https://x.test/",
    '<p><a href="https://x.test/" rel="noopener noreferrer nofollow external">https://x.test/</a></p>',
  ],
])("Markdown %j is shown as such", (text, markup) => {
  expect(shown(text)).toBe(markup);
});

test.each([
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "![a](https://spy.test/a.png)",
  "[a](javascript:alert(1))",
  "[a](JAVASCRIPT:alert(1))",
  "[a](data:text/html,x)",
  "[a](/app/approvals)",
  "[a](//spy.test/)",
  "<javascript:alert(1)>",
  "# Approved by the service",
  "---",
  "| a |\n| - |\n| b |",
  '[a](https://x.test/ "\u202egnp")',
  "\u202egnp.exe",
])("%j makes no markup but text and links to the web", (text) => {
  const markup = shown(text);
  expect(markup).not.toMatch(/<(?:script|img|h\d|hr|table|iframe|style)|(?:href|src)="(?!https:)|[\u202a-\u202e]/i);
});
