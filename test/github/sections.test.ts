import { describe, expect, it } from "vitest";
import { type CommentRow, ROW_STATUSES } from "../../src/github/row.ts";
import { statusText } from "../../src/github/sections.ts";

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
