import { describe, expect, test } from "vitest";
import { refuse, scriptedService } from "./scripted-service.ts";
import { setStage, TOKEN } from "./stage.ts";

const GOOD = { token: TOKEN, site: "docs" };

describe("bad input", () => {
  test.each([
    [{ site: "Docs!" }, "Input 'site' is 'Docs!': write "],
    [{ token: "hunter2" }, "Input 'token' is not shown here: write "],
    [{ token: "" }, "Input 'token' is missing: write "],
    [{ "base-url": "http://service.example" }, "Input 'base-url' is 'http://service.example': write an https URL"],
    [{ "timeout-minutes": "0" }, "Input 'timeout-minutes' is '0': write a number of minutes above 0"],
    [{ comment: "sometimes" }, "Input 'comment' is 'sometimes': write 'update', 'recreate' or 'off'."],
  ])("%j ends with one sentence and exit 1, and nothing is sent", async (wrong, sentence) => {
    await using service = await scriptedService(() => refuse(500, "internal_error", "nobody should ask"));
    await using stage = await setStage({ "base-url": service.baseUrl, ...GOOD, ...wrong });
    const run = await stage.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toEqual({ status: "refused", "error-code": "invalid_input" });
    expect(run.annotations.filter(({ kind }) => kind === "error")).toHaveLength(1);
    expect(run.annotations[0]?.message).toContain(sentence);
    expect(run.summary).toContain("invalid");
    expect([...service.seen, ...stage.github.requests]).toEqual([]);
  });

  test("several wrong inputs are told in one run", async () => {
    await using stage = await setStage({ "base-url": "x", token: "y", site: "Z" });
    const run = await stage.preview();
    for (const name of ["base-url", "token", "site"]) expect(run.annotations[0]?.message).toContain(`Input '${name}'`);
  });
});

describe("dry-run", () => {
  test("prints request, key, pull request and comment, and sends nothing", async () => {
    await using service = await scriptedService(() => refuse(500, "internal_error", "nobody should ask"));
    const site = "0198a5c4-0000-7000-8000-000000000001";
    await using stage = await setStage({ "base-url": service.baseUrl, token: TOKEN, site, "dry-run": "true" });
    const run = await stage.preview();
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toMatchObject({ status: "skipped" });
    const log = run.stdoutLines.join("\n");
    expect(log).toContain(`Request: POST ${service.baseUrl}/sites/${site}/deploy`);
    expect(log).toMatch(/Idempotency-Key: [0-9a-f]{8}-[0-9a-f]{4}-8/);
    expect(log).toContain("Pull request: #7");
    expect(log).toContain("greenroom:comment");
    expect([...service.seen, ...stage.github.requests]).toEqual([]);
  });
});

describe("a pull request without secrets", () => {
  test("is skipped with one notice that says why and what to do", async () => {
    await using stage = await setStage({ "base-url": "https://service.example", token: "", site: "docs" });
    const run = await stage.preview({ context: { actor: "dependabot[bot]" } });
    expect(run.exitCode).toBe(0);
    expect(run.outputs).toEqual({ status: "skipped" });
    expect(run.annotations).toHaveLength(1);
    expect(run.annotations[0]).toMatchObject({
      kind: "notice",
      message: expect.stringContaining("Dependabot secrets"),
    });
  });
});
