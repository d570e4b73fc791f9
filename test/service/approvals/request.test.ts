import { describe, expect, it } from "vitest";
import { Approval } from "../../../packages/contract/index.ts";
import { PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { findApproval, requestApproval } from "../../../packages/service/store/approvals.ts";
import { readAudit } from "../../../packages/service/store/audit.ts";
import { removeMember } from "../../../packages/service/store/users.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeSite,
  makeStage,
  makeToken,
  makeWorkspace,
  openContext,
  stepUp,
} from "./fixture.ts";

describe("requestApproval", () => {
  it("a token's request is pending, names the person behind the token and leads to the web screen", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const approval = await requestApproval(context, stage.token, { ...stage, reason: "release 12" });
    expect(Approval.parse(approval)).toMatchObject({
      siteId: stage.siteId,
      sourceDeploymentId: stage.sourceDeploymentId,
      status: "pending",
      requestedBy: { type: "token", id: stage.token.tokenId },
      originatingUserId: stage.developer.userId,
      requestedVia: "mcp",
      reason: "release 12",
      decidedBy: null,
      deploymentId: null,
      webApprovalUrl: `http://127.0.0.1:4000/app/approvals/${approval.id}`,
      deciders: 1,
    });
    expect(Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)).toBe(PENDING_LIFETIME_MS);
  });

  it("asking again for the same site and source gives the same request, from whoever", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const first = await requestApproval(context, stage.token, stage);
    const again = await requestApproval(context, stage.token, { ...stage, reason: "another reason" });
    const other = await requestApproval(context, stage.approver, stage);
    expect([again, other]).toEqual([first, first]);
    expect(await readAudit(context.db, stage.workspaceId, { afterSeq: 0, limit: 10 })).toHaveLength(1);
  });

  it("fifty equal requests at once make one", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const asked = await Promise.all(Array.from({ length: 50 }, () => requestApproval(context, stage.token, stage)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
  });

  it("a newer request supersedes the older one of the same site and branch, and no other", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const otherSiteId = await makeSite(context, stage);
    const ask = async (siteId: string, branch: string | null) => {
      const sourceDeploymentId = await makeDeployment(context, { ...stage, siteId }, { branch });
      return (await requestApproval(context, stage.token, { siteId, sourceDeploymentId })).id;
    };
    const main = await ask(stage.siteId, "main");
    const feature = await ask(stage.siteId, "feature");
    const elsewhere = await ask(otherSiteId, "main");
    const nameless = await ask(stage.siteId, null);
    const newer = await ask(stage.siteId, "main");
    await ask(stage.siteId, null);
    const status = async (id: string) => (await findApproval(context.db, stage.workspaceId, id))?.status;
    expect(await Promise.all([main, feature, elsewhere, nameless, newer].map(status))).toEqual([
      "superseded",
      "pending",
      "pending",
      "pending",
      "pending",
    ]);
  });

  it("an earlier release stands for the preview it was made from", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const release = await makeDeployment(context, stage, {
      environment: "production",
      source_deployment_id: stage.sourceDeploymentId,
    });
    const approval = await requestApproval(context, stage.token, { ...stage, sourceDeploymentId: release });
    expect(approval.sourceDeploymentId).toBe(stage.sourceDeploymentId);
    const failed = await makeDeployment(context, stage, {
      environment: "production",
      status: "failed",
      source_deployment_id: stage.sourceDeploymentId,
    });
    const asking = requestApproval(context, stage.token, { ...stage, sourceDeploymentId: failed });
    expect(await codeOf(asking)).toBe("source_deployment_not_ready");
  });

  it("a source that is unknown, of another site or workspace, or not a ready preview is refused", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const otherSiteId = await makeSite(context, stage);
    const elsewhere = await makeStage(context);
    const ask = (siteId: string, sourceDeploymentId: string) =>
      codeOf(requestApproval(context, stage.token, { siteId, sourceDeploymentId }));
    expect(await ask(stage.siteId, "dep_unknown")).toBe("deployment_not_found");
    expect(await ask(otherSiteId, stage.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(stage.siteId, elsewhere.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(elsewhere.siteId, elsewhere.sourceDeploymentId)).toBe("site_not_found");
    for (const status of ["queued", "building", "failed", "canceled"] as const) {
      const id = await makeDeployment(context, stage, { status, file_list_digest: null });
      expect(await ask(stage.siteId, id)).toBe("source_deployment_not_ready");
    }
  });

  it("a viewer, a removed member and a token without a person cannot ask", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const viewer = await makeMember(context, stage.workspaceId, "viewer");
    const bot = await makeToken(context, { workspaceId: stage.workspaceId, userId: null });
    expect(await codeOf(requestApproval(context, await makeToken(context, viewer), stage))).toBe("forbidden_role");
    expect(await codeOf(requestApproval(context, bot, stage))).toBe("user_actor_required");
    await context.db.transaction().execute((tx) => removeMember(tx, { ...stage.developer, at: context.at() }));
    expect(await codeOf(requestApproval(context, stage.token, stage))).toBe("forbidden_role");
  });

  it("a person on the web asks with a second factor given for this source, used once", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const other = await makeDeployment(context, stage);
    expect(await codeOf(requestApproval(context, stage.developer, stage))).toBe("step_up_required");
    await stepUp(context, stage.developer, "request", other);
    expect(await codeOf(requestApproval(context, stage.developer, stage))).toBe("step_up_required");
    await stepUp(context, stage.developer, "request", stage.sourceDeploymentId);
    expect(await requestApproval(context, stage.developer, stage)).toMatchObject({
      requestedVia: "web",
      requestedBy: { type: "user", id: stage.developer.userId },
    });
  });

  it("a request that ran out makes way for a new one", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const old = await requestApproval(context, stage.token, stage);
    context.turn(PENDING_LIFETIME_MS);
    const fresh = await requestApproval(context, stage.token, stage);
    expect(fresh.id).not.toBe(old.id);
    expect((await findApproval(context.db, stage.workspaceId, old.id))?.status).toBe("expired");
  });

  it("counts who could decide: active members with the role, without the person who asked", async () => {
    await using context = openContext();
    const stage = await makeStage(context);
    const asker = await makeMember(context, stage.workspaceId, "owner");
    const removed = await makeMember(context, stage.workspaceId, "admin");
    const disabled = await makeMember(context, stage.workspaceId, "admin");
    const request = await requestApproval(context, await makeToken(context, asker), stage);
    expect(request["deciders"]).toBe(3);
    await context.db.transaction().execute((tx) => removeMember(tx, { ...removed, at: context.at() }));
    await context.db
      .updateTable("users")
      .set({ disabled_at: context.at() })
      .where("id", "=", disabled.userId)
      .execute();
    expect((await findApproval(context.db, stage.workspaceId, request.id))?.deciders).toBe(1);
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    expect((await findApproval(context.db, stage.workspaceId, request.id))?.deciders).toBe(2);
  });

  it("says when nobody but the person who asked could decide", async () => {
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
