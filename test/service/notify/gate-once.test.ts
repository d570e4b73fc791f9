import { describe, expect } from "vitest";
import { PENDING_LIFETIME_MS, PREPARED_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { ANSWER_WINDOW_MS } from "../../../packages/service/domain/deployment-protection.ts";
import { receiveGithubHook } from "../../../packages/service/notify/receive-hook.ts";
import { expireApprovals } from "../../../packages/service/store/approvals/approvals.ts";
import { prepareRelease } from "../../../packages/service/store/approvals/requests.ts";
import { requestAsPerson } from "../../request-as-person.ts";
import { makeDeployment } from "../approvals/fixture.ts";
import { update } from "../rows.ts";
import { addRun, COMMIT, openScenario, ruleHook, startGithub, test as base } from "./scenario.ts";

const OTHER_REF = "refs/heads/some-other-branch";

/** A site whose releases hold runs on GitHub. */
async function openGated(seeds: Parameters<typeof startGithub>[0] = {}) {
  const scenario = await openScenario();
  const github = await startGithub(seeds);
  await scenario.connect(github);
  const { context } = scenario;
  const notifier = scenario.notifier();
  let deliveries = 0;
  /** GitHub starts a run, or starts it again, and asks whether it can go on. */
  const start = async (runId: number, { sha = COMMIT, ref = "refs/heads/main" } = {}) => {
    if (!github.state.runs.some(({ id }) => id === runId)) addRun(github, runId);
    deliveries += 1;
    const hook = ruleHook(github, { sha, ref, runId, deliveryId: `delivery-${deliveries}` });
    expect(await receiveGithubHook(context, hook)).toBe("waiting");
    await send();
    return hook;
  };
  const send = async () => {
    await notifier.sendDue();
    await notifier.sendDue();
    expect(github.violations).toEqual([]);
  };
  const decide = async (requestId: string, decision: "approve" | "reject" = "approve", gateId?: string) => {
    const decided = await scenario.decide(requestId, decision, gateId);
    await send();
    return decided;
  };
  /** A preview of another commit, released later. */
  const releaseNewer = async () => {
    context.turn(1_000);
    const commit_sha = "b".repeat(40);
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "next" });
    await context.db.updateTable("deployments").set({ commit_sha }).where("id", "=", sourceDeploymentId).execute();
    const { id } = await requestAsPerson(context, scenario.developer, { ...scenario, sourceDeploymentId });
    const { deploymentId } = await decide(id);
    await scenario.publish(deploymentId ?? "");
  };
  return {
    ...scenario,
    github,
    start,
    send,
    decide,
    /** Decides while GitHub cannot be reached. */
    decideUnsent: (requestId: string) => scenario.decide(requestId, "approve"),
    releaseNewer,
    gateOf: async (runId: number) =>
      context.db
        .selectFrom("github_gates")
        .selectAll()
        .where("run_id", "=", String(runId))
        .orderBy("id", "desc")
        .executeTakeFirstOrThrow(),
    /** The answers that a run got. */
    answers: (runId: number) => github.state.runs.find(({ id }) => id === runId)?.gates.map(({ state }) => state) ?? [],
    async [Symbol.asyncDispose]() {
      await github.close();
      await scenario[Symbol.asyncDispose]();
    },
  };
}

const test = base.extend<{ readonly gated: Awaited<ReturnType<typeof openGated>> }>({
  gated: async ({ onDisk: _onDisk }, use) => {
    await using gated = await openGated();
    await use(gated);
  },
});

