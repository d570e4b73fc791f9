import { describe, expect, test } from "vitest";
import { accepting, logFrame, RECORD, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });

describe("GitHub that answers", () => {
  test("slowly is waited for, beside the build", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    stage.github.faults.push({ match: {}, times: Infinity, delayMs: 300 });
    const run = await stage.preview();
    expect(run.exitCode).toBe(0);
    expect(run.annotations.filter(({ kind }) => kind === "warning")).toEqual([]);
    expect(stage.github.comments).toHaveLength(1);
  });
});

describe("a build that fails", () => {
  test("says code, words and last lines everywhere, ends its record, and gives no address out", async () => {
    const error = { code: "build_failed", message: "The command ended with 2" };
    const end = { status: "failed", error, previewUrl: "https://dead.preview.example/" };
    const lines = Array.from(
      { length: 14 },
      (_, n) => `src/page${n}.ts(${n + 1},2): error TS2304: Cannot find '@all'.`,
    );
    await using service = await scriptedService(accepting(end, logFrame(lines)));
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const run = await stage.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ status: "failed", "error-code": "build_failed" });
    expect(run.outputs["preview-url"]).toBeUndefined();
    const errors = run.annotations.filter(({ kind }) => kind === "error");
    expect(errors).toHaveLength(10);
    expect(errors[0]?.message).toContain("build_failed: The command ended with 2");
    expect(errors[1]).toMatchObject({ file: "src/page0.ts", line: "1" });
    expect(run.summary).toContain("Further build errors:\n\n- `src/page9.ts:10` TS2304");
    expect(run.summary).toContain("`src/page13.ts:14`");
    expect(run.summary).not.toContain("page8.ts:9");
    const body = stage.github.comments[0]?.body ?? "";
    expect(body).toContain("❌ Failed");
    expect(body).toContain("src/page13.ts(14,2)");
    expect(body).not.toContain("dead.preview.example");
    expect(stage.github.deployments.map(({ statuses }) => statuses.at(-1)?.state)).toEqual(["failure"]);
  });
});

test.each(["the service", "GitHub"])(
  "an address that holds the token of %s is told, since other jobs would not get it",
  async (whose) => {
    let secret = TOKEN;
    await using service = await scriptedService((request) =>
      accepting({ status: "ready", previewUrl: `https://dep.preview.example/${secret}` })(request),
    );
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    if (whose === "GitHub") secret = stage.github.token;
    const run = await stage.preview();
    expect(run.exitCode).toBe(0);
    const told = run.annotations.filter(({ title }) => title === "Output holds a secret");
    expect(told.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
      expect.stringContaining("warning Output 'preview-url' holds a value that is masked"),
    ]);
    expect(JSON.stringify([run.outputs, stage.github.comments, run.summary])).not.toContain(secret);
  },
);
