import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemClock } from "../../packages/contract/clock.ts";
import type { ReviewFindings } from "../../packages/service/review/record.ts";
import type { Render } from "../../packages/service/review/renders.ts";
import { reviewPreview } from "../../packages/service/review/review.ts";
import { packedChromium, unsandboxed } from "./browser.ts";

let program: string;
let folder: string;

beforeAll(async () => {
  program = await packedChromium();
  folder = mkdtempSync(join(tmpdir(), "greenroom-comparison-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const page = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page</title></head><body>${body}</body></html>`;

/** Shows what a page can know of the moment and of chance, and moves. */
const RESTLESS =
  page(`<style>@keyframes go { to { margin-left: 300px } } i { animation: go 7s infinite alternate }</style>
  <i>moves</i><p id="now"></p><script>now.textContent = [Date.now(), new Date(), Math.random(), crypto.randomUUID(),
  crypto.getRandomValues(new Uint32Array(2)), document.lastModified].join(" ")</script>`);

/** Another colour each time: events know how long the page has been there. */
const UNSTABLE = page(`<h1>Colours</h1><canvas id="c" width="100" height="50"></canvas><script>
  const brush = c.getContext("2d");
  const colour = Math.imul(new Event("now").timeStamp * 10, 2654435761);
  brush.fillStyle = "#" + (colour >>> 8).toString(16).padStart(6, "0");
  brush.fillRect(0, 0, 100, 50);</script>`);

const LINES = Array.from({ length: 40 }, (_, line) => `<p>Line ${line}</p>`);

type Files = Readonly<Record<string, string>>;

/** Renders and compares, with what earlier comparisons rendered. */
function openStore() {
  const stored = new Map<string, Buffer>();
  const renders = new Map<string, { readonly render: Render; readonly sha256: string }>();
  const put = (bytes: Buffer): string => {
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    stored.set(sha256, bytes);
    return sha256;
  };
  const siteOf = (files: Files) => ({
    files: new Map(
      Object.entries(files).map(([path, text]) => [path, { sha256: put(Buffer.from(text)), size: text.length }]),
    ),
    variants: new Map(),
    rules: {},
  });
  const made: string[] = [];
  return {
    /** Digests of the renders that were made, in order. */
    made,
    renders,
    compare: (before: Files, after: Files, masks = ""): Promise<ReviewFindings> =>
      reviewPreview({
        service: { clock: systemClock, log: pino({ level: "silent" }) },
        record: {
          comparisonId: "cmp_1",
          order: {
            origin: "http://site.test",
            nowMs: 0,
            masks,
            maxPages: 12,
            patienceMs: 0,
            before: siteOf(before),
            after: siteOf(after),
          },
          read: async (sha256) => stored.get(sha256) ?? Buffer.alloc(0),
          addPicture: async (bytes) => put(bytes),
          findRender: async (key) => renders.get(key),
          async addRender(render) {
            const sha256 = put(Buffer.from(JSON.stringify(render)));
            made.push(sha256);
            return sha256;
          },
          async progress({ renders: used }) {
            for (const { key, sha256 } of used) {
              const render = JSON.parse(stored.get(sha256)?.toString() ?? "") as Render;
              renders.set(key, { render, sha256 });
            }
          },
        },
        browser: unsandboxed(program, folder),
        isBuilding: async () => false,
        signal: new AbortController().signal,
      }),
  };
}

const without = (text: string): string => text.replace("</body>", "<!-- seen by no one --></body>");

test("pages with time, chance and animation that did not change show no change, and what differs from itself is left out", async () => {
  const { compare } = openStore();
  const before = { "index.html": RESTLESS, "colours.html": UNSTABLE };
  const after = { "index.html": without(RESTLESS), "colours.html": without(UNSTABLE) };
  const { pages } = await compare(before, after);
  const told = Object.fromEntries(pages.map(({ path, change, unstable }) => [path, [change, unstable]]));
  expect(told).toEqual({ "/": ["unchanged", undefined], "/colours": ["unchanged", true] });
  const newly = await compare({ "index.html": page("<h1>Colours</h1>") }, { "index.html": UNSTABLE });
  expect(newly.pages).toMatchObject([{ path: "/", change: "changed", unstable: true }]);
}, 180_000);

test("a page is unchanged where only a file that it does not load differs, and changed where a script of it loads another", async () => {
  const { compare } = openStore();
  const loads = `<p id="told"></p><p id="now"></p><noscript><img src="/hidden.svg" alt=""></noscript><iframe src="/frame"></iframe><script>
    fetch("/told.json").then((answer) => answer.text()).then((text) => (told.textContent = text));
    now.textContent = new Event("now").timeStamp;</script>`;
  const before = {
    "index.html": page(loads),
    "frame.html": page("<h2>Frame</h2>"),
    "told.json": "Now",
    "hidden.svg": "<svg>1</svg>",
  };
  const change = async (after: Files) => {
    const { pages } = await compare(before, { ...before, "hidden.svg": "<svg>2</svg>", ...after });
    return pages.filter(({ path }) => path === "/").map((one) => [one.change, one.unstable]);
  };
  expect(await change({})).toEqual([["unchanged", undefined]]);
  expect(await change({ "told.json": "Then" })).toEqual([["changed", true]]);
  expect(await change({ "frame.html": page("<h2>Other frame</h2>") })).toEqual([["changed", true]]);
}, 180_000);

test("a page does not notice that its window becomes narrow while a picture of it is taken", async () => {
  const { compare } = openStore();
  const told = page(`<div id="box" style="height: 2000px"></div><script>
    const tell = () => innerWidth < 100 && console.error("It is " + innerWidth + " pixels wide.");
    addEventListener("resize", tell);
    document.body.onresize = tell;
    new ResizeObserver(tell).observe(box);</script>`);
  const pages = Array.from({ length: 6 }, (_, at) => [`${at}.html`, told]);
  const { pages: seen } = await compare({}, Object.fromEntries(pages));
  expect(seen.map(({ errors, problems }) => [errors, problems])).toEqual(pages.map(() => [[], []]));
}, 180_000);

test("a page shows what it makes of its width after a moment", async () => {
  const { compare } = openStore();
  const box = `<div id="box" style="height: 100px"></div>`;
  const late = page(`${box}<script>
    const fill = () => (box.style.background = innerWidth < 500 ? "red" : "green");
    let timer = setTimeout(fill, 480);
    addEventListener("resize", () => { clearTimeout(timer); timer = setTimeout(fill, 480); });</script>`);
  const style = `#box { background: green } @media (width < 500px) { #box { background: red } }`;
  const { pages } = await compare({ "index.html": late }, { "index.html": page(`<style>${style}</style>${box}`) });
  expect(pages).toMatchObject([{ change: "unchanged", pictures: [{ changedShare: 0 }, { changedShare: 0 }] }]);
}, 180_000);

test("a page that says something else to search engines only says so, wherever it is served", async () => {
  const { compare } = openStore();
  const about = (description: string, host: string) => ({
    "index.html": page("<h1>Shop</h1>").replace(
      "</head>",
      `<meta name="Description" content="${description}"><link rel="canonical" href="https://${host}/shop?a=1"></head>`,
    ),
  });
  const before = about("Open daily", "live.test");
  const { pages } = await compare(before, about("Open on  Mondays", "preview.test"));
  expect(pages).toMatchObject([{ change: "changed", pictures: [{ changedShare: 0 }, { changedShare: 0 }] }]);
  expect(pages[0]?.text.filter(({ kind }) => kind !== "same")).toEqual([
    { kind: "removed", text: "Description: Open daily" },
    { kind: "added", text: "Description: Open on Mondays" },
  ]);
  expect((await compare(before, about("Open daily", "preview.test"))).pages).toMatchObject([{ change: "unchanged" }]);
}, 180_000);

test("a page that is another one on one load of two is loaded once more, and is newly unstable where it is so again", async () => {
  const before = { "index.html": page("<h1>Shop</h1>") };
  async function seen(now: string) {
    const { compare, renders } = openStore();
    const after = { "index.html": without(page(`<h1>${now}</h1>`)) };
    await compare(before, after);
    const renderOf = (files: Files) => {
      const sha256 = createHash("sha256")
        .update(files["index.html"] ?? "")
        .digest("hex");
      return [...renders].find(([, { render }]) => render.first.answers.some(([, answer]) => answer.includes(sha256)));
    };
    const [old, own] = [renderOf(before), renderOf(after)];
    const usual = old?.[1].render.first;
    if (!old || !own || !usual?.content) throw new Error("Nothing was rendered.");
    const { first } = own[1].render;
    const odd = { ...first, content: { ...usual.content, text: "Sold out" } };
    renders.set(old[0], { ...old[1], render: { first: usual, again: usual } });
    const { content, shots } = usual;
    renders.set(own[0], { ...own[1], render: { first: { ...first, content, shots }, again: odd } });
    const { pages } = await compare(before, after);
    return pages.map(({ change, text }) => [change, text.map((part) => part.text)]);
  }
  expect(await seen("Shop")).toEqual([["unchanged", []]]);
  expect(await seen("Sold out")).toEqual([["changed", ["Shop", "Sold out"]]]);
}, 180_000);

test("the faintest shade of a small area is a change", async () => {
  const { compare } = openStore();
  const dot = (colour: string) =>
    page(`<h1>Shop</h1><p style="background: rgb(${colour}); width: 2px; height: 2px"></p>`);
  const { pages } = await compare({ "index.html": dot("96, 96, 96") }, { "index.html": dot("97, 96, 96") });
  expect(pages).toMatchObject([{ change: "changed" }]);
}, 180_000);

test("what the site masks is covered where it is, in the pictures alone, and what is no selector covers nothing", async () => {
  const { compare } = openStore();
  const shop = (colour: string, words: string) =>
    page(`<h1>Shop</h1><p class="today" style="background: ${colour}; height: 40px"></p><p>${words}</p>`);
  const [before, after] = [{ "index.html": shop("red", "Open") }, { "index.html": shop("green", "Open") }];
  const change = async (masks: string, files = after) => (await compare(before, files, masks)).pages[0]?.change;
  expect(await change("")).toBe("changed");
  expect(await change("/* .today")).toBe("unchanged");
  expect(await change("/ .today")).toBe("unchanged");
  expect(await change("/other/* .today")).toBe("changed");
  expect(await change("/* .today[")).toBe("changed");
  expect(await change("/* .today", { "index.html": shop("green", "Shut") })).toBe("changed");
}, 180_000);

test("a new line marks itself and nothing that it moved, and another baseline renders nothing that was rendered", async () => {
  const { compare, made } = openStore();
  const [first, second] = [LINES, LINES.with(30, "<p>Another</p>")].map((lines) => ({
    "index.html": page(lines.join("")),
  }));
  const release = { "index.html": page(LINES.toSpliced(5, 0, "<p>New line</p>").join("")) };
  const { pages } = await compare(first ?? {}, release);
  const [wide] = pages[0]?.pictures ?? [];
  expect(wide?.boxes).toHaveLength(1);
  expect(wide?.boxes).toMatchObject([{ x: 0, before: { height: 0 }, after: { height: expect.any(Number) } }]);
  await compare(second ?? {}, release);
  const before = made.length;
  await compare(first ?? {}, second ?? {});
  await compare(first ?? {}, release);
  expect(made).toHaveLength(before);
}, 180_000);
