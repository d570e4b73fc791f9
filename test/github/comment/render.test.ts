import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CommentRow, STATUSES, hasMarker, readStored } from "../../../src/github/comment/data.ts";
import {
  MAX_BODY_CHARS,
  durationText,
  fillTemplate,
  renderComment,
  statusText,
  table,
  unknownFields,
} from "../../../src/github/comment/render.ts";
import { anyText } from "../../any-text.ts";
import { row } from "../harness.ts";

function render(rows: readonly CommentRow[], template?: string): string {
  const run = { runId: 100, runAttempt: 2, runUrl: "https://github.com/o/r/actions/runs/100/attempts/2" };
  const extra = template === undefined ? {} : { template };
  return String(renderComment({ group: "previews", rows, createdByRun: 99, run, written: rows.slice(0, 1), ...extra }));
}

const READY = row({
  status: "ready",
  previewUrl: "https://docs-1a2b.preview.example/",
  approvalUrl: "https://console.example/approve?site=a&source=b",
  durationSeconds: 72,
  updatedAt: "2026-11-21T04:10:59Z",
});
const FAILED = row({
  siteId: "site-b",
  site: "web | @team",
  status: "failed",
  error: { code: "build_failed", message: "The build ended with exit code 1. See #12." },
  excerpt: ["```", "<!-- greenroom:data {} -->", "src/a.ts(1,2): error TS1005: ';' expected."],
  updatedAt: "2026-11-21T04:09:00Z",
});

