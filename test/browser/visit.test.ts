import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openBrowser, type ReviewBrowser } from "../../packages/service/review/browser.ts";
import { visitPage } from "../../packages/service/review/visit.ts";
import { openBrowser as openVisitor, packedChromium, unsandboxed } from "./browser.ts";

let folder: string;
let opened: ReviewBrowser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "greenroom-visit-"));
  opened = await openBrowser(unsandboxed(await packedChromium(), folder));
});

afterAll(async () => {
  await opened[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

/** Renders a page; files are named by their path. */
async function visit(body: string, files: Readonly<Record<string, Buffer>> = {}) {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`;
  const stored = new Map(Object.entries({ ...files, "index.html": Buffer.from(page) }));
  const listed = new Map([...stored].map(([path, { length: size }]) => [path, { sha256: path, size }]));
  const pictures: Buffer[] = [];
  const seen = await visitPage(opened.browser, {
    side: {
      site: { files: listed, variants: new Map(), rules: {} },
      read: async (path) => stored.get(path) ?? Buffer.alloc(0),
    },
    path: "/",
    origin: "http://site.test",
    nowMs: 0,
    masks: [],
    signal: new AbortController().signal,
    async store(png) {
      pictures.push(png);
      return createHash("sha256").update(png).digest("hex");
    },
  });
  return { ...seen, pictures };
}

test("numbers that count up and what comes after a moment are shown as they end", async () => {
  const { content, problems } = await visit(`<p id="framed"></p><p id="clock"></p><p id="late"></p><script>
    const count = (at) => {
      framed.textContent = "By frames " + Math.min(100, Math.floor(at / 24));
      clock.textContent = "By the clock " + Math.min(100, Math.floor(Date.now() / 24));
      if (at < 2400 || Date.now() < 2400) requestAnimationFrame(count);
    };
    requestAnimationFrame(count);
    setTimeout(() => (late.textContent = "Late"), 2000);</script>`);
  expect(content?.text).toContain("By frames 100\n\nBy the clock 100\n\nLate");
  expect(problems).toEqual([]);
});

test("a page that moves to another height is shown, and measured, where it comes to rest", async () => {
  const { shots } = await visit(`<style>body { margin: 0 }
    div { height: 1000px; transition: height 20s } @media (width < 500px) { div { height: 3000px } }</style><div></div>`);
  expect(shots.map(({ width, height }) => [width, height])).toEqual([
    [1280, 1000],
    [390, 3000],
  ]);
});

test("animations that start one another are shown as the last one ends", async () => {
  const { content } = await visit(`<style>@keyframes fade { to { opacity: 0.5 } }</style>
    <p id="told" style="animation: fade 10s">12</p><script>
    told.addEventListener("animationend", () => {
      told.style.animation = "none";
      told.textContent = Math.max(0, told.textContent - 1);
      if (told.offsetHeight > 0 && told.textContent > 0) told.style.animation = "fade 10s";
    });</script>`);
  expect(content?.text).toBe("0");
});

/** A photo with much detail, which Chromium scales while it decodes it. */
const PHOTO = `(async () => {
  const canvas = new OffscreenCanvas(800, 800);
  const brush = canvas.getContext("2d");
  for (let at = 0; at < 4000; at += 1) {
    brush.fillStyle = "hsl(" + ((at * 137) % 360) + " 90% " + ((at * 29) % 100) + "%)";
    brush.fillRect((at * 61) % 800, (at * 97) % 800, 23, 17);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 })).arrayBuffer()).toBase64();
})()`;

/** Whether the top of a picture is the same as the foot of another one. */
const IS_SAME = `async (top, foot, height) => {
  const rows = async (png, at) => {
    const picture = await createImageBitmap(await (await fetch("data:image/png;base64," + png)).blob());
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, at * (picture.height - height), picture.width, height).data.join();
  };
  return (await rows(top, 0)) === (await rows(foot, 1));
}`;

test("a photo that is scaled down looks the same where it is painted early and late", async () => {
  await using visitor = await openVisitor();
  const page = await visitor.newPage();
  const files = {
    "photo.jpg": Buffer.from(await page.evaluate<string>(PHOTO), "base64"),
    "dot.svg": Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
  };
  const image = `<style>body { margin: 0 }</style>
    <img src="photo.jpg" width="200" height="200" alt="Photo" style="display: block">`;
  // What is loaded one after the other gives the browser the time to paint the photo.
  const early = await visit(
    `${image}<script>
    let more = 30;
    const load = () => {
      if (more > 0) Object.assign(new Image(), { onload: load, src: "dot.svg?" + (more -= 1) });
    };
    document.images[0].onload = load;</script>`,
    files,
  );
  const late = await visit(`<div style="height: 5600px"></div>${image}`, files);
  const same = early.pictures.map((png, at) => {
    const [top, foot] = [png, late.pictures[at]].map((picture) => picture?.toString("base64"));
    return page.evaluate(`(${IS_SAME})("${top}", "${foot}", 200)`);
  });
  expect(await Promise.all(same)).toEqual([true, true]);
});
