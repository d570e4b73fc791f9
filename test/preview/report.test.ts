import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import type { ReceivedDeployment } from "../../packages/contract/index.ts";
import type { CommentRow } from "../../src/github/comment/data.ts";
import { recordState } from "../../src/github/deployment-record.ts";
import type { Ending } from "../../src/preview/outcome.ts";
import { liveRow, OUTPUT_NAMES, report } from "../../src/preview/report.ts";
import { url } from "./url.ts";

const previewUrl = url("https://dep-1.preview.example/");
const link = url("https://service.example/app/approvals/apr_1");

const FACTS = {
  baseUrl: new URL("https://service.example"),
  siteId: "s1",
  site: "docs",
  commitSha: "a".repeat(40),
  run: { id: 77, attempt: 1, url: "https://github.com/r" },
};

const READY: Ending = {
  outcome: {
    kind: "ready",
    deployment: { id: "dep_1", status: "ready", createdAt: "2026-11-20T10:00:00Z" },
    previewUrl,
  },
  inputs: { site: "docs", timeoutMs: 60_000, onTimeout: "fail" },
  commitSha: "a".repeat(40),
  branch: "feature/x",
  accepted: { deployment: { id: "dep_1", status: "queued" }, reused: false, attempt: 1 },
  approval: { kind: "link", url: link, requestId: "apr_1", prepared: false },
  times: { queuedSeconds: 1, buildSeconds: 2 },
  previous: undefined,
  log: ["the last line"],
  facts: FACTS,
};

const FAILURE = { code: "build_failed", message: "It <b>broke</b> @everyone", hint: "Fix it." };

type Diagnostic = NonNullable<ReceivedDeployment["diagnostics"]>[number];

const FAILED: Ending = {
  ...READY,
  outcome: {
    kind: "failed",
    deployment: { id: "dep_1", status: "failed" },
    failure: FAILURE,
  },
  approval: undefined,
};

function failedWith(diagnostics: readonly Diagnostic[], failure = FAILURE): Ending {
  const deployment = { id: "dep_1", status: "failed", diagnostics: [...diagnostics] };
  return { ...FAILED, outcome: { kind: "failed", deployment, failure } };
}

/** What the last commit of the pull request had left. */
const PREVIOUS: CommentRow = {
  siteId: "s1",
  site: "docs",
  status: "ready",
  commitSha: "b".repeat(40),
  runUrl: "https://github.com/r",
  runId: 76,
  runAttempt: 1,
};

