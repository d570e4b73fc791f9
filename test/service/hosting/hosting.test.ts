import { createHash, randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { CorruptObject, type ObjectStore, openObjects } from "../../../packages/service/store/files/objects.ts";
import { openBuildFixture, type BuildFixture, type FixtureOptions } from "../pipeline/build-fixture.ts";
import { update } from "../rows.ts";

const BIG = randomBytes(700_000);
const SCRIPT = "export const words = 'green room';\n".repeat(200);

/** Headers that a proxy would obey, that reach other hosts, or that outlive the deployment. */
const RESERVED = [
  "X-Accel-Redirect",
  "X-ACCEL-Buffering",
  "X-Accel-Anything",
  "X-Sendfile",
  "X-Lighttpd-Send-File",
  "X-Reproxy-URL",
  "Status",
  "WWW-Authenticate",
  "Proxy-Authenticate",
  "Clear-Site-Data",
  "NEL",
  "Report-To",
  "Set-Cookie",
  "Strict-Transport-Security",
  "Public-Key-Pins",
  "Alt-Svc",
  "Location",
  "CDN-Cache-Control",
  "Surrogate-Control",
  "X-LiteSpeed-Cache-Control",
  "Secure-Session-Registration",
  "Use-As-Dictionary",
  "Critical-CH",
  "Server",
  "X-Accelerate",
];
const ALLOWED = [
  "Refresh",
  "Service-Worker-Allowed",
  "Reporting-Endpoints",
  "Content-Security-Policy",
  "Link",
  "X-Frame-Options",
  "Cross-Origin-Opener-Policy",
  "Cross-Origin-Embedder-Policy",
  "Access-Control-Allow-Origin",
  "Referrer-Policy",
  "Permissions-Policy",
  "Expires",
  "Content-Language",
  "Content-Disposition",
  "Timing-Allow-Origin",
  "Cross-Origin-Resource-Policy",
];

let fixture: BuildFixture;
let label: string;
let siteId: string;
let workspaceId: string;
let deploymentId: string;

const productionOf = async (site: string) =>
  (await fixture.db.selectFrom("sites").select("production_label").where("id", "=", site).executeTakeFirstOrThrow())
    .production_label;

const hostsOf = (site: string) =>
  fixture.db.selectFrom("hosts").select(["label", "kind"]).where("site_id", "=", site).execute();

const sha256 = (bytes: string | Buffer) => createHash("sha256").update(bytes).digest("hex");

beforeAll(async () => {
  fixture = await openBuildFixture();
  fixture.builds.start();
  workspaceId = await fixture.workspace();
  const repository = fixture.repository({
    "index.html": "<h1>root</h1>",
    "about.html": "about page",
    "guide/index.html": "guide",
    "guide/404.html": "no such guide",
    "404.html": "nothing",
    "script.js": SCRIPT,
    "assets/app-BxYz12aB.js": "hashed",
    "assets/jquery-migrate.js": "not hashed",
    "photo.bin": BIG,
    "empty.txt": "",
    ".well-known/greenroom/files.txt": "a list of the site's own",
    ".well-known/security.txt": "the site's own",
    "greenroom.json": JSON.stringify({
      runtime: "static",
      headers: [
        { source: "/*", headers: { "X-Powered-By": "green", "Set-Cookie": "a=b", "X-Content-Type-Options": "off" } },
        { source: "/guide*", headers: Object.fromEntries([...RESERVED, ...ALLOWED].map((name) => [name, "planted"])) },
        { source: "/script.js", headers: { "Cache-Control": "public, max-age=60", "X-Robots-Tag": "all" } },
      ],
      redirects: [
        { source: "/old", destination: "/about", status: 301 },
        { source: "/blog/*", destination: "https://example.com/news/:splat" },
        { source: "/trap", destination: "//evil.example" },
        { source: "/script", destination: "javascript:alert(1)" },
      ],
    }),
  });
  siteId = await fixture.site(workspaceId, repository.url);
  deploymentId = await fixture.accept(siteId);
  label = (await fixture.ended(deploymentId)).preview_label ?? "";
});

afterAll(() => fixture.close());

describe("a file", () => {
  test("has its content type, a strong ETag and the security headers", async () => {
    const page = await fixture.get(label, "/");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      etag: `"${sha256("<h1>root</h1>")}"`,
      "cache-control": "public, max-age=0, must-revalidate",
      "x-content-type-options": "nosniff",
      "x-robots-tag": "noindex",
      "accept-ranges": "bytes",
    });
    expect((await fixture.get(label, "/script.js")).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  test("has the headers of its manifest, except those that reach further than its own host", async () => {
    for (const path of ["/guide/", "/guide"]) {
      const { headers } = await fixture.get(label, path);
      for (const name of RESERVED) expect([name, headers[name.toLowerCase()]]).not.toContain("planted");
      for (const name of ALLOWED) expect([name, headers[name.toLowerCase()]]).toContain("planted");
    }
  });

  test("accepts GET and HEAD only", async () => {
    for (const method of ["POST", "PUT", "DELETE", "OPTIONS"]) {
      const response = await fixture.get(label, "/", {}, method);
      expect([response.status, response.headers.allow]).toEqual([405, "GET, HEAD"]);
    }
  });

  test("is immutable to caches only when its name has a hash", async () => {
    const caching = async (path: string) => (await fixture.get(label, path)).headers["cache-control"];
    expect(await caching("/assets/app-BxYz12aB.js")).toBe("public, max-age=31536000, immutable");
    expect(await caching("/assets/jquery-migrate.js")).toBe("public, max-age=0, must-revalidate");
  });

  test("that is damaged on the disk is not served", async () => {
    await using onDisk = await openStarted({ openStore: openObjects });
    const { row } = await onDisk.deploy({ "index.html": "whole and sound" });
    const digest = sha256("whole and sound");
    writeFileSync(
      join(onDisk.context.settings.dataDirectory, "objects", digest.slice(0, 2), digest),
      "whole and xound",
    );
    const response = await onDisk.get(row.preview_label ?? "", "/");
    expect(response.status).toBe(500);
    expect(response.text).not.toContain("xound");
  });
});

async function openStarted(options: FixtureOptions) {
  const made = await openBuildFixture(options);
  made.builds.start();
  return Object.assign(made, { [Symbol.asyncDispose]: () => made.close() });
}

describe("a range of a file larger than a chunk", () => {
  test.each([
    ["bytes=0-9", 206, "bytes 0-9/700000", [0, 10]],
    ["bytes=699990-", 206, "bytes 699990-699999/700000", [699_990, 700_000]],
  ] as const)("%s gets %i", async (range, status, contentRange, [first, end]) => {
    const response = await fixture.get(label, "/photo.bin", { range });
    expect([response.status, response.headers["content-range"]]).toEqual([status, contentRange]);
    expect(response.body.equals(BIG.subarray(first, end))).toBe(true);
  });
});

describe("a compressed variant", () => {
  const get = (headers: Readonly<Record<string, string>>, method = "GET") =>
    fixture.get(label, "/script.js", headers, method);

  test("is sent to clients that accept it, the best encoding first, with an ETag of its own", async () => {
    const br = await get({ "accept-encoding": "gzip, br" });
    expect(br.headers).toMatchObject({ "content-encoding": "br", vary: "accept-encoding" });
    expect(br.headers.etag).toBe(`"${sha256(SCRIPT)}-br"`);
    expect(br.headers["content-length"]).toBe(String(br.body.length));
    expect(brotliDecompressSync(br.body).toString()).toBe(SCRIPT);
    const gzip = await get({ "accept-encoding": "gzip" });
    expect(gzip.headers.etag).toBe(`"${sha256(SCRIPT)}-gzip"`);
    expect(gunzipSync(gzip.body).toString()).toBe(SCRIPT);
    const head = await get({ "accept-encoding": "br" }, "HEAD");
    expect([head.headers["content-encoding"], head.headers["content-length"]]).toEqual(["br", `${br.body.length}`]);
  });

  test("is never sent in part: a range is one of the file itself", async () => {
    const part = await get({ "accept-encoding": "br", range: "bytes=0-5" });
    expect([part.status, part.headers["content-encoding"], part.text]).toEqual([206, undefined, "export"]);
    const resumed = { "accept-encoding": "br", range: "bytes=0-5", "if-range": `"${sha256(SCRIPT)}-br"` };
    expect(await get(resumed)).toMatchObject({ status: 200, text: SCRIPT });
  });

  test("does not exist for a file that does not compress, which needs no Vary", async () => {
    const photo = await fixture.get(label, "/photo.bin", { "accept-encoding": "br, gzip" });
    expect([photo.headers["content-encoding"], photo.headers.vary]).toEqual([undefined, undefined]);
  });
});

describe("a path", () => {
  test.each([
    ["/about", 200, "about page"],
    ["/about.html", 200, "about page"],
    ["/guide/", 200, "guide"],
    ["/guide/missing", 404, "no such guide"],
    ["/missing/deep", 404, "nothing"],
    ["/?a=b", 200, "<h1>root</h1>"],
  ])("%s gets %i", async (path, status, text) => {
    const response = await fixture.get(label, path);
    expect([response.status, response.text]).toEqual([status, text]);
  });

  test.each([
    ["/guide?x=1", 308, "/guide/?x=1"],
    ["/about/", 308, "/about"],
    ["/old", 301, "/about"],
    ["/old?utm=1", 301, "/about?utm=1"],
    ["/blog/2026/a%20b", 308, "https://example.com/news/2026/a%20b"],
  ])("%s gets %i to %s", async (path, status, location) => {
    const response = await fixture.get(label, path);
    expect([response.status, response.headers.location]).toEqual([status, location]);
  });

  test("never redirects to another host by a trick in the manifest", async () => {
    for (const path of ["/trap", "/script"]) expect((await fixture.get(label, path)).status).toBe(404);
  });

  test.each([
    "/../etc/passwd",
    "/%2e%2e/etc/passwd",
    "/..%2fetc%2fpasswd",
    "/..%5c..%5cetc",
    "/guide/%2e%2e/index.html",
    "/guide/./index.html",
    "/index.html%00.txt",
    "/a\\b",
    "/%ff%fe",
    "/%zz",
    "*",
    "index.html",
    "http://evil.example/index.html",
  ])("%s from a raw socket gets 400", async (path) => {
    const response = await raw(
      `GET ${path} HTTP/1.1\r\nHost: ${label}.preview.localhost:${fixture.port}\r\nConnection: close\r\n\r\n`,
    );
    expect(response).toMatch(/^HTTP\/1\.1 400 /);
    expect(response).not.toContain("root:");
  });

  test("with doubled slashes is a path that does not exist, not a redirect to another host", async () => {
    const response = await fixture.get(label, "//evil.example/guide");
    expect([response.status, response.headers.location]).toEqual([404, undefined]);
  });

  async function raw(request: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const socket = createConnection(fixture.port, "127.0.0.1", () => socket.write(request));
      let text = "";
      socket.on("data", (chunk) => (text += chunk.toString()));
      socket.on("end", () => resolve(text));
      socket.on("error", reject);
    });
  }
});

