import { request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { type House, openHouse, setStage, type Stage } from "./stage.ts";

let house: House;
let stage: Stage;
let first: ActionResult;

beforeAll(async () => {
  house = await openHouse("theatre");
  const { baseUrl, tokens } = house.ready;
  const head = { sha: house.repository.headSha, branch: house.repository.branch };
  stage = await setStage({ "base-url": baseUrl, token: tokens.pat, site: "theatre" }, head);
  first = await stage.preview();
});

afterAll(async () => {
  await stage[Symbol.asyncDispose]();
  await house[Symbol.asyncDispose]();
});

/** Preview hosts are names of this machine that Node's resolver does not know. */
function pageOf(address: string): Promise<{ readonly status: number; readonly body: string }> {
  const url = new URL(address);
  return new Promise((resolve, reject) => {
    const asked = request({ host: "127.0.0.1", port: url.port, path: url.pathname, headers: { host: url.host } });
    asked.once("error", reject);
    asked.once("response", (response) => {
      let body = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (body += chunk));
      response.once("end", () => resolve({ status: response.statusCode ?? 0, body }));
    });
    asked.end();
  });
}

describe("a push to a pull request", () => {
  test("ends with a preview, and every output says so", async () => {
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
    expect(first.outputs).toMatchObject({
      status: "ready",
      "deployment-id": expect.stringMatching(/^dep_/),
      "site-id": house.siteId,
      "commit-sha": house.repository.headSha,
      reused: "false",
      attempt: "1",
      "queued-seconds": expect.stringMatching(/^\d+$/),
      "build-seconds": expect.stringMatching(/^\d+$/),
    });
    expect(first.outputs["error-code"]).toBeUndefined();
    const page = await pageOf(first.outputs["preview-url"] ?? "");
    expect(page.status).toBe(200);
    expect(page.body).toContain("<html");
  });

  test("one comment shows the preview and the link a person approves the release by", () => {
    expect(stage.github.comments).toHaveLength(1);
    const [comment] = stage.github.comments;
    expect(comment?.body).toContain(first.outputs["preview-url"]);
    expect(comment?.body).toContain(first.outputs["approval-url"]);
    expect(first.outputs["comment-id"]).toBe(String(comment?.id));
    expect(first.outputs["approval-url"]).toContain(house.ready.baseUrl);
    expect(first.outputs["approval-request-id"]).toMatch(/^apr_/);
  });

  test("the summary shows preview, commit and link", () => {
    expect(first.summary).toContain(first.outputs["preview-url"]);
    expect(first.summary).toContain(house.repository.headSha);
    expect(first.summary).toContain(first.outputs["approval-url"]);
  });

  test("a second run gets the same deployment in no time, and edits the same comment", async () => {
    const second = await stage.preview();
    expect(second.exitCode).toBe(0);
    expect(second.outputs).toMatchObject({
      status: "ready",
      "deployment-id": first.outputs["deployment-id"],
      reused: "true",
      "comment-id": first.outputs["comment-id"],
      "approval-url": first.outputs["approval-url"],
    });
    expect(second.durationMs).toBeLessThan(2000);
    expect(stage.github.comments).toHaveLength(1);
    expect(await house.api(`/sites/${house.siteId}/deployments`)).toHaveLength(1);
  });

  test("force-new makes a new deployment although the commit has one", async () => {
    const forced = await stage.preview({ inputs: { "force-new": "true" } });
    expect(forced.outputs["deployment-id"]).not.toBe(first.outputs["deployment-id"]);
    expect(forced.outputs).toMatchObject({ status: "ready", reused: "false" });
  });

  test("what GitHub was asked is what GitHub describes", () => {
    expect(stage.github.violations).toEqual([]);
    expect(first.droppedOutputs).toEqual([]);
  });
});