describe("an approval", () => {
  test("answers one run of its commit and branch, and none of another ref", async ({ gated }) => {
    await gated.decide((await gated.request()).id);
    for (const run of [101, 102, 103]) await gated.start(run, { ref: OTHER_REF });
    expect([101, 102, 103].map(gated.answers)).toEqual([[], [], []]);
    for (const run of [104, 105]) await gated.start(run);
    expect([104, 105].map(gated.answers)).toEqual([["approved"], []]);
  });

  test("that a run waited for answers that run and no later one", async ({ gated }) => {
    const { id } = await gated.request();
    await gated.start(101);
    await gated.decide(id);
    await gated.start(102);
    await gated.start(101);
    expect([101, 102].map(gated.answers)).toEqual([["approved"], []]);
  });

  test("answers the run that waited longest; the other needs a separate approval", async ({ gated }) => {
    const first = await gated.request();
    await gated.start(101);
    gated.context.turn(1_000);
    await gated.start(102);
    const { deploymentId } = await gated.decide(first.id);
    await gated.publish(deploymentId ?? "");
    await gated.send();
    expect([101, 102].map(gated.answers)).toEqual([["approved"], []]);
    const second = await gated.request();
    expect(second.id).not.toBe(first.id);
    await gated.decide(second.id);
    expect([101, 102].map(gated.answers)).toEqual([["approved"], ["approved"]]);
  });

  test("answers a run of another ref only when it was named, as on the screen", async ({ gated }) => {
    const { id } = await gated.request();
    await gated.start(101, { ref: "refs/tags/v1" });
    await gated.start(102, { ref: "refs/tags/main" });
    await gated.decide(id);
    expect([101, 102].map(gated.answers)).toEqual([[], []]);
    const again = await gated.request();
    await gated.decide(again.id, "approve", (await gated.gateOf(101)).id);
    expect([101, 102].map(gated.answers)).toEqual([["approved"], []]);
  });

  test("is rejected, and publishes nothing, when the run that was named waits no more or is of another commit", async ({
    gated,
  }) => {
    await gated.start(101);
    await gated.start(102, { sha: "c".repeat(40) });
    const named = (await gated.gateOf(101)).id;
    await gated.decide((await gated.request()).id, "approve", named);
    const { id } = await gated.request();
    for (const gateId of [named, (await gated.gateOf(102)).id, "unknown"]) {
      await expect(gated.decide(id, "approve", gateId)).rejects.toMatchObject({ code: "try_again" });
    }
    const releases = await gated.context.db
      .selectFrom("deployments")
      .selectAll()
      .where("environment", "=", "production")
      .execute();
    expect(releases).toHaveLength(1);
    expect([101, 102].map(gated.answers)).toEqual([["approved"], []]);
  });

  test.each([
    ["the last instant of the window", ANSWER_WINDOW_MS - 1, ["approved"]],
    ["the end of the window", ANSWER_WINDOW_MS, []],
  ])("answers a run that begins to wait at %s: %j", async (_, later, expected) => {
    await using gated = await openGated();
    await gated.decide((await gated.request()).id);
    gated.context.turn(later);
    await gated.start(101);
    expect(gated.answers(101)).toEqual(expected);
  });

  test("answers no run that is started or started again after a newer release", async ({ gated }) => {
    const { id } = await gated.request();
    await gated.start(101);
    const { deploymentId } = await gated.decide(id);
    await gated.publish(deploymentId ?? "");
    await gated.releaseNewer();
    await gated.start(101);
    await gated.start(102);
    expect([101, 102].map(gated.answers)).toEqual([["approved"], []]);
    // Going back is a release of its own.
    await gated.decide((await gated.request()).id);
    expect([101, 102].map(gated.answers)).toEqual([["approved", "approved"], []]);
  });

  test("that answered no run answers none after a newer release, within its window", async ({ gated }) => {
    const { deploymentId } = await gated.decide((await gated.request()).id);
    await gated.publish(deploymentId ?? "");
    await gated.releaseNewer();
    await gated.start(101);
    expect(gated.answers(101)).toEqual([]);
  });

  test("that GitHub could not get before a newer release is reported as a rejection", async ({ gated }) => {
    const { id } = await gated.request();
    await gated.start(101);
    await gated.decideUnsent(id);
    await gated.releaseNewer();
    expect(gated.answers(101)).toEqual(["rejected"]);
    expect((await gated.gateOf(101)).state).toBe("rejected");
  });
});

describe("a rejection", () => {
  test("answers its run; one that is started later waits for the next request", async ({ gated }) => {
    const first = await gated.request();
    await gated.start(101);
    await gated.decide(first.id, "reject");
    const second = await gated.request();
    await gated.start(102);
    expect([101, 102].map(gated.answers)).toEqual([["rejected"], []]);
    await gated.decide(second.id);
    expect([101, 102].map(gated.answers)).toEqual([["rejected"], ["approved"]]);
  });
});

