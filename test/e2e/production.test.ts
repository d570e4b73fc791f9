import { readFileSync, readdirSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { issueToken } from "../../packages/service/store/tokens.ts";
import { PULL_NUMBER, type ReleaseStage, setReleaseStage } from "./production-stage.ts";

let stage: ReleaseStage;
let number = 0;

beforeAll(async () => {
  stage = await setReleaseStage();
}, 60_000);
afterAll(async () => {
  await stage[Symbol.asyncDispose]();
});
beforeEach(() => {
  number += 1;
});

/** A preview of a page nobody saw before, merged. */
async function reviewed(): Promise<{ readonly id: string; readonly text: string }> {
  const text = `Release ${number}`;
  const id = await stage.instance.deploy(stage.push(text), "feature/autumn");
  stage.squash();
  return { id, text };
}

/** Text of one output; empty when it was not written. */
function out(result: { readonly outputs: Readonly<Record<string, string>> }, name: string): string {
  return result.outputs[name] ?? "";
}

function comments(): string {
  return stage.github.comments.map(({ body }) => body).join("\n");
}

/** Waits on the production host, which is pointed by the service's own queue. */
function serves(text: string): Promise<void> {
  return expect.poll(() => stage.productionPage(), { timeout: 15_000 }).toContain(text);
}

const APPROVE = { decision: "approve" };

describe("a release", () => {
  test("goes from pull request and squash merge to a link, by which another person puts exactly the reviewed bits live", async () => {
    const sha = stage.push("Reviewed bits");
    const preview = await stage.preview();
    expect(preview.outputs).toMatchObject({ status: "ready", "commit-sha": sha });
    stage.squash();
    const asked = await stage.production();
    expect(asked.exitCode).toBe(0);
    expect(asked.outputs).toMatchObject({
      status: "approval_pending",
      "source-deployment-id": out(preview, "deployment-id"),
    });
    const link = out(asked, "approval-url");
    expect(link).toMatch(new RegExp(`^${stage.instance.baseUrl}/app/approvals/apr_`));
    expect(await stage.decide(link, "Mira", APPROVE)).toContain("Approved by");
    await serves("Reviewed bits");
    const again = await stage.production();
    expect(again.outputs).toMatchObject({ status: "ready" });
    expect(out(again, "production-url")).toMatch(/^http:/);
    expect(comments()).toContain(`[Open production](<${out(again, "production-url")}>)`);
    expect(stage.github.violations).toEqual([]);
  });

  test("is asked for once, however often the job runs, and leaves one comment and one record", async () => {
    await reviewed();
    const one = await stage.production();
    const two = await stage.production();
    expect(out(two, "approval-request-id")).toBe(out(one, "approval-request-id"));
    expect(out(two, "approval-url")).toBe(out(one, "approval-url"));
    expect(out(two, "comment-id")).toBe(out(one, "comment-id"));
    expect(out(two, "github-deployment-id")).toBe(out(one, "github-deployment-id"));
  });

  test("is announced in output, log, summary, comment and record, with who cannot approve and what is live", async () => {
    const { id } = await reviewed();
    const asked = await stage.production();
    const link = out(asked, "approval-url");
    expect(asked.summary).toContain(link);
    expect(asked.summary).toContain(id);
    expect(asked.summary).toContain("Live now");
    expect(asked.annotations.map(({ message }) => message).join()).toMatch(/cannot approve it/);
    const comment = stage.github.comments.find(({ body }) => body.includes("### Release"));
    expect(comment?.issueNumber).toBe(PULL_NUMBER);
    expect(comment?.body).toContain(link);
    expect(comment?.body).toContain("cannot approve it");
    const record = stage.github.deployments.find((one) => String(one.id) === out(asked, "github-deployment-id"));
    expect(record).toMatchObject({ environment: "production", production: true, transient: false });
    // The service finds the record of a release by its source when a person decided.
    expect(record?.payload).toMatchObject({ greenroom: { siteId: stage.instance.siteId, sourceDeploymentId: id } });
    expect(record?.statuses.at(-1) ?? record?.statuses[0]).toMatchObject({ state: "queued", logUrl: link });
  });

  test("is asked for by a token that may read and ask, and nothing else", async () => {
    const { id } = await reviewed();
    const { context, seed } = stage.instance;
    const developer = await context.db
      .selectFrom("tokens")
      .select("user_id")
      .where("workspace_id", "=", seed.workspaceId)
      .executeTakeFirstOrThrow();
    const { token } = await context.db.transaction().execute((tx) =>
      issueToken(tx, {
        workspaceId: seed.workspaceId,
        userId: developer.user_id,
        kind: "pat",
        realm: "test",
        name: "asks only",
        scopes: ["sites:read", "deployments:read", "approvals:read", "publish:request"],
        issuedVia: "operator",
        expiresAt: null,
        at: new Date().toISOString(),
      }),
    );
    const asked = await stage.production({ inputs: { token } });
    expect(asked.outputs).toMatchObject({ status: "approval_pending", "source-deployment-id": id });
  });

  test("fails the step while it is pending, if told to", async () => {
    await reviewed();
    const asked = await stage.production({ inputs: { "on-pending": "fail" } });
    expect(asked.exitCode).toBe(1);
    expect(out(asked, "status")).toBe("approval_pending");
  });

  test("is watched for wait-minutes, and the step ends when it is live", async () => {
    const { text } = await reviewed();
    let decided: Promise<string> | undefined;
    const onLine = ({ text: line }: { readonly text: string }): void => {
      const link = /http:\/\/\S+\/app\/approvals\/apr_[a-z0-9]+/.exec(line)?.[0];
      if (link !== undefined) decided ??= stage.decide(link, "Jun", APPROVE);
    };
    const result = await stage.production({ inputs: { "wait-minutes": "1" }, onLine });
    await decided;
    expect(result.outputs).toMatchObject({ status: "ready" });
    expect(result.exitCode).toBe(0);
    expect(await stage.productionPage()).toContain(text);
    expect(comments()).toContain("Ready");
    const record = stage.github.deployments.find((one) => String(one.id) === out(result, "github-deployment-id"));
    expect(record?.statuses.map(({ state }) => state)).toContain("success");
  });

  test("that a person rejects fails the waiting step and says what they wrote", async () => {
    await reviewed();
    const live = await stage.productionPage();
    let decided: Promise<string> | undefined;
    const onLine = ({ text: line }: { readonly text: string }): void => {
      const link = /http:\/\/\S+\/app\/approvals\/apr_[a-z0-9]+/.exec(line)?.[0];
      if (link !== undefined)
        decided ??= stage.decide(link, "Jun", { decision: "reject", notes: "The price is wrong" });
    };
    const result = await stage.production({ inputs: { "wait-minutes": "1" }, onLine });
    await decided;
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "rejected", "error-code": "approval_rejected" });
    expect(result.summary).toContain("The price is wrong");
    expect(await stage.productionPage()).toBe(live);
  });

  test("that nobody decides in time expires, and the waiting step says so", async () => {
    await reviewed();
    const { db } = stage.instance.context;
    let expired: Promise<unknown> | undefined;
    const onLine = ({ text: line }: { readonly text: string }): void => {
      const id = /\/app\/approvals\/(apr_[a-z0-9]+)/.exec(line)?.[1];
      if (id === undefined) return;
      const expires_at = "2020-01-01T00:00:00.000Z";
      expired ??= db.updateTable("approval_requests").set({ expires_at }).where("id", "=", id).execute();
    };
    const result = await stage.production({ inputs: { "wait-minutes": "1" }, onLine });
    await expired;
    expect(result.outputs).toMatchObject({ status: "expired", "error-code": "approval_expired" });
    expect(result.exitCode).toBe(1);
  });

  test("cannot be approved by the person behind the token that asked", async () => {
    await reviewed();
    const live = await stage.productionPage();
    const asked = await stage.production();
    expect(await stage.decide(out(asked, "approval-url"), "Ada", APPROVE)).not.toContain("Approved by");
    expect((await stage.production()).outputs).toMatchObject({ status: "approval_pending" });
    expect(await stage.productionPage()).toBe(live);
  });

  test("is superseded by a second one of the same branch that overtakes it", async () => {
    const first = await reviewed();
    let second: Promise<unknown> | undefined;
    const overtake = async (): Promise<void> => {
      const source = await stage.instance.deploy(stage.push(`Overtaking ${number}`), "feature/autumn");
      const asked = await stage.production({ inputs: { "source-deployment-id": source } });
      await stage.decide(out(asked, "approval-url"), "Mira", APPROVE);
    };
    const onLine = ({ text: line }: { readonly text: string }): void => {
      if (line.includes("/app/approvals/apr_")) second ??= overtake();
    };
    const result = await stage.production({
      inputs: { "wait-minutes": "1", "source-deployment-id": first.id },
      onLine,
    });
    await second;
    expect(result.outputs).toMatchObject({ status: "superseded" });
    await serves(`Overtaking ${number}`);
  });

  test("is gone back to by naming it", async () => {
    const earlier = await stage.production({ inputs: { "source-deployment-id": (await reviewed()).id } });
    await stage.decide(out(earlier, "approval-url"), "Mira", APPROVE);
    await serves(`Release ${number}`);
    const released = out(
      await stage.production({ inputs: { "source-deployment-id": out(earlier, "source-deployment-id") } }),
      "deployment-id",
    );
    const next = await stage.instance.deploy(stage.push("A mistake"), "feature/autumn");
    const mistake = await stage.production({ inputs: { "source-deployment-id": next } });
    await stage.decide(out(mistake, "approval-url"), "Jun", APPROVE);
    await serves("A mistake");
    const back = await stage.production({ inputs: { "source-deployment-id": released } });
    expect(back.outputs).toMatchObject({
      status: "approval_pending",
      "source-deployment-id": out(earlier, "source-deployment-id"),
    });
    await stage.decide(out(back, "approval-url"), "Mira", APPROVE);
    await serves(`Release ${number}`);
  });
});

