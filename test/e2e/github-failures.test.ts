import { describe, expect, test } from "vitest";
import { ACTIONS_BOT } from "../../packages/testkit/github/users.ts";
import { startScripted, TOKEN } from "./harness.ts";
import { accepting, logFrame, READY } from "./scripted-service.ts";

describe.concurrent("a GitHub", () => {
  test("whose token has no permissions gets one warning with the lines to add, and the job passes", async () => {
    await using harness = await startScripted(READY);
    const token = harness.github.issueToken(ACTIONS_BOT, { contents: "read" });
    const run = await harness.preview({ context: { token } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "ready", "preview-url": "https://dep.preview.example/" });
    const warnings = run.annotations.filter(({ kind }) => kind === "warning");
    expect(warnings.map(({ title }) => title)).toContain("GitHub did not accept the comment");
    expect(warnings[0]?.message).toContain("pull-requests: write");
    expect(run.summary).toContain("https://dep.preview.example/");
  });

  test("that hangs does not hold the job, and the deployment decides", async () => {
    await using harness = await startScripted(READY);
    harness.github.faults.push({ match: {}, hang: true, times: Infinity });
    const run = await harness.preview({ inputs: { "timeout-minutes": "0.15" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
  });

  test("is not called without a token, and the log says so", async () => {
    await using harness = await startScripted(READY);
    const run = await harness.preview({ inputs: { "github-token": "" } });
    expect(run.exitCode).toBe(0);
    expect(harness.github.requests).toEqual([]);
    expect(run.stdoutLines.join("\n")).toContain("'github-token' is empty");
  });
});

test("a failed build shows code, message and the lines around its error everywhere, ends its record, and gives no URL", async () => {
  const error = { code: "build_failed", message: "The command ended with 2" };
  const message = "TS2304: Cannot find '@all'.";
  const diagnostics = Array.from({ length: 14 }, (_, n) => ({ file: `src/page${n}.ts`, line: n + 1, message }));
  const end = { status: "failed", error, diagnostics, previewUrl: "https://dead.preview.example/" };
  const lines = diagnostics.map(({ file, line }) => `${file}(${line},2): error ${message}`);
  await using harness = await startScripted(accepting(end, logFrame(lines)));
  const run = await harness.preview();
  expect(run.exitCode).toBe(1);
  expect(run.outputs).toMatchObject({ status: "failed", "error-code": "build_failed" });
  expect(run.outputs["preview-url"]).toBeUndefined();
  const errors = run.annotations.filter(({ kind }) => kind === "error");
  expect(errors).toHaveLength(10);
  expect(errors[0]?.message).toContain(
    "build_failed: src/page0.ts:1: TS2304: Cannot find '@all'. The command ended with 2",
  );
  expect(errors[1]).toMatchObject({ file: "src/page0.ts", line: "1" });
  expect(run.summary).toContain("src/page13.ts(14,2)");
  const body = harness.github.comments[0]?.body ?? "";
  expect(body).toContain("❌ Failed");
  expect(body).toContain("src/page13.ts(14,2)");
  expect(body).not.toContain("dead.preview.example");
  expect(harness.github.deployments.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(["failure"]);
});

test.concurrent.each(["the service", "GitHub"])(
  "a URL with the token of %s in it is a warning, since GitHub drops such an output",
  async (whose) => {
    let secret = TOKEN;
    await using harness = await startScripted((request) =>
      accepting({ status: "ready", previewUrl: `https://dep.preview.example/${secret}` })(request),
    );
    if (whose === "GitHub") secret = harness.github.token;
    const run = await harness.preview();
    expect(run.exitCode).toBe(0);
    const warnings = run.annotations.filter(({ title }) => title === "Output holds a secret");
    expect(warnings.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      expect.stringContaining("warning Output 'preview-url' holds a value that is masked"),
    ]);
    expect(JSON.stringify([run.outputs, harness.github.comments, run.summary])).not.toContain(secret);
  },
);
