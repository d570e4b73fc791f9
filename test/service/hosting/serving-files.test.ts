import { describe, expect, test } from "vitest";
import { manifestHeaders, readTarget, resolvePath } from "../../../packages/service/domain/resolve.ts";
import { readServingFiles } from "../../../packages/service/domain/serving-files.ts";
import { readServingRules, type ServingRules, writeServingRules } from "../../../packages/service/domain/site.ts";

const FILES = [
  "index.html",
  "about.html",
  "blog/index.html",
  "app/index.html",
  "404.html",
  "docs/404.html",
  "old.html",
];

/** What a path leads to, on a site with these files and these `_redirects`: `301 /x`, or the status and the file. */
function visit(redirects: string, path: string, manifest: ServingRules = {}): string {
  const { problems, ...read } = readServingFiles({ redirects });
  expect(problems).toEqual([]);
  // As it is stored and read again.
  const rules = readServingRules(writeServingRules({ ...manifest, files: read }));
  const files = new Map(FILES.map((name) => [name, { sha256: name, size: 1 }]));
  const target = readTarget(path);
  if (!target) return "malformed";
  const found = resolvePath({ files, rules }, target);
  if (found.kind === "missing") return "missing";
  return `${found.status} ${found.kind === "file" ? found.path : found.location}`;
}

describe("_redirects", () => {
  test.each([
    ["a path", "/a /b", "/a", "301 /b"],
    ["a status", "/a /b 302", "/a", "302 /b"],
    ["See Other", "/a /b 303", "/a", "303 /b"],
    ["a comment after the rule", "/a /b 307 # moved", "/a", "307 /b"],
    ["Windows line ends and a byte order mark", "\ufeff/a /b\r\n/c /d\r\n", "/c", "301 /d"],
    ["a final slash that the rule has not", "/a /b", "/a/", "301 /b"],
    ["a final slash that the request has not", "/a/ /b", "/a", "301 /b"],
    ["another host", "/a https://example.com/b?c=d#e 308", "/a", "308 https://example.com/b?c=d#e"],
    ["the query of the request", "/a /b", "/a?x=1", "301 /b?x=1"],
    ["a star", "/news/* /blog/:splat", "/news/2026/may", "301 /blog/2026/may"],
    ["a star that stands for nothing", "/news/* /blog/:splat", "/news", "301 /blog/"],
    ["placeholders", "/news/:year/:month /archive/:month-:year", "/news/2026/may", "301 /archive/may-2026"],
    ["a placeholder, never for two segments", "/news/:year /archive/:year", "/news/a/b", "404 404.html"],
    ["a path that is encoded", "/caf%C3%A9 /coffee", "/caf%c3%a9", "301 /coffee"],
    ["what is in the query", "/shop id=:id /items/:id", "/shop?id=7%2F8", "301 /items/7%2F8?id=7%2F8"],
    ["a fixed value of the query", "/shop kind=old /x", "/shop?kind=new", "404 404.html"],
    ["the first of two rules", "/a /b\n/a /c", "/a", "301 /b"],
    ["the first, when an open one is before a fixed one", "/* /b\n/a /c", "/a", "301 /b"],
    ["the first, when a fixed one is before an open one", "/a /c\n/* /b", "/a", "301 /c"],
  ])("follows %s", (_, rules, path, led) => {
    expect(visit(rules, path)).toBe(led);
  });

  test.each([
    ["shows a page without changing the URL", "/app/* /app/index.html 200", "/app/deep/link", "200 app/index.html"],
    ["finds a page by its clean URL", "/x /about 200", "/x", "200 about.html"],
    ["finds the page of a folder", "/x /blog 200", "/x", "200 blog/index.html"],
    ["serves any page as not found", "/private/* /about 404", "/private/a", "404 about.html"],
    ["routes in the browser", "/* /index.html 200", "/deep", "200 index.html"],
    ["leaves files alone", "/* /index.html 200", "/about", "200 about.html"],
    ["replaces a file when it is forced", "/old.html /about 200!", "/old.html", "200 about.html"],
    ["redirects from a file when it is forced", "/about /x 302!", "/about", "302 /x"],
    ["falls through to the 404 page when there is no such page", "/x /gone 200", "/x", "404 404.html"],
    ["is not followed by another rule", "/x /y 200\n/y /about 301", "/x", "404 404.html"],
  ])("rewriting %s", (_, rules, path, led) => {
    expect(visit(rules, path)).toBe(led);
  });

  test("never leads to itself, nor to another host by the path of a visitor", () => {
    expect(visit("/* /:splat 301!", "/about")).toBe("200 about.html");
    expect(visit("/a/ /a", "/a")).toBe("404 404.html");
    expect(visit("/go/* /:splat", "/go//evil.example/")).toBe("404 404.html");
    expect(visit("/go/* /:splat", "/go/%5cevil.example/")).toBe("malformed");
    expect(visit("/go/* /x/:splat", "/go/a%0d%0aSet-Cookie:%20x")).toBe("malformed");
    expect(visit("/go/:to /:to", "/go/%2f%2fevil.example")).toBe("malformed");
    expect(visit("/go to=:to /x?next=:to", "/go?to=%0d%0aSet-Cookie:x")).toBe("301 /x?next=%0D%0ASet-Cookie%3Ax");
    expect(visit("/go to=:to /:to", "/go?to=//evil.example")).toBe("301 /%2F%2Fevil.example?to=//evil.example");
    const manifest = { redirects: [{ source: "/go/*", destination: "https://example.com:splat" }] };
    expect(visit("", "/go/.evil.example", manifest)).toBe("404 404.html");
  });

  test("greenroom.json wins", () => {
    const manifest = { redirects: [{ source: "/a", destination: "/of-manifest" }] };
    expect(visit("/a /of-file 301!\n/b /of-file", "/a", manifest)).toBe("308 /of-manifest");
    expect(visit("/a /of-file 301!\n/b /of-file", "/b", manifest)).toBe("301 /of-file");
  });

  test.each([
    ["/api/* https://api.example.com/:splat 200", "would fetch files of another host"],
    ["/a https://example.com/x 404", "would fetch files of another host"],
    ["/a //evil.example", "begins with //"],
    ["/a /\\evil.example", "must be percent-encoded"],
    ["/a/* https://:splat/x", "whose host is not fixed"],
    ["/a/* https://example.com:splat", "whose host is not fixed"],
    ["/a/:b https://:b.example.com/", "whose host is not fixed"],
    ["/a https://user:secret@example.com/", "whose host is not fixed"],
    ["/a javascript:alert(1)", "no destination that begins with"],
    ["/a", "no destination that begins with"],
    ["/* 200", "no destination that begins with"],
    ["a /b", "does not begin with a path"],
    ["https://old.example/* /b", "is for another host"],
    ["/a /b 410", 'has the status "410"'],
    ["/a /b Country=de", 'has the condition "Country=de"'],
    ["/a /b 302 Language=en", "after the status"],
    ["/a/*/b /c", "has a * that is not the end"],
    ["/a /b/:c", "uses :c, which is not in its path"],
    ["/a b /c", "other than name=value"],
    ["/%zz /b", "is not well encoded"],
    ["/a%0d%0a /b", "a character that no path has"],
    ["/a /b\u0000", "must be percent-encoded"],
    [`/a /${"b".repeat(3_000)}`, "is longer than 2048 characters"],
  ])("names the line that has no effect: %s", (line, reason) => {
    const { redirects, problems } = readServingFiles({ redirects: `# one\n\n${line}\n/ok /b` });
    expect(redirects).toMatchObject([{ source: "/ok" }]);
    expect(problems).toEqual([expect.stringMatching(/^_redirects:3: /)]);
    expect(problems[0]).toContain(reason);
  });

  test("thousands of rules, of which all begin alike, are read in order up to a limit, and matched without a pattern that runs away", () => {
    const deep = Array.from({ length: 300 }, (_, n) => `:p${n}`).join("/");
    const redirects = Array.from({ length: 3_000 }, (_, n) => `/a/${deep}/${n}/* /b/:splat`).join("\n");
    const read = readServingFiles({ redirects });
    expect(read.redirects).toHaveLength(1_000);
    expect(read.problems).toHaveLength(21);
    expect(read.problems.at(-1)).toBe("1980 more lines have no effect");
    const rules = { files: { redirects: read.redirects, headers: [] } };
    const site = { files: new Map(), variants: new Map(), rules };
    const path = `a/${"x/".repeat(300)}999/rest`;
    expect(resolvePath(site, { path, search: "" })).toMatchObject({ location: "/b/rest" });
  });
});

