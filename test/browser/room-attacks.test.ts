import type { Frame, Page } from "playwright-core";
import { expect, test } from "vitest";
import { serve } from "../http.ts";
import { openPageAs, useInstance } from "./instance.ts";

const { browser, instance } = await useInstance();

const SECRET = "the-words-of-a-comment";
const AUTHOR = "Noor";

/** A file of the site that the page loads into the frame around it, which then speaks as the frame. */
const AS_FRAME = `window.asFrame = (message) => parent.postMessage(JSON.stringify(message), "*");
  window.asFrameRaw = (message) => parent.postMessage(message, "*");
  window.heard = []; addEventListener("message", ({ data }) => heard.push(data));`;

const SHOP = "<!doctype html><html lang='en'><title>Shop</title><h1>Shop</h1><p>Words</p><a href='#x'>Link</a></html>";

/** Runs in the page of the preview; `parent` is the frame around it, `top` the room. What it returns is what it got. */
const ATTACKS: Readonly<Record<string, string>> = {
  "reads the address of the room": `top.location.href`,
  "reads the room": `top.document.body.textContent`,
  "reads the room through the frame": `parent.parent.document.title`,
  "reads a variable of the room": `top.pins`,
  "reads cookies": `document.cookie + parent.document.cookie`,
  "reads what the frame knows": `JSON.stringify(Object.values(parent)).includes("${SECRET}") ? "secret" : undefined`,
  "listens to what the room tells the frame": `(parent.asFrame({ v: 1, kind: "ready" }), new Promise((done) => setTimeout(() => done(/${SECRET}|${AUTHOR}|cmt_/.test(parent.heard.join()) ? "heard" : undefined), 200)))`,
  "navigates the room": `(top.location = "SPY/navigated", undefined)`,
  "navigates the room by a link": `click("<a target=_top href=SPY/link>x</a>")`,
  "navigates the room by a form": `click("<form target=_top action=SPY/form><button>x</button></form>", "button")`,
  "opens a window": `window.open("SPY/window") && "opened"`,
  "opens a window by a link": `click("<a target=_blank href=SPY/blank>x</a>")`,
  "opens a window of the frame": `parent.open("SPY/window") && "opened"`,
  alerts: `alert("Approve now")`,
  "asks for a password": `prompt("Password") ?? undefined`,
  confirms: `confirm("Approve?") || undefined`,
  prints: `print()`,
  downloads: `click("<a download href='data:text/plain,x'>x</a>")`,
  "fills the screen": `document.documentElement.requestFullscreen().then(() => "full", () => undefined)`,
  "locks the pointer": `document.body.requestPointerLock()?.then?.(() => "locked", () => undefined)`,
  "reads the clipboard": `navigator.clipboard.readText().catch(() => undefined)`,
  "asks where it is": `new Promise((done) => navigator.geolocation.getCurrentPosition(() => done("here"), () => done(undefined)))`,
  "fetches the room with its cookies": `fetch("ROOM", { credentials: "include" }).then((answer) => answer.text(), () => undefined)`,
  "fetches the API with its cookies": `fetch("SERVICE/sites", { credentials: "include" }).then((answer) => answer.text(), () => undefined)`,
  "posts a comment": `fetch("ROOM", { method: "POST", mode: "no-cors", credentials: "include", headers: { "content-type": "application/x-www-form-urlencoded" }, body: "do=start&body=forged&path=/&anchor=[]" }).then(() => undefined)`,
  "posts a comment by a form": `framed("<form method=post action=ROOM target=inner><input name=do value=start><input name=body value=forged><button>x</button></form>")`,
  "frames the room": `framed("", "ROOM")`,
  "frames a decision": `framed("", "SERVICE/app/approvals")`,
  "frames the frame once more": `framed("", "/.well-known/greenroom/room?path=/")`,
  "goes elsewhere in place of the frame": `(parent.location = "SPY/frame", new Promise((done) => setTimeout(done, 200)))`,
  "speaks from another origin in place of the frame": `(parent.location = "data:text/html,<script>parent.postMessage('{\\"v\\":1,\\"kind\\":\\"picked\\",\\"path\\":\\"/x\\",\\"anchor\\":[]}','*')</script>", new Promise((done) => setTimeout(done, 200)))`,
  "speaks to the room itself": `say(top, { v: 1, kind: "picked", path: "/", anchor: [{ type: "TextQuoteSelector", exact: "from the page" }] })`,
  "speaks as the frame, with a path elsewhere": `asFrame({ v: 1, kind: "picked", path: "//evil.test/", anchor: [] })`,
  "speaks of another page elsewhere": `asFrame({ v: 1, kind: "at", path: "https://evil.test/" })`,
  "speaks with words too long": `asFrame({ v: 1, kind: "picked", path: "/", anchor: [{ type: "TextQuoteSelector", exact: "x".repeat(201) }] })`,
  "speaks of selectors that are none": `asFrame({ v: 1, kind: "picked", path: "/", anchor: [{ type: "XPath", value: "//x" }] })`,
  "speaks with too many selectors": `asFrame({ v: 1, kind: "picked", path: "/", anchor: Array(4).fill({ type: "CssSelector", value: "a" }) })`,
  "speaks another version": `asFrame({ v: 2, kind: "picked", path: "/", anchor: [] })`,
  "speaks of a page whose path is a sentence": `asFrame({ v: 1, kind: "at", path: "/ evil.test says: approved" })`,
  "calls what every object has": `asFrame({ v: 1, kind: "constructor" }), asFrame({ v: 1, kind: "__proto__" })`,
  "opens what is not there": `asFrame({ v: 1, kind: "opened", number: '1"] , body [x="' })`,
  "sends an object": `parent.asFrameRaw({ v: 1, kind: "picked", path: "/", anchor: [] })`,
  "sends no JSON": `parent.asFrameRaw("{")`,
  "sends five million characters": `asFrame({ v: 1, kind: "at", path: "/" + "x".repeat(5e6) })`,
  "sends a thousand messages": `for (let n = 0; n < 1000; n += 1) asFrame({ v: 1, kind: "at", path: "/flood" + n })`,
};

