import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

/** As long as the interface lets names be, without a space to break at, and in a script that runs the other way. */
const LONG = `${"Donaudampfschifffahrtsgesellschaft".repeat(4)} مرحبا بالعالم`;

// Pages wait for real builds, and the machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance({ siteName: LONG })]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

test("no screen grows wider than a phone, or than half a small laptop at 200 % zoom, whatever the names", async () => {
  const { db } = instance.parts;
  const branch = `feature/${"x".repeat(200)}`;
  const deploymentId = await instance.deploy(
    instance.commit({ [`${"deep/".repeat(20)}file.html`]: "x", "index.html": "x" }),
  );
  await db.updateTable("deployments").set({ branch, framework: LONG }).execute();
  await db.updateTable("users").set({ name: LONG }).where("email", "!=", instance.person("Noor").email).execute();
  await db.updateTable("workspaces").set({ name: LONG }).execute();
  await db.updateTable("tokens").set({ name: LONG }).execute();
  const context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  const page = await context.newPage();
  await signIn(instance, page, instance.person("Noor"));
  const paths = [
    "/app/sites",
    `/app/sites/${instance.siteId}`,
    `/app/deployments/${deploymentId}`,
    `/app/deployments/${deploymentId}/publish`,
    "/app/approvals",
    "/app/tokens",
    "/app/devices",
    "/app/device",
    "/app/members",
    "/app/audit",
    "/app/account",
  ];
  for (const width of [320, 640, 1024]) {
    await page.setViewportSize({ width, height: 700 });
    for (const path of paths) {
      await page.goto(instance.baseUrl + path);
      const overflow = await page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth",
      );
      expect([path, width, overflow]).toEqual([path, width, 0]);
    }
  }
  await context.close();
});