describe("_headers", () => {
  const headersOf = (headers: string, path: string, manifest: ServingRules = {}) => {
    const { problems, ...read } = readServingFiles({ headers });
    return {
      problems,
      sent: Object.fromEntries(
        manifestHeaders(path, readServingRules(writeServingRules({ ...manifest, files: read }))),
      ),
    };
  };

  test("apply to paths, placeholders and stars; a later path wins, one path joins, greenroom.json wins over all", () => {
    const text =
      "/*\n  X-Powered-By: 1\n  Link: </a>; rel=preload\n  Link: </b>\n/docs/:page\n  X-Powered-By: 2\n# done\n/docs/*\n  X-UA-Compatible: a: b\n";
    expect(headersOf(text, "docs/x")).toEqual({
      problems: [],
      sent: { "x-powered-by": "2", link: "</a>; rel=preload, </b>", "x-ua-compatible": "a: b" },
    });
    expect(headersOf(text, "").sent).toEqual({ "x-powered-by": "1", link: "</a>; rel=preload, </b>" });
    const manifest = { headers: [{ source: "/docs/*", headers: { "x-Powered-By": "3" } }] };
    expect(headersOf(text, "docs/x", manifest).sent["x-powered-by"]).toBe("3");
  });

  test.each([
    ["Set-Cookie: a=b", "sets set-cookie, which a site cannot: browsers keep it"],
    ["Strict-Transport-Security: max-age=1", "sends it itself"],
    ["Content-Length: 1", "none of the headers"],
    ["CDN-Cache-Control: public", "none of the headers"],
    ["X-Accel-Redirect: /etc/passwd", "none of the headers"],
    ["Basic-Auth: ann:secret", "protect nothing"],
    ["X-Content-Type-Options: none", "always nosniff"],
    ["X-Powered-By: a\u0000b", "other than visible ASCII"],
    ["X-Powered-By: caf\u00e9", "other than visible ASCII"],
    ["X A: b", "is neither a path nor a header"],
    ["nothing", "is neither a path nor a header"],
    ["__proto__ : x\u0001", "other than visible ASCII"],
  ])("names the line that has no effect: %s", (line, reason) => {
    const { problems, sent } = headersOf(`/*\n  X-Powered-By: 1\n  ${line}\n`, "a");
    expect(sent).toEqual({ "x-powered-by": "1" });
    expect(problems).toEqual([expect.stringMatching(/^_headers:3: /)]);
    expect(problems[0]).toContain(reason);
  });

  test("a header before any path, and those of a path that is rejected, have no effect", () => {
    const { problems, sent } = headersOf("X-Powered-By: 1\n/a/*/b\n  X-UA-Compatible: 2\n", "a/x/b");
    expect(sent).toEqual({});
    expect(problems).toEqual([
      "_headers:1: comes before any path",
      "_headers:2: has a * that is not the end of the path",
    ]);
  });
});
