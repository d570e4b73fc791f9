import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mailHtml, type NoticeText } from "../../packages/service/notify/notice-text.ts";
import { openBrowser } from "./browser.ts";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const url = "https://greenroom.example.com/app/approvals/0195b2c4-0000-7000-8000-000000000000";
const footer = {
  workspace: "Lantern Theatre",
  preferencesUrl: "https://greenroom.example.com/app/account#mail",
  optional: true,
};

const long = "W".repeat(200);
const NOTICES: readonly (readonly [name: string, text: NoticeText])[] = [
  [
    "usual texts",
    {
      title: "Lantern Theatre: a release waits for a decision",
      facts: [
        ["Asked by", "Dora Developer"],
        ["Branch", "feature/autumn-programme"],
        ["Commit", "0f7b2a10 Announce the autumn programme (Dora Developer)"],
        ["Pull request", "#7 Autumn programme"],
        ["Reason", "The box office opens on Monday."],
        ["Until", "2026-11-29 09:00 UTC"],
      ],
      changes: {
        summary: "pages: 3 changed, 1 added; 2 new broken links",
        pages: ["/ (changed)", "/programme (changed)", "/tickets (changed)", "/autumn (added)"],
        more: 0,
      },
      link: { label: "Review it and decide", url },
    },
  ],
  [
    "the longest texts",
    {
      title: long,
      facts: [["Pull request", long]],
      changes: { summary: long, pages: [long, long], more: 3 },
      note: long,
      link: { label: "Review it and decide", url },
    },
  ],
];

test.each(NOTICES)(
  "the HTML of a mail with %s fits a phone, asks for nothing, and leads to the screen",
  async (_, text) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 900 } });
    const asked: string[] = [];
    await context.route("**/*", (route) => {
      asked.push(route.request().url());
      return route.abort();
    });
    const page = await context.newPage();
    await page.setContent(mailHtml(text, footer));
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    expect(await page.getByRole("link", { name: text.link.label }).getAttribute("href")).toBe(url);
    expect(await page.getByRole("link", { name: "Choose what is mailed to you" }).isVisible()).toBe(true);
    expect(await page.locator("h1").textContent()).toBe(text.title);
    expect(asked).toEqual([]);
    await context.close();
  },
);
