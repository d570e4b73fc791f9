import * as fc from "fast-check";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { html } from "../../packages/service/outside/html.ts";
import { openBrowser } from "../browser/browser.ts";
import { runCount } from "./run-count.ts";
import { HOSTILE, hostileText } from "./strings.ts";

const STRINGS = runCount("STRINGS", 2000);

// A long run takes its time, and the machine may be busy.
vi.setConfig({ testTimeout: STRINGS > 10_000 ? 3_600_000 : 120_000 });

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** Runs in the page: parses markup as a browser does, and gives what became of each text. */
const PARSE = `(pages) => pages.map((page) => {
  const document = new DOMParser().parseFromString(page, "text/html");
  const elements = Array.from(document.body.querySelectorAll("*"), (one) => one.localName).join();
  const [line, input, area] = ["p", "input", "textarea"].map((name) => document.body.querySelector(name));
  return [document.title, elements, line?.getAttribute("title"), line?.textContent, input?.value, area?.textContent];
})`;

/** What the template makes of a text where pages put it: title, attribute, text, and the fields of forms. */
function pageOf(text: string): string {
  return String(
    html`<title>${text} · Greenroom</title><p title="${text}">${text}</p><input value="${text}"><textarea>${text}</textarea>`,
  );
}

const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/** What a person should see of it. [HTML §13.2.3.5, §13.2.6.4.7] Line ends are one sign, and the first of a textarea is none. */
function shownOf(text: string): readonly unknown[] {
  const shown = text.replaceAll(/\r\n?/g, "\n").replaceAll(CONTROLS, "\u{FFFD}").toWellFormed();
  const title = `${shown} · Greenroom`.replaceAll(/[\t\n\f\r ]+/g, " ").replaceAll(/^ | $/g, "");
  const area = shown.startsWith("\n") ? shown.slice(1) : shown;
  return [title, "p,input,textarea", shown, shown, shown.replaceAll("\n", ""), area];
}

test("a browser reads back from a page what was put in, and no element more, for any string", async () => {
  const texts = [...HOSTILE, ...fc.sample(hostileText, STRINGS)];
  const page = await browser.newPage();
  for (let at = 0; at < texts.length; at += 500) {
    const some = texts.slice(at, at + 500);
    const pages = JSON.stringify(some.map((text) => pageOf(text).toWellFormed()));
    expect(await page.evaluate(`(${PARSE})(${pages})`)).toEqual(some.map(shownOf));
  }
  await page.close();
});
