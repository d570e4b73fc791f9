import { afterAll, beforeAll, expect, test } from "vitest";
import { inDatabase } from "../../packages/service/store/engine/transaction.ts";
import { addTrustRule } from "../../packages/service/store/people/trust-rules.ts";
import { pullRequestEvent } from "../../packages/testkit/github.ts";
import type { ActionResult } from "../../packages/testkit/runner.ts";
import { type Issuer, startIssuer } from "../issuer.ts";
import { personIn } from "../request-as-person.ts";
import { type ReleaseHarness, startReleaseHarness } from "./release-harness.ts";
import { type JobRun, runJob } from "./workflow-job.ts";

let issuer: Issuer;
let harness: ReleaseHarness;
let runId = 500;

beforeAll(async () => {
  issuer = await startIssuer();
  harness = await startReleaseHarness({}, { oidcIssuers: [issuer.url] });
});
afterAll(async () => {
  await harness[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
});

/** The step of ours of a reusable workflow's job that a team calls without `secrets`. */
async function runWithoutSecret(
  job: Pick<JobRun, "workflow" | "job" | "event" | "needs">,
): Promise<ActionResult | undefined> {
  const { github, instance } = harness;
  const inputs = {
    "base-url": instance.baseUrl,
    site: harness.instance.siteId,
    "wait-minutes": "1",
    "comment-group": "previews",
  };
  const shared = { github, inputs, secrets: {}, identity: issuer.env, runId: (runId += 1) };
  const end = await runJob({ ...shared, ...job, workflow: `.github/workflows/${job.workflow}` });
  const own = end.kind === "ran" ? end.steps.find((step) => step.kind === "own") : undefined;
  return own?.kind === "own" ? own.result : undefined;
}

function pullEvent(changes: Readonly<Record<string, unknown>> = {}) {
  const [pull] = harness.github.state.pulls;
  if (pull === undefined) throw new Error("the stand-in has no pull request");
  const { name, payload } = pullRequestEvent(harness.github, pull);
  return { name, payload: { ...(payload as object), ...changes } };
}

const REPOSITORY = { repository: "lantern-theatre/website", repositoryId: "918273645" };

/** Lets the runs of the repository in, as the owner does. */
async function trust(): Promise<void> {
  const { instance } = harness;
  const { context, seed, siteId } = instance;
  const site = await context.db.selectFrom("sites").selectAll().where("id", "=", siteId).executeTakeFirstOrThrow();
  const noor = { workspaceId: seed.workspaceId, userId: await instance.userId("Noor") };
  const actor = personIn(noor, "owner", "Noor");
  const rule = { ...REPOSITORY, issuer: issuer.url };
  await inDatabase(context.db, (tx) => addTrustRule(tx, actor, site, rule));
}

test("the reusable workflows preview, release and close without any secret, and two people release, also when one of them merged", async () => {
  const { instance, github } = harness;
  await trust();
  const sha = harness.push("Without a secret");
  const preview = await runWithoutSecret({ workflow: "preview.yml", job: "preview", event: pullEvent() });
  expect(preview?.outputs, preview?.stdoutLines.join("\n")).toMatchObject({ status: "ready", "commit-sha": sha });

  const event = {
    name: "push",
    payload: { ref: "refs/heads/main", after: harness.squash(), repository: github.repositoryPayload() },
  };
  const ask = { workflow: "production.yml", job: "ask", event };
  const asked = await runWithoutSecret(ask);
  expect(asked?.outputs, asked?.stdoutLines.join("\n")).toMatchObject({
    status: "approval_pending",
    "waits-for": "request",
    "source-deployment-id": preview?.outputs["deployment-id"],
  });
  const url = asked?.outputs["approval-url"] ?? "";
  await harness.request(url, "Jun");
  expect(await harness.decide(url, "Jun", { decision: "approve" })).not.toContain("Approved by");
  expect(await harness.decide(url, "Mira", { decision: "approve" })).toContain("Approved by");
  await expect.poll(() => harness.productionPage()).toContain("Without a secret");

  const live = await runWithoutSecret(ask);
  expect(live?.outputs["status"]).toBe("ready");
  const needs = { ask: { outputs: live?.outputs ?? {} } };
  const released = await runWithoutSecret({ ...ask, job: "release", needs });
  expect(released?.outputs).toMatchObject({ status: "ready", "production-url": live?.outputs["production-url"] });

  const closed = await runWithoutSecret({
    workflow: "preview.yml",
    job: "close",
    event: pullEvent({ action: "closed" }),
  });
  expect(closed?.outputs, closed?.stdoutLines.join("\n")).toMatchObject({
    status: "closed",
    "remove-at": expect.stringMatching(/^\d{4}-/),
  });
  const tokens = await instance.context.db.selectFrom("tokens").select("issued_via").execute();
  expect(tokens.filter(({ issued_via }) => issued_via === "exchange")).toHaveLength(issuer.tokenRequests());
  expect(github.violations).toEqual([]);
});