describe("the manifest", () => {
  test("sets headers, but not those that visitors' safety depends on", async () => {
    const { headers } = await fixture.get(label, "/script.js");
    expect(headers).toMatchObject({ "x-powered-by": "green", "cache-control": "public, max-age=60" });
    expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "x-robots-tag": "noindex" });
    expect(headers["set-cookie"]).toBeUndefined();
  });

  test("serves the root page for unknown paths when the site routes in the browser", async () => {
    const { row } = await fixture.deploy({
      "index.html": "app",
      "greenroom.json": JSON.stringify({ runtime: "static", spa: true }),
    });
    const spa = row.preview_label ?? "";
    expect(await fixture.get(spa, "/some/view")).toMatchObject({ status: 200, text: "app" });
    expect((await fixture.get(spa, "/missing.js")).status).toBe(404);
    expect((await fixture.get(label, "/some/view")).status).toBe(404);
  });
});

describe("a host", () => {
  test("that is unknown gets 404, and one of another domain is not served", async () => {
    expect((await fixture.get("unknown", "/")).status).toBe(404);
    const { hosting, port } = fixture;
    expect(hosting.serves(`x.preview.localhost:${port}`)).toBe(true);
    expect(hosting.serves("X.PREVIEW.LOCALHOST.")).toBe(true);
    for (const host of [`localhost:${port}`, "preview.localhost.evil.example", "xpreview.localhost", undefined]) {
      expect(hosting.serves(host)).toBe(false);
    }
  });

  test("of production serves what was published, and search engines can list it", async () => {
    const production = await productionOf(siteId);
    const before = await fixture.get(production, "/");
    expect([before.status, before.text.includes("no production deployment yet")]).toEqual([404, true]);
    const source = await fixture.row(deploymentId);
    const released = await fixture.ended(await fixture.release(siteId, source));
    expect(released).toMatchObject({ status: "ready", file_list_digest: source.file_list_digest, preview_label: null });
    const after = await fixture.get(production, "/");
    expect([after.status, after.text]).toEqual([200, "<h1>root</h1>"]);
    expect(after.headers["x-robots-tag"]).toBeUndefined();
  });

  test("of production is on a domain of its own when there is one, and its old address leads there", async () => {
    await using apart = await openStarted({ productionDomain: "production.localhost" });
    const { row, siteId: site } = await apart.deploy({ "index.html": "x", "a b.html": "y" }, { branch: "main" });
    await apart.ended(await apart.release(site, row));
    const labels = new Map(
      (await apart.db.selectFrom("hosts").select(["kind", "label"]).where("site_id", "=", site).execute()).map(
        ({ kind, label }) => [kind, label] as const,
      ),
    );
    const live = labels.get("production") ?? "";
    const on = (label: string, domain: string, path = "/") =>
      apart.get(label, path, { host: `${label}.${domain}:${apart.port}` });
    const served = await on(live, "production.localhost");
    expect([served.status, served.text, served.headers["x-robots-tag"]]).toEqual([200, "x", undefined]);
    const moved = await on(live, "preview.localhost", "/a%20b?q=//evil.example");
    expect([moved.status, moved.headers.location]).toEqual([
      308,
      `http://${live}.production.localhost:${apart.port}/a%20b?q=//evil.example`,
    ]);
    for (const kind of ["deployment", "branch"] as const) {
      const label = labels.get(kind) ?? "";
      expect((await on(label, "preview.localhost")).status, kind).toBe(200);
      expect((await on(label, "production.localhost")).status, kind).toBe(404);
    }
    expect(apart.hosting.serves(`x.production.localhost:${apart.port}`)).toBe(true);
    expect(apart.hosting.serves(`x.productionlocalhost:${apart.port}`)).toBe(false);
  });

  test("of a branch follows its newest deployment while visitors load it", async () => {
    const repository = fixture.repository({ "index.html": "one" });
    const site = await fixture.site(await fixture.workspace(), repository.url);
    const first = await fixture.ended(await fixture.accept(site, { branch: "main" }));
    const host = (await hostsOf(site)).find(({ kind }) => kind === "branch")?.label ?? "";
    expect((await fixture.get(host, "/")).text).toBe("one");
    fixture.commit(repository.path, { "index.html": "two" });
    await fixture.accept(site, { branch: "main" });
    const seen = new Set<string>();
    while (!seen.has("two")) seen.add((await fixture.get(host, "/")).text);
    expect([...seen]).toEqual(["one", "two"]);
    expect((await fixture.get(first.preview_label ?? "", "/")).text).toBe("one");
  });

  test("of a preview that was removed gets 410, with what builds it again", async () => {
    const branch = "a<b>'c";
    const { id, row } = await fixture.deploy({ "index.html": "x" });
    await update(
      fixture.db,
      "deployments",
      { id },
      { branch, branch_verified: 1, file_list_digest: null, removed_at: "2026-03-01T12:00:00.000Z" },
    );
    const host = row.preview_label ?? "";
    const page = await fixture.get(host, "/any/path");
    expect(page.status).toBe(410);
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "x-robots-tag": "noindex", vary: "accept" });
    expect(page.text).toContain(`/app/deployments/${id}"`);
    const shown = page.text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&#39;", "'");
    expect(shown).toContain(`--branch 'a<b>'\\''c' \\\n  --commit ${row.commit_sha}`);
    expect(page.text).not.toContain("a<b>");
    const head = await fixture.get(host, "/", {}, "HEAD");
    expect([head.status, head.text, head.headers["content-length"]]).toEqual([410, "", `${page.body.length}`]);
    const json = await fixture.get(host, "/", { accept: "application/json" });
    expect(json.headers["content-type"]).toBe("application/json");
    expect(JSON.parse(json.text)).toMatchObject({
      ok: false,
      error: { code: "deployment_removed", commitSha: row.commit_sha, branch },
    });
    expect((await fixture.get(host, "/.well-known/greenroom/provenance.jsonl")).status).toBe(410);
  });

  test("of a preview that was removed shows visitors neither commit nor branch where statements are private", async () => {
    await using secret = await openStarted({ settings: { privateProvenance: true } });
    const { id, row } = await secret.deploy({ "index.html": "x" }, { branch: "main" });
    await update(
      secret.db,
      "deployments",
      { id },
      { file_list_digest: null, removed_at: "2026-03-01T12:00:00.000Z", removed_because: "deleted" },
    );
    for (const accept of ["text/html", "application/json"]) {
      const { status, text } = await secret.get(row.preview_label ?? "", "/", { accept });
      expect([status, text.includes(row.commit_sha?.slice(0, 7) ?? ""), text.includes("deleted")]).toEqual([
        410,
        false,
        false,
      ]);
      expect(text).toContain(id);
    }
  });
});

