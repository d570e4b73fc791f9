import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { z } from "zod";
import { everyScreen } from "./every-screen.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();
const every = await everyScreen(instance);

async function open(page: Page, path: string): Promise<void> {
  // A screen that shows a running build keeps its event stream open and is never idle.
  await page.goto(instance.baseUrl + path, { waitUntil: "domcontentloaded" });
}

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const Findings = z.object({
  passes: z.number(),
  violations: z.array(z.object({ id: z.string(), impact: z.string().nullable(), first: z.string() })),
});

/** Runs in the page. */
const run = (options: object) =>
  `axe.run(document, ${JSON.stringify({ resultTypes: ["violations"], ...options })}).then(({ passes, violations }) => ({
    passes: passes.length,
    violations: violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0].html })),
  }))`;

/** A theme changes nothing but colours. */
const COLOURS = { runOnly: ["color-contrast", "link-in-text-block"] };

async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await page.evaluate(AXE);
  const light = Findings.parse(await page.evaluate(run({})));
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = Findings.parse(await page.evaluate(run(COLOURS)));
  expect([name, light.violations, dark.violations]).toEqual([name, [], []]);
  expect(light.passes).toBeGreaterThan(10);
}

test("axe finds nothing wrong with any screen, light and dark", async () => {
  const viewport = { width: 375, height: 700 };
  const visitor = await browser.newPage({ viewport });
  for (const path of every.visitor) {
    await open(visitor, path);
    await expectAccessible(visitor, path);
  }
  const page = await openPageAs(browser, instance, { name: "Noor", viewport });
  for (const path of every.member) {
    await open(page, path);
    await expectAccessible(page, path);
  }
  await open(page, "/app/account");
  await page.getByRole("button", { name: "Move to another app" }).click();
  await page.getByText("Scan this QR code").waitFor();
  await expectAccessible(page, "setting up an authenticator");
});
