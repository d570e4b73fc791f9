import { describe, expect, test } from "vitest";
import { accepting, RECORD, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

const READY = accepting({ status: "ready", previewUrl: "https://dep.preview.example/" });

describe("trouble with GitHub", () => {
  test("a token without permissions changes nothing but one warning that holds the lines to add", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    const person = { login: "github-actions[bot]", id: 41_898_282, type: "Bot" } as const;
    const token = stage.github.issueToken(person, { contents: "read" });
    const run = await stage.preview({ context: { token } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "ready", "preview-url": "https://dep.preview.example/" });
    const warnings = run.annotations.filter(({ kind }) => kind === "warning");
    expect(warnings.map(({ title }) => title)).toContain("GitHub did not accept the comment");
    expect(warnings[0]?.message).toContain("pull-requests: write");
    expect(run.summary).toContain("https://dep.preview.example/");
  });

  test("a GitHub that hangs holds nobody up beyond the step's time, and the deployment decides", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site: RECORD.siteId });
    stage.github.faults.push({ match: {}, hang: true, times: Infinity });
    const run = await stage.preview({ inputs: { "timeout-minutes": "0.05" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs["status"]).toBe("ready");
    expect(run.durationMs).toBeLessThan(8000);
  });

  test("without a GitHub token there is no comment, and the log says so", async () => {
    await using service = await scriptedService(READY);
    await using stage = await setStage({
      "base-url": service.baseUrl,
      token: TOKEN,
      site: RECORD.siteId,
      "github-token": "",
    });
    const run = await stage.preview();
    expect(run.exitCode).toBe(0);
    expect(stage.github.requests).toEqual([]);
    expect(run.stdoutLines.join("\n")).toContain("'github-token' is empty");
  });
});