describe("a source", () => {
  test("of a merged fork, whose run has no secrets, is left to the push of the merge", async () => {
    const pull = stage.github.state.pulls.find((one) => one.number === PULL_NUMBER);
    if (pull === undefined) throw new Error("the stand-in has no pull request");
    const fork = { ...stage.github.pullPayload({ ...pull, head: { ...pull.head, repository: null } }), merged: true };
    const payload = { action: "closed", pull_request: fork, repository: stage.github.repositoryPayload() };
    const result = await stage.production({ event: { name: "pull_request", payload }, inputs: { token: "" } });
    expect(result.outputs).toMatchObject({ status: "skipped" });
    expect(result.exitCode).toBe(0);
  });

  test("that nobody deployed is refused in one sentence that says what to do", async () => {
    stage.push("Never deployed");
    stage.squash();
    const result = await stage.production();
    expect(result.exitCode).toBe(1);
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "source_not_found" });
    expect(result.annotations[0]?.message).toMatch(/Deploy a preview/);
  });

  test("that does not exist is refused with the service's code", async () => {
    const result = await stage.production({ inputs: { "source-deployment-id": "dep_doesnotexist00" } });
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "deployment_not_found" });
  });

  test("of a pull request that is open is left alone", async () => {
    const pull = stage.github.state.pulls.find((one) => one.number === PULL_NUMBER);
    if (pull === undefined) throw new Error("the stand-in has no pull request");
    const payload = {
      pull_request: { ...stage.github.pullPayload(pull), merged: false },
      repository: stage.github.repositoryPayload(),
    };
    const result = await stage.production({
      event: { name: "pull_request", payload: { action: "closed", ...payload } },
    });
    expect(result.outputs).toMatchObject({ status: "skipped" });
    expect(result.exitCode).toBe(0);
  });
});

