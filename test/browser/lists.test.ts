import { expect, test } from "vitest";
import { transition } from "../../packages/service/store/deployments/transition.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();

test("an idle list shows what begins and ends, and keeps what its reader opened, typed and looks at", async () => {
  const { context, siteId } = instance;
  const older = await instance.deploy(instance.commit({ "index.html": "<title>1</title><h1>1</h1>" }));
  const newer = await instance.deploy(instance.commit({ "index.html": "<title>2</title><h1>2</h1>" }));
  const page = await openPageAs(browser, instance, { name: "Ada", viewport: { width: 1280, height: 800 } });
  await page.goto(`${instance.baseUrl}/app/sites/${siteId}`);
  await page.getByText("1 older").click();
  const formerly = page.locator(`a.title[href$="${older}"]`);
  await formerly.focus();
  const building = await instance.startBuild();
  const row = page.locator("#deployments > ul > li", { has: page.locator(`[href$="${building}"]`) });
  await row.getByText("building").waitFor();
  expect(await formerly.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true);
  await inDatabase(context.db, (tx) => transition(tx, building, { from: "building", to: "canceled" }));
  await row.getByText("canceled").waitFor();

  await page.keyboard.press("k");
  expect(await page.evaluate("document.activeElement.getAttribute('href')")).toContain(newer);
  await page.keyboard.press("/");
  await page.keyboard.type("main");
  await row.waitFor({ state: "detached" });
  await expect.poll(() => new URL(page.url()).search).toBe("?q=main");
  expect(await page.evaluate("document.activeElement.id")).toBe("q");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("no such thing");
  await page.getByText("Nothing matches “no such thing”.").waitFor();
});

test("a row that arrives moves nothing that is looked at", async () => {
  const { siteId } = instance;
  const ready = await instance.deploy(instance.commit({ "index.html": "<title>1</title><h1>1</h1>" }));
  for (let n = 0; n < 15; n += 1) await instance.copyPreview(ready, `branch-${n}`);
  const page = await openPageAs(browser, instance, { name: "Ada", viewport: { width: 1280, height: 400 } });
  await page.goto(`${instance.baseUrl}/app/sites/${siteId}`);
  const row = page.locator("#deployments > ul > li", { hasText: "branch-7" });
  await row.evaluate((element) => element.scrollIntoView({ block: "center" }));
  await page.evaluate(`new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))`);
  const place = () => row.evaluate((element) => Math.round(element.getBoundingClientRect().top));
  const before = await place();
  await page.evaluate(`new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted = (window.shifted ?? 0) + value;
  }).observe({ type: "layout-shift" })`);
  const building = await instance.startBuild();
  await page.locator(`#deployments [href$="${building}"]`).first().waitFor();
  await page.evaluate(`new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))`);
  expect([await place(), await page.evaluate("window.shifted ?? 0")]).toEqual([before, 0]);
});

test("what a name for screen readers adds to the words that are shown stands one blank after them", async () => {
  const ready = await instance.deploy(instance.commit({ "index.html": "<title>Spring</title><h1>Spring</h1>" }));
  await instance.requestRelease(ready);
  const page = await openPageAs(browser, instance, { name: "Ada", viewport: { width: 1280, height: 800 } });
  await page.goto(`${instance.baseUrl}/app/sites/${instance.siteId}`);
  const session = await page.context().newCDPSession(page);
  const named = async (): Promise<readonly string[]> => {
    const { nodes } = await session.send("Accessibility.getFullAXTree");
    return nodes.flatMap(({ role, name }) => (role?.value === "link" ? [String(name?.value)] : []));
  };
  expect(await named()).toContain("Approvals 1 waiting");
  await page.getByRole("link", { name: "Approvals 1 waiting", exact: true }).waitFor();
  expect((await named()).filter((name) => / [,:]/.test(name))).toEqual([]);
  expect(await page.locator("body").ariaSnapshot()).not.toMatch(/(?:link|button) "[^"]* [,:]/);
});
