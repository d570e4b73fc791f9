import { readFileSync } from "node:fs";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { html } from "../../packages/service/outside/html.ts";
import { segments } from "../../packages/service/screens/fragments.ts";
import { openBrowser } from "./browser.ts";

const STYLES = ["greenroom", "release"].map((name) =>
  readFileSync(new URL(`../../packages/service/screens/static/${name}.css`, import.meta.url), "utf8"),
);
const SCALE = 1.5;

let browser: Browser;

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(() => browser.close());

/** How much greener than red the pixels on both sides of a tab are, in the middle of its height. */
const GREEN_BESIDE = `async (png) => {
  const { left, right, top, height } = document.querySelector(":checked + span").getBoundingClientRect();
  const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
  canvas.drawImage(picture, 0, 0);
  const most = [left, right].map((x) => {
    const { data } = canvas.getImageData(Math.round(x * ${SCALE}) - 2, Math.round((top + height / 2) * ${SCALE}), 4, 1);
    return Math.max(...[0, 4, 8, 12].map((at) => data[at + 1] - data[at]));
  });
  return Math.max(...most);
}`;

test("no line stands beside the chosen tab of a page's facts, wherever it is between two pixels", async () => {
  const page = await browser.newPage({ viewport: { width: 400, height: 120 }, deviceScaleFactor: SCALE });
  const options = [
    ["changes", "Changes"],
    ["files", "Files"],
  ] as const;
  const tabs = segments({ name: "part", legend: "What to read", options });
  for (let step = 0; step < 12; step += 1) {
    const place = `margin: ${step * 0.37}px 0 0 ${18 + step * 0.07}px; width: ${301 + step * 0.13}px`;
    const facts = html`<aside class="side" style="${place}"><form class="facts-of-page">${tabs}</form></aside>`;
    await page.setContent(`<style>${STYLES.join("\n")}</style><main class="release">${facts.toString()}</main>`);
    const png = (await page.screenshot()).toString("base64");
    expect(await page.evaluate(`(${GREEN_BESIDE})("${png}")`), place).toBeLessThan(9);
  }
});