describe("a canceled run", () => {
  test("ends at once, and the request that was made stands", async () => {
    await reviewed();
    let kill: (() => void) | undefined;
    const result = await stage.production({
      inputs: { "wait-minutes": "5" },
      onStart: (started) => (kill = () => started.kill("SIGINT")),
      onLine: ({ text }) => {
        if (text.includes("/app/approvals/apr_")) kill?.();
      },
    });
    expect(result.outputs).toMatchObject({ status: "approval_pending" });
    expect(out(result, "approval-url")).not.toBe("");
    expect(result.exitCode).toBe(1);
    expect(result.annotations.some(({ message }) => message.includes("The request is still open"))).toBe(true);
    expect(out(await stage.production(), "approval-request-id")).toBe(out(result, "approval-request-id"));
  });
});

describe("a killed run", () => {
  test("leaves it to the post step to tell the pull request what was asked, as it stands by then", async () => {
    const { id } = await reviewed();
    let kill: (() => void) | undefined;
    const result = await stage.production({
      inputs: { "wait-minutes": "5" },
      onStart: (started) => (kill = () => started.kill("SIGKILL")),
      onLine: ({ text }) => {
        if (text.includes("/app/approvals/apr_")) kill?.();
      },
    });
    expect(result.signal).toBe("SIGKILL");
    expect(result.post).toMatchObject({ exitCode: 0 });
    expect(result.post?.stdoutLines.join("\n")).toContain("The main step was stopped before it could update");
    const comment = stage.github.comments.find(({ body }) => body.includes("### Release"));
    expect(comment?.body).toContain(out(result, "approval-url"));
    expect(comment?.body).toContain(id);
    const asking = (await stage.production()).outputs["approval-request-id"];
    expect(asking).toBe(out(result, "approval-request-id"));
  });

  test("that had told everything leaves the post step nothing to do", async () => {
    await reviewed();
    const result = await stage.production();
    expect(result.post).toMatchObject({ exitCode: 0, stdoutLines: [] });
  });
});

