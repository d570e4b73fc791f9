import type { Frame, Page, Response } from "playwright-core";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Anchor } from "../../packages/contract/index.ts";
import { newDeploymentId } from "../../packages/service/domain/ids.ts";
import { hostedUrl } from "../../packages/service/settings.ts";
import { createComment } from "../../packages/service/store/comments/write.ts";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { pointProduction } from "../../packages/service/store/sites/hosts.ts";
import { signIn } from "../request-as-person.ts";
import { insert, insertReview } from "../service/rows.ts";
import { reportOf } from "../service/screens/visitor.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();

const PRICING = (more: string) => `<!doctype html><html lang="en"><head><title>Pricing</title></head><body>
  <header><h1>Pricing</h1><nav><a href="/">Home</a></nav></header>${more}</body></html>`;
const PLANS = `<ul><li>Small <button>Buy</button></li><li>Large <button id="large">Buy now</button></li></ul>`;

let preview: string;

beforeAll(async () => {
  const files = {
    "index.html": "<!doctype html><title>Home</title><h1>Home</h1>",
    "pricing/index.html": PRICING(PLANS),
  };
  preview = await instance.deploy(instance.commit(files, "plans"), "plans");
});

beforeEach(async () => {
  await instance.context.db.deleteFrom("comments").execute();
  await instance.context.db.deleteFrom("comment_threads").execute();
});

async function open(name: string, path = "/pricing/", deploymentId = preview): Promise<Page> {
  const page = await openPageAs(browser, instance, { name });
  await page.goto(`${instance.baseUrl}/app/room/${deploymentId}?${new URLSearchParams({ path }).toString()}`);
  return page;
}

/** The frame with the pins, and the page in it. */
async function frames(page: Page): Promise<{ readonly room: Frame; readonly shown: Frame }> {
  const room = await (await page.waitForSelector("iframe")).contentFrame();
  await room?.locator("#layer").waitFor({ state: "attached" });
  const [shown] = room?.childFrames() ?? [];
  await shown?.waitForLoadState();
  if (!room || !shown) throw new Error("The room has no frames.");
  return { room, shown };
}

/** Starts a thread as another member does. */
async function comment(deploymentId: string, path: string, anchor: Anchor, body = "A comment"): Promise<string> {
  const { seed, siteId, context } = instance;
  const noor = { workspaceId: seed.workspaceId, userId: await instance.userId("Noor") };
  const place = { deploymentId, path, anchor, body };
  return (await createComment(context.db, await signIn(context, noor, "owner", "Noor"), siteId, place)).id;
}

const quote = (exact: string) => ({ type: "TextQuoteSelector", exact }) as const;

const bodies = async () =>
  (await instance.context.db.selectFrom("comments").select("body").execute()).map((row) => row.body);

const threads = (page: Page) => page.locator(".thread");

/** Points at an element with the mouse, and writes about it. */
async function pin(page: Page, selector: string, text: string): Promise<void> {
  const { room, shown } = await frames(page);
  await page.keyboard.press("c");
  await room.locator("#layer.picking").waitFor();
  // Until the frame has its size, the element moves.
  await expect
    .poll(async () => {
      const box = await shown.locator(selector).boundingBox();
      await page.mouse.move((box?.x ?? 0) + 4, (box?.y ?? 0) + 4);
      return room.locator("#what").isVisible();
    })
    .toBe(true);
  await page.mouse.down();
  await page.mouse.up();
  await page.getByText(/^On (?:“|a place)/).waitFor();
  await page.getByLabel("Comment", { exact: true }).fill(text);
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await threads(page).filter({ hasText: text }).waitFor();
}