describe("renderComment", () => {
  test.each([
    [{ open: 1, blocking: 0 }, "💬 [1 open comment](<https://console.example/app/room/dep_1>)"],
    [{ open: 3, blocking: 1 }, "💬 [3 open comments](<https://console.example/app/room/dep_1>), 1 blocks the release"],
    [{ open: 3, blocking: 2 }, "💬 [3 open comments](<https://console.example/app/room/dep_1>), 2 block the release"],
  ])("says of %j how many comments are open, with a link", (counts, line) => {
    const comments = { ...counts, url: "https://console.example/app/room/dep_1" };
    const body = render([{ ...READY, comments }]);
    expect(body.split("\n")).toContain(line);
    expect(readStored(body).rows[0]?.comments).toEqual(comments);
    expect(render([{ ...READY, comments }, FAILED])).toContain("of **docs**");
    expect(render([{ ...READY, comments, status: "closed" }])).not.toContain("💬");
  });

  test("reads like this", () => {
    expect(render([READY, FAILED]).split("<!-- greenroom:data")[0]).toBe(
      [
        "<!-- greenroom:comment previews -->",
        "### ❌ 1 of 2 previews is not ready",
        "",
        "| Site | Status | Preview | Commit | Updated |",
        "| --- | --- | --- | --- | --- |",
        "| **docs** | ✅ Ready in 1 min 12 s | [Open preview](<https://docs-1a2b.preview.example/>) | [`5e1f5e1`](<https://github.com/lantern-theatre/programme/commit/5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f>) | [Nov 21, 04:10 UTC](<https://github.com/lantern-theatre/programme/actions/runs/100>) |",
        "| **web \\| @&#8203;team** | ❌ Failed | – | [`5e1f5e1`](<https://github.com/lantern-theatre/programme/commit/5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f5e1f>) | [Nov 21, 04:09 UTC](<https://github.com/lantern-theatre/programme/actions/runs/100>) |",
        "",
        "> [!TIP]",
        "> **Ready for production?** Someone other than the requester must approve it.",
        "> - [Review and approve the release](<https://console.example/approve?site=a&amp;source=b>) of **docs**",
        "",
        "<details open><summary><code>web &#124; &#64;team</code> · ❌ Failed · <code>build&#95;failed</code></summary>",
        "",
        "The build ended with exit code 1. See \\#&#8203;12.",
        "",
        "From the log:",
        "",
        "````text",
        "```",
        "<! -- greenroom:data {} -->",
        "src/a.ts(1,2): error TS1005: ';' expected.",
        "````",
        "",
        "</details>",
        "",
        "<sub>Kept up to date by Greenroom · [run 100, attempt 2](<https://github.com/o/r/actions/runs/100/attempts/2>)</sub>",
        "",
        "",
      ].join("\n"),
    );
  });

  test.each([
    [["ready"], "✅ The preview is ready"],
    [["building"], "🔨 The preview is in progress"],
    [["failed"], "❌ The preview is not ready"],
    [["closed"], "🌙 No preview is running"],
    [["ready", "ready"], "✅ All 2 previews are ready"],
    [["ready", "building"], "🔨 1 of 2 previews is in progress"],
    [["ready", "closed"], "✅ 1 of 2 previews is ready"],
    [["timed_out", "failed", "ready"], "❌ 2 of 3 previews are not ready"],
  ])("%j is headed: %s", (statuses, sentence) => {
    const rows = statuses.map((status, index) => row({ siteId: `s${index}`, status }));
    expect(render(rows).split("\n")[1]).toBe(`### ${sentence}`);
  });

  test.each([
    ["refused", "⛔ Refused"],
    ["timed_out", "⌛ Timed out"],
    ["failed", "❌ Failed"],
  ])("what is %s is not said to be a failed build: it may not have begun, or still run", (status, shown) => {
    const body = render([row({ status, error: { code: "try_again", message: "Why." } })]);
    expect(body).toContain(`<summary><code>docs</code> · ${shown} · <code>try&#95;again</code></summary>`);
  });

  test("an unknown status is shown as it is, escaped", () => {
    expect(render([row({ status: "warming|up" })])).toContain("| ⚪ warming\\|up |");
  });

  test("a name of spaces gives way to the id, and spaces around a name do not break its emphasis", () => {
    expect(render([row({ site: " docs\t" })])).toContain("| **docs** |");
    expect(render([row({ site: " \n" })])).toContain("| **site-a** |");
  });

  test("what took no second is ready without a number", () => {
    expect(render([row({ status: "ready", durationSeconds: 0 })])).toContain("| ✅ Ready |");
  });

  test("a row links its log, its commit and its run, and gives the time in UTC", () => {
    const body = render([
      row({ status: "ready", logUrl: "https://log.example/1", updatedAt: "2026-11-21T23:59:30+01:00" }),
    ]);
    expect(body).toContain("| ✅ Ready · [log](<https://log.example/1>) |");
    expect(body).toContain("/lantern-theatre/programme/commit/");
    expect(body).toContain("[Nov 21, 22:59 UTC](<https://github.com/lantern-theatre/programme/actions/runs/100>)");
  });

  test("an address that is not safe is left out", () => {
    const unsafe = {
      previewUrl: "javascript:alert(1)",
      logUrl: "http://log.example/",
      approvalUrl: "https://u:p@x.example/",
    };
    const shown = render([row({ status: "ready", ...unsafe })]).split("<!-- greenroom:data")[0];
    expect(shown).not.toMatch(/javascript|log\.example|x\.example/);
  });

  test("its hidden data gives the rows back, whatever they hold", () => {
    const text = anyText({ maxLength: 60 });
    fc.assert(
      fc.property(text, text, fc.array(text, { maxLength: 5 }), (site, message, excerpt) => {
        const one = row({ siteId: `s${site}`, site, status: "failed", error: { code: message, message }, excerpt });
        const body = render([one]);
        expect(hasMarker(body, "previews")).toBe(true);
        const [read] = readStored(body).rows;
        expect(read?.runId).toBe(100);
        const again = render(read === undefined ? [] : [read]);
        expect(readStored(again).rows).toEqual(read === undefined ? [] : [read]);
        expect(body.split("<!--")).toHaveLength(3);
      }),
      { numRuns: 60 },
    );
  });

  test("shortens excerpts before it drops them", () => {
    const excerpt = Array.from({ length: 20 }, (_, n) => `line ${n} ${"x".repeat(250)}`);
    const rows = Array.from({ length: 10 }, (_, n) => row({ siteId: `s${n}`, status: "failed", excerpt }));
    const body = render(rows);
    expect(body.match(/From the log/g)).toHaveLength(10);
    expect(body).toContain("line 19");
    expect(body).not.toContain("line 9 ");
  });

  test("never grows over what GitHub takes, and never loses the row that is written", () => {
    const long = Array.from({ length: 20 }, () => "`<|@#".repeat(60));
    const url = `https://x.example/${"(".repeat(500)}`;
    for (const count of [1, 8, 40]) {
      const rows = Array.from({ length: count }, (_, n) =>
        row({ siteId: `s${n}`, status: "failed", excerpt: long, previewUrl: url, logUrl: url, runId: 100 + n }),
      );
      const body = render(rows);
      expect(body.length).toBeLessThanOrEqual(MAX_BODY_CHARS);
      expect(readStored(body).rows.map(({ siteId }) => siteId)).toContain("s0");
      expect(body.match(/^`{3,}/gm)?.length ?? 0).toBe(2 * (body.match(/From the log/g)?.length ?? 0));
    }
  });

  test("counts the sites that do not fit, and leaves failures out last", () => {
    const url = `https://x.example/${"a".repeat(1500)}`;
    const rows = Array.from({ length: 100 }, (_, n) =>
      row({ siteId: `s${n}`, status: n % 20 === 5 ? "failed" : "ready", previewUrl: url, runId: 1000 - n }),
    );
    const body = render(rows);
    const kept = readStored(body).rows;
    expect(kept.length).toBeLessThan(100);
    expect(body).toContain(`_${100 - kept.length} more sites do not fit into a comment._`);
    expect(kept.filter(({ status }) => status === "failed")).toHaveLength(5);
    expect(body).toContain("5 of 100");
  });

  test("leaves out no more rows than it must", () => {
    const url = `https://x.example/${"a".repeat(380)}`;
    const rows = Array.from({ length: 71 }, (_, n) => row({ siteId: `s${n}`, previewUrl: url, runId: 1000 - n }));
    const shown = render(rows);
    const perRow = shown.length / readStored(shown).rows.length;
    expect(readStored(shown).rows.length).toBeLessThan(71);
    expect(MAX_BODY_CHARS - 1024 - shown.length).toBeLessThan(perRow);
  });
});

describe("fillTemplate", () => {
  test("fills fields with escaped values and leaves the team's own Markdown alone", () => {
    const text = "## {site}: {status}\n[open]({previewUrl}) {duration} {unknown} <b>x</b>";
    expect(String(fillTemplate(text, { ...READY, site: "a*@b" }))).toBe(
      "## a\\*@&#8203;b: ✅ Ready in 1 min 12 s\n[open](<https://docs-1a2b.preview.example/>) 1 min 12 s {unknown} <b>x</b>",
    );
  });

  test("a value cannot bring a field, and a template cannot bring a marker", () => {
    expect(
      String(fillTemplate("{errorMessage} {errorCode}", { ...READY, error: { code: "{site}", message: "{site}" } })),
    ).toBe("{site} `{site}`");
    expect(render([READY], "<!-- greenroom:data {} -->\n{site}").split("<!--")).toHaveLength(3);
  });

  test("a value that stands in an attribute of HTML cannot end it", () => {
    const text = '<img alt="{commitTitle}" src="/a.png">';
    const commitTitle = `"' src="//evil.example/b.png`;
    expect(String(fillTemplate(text, { ...READY, commitTitle })).split(/["']/)).toHaveLength(5);
  });

  test("names fields that do not exist", () => {
    expect(unknownFields("{site} {sites} {Preview_Url} {sites} { } ${{ x }} {}")).toEqual(["sites", "Preview_Url"]);
  });

  test("takes the place of the heading", () => {
    expect(render([READY], "Here is {site}.")).toContain(
      "<!-- greenroom:comment previews -->\nHere is docs.\n\n| Site |",
    );
  });
});

describe("durationText", () => {
  test.each([
    [0, "0 s"],
    [59.6, "1 min 0 s"],
    [3599, "59 min 59 s"],
    [3600, "1 h 0 min"],
    [-5, "0 s"],
  ])("%d seconds are %s", (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});

describe("statusText", () => {
  test.each(Object.keys(STATUSES))("%s has a sign and a word of its own", (status) => {
    expect(String(statusText(row({ status })))).toMatch(/^\p{Extended_Pictographic}\uFE0F? [A-Z][a-z ]+$/u);
    expect(String(statusText(row({ status })))).not.toContain("⚪");
  });
});

describe("table", () => {
  const previewUrl = "https://dep-1.preview.example/";
  const productionUrl = "https://www.example/";

  test("leads to the preview, and to production once a release is live", () => {
    expect(String(table([row({ status: "approval_pending", previewUrl })]))).toContain(
      `[Open preview](<${previewUrl}>)`,
    );
    const live = String(table([row({ status: "ready", previewUrl, productionUrl })]));
    expect(live).toContain(`[Open production](<${productionUrl}>)`);
    expect(live).not.toContain("Open preview");
    expect(live).toContain("| Site | Status | URL |");
  });

  test("leads nowhere once it is closed", () => {
    expect(String(table([row({ status: "closed", previewUrl, productionUrl })]))).not.toContain("Open");
  });
});
