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

async function expectAccessible(page: Page, name: string, frame: Pick<Page, "evaluate"> = page): Promise<void> {
  await page.emulateMedia({ colorScheme: "light" });
  await frame.evaluate(AXE);
  const light = Findings.parse(await frame.evaluate(run({})));
  await page.emulateMedia({ colorScheme: "dark" });
  const dark = Findings.parse(await frame.evaluate(run(COLOURS)));
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

test.for([390, 1440])("axe finds nothing wrong with the review room, all of it open, %i wide", async (width) => {
  const path = every.member.find((one) => one.startsWith("/app/room/")) ?? "";
  const page = await openPageAs(browser, instance, { name: "Noor", viewport: { width, height: 900 } });
  await open(page, path);
  const room = await (await page.waitForSelector("iframe")).contentFrame();
  if (!room) throw new Error("The room has no frame.");
  await room.locator("#layer").waitFor({ state: "attached" });
  expect(await page.locator(".thread").count()).toBeGreaterThan(1);
  await page.evaluate(`for (const part of document.querySelectorAll("details")) part.open = true`);
  await expectAccessible(page, "the room");
  await page.keyboard.press("c");
  await room.locator("#layer.picking").waitFor();
  await expectAccessible(page, "its frame", room);
});
