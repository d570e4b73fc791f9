import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, openPageAs } from "./instance.ts";

let browser: Browser;
let instance: Instance;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
});
afterAll(async () => {
  await browser.close();
  await instance.close();
});

/** What a preview's own host answers, whose name only the browser resolves. */
async function visit(page: Page, label: string): Promise<{ readonly status: number; readonly text: string }> {
  const { scheme, previewDomain } = instance.context.addresses;
  const response = await page.goto(`${scheme}//${label}.${previewDomain}/`);
  return { status: response?.status() ?? 0, text: await page.innerText("body") };
}

test("a person sees what a site keeps and why, deletes a preview after a second look, and its URL says so", async () => {
  const first = await instance.deploy(instance.commit({ "index.html": "<h1>first</h1>" }), "main");
  const second = await instance.copyPreview(first, "feature/autumn");
  const { db } = instance.context;
  await db.updateTable("deployments").set({ pull_request_number: 7 }).where("id", "=", second).execute();
  const { preview_label: label } = await db
    .selectFrom("deployments")
    .select("preview_label")
    .where("id", "=", first)
    .executeTakeFirstOrThrow();
  const page = await openPageAs(browser, instance, { name: "Noor" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}#storage`);
  const storage = page.locator("#storage");
  const shown = await storage.innerText();
  expect(shown).toContain("Previews expire 30 days after the last deployment of their branch.");
  expect(shown).toMatch(/Open pull requests\s+1 deployment,/);
  expect(shown).toMatch(/Other previews\s+1 deployment,/);
  expect(shown).toMatch(/Next removal\s+in (?:30 days|1 month|4 weeks)/);
  expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);

  await page.goto(`${instance.baseUrl}/app/deployments/${first}`);
  await page.locator("summary", { hasText: "Delete" }).click();
  await page.getByRole("button", { name: "Delete this preview" }).click();
  await page.getByText("Its files were removed").waitFor();
  expect(await page.locator("main").innerText()).toContain("because it was deleted");
  expect(await page.getByRole("button", { name: "Deploy again" }).count()).toBe(1);
  expect(await page.locator("summary", { hasText: "Delete" }).count()).toBe(0);

  const gone = await visit(page, label ?? "");
  expect(gone.status).toBe(410);
  expect(gone.text).toContain("greenroom deploy nimbus-docs");
  await page.getByRole("link", { name: "the page of the deployment" }).click();
  await page.getByText("Its files were removed").waitFor();
  await page.context().close();
}, 120_000);

test("what a release waits for is not deleted, and the page says what to do first", async () => {
  const id = await instance.deploy(instance.commit({ "index.html": "<h1>asked for</h1>" }), "main");
  await instance.requestRelease(id);
  const page = await openPageAs(browser, instance, { name: "Noor" });
  await page.goto(`${instance.baseUrl}/app/deployments/${id}`);
  await page.locator("summary", { hasText: "Delete" }).click();
  await page.getByRole("button", { name: "Delete this preview" }).click();
  await page.getByText("Its release waits for a decision. Reject request").waitFor();
  await page.context().close();
}, 120_000);
