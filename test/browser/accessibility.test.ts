import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { openBrowser } from "./browser.ts";
import { type EveryScreen, everyScreen } from "./every-screen.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

vi.setConfig({ testTimeout: 90_000 });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const Findings = z.object({
  passes: z.number(),
  violations: z.array(z.object({ id: z.string(), impact: z.string().nullable(), first: z.string() })),
});

/** Runs in the page; colours are all that a change of theme can break. */
const run = (options: string) => `axe.run(document, ${options}).then(({ passes, violations }) => ({
  passes: passes.length,
  violations: violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0].html })),
}))`;
const RUN = run("{}");
const RUN_COLOURS = run(`{ runOnly: ["color-contrast", "link-in-text-block"] }`);

/** Runs in the page: what has the focus, and whether a person sees that it has. */
const FOCUSED = `(() => {
  const element = document.activeElement;
  const { left, right, width, height } = element.getBoundingClientRect();
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  return {
    name: (element.getAttribute("aria-label") ?? element.textContent.trim()) || element.name || element.id,
    isBody: element === document.body,
    seen: width > 0 && height > 0 && right > 0 && left < innerWidth && outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
  };
})()`;

const Focused = z.object({ name: z.string(), isBody: z.boolean(), seen: z.boolean() });

/** Runs in the page: everything a keyboard should reach, radios of one choice counted once. */
const REACHABLE = `(() => {
  const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")];
  const shown = all.filter((element) => element.checkVisibility() && !element.closest("details:not([open]) > :not(summary)"));
  const radios = new Set(shown.filter((element) => element.type === "radio").map((element) => element.name));
  return shown.filter((element) => element.type !== "radio").length + radios.size;
})()`;

let browser: Browser;
let instance: Instance;
let every: EveryScreen;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
  every = await everyScreen(instance);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

async function openPage(options: Parameters<Browser["newContext"]>[0]): Promise<Page> {
  return (await browser.newContext(options)).newPage();
}

async function findings(page: Page) {
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(AXE);
  const light = Findings.parse(await page.evaluate(RUN));
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = Findings.parse(await page.evaluate(RUN_COLOURS));
  return { passes: light.passes, violations: [...light.violations, ...dark.violations] };
}

test("axe finds nothing wrong with any screen, light and dark", async () => {
  const page = await openPage({ viewport: { width: 375, height: 700 } });
  const check = async (name: string) => {
    const { passes, violations } = await findings(page);
    expect([name, violations]).toEqual([name, []]);
    expect(passes).toBeGreaterThan(10);
  };
  for (const path of every.visitor) {
    await page.goto(instance.baseUrl + path);
    await check(path);
  }
  await signIn(instance, page, instance.person("Noor"));
  for (const path of every.member) {
    await page.goto(instance.baseUrl + path, { waitUntil: "domcontentloaded" });
    await check(path);
  }
  await page.goto(`${instance.baseUrl}/app/account`);
  await page.getByRole("button", { name: "Move to another app" }).click();
  await page.getByText("Scan this QR code").waitFor();
  await check("setting up an authenticator");
  await page.context().close();
});

test("a keyboard reaches everything on a screen once, in order, and the focus is always seen", async () => {
  const page = await openPage({ viewport: { width: 1280, height: 800 } });
  await signIn(instance, page, instance.person("Noor"));
  const screens = [`/app/sites/${instance.siteId}`, `/app/deployments/${every.building}`, "/app/members"];
  for (const path of screens) {
    await page.goto(instance.baseUrl + path, { waitUntil: "domcontentloaded" });
    const reachable = z.number().parse(await page.evaluate(REACHABLE));
    const reached: z.infer<typeof Focused>[] = [];
    for (let steps = 0; steps < reachable; steps += 1) {
      await page.keyboard.press("Tab");
      reached.push(Focused.parse(await page.evaluate(FOCUSED)));
    }
    expect([path, reached[0]?.name]).toEqual([path, "Skip to content"]);
    expect([path, reached.filter(({ seen, isBody }) => isBody || !seen)]).toEqual([path, []]);
    await page.keyboard.press("Tab");
    expect([path, Focused.parse(await page.evaluate(FOCUSED)).isBody]).toEqual([path, true]);
  }
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  expect(await page.evaluate("document.querySelector('main').contains(document.activeElement)")).toBe(true);
  await page.context().close();
});

test("a step that ends something takes two presses, and the second names what it ends", async () => {
  const page = await openPage({ viewport: { width: 360, height: 740 } });
  await signIn(instance, page, instance.person("Noor"));
  await page.goto(`${instance.baseUrl}/app/members`);
  const remove = page.getByRole("button", { name: "Remove Vik Larsen" });
  expect(await remove.count()).toBe(0);
  const row = page.getByRole("listitem").filter({ hasText: "vik@" });
  await row.locator("summary").focus();
  await page.keyboard.press("Enter");
  expect(await remove.isVisible()).toBe(true);
  expect(await row.getByText("They lose access to this workspace").isVisible()).toBe(true);
  await page.keyboard.press("Enter");
  expect(await remove.isVisible()).toBe(false);
  await page.context().close();
});

test("nothing moves for somebody who asked for stillness", async () => {
  for (const [reducedMotion, names] of [
    ["reduce", "none"],
    ["no-preference", "breathe"],
  ] as const) {
    const page = await openPage({ reducedMotion });
    await signIn(instance, page, instance.person("Noor"));
    await page.goto(`${instance.baseUrl}/app/deployments/${every.building}`, { waitUntil: "domcontentloaded" });
    const moving = "getComputedStyle(document.querySelector('.badge.going'), '::before').animationName";
    expect(await page.evaluate(moving)).toBe(names);
    await page.context().close();
  }
});
