import { randomBytes } from "node:crypto";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { requireRow } from "../../../packages/service/store/engine/rows.ts";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

/** What a folder takes on the disk, in whole blocks. */
function diskBytes(folder: string): number {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
  return paths.reduce((sum, path) => sum + statSync(path).blocks * 512, 0);
}

describe("a static site", () => {
  test("becomes ready with a URL that serves its files", async () => {
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
  });

  test("logs each step, and nothing after the last status", async () => {
    const { id } = await fixture.deploy({ "index.html": "x" });
    const events = await fixture.events(id);
    expect(events.at(-1)?.type).toBe("status");
    const lines = await fixture.logLines(id);
    expect(lines.some((line) => line.startsWith("clone: Fetched commit"))).toBe(true);
    expect(lines.some((line) => /^publish: Stored 1 file, 1 bytes, in [\d.]+ s$/.test(line))).toBe(true);
  });

  test("of a branch is built from its tip, and the URL of the branch follows it", async () => {
    const { repository, siteId } = await fixture.newSite({ "index.html": "one" });
    const first = await fixture.ended(await fixture.accept(siteId, { branch: "main" }));
    expect(first.commit_sha).toBe(repository.sha);
    const next = fixture.commit(repository.path, { "index.html": "two" });
    const second = await fixture.ended(await fixture.accept(siteId, { branch: "main" }));
    expect(second.commit_sha).toBe(next);
    const { label } = await requireRow(fixture.db, "hosts", { site_id: siteId, kind: "branch" });
    expect((await fixture.get(label, "/")).text).toBe("two");
    expect((await fixture.get(first.preview_label ?? "", "/")).text).toBe("one");
  });

  test("of an abbreviated commit is built from that commit", async () => {
    const repository = fixture.repository({ "index.html": "one" });
    fixture.commit(repository.path, { "index.html": "two" });
    const siteId = await fixture.site(await fixture.workspace(), repository.url);
    const row = await fixture.ended(await fixture.accept(siteId, { commit_sha: repository.sha.slice(0, 9) }));
    expect(row).toMatchObject({ status: "ready", commit_sha: repository.sha });
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

  test("with two frameworks is built by the one that its build runs last, and only that is published", async () => {
    // Stand in for both programs, so that no registry is needed.
    const program = (folder: string): string =>
      `#!/bin/sh\nmkdir -p ${folder} && echo ${folder} >> ${folder}/index.html\n`;
    const { row } = await fixture.deploy({
      "package.json": JSON.stringify({
        scripts: { build: "PATH=$PWD/bin:$PATH; sh bin/eleventy && sh bin/parcel build" },
        devDependencies: { "@11ty/eleventy": "file:./bin", parcel: "file:./bin" },
      }),
      "greenroom.json": '{"installCommand":null}',
      "bin/eleventy": program("_site"),
      "bin/parcel": program("dist"),
    });
    expect(row).toMatchObject({ status: "ready", framework: "parcel" });
    expect((await fixture.get(row.preview_label ?? "", "/")).text).toBe("dist\n");
  });
});