/** Answers in place of the host, also for the frame around the page. */
const WORKER = `addEventListener("fetch", (event) => event.respondWith(new Response(
  "<script>parent.postMessage('{\\"v\\":1,\\"kind\\":\\"left\\"}', '*'); top.location = 'about:blank';</script>",
  { headers: { "content-type": "text/html" } })));`;

const HELPERS = `
  const say = (to, message) => to.postMessage(JSON.stringify(message), "*");
  const asFrame = (message) => parent.asFrame(message);
  const click = (markup, what = "a") => { const box = document.createElement("div"); box.innerHTML = markup; document.body.append(box); box.querySelector(what).click(); };
  const framed = (markup, src = "about:blank") => new Promise((done) => {
    const box = document.createElement("div");
    box.innerHTML = markup + "<iframe name=inner></iframe>";
    document.body.append(box);
    const inner = box.querySelector("iframe");
    const read = () => { try { const text = inner.contentDocument?.body?.textContent ?? ""; return /Comment|Approve/.test(text) ? text : undefined; } catch { return undefined; } };
    inner.addEventListener("load", () => setTimeout(() => done(read()), 200));
    if (src === "about:blank") box.querySelector("button").click(); else inner.src = src;
  });`;

/** Notes what left the browser, and what it did on its own. */
async function openSpy() {
  const all: string[] = [];
  const server = await serve((request, response) => {
    all.push(`request ${request.url}`);
    response.end();
  });
  return Object.assign(server, { all });
}

function watch(page: Page, { all }: { readonly all: string[] }): void {
  page.on("dialog", (dialog) => {
    all.push(`dialog ${dialog.message()}`);
    dialog.dismiss().catch(() => {});
  });
  page.on("popup", () => all.push("popup"));
  page.on("download", () => all.push("download"));
}

async function openHostile(page: Page): Promise<Frame> {
  const shown = page.frames().find((frame) => frame.parentFrame()?.parentFrame() === page.mainFrame());
  if (!shown) throw new Error("The room has no page.");
  await shown.waitForLoadState();
  await shown.evaluate(`new Promise((loaded) => {
    const script = parent.document.createElement("script");
    script.src = "/as-frame.js";
    script.onload = () => loaded();
    parent.document.head.append(script);
  })`);
  return shown;
}

