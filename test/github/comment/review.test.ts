import { describe, expect, test } from "vitest";
import { type CommentRow, commitTitle, includesRow, readRow, readStored } from "../../../src/github/comment/data.ts";
import { MAX_BODY_CHARS, renderComment } from "../../../src/github/comment/render.ts";
import { type RowReview, readReview } from "../../../src/github/comment/review.ts";
import { row } from "../harness.ts";

const WEIGHT = { scripts: 12_000, styles: 8000, images: 380_000, fonts: 0, other: 0 };

const REVIEW: RowReview = {
  first: undefined,
  thumbnailUrl: undefined,
  changed: 2,
  added: 1,
  removed: 1,
  notCompared: 3,
  takesBack: "1 page of release 2",
  liveUrl: "https://docs.example/",
  pages: [
    { path: "/", change: "changed", title: "Home | @team" },
    { path: "/tickets/", change: "added" },
    { path: "/old/", change: "removed" },
  ],
  brokenLinks: 1,
  errors: 0,
  accessibility: 9,
  fixed: 1,
  findings: [
    { kind: "link", page: "/", what: "/`nowhere`" },
    { kind: "accessibility", page: "/", what: "Images must have <alternative> text" },
  ],
  weight: { before: WEIGHT, after: { ...WEIGHT, scripts: 26_400, images: 378_000 } },
};

const READY = row({ status: "ready", previewUrl: "https://docs-1a2b.preview.example/", review: REVIEW });

function render(rows: readonly CommentRow[]): string {
  const run = { runId: 100, runAttempt: 1, runUrl: "https://github.com/o/r/actions/runs/100" };
  return String(renderComment({ group: "previews", rows, createdByRun: 99, run, written: rows.slice(0, 1) }));
}

function shown(rows: readonly CommentRow[]): string {
  return render(rows).split("<!-- greenroom:data")[0] ?? "";
}

