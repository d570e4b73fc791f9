import { describe, expect, test } from "vitest";
import { type Harness, startScripted } from "./harness.ts";
import { accepting, following, READY, READY_END, RECORD, type Script } from "./scripted-service.ts";

/** A service whose next deployment ends as a test says. */
function ending(ends: Readonly<Record<string, unknown>>[]): Script {
  let script = accepting({});
  return (request) => {
    if (request.method === "POST" && request.path.endsWith("/deploy")) script = accepting(ends.shift() ?? {});
    return script(request);
  };
}

const FAILED = { status: "failed", error: { code: "build_failed", message: "exit 1" } };

/** Answers every call of a tool with a link for approving the release. */
const offering =
  (script: Script): Script =>
  (request) => {
    if (!request.path.startsWith("/mcp")) return script(request);
    const { id } = JSON.parse(request.body) as { readonly id: number };
    const structuredContent = { webApprovalUrl: `http://${request.headers.host}/approve`, prepared: true };
    return { status: 200, body: { jsonrpc: "2.0", id, result: { structuredContent } } };
  };

describe("a record of the service", () => {
  test("is read once, and the link asked for once: four requests end in a preview with its link", async () => {
    await using harness = await startScripted(offering(READY), { review: "off" });
    const run = await harness.preview();
    expect(run.outputs).toMatchObject({ status: "ready", "approval-url": `${harness.service.baseUrl}/approve` });
    expect(harness.service.seen.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
      `GET /deployments/${RECORD.id}`,
      `GET /deployments/${RECORD.id}/events`,
      "POST /mcp",
      `POST /sites/${RECORD.siteId}/deploy`,
    ]);
  });

  test.each([
    ["with the id of another deployment", { id: "dep_other" }],
    ["of another commit", { commitSha: "2".repeat(40) }],
  ])("%s is never this commit's preview", async (_what, other) => {
    await using harness = await startScripted(offering(accepting({ ...READY_END, ...other })));
    const run = await harness.preview();
    expect(run.exitCode).toBe(1);
    expect(run.outputs).toMatchObject({ "error-code": "deployment_mismatch" });
    expect(run.outputs["preview-url"]).toBeUndefined();
    const shown = JSON.stringify([run.outputs, run.summary, harness.github.comments, harness.github.deployments]);
    expect(shown).not.toContain(READY_END.previewUrl);
    expect(shown).not.toContain(`${harness.service.baseUrl}/approve`);
  });
});

describe("records on GitHub", () => {
  const run = { runId: 500 };
  const states = (harness: Harness) =>
    harness.github.deployments.map(({ statuses }) => statuses.at(-1)?.state ?? "pending");

  test("of a pull request keep one that is active, with a failed run in between", async () => {
    await using harness = await startScripted(ending([READY_END, FAILED, READY_END]));
    for (const runId of [501, 502, 503]) await harness.preview({ context: { runId } });
    expect(states(harness)).toEqual(["inactive", "failure", "success"]);
    expect(harness.github.violations).toEqual([]);
  });

  test("of an older run that starts last, and is shown while it builds, are not active beside the newer", async () => {
    let script: Script = READY;
    await using harness = await startScripted((request) => script(request));
    await harness.preview({ context: { runId: run.runId + 1 } });
    script = following(async function* () {
      yield "building";
      await expect.poll(() => states(harness)).toEqual(["success", "pending"]);
      yield "ready";
    });
    await harness.preview({ context: run });
    expect(states(harness)).toEqual(["success", "inactive"]);
  });
});
