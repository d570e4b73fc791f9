import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, signIn } from "./instance.ts";

vi.setConfig({ testTimeout: 90_000 });

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const Findings = z.object({
  passes: z.number(),
  violations: z.array(z.object({ id: z.string(), impact: z.string().nullable(), first: z.string() })),
});

/** Runs in the page. */
const RUN = `axe.run(document).then(({ passes, violations }) => ({
  passes: passes.length,
  violations: violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0].html })),
}))`;

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
}, 60_000);
afterAll(async () => {
  await browser.close();
  await instance.close();
});

async function findings(page: Page) {
  await page.evaluate(AXE);
  return Findings.parse(await page.evaluate(RUN));
}

test.each(["light", "dark"] as const)("axe finds nothing wrong with any screen, %s", async (colorScheme) => {
  const deploymentId = await instance.deploy(instance.commit({ "index.html": colorScheme }));
  const context = await browser.newContext({ colorScheme, viewport: { width: 375, height: 700 } });
  const page = await context.newPage();
  const check = async (name: string) => {
    const { passes, violations } = await findings(page);
    expect([name, violations]).toEqual([name, []]);
    expect(passes).toBeGreaterThan(10);
  };
  await page.goto(`${instance.baseUrl}/app/signin`);
  await check("sign in");
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
    "/app/nowhere",
  ];
  for (const path of paths) {
    await page.goto(instance.baseUrl + path);
    await check(path);
  }
  await page.goto(`${instance.baseUrl}/app/account`);
  await page.getByRole("button", { name: "Move to another app" }).click();
  await page.getByText("Scan this picture").waitFor();
  await check("setting up an authenticator");
  await context.close();
});
