import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DnsServer, startDns } from "../../packages/testkit/dns.ts";
import { openBrowser } from "./browser.ts";
import { type Instance, openInstance, openPageAs } from "./instance.ts";

let browser: Browser;
let dns: DnsServer;
let instance: Instance;
beforeAll(async () => {
  dns = await startDns();
  instance = await openInstance({ settings: { dnsServers: [dns.address] } });
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await instance.close();
  await dns[Symbol.asyncDispose]();
});

describe.each([
  ["with scripts", true],
  ["without scripts", false],
])("the domains of a site, %s", (how, javaScriptEnabled) => {
  test("are added, proven, made primary and removed by an owner", async () => {
    const viewport = { width: 390, height: 900 };
    const page = await openPageAs(browser, instance, { name: "Noor", viewport, javaScriptEnabled });
    const names = how === "with scripts" ? ["www.example.com", "example.com"] : ["www.example.org", "example.org"];
    const [www = "", apex = ""] = names;
    const cardOf = (name: string) =>
      page.locator(".domain").filter({ has: page.getByText(`_greenroom-challenge.${name}`, { exact: true }) });
    await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
    await page.getByRole("link", { name: "Domains" }).click();
    for (const name of names) {
      await page.getByLabel("Domain").fill(name);
      await page.getByRole("button", { name: "Add domain" }).click();
      const card = cardOf(name);
      expect(await card.getByText("pending", { exact: true }).isVisible()).toBe(true);
      expect(await card.getByText(`_greenroom-challenge.${name}`, { exact: true }).isVisible()).toBe(true);
      const value = await card.getByText(/^greenroom=[0-9a-f]{40}$/).textContent();
      expect(await card.getByRole("button", { name: "Copy" }).count()).toBe(
        javaScriptEnabled ? await card.locator(".copied").count() : 0,
      );
      await card.getByRole("button", { name: "Check now" }).click();
      await card.getByText("The TXT record is not there yet.").waitFor();
      dns.set(`_greenroom-challenge.${name}`, { TXT: [value ?? ""] });
      dns.set(name, { A: ["127.0.0.1"] });
      await instance.code(instance.person("Noor"));
      await card.getByRole("button", { name: "Check now" }).click();
      await card.getByText("active", { exact: true }).waitFor();
    }
    const [first, second] = [cardOf(www), cardOf(apex)];
    expect(await first.getByText("Production is served here, and links name it.").isVisible()).toBe(true);
    expect(await second.getByText(`Visitors are redirected to ${www}.`).isVisible()).toBe(true);
    await second.getByRole("button", { name: "Make primary" }).click();
    await first.getByText(`Visitors are redirected to ${apex}.`).waitFor();
    expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
    await page.getByRole("link", { name: "Overview" }).click();
    expect(await page.locator(".live").getByText(apex).isVisible()).toBe(true);
    await page.getByRole("link", { name: "Domains" }).click();
    for (const name of names) {
      const card = cardOf(name);
      await card.getByText("Remove").first().click();
      await card.getByRole("button", { name: `Remove ${name}` }).click();
      await card.waitFor({ state: "detached" });
    }
    expect(await page.getByText("No domains yet").isVisible()).toBe(true);
    await page.context().close();
  });
});
