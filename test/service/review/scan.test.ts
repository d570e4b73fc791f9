import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { ServingRules } from "../../../packages/service/domain/site.ts";
import { choosePages } from "../../../packages/service/review/choose.ts";
import { compareRules } from "../../../packages/service/review/report.ts";
import { scanSite } from "../../../packages/service/review/scan.ts";
import type { Side } from "../../../packages/service/review/served-side.ts";

const ORIGIN = "https://site.test";

function sideOf(files: Readonly<Record<string, string>>, rules: ServingRules = {}): Side {
  const bytes = new Map<string, Buffer>();
  const listed = new Map(
    Object.entries(files).map(([path, text]) => {
      const sha256 = createHash("sha256").update(text).digest("hex");
      bytes.set(sha256, Buffer.from(text));
      return [path, { sha256, size: Buffer.byteLength(text) }];
    }),
  );
  const read = async (sha256: string) => bytes.get(sha256) ?? Buffer.alloc(0);
  return { site: { files: listed, variants: new Map(), rules }, read };
}

async function scan(files: Readonly<Record<string, string>>, rules?: ServingRules) {
  const memory = { references: new Map(), readBytes: 0 };
  return scanSite(sideOf(files, rules), { origin: ORIGIN, memory, signal: new AbortController().signal });
}

async function chosen(before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) {
  const pages = choosePages(await scan(before), await scan(after));
  return pages.map(({ path, change }) => `${path} ${change}`);
}

const SITE = {
  "index.html": `<link rel=stylesheet href=style.css><img src="a.svg"><a href="/about">About</a>`,
  "about.html": `<base href="/deep/"><script type=module src="../app.js"></script>`,
  "deep/index.html": `<picture><source srcset="../b.png 1x, ../c.png 2x"></picture>`,
  "plain.html": `<p>No file</p><!-- <img src="a.svg"> -->`,
  "style.css": `@import "more.css"; /* url(c.png) */`,
  "more.css": `body { background: url("b.png") }`,
  "app.js": `import "./part.js"; const no = "/nothing/here";`,
  "part.js": `fetch("/data.json")`,
  "data.json": `{}`,
  "a.svg": "a",
  "b.png": "b",
  "c.png": "c",
};

describe("the pages that changed", () => {
  test("are those whose bytes differ, the front page always", async () => {
    expect(await chosen(SITE, SITE)).toEqual(["/ unchanged"]);
    expect(await chosen(SITE, { ...SITE, "plain.html": "<p>Other</p>" })).toEqual(["/ unchanged", "/plain changed"]);
  });

  test.each([
    ["a.svg", ["/ changed"]],
    ["more.css", ["/ changed"]],
    ["b.png", ["/ changed", "/deep/ changed"]],
    ["c.png", ["/ unchanged", "/deep/ changed"]],
    ["part.js", ["/ unchanged", "/about changed"]],
    ["data.json", ["/ unchanged", "/about changed"]],
  ])("are those that load %s, directly or by other files", async (file, pages) => {
    expect(await chosen(SITE, { ...SITE, [file]: "other" })).toEqual(pages);
  });

  test("are those that are new and those that are gone, and without a live site all of them", async () => {
    const { "plain.html": _gone, ...rest } = SITE;
    expect(await chosen(SITE, { ...rest, "new/index.html": "" })).toEqual([
      "/ unchanged",
      "/new/ added",
      "/plain removed",
    ]);
    expect(await chosen({}, SITE)).toEqual(["/ added", "/about added", "/plain added", "/deep/ added"]);
  });

  test("are not those that a redirect hides", async () => {
    const pages = await scan(SITE, { redirects: [{ source: "/plain", destination: "/about" }] });
    expect(pages.has("/plain")).toBe(false);
  });
});

describe("broken links", () => {
  const broken = async (files: Readonly<Record<string, string>>, rules?: ServingRules) =>
    Object.fromEntries([...(await scan(files, rules))].map(([path, page]) => [path, Object.fromEntries(page.broken)]));

  test("are links and files that lead nowhere as hosting would resolve them", async () => {
    expect(await broken(SITE)).toEqual({ "/": {}, "/about": {}, "/deep/": {}, "/plain": {} });
    const page = `<a href="about">ok</a><a href="/gone?x#y">no</a><img src="&#x67;one.png"><a href="https://else.test/">out</a>
      <a href="mailto:a@b.test">mail</a><a href="#here">here</a><link rel=canonical href="/nowhere">`;
    expect((await broken({ ...SITE, "index.html": page }))["/"]).toEqual({ "/gone": "link", "/gone.png": "file" });
  });

  test("are none where the root page answers, or a redirect leads on", async () => {
    const page = { "index.html": `<a href="/gone">a</a>` };
    expect(await broken(page, { spa: true })).toEqual({ "/": {} });
    expect(await broken(page, { redirects: [{ source: "/gone", destination: "/" }] })).toEqual({ "/": {} });
    expect(await broken(page, { redirects: [{ source: "/gone", destination: "/gone" }] })).toEqual({ "/": {} });
  });
});

describe("rules that differ", () => {
  test("are reported with their old and new values", () => {
    const before = {
      redirects: [{ source: "/a", destination: "/b" }],
      headers: [{ source: "/*", headers: { "X-Powered-By": "1", "X-UA-Compatible": "1" } }],
    };
    const after = {
      redirects: [{ source: "/a", destination: "https://else.test/", status: 302 as const }],
      headers: [{ source: "/*", headers: { "x-powered-by": "1" } }],
    };
    expect(compareRules(before, before)).toEqual([]);
    expect(compareRules(before, after)).toEqual([
      { kind: "redirect", source: "/a", before: "/b (308)", after: "https://else.test/ (302)" },
      { kind: "header", source: "/*", name: "x-ua-compatible", before: "1" },
    ]);
  });
});
