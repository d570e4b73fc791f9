import { expect, test } from "vitest";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import type { SiteRow } from "../../../packages/service/store/engine/schema.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

const set = async (siteId: string, values: Partial<SiteRow>) =>
  fixture.db.updateTable("sites").set(values).where("id", "=", siteId).execute();

test("a site is built as its settings say, and as greenroom.json says where both do", async () => {
  const { url, path } = fixture.repository({
    "docs/page.html": "a page",
    "docs/greenroom.json": '{"output": "html", "colour": 1}',
  });
  const siteId = await fixture.siteOf(url);
  const buildCommand = "mkdir html www && cp page.html html/index.html";
  await set(siteId, { root_directory: "docs", build_command: buildCommand, output: "www" });
  const id = await fixture.accept(siteId);
  const row = await fixture.ended(id);
  expect(row).toMatchObject({ status: "ready" });
  expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("a page");
  expect(await fixture.logLines(id)).toEqual(
    expect.arrayContaining([
      "system: From the settings of the site: rootDirectory, buildCommand",
      "system: greenroom.json wins over the settings of the site: output",
      "system: greenroom.json: 'colour' is not known and has no effect",
    ]),
  );
  const site = await requireRow(fixture.db, "sites", { id: siteId });
  // What the repository says, without the settings of the service.
  expect(site).toMatchObject({ manifest: '{"output":"html","colour":1}', manifest_commit_sha: row.commit_sha });
  fixture.commit(path, { "greenroom.json": '{"rootDirectory": "other"}', "other/index.html": "elsewhere" });
  await set(siteId, { build_command: null, output: null });
  const next = await fixture.built(siteId);
  expect((await fixture.get(next.preview_label ?? "", "/")).text).toBe("elsewhere");
  // A build that ends late says nothing of a site that has a newer one.
  await set(siteId, { build_command: buildCommand });
  await fixture.built(siteId, { branch: "main", commit_sha: row.commit_sha, created_at: row.created_at });
  const described = { framework: "static-html", manifest_commit_sha: next.commit_sha };
  expect(await requireRow(fixture.db, "sites", { id: siteId })).toMatchObject(described);
});

test("two sites of one repository are built by their entries under 'sites', without a value on the service", async () => {
  const sites = { "shop-a": { rootDirectory: "shop" }, "docs-a": { rootDirectory: "docs", spa: true } };
  const { url } = fixture.repository({
    "greenroom.json": JSON.stringify({ spa: false, sites }),
    "shop/index.html": "the shop",
    "docs/index.html": "the docs",
  });
  const workspaceId = await fixture.workspace();
  for (const [slug, text, deep] of [
    ["shop-a", "the shop", 404],
    ["docs-a", "the docs", 200],
  ] as const) {
    const row = await fixture.built(await fixture.site(workspaceId, url, slug));
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe(text);
    expect((await fixture.get(row.preview_label ?? "", "/deep")).status).toBe(deep);
  }
  const id = await fixture.accept(await fixture.site(workspaceId, url, "other-a"));
  expect(await fixture.ended(id)).toMatchObject({ status: "failed", error_code: "detect_failed" });
  expect(await fixture.logLines(id)).toContain("system: greenroom.json: 'sites' does not list 'other-a'");
});

test("the URL of a branch stays when the site gets another slug; the host of the former one redirects, path and query kept", async () => {
  const { url } = fixture.repository({ "index.html": "x" });
  const siteId = await fixture.siteOf(url, "before");
  const hosts = () =>
    fixture.db.selectFrom("hosts").select("label").where("site_id", "=", siteId).where("kind", "=", "branch").execute();
  await fixture.built(siteId, { branch: "main" });
  const [branch] = await hosts();
  const { production_label: label, workspace_id } = await requireRow(fixture.db, "sites", { id: siteId });
  const former = { label, workspace_id, site_id: siteId, slug: "before", until: "2999-01-01T00:00:00.000Z" };
  await fixture.db.insertInto("former_slugs").values(former).execute();
  await set(siteId, { slug: "after", production_label: "after" });
  await fixture.built(siteId, { branch: "main" });
  expect(await hosts()).toEqual([branch]);
  const moved = async (path: string) => {
    const { status, headers } = await fixture.get(label, path);
    return [status, headers.location?.replace(`:${fixture.port}`, "")];
  };
  expect(await moved("/a%20b/?c=d")).toEqual([308, "http://after.preview.localhost/a%20b/?c=d"]);
  // Whatever follows the host, it stays on it.
  expect(await moved("//evil.example/")).toEqual([308, "http://after.preview.localhost//evil.example/"]);
  expect((await moved("/%0d%0aSet-Cookie:x"))[0]).toBe(400);
  expect((await moved("@evil.example/"))[0]).toBe(400);
});

test("_redirects and _headers of the output are followed, are not served, and the log names the lines without effect", async () => {
  const { id, row } = await fixture.deploy({
    "index.html": "home",
    "app.html": "app",
    _redirects: "/old /app 302\n/api/* https://api.example.com/:splat 200\n/* /app 200\n",
    _headers: "/app\n  X-Powered-By: stage\n  Set-Cookie: a=b\n",
  });
  const label = row.preview_label ?? "";
  expect(await fixture.get(label, "/old?a=b")).toMatchObject({ status: 302, headers: { location: "/app?a=b" } });
  expect(await fixture.get(label, "/app")).toMatchObject({
    status: 200,
    text: "app",
    headers: { "x-powered-by": "stage" },
  });
  expect((await fixture.get(label, "/app")).headers["set-cookie"]).toBeUndefined();
  for (const path of ["/deep/link", "/_redirects", "/_headers"]) {
    expect(await fixture.get(label, path), path).toMatchObject({ status: 200, text: "app" });
  }
  const lines = (await fixture.logLines(id)).filter((line) => line.startsWith("publish: _"));
  expect(lines).toEqual([
    "publish: _redirects:2: would fetch files of another host, which is not done here; a redirect (301, 302) sends the visitor there",
    "publish: _headers:3: sets set-cookie, which a site cannot: browsers keep it beyond the deployment",
    "publish: _redirects: 2 rules",
    "publish: _headers: headers for 1 path",
  ]);
});
