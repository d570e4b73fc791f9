import { describe, expect, it } from "vitest";
import { type CommentRow, ROW_STATUSES } from "../../../src/github/comment/data.ts";
import { statusText, table } from "../../../src/github/comment/render.ts";

const row = (status: string): CommentRow => ({
  siteId: "site",
  site: "docs",
  status,
  commitSha: "abcdef0",
  runUrl: "https://github.com/a/b/actions/runs/1",
  runId: 1,
  runAttempt: 1,
});

describe("statusText", () => {
  it.each(ROW_STATUSES)("%s has a sign and a word of its own", (status) => {
    expect(String(statusText(row(status)))).toMatch(/^\p{Extended_Pictographic}\uFE0F? [A-Z][a-z ]+$/u);
    expect(String(statusText(row(status)))).not.toContain("⚪");
  });

  it("a status of the future is shown as it is", () => {
    expect(String(statusText(row("warming")))).toBe("⚪ warming");
  });
});

describe("table", () => {
  const previewUrl = "https://dep-1.preview.example/";
  const productionUrl = "https://www.example/";

  it("leads to the preview, and to production once a release is live", () => {
    expect(String(table([{ ...row("approval_pending"), previewUrl }]))).toContain(`[Open preview](<${previewUrl}>)`);
    const live = String(table([{ ...row("ready"), previewUrl, productionUrl }]));
    expect(live).toContain(`[Open production](<${productionUrl}>)`);
    expect(live).not.toContain("Open preview");
    expect(live).toContain("| Site | Status | URL |");
  });

  it("leads nowhere once it is closed", () => {
    expect(String(table([{ ...row("closed"), previewUrl, productionUrl }]))).not.toContain("Open");
  });
});