describe("a request that no one decided", () => {
  test("ends its run when its time is over, and answers no later one", async ({ gated }) => {
    await gated.request();
    await gated.start(101);
    gated.context.turn(PENDING_LIFETIME_MS);
    await expireApprovals(gated.context);
    await gated.send();
    await gated.start(102);
    expect([101, 102].map(gated.answers)).toEqual([["rejected"], []]);
  });

  test("gives way to one of the same commit without ending the run that waits for it", async ({ gated }) => {
    await gated.request();
    await gated.start(101);
    gated.context.turn(1_000);
    const sourceDeploymentId = await makeDeployment(gated.context, gated);
    const newer = await requestAsPerson(gated.context, gated.developer, { ...gated, sourceDeploymentId });
    await gated.send();
    expect(gated.answers(101)).toEqual([]);
    await gated.decide(newer.id);
    expect(gated.answers(101)).toEqual(["approved"]);
  });

  test("ends the run when one of another commit takes its place; a prepared release does not", async ({ gated }) => {
    await gated.request();
    await gated.start(101);
    gated.context.turn(1_000);
    const sourceDeploymentId = await makeDeployment(gated.context, gated);
    await update(gated.context.db, "deployments", { id: sourceDeploymentId }, { commit_sha: "b".repeat(40) });
    const newer = { ...gated, sourceDeploymentId };
    await prepareRelease(gated.context, gated.token, { ...newer, intent: "release" });
    await gated.send();
    expect(gated.answers(101)).toEqual([]);
    await requestAsPerson(gated.context, gated.developer, newer);
    await gated.send();
    expect(gated.answers(101)).toEqual(["rejected"]);
  });
});

describe("a release that is only prepared", () => {
  /** A preview of the same branch and another commit. */
  async function nextPreview({ context, ...scenario }: Awaited<ReturnType<typeof openGated>>): Promise<string> {
    context.turn(1_000);
    const id = await makeDeployment(context, scenario);
    const commit = { commit_sha: "b".repeat(40) };
    await context.db.updateTable("deployments").set(commit).where("id", "=", id).execute();
    return id;
  }

  test.each(["prepare", "release"] as const)("ends its run when it is replaced by the next, for %s", async (intent) => {
    await using gated = await openGated();
    await prepareRelease(gated.context, gated.token, { ...gated, intent });
    await gated.start(101);
    expect(gated.answers(101)).toEqual([]);
    const next = { ...gated, sourceDeploymentId: await nextPreview(gated) };
    await prepareRelease(gated.context, gated.token, { ...next, intent });
    await gated.send();
    expect(gated.answers(101)).toEqual(["rejected"]);
  });

  test("ends its run when its time is over, and not when a weaker one comes", async ({ gated }) => {
    const { context, token } = gated;
    await prepareRelease(context, token, { ...gated, intent: "release" });
    await gated.start(101);
    await prepareRelease(context, token, { ...gated, sourceDeploymentId: await nextPreview(gated), intent: "prepare" });
    await gated.send();
    expect(gated.answers(101)).toEqual([]);
    context.turn(PREPARED_LIFETIME_MS);
    await expireApprovals(context);
    await gated.send();
    expect(gated.answers(101)).toEqual(["rejected"]);
  });

  test("is answered once it was requested and decided, like any other", async ({ gated }) => {
    await prepareRelease(gated.context, gated.token, { ...gated, intent: "release" });
    await gated.start(101);
    await gated.decide((await gated.request()).id);
    expect(gated.answers(101)).toEqual(["approved"]);
  });
});

describe("a run of a merged commit", () => {
  const squashed = "d".repeat(40);
  const pull = { number: 4, headRef: "autumn", headSha: COMMIT, mergeCommitSha: squashed } as const;

  test.each([
    ["on the branch it was merged into", { merged: true, state: "closed" }, "refs/heads/main", ["approved"]],
    ["on another branch", { merged: true, state: "closed" }, OTHER_REF, []],
    ["that GitHub only tried", { merged: false, state: "open" }, "refs/heads/main", []],
    ["that was given up", { merged: false, state: "closed" }, "refs/heads/main", []],
  ] as const)("%s is answered, or not, by an approval before it", async (_, merged, ref, expected) => {
    await using gated = await openGated({ pulls: [{ ...pull, ...merged }] });
    await gated.decide((await gated.request()).id);
    await gated.start(101, { sha: squashed, ref });
    expect(gated.answers(101)).toEqual(expected);
  });
});

test("a hook that comes again does nothing, also after its run was answered", async ({ gated }) => {
  const hook = await gated.start(101);
  await gated.decide((await gated.request()).id);
  for (const again of [hook, { ...hook, deliveryId: "another" }]) {
    expect(await receiveGithubHook(gated.context, again)).toBe("replayed");
  }
  await gated.send();
  expect(gated.answers(101)).toEqual(["approved"]);
  expect(await gated.context.db.selectFrom("github_gates").selectAll().execute()).toHaveLength(1);
});
