import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, openPageAs } from "./instance.ts";

let browser: Browser;
let instance: Instance;
let page: Page;

beforeAll(async () => {
  [browser, instance] = await Promise.all([openBrowser(), openInstance()]);
  // A person whose browser runs no scripts does all of it.
  page = await openPageAs(browser, instance, {
    name: "Noor",
    javaScriptEnabled: false,
    viewport: { width: 390, height: 800 },
  });
});
afterAll(async () => {
  await browser.close();
  await instance.close();
});

const text = () => page.locator("main").innerText();

describe("without scripts, a person", () => {
  test("sets, changes and removes the variables of a site", async () => {
    await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
    await page.getByRole("navigation", { name: "Site" }).getByRole("link", { name: "Variables" }).click();
    await page.getByLabel("Name").fill("SEARCH_KEY");
    await page.getByLabel("Value").fill("a-secret-of-two\nlines");
    await page.getByLabel("Which builds get it").selectOption("production");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await text()).toContain("The next build gets it");
    expect(await text()).toContain("SEARCH_KEY");
    expect(await page.content()).not.toContain("a-secret-of-two");

    await page.getByRole("link", { name: "Change SEARCH_KEY" }).click();
    expect(await page.getByLabel("Value").inputValue()).toBe("");
    await page.getByLabel("Value").fill("https://api.example.com");
    await page.getByLabel("Plain").check();
    await page.getByRole("button", { name: "Save" }).click();
    expect(await text()).toContain("https://api.example.com");

    await page.getByLabel("Name").fill("LD_PRELOAD");
    await page.getByLabel("Value").fill("another-secret");
    await page.getByRole("button", { name: "Save" }).click();
    expect(await page.getByRole("alert").innerText()).toContain("decides which programs a build runs");
    expect(await page.content()).not.toContain("another-secret");

    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Remove SEARCH_KEY" }).click();
    expect(await text()).toContain("No variables yet");
  });

  test("adds a token for private repositories, and removes it", async () => {
    await page.goto(`${instance.baseUrl}/app/sites`);
    await page.getByRole("link", { name: "Repositories" }).click();
    await page.getByLabel("URL", { exact: true }).fill("https://git.example.net/team/");
    await page.getByLabel("User name").fill("robot");
    await page.getByLabel("Token or password").fill("a-token-of-git");
    await page.getByRole("button", { name: "Add token" }).click();
    expect(await text()).toContain("https://git.example.net/team/");
    expect(await page.content()).not.toContain("a-token-of-git");
    await page.locator("summary", { hasText: "Remove" }).click();
    await page.getByRole("button", { name: "Remove https://git.example.net/team/" }).click();
    expect(await text()).toContain("No credentials yet");
  });

  test("makes a deploy key for a site that is read over ssh, before anything is built", async () => {
    await page.goto(`${instance.baseUrl}/app/sites/new`);
    await page.getByLabel("Repository").fill("ssh://git@github.com/lantern/handbook.git");
    await page.getByLabel("Name").fill("Handbook");
    await page.getByLabel("Slug").fill("handbook");
    await page.getByRole("button", { name: "Create and build" }).click();
    expect(await text()).toContain("The site has no deploy key yet");
    await page.getByRole("button", { name: "Make a deploy key" }).click();
    expect(await page.getByLabel("Public key").inputValue()).toMatch(/^ssh-ed25519 AAAA\S+ greenroom-handbook$/);
    const key = await instance.context.db.selectFrom("deploy_keys").selectAll().executeTakeFirstOrThrow();
    expect(key.repository_url).toBe("ssh://git@github.com/lantern/handbook.git");
  });
});