describe("the review in the comment", () => {
  test("reads like this", () => {
    const body = shown([READY]);
    expect(body.slice(body.indexOf("**2 pages"), body.indexOf("<sub>"))).toBe(
      [
        "**2 pages changed**, 1 added, 1 removed · 3 not compared · ⚠️ takes back 1 page of release 2 · ⚠️ 1 new broken link · ⚠️ 9 new accessibility findings · 1 accessibility finding fixed · weighs 412 kB (scripts +14 kB, images −2 kB)",
        "",
        "| Page | Before | After |",
        "| --- | --- | --- |",
        "| Home \\| @&#8203;team `/` | [Live](<https://docs.example/>) | [Preview](<https://docs-1a2b.preview.example/>) |",
        "| `/tickets/` | _new_ | [Preview](<https://docs-1a2b.preview.example/tickets/>) |",
        "| `/old/` | [Live](<https://docs.example/old/>) | _removed_ |",
        "",
        "_and 1 more page_",
        "",
        "<details><summary>New problems (10)</summary>",
        "",
        "- `/` leads nowhere: `` /`nowhere` ``",
        "- `/` accessibility: Images must have &lt;alternative&gt; text",
        "- and 8 more",
        "",
        "</details>",
        "",
        "",
      ].join("\n"),
    );
  });

  test("few new problems are not folded", () => {
    const body = shown([{ ...READY, review: { ...REVIEW, accessibility: 1 } }]);
    expect(body).toContain("**New problems**\n\n- `/` leads nowhere: `` /`nowhere` ``\n- `/` accessibility:");
    expect(body).not.toContain("<details><summary>New problems");
  });

  test.each([
    [{ changed: 0, added: 0, removed: 0, notCompared: 0 }, "**No page looks different** ·"],
    [{ changed: 0, added: 0, removed: 0 }, "**No compared page looks different** ·"],
    [{ changed: 1, added: 0, removed: 0 }, "**1 page changed** ·"],
    [{ changed: 0, added: 2, removed: 0 }, "**2 pages added** ·"],
    [{ first: true as const }, "**Nothing is live yet** to compare with ·"],
  ])("%j is headed by %s", (change, sentence) => {
    expect(shown([{ ...READY, review: { ...REVIEW, ...change } }])).toContain(`\n${sentence}`);
  });

  test("a review that found nothing is one line", () => {
    const nothing = { changed: 0, added: 0, removed: 0, notCompared: 0, brokenLinks: 0, accessibility: 0, fixed: 0 };
    const review = {
      ...REVIEW,
      ...nothing,
      takesBack: undefined,
      pages: [],
      findings: [],
      weight: { before: WEIGHT, after: WEIGHT },
    };
    expect(shown([{ ...READY, review }])).toContain(
      "\n\n**No page looks different** · weighs 400 kB (as live)\n\n<sub>",
    );
  });

  test("in a comment of several sites it is a line a site", () => {
    const other = row({ siteId: "site-b", site: "shop", status: "building", review: REVIEW });
    const lines = shown([READY, other]).split("\n");
    expect(lines.filter((line) => line.includes("changed**"))).toEqual([
      "- **docs**: **2 pages changed**, 1 added, 1 removed · 3 not compared · ⚠️ takes back 1 page of release 2 · ⚠️ 1 new broken link · ⚠️ 9 new accessibility findings · 1 accessibility finding fixed · weighs 412 kB (scripts +14 kB, images −2 kB): [`/`](<https://docs-1a2b.preview.example/>) · [`/tickets/`](<https://docs-1a2b.preview.example/tickets/>) · `/old/` · 1 more",
    ]);
  });

  test("a closed preview shows none", () => {
    expect(shown([{ ...READY, status: "closed" }])).not.toContain("changed");
  });

  test("a path that leads to another host, or is none, gets no link", () => {
    const paths = ["//evil.example/", "/\\evil.example/", "https://evil.example/", "javascript:alert(1)", "", "/ok"];
    const pages = paths.map((path) => ({ path, change: "changed" as const }));
    const body = shown([{ ...READY, review: { ...REVIEW, pages } }]);
    expect(body).not.toMatch(/\(<[^>]*(?:evil|javascript)/);
    expect(body).toContain("[Preview](<https://docs-1a2b.preview.example/ok>)");
  });

  test("pages with pictures show both sides instead of the words, and no thumbnail below", () => {
    const [before, after] = ["https://greenroom.example/b.webp", "https://greenroom.example/a.webp"];
    const pages = [
      { path: "/", change: "changed" as const, before, after },
      { path: "/new", change: "added" as const, after },
      { path: "/old", change: "removed" as const, before: "http://10.0.0.1/b.webp" },
    ];
    const body = shown([{ ...READY, review: { ...REVIEW, pages, thumbnailUrl: "https://greenroom.example/t.webp" } }]);
    const cell = (target: string, picture: string, alt: string) =>
      `<a href="${target}"><img src="${picture}" alt="${alt}" width="240"></a>`;
    const [live, preview] = ["https://docs.example", "https://docs-1a2b.preview.example"];
    expect(body).toContain(
      `| \`/\` | ${cell(`${live}/`, before, "Live of &#47;")} | ${cell(`${preview}/`, after, "Preview of &#47;")} |`,
    );
    expect(body).toContain(`| \`/new\` | _new_ | ${cell(`${preview}/new`, after, "Preview of &#47;new")} |`);
    expect(body).toContain(`| \`/old\` | [Live](<${live}/old>) | _removed_ |`);
    expect(body).not.toContain("t.webp");
  });

  test("a thumbnail leads to the page it shows, and only a picture of the web or of this machine is one", () => {
    const picture = (thumbnailUrl: string): string => shown([{ ...READY, review: { ...REVIEW, thumbnailUrl } }]);
    expect(picture('https://greenroom.example/p/1.png?a=1&b="x')).toContain(
      '<a href="https://docs-1a2b.preview.example/"><img src="https://greenroom.example/p/1.png?a=1&amp;b=%22x" alt="Preview of &#47;" width="320"></a>',
    );
    for (const url of [
      "http://10.0.0.1/p.png",
      "http://pictures.example/",
      "javascript:alert(1)",
      "data:image/png;base64,AAAA",
    ]) {
      expect(picture(url)).not.toContain("<img");
    }
    const pages = [{ path: "/new", change: "added" as const }];
    const thumbnailUrl = "http://127.0.0.1:4010/thumbnails/a.webp";
    expect(shown([{ ...READY, review: { ...REVIEW, pages, thumbnailUrl } }])).toContain(
      '<a href="https://docs-1a2b.preview.example/"><img src="http://127.0.0.1:4010/thumbnails/a.webp" alt="Preview of &#47;" width="320"></a>',
    );
  });

  test("its hidden data gives it back, and an unreadable one is left out", () => {
    expect(readStored(render([READY])).rows[0]?.review).toEqual(readReview(JSON.parse(JSON.stringify(REVIEW))));
    for (const review of [null, "text", 7, [], { pages: {} }]) {
      expect(readRow({ ...READY, review })?.review).toBeUndefined();
    }
  });

  test("long reviews of many sites are cut to their figures, and the comment stays within its length", () => {
    const long = { path: `/${"p".repeat(190)}`, change: "changed" as const, title: "t".repeat(80) };
    const review = { ...REVIEW, pages: Array.from({ length: 6 }, () => long) };
    const rows = Array.from({ length: 40 }, (_, index) =>
      row({ ...READY, siteId: `s${index}`, site: `s${index}`, review }),
    );
    const body = render(rows);
    expect(body.length).toBeLessThan(MAX_BODY_CHARS);
    expect(body.match(/2 pages changed/g)).toHaveLength(40);
  });

  test("a row that was written is found again when its review was cut", () => {
    const before = { ...READY, updatedAt: "2026-11-21T04:10:59Z" };
    const { review: _review, ...cut } = before;
    expect(includesRow([cut], before)).toBe(true);
    expect(includesRow([before], { ...before, updatedAt: "2026-11-21T04:11:30Z" })).toBe(false);
  });
});

describe("the commit and the branch of a row", () => {
  test("stand beside commit and preview", () => {
    const body = shown([
      row({
        status: "ready",
        previewUrl: "https://docs-1a2b.preview.example/",
        branchUrl: "https://docs-git-main.preview.example/",
        commitTitle: "Fix <b>#12</b> for @team | and everybody who has been waiting for it since summer",
      }),
    ]);
    expect(body).toContain(
      "[Open preview](<https://docs-1a2b.preview.example/>) · [branch](<https://docs-git-main.preview.example/>)",
    );
    expect(body).toContain(
      "Fix &lt;b&gt;\\#&#8203;12&lt;/b&gt; for @&#8203;team \\| and everybody who has been waiti… |",
    );
  });

  test.each([
    ["Open the box office\n\nAt noon.", "Open the box office"],
    ["\n  Open\u0007 it\u202e \r\nmore", "Open it"],
    ["x".repeat(500), `${"x".repeat(119)}…`],
    ["", undefined],
    [" \n ", undefined],
    [null, undefined],
    [undefined, undefined],
  ])("the title of the message %j is %j", (message, title) => {
    expect(commitTitle(message)).toBe(title);
  });
});
