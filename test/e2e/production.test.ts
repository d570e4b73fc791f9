import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { issueToken } from "../../packages/service/store/people/tokens.ts";
import type { StepProcess } from "../../packages/testkit/runner/process.ts";
import { update } from "../service/rows.ts";
import { NODES } from "./harness.ts";
import { PULL_NUMBER, type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";

/** Other tests run the sources; one runs the bundle, on the oldest Node.js of the machine. */
const oldest = NODES.at(-1)?.path ?? process.execPath;

let harness: ReleaseHarness;
let number = 0;

beforeAll(async () => {
  harness = await startReleaseHarness();
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
});
beforeEach(() => {
  number += 1;
});

/** A preview of a new page, merged. */
async function reviewed(): Promise<{ readonly id: string; readonly text: string }> {
  const text = `Release ${number}`;
  const id = await harness.instance.deploy(harness.push(text), "feature/autumn");
  harness.squash();
  return { id, text };
}

/** Text of one output; empty when it was not written. */
function out(result: { readonly outputs: Readonly<Record<string, string>> }, name: string): string {
  return result.outputs[name] ?? "";
}

function comments(): string {
  return harness.github.comments.map(({ body }) => body).join("\n");
}

/** Waits until the service's queue has published it. */
function serves(text: string): Promise<void> {
  return expect.poll(() => harness.productionPage()).toContain(text);
}

const APPROVE = { decision: "approve" };

/** Acts once a run shows its link, whose act ends before the run's result is looked at. */
async function productionWith(
  act: (link: string) => unknown,
  changes: Parameters<ReleaseHarness["production"]>[0] = {},
) {
  let acted: unknown;
  const result = await harness.production({
    inputs: { "wait-minutes": "1" },
    onLine: ({ text }) => {
      const link = /http:\/\/\S+\/app\/approvals\/apr_[a-z0-9]+/.exec(text)?.[0];
      if (link !== undefined) acted ??= act(link) ?? true;
    },
    ...changes,
  });
  await acted;
  return result;
}

describe("a release", () => {
  test("goes from pull request and squash merge to a link, by which another user publishes exactly the reviewed files", async () => {
    const sha = harness.push("Reviewed bits");
    const preview = await harness.preview();
    expect(preview.outputs).toMatchObject({ status: "ready", "commit-sha": sha });
    harness.squash();
    const requested = await harness.production();
    expect(requested.exitCode).toBe(0);
    expect(requested.outputs).toMatchObject({
      status: "approval_pending",
      "source-deployment-id": out(preview, "deployment-id"),
    });
    expect([out(requested, "waits-for"), requested.summary]).toEqual([
      "request",
      expect.stringContaining("waits for somebody to request it"),
    ]);
    const link = out(requested, "approval-url");
    expect(link).toMatch(new RegExp(`^${harness.instance.baseUrl}/app/approvals/apr_`));
    await harness.request(link);
    const repeated = await harness.production();
    expect(out(repeated, "waits-for")).toBe("decision");
    // Prepared once, however often the job runs, with one comment and one record.
    for (const name of ["approval-request-id", "approval-url", "comment-id", "github-deployment-id"]) {
      expect(out(repeated, name), name).toBe(out(requested, name));
    }
    expect(repeated.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
    expect(await harness.decide(link, "Mira", APPROVE)).toContain("Approved by");
    await serves("Reviewed bits");
    const again = await harness.production();
    expect(again.outputs).toMatchObject({ status: "ready" });
    expect(out(again, "production-url")).toMatch(/^http:/);
    expect(comments()).toContain(`[Open production](<${out(again, "production-url")}>)`);
    expect(harness.github.violations).toEqual([]);
  });

  test("is shown in output, log, summary, comment and record, with who cannot approve it and what is live", async () => {
    const { id } = await reviewed();
    const requested = await harness.production();
    const link = out(requested, "approval-url");
    expect(requested.summary).toContain(link);
    expect(requested.summary).toContain(id);
    expect(requested.summary).toContain("Live now");
    expect(requested.annotations.map(({ message }) => message).join()).toMatch(/cannot approve it/);
    const comment = harness.github.comments.find(({ body }) => body.includes("### Release"));
    expect(comment?.issueNumber).toBe(PULL_NUMBER);
    expect(comment?.body).toContain(link);
    expect(comment?.body).toContain("cannot approve it");
    const record = harness.github.deployments.find((one) => String(one.id) === out(requested, "github-deployment-id"));
    expect(record).toMatchObject({ environment: "production", production: true, transient: false });
    // By its source the service finds the record of a release that was decided.
    expect(record?.payload).toMatchObject({ greenroom: { siteId: harness.instance.siteId, sourceDeploymentId: id } });
    expect(record?.statuses.at(-1) ?? record?.statuses[0]).toMatchObject({ state: "queued", logUrl: link });
  });

  test("can be prepared by a token that can only read and request", async () => {
    const { id } = await reviewed();
    const { context, seed } = harness.instance;
    const developer = await context.db
      .selectFrom("tokens")
      .select("user_id")
      .where("workspace_id", "=", seed.workspaceId)
      .executeTakeFirstOrThrow();
    const { token } = await inDatabase(context.db, (tx) =>
      issueToken(tx, {
        workspaceId: seed.workspaceId,
        userId: developer.user_id,
        epoch: 1,
        kind: "pat",
        realm: "test",
        name: "requests only",
        scopes: ["sites:read", "deployments:read", "approvals:read", "publish:request"],
        issuedVia: "operator",
        expiresAt: null,
      }),
    );
    const requested = await harness.production({ inputs: { token } });
    expect(requested.outputs).toMatchObject({ status: "approval_pending", "source-deployment-id": id });
  });

  test("is waited for during wait-minutes, and the step ends when it is live", async () => {
    const { text } = await reviewed();
    const result = await productionWith((link) => harness.decide(link, "Jun", APPROVE));
    expect(result.outputs).toMatchObject({ status: "ready" });
    expect(result.exitCode).toBe(0);
    expect(await harness.productionPage()).toContain(text);
    expect(comments()).toContain("Ready");
    const record = harness.github.deployments.find((one) => String(one.id) === out(result, "github-deployment-id"));
    expect(record?.statuses.map(({ state }) => state)).toContain("success");
  });

  test("that is rejected fails the waiting step, with the notes of the approver", async () => {
    await reviewed();
    const live = await harness.productionPage();
    const reject = { decision: "reject", notes: "The price is wrong" };
    const result = await productionWith((link) => harness.decide(link, "Jun", reject));
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "rejected", "error-code": "approval_rejected" });
    expect(result.summary).toContain("The price is wrong");
    expect(await harness.productionPage()).toBe(live);
  });

  test("that expires meanwhile fails the waiting step", async () => {
    await reviewed();
    const { db } = harness.instance.context;
    const result = await productionWith((link) =>
      update(db, "approval_requests", { id: link.split("/").at(-1) ?? "" }, { expires_at: "2020-01-01T00:00:00.000Z" }),
    );
    expect(result.outputs).toMatchObject({ status: "expired", "error-code": "approval_expired" });
    expect(result.exitCode).toBe(1);
  });
});

