import { describe, expect, test } from "vitest";
import { readServingFiles } from "../../../packages/service/domain/serving-files.ts";
import type { ServingRules } from "../../../packages/service/domain/site.ts";
import { checkSite, type SiteToCheck, type Verdict } from "../../../packages/service/pipeline/output/check-site.ts";
import { readFileList } from "../../../packages/service/store/files/file-lists.ts";
import { type Files } from "./build-fixture.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

interface Differing extends Partial<Omit<SiteToCheck, "files" | "rules">> {
  readonly rules?: ServingRules;
  readonly redirects?: string;
}

const ORIGIN = "https://docs-1.preview.test";

/** Files, or the home page alone. */
type Given = string | Files;

function check(files: Given, { redirects = "", rules = {}, ...given }: Differing = {}): Promise<Verdict> {
  const all = typeof files === "string" ? { "index.html": files } : files;
  const bytes = new Map(Object.entries(all).map(([path, content]) => [path, Buffer.from(content)]));
  const { problems: _, ...serving } = readServingFiles({ redirects });
  return checkSite({
    files: new Map([...bytes].map(([path, { length }]) => [path, { sha256: path, size: length }])),
    rules: { ...rules, files: serving },
    origin: ORIGIN,
    output: ".",
    leftOut: [],
    home: true,
    findBasePath: true,
    read: (file, maxBytes) => Promise.resolve((bytes.get(file.sha256) ?? Buffer.alloc(0)).subarray(0, maxBytes)),
    ...given,
  });
}

/** In one line: the code of what is broken, the base path, or the codes of the warnings; then what is said of it. */
async function judged(files: Given, given?: Differing): Promise<readonly [verdict: string, said: string]> {
  const found = await check(files, given);
  if (found.kind === "broken") return [found.code, found.message];
  const codes = [found.basePath ?? "", ...found.warnings.map(({ code = "" }) => code)].filter((code) => code !== "");
  return [codes.join(" ") || "sound", found.warnings.map(({ message, hint }) => `${message} ${hint}`).join("\n")];
}

const verdict = async (files: Given, given?: Differing): Promise<string> => (await judged(files, given))[0];

const without = (path: string): Differing => ({ leftOut: [{ path, why: "submodule" }] });