describe("a dry run", () => {
  test("says what would be looked for, asked and written, and sends nothing", async () => {
    const before = stage.github.requests.length;
    const inputs = { "dry-run": "true", "base-url": "http://127.0.0.1:1", token: "sk_test_0123456789abcdef" };
    const result = await stage.production({ inputs });
    expect(result.exitCode).toBe(0);
    expect(result.outputs).toEqual({ status: "skipped" });
    const log = result.stdoutLines.join("\n");
    expect(log).toContain("Source: the newest ready preview of commit 5555555");
    expect(log).toContain(`Request: POST http://127.0.0.1:1/sites/${stage.instance.siteId}/deploy`);
    expect(log).toContain('Body: {"environment":"production","sourceDeploymentId":"the id of that preview"}');
    expect(log).toContain("request_publish at http://127.0.0.1:1/mcp");
    expect(log).toContain("Waits for approval");
    expect(stage.github.requests).toHaveLength(before);
    const named = await stage.production({ inputs: { ...inputs, "source-deployment-id": "dep_1", comment: "off" } });
    expect(named.stdoutLines.join("\n")).toContain("Source: deployment dep_1, or the preview it was released from");
    expect(named.stdoutLines.join("\n")).not.toContain("Comment:");
  });
});

describe("trouble", () => {
  test("of GitHub warns and changes nothing about the release", async () => {
    const { id } = await reviewed();
    stage.github.faults.push({
      match: {},
      times: 100,
      answer: { status: 403, body: { message: "Resource not accessible by integration" } },
    });
    const result = await stage.production({ inputs: { "source-deployment-id": id } });
    stage.github.faults.length = 0;
    expect(result.outputs).toMatchObject({ status: "approval_pending" });
    expect(result.exitCode).toBe(0);
    expect(result.annotations.some(({ title }) => title?.startsWith("GitHub did not accept"))).toBe(true);
  });

  test("of the service out of reach fails the step with what is known", async () => {
    const result = await stage.production({ inputs: { token: "sk_test_0123456789abcdef" } });
    expect(result.outputs).toMatchObject({ status: "refused", "error-code": "unauthenticated" });
    expect(result.exitCode).toBe(1);
  });

  test("with inputs is told all at once", async () => {
    const result = await stage.production({ inputs: { "wait-minutes": "soon", "on-pending": "maybe" } });
    expect(result.annotations[0]?.message).toMatch(/wait-minutes.*on-pending/s);
    expect(out(result, "error-code")).toBe("invalid_input");
  });
});

test("no code of the actions decides: the bundle's actions never call the decision operation", () => {
  for (const folder of ["src", "src/preview", "src/production", "src/close"]) {
    for (const name of readdirSync(folder).filter((file) => file.endsWith(".ts"))) {
      expect(readFileSync(`${folder}/${name}`, "utf8")).not.toMatch(/approvals\.decide|\/decision|decideApproval/);
    }
  }
  const bundle = readFileSync("dist/index.js", "utf8");
  expect(bundle).not.toMatch(/approvals\.decide\(/);
});