describe("the review room", () => {
  test("takes a comment on the element that was clicked, and shows its pin there to others", async () => {
    const page = await open("Vik");
    await pin(page, "#large", "This button is **too large**");
    expect(await threads(page).locator("strong", { hasText: "too large" }).count()).toBe(1);
    expect(await threads(page).textContent()).toContain("“Buy now”");
    const other = await open("Noor");
    const { room, shown } = await frames(other);
    await room.locator(".pin:visible").waitFor();
    const [drawn, element] = [await room.locator(".pin").boundingBox(), await shown.locator("#large").boundingBox()];
    expect(Math.abs((drawn?.x ?? 0) + 13 - ((element?.x ?? 0) + (element?.width ?? 0)))).toBeLessThan(4);
    expect(Math.abs((drawn?.y ?? 0) + 13 - (element?.y ?? 0))).toBeLessThan(4);
    await room.locator(".pin").click();
    await other.locator(".thread.shown").waitFor();
  });

  test("takes the longest place that a page can have", async () => {
    const longest = `<p id="${"\\".repeat(490)}" style="height: 60px">${"&#1;".repeat(200)}</p>`;
    const id = await instance.deploy(instance.commit({ "long/index.html": PRICING(longest) }, "long"), "long");
    const path = `/long/?${"x".repeat(1_000)}`;
    const page = await open("Vik", path, id);
    await pin(page, "p", "About the longest");
    const [thread] = await instance.context.db.selectFrom("comment_threads").select(["path", "anchor"]).execute();
    expect(thread?.path).toBe(path);
    expect(JSON.parse(thread?.anchor ?? "")).toHaveLength(3);
  });

  test("is used with the keyboard alone", async () => {
    const page = await open("Vik");
    const { room } = await frames(page);
    await page.keyboard.press("c");
    await room.locator("#layer.picking").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    await room.getByText("a: Home").waitFor();
    await page.keyboard.press("Enter");
    await page.getByText("On “Home”").waitFor();
    await page.keyboard.type("Where does it lead?");
    expect(await page.getByLabel("Comment", { exact: true }).inputValue()).toBe("Where does it lead?");
    await page.keyboard.press("Escape");
  });

  test("finds a place again on the next preview by its words, and says where it is lost", async () => {
    const page = await open("Vik");
    await pin(page, "li:nth-of-type(2) button", "Moves");
    await page.reload();
    await pin(page, "li:nth-of-type(1) button", "Goes");
    const moved = `<p>New first</p><section><div><button>Buy now</button></div></section>`;
    const next = await instance.deploy(instance.commit({ "pricing/index.html": PRICING(moved) }, "plans"), "plans");
    const after = await open("Vik", "/pricing/", next);
    const { room } = await frames(after);
    await room.locator(".pin:visible").waitFor();
    expect(await room.locator(".pin:visible").count()).toBe(1);
    const words = await threads(after).evaluateAll((all) =>
      all.map((each) => each.querySelector(".lost")?.textContent),
    );
    expect(words).toEqual(["found by its words", "lost its place"]);
  });

  test("opens a protected preview in its frame by a ticket that works once, and no other frame does", async () => {
    const { db, addresses } = instance.context;
    await db.updateTable("sites").set({ preview_access: "members" }).where("id", "=", instance.siteId).execute();
    try {
      const page = await open("Vik");
      const { room, shown } = await frames(page);
      expect(await shown.locator("h1").textContent()).toBe("Pricing");
      const [answer] = await Promise.all([page.waitForResponse(/greenroom\/room\?.*ticket=/), page.reload()]);
      expect(await answer.headerValue("set-cookie")).toContain("; HttpOnly; Secure; SameSite=None; Partitioned;");
      const stranger = await (await browser.newContext()).newPage();
      await stranger.goto(room.url());
      await stranger.goto(`${new URL(room.url()).origin}/pricing/`);
      expect(new URL(stranger.url()).origin).toBe(addresses.baseUrl);
    } finally {
      await db.updateTable("sites").set({ preview_access: null }).where("id", "=", instance.siteId).execute();
    }
  });

  test("shows a page that forbids frames as a picture or says so, and takes comments on it", async () => {
    const headers = "/closed/*\n  X-Frame-Options: DENY\n";
    const files = { "closed/index.html": "<!doctype html><title>Closed</title><h1>Closed</h1>", _headers: headers };
    const closed = await instance.deploy(instance.commit(files, "closed"), "closed");
    const page = await open("Vik", "/closed/", closed);
    await page.getByText("The headers of this page forbid frames").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    await page.getByLabel("Comment", { exact: true }).fill("Still");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await threads(page).filter({ hasText: "Still" }).waitFor();
    expect(await page.locator("#pick").count()).toBe(0);

    await insertReview(instance.context.db, closed, { status: "ready", report: reportOf({ path: "/closed/" }) });
    const body = await page.screenshot();
    await page.route("**/pictures/*.png", (route) => route.fulfill({ contentType: "image/png", body }));
    await page.reload();
    const picture = page.locator(".picture img");
    const box = (await picture.boundingBox()) ?? { width: 0, height: 0 };
    await page.keyboard.press("c");
    await picture.click({ position: { x: box.width / 2, y: (box.width * 175) / 1280 }, force: true });
    await page.getByText("On a place of the page.").waitFor();
    await page.getByLabel("Comment", { exact: true }).fill("Here");
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await threads(page).filter({ hasText: "Here" }).waitFor();
    const at = (await page.locator(".pins g").getAttribute("transform"))?.match(/[\d.]+/g)?.map(Number);
    expect(Math.hypot((at?.[0] ?? 0) - 640, (at?.[1] ?? 0) - 175)).toBeLessThan(3);
  });

  test("changes no byte of what is served, and only its own screen may frame a preview through it", async () => {
    const row = await instance.context.db
      .selectFrom("deployments")
      .select("preview_label")
      .where("id", "=", preview)
      .executeTakeFirstOrThrow();
    const url = hostedUrl(instance.context.addresses, row.preview_label ?? "", "preview");
    const page = await open("Vik");
    const seen = new Map<string, Response>();
    page.on("response", (response) => seen.set(new URL(response.url()).pathname, response));
    await page.reload();
    await frames(page);
    expect(await seen.get("/pricing/")?.text()).toBe(PRICING(PLANS));
    await page.goto(`${instance.baseUrl}/app/sites`);
    const policy = (path: string) => seen.get(path)?.headers()["content-security-policy"];
    expect(policy("/pricing/")).toBeUndefined();
    expect(policy("/.well-known/greenroom/room")).toContain(`frame-ancestors ${instance.baseUrl}`);
    expect(policy(`/app/room/${preview}`)).toContain(`; frame-src ${new URL(url).origin}`);
    expect(policy("/app/sites")).not.toContain("frame-src");
  });

  test("shows a guest with a share link the page, and takes their comment", async () => {
    const { db } = instance.context;
    await db.updateTable("sites").set({ preview_access: "link" }).where("id", "=", instance.siteId).execute();
    try {
      const owner = await openPageAs(browser, instance, { name: "Noor" });
      await owner.goto(`${instance.baseUrl}/app/sites/${instance.siteId}/access?deployment=${preview}#share`);
      await owner.getByRole("button", { name: "Create share link" }).click();
      const address = (await owner.locator("code", { hasText: "/app/guest/" }).textContent()) ?? "";
      const guest = await (await browser.newContext()).newPage();
      await guest.goto(`${address}?path=%2Fpricing%2F`);
      expect(await (await frames(guest)).shown.locator("h1").textContent()).toBe("Pricing");
      await guest.getByLabel("Your name").fill("Grace");
      await guest.getByLabel("Comment", { exact: true }).fill("Nice, **but** red");
      await guest.getByRole("button", { name: "Comment", exact: true }).click();
      await threads(guest).getByText("Grace (guest)").waitFor();
    } finally {
      await db.updateTable("sites").set({ preview_access: null }).where("id", "=", instance.siteId).execute();
    }
  });

  test("shows a pin where the element goes, and on what a page draws after it has loaded", async () => {
    const late = `<main></main><script>setTimeout(() => {
      document.querySelector("main").innerHTML = "<h2 id=late>Late news</h2>"; }, 1500)</script>`;
    const id = await instance.deploy(instance.commit({ "late/index.html": PRICING(late) }, "late"), "late");
    await comment(id, "/late/", [{ type: "CssSelector", value: "#late" }, quote("Late news")]);
    const page = await open("Vik", "/late/", id);
    const { room, shown } = await frames(page);
    await room.locator(".pin:visible").waitFor();
    await expect.poll(() => page.locator(".thread .lost").isVisible()).toBe(false);
    await shown.evaluate(`document.querySelector("#late").style.marginTop = "200px"`);
    const gap = async () => {
      const [drawn, element] = [await room.locator(".pin").boundingBox(), await shown.locator("#late").boundingBox()];
      return Math.abs((drawn?.y ?? 0) + 13 - (element?.y ?? -1000));
    };
    await expect.poll(gap).toBeLessThan(4);
    // Of an element at the edge the whole pin is seen.
    await shown.evaluate(`document.querySelector("#late").style.cssText = "position: fixed; top: 0; margin: 0"`);
    const frameTop = (await page.locator("iframe.page").boundingBox())?.y ?? 0;
    const below = async () => ((await room.locator(".pin").boundingBox())?.y ?? -1000) - frameTop;
    await expect.poll(async () => Math.abs((await below()) - 1)).toBeLessThan(1);
  });

  test("says of a place that is not there, and of one that is everywhere, that it is lost", async () => {
    await comment(preview, "/pricing/", [{ type: "CssSelector", value: "#none" }]);
    await comment(preview, "/pricing/", [{ type: "CssSelector", value: "*" }]);
    await comment(preview, "/pricing/", [{ type: "CssSelector", value: "p::[{" }, quote("Not there")]);
    const page = await open("Vik");
    const { room } = await frames(page);
    await expect
      .poll(() => threads(page).evaluateAll((all) => all.map((each) => each.querySelector(".lost")?.textContent)))
      .toEqual(["lost its place", "lost its place", "lost its place"]);
    expect(await room.locator(".pin:visible").count()).toBe(0);
  });

  test("takes a comment while the page of the preview runs for ever, asks, plays, or goes away", async () => {
    const asks = `<script>for (const ask of [alert, confirm, prompt]) try { ask("Approve"); } catch {}
      new Audio("data:audio/wav;base64,UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=").play().then(
        () => (document.title = "played"), () => (document.title = "silent"));</script>`;
    const runs = `<script>setTimeout(() => {
      const request = new XMLHttpRequest();
      request.open("GET", "/running", false);
      request.send();
      for (;;);
    }, 300)</script>`;
    const files = {
      "forever/index.html": PRICING(runs),
      "asks/index.html": PRICING(asks),
      "away/index.html": PRICING(
        `<script>location = "data:text/html,away"; setTimeout(() => (location = "http://127.0.0.1:9/"), 500)</script>`,
      ),
    };
    const id = await instance.deploy(instance.commit(files, "odd"), "odd");
    const dialogs: string[] = [];
    for (const path of ["/forever/", "/asks/", "/away/"]) {
      const page = await openPageAs(browser, instance, { name: "Vik" });
      page.on("dialog", (dialog) => dialogs.push(dialog.message()));
      const running = path === "/forever/" ? page.waitForResponse("**/running") : undefined;
      await page.goto(`${instance.baseUrl}/app/room/${id}?${new URLSearchParams({ path }).toString()}`, {
        waitUntil: running ? "commit" : "load",
      });
      await running;
      if (path === "/away/") await page.getByText("is not of this preview").waitFor();
      if (path === "/asks/") {
        const { shown } = await frames(page);
        await expect.poll(() => shown.title()).toBe("silent");
      }
      await page.getByLabel("Comment", { exact: true }).fill(`About ${path}`);
      // A click would ask the page that runs for ever what lies under it.
      await page
        .locator("#new button")
        .evaluate((button: { form: { requestSubmit(by: unknown): void } }) => button.form.requestSubmit(button));
      await expect.poll(() => bodies()).toContain(`About ${path}`);
      await page.context().close();
    }
    expect(dialogs).toEqual([]);
  });

  test("begins at the base path of a site that is served below one", async () => {
    const files = { "greenroom.json": JSON.stringify({ basePath: "/docs/" }), "index.html": PRICING("") };
    const id = await instance.deploy(instance.commit(files, "below"), "below");
    instance.commit({ "greenroom.json": null });
    const page = await open("Vik", "/", id);
    await frames(page);
    await page.getByRole("heading", { name: "No open comments on /docs/" }).waitFor();
    expect(await page.locator("#elsewhere").isVisible()).toBe(false);
  });

  test("shows what the review found at its place", async () => {
    const accessibility = [
      { state: "new", rule: "color-contrast", impact: "serious", help: "Too little contrast", target: "#large" },
    ];
    const report = reportOf({ path: "/pricing/", accessibility });
    await insertReview(instance.context.db, preview, { status: "ready", report });
    const page = await open("Vik");
    const { room } = await frames(page);
    await room.getByRole("button", { name: "Finding 1" }).click();
    await page.locator("li.finding.shown", { hasText: "Too little contrast" }).waitFor();
    expect(await threads(page).count()).toBe(0);
  });

  test("shows the page at a width, and by a key as it is live", async () => {
    const { db } = instance.context;
    const row = await db.selectFrom("deployments").selectAll().where("id", "=", preview).executeTakeFirstOrThrow();
    const id = newDeploymentId();
    const live = { ...row, id, environment: "production", source_deployment_id: preview, preview_label: null } as const;
    await insert(db, "deployments", live);
    await inDatabase(db, (tx) => pointProduction(tx, live));
    const next = await instance.deploy(instance.commit({ "pricing/index.html": PRICING("<p>New</p>") }, "new"), "new");
    const page = await open("Vik", "/pricing/", next);
    const width = async () => (await page.locator("iframe.page").boundingBox())?.width;
    await page.getByRole("link", { name: "390" }).click();
    await page.waitForURL(/width=390/);
    expect(await width()).toBe(390);
    await page.keyboard.press("b");
    await page.waitForURL(/side=before/);
    expect(await (await frames(page)).shown.locator("#large").count()).toBe(1);
    expect([await width(), await page.locator("#pick").count()]).toEqual([390, 0]);
    await page.keyboard.press("b");
    await page.waitForURL((url) => !url.searchParams.has("side"));
    expect(await (await frames(page)).shown.locator("p").textContent()).toBe("New");
  });
});
