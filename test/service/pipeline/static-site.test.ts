import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

/** What a folder takes on the disk, in whole blocks. */
function diskBytes(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return paths.reduce((sum, path) => sum + statSync(path).blocks * 512, 0);
}

describe("a static site", () => {
  test("becomes ready with a URL that serves its files, logs each step, and nothing after its last status", async () => {
    const { id, row, repository } = await fixture.deploy({
      "index.html": "<h1>Hello</h1>",
      "style.css": "h1 { color: green }",
    });
    expect(row).toMatchObject({ status: "ready", framework: "static-html", commit_sha: repository.sha, attempt: 1 });
    const page = await fixture.get(row.preview_label ?? "", "/");
    expect(page).toMatchObject({ status: 200, text: "<h1>Hello</h1>" });
    const statuses = await fixture.statuses(id);
    expect(statuses.map(({ status }) => status)).toEqual(["queued", "building", "ready"]);
    expect(statuses.at(-1)?.previewUrl).toBe(`http://${row.preview_label}.preview.localhost:${fixture.port}/`);
    expect((await fixture.events(id)).at(-1)?.type).toBe("status");
    const log = (await fixture.logLines(id)).join("\n");
    expect(log).toContain("clone: Fetched commit");
    expect(log).toMatch(/^publish: Stored 2 files, 33 bytes, in [\d.]+ s$/m);
  });

  test("costs no disk for files that did not change", async () => {
    const objects = join(fixture.context.settings.dataDirectory, "objects");
    const { repository, siteId } = await fixture.newSite({
      "index.html": "one",
      "big.bin": randomBytes(2 * 1024 * 1024),
    });
    await fixture.ended(await fixture.accept(siteId));
    const before = diskBytes(objects);
    expect(before).toBeGreaterThan(2 * 1024 * 1024);
    fixture.commit(repository.path, { "index.html": "two" });
    const row = await fixture.ended(await fixture.accept(siteId));
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("two");
    // The new page and the folder its digest names.
    expect(diskBytes(objects) - before).toBeLessThanOrEqual(16 * 1024);
  });

  test("leaves out names with a dot and the manifest, but not .well-known", async () => {
    const { row } = await fixture.deploy({
      "index.html": "x",
      ".env": "SECRET=1",
      "greenroom.json": "{}",
      ".well-known/security.txt": "mail us",
    });
    const label = row.preview_label ?? "";
    expect((await fixture.get(label, "/.env")).status).toBe(404);
    expect((await fixture.get(label, "/greenroom.json")).status).toBe(404);
    expect((await fixture.get(label, "/.git/config")).status).toBe(404);
    expect((await fixture.get(label, "/.well-known/security.txt")).text).toBe("mail us");
  });

  test("shows framework and manifest on the site", async () => {
    const manifest = { runtime: "static", output: "public" };
    const { row, siteId } = await fixture.deploy({
      "greenroom.json": JSON.stringify(manifest),
      "public/index.html": "inside",
    });
    expect(row.status).toBe("ready");
    const site = await fixture.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
    expect(site).toMatchObject({ framework: "static-html", manifest_commit_sha: row.commit_sha });
    expect(JSON.parse(site.manifest ?? "")).toEqual(manifest);
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("inside");
  });

  test("serves file names of every alphabet, and those that differ in case only", async () => {
    const names = [
      "страница.html",
      "页面.html",
      "a b.html",
      "100%.html",
      "é.html",
      "🙂.html",
      "what?.html",
      "B.html",
      "b.html",
    ];
    const { row } = await fixture.deploy(
      Object.fromEntries([["index.html", "x"], ...names.map((name) => [name, name])]),
    );
    for (const name of names) {
      const page = await fixture.get(row.preview_label ?? "", `/${encodeURIComponent(name)}`);
      expect([page.status, page.text]).toEqual([200, name]);
    }
  });
});