describe("a source", () => {
  test("that was never deployed is refused with a hint", async () => {
    harness.push("Never deployed");
    harness.squash();
    const result = await harness.production();
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "source_not_found" });
    expect(result.annotations[0]?.message).toMatch(/Deploy a preview/);
  });

  test("that does not exist is refused with the code of the service", async () => {
    const result = await harness.production({ inputs: { "source-deployment-id": "dep_doesnotexist00" } });
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "deployment_not_found" });
  });
});

describe("a canceled run", () => {
  test("ends at once, and its request stays open", async () => {
    await reviewed();
    let run: StepProcess | undefined;
    const result = await productionWith(() => run?.kill("SIGINT"), { onStart: (started) => void (run = started) });
    expect(result.outputs).toMatchObject({ status: "approval_pending" });
    expect(out(result, "approval-url")).not.toBe("");
    expect(result.exitCode).toBe(1);
    expect(result.annotations.some(({ message }) => message.includes("The request is still open"))).toBe(true);
    expect(out(await harness.production(), "approval-request-id")).toBe(out(result, "approval-request-id"));
  });
});

describe("a killed run", () => {
  test("leaves it to the post step to show the request on the pull request", async () => {
    const { id } = await reviewed();
    let run: StepProcess | undefined;
    const onStart = (started: StepProcess): void => void (run = started);
    const result = await productionWith(() => run?.kill("SIGKILL"), { node: oldest, onStart });
    expect(result.signal).toBe("SIGKILL");
    expect(result.post).toMatchObject({ exitCode: 0 });
    expect(result.post?.stdoutLines.join("\n")).toContain("The main step was stopped before it could update");
    const comment = harness.github.comments.find(({ body }) => body.includes("### Release"));
    expect(comment?.body).toContain(out(result, "approval-url"));
    expect(comment?.body).toContain(id);
    const requestId = (await harness.production()).outputs["approval-request-id"];
    expect(requestId).toBe(out(result, "approval-request-id"));
  });
});

describe("a dry run", () => {
  test("prints the request and the comment, and sends nothing", async () => {
    const before = harness.github.requests.length;
    const inputs = { "dry-run": "true", "base-url": "http://127.0.0.1:1", token: "sk_test_0123456789abcdef" };
    const result = await harness.production({ inputs });
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toEqual({ status: "skipped" });
    const log = result.stdoutLines.join("\n");
    expect(log).toContain("Source: the newest ready preview of commit 5555555");
    expect(log).toContain(`Request: POST http://127.0.0.1:1/sites/${harness.instance.siteId}/deploy`);
    expect(log).toContain('Body: {"environment":"production","sourceDeploymentId":"the id of that preview"}');
    expect(log).toContain("request_publish at http://127.0.0.1:1/mcp");
    expect(log).toContain("Waiting for approval");
    expect(harness.github.requests).toHaveLength(before);
  });
});

describe("a failure", () => {
  test("of GitHub is a warning and does not change the release", async () => {
    const { id } = await reviewed();
    harness.github.faults.push({
      match: {},
      times: 100,
      response: { status: 403, body: { message: "Resource not accessible by integration" } },
    });
    const result = await harness.production({ inputs: { "source-deployment-id": id } });
    harness.github.faults.length = 0;
    expect(result.outputs).toMatchObject({ status: "approval_pending" });
    expect(result.exitCode).toBe(0);
    expect(result.annotations.some(({ title }) => title?.startsWith("GitHub did not accept"))).toBe(true);
  });
});

test("the bundle of the actions does not call the operation that approves or rejects", () => {
  expect(readFileSync("dist/index.js", "utf8")).not.toMatch(/approvals\.decide\(/);
});