const APP = `<div id=app></div><script type=module src="/assets/app.js"></script><link rel=stylesheet href="/assets/app.css">`;
const BASED = APP.replaceAll("/assets", "/my-project/assets");
const ASSETS = { "assets/app.js": "1", "assets/app.css": "a{}" };
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 12345\n`;

describe("a home page is there", () => {
  test.each<[string, Given, Differing?]>([
    ["as index.html", "<h1>Hi</h1>"],
    ["by a redirect of the site", { "en/index.html": "x" }, { redirects: "/ /en/" }],
    ["by two redirects", { "en/index.html": "x" }, { redirects: "/ /a\n/a /en/ 302" }],
    ["by a rewrite", { "start.html": "x" }, { redirects: "/ /start 200" }],
    ["on another host", { "a.css": "x" }, { redirects: "/ https://example.com/" }],
    ["that sends its visitors on", { "index.html": `<meta http-equiv=refresh content="0; url=a">`, "a.html": "x" }],
    ["with a picture of styles alone", "<style>body{background:red}</style><div></div>"],
    ["in a shadow root", "<my-page><template shadowrootmode=open>Hi</template></my-page>"],
    ["whose script sends them on", { "index.html": "<script>location.replace('en/')</script>", "en/index.html": "x" }],
    ["beside what a script may send on", "Hi<script>if (a) location = '/login'</script>"],
    ["that loads itself anew after some seconds", "<meta http-equiv=refresh content=5>Hi"],
    ["for a site that has none", { "data.json": "{}" }, { home: false }],
  ])("%s", async (_, files, given) => {
    expect(await verdict(files, given)).toBe("sound");
  });

  test.each<[string, Given, RegExp, Differing?]>([
    ["nowhere", { "a.txt": "x" }, /^Set 'output' .*: the site has no index\.html at its top/],
    [
      "nowhere, since a submodule is not there",
      { "a.txt": "x" },
      /^Commit the files of the submodule 'themes\/a', .*no index\.html/,
      without("themes/a"),
    ],
    ["in a folder", { "a/b/index.html": "x", "site/index.html": "x" }, /^Set 'output' to 'site' .* but 'site\/index/],
    ["in one below", { "browser/index.html": "x" }, /^Set 'output' to 'dist\/app\/browser'/, { output: "dist/app" }],
    ["in a folder of an upload", { "out/index.html": "x" }, /^Upload the folder 'out'/, { output: undefined }],
    ["under a name that differs in case", { "Index.HTML": "x" }, /^Name 'Index\.HTML' index\.html/],
    ["only where nothing is found", { "404.html": "x" }, /no index\.html/],
  ])("is missing: %s", async (_, files, says, given) => {
    expect(await judged(files, given)).toEqual(["output_missing", expect.stringMatching(says)]);
  });

  test.each<[string, Given, RegExp, Differing?]>([
    ["behind a redirect to nowhere", "x", /to '\/gone', which the site does not have/, { redirects: "/ /gone 302!" }],
    [
      "behind an error",
      { "index.html": "x", "gone.html": "x" },
      /with an error: correct/,
      { redirects: "/ /gone.html 404!" },
    ],
    ["in a circle", { "a.html": "x" }, /in a circle/, { redirects: "/ /b\n/b /" }],
    [
      "in a circle of pages",
      { "index.html": `<meta http-equiv=refresh content="0;/a">`, "a.html": `<meta http-equiv=refresh content="0;/">` },
      /without end: correct/,
    ],
    ["that loads itself anew at once", "<meta http-equiv=refresh content=0>Hi", /without end/],
    ["that is empty", " \n", /^Write the home page 'index\.html', or say/],
    [
      "without the theme that a submodule has",
      "<h1>Hi</h1>",
      /^Commit the files of the submodule 'theme\/a', .*has no styles/,
      without("theme/a"),
    ],
    ["that is a comment", "<!doctype html><!-- Hi -->", /shows nothing/],
    ["that waits for scripts", "<title>Hi</title><link rel=stylesheet href=//b.test/a><a-b></a-b>", /shows nothing/],
    ["that waits and says so", "<noscript>Needs JavaScript.</noscript><div id=root></div>", /shows nothing/],
    [
      "behind one that leads nowhere",
      `<meta http-equiv="refresh" content="0; url=/en/">`,
      /'\/en\/', .*: build that page/,
    ],
    [
      "behind a script that leads nowhere",
      "<title>Hi</title><script>window.location.href = 'en/index.html'</script>",
      /'\/en\/index\.html', which the site does not have: build that page/,
    ],
    [
      "without the scripts that make all of it",
      {
        "index.html":
          "<link rel=stylesheet href=a.css><div id=root></div><script src=elm.js></script><script>go()</script>",
        "a.css": "a{}",
      },
      /^Make '\/elm\.js' load: the home page shows nothing without its script/,
    ],
    ["of other bytes than text", "\u0089PNG\ufffd\0\0", /^Commit or build the home page .* it is no text/],
    ["at a file that is no page", { "data.json": "{}" }, /is no page/, { redirects: "/ /data.json 200" }],
    ["as a pointer of Git LFS", { "index.html": POINTER }, /^Commit the file itself.* pointer of Git LFS/],
    ["as a Jekyll page", "---\nlayout: default\n---\n<h1>{{ site.title }}</h1>", /front matter of a template/],
    ["as a Hugo template", `{{ define "main" }}<p>`, /is a template/],
    [
      "as a template of a server that has the addresses of its styles",
      `<link rel=stylesheet href="{{ url_for('static', filename='a.css') }}"><h1>Hi</h1>`,
      /is a template/,
    ],
    ["as a Jinja template", `{% extends "base.html" %}`, /is a template/],
  ])("is broken: %s", async (_, files, says, given) => {
    expect(await judged(files, given)).toEqual(["home_broken", expect.stringMatching(says)]);
  });
});

describe("a home page without any of its styles and scripts is broken", () => {
  test.each<[string, Given, RegExp, Differing?]>([
    ["one script", `<script src="app.js"></script>`, /'\/app\.js'/],
    [
      "source code that browsers do not run",
      { "index.html": `<script type=module src="/src/main.tsx"></script>`, "src/main.tsx": "x" },
      /source code that was not built: .*'buildCommand'/,
    ],
    ["a page for a script", `<script src="/app"></script>`, /not as a style or script/, { rules: { spa: true } }],
    ["a submodule", `<link rel=stylesheet href="theme/a.css">`, /submodule 'theme', .* log says why/, without("theme")],
    ["node_modules", `<script src="node_modules/a/a.js"></script>`, /node_modules/],
    ["case", { "index.html": `<link rel=stylesheet href="CSS/a.css">`, "css/a.css": "x" }, /'css\/a\.css': spell both/],
    ["another folder", { "index.html": `<script src="/app.js"></script>`, "public/app.js": "x" }, /'public\/app\.js'/],
    [
      "a base path that is ruled out",
      { "index.html": BASED, ...ASSETS },
      /built for the path '\/my-project\/', and 'basePath' in greenroom\.json is '\/'/,
      { findBasePath: false },
    ],
    ["a base path that is not the whole reason", { "index.html": BASED, "assets/app.css": "x" }, /assets\/app\.css/],
    ["pointers", { "index.html": `<script src="a.js"></script>`, "a.js": POINTER }, /Git LFS.* Commit the file/],
    [
      "source code that imports a package by name",
      { "index.html": `<script type=module src=main.js></script>`, "main.js": `import { createApp } from "vue";` },
      /'\/main\.js'.* source code that was not built: .*'buildCommand'/,
    ],
    [
      "a package that is not installed, which the page has a map to",
      {
        "index.html": `<script type=importmap>{"imports":{"vue":"/lib/vue.js"}}</script><script type=module src=a.js></script>`,
        "a.js": `import vue from "vue"`,
      },
      /'\/a\.js'/,
    ],
    [
      "source code that imports a style",
      {
        "index.html": `<script type=module src=main.js></script>`,
        "main.js": `/* The app.\n * Not built.\n */\nimport a from "./a.js"\nimport "./a.css"\n`,
        "a.js": "1",
        "a.css": "a{}",
      },
      /source code that was not built/,
    ],
    [
      "a program that is not built, which the page imports",
      `<div id=app></div><script type=module>import init, { go } from "./pkg/app.js"; init()</script>`,
      /'\/pkg\/app\.js'/,
    ],
    [
      "a style on the machine of its author",
      { "index.html": `<link rel=stylesheet href="file:///C:/Users/me/a%20b.css"><h1>Hi</h1>`, "a b.css": "a{}" },
      /^Make 'file:\/\/\/C:\/Users\/me\/a b\.css' load: .* It is on the machine of who wrote the page/,
    ],
    [
      "a script of a server on that machine",
      { "index.html": `<div id=app></div><script src="http://127.0.0.1:5500/app.js"></script>`, "app.js": "1" },
      /name it relative to the page/,
    ],
    ["malformed escapes", `<script src="%PUBLIC_URL%/a.js"></script>`, /%PUBLIC_URL%/],
  ])("%s", async (_, files, says, given) => {
    expect(await judged(files, given)).toEqual(["home_broken", expect.stringMatching(says)]);
  });
});

describe("a home page that shows text without any style that it refers to", () => {
  const SCRIPTS = `<script src="jquery.js"></script><script>$(go)</script>`;
  const page = (rest: string): Files => ({
    "index.html": `<link rel=stylesheet href="css/style.css">${SCRIPTS}<h1>Hi</h1>${rest}`,
    "jquery.js": "1",
  });

  test("is broken, since visitors would see it unstyled", async () => {
    expect((await judged(page("")))[1]).toBe(
      "Make '/css/style.css' load: the home page has no other style. Check that the build writes it, and that it is committed where nothing builds it.",
    );
  });

  test.each<[string, Files]>([
    ["has a style in the page", page(`<style>h1{}</style>`)],
    ["has a style on an element", page(`<h1 style="color:red">Hi</h1>`)],
    ["loads a style", { ...page(`<link rel=stylesheet href=b.css>`), "b.css": "a{}" }],
    ["loads one of another host", page(`<link rel=stylesheet href="https://cdn.test/a.css">`)],
    ["loads a script of another host", page(`<script src="https://cdn.test/a.js"></script>`)],
    ["has a script that makes one", page(`<script>document.head.append(document.createElement("style"))</script>`)],
    ["loads a script that loads one", { ...page(""), "jquery.js": `link.rel = "stylesheet"` }],
  ])("is not where it %s", async (_, files) => {
    expect(await verdict(files)).toBe("missing_files");
  });
});

describe("a page that browsers show is never broken", () => {
  test.each<[string, string, Files?]>([
    ["with scripts inside", `<script>go()</script><style>a{}</style>`],
    ["with other hosts", `<script src="https://cdn.test/a.js"></script><link rel=stylesheet href="//b.test/a">`],
    ["with URLs of data", `<script src="data:text/javascript,go()"></script><img src="data:image/png;base64,AA">`],
    ["with a base on another host", `<base href="https://cdn.test/"><script src="a.js"></script>`],
    ["with a base of the site", `<base href="/app/"><script src="a.js"></script>`, { "app/a.js": "1" }],
    ["with a script before its base", `<script src="a.js"></script><base href="/app/">`, { "a.js": "1" }],
    ["with queries and fragments", `<script src="a.js?v=1#x"></script>`, { "a.js": "1" }],
    [
      "with escapes",
      `<script src="caf%C3%A9.js"></script><script src="ï ü.js"></script>`,
      { "café.js": "", "ï ü.js": "" },
    ],
    ["with entities", `<script src="a&amp;b.js"></script>`, { "a&b.js": "1" }],
    ["with its own address written out", `<script src="${ORIGIN}/a.js"></script>`, { "a.js": "1" }],
    ["with scripts of a platform only", `<script defer src="/_vercel/insights/script.js"></script>`],
    ["with scripts for old browsers in comments", `Hi<!--[if lt IE 9]><script src="shiv.js"></script><![endif]-->`],
    [
      "with scripts that no browser of today runs",
      `<script nomodule src="old.js"></script><script type="text/x-template" src="a.html"></script>`,
      { "old.js": "1", "a.html": "" },
    ],
    ["with a route of a clean URL", `<a href="/a">A</a><a href="/b/">B</a>`, { "a.html": "x", "b/index.html": "x" }],
    ["with braces for a framework in the browser", `<p>{{ message }}</p>`],
    ["with a template shown as code", `<pre>{% include a %}</pre><code>{% raw %}</code>`],
    ["with broken markup", `<div <p></b>Hi<script src="a.js"`, { "a.js": "1" }],
    [
      "with modules that import modules",
      `<script type=module src="js/a.js?v=1"></script>`,
      {
        "js/a.js": `/* a */ import "./b.js"; import*as c from"/c.mjs";import "https://cdn.test/d.js"`,
        "js/b.js": "1",
        "c.mjs": "1",
      },
    ],
    [
      "with modules whose names a map tells, and data",
      `<script type=importmap>{"imports":{"vue":"./lib/vue.js","lit/":"https://cdn.test/"}}</script><script type=module src=js/a.js></script>`,
      {
        "js/a.js": `import vue from "vue"\nimport "lit/a.js"\nimport b from "./b.json" with { type: "json" }`,
        "lib/vue.js": "1",
      },
    ],
    ["with a script that shows how to import", `<script src=a.js></script>`, { "a.js": "go(`\nimport a from 'a'\n`)" }],
  ])("%s", async (_, html, files) => {
    expect(await verdict({ "index.html": html, ...files })).toBe("sound");
  });

  test("in UTF-16", async () => {
    const page = Buffer.from("\ufeff<script src=a.js></script>", "utf16le");
    expect(await verdict({ "index.html": page, "a.js": "1" })).toBe("sound");
  });
});

describe("a warning", () => {
  test.each<[string, Given, RegExp, Differing?]>([
    [
      "names the gravest reference that leads nowhere, and counts",
      {
        "index.html": `<a href="/nowhere">a</a><img src="/b.png" srcset="c.png 2x"><script src=a.js></script><script src=b.js></script>`,
        "a.js": "1",
      },
      /refers to 4 files or pages that are not there; the first is '\/b\.js'/,
    ],
    [
      "names a picture on the machine of its author, and no link to one",
      `<a href="http://localhost:3000">Try</a><img src="C:\\me\\a.png">`,
      /refers to '\S*a\.png', which is not there\. It is on the machine/,
    ],
    ["names a frame", `<frameset><frame src="menu.html"></frameset>`, /refers to '\/menu\.html'/],
    ["names one", `<a href="old">a</a>`, /refers to '\/old', which is not there/],
    ["counts a file once", `<a href="/a?1">a</a><a href="/a?1">a</a>`, /refers to '\/a'/],
    ["has no control characters", `<a href="/a%0Ab">a</a>`, /'\/a%0Ab'/],
    [
      "names pointers of Git LFS",
      { "index.html": "x", "a.png": POINTER, "b.png": POINTER },
      /2 files are pointers of.*'a\.png'/,
    ],
    [
      "names pages that are templates",
      { "index.html": "x", "a.html": "---\ntitle: x\n---\n", "b.html": "{% block %}" },
      /2 pages show the source of a template.*'a\.html'/,
    ],
    ["names a template in the home page", "<p>{% include nav.html %}</p>", /A page shows.*'index\.html'/],
    ["names submodules", "<style>p{}</style>x", /Submodules were not fetched: 'themes\/a'/, without("themes/a")],
    ["holds also without a home page", { "a.png": POINTER }, /A file is a pointer of Git LFS/, { home: false }],
  ])("%s", async (_, files, says, given) => {
    expect((await judged(files, given))[1]).toMatch(says);
    expect((await check(files, given)).kind).toBe("sound");
  });
});

describe("the path that a site was built for", () => {
  test.each<[string, string, Files, string]>([
    ["is found", BASED, ASSETS, "/my-project/"],
    ["has two folders", BASED.replaceAll("/my-project", "/team/app"), ASSETS, "/team/app/"],
    ["is found by its base", `<base href="/my-project/"><script src="a.js"></script>`, { "a.js": "1" }, "/my-project/"],
    ["is found by pictures alone", `<img src="/my-project/a.png">`, { "a.png": "x" }, "/my-project/"],
    ["is found beside others", `${BASED}<link rel=icon href="/a.ico">`, { ...ASSETS, "a.ico": "" }, "/my-project/"],
    ["is none where its folder is there", BASED, { ...ASSETS, "my-project/readme.txt": "x" }, "home_broken"],
    [
      "is found by links alone",
      `<a href="/my-project/">a</a><a href="/my-project/about">a</a><a href="/my-project/b/">b</a>`,
      { "about.html": "x", "b/index.html": "x" },
      "/my-project/",
    ],
    ["is none for one link", `<a href="/my-project/about">a</a>`, { "about.html": "x" }, "missing_files"],
    ["is none where the files are there", APP, ASSETS, "sound"],
  ])("%s", async (_, html, files, expected) => {
    expect(await verdict({ "index.html": html, ...files })).toBe(expected);
  });
});

test("a large home page and a hundred thousand links are read up to a limit", async () => {
  const links = Array.from({ length: 100_000 }, (_, n) => `<a href="/page-${n}">${n}</a>`).join("");
  expect((await judged(links))[1]).toMatch(/refers to 2000 files or pages/);
  const page = Buffer.alloc(50 * 1024 ** 2, "<p>text</p>");
  expect(await verdict({ "index.html": page })).toBe("sound");
});

describe("a build", () => {
  const get = async (label: string | null, path: string): Promise<string> => {
    const { status, headers, text } = await fixture.get(label ?? "", path);
    return `${status} ${headers.location ?? text.slice(0, 20)}`;
  };

  test("without a home page fails with the folder that has one, and is ready when it is to have none", async () => {
    const files = { "package.json": "{}", "greenroom.json": `{"output": "dist"}`, "dist/web/index.html": "x" };
    const manifest = (more: object): string => JSON.stringify({ buildCommand: null, output: "dist", ...more });
    const { row } = await fixture.deploy({ ...files, "greenroom.json": manifest({ runtime: "static" }) });
    expect(row).toMatchObject({ status: "failed", error_code: "output_missing" });
    expect(row.error_message).toContain("Set 'output' to 'dist/web'");
    const without = await fixture.deploy({ ...files, "greenroom.json": manifest({ runtime: "static", home: false }) });
    expect(without.row.status).toBe("ready");
  });

  test("for a base path is served below it, and / leads there, unless that is switched off", async () => {
    const files = { "index.html": BASED, "about.html": "about", "docs/index.html": "docs", ...ASSETS };
    const { id, row } = await fixture.deploy(files);
    const label = row.preview_label;
    expect(row.status).toBe("ready");
    expect(await get(label, "/?a=1")).toBe("302 /my-project/?a=1");
    expect(await get(label, "/my-project")).toBe("302 /my-project/");
    expect(await get(label, "/my-project/")).toBe(`200 ${BASED.slice(0, 20)}`);
    expect(await get(label, "/my-project/assets/app.js")).toBe("200 1");
    expect(await get(label, "/my-project/about")).toBe("200 about");
    expect(await get(label, "/my-project/docs")).toBe("308 /my-project/docs/");
    expect(await get(label, "/about")).toBe("200 about");
    expect((await fixture.logLines(id)).join("\n")).toContain("The site was built for the path /my-project/");
    const off = await fixture.deploy({ ...files, "greenroom.json": `{"basePath": "/"}` });
    expect(off.row).toMatchObject({ status: "failed", error_code: "home_broken" });
  });

  test("serves what pages load from node_modules and dot folders, and nothing else of them", async () => {
    const page = `<link rel=stylesheet href="node_modules/base/base.css"><script src=app.js></script><img src=".pictures/a.png"><img src=".env"><img src=".git/HEAD.png">`;
    const files = {
      "sub/index.html": page,
      "index.html": `<a href="sub/">To do</a>`,
      "sub/app.js": `require(["../node_modules/@team/dep/dep.js", "./node_modules/@team/dep/dep.js"])`,
      "sub/node_modules/base/base.css": `@import "../other/o.css"; a { background: url(a.png) }`,
      "sub/node_modules/base/a.png": "a",
      "sub/node_modules/base/package.json": "{}",
      "sub/node_modules/base/.npmrc": "secret",
      "sub/node_modules/base/key.pem": "secret",
      "sub/node_modules/@team/dep/dep.js": "dep",
      "sub/node_modules/unused/u.js": "u",
      "sub/.pictures/a.png": "picture",
      "sub/.pictures/b.png": "other",
      "sub/.env": "SECRET=1",
      ".env.js": "secret",
      "greenroom.json": "{}",
      ".well-known/security.txt": "x",
    };
    const { id, row } = await fixture.deploy(files);
    expect(row.status).toBe("ready");
    const { files: served } = (await readFileList(fixture.context.objects, row.file_list_digest ?? "")) ?? {
      files: [],
    };
    expect(served.map(({ path }) => path)).toEqual([
      ".well-known/security.txt",
      "index.html",
      "sub/.pictures/a.png",
      "sub/app.js",
      "sub/index.html",
      "sub/node_modules/@team/dep/dep.js",
      "sub/node_modules/base/a.png",
      "sub/node_modules/base/base.css",
    ]);
    const log = (await fixture.logLines(id)).join("\n");
    expect(log).toContain("Left out, since the name begins with a dot or is node_modules: ");
    expect(log).toContain("Served from there all the same, since pages refer to it: 4 files");
    const off = await fixture.deploy({ ...files, "greenroom.json": `{"includeReferenced": false}` });
    expect((await fixture.get(off.row.preview_label ?? "", "/sub/node_modules/base/base.css")).status).toBe(404);
  });

  test("of a framework that routes in the browser serves index.html for unknown paths, unless it has a 404 page", async () => {
    const manifest = { installCommand: null, buildCommand: "mkdir dist && cp web/* dist" };
    const files = {
      "package.json": `{"devDependencies": {"vite": "7"}, "scripts": {"build": "vite build"}}`,
      "greenroom.json": JSON.stringify(manifest),
      "index.html": "source",
      "web/index.html": "app",
    };
    const { id, row } = await fixture.deploy(files);
    expect(row).toMatchObject({ error_message: null, framework: "vite" });
    expect(await get(row.preview_label, "/login")).toBe("200 app");
    expect((await fixture.logLines(id)).join("\n")).toContain("index.html answers unknown paths too");
    const own = await fixture.deploy({ ...files, "web/404.html": "none" });
    expect(await get(own.row.preview_label, "/login")).toBe("404 none");
    const off = await fixture.deploy({ ...files, "greenroom.json": JSON.stringify({ ...manifest, spa: false }) });
    expect((await fixture.get(off.row.preview_label ?? "", "/login")).status).toBe(404);
  });

  test("says in the log and on the record what may be wrong", async () => {
    const { id, row } = await fixture.deploy({ "index.html": `<img src="logo.png">`, "a.png": POINTER });
    const warnings = JSON.parse(row.diagnostics ?? "[]") as { level: string; code: string; message: string }[];
    expect(warnings.map(({ level, code }) => `${level} ${code}`)).toEqual([
      "warning missing_files",
      "warning lfs_pointers",
    ]);
    const lines = await fixture.logLines(id);
    for (const { message } of warnings) expect(lines.join("\n")).toContain(`publish: ${message}`);
  });
});
