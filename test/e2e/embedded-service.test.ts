import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { visit } from "../http.ts";
import { commitFiles } from "../service/pipeline/build-fixture.ts";
import { type BuildService, type Harness, startBuildService, startHarness } from "./harness.ts";

let service: BuildService;
let harness: Harness;
let first: ActionResult;

beforeAll(async () => {
  service = await startBuildService("theatre");
  const { baseUrl, tokens } = service.ready;
  const head = { sha: service.repository.headSha, branch: service.repository.branch };
  harness = await startHarness({ "base-url": baseUrl, token: tokens.pat, site: "theatre" }, head);
  first = await harness.preview();
});

afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
});

describe("a push to a pull request", () => {
  test("ends with a preview, and the outputs, one comment and the summary say so", async () => {
    expect(first.exitCode, first.stdoutLines.join("\n")).toBe(0);
    expect(first.outputs).toMatchObject({
      status: "ready",
      "deployment-id": expect.stringMatching(/^dep_/),
      "site-id": service.siteId,
      "commit-sha": service.repository.headSha,
      reused: "false",
      attempt: "1",
      "queued-seconds": expect.stringMatching(/^\d+$/),
      "build-seconds": expect.stringMatching(/^\d+$/),
    });
    expect(first.outputs["error-code"]).toBeUndefined();
    const page = await visit(new URL(first.outputs["preview-url"] ?? ""));
    expect(page.status).toBe(200);
    expect(page.text).toContain("<html");
    expect(first.droppedOutputs).toEqual([]);
    expect(harness.github.comments).toHaveLength(1);
    const [comment] = harness.github.comments;
    expect(comment?.body).toContain(first.outputs["preview-url"]);
    expect(comment?.body).toContain(first.outputs["approval-url"]);
    expect(first.outputs["comment-id"]).toBe(String(comment?.id));
    expect(first.outputs["approval-url"]).toContain(service.ready.baseUrl);
    expect(first.outputs["approval-request-id"]).toMatch(/^apr_/);
    expect(first.summary).toContain(first.outputs["preview-url"]);
    expect(first.summary).toContain(service.repository.headSha);
    expect(first.summary).toContain(first.outputs["approval-url"]);
  });

  test("a second run gets the same deployment, and edits the same comment", async () => {
    const second = await harness.preview();
    expect(second.exitCode).toBe(0);
    expect(second.outputs).toMatchObject({
      status: "ready",
      "deployment-id": first.outputs["deployment-id"],
      reused: "true",
      "comment-id": first.outputs["comment-id"],
      "approval-url": first.outputs["approval-url"],
    });
    expect(harness.github.comments).toHaveLength(1);
    expect(await deploymentsOf(service.repository.headSha)).toHaveLength(1);
  });

  test("force-new makes a new deployment although the commit has one", async () => {
    const forced = await harness.preview({ inputs: { "force-new": "true" } });
    expect(forced.outputs["deployment-id"]).not.toBe(first.outputs["deployment-id"]);
    expect(forced.outputs).toMatchObject({ status: "ready", reused: "false" });
    expect(harness.github.violations).toEqual([]);
  });
});

/** Deployments of a commit, as the service lists them. */
async function deploymentsOf(sha: string): Promise<readonly { readonly id: string }[]> {
  const all = (await service.api(`/sites/${service.siteId}/deployments`)) as readonly {
    readonly id: string;
    readonly commitSha: string;
  }[];
  return all.filter(({ commitSha }) => commitSha === sha);
}

test("after a build that failed, the next run makes a new deployment", async () => {
  const { ready, repository, siteId } = service;
  const sha = commitFiles(repository.path, { "greenroom.json": '{"output": 5}' });
  const inputs = { "base-url": ready.baseUrl, token: ready.tokens.pat, site: siteId };
  await using broken = await startHarness(inputs, { sha, branch: repository.branch });
  const failed = await broken.preview();
  expect(failed.exitCode).toBe(1);
  expect(failed.outputs).toMatchObject({ status: "failed", attempt: "1", "error-code": "manifest_invalid" });
  expect(failed.annotations).toContainEqual(
    expect.objectContaining({
      kind: "error",
      title: "Preview failed",
      message: expect.stringContaining("manifest_invalid"),
    }),
  );
  expect(broken.github.comments[0]?.body).toContain("failed");

  const again = await broken.preview();
  expect(again.outputs).toMatchObject({ status: "failed", attempt: "2", reused: "false" });
  expect(again.outputs["deployment-id"]).not.toBe(failed.outputs["deployment-id"]);
  expect(broken.github.comments).toHaveLength(1);
  expect(await deploymentsOf(sha)).toHaveLength(2);
});