describe("report", () => {
  test("a ready preview fills outputs, row and summary, and passes", () => {
    const final = report(READY);
    expect(final.outputs).toEqual({
      status: "ready",
      "deployment-id": "dep_1",
      "preview-url": "https://dep-1.preview.example/",
      "approval-url": "https://service.example/app/approvals/apr_1",
      "approval-request-id": "apr_1",
      "queued-seconds": "1",
      "build-seconds": "2",
    });
    expect(final.row).toEqual({
      siteId: "s1",
      site: "docs",
      commitSha: "a".repeat(40),
      runUrl: "https://github.com/r",
      runId: 77,
      runAttempt: 1,
      status: "ready",
      deploymentId: "dep_1",
      createdAt: "2026-11-20T10:00:00Z",
      previewUrl: "https://dep-1.preview.example/",
      approvalUrl: "https://service.example/app/approvals/apr_1",
      durationSeconds: 2,
    });
    expect(final.conclusion).toBe("pass");
    expect(final.annotations).toEqual([]);
    expect(String(final.summary)).toMatchInlineSnapshot(`
      "### ✅ Preview ready: docs

      <https://dep-1.preview.example/>

      > [!TIP]
      > **Ready for production?** [Review and approve the release](<https://service.example/app/approvals/apr_1>). Someone other than the requester must approve it.

      | Commit | Branch | Deployment | Attempt |
      | --- | --- | --- | --- |
      | \`aaaaaaa\` | \`feature/x\` | \`dep_1\` | 1 |

      \`\`\`text
      Queued    ███████████                       1 s
      Building             █████████████████████  2 s
      Total     ████████████████████████████████  3 s
      \`\`\`
      "
    `);
  });

  test.each([
    [2, 9, "7 s less than"],
    [190, 65, "2 min 5 s more than"],
    [12, 12, "as long as"],
  ])("a build of %i s after one of %i s took %s it", (buildSeconds, durationSeconds, words) => {
    const previous = { ...PREVIOUS, durationSeconds };
    const { summary } = report({ ...READY, times: { queuedSeconds: 1, buildSeconds }, previous });
    expect(String(summary)).toContain(`\nThe build took ${words} that of the last ready commit, \`bbbbbbb\`.\n`);
  });

  test.each([
    ["there was none before", { previous: undefined }],
    ["the last one failed", { previous: { ...PREVIOUS, status: "failed", durationSeconds: 9 } }],
    ["the duration of the last one is unknown", { previous: PREVIOUS }],
    ["the duration of this one is unknown", { times: { queuedSeconds: 1, buildSeconds: undefined } }],
    ["it failed itself", { outcome: FAILED.outcome }],
  ])("a build is not compared when %s", (_why, change: Partial<Ending>) => {
    const ending = { ...READY, previous: { ...PREVIOUS, durationSeconds: 9 }, ...change };
    expect(String(report(ending).summary)).not.toContain("The build took");
  });

  test("what may be wrong with a ready preview is in the row and in annotations, and changes no verdict", () => {
    const { outcome } = READY;
    if (outcome.kind !== "ready") throw new Error("It is ready.");
    const diagnostics = [
      { level: "warning", message: "The home page refers to '/a.png', which is not there.", hint: "Commit it." },
      { level: "warning", message: "A file is a pointer of Git LFS." },
      { message: "an error" },
    ];
    const final = report({ ...READY, outcome: { ...outcome, deployment: { ...outcome.deployment, diagnostics } } });
    const first = "The home page refers to '/a.png', which is not there. Commit it.";
    expect(final.row?.note).toBe(`⚠️ ${first} The log has 1 more.`);
    expect(final.annotations?.map(({ level, text }) => [level, text])).toEqual([
      ["warning", first],
      ["warning", "A file is a pointer of Git LFS."],
    ]);
    expect([final.conclusion, final.row?.status]).toEqual(["pass", "ready"]);
  });

  test("a failed build shows its reason and its last lines, and fails", () => {
    const final = report(FAILED);
    expect(final.outputs).toMatchObject({ status: "failed", "error-code": "build_failed" });
    expect(final.row).toMatchObject({ status: "failed", excerpt: ["the last line"], error: { code: "build_failed" } });
    expect(final.conclusion).toBe("fail");
    expect(String(final.summary)).toContain("```text\nthe last line\n```");
  });

  test("a failed build shows the first real error, with its place, what to do and the lines around it", () => {
    const before = Array.from({ length: 30 }, (_, n) => `transformed module ${n}`);
    const stack = Array.from({ length: 40 }, (_, n) => `    at frame ${n} (file:///build/node_modules/rollup/a.js)`);
    const error = 'src/SeatMap.tsx:42:17: ERROR: Could not resolve "./seats.json"';
    const place = { file: "src/SeatMap.tsx", line: 42, column: 17 };
    const hint = "Check that the file is committed.";
    const diagnostics = [{ ...place, message: 'Could not resolve "./seats.json"', hint }, { message: "no place" }];
    const final = report({ ...failedWith(diagnostics), log: [...before, error, ...stack] });
    expect(final.row?.excerpt?.slice(0, 6)).toEqual([...before.slice(-4), error, stack[0]]);
    expect(final.row?.error?.message).toBe(
      'src/SeatMap.tsx:42: Could not resolve "./seats.json". It <b>broke</b> @everyone.',
    );
    expect(final.headline.text).toContain(hint);
    expect(final.errors).toEqual([{ ...place, message: 'Could not resolve "./seats.json"' }]);
    expect(String(final.summary)).not.toContain("at frame 39");
  });

  test("an error that the service has named already is not named twice", () => {
    const failure = { code: "build_failed", message: "src/a.ts:1: TS1: x. See the log.", hint: "Fix it." };
    const diagnostics = [{ file: "src/a.ts", line: 1, message: "TS1: x" }];
    const final = report(failedWith(diagnostics, failure));
    expect(final.row?.error?.message).toBe(failure.message);
  });

  test("words of the service are text in the summary, not markup", () => {
    const text = String(report(FAILED).summary);
    expect(text).not.toContain("<b>");
    expect(text).not.toContain("@everyone");
  });

  test("no approval link is a notice and passes all the same", () => {
    const final = report({
      ...READY,
      approval: { kind: "none", requestId: undefined, reason: "There is no such tool." },
    });
    const text = "There is no such tool.";
    expect(final.annotations).toEqual([{ level: "notice", title: "No approval link", text }]);
    expect(final.conclusion).toBe("pass");
    expect(final.outputs["approval-url"]).toBeUndefined();
  });

  test("a stopped run says on the pull request that the build is still running", () => {
    const stopped = { kind: "stopped", deployment: { id: "dep_1", status: "building" } } as const;
    expect(report({ ...READY, outcome: stopped, approval: undefined }).row).toMatchObject({
      status: "interrupted",
      note: expect.stringContaining("The build is still running"),
    });
  });
});

test.each([
  [6, "0.0001"],
  [20_000, "0.333333"],
  [740_700, "12.345"],
  [900_000, "15"],
])("a limit of %i ms is said in minutes as it was given: %s", (timeoutMs, minutes) => {
  const outcome = { kind: "timed_out", deployment: undefined } as const;
  const inputs = { ...READY.inputs, timeoutMs };
  const { headline } = report({ ...READY, inputs, outcome, approval: undefined });
  expect(headline.text).toContain(`did not respond within ${minutes} minutes (timeout-minutes)`);
});

test.each([
  ["stopped", "warning", "Run canceled"],
  ["timed_out", "error", "Timed out"],
] as const)("a run that ends as %s is shown as %s", (kind, level, title) => {
  const { headline } = report({ ...READY, outcome: { kind, deployment: undefined }, approval: undefined });
  expect(headline).toMatchObject({ level, title });
});