describe("a document about what a host serves", () => {
  const FILES = "/.well-known/greenroom/files.txt";

  test("is the service's, never a file of the site, and its digest is the one that is approved", async () => {
    const list = await fixture.get(label, FILES);
    expect([list.status, sha256(list.text)]).toEqual([200, (await fixture.row(deploymentId)).file_list_digest]);
    expect(list.headers).toMatchObject({ "content-type": "text/plain; charset=utf-8", "cache-control": "no-cache" });
    expect((await fixture.get(label, "/.well-known/security.txt")).text).toBe("the site's own");
    expect((await fixture.get(label, "/.well-known/greenroom/other")).status).toBe(404);
    const statements = await fixture.get(label, "/.well-known/greenroom/provenance.jsonl");
    expect(statements.text.trim().split("\n")).toHaveLength(1);
  });

  test("is not sent twice to who has it", async () => {
    const { etag } = (await fixture.get(label, FILES)).headers;
    const again = await fixture.get(label, FILES, { "if-none-match": String(etag) });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  test("is shown to no one where the operator keeps it private", async () => {
    await using other = await openStarted({ settings: { privateProvenance: true } });
    const host = (await other.deploy({ "index.html": "a" })).row.preview_label ?? "";
    expect((await other.get(host, "/")).text).toBe("a");
    expect((await other.get(host, FILES)).status).toBe(404);
    expect((await other.get(host, "/.well-known/greenroom/provenance.jsonl")).status).toBe(404);
  });
});

describe("a promotion", () => {
  test("that no one approved fails and publishes nothing", async () => {
    const { row, siteId: site } = await fixture.deploy({ "index.html": "not approved" });
    const release = { environment: "production", source_deployment_id: row.id } as const;
    expect(await fixture.ended(await fixture.accept(site, release))).toMatchObject({ status: "failed" });
    expect(await hostsOf(site)).toEqual([{ kind: "deployment", label: row.preview_label }]);
  });

  const LOST: readonly (readonly [what: string, lose: (objects: ObjectStore, list: string) => Promise<unknown>])[] = [
    ["with a file that is gone", (objects) => objects.remove(sha256("second"), Date.now())],
    ["whose list of files is gone", (objects, list) => objects.remove(list, Date.now())],
    [
      "whose list of files is damaged",
      async (objects, list) => vi.spyOn(objects, "read").mockRejectedValueOnce(new CorruptObject(list)),
    ],
  ];

  test.each(LOST)("of a preview %s fails and leaves production as it was", async (_, lose) => {
    const site = await fixture.site(workspaceId, fixture.repository({ "index.html": "first" }).url);
    const first = await fixture.ended(await fixture.accept(site));
    await fixture.ended(await fixture.release(site, first));
    const other = fixture.repository({ "index.html": "second" });
    await fixture.db.updateTable("sites").set({ repository_url: other.url }).where("id", "=", site).execute();
    const second = await fixture.ended(await fixture.accept(site));
    await lose(fixture.context.objects, second.file_list_digest ?? "");
    const failed = await fixture.ended(await fixture.release(site, second));
    expect(failed).toMatchObject({ status: "failed", error_code: "source_unavailable" });
    const production = await productionOf(site);
    expect((await fixture.get(production, "/")).text).toBe("first");
  });
});
