import type { Page } from "playwright-core";
import { beforeEach, describe, expect, test } from "vitest";
import { hostedUrl } from "../../packages/service/settings.ts";
import type { SiteRow } from "../../packages/service/store/engine/schema.ts";
import { openPageAs, useInstance } from "./instance.ts";

/** Sets cookies for every domain it may, and asks a protected preview for its files in every way a page has. */
const HOSTILE = (victim: string): string => `<!doctype html><title>hostile</title><script>
  for (const name of ["greenroom-visit", "greenroom-signing-in"])
    for (const domain of ["preview.localhost", "localhost"])
      for (const path of ["/", "/page"]) document.cookie = name + "=tossed; domain=" + domain + "; path=" + path;
  const load = (tag, set) => new Promise((done) => {
    const element = Object.assign(document.createElement(tag), set);
    element.onload = () => done("loaded");
    element.onerror = () => done("refused");
    document.body.append(element);
  });
  const ask = (mode) => fetch("${victim}data.js", { mode, credentials: "include" }).then(
    async (answer) => answer.type === "opaque" ? "opaque" : answer.text(), () => "refused");
  addEventListener("load", async () => {
    const tried = [await ask("cors"), await load("script", { src: "${victim}data.js" }), await load("img", { src: "${victim}a.svg" })];
    await load("iframe", { src: "${victim}", id: "frame" });
    document.title = JSON.stringify([...tried, window.stolen ?? "nothing"]);
  });
</script><body>`;

const { browser, instance } = await useInstance();
const deploymentId = await instance.deploy(
  instance.commit({
    "index.html": "<!doctype html><title>secret</title><h1>The secret</h1>",
    "page.html": "<!doctype html><title>page</title><h1>A secret page</h1>",
    "data.js": "window.stolen = 'the data';",
    "a.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>',
  }),
);
const preview = await urlOf(deploymentId);
beforeEach(() => setAccess({ preview_access: "members" }));

async function setAccess(access: Partial<SiteRow>): Promise<void> {
  await instance.context.db.updateTable("sites").set(access).where("id", "=", instance.siteId).execute();
}

async function urlOf(id: string): Promise<string> {
  const { db, addresses } = instance.context;
  const row = await db.selectFrom("deployments").select("preview_label").where("id", "=", id).executeTakeFirstOrThrow();
  return hostedUrl(addresses, row.preview_label ?? "", "preview");
}

const heading = (page: Page) => page.getByRole("heading", { level: 1 }).textContent();

describe("without any script", () => {
  const javaScriptEnabled = false;

  test("a member who is signed in follows the link of a comment and is there, by redirects alone", async () => {
    const page = await openPageAs(browser, instance, { name: "Vik", javaScriptEnabled });
    const statuses: number[] = [];
    page.on("response", (response) => {
      if (response.request().isNavigationRequest()) statuses.push(response.status());
    });
    await page.goto(`${preview}page?a=b#part`);
    expect(await heading(page)).toBe("A secret page");
    expect([page.url(), statuses]).toEqual([`${preview}page?a=b#part`, [303, 303, 303, 200]]);
    const cookies = await page.context().cookies(preview);
    const own = cookies.filter(({ name }) => name.startsWith("greenroom-"));
    expect(own.map(({ domain, httpOnly, sameSite }) => [domain, httpOnly, sameSite])).toEqual(
      own.map(() => [new URL(preview).hostname, true, "Lax"]),
    );
    await page.goto(preview);
    expect([await heading(page), statuses.slice(4)]).toEqual(["The secret", [200]]);
  });

  test("an unknown person signs in and comes back to the same page", async () => {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${preview}page?a=b`);
    expect(new URL(page.url()).origin).toBe(instance.baseUrl);
    const vik = instance.person("Vik");
    await page.getByLabel("Email").fill(vik.email);
    await page.getByLabel("Password").fill(vik.password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByLabel("Code").fill(await instance.code(vik));
    await page.getByRole("button", { name: "Continue" }).click();
    await page.waitForURL(`${preview}page?a=b`);
    expect(await heading(page)).toBe("A secret page");
  });
});

test("a page whose visitor is out gets 401 for what it loads, and the next visit leads to the sign-in", async () => {
  const page = await openPageAs(browser, instance, { name: "Vik" });
  await page.goto(preview);
  const ask = () => page.evaluate(async () => (await fetch("/data.js", { cache: "no-store" })).status);
  expect(await ask()).toBe(200);
  const { db } = instance.context;
  await db.updateTable("sessions").set({ revoked_at: "2026-01-01T00:00:00.000Z" }).execute();
  expect(await ask()).toBe(401);
  await page.goto(`${preview}page`);
  expect(await heading(page)).toBe("Sign in");
});

test("a preview next door, on the same domain, gets nothing of the files and shuts no one out", async () => {
  const neighbour = await instance.deploy(instance.commit({ "index.html": HOSTILE(preview) }, "hostile"), "hostile");
  await setAccess({ preview_access: null });
  const page = await openPageAs(browser, instance, { name: "Vik" });
  await setAccess({ preview_access: "members" });
  await page.goto(`${preview}page`);
  expect(await heading(page)).toBe("A secret page");
  await page.goto(await urlOf(neighbour));
  await page.waitForFunction(`document.title.startsWith("[")`);
  expect(JSON.parse(await page.title())).toEqual(["refused", "refused", "refused", "nothing"]);
  expect(await page.frames().at(-1)?.content()).not.toContain("The secret");
  await page.goto(`${preview}page`);
  expect(await heading(page)).toBe("A secret page");
});
