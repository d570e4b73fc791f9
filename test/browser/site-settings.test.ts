import type { Browser } from "playwright-core";
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

const WIDER = "document.documentElement.scrollWidth > innerWidth";

test("an owner edits everything of a site on a phone without scripts, and each section says that it was saved", async () => {
  const viewport = { width: 390, height: 844 };
  const page = await openPageAs(browser, instance, { name: "Noor", viewport, javaScriptEnabled: false });
  await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
  await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Settings" }).click();
  const save = async (title: string, fields: Readonly<Record<string, string>>): Promise<void> => {
    const form = page.locator("form.card").filter({ has: page.getByRole("heading", { name: title, exact: true }) });
    for (const [label, value] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(value);
    await form.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("status").innerText()).toBe(`${title}: saved.`);
    expect(await page.evaluate(WIDER)).toBe(false);
    for (const [label, value] of Object.entries(fields))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(value);
  };
  await save("General", { Name: "Handbook", Slug: "handbook" });
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Handbook");
  expect(await page.getByText(/nimbus-docs.* redirects until/).isVisible()).toBe(true);
  await save("Build", {
    "Root directory": "site",
    Framework: "static-html",
    "Install command": "true",
    "Build command": "cp -r pages public",
    "Output folder": "public",
    "Node.js version": "22",
  });
  await save("Build", { "Build command": "" });
  const repository = page.getByLabel("Repository", { exact: true });
  const given = await repository.inputValue();
  await repository.fill(`${given}-gone`);
  await page.locator("#repository").getByRole("button", { name: "Save" }).click();
  expect(await page.getByRole("alert").innerText()).toBe(
    "Repository: cannot be read: The repository does not exist; correct it, or take it with the box below when the service is to read it later.",
  );
  expect(await repository.inputValue()).toBe(`${given}-gone`);
  await page.getByLabel("Take the repository although the service cannot read it yet").check();
  await page.locator("#repository").getByRole("button", { name: "Save" }).click();
  expect(await page.getByRole("status").innerText()).toBe("Repository: saved.");
  const row = await instance.context.db
    .selectFrom("sites")
    .selectAll()
    .where("id", "=", instance.siteId)
    .executeTakeFirst();
  expect(row).toMatchObject({
    name: "Handbook",
    slug: "handbook",
    production_label: "handbook",
    repository_url: `${given}-gone`,
    root_directory: "site",
    chosen_framework: "static-html",
    install_command: "true",
    build_command: null,
    output: "public",
    node_version: "22",
  });
  await page.context().close();
});