/** @returns What the page returned, and what is not as it was in the room. */
async function attack(page: Page, hostile: Frame, script: string): Promise<readonly unknown[]> {
  const body = /^(?:for|const)\b/.test(script) ? script : `return (${script});`;
  const got: unknown = await hostile
    .evaluate(`(async () => { ${HELPERS}; try { ${body} } catch { return undefined; } })()`)
    .catch(() => undefined);
  const form = page.locator("#new");
  const values = await Promise.all(
    ["body", "anchor", "path"].map((name) => form.locator(`[name=${name}]`).inputValue()),
  );
  const written = await instance.context.db.selectFrom("comments").select("body").execute();
  return [got || undefined, page.url(), values, written, await page.locator("a[href*='evil.test']").count()];
}

test("a hostile page gets nothing, writes nothing and changes nothing in the room", { timeout: 120_000 }, async () => {
  const files = { "index.html": SHOP, "as-frame.js": AS_FRAME };
  const preview = await instance.deploy(instance.commit(files, "shop"), "shop");
  const room = `${instance.baseUrl}/app/room/${preview}?path=%2F`;
  const author = await openPageAs(browser, instance, { name: AUTHOR });
  await author.goto(room);
  await author.getByLabel("Comment", { exact: true }).fill(SECRET);
  await author.getByRole("button", { name: "Comment", exact: true }).click();
  await author.locator(".thread").waitFor();
  await using spy = await openSpy();
  const page = await openPageAs(browser, instance, { name: "Vik" });
  watch(page, spy);
  const got: Record<string, unknown> = {};
  for (const [name, script] of Object.entries(ATTACKS)) {
    await page.goto(room);
    await page.getByLabel("Comment", { exact: true }).fill("not sent yet");
    const hostile = await openHostile(page);
    const named = script.replaceAll("SPY", `http://127.0.0.1:${spy.port}`).replaceAll("ROOM", room);
    got[name] = await attack(page, hostile, named.replaceAll("SERVICE", instance.baseUrl));
  }
  const nothing = [undefined, room, ["not sent yet", "[]", "/"], [{ body: SECRET }], 0];
  expect(got).toEqual(Object.fromEntries(Object.keys(ATTACKS).map((name) => [name, nothing])));
  expect(Object.keys(ATTACKS).length).toBeGreaterThanOrEqual(40);
  expect(spy.all).toEqual([]);
  // The frame is heard where it says what it is for: a place, and nothing more.
  await page.goto(room);
  const place = [{ type: "CssSelector", value: "h1" }];
  const said = JSON.stringify({ v: 1, kind: "picked", path: "/other", anchor: place });
  const [, , heard] = await attack(page, await openHostile(page), `asFrame(${said})`);
  expect(heard).toEqual(["", JSON.stringify(place), "/other"]);
});

test("a hostile page takes neither the keys of somebody who writes, nor the room from the screen", async () => {
  const files = { "keys/index.html": `${SHOP}<div style="height: 3000px"></div>`, "keys/worker.js": WORKER };
  const preview = await instance.deploy(instance.commit(files, "keys"), "keys");
  const room = `${instance.baseUrl}/app/room/${preview}?path=%2Fkeys%2F`;
  const page = await openPageAs(browser, instance, { name: "Vik" });
  await page.goto(`${instance.baseUrl}/app/sites`);
  await page.goto(room);
  const hostile = await openHostile(page);
  await hostile.evaluate(`{
    const field = document.body.appendChild(document.createElement("input"));
    setInterval(() => field.focus(), 5);
    addEventListener("blur", () => field.focus());
  }`);
  await page.getByLabel("Comment", { exact: true }).click();
  await page.keyboard.type("What only members read", { delay: 20 });
  expect(await page.getByLabel("Comment", { exact: true }).inputValue()).toBe("What only members read");
  expect(await hostile.locator("input").inputValue()).toBe("");
  await page.mouse.move(200, 400);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => hostile.evaluate("scrollY")).toBeGreaterThan(0);

  await hostile.evaluate(`history.back(); parent.history.back(); top.history?.back()`).catch(() => {});
  await hostile.evaluate(`new Promise((done) => setTimeout(done, 500))`).catch(() => {});
  expect(page.url()).toBe(room);

  await hostile.evaluate(`navigator.serviceWorker.register("./worker.js").then(() => navigator.serviceWorker.ready)`);
  await page.reload();
  await page.getByLabel("Comment", { exact: true }).fill("Still mine");
  await page.frames()[1]?.waitForLoadState();
  expect(page.url()).toBe(room);
  expect(await page.getByLabel("Comment", { exact: true }).inputValue()).toBe("Still mine");
});
