import { describe, expect, it } from "vitest";
import { Approval } from "../../../packages/contract/index.ts";
import { PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { decidersOf, findApproval, requestApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit/audit.ts";
import { removeMember } from "../../../packages/service/store/people/users.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeSite,
  makeScenario,
  makeToken,
  makeWorkspace,
  openContext,
  stepUp,
} from "./fixture.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";

describe("requestApproval", () => {
  it("a token's request is pending, names the owner of the token and has the URL of the web screen", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const approval = await requestApproval(context, scenario.token, { ...scenario, reason: "release 12" });
    expect(Approval.parse(approval)).toMatchObject({
      siteId: scenario.siteId,
      sourceDeploymentId: scenario.sourceDeploymentId,
      status: "pending",
      requestedBy: { type: "token", id: scenario.token.tokenId },
      originatingUserId: scenario.developer.userId,
      requestedVia: "mcp",
      reason: "release 12",
      decidedBy: null,
      deploymentId: null,
      webApprovalUrl: `http://127.0.0.1:4000/app/approvals/${approval.id}`,
      deciders: 1,
    });
    expect(Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)).toBe(PENDING_LIFETIME_MS);
  });

  it("requesting the same site and source again returns the same request, and changes nothing for the same person", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const first = await requestApproval(context, scenario.token, { ...scenario, reason: "nightly" });
    const again = await requestApproval(context, scenario.token, { ...scenario, reason: "nightly" });
    const without = await requestApproval(context, scenario.token, scenario);
    expect([again, without]).toEqual([first, first]);
    expect(await readAudit(context.db, scenario.workspaceId, { afterSeq: 0, limit: 10 })).toHaveLength(1);
  });

  it("a person who asks for an open request is added to it with their reason, a second factor and an audit entry", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const first = await requestApproval(context, scenario.token, scenario);
    const asking = { ...scenario, reason: "the fair opens at nine" };
    expect(await codeOf(requestApproval(context, scenario.approver, asking))).toBe("step_up_required");
    context.turn(1_000);
    await stepUp(context, scenario.approver, "request", scenario.sourceDeploymentId);
    const joined = await requestApproval(context, scenario.approver, asking);
    expect(joined).toMatchObject({
      id: first.id,
      requestedBy: { type: "token", id: scenario.token.tokenId },
      originatingUserId: scenario.developer.userId,
      reason: null,
      deciders: 0,
    });
    expect(Approval.parse(joined).requesters).toEqual([
      {
        type: "token",
        id: scenario.token.tokenId,
        name: "ci",
        userId: scenario.developer.userId,
        userName: scenario.developer.name,
        reason: null,
        at: first.createdAt,
      },
      {
        type: "user",
        id: scenario.approver.userId,
        name: scenario.approver.name,
        userId: scenario.approver.userId,
        userName: scenario.approver.name,
        reason: "the fair opens at nine",
        at: context.at(),
      },
    ]);
    const audit = await readAudit(context.db, scenario.workspaceId, { afterSeq: 0, limit: 10 });
    expect(audit.map(({ action }) => action)).toEqual(["approval.requested", "approval.requester_added"]);
    expect(JSON.parse(audit[1]?.data ?? "")).toMatchObject({
      userId: scenario.approver.userId,
      reason: "the fair opens at nine",
      factor: "totp",
    });
  });

  it("a token that asks again drops nothing of what people asked with", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    await stepUp(context, scenario.developer, "request", scenario.sourceDeploymentId);
    await requestApproval(context, scenario.developer, { ...scenario, reason: "the fair opens at nine" });
    const again = await requestApproval(context, scenario.token, { ...scenario, reason: "nightly" });
    expect(again.reason).toBe("the fair opens at nine");
    expect(again.requesters?.map(({ type, reason }) => [type, reason])).toEqual([
      ["user", "the fair opens at nine"],
      ["token", "nightly"],
    ]);
  });

  it("a person, each of their tokens and another person are requesters each, with or without a reason of their own", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const second = await makeToken(context, scenario.developer);
    const other = await makeToken(context, await makeMember(context, scenario.workspaceId, "developer"));
    let last = await requestApproval(context, scenario.token, scenario);
    for (const token of [second, other]) last = await requestApproval(context, token, scenario);
    expect(last.requesters?.map(({ id }) => id)).toEqual([scenario.token, second, other].map(({ tokenId }) => tokenId));
  });

  it("keeps fifty reasons of a request, and always who asks for the first time", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const ask = (token: typeof scenario.token, n: number) =>
      requestApproval(context, token, { ...scenario, reason: `reason ${n}` });
    for (let n = 0; n < 55; n += 1) await ask(scenario.token, n);
    const last = await ask(await makeToken(context, scenario.approver), 55);
    expect(last.requesters?.map(({ reason }) => reason).slice(-2)).toEqual(["reason 49", "reason 55"]);
    expect(last.deciders).toBe(0);
  });

  it("fifty equal requests at once make one", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const requested = await Promise.all(
      Array.from({ length: 50 }, () => requestApproval(context, scenario.token, scenario)),
    );
    expect(new Set(requested.map(({ id }) => id)).size).toBe(1);
  });

  it("a newer request supersedes the older one of the same site and branch, and no other", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const otherSiteId = await makeSite(context, scenario);
    const ask = async (siteId: string, branch: string | null) => {
      const sourceDeploymentId = await makeDeployment(context, { ...scenario, siteId }, { branch });
      return (await requestApproval(context, scenario.token, { siteId, sourceDeploymentId })).id;
    };
    const main = await ask(scenario.siteId, "main");
    const feature = await ask(scenario.siteId, "feature");
    const elsewhere = await ask(otherSiteId, "main");
    const nameless = await ask(scenario.siteId, null);
    const newer = await ask(scenario.siteId, "main");
    await ask(scenario.siteId, null);
    const status = async (id: string) => (await findApproval(context.db, scenario.workspaceId, id))?.status;
    expect(await Promise.all([main, feature, elsewhere, nameless, newer].map(status))).toEqual([
      "superseded",
      "pending",
      "pending",
      "pending",
      "pending",
    ]);
  });

  it("a request for a commit that was not seen on its branch supersedes none of that branch", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const honest = await requestApproval(context, scenario.token, scenario);
    for (const branch_verified of [0, null] as const) {
      const sourceDeploymentId = await makeDeployment(context, scenario, { branch: "main", branch_verified });
      await requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId });
    }
    expect((await findApproval(context.db, scenario.workspaceId, honest.id))?.status).toBe("pending");
  });

  it("an earlier release counts as the preview it was made from", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const release = await makeDeployment(context, scenario, {
      environment: "production",
      source_deployment_id: scenario.sourceDeploymentId,
    });
    const approval = await requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId: release });
    expect(approval.sourceDeploymentId).toBe(scenario.sourceDeploymentId);
    const failed = await makeDeployment(context, scenario, {
      environment: "production",
      status: "failed",
      source_deployment_id: scenario.sourceDeploymentId,
    });
    const asking = requestApproval(context, scenario.token, { ...scenario, sourceDeploymentId: failed });
    expect(await codeOf(asking)).toBe("source_deployment_not_ready");
  });

  it("a source that is unknown, of another site or workspace, or not a ready preview is rejected", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const otherSiteId = await makeSite(context, scenario);
    const elsewhere = await makeScenario(context);
    const ask = (siteId: string, sourceDeploymentId: string) =>
      codeOf(requestApproval(context, scenario.token, { siteId, sourceDeploymentId }));
    expect(await ask(scenario.siteId, "dep_unknown")).toBe("deployment_not_found");
    expect(await ask(otherSiteId, scenario.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(scenario.siteId, elsewhere.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(elsewhere.siteId, elsewhere.sourceDeploymentId)).toBe("site_not_found");
    for (const status of ["queued", "building", "failed", "canceled"] as const) {
      const id = await makeDeployment(context, scenario, { status, file_list_digest: null });
      expect(await ask(scenario.siteId, id)).toBe("source_deployment_not_ready");
    }
  });

  it("a viewer, a removed member and a token without a person cannot request a release", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const viewer = await makeMember(context, scenario.workspaceId, "viewer");
    const bot = await makeToken(context, { workspaceId: scenario.workspaceId, userId: null });
    expect(await codeOf(requestApproval(context, await makeToken(context, viewer), scenario))).toBe("forbidden_role");
    expect(await codeOf(requestApproval(context, bot, scenario))).toBe("user_actor_required");
    await inDatabase(context.db, (tx) => removeMember(tx, { ...scenario.developer, at: context.at() }));
    expect(await codeOf(requestApproval(context, scenario.token, scenario))).toBe("forbidden_role");
  });

  it("a person on the web needs a second factor for this source, used once", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const other = await makeDeployment(context, scenario);
    expect(await codeOf(requestApproval(context, scenario.developer, scenario))).toBe("step_up_required");
    await stepUp(context, scenario.developer, "request", other);
    expect(await codeOf(requestApproval(context, scenario.developer, scenario))).toBe("step_up_required");
    await stepUp(context, scenario.developer, "request", scenario.sourceDeploymentId);
    expect(await requestApproval(context, scenario.developer, scenario)).toMatchObject({
      requestedVia: "web",
      requestedBy: { type: "user", id: scenario.developer.userId },
    });
  });

  it("an expired request is replaced by a new one", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const old = await requestApproval(context, scenario.token, scenario);
    context.turn(PENDING_LIFETIME_MS);
    const fresh = await requestApproval(context, scenario.token, scenario);
    expect(fresh.id).not.toBe(old.id);
    expect((await findApproval(context.db, scenario.workspaceId, old.id))?.status).toBe("expired");
  });

  it("counts who can decide: active members with the role, without the requester", async () => {
    await using context = openContext();
    const scenario = await makeScenario(context);
    const asker = await makeMember(context, scenario.workspaceId, "owner");
    const removed = await makeMember(context, scenario.workspaceId, "admin");
    const disabled = await makeMember(context, scenario.workspaceId, "admin");
    const request = await requestApproval(context, await makeToken(context, asker), scenario);
    const deciders = async () => {
      const view = await findApproval(context.db, scenario.workspaceId, request.id);
      return view && decidersOf(view, context.at()).length;
    };
    expect(request["deciders"]).toBe(3);
    await inDatabase(context.db, (tx) => removeMember(tx, { ...removed, at: context.at() }));
    await context.db
      .updateTable("users")
      .set({ disabled_at: context.at() })
      .where("id", "=", disabled.userId)
      .execute();
    expect(await deciders()).toBe(1);
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    expect(await deciders()).toBe(2);
  });

  it("reports when no one but the requester could decide", async () => {
    await using context = openContext();
    const workspace = await makeWorkspace(context);
    const siteId = await makeSite(context, workspace);
    const owner = await makeMember(context, workspace.workspaceId, "owner");
    const sourceDeploymentId = await makeDeployment(context, { ...workspace, siteId });
    const token = await makeToken(context, owner);
    const approval = await requestApproval(context, token, { siteId, sourceDeploymentId });
    expect(approval["deciders"]).toBe(0);
  });
});
