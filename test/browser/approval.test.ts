import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { keepObjects, noteStored } from "../../packages/service/store/files/kept-objects.ts";
import { insertReview } from "../service/rows.ts";
import { reportOf } from "../service/screens/visitor.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance({ settings: { review: { by: "workers" } } });

const PAGES = ["index.html", "about.html", "jobs.html"];
const preview = await instance.deploy(
  instance.commit(Object.fromEntries(PAGES.map((name) => [name, `<h1>${name}</h1>`]))),
);
let copies = 0;

/** Requests the release of three new pages. @returns The path of its screen */
async function ask(): Promise<string> {
  copies += 1;
  const { id } = await instance.requestRelease(await instance.copyPreview(preview, `branch-${copies}`));
  return `/app/approvals/${id}`;
}

async function open(path: string, options: Omit<Parameters<typeof openPageAs>[2], "name"> = {}): Promise<Page> {
  const page = await openPageAs(browser, instance, {
    name: "Mira",
    viewport: { width: 1440, height: 900 },
    ...options,
  });
  await page.goto(instance.baseUrl + path);
  return page;
}

const shown = (page: Page) => page.locator("#pages [aria-current=page] .path").innerText();

describe("the screen of a release", () => {
  test("says beside the field that a code is wrong, and moves neither the focus nor what was scrolled", async () => {
    const page = await open(await ask());
    await page.evaluate(
      `document.getElementById("pages").append(Object.assign(document.createElement("div"), { style: "height: 3000px" }))`,
    );
    await page.locator("#pages").evaluate((list) => list.scrollTo(0, 250));
    await page.getByText("Reject…").click();
    await page.getByLabel("What has to be changed").fill("The <b>price</b>");
    const code = page.getByLabel("Code").filter({ visible: true });
    const error = page.getByRole("alert").getByText("The code is wrong or already used");
    for (const wrong of ["000000", "111111"]) {
      await code.fill(wrong);
      await page.keyboard.press("Enter");
      await error.waitFor();
      await expect.poll(() => code.evaluate((field) => field.matches(":focus"))).toBe(true);
      // The next response writes it again: what is typed before that would be lost.
      await error.evaluate((shown) => shown.replaceChildren());
    }
    expect(await page.getByLabel("What has to be changed").inputValue()).toBe("The <b>price</b>");
    expect(await page.locator("#pages").evaluate((list) => list.scrollTop)).toBe(250);
    await code.fill(await instance.code(instance.person("Mira")));
    await page.keyboard.press("Enter");
    await page.getByText("Rejected by").waitFor();
  });

  test("says what it does not know when the connection is lost in the middle of a decision, and the same form ends it", async () => {
    const page = await open(await ask(), { viewport: { width: 390, height: 844 }, isMobile: true });
    let lost = 0;
    await page.route("**/app/approvals/*", async (route) => {
      if (route.request().method() !== "POST" || lost > 0) return route.continue();
      lost += 1;
      // The decision arrives; its answer does not.
      await route.fetch({ maxRedirects: 0 });
      await route.abort("connectionreset");
    });
    await page.getByText("Reject…").click();
    await page.getByLabel("What has to be changed").fill("The price");
    await page
      .getByLabel("Code")
      .filter({ visible: true })
      .fill(await instance.code(instance.person("Mira")));
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByRole("alert").getByText("It may have been done all the same").waitFor();
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    await page.getByText("Rejected by").waitFor();
  });

  test("says why nothing was decided when a newer request took the place of this one under the form", async () => {
    const path = await ask();
    const page = await open(path);
    await page.getByText("Reject…").click();
    await page.getByLabel("What has to be changed").fill("The price");
    const code = page.getByLabel("Code").filter({ visible: true });
    await code.fill(await instance.code(instance.person("Mira")));
    const requests = instance.context.db.updateTable("approval_requests").set({ status: "superseded" });
    await requests.where("id", "=", path.replace("/app/approvals/", "")).execute();
    await page.keyboard.press("Enter");
    await page.getByText("This request is no longer pending.").waitFor();
    expect(page.url()).toBe(instance.baseUrl + path);
  });

  test("is gone through with the keys: pages, viewed, and ways to look", async () => {
    const page = await open(await ask());
    expect(await shown(page)).toBe("/");
    await page.keyboard.press("j");
    await expect.poll(() => shown(page)).toBe("/about");
    await page.keyboard.press("k");
    await expect.poll(() => shown(page)).toBe("/");
    for (const [index, next] of ["/about", "/jobs"].entries()) {
      await page.keyboard.press("v");
      await expect.poll(() => shown(page)).toBe(next);
      expect(await page.locator("#viewed").innerText()).toBe(`viewed ${index + 1} of 3`);
    }
    for (const [key, view] of ["side", "slider", "onion", "difference", "blink"].entries()) {
      await page.keyboard.press(String(key + 1));
      expect(await page.locator("[name=view]:checked").inputValue()).toBe(view);
    }
    await page.goBack();
    await expect.poll(() => shown(page)).toBe("/about");
    await page.getByText("Reject…").click();
    await page.getByLabel("What has to be changed").fill("jvk1");
    expect(await shown(page)).toBe("/about");
  });

  /** Presses Tab until something with this text has the focus. @returns How often */
  async function tabTo(page: Page, text: string): Promise<number> {
    const focused = () => page.evaluate("document.activeElement.textContent.trim()");
    for (let tabs = 1; tabs <= 20; tabs += 1) {
      await page.keyboard.press("Tab");
      if (String(await focused()).startsWith(text)) return tabs;
    }
    throw new Error(`Tab does not lead to ${text}.`);
  }

  async function rejectByKeys(page: Page): Promise<void> {
    await expect.poll(() => page.evaluate("document.activeElement.name")).toBe("notes");
    await page.keyboard.type("The price");
    await page.keyboard.press("Tab");
    await page.keyboard.type(await instance.code(instance.person("Mira")));
    await page.keyboard.press("Enter");
    await page.getByText("Rejected by").waitFor();
  }

  test("is reached from the inbox and decided with the keyboard alone, with ten Tabs at most or with none", async () => {
    await ask();
    const page = await open("/app/approvals");
    const path = await page.locator('main a[href^="/app/approvals/"]').first().getAttribute("href");
    let tabs = await tabTo(page, "Skip to content");
    await page.keyboard.press("Enter");
    for (let more = 0; !page.url().endsWith(path ?? "") && more < 10; more += 1) {
      await page.keyboard.press("Tab");
      tabs += 1;
      if (!(await page.evaluate(`document.activeElement.getAttribute("href") === "${path}"`))) continue;
      await page.keyboard.press("Enter");
      await page.waitForURL(`**${path}`);
    }
    tabs += await tabTo(page, "Reject…");
    await page.keyboard.press("Enter");
    await rejectByKeys(page);
    expect(tabs + 1).toBeLessThanOrEqual(10);
    await ask();
    await page.goto(`${instance.baseUrl}/app/approvals`);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/app/approvals/apr_*");
    await page.keyboard.press("r");
    await rejectByKeys(page);
  });

  test("paints before pictures and scripts are there: two style sheets, and 40 kB with the page", async () => {
    const page = await open(await ask());
    const Entries = z.array(z.object({ name: z.string(), encodedBodySize: z.number() }));
    const blocking = Entries.parse(
      await page.evaluate(`performance.getEntries().filter(({ entryType, renderBlockingStatus }) =>
        entryType === "navigation" || renderBlockingStatus === "blocking").map(({ name, encodedBodySize }) => ({ name, encodedBodySize }))`),
    );
    const [, ...sheets] = blocking.map(({ name }) => new URL(name).pathname.split("/").at(-1));
    expect(sheets).toEqual([expect.stringMatching(/greenroom.*css/), expect.stringMatching(/release.*css/)]);
    const bytes = blocking.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
    // At 400 kbit/s and 400 ms a connection, two rounds and these bytes take two seconds.
    expect(bytes).toBeLessThan(40_000);
  });

  test("shows one part of what there is to read at a time, also without any script", async () => {
    const page = await open(await ask(), { javaScriptEnabled: false });
    await page.locator("[name=part][value=files]").check({ force: true });
    expect(await page.getByText("3 added").isVisible()).toBe(true);
  });
});

