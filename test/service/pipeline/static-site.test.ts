import { describe, expect, test } from "vitest";
import { buildsOfFile } from "./setup.ts";

const fixture = await buildsOfFile();

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
