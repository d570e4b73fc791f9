import { describe, expect } from "vitest";
import { expireApprovals } from "../../../packages/service/store/approvals/approvals.ts";
import { AUTHOR } from "../../../packages/testkit/github/users.ts";
import { COMMIT, startGithub, test } from "./scenario.ts";

const DAY_MS = 24 * 60 * 60_000;

/** The GitHub deployment a production action announced. */
function announced(
  github: Awaited<ReturnType<typeof startGithub>>,
  given: { sha: string; siteId: string; environment?: string; sourceDeploymentId?: string },
) {
  const { sha, siteId, environment = "production", sourceDeploymentId } = given;
  const deployment = {
    id: github.state.nextId(),
    sha,
    ref: sha,
    task: "deploy",
    payload: { greenroom: { schemaVersion: 1, siteId, ...(sourceDeploymentId && { sourceDeploymentId }) } },
    environment,
    description: null,
    transient: false,
    production: true,
    creator: AUTHOR,
    createdAt: github.state.now(),
    updatedAt: github.state.now(),
    statuses: [],
  };
  github.state.deployments.push(deployment);
  return deployment;
}

describe("a decision", () => {
  test("to approve is sent as an event and as a status, then that the release is live", async ({
    scenario,
    github,
  }) => {
    const record = announced(github, { sha: COMMIT, siteId: scenario.siteId });
    const request = await scenario.request();
    const notifier = scenario.notifier();
    expect(await notifier.sendDue()).toBe(0);

    const { deploymentId } = await scenario.decide(request.id, "approve");
    await scenario.publish(deploymentId ?? "");
    expect(await notifier.sendDue()).toBe(4);

    expect(github.state.dispatches.map(({ eventType }) => eventType)).toEqual([
      "greenroom_release_approved",
      "greenroom_release_live",
    ]);
    const live = github.state.dispatches[1]?.payload ?? {};
    expect(live).toMatchObject({
      siteId: scenario.siteId,
      approvalRequestId: request.id,
      sourceDeploymentId: scenario.sourceDeploymentId,
      deploymentId,
      commitSha: COMMIT,
    });
    expect(Object.keys(live)).toHaveLength(10);
    expect(record.statuses).toMatchObject([
      { state: "in_progress" },
      { state: "success", environmentUrl: live["productionUrl"] },
    ]);
  });

  test.for([
    ["rejected", "failure"],
    ["expired", "failure"],
    ["superseded", "inactive"],
  ] as const)("that ends as %s is reported", async ([end, state], { scenario, github }) => {
    const record = announced(github, {
      sha: "c".repeat(40),
      siteId: scenario.siteId,
      sourceDeploymentId: scenario.sourceDeploymentId,
    });
    const request = await scenario.request();
    if (end === "rejected") await scenario.decide(request.id, "reject");
    if (end === "expired") scenario.context.turn(8 * DAY_MS);
    if (end === "superseded") await scenario.context.db.updateTable("deployments").set({ hidden_at: "x" }).execute();
    await expireApprovals(scenario.context);
    await scenario.notifier().sendDue();
    expect(github.state.dispatches.map(({ eventType }) => eventType)).toEqual([`greenroom_release_${end}`]);
    expect(record.statuses).toMatchObject([{ state }]);
  });
});

describe("the GitHub deployment of a release", () => {
  test("is found by the commit a pull request was squashed to", async ({ scenario }) => {
    const squashed = "b".repeat(40);
    await using github = await startGithub({
      pulls: [
        { number: 4, headRef: "autumn", headSha: COMMIT, merged: true, state: "closed", mergeCommitSha: squashed },
      ],
    });
    await scenario.connect(github);
    const older = announced(github, { sha: "d".repeat(40), siteId: scenario.siteId });
    const record = announced(github, { sha: squashed, siteId: scenario.siteId });
    const ofAnother = announced(github, { sha: squashed, siteId: "another site" });
    await scenario.decide((await scenario.request()).id, "approve");
    await scenario.notifier().sendDue();
    expect(record.statuses).toHaveLength(1);
    expect([...older.statuses, ...ofAnother.statuses]).toEqual([]);
  });

  test("can be missing, which is no error", async ({ scenario, github }) => {
    await scenario.decide((await scenario.request()).id, "approve");
    await scenario.notifier().sendDue();
    expect(github.state.dispatches).toHaveLength(1);
    expect((await scenario.log()).map(({ kind, status }) => [kind, status])).toEqual([
      ["deployment_status", "delivered"],
      ["repository_dispatch", "delivered"],
    ]);
  });
});

describe("an error of GitHub", () => {
  test.for([401, 404, 500])(
    "%i is retried and changes nothing of the release",
    async (status, { scenario, github }) => {
      github.faults.push({ match: { method: "POST" }, times: 2, response: { status, body: { message: "no" } } });
      const request = await scenario.request();
      const decided = await scenario.decide(request.id, "approve");
      const notifier = scenario.notifier();
      for (let round = 0; round < 4; round += 1) {
        await notifier.sendDue();
        scenario.context.turn(60_000);
      }
      expect(decided.status).toBe("approved");
      expect(github.state.dispatches).toHaveLength(1);
      const row = await scenario.context.db
        .selectFrom("approval_requests")
        .select("status")
        .where("id", "=", request.id)
        .executeTakeFirstOrThrow();
      expect(row.status).toBe("approved");
    },
  );

  test("no response costs one attempt its time limit, and holds up nothing else", async ({ scenario, github }) => {
    github.faults.push({ match: { operation: "repos/create-dispatch-event" }, hang: true });
    await scenario.decide((await scenario.request()).id, "approve");
    await scenario.notifier({ timeoutMs: 200 }).sendDue();
    const dispatch = (await scenario.log()).find(({ kind }) => kind === "repository_dispatch");
    expect(dispatch).toMatchObject({ status: "waiting", attempts: 1, last_note: "No response in time." });
    scenario.context.turn(10_000);
    await scenario.notifier().sendDue();
    expect(github.state.dispatches).toHaveLength(1);
  });

  test("is retried when GitHub says", async ({ scenario, github }) => {
    const headers = { "Retry-After": "600" };
    github.faults.push({ match: { operation: "repos/create-dispatch-event" }, response: { status: 429, headers } });
    await scenario.decide((await scenario.request()).id, "approve");
    const notifier = scenario.notifier();
    await notifier.sendDue();
    scenario.context.turn(599_000);
    await notifier.sendDue();
    expect(github.state.dispatches).toHaveLength(0);
    scenario.context.turn(1_000);
    await notifier.sendDue();
    expect(github.state.dispatches).toHaveLength(1);
  });

  test("ends a delivery after 24 hours, with the reason", async ({ scenario }) => {
    await using github = await startGithub();
    await scenario.connect(github, { token: "ghs_unknown_to_github" });
    await scenario.decide((await scenario.request()).id, "approve");
    const notifier = scenario.notifier();
    for (let hour = 0; hour < 40; hour += 1) {
      await notifier.sendDue();
      scenario.context.turn(61 * 60_000);
    }
    const log = await scenario.log();
    expect(log.map(({ status, last_status }) => [status, last_status])).toEqual([
      ["failed", 401],
      ["failed", 401],
    ]);
    expect(log[0]?.last_note).toContain("store a new one");
    expect(log[0]?.attempts).toBeGreaterThan(20);
  });
});