describe("the pictures of a release", () => {
  /** A picture of a page that is 30,000 px high, with the review that names it. */
  async function withPictures(path: string): Promise<void> {
    const { db, objects } = instance.context;
    const row = await db
      .selectFrom("approval_requests")
      .select(["source_deployment_id", "file_list_digest"])
      .where("id", "=", path.split("/").at(-1) ?? "")
      .executeTakeFirstOrThrow();
    const id = row.source_deployment_id;
    const high = Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1280" height="30000"/>`);
    const picture = await objects.putBytes(high);
    await keepObjects(instance.context, [picture]);
    await inDatabase(db, (tx) => noteStored(tx, [picture.sha256]));
    const { sha256 } = picture;
    const shot = { height: 30_000, changedShare: 0.4, before: sha256, after: sha256, difference: sha256 };
    const pictures = [1280, 390].map((width) => ({ width, ...shot }));
    const shows = { report: reportOf({ path: "/", pictures }), pictures: [sha256] };
    const pair = { before: "", after: row.file_list_digest, masks: "" };
    await insertReview(db, id, { status: "ready", ...shows, pair, thumbnailName: id });
  }

  test("lie under a handle that the arrow keys move, and stay within the window when a page is 30,000 px high", async () => {
    const path = await ask();
    await withPictures(path);
    const page = await open(path);
    await page.keyboard.press("2");
    const handle = page.getByRole("slider", { name: "Share of the picture before" }).filter({ visible: true });
    expect(await handle.getAttribute("aria-valuenow")).toBe("50");
    for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft"]) await handle.press(key);
    expect(await handle.getAttribute("aria-valuenow")).toBe("52");
    await handle.press("Home");
    expect(await handle.getAttribute("aria-valuenow")).toBe("0");
    const size = await page.evaluate("({ page: document.documentElement.scrollHeight, window: innerHeight })");
    expect(size).toEqual({ page: 900, window: 900 });
    expect(await page.getByText("Approve release…").isVisible()).toBe(true);
  });

  test("take the place of the wait without moving anything else", async () => {
    const path = await ask();
    const at = new Date().toISOString();
    const unmade = { status: "pending", report: null, finished_at: null, queued_at: at, created_at: at } as const;
    await instance.context.db.updateTable("comparisons").set(unmade).execute();
    const page = await open(path);
    await page.evaluate(`
      globalThis.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) globalThis.shift += entry.value; })
        .observe({ type: "layout-shift", buffered: true });
    `);
    await page.locator("#stage[data-waiting]").waitFor();
    await withPictures(path);
    await page.locator("#stage .shot").first().waitFor();
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))");
    expect(Number(await page.evaluate("globalThis.shift"))).toBeLessThan(0.01);
  });
});
