import { describe, expect, it } from "vitest";
import type { SessionActor } from "../../../packages/service/domain/actor.ts";
import { decideApproval, releaseAlone } from "../../../packages/service/store/approvals/decisions.ts";
import { requestApproval } from "../../../packages/service/store/approvals/requests.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { currentComparison } from "../../../packages/service/store/reviews/comparisons.ts";
import { pointProduction } from "../../../packages/service/store/sites/hosts.ts";
import { update } from "../rows.ts";
import { codeOf, makeDeployment, openApprovals, stepUp } from "./fixture.ts";

/** A request that waits for a decision, and what can go live meanwhile. */
async function openRequest() {
  const opened = await openApprovals();
  const { context, scenario } = opened;
  const { db } = context;
  const { siteId, sourceDeploymentId } = scenario;
  const requested = await opened.request();
  const comparison = () => currentComparison(db, siteId, `digest-of-${sourceDeploymentId}`);
  return {
    ...opened,
    [Symbol.asyncDispose]: opened[Symbol.asyncDispose],
    requested,
    comparison,
    goLive: async () => {
      const id = await makeDeployment(context, scenario, { environment: "production" });
      await inDatabase(db, (tx) => pointProduction(tx, { id, site_id: siteId }));
    },
    approve: (actor: SessionActor, named?: string) =>
      codeOf(decideApproval(context, actor, { requestId: requested.id, decision: "approve", comparison: named })),
    acts: () => db.selectFrom("release_acts").select(["kind", "comparison_id"]).orderBy("at").orderBy("id").execute(),
  };
}

describe("what a decision is about", () => {
  it("is what is live when it is made, and the factor was given for that", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { approver } = scenario;
    await stepUp(context, approver, "approve", requested.id);
    await opened.goLive();
    expect(await opened.approve(approver)).toBe("comparison_changed");
    expect(await opened.statusOf(requested.id)).toBe("pending");
    expect(await opened.approve(approver, await opened.comparison())).toBe("step_up_required");
    await stepUp(context, approver, "approve", requested.id);
    expect(await opened.approve(approver, await opened.comparison())).toBe("none");
    const acts = await opened.acts();
    expect(acts.find(({ kind }) => kind === "approved")?.comparison_id).toBe(await opened.comparison());
    expect(acts.find(({ kind }) => kind === "requested")?.comparison_id).not.toBe(await opened.comparison());
  });

  it("is the comparison that the form named, and no other", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const shown = await opened.comparison();
    await stepUp(context, scenario.approver, "approve", requested.id);
    await opened.goLive();
    expect(await opened.approve(scenario.approver, shown)).toBe("comparison_changed");
    expect(await opened.approve(scenario.approver, "cmp_none")).toBe("step_up_required");
  });

  it("includes what the site leaves out of its pictures: where that has changed, the error says so", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await stepUp(context, scenario.approver, "approve", requested.id);
    await context.db.updateTable("sites").set({ masks: "/* .today" }).execute();
    const decision = decideApproval(context, scenario.approver, { requestId: requested.id, decision: "approve" });
    await expect(decision).rejects.toMatchObject({
      code: "comparison_changed",
      message: expect.stringContaining("or what the site leaves out of its pictures, has changed since you looked"),
    });
    expect(await opened.statusOf(requested.id)).toBe("pending");
  });

  it("counts the same for a person who releases alone", async () => {
    await using opened = await openRequest();
    const { context, scenario } = opened;
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "alone" });
    const release = () =>
      codeOf(releaseAlone(context, scenario.approver, { siteId: scenario.siteId, sourceDeploymentId }));
    await stepUp(context, scenario.approver, "request", sourceDeploymentId);
    await opened.goLive();
    expect(await release()).toBe("comparison_changed");
    context.turn(1_000);
    await stepUp(context, scenario.approver, "request", sourceDeploymentId);
    expect(await release()).toBe("none");
  });

  it("counts no pages that changed against something else, where every changed page is viewed first", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { approver } = scenario;
    await context.db.updateTable("sites").set({ viewed_pages: "all" }).execute();
    const stale = await opened.comparison();
    await opened.goLive();
    await stepUp(context, approver, "approve", requested.id);
    const approve = (comparison: string) => {
      const changedPages = { comparison, paths: [] };
      return codeOf(decideApproval(context, approver, { requestId: requested.id, decision: "approve", changedPages }));
    };
    expect(await approve(stale)).toBe("pages_not_viewed");
    expect(await approve(await opened.comparison())).toBe("none");
  });
});

describe("what a request is about", () => {
  it("is what it would publish, whatever went live since it was looked at", async () => {
    await using opened = await openRequest();
    const { context, scenario } = opened;
    const { siteId, developer } = scenario;
    const [mine, other] = [
      await makeDeployment(context, scenario, { branch: "mine" }),
      await makeDeployment(context, scenario, { branch: "other" }),
    ];
    const request = (sourceDeploymentId: string) =>
      codeOf(requestApproval(context, developer, { siteId, sourceDeploymentId }));
    await stepUp(context, developer, "request", mine);
    await update(context.db, "deployments", { id: mine }, { file_list_digest: `digest-of-${other}` });
    expect(await request(mine)).toBe("comparison_changed");
    await stepUp(context, developer, "request", other);
    const shown = await currentComparison(context.db, siteId, `digest-of-${other}`);
    await opened.goLive();
    expect(await request(other)).toBe("none");
    expect((await opened.acts()).map((act) => act.comparison_id)).toContain(shown);
  });
});
