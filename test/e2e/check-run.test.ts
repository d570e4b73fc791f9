import { describe, expect, test, vi } from "vitest";
import { ACTIONS_BOT } from "../../packages/testkit/github/users.ts";
import { type Harness, startScripted, TOKEN } from "./harness.ts";
import { accepting, following, READY, READY_END, RECORD, type Script } from "./scripted-service.ts";

const FAILED = { status: "failed", error: { code: "build_failed", message: "The command ended with 2" } };
const POLL = { timeout: 60_000, interval: 20 };

const open = (script: Script, inputs: Readonly<Record<string, string>> = {}) =>
  startScripted(script, { "check-run": "on", ...inputs });

const checkRuns = ({ github }: Harness) => github.state.checkRuns.map(({ fields }) => fields);
const isOpen = (harness: Harness | undefined): boolean =>
  harness?.github.state.checkRuns.some(({ fields }) => fields["status"] === "in_progress") ?? false;

/** A build that runs until its check run is there. */
function watched(harness: () => Harness | undefined, end: Readonly<Record<string, unknown>> = READY_END): Script {
  return following(async function* () {
    yield "building";
    await vi.waitUntil(() => isOpen(harness()), POLL);
    yield String(end["status"]);
  }, end);
}

describe.concurrent("a check run", () => {
  test("is in progress while the build is, ends with the summary, and costs two requests", async () => {
    let harness: Harness | undefined;
    await using opened = await open(watched(() => harness));
    harness = opened;
    const run = await harness.preview();
    expect(run.exitCode, run.stdoutLines.join("\n")).toBe(0);
    const operations = harness.github.requests.map(({ operation }) => operation);
    expect(operations.filter((name) => name.startsWith("checks/"))).toEqual(["checks/create", "checks/update"]);
    expect(operations.length, operations.join(" ")).toBeLessThanOrEqual(10);
    expect(checkRuns(harness)).toEqual([
      expect.objectContaining({
        name: `Preview of ${RECORD.siteId}`,
        status: "completed",
        conclusion: "success",
        details_url: expect.stringMatching(/^https:\/\/github\.com\/lantern-theatre\/website\/actions\/runs\/\d+/),
        output: expect.objectContaining({
          title: "Preview ready",
          summary: expect.stringContaining("<https://dep.preview.example/>"),
        }),
      }),
    ]);
    expect(harness.github.violations).toEqual([]);
  });

  test("shows the first fifty errors of a failed build at their lines, and none outside the repository", async () => {
    const message = "TS2304: No '@all' <b>.";
    const errors = Array.from({ length: 60 }, (_, n) => ({ file: `src/page${n}.ts`, line: n + 1, column: 2, message }));
    const outside = ["../secret.ts", "/etc/passwd.ts", String.raw`a\..\b.ts`].map((file) => ({
      file,
      line: 1,
      message,
    }));
    const diagnostics = [...outside, ...errors, { message: "without a place" }];
    const error = { code: "build_failed", message: "It ended, @all" };
    await using harness = await open(accepting({ ...FAILED, error, diagnostics }));
    const run = await harness.preview();
    expect(run.exitCode).toBe(1);
    const sent = harness.github.requests.filter(({ operation }) => operation.startsWith("checks/"));
    expect(sent.map(({ operation }) => operation)).toEqual(["checks/create"]);
    const [fields] = checkRuns(harness);
    expect(fields).toMatchObject({ status: "completed", conclusion: "failure" });
    const { annotations, summary } = (fields?.["output"] ?? {}) as { annotations: { path: string }[]; summary: string };
    expect(annotations).toHaveLength(50);
    expect(annotations.every(({ path }) => /^src\/page\d+\.ts$/.test(path))).toBe(true);
    expect(annotations[49]).toMatchObject({ path: "src/page49.ts", start_line: 50, end_line: 50, start_column: 2 });
    // Markdown of others stays text.
    expect(summary).toContain("@&#8203;all");
    expect(harness.github.violations).toEqual([]);
  });

  test("that the main step could not end is ended by the post step, which leaves the comment as it is", async () => {
    let harness: Harness | undefined;
    await using opened = await open(watched(() => harness));
    harness = opened;
    harness.github.faults.push({
      match: { operation: "checks/update" },
      response: { status: 502, body: { message: "Bad Gateway" } },
      times: 3,
    });
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    expect(run.annotations.map(({ title }) => title)).toContain("GitHub did not accept the check run");
    expect(run.post).toMatchObject({ exitCode: 0 });
    // The comment was written, and by another step.
    expect(run.post?.stdoutLines.join("\n")).not.toContain("No comment was written");
    expect(checkRuns(harness)).toEqual([
      expect.objectContaining({
        status: "completed",
        conclusion: "success",
        output: expect.objectContaining({ summary: expect.stringMatching(/^### ✅ Preview ready: \S+\n\n<http/) }),
      }),
    ]);
    const writes = harness.github.requests.filter(({ operation }) => operation === "issues/update-comment");
    expect(writes).toHaveLength(1);
    expect(harness.github.deployments).toHaveLength(1);
  });

  test("that the token may not write is one warning with the permissions, and the job passes", async () => {
    let harness: Harness | undefined;
    let asked = 0;
    await using opened = await open(
      following(async function* () {
        yield "building";
        await vi.waitUntil(() => asked > 0, POLL);
        yield "ready";
      }),
    );
    harness = opened;
    harness.github.faults.push({ match: ({ operation }) => operation === "checks/create" && (asked += 1) < 0 });
    const token = harness.github.issueToken(ACTIONS_BOT, { "pull-requests": "write", deployments: "write" });
    const run = await harness.preview({ context: { token } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    const warnings = run.annotations.filter(({ kind }) => kind === "warning");
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ title: "GitHub did not accept the check run" });
    expect(warnings[0]?.message).toContain(
      "A check run needs 'github-token' to be the job's own, with these permissions:\npermissions:\n  checks: write\n  contents: read\n  deployments: write\n  pull-requests: write",
    );
    // Refused once, it is not asked for again, not by the post step either.
    expect(asked).toBe(1);
    expect(run.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
  });

  test("keeps its permission in the lines that another rejection shows", async () => {
    await using harness = await open(READY);
    const token = harness.github.issueToken(ACTIONS_BOT, { checks: "write", deployments: "write" });
    const run = await harness.preview({ context: { token } });
    const [warning] = run.annotations.filter(({ kind }) => kind === "warning");
    expect(warning?.message).toContain("permissions:\n  checks: write\n  contents: read\n");
  });

  test("shows no token, and is not over GitHub's limit whatever the service says", async () => {
    const message = `${TOKEN} ${"| <b> @all ".repeat(20_000)}`;
    const error = { code: "build_failed", message };
    await using harness = await open(
      accepting({ ...FAILED, error, diagnostics: [{ file: "a.ts", line: 1, message: `TS1: ${TOKEN}` }] }),
    );
    await harness.preview();
    const text = JSON.stringify(checkRuns(harness));
    expect(text).not.toContain(TOKEN);
    expect(text).not.toContain("<b>");
    expect(checkRuns(harness)).toEqual([expect.objectContaining({ status: "completed", conclusion: "failure" })]);
    expect(harness.github.violations).toEqual([]);
  });
});