describe("a run that ends before its upload", () => {
  test.each(["stopped", "timed_out"] as const)("%s: says what to do about the upload, and names no build", (kind) => {
    const deployment = { id: "dep_1", status: "queued", prebuilt: { sha256: "a".repeat(64) } } as const;
    const { row, headline: said } = report({ ...READY, outcome: { kind, deployment }, approval: undefined });
    for (const text of [row?.note, said.text]) {
      expect(text).toContain("The upload is not finished. Re-run this job to send the rest of it.");
      expect(text).not.toContain("build");
    }
  });
});

describe("a build over the budget of its author", () => {
  const deployment = { id: "dep_1", status: "queued", heldUntil: "2026-03-02T12:00:00.000Z" };
  const said = "It starts at 2026-03-02 12:00 UTC, or when a developer lets it through on the page of its log.";

  test("says while it waits, and when the run ends before it, until when and who lets it through", () => {
    expect(liveRow(FACTS, "queued", deployment).note).toContain(said);
    const { row, headline } = report({
      ...READY,
      outcome: { kind: "timed_out", deployment },
      approval: undefined,
    });
    expect([row?.note, headline.text]).toEqual([expect.stringContaining(said), expect.stringContaining(said)]);
  });

  test("says so no more once it builds", () => expect(liveRow(FACTS, "building", deployment).note).toBeUndefined());
});

describe("OUTPUT_NAMES", () => {
  test("are those of action.yml", () => {
    const action = parse(readFileSync("action.yml", "utf8")) as { readonly outputs: Readonly<Record<string, unknown>> };
    expect(Object.keys(action.outputs)).toEqual([...OUTPUT_NAMES]);
  });
});

describe("recordState", () => {
  const row = { siteId: "s1", site: "docs", commitSha: "a", runUrl: "https://github.com/r", runId: 1, runAttempt: 1 };

  test.each([
    ["ready", "success"],
    ["failed", "failure"],
    ["refused", "error"],
    ["canceled", "inactive"],
    ["queued", "in_progress"],
    ["building", "in_progress"],
    ["timed_out", "in_progress"],
    ["interrupted", "in_progress"],
  ])("%s is %s to GitHub", (status, state) => {
    expect(recordState({ ...row, status }, false).state).toBe(state);
  });
});

describe("what a record adds to the row", () => {
  const record = { id: "dep_1", status: "ready", createdAt: "2026-11-20T10:00:00Z" };
  const rowOf = (changes: object) =>
    report({ ...READY, outcome: { kind: "ready", previewUrl, deployment: { ...record, ...changes } } }).row;

  test("the page of the deployment, the URL of its branch and the title of its commit", () => {
    const added = {
      webUrl: "https://service.example/app/deployments/dep_1",
      aliases: ["https://docs-git-x.preview.example/", "https://other.example/"],
      commit: { message: "Open the box office\n\nAt noon." },
    };
    expect(rowOf(added)).toMatchObject({
      logUrl: "https://service.example/app/deployments/dep_1",
      branchUrl: "https://docs-git-x.preview.example/",
      commitTitle: "Open the box office",
    });
  });

  test("how many comments are open, with a link that leads to the service only", () => {
    const counts = { open: 2, blocking: 1 };
    const linked = (webUrl: string) => rowOf({ comments: { ...counts, webUrl } })?.comments;
    const url = "https://service.example/app/room/dep_1";
    expect(linked(url)).toEqual({ ...counts, url });
    expect(linked("https://evil.example/app/room/dep_1")).toEqual({ ...counts, url: "" });
  });

  test.each([
    ["a page on another origin", { webUrl: "https://evil.example/app/deployments/dep_1" }],
    ["URLs that are none", { webUrl: "x", aliases: ["javascript:alert(1)"], commit: { message: " " } }],
    ["nothing", { webUrl: null, aliases: null, commit: null }],
    ["empty lists", { aliases: [], commit: {} }],
  ])("%s is left out", (_name, changes) => {
    const row = rowOf(changes);
    expect([row?.logUrl, row?.branchUrl, row?.commitTitle]).toEqual([undefined, undefined, undefined]);
  });

  test("the record on GitHub says in a sentence why a build failed", () => {
    const row = rowOf({});
    if (row === undefined) throw new Error("no row");
    const failed = { ...row, status: "failed" as const };
    const error = { code: "build_failed", message: "src/a.ts:10: Cannot find name 'x'." };
    expect(recordState({ ...failed, error }, false).description).toBe(error.message);
    expect(recordState({ ...failed, error: { ...error, message: "" } }, false).description).toBe("build_failed");
  });

  test("the record on GitHub links the page, and says that the preview is ready and how long it took", () => {
    const row = rowOf({ webUrl: "https://service.example/app/deployments/dep_1" });
    if (row === undefined) throw new Error("no row");
    expect(recordState(row, false)).toEqual({
      state: "success",
      logUrl: "https://service.example/app/deployments/dep_1",
      environmentUrl: previewUrl,
      description: "The preview is ready, built in 2 s",
    });
  });
});
