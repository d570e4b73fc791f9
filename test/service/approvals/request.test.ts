import { describe, expect, it } from "vitest";
import { Approval } from "../../../packages/contract/index.ts";
import { PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { decidersOf } from "../../../packages/service/store/approvals/approvals.ts";
import { requestApproval } from "../../../packages/service/store/approvals/requests.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { removeMember } from "../../../packages/service/store/people/users.ts";
import { update } from "../rows.ts";
import {
  codeOf,
  makeDeployment,
  makeMember,
  makeScenario,
  makeSite,
  messageOf,
  openApprovals,
  openRequest,
  stepUp,
} from "./fixture.ts";

describe("requestApproval", () => {
  it("a person's request is pending, and is stored as their act, announced, and audited with its files", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { siteId, sourceDeploymentId, developer } = scenario;
    const approval = await opened.request(developer, { reason: "release 12" });
    const pair = { before_digest: "", after_digest: `digest-of-${sourceDeploymentId}` };
    expect(Approval.parse(approval)).toMatchObject({
      siteId,
      sourceDeploymentId,
      status: "pending",
      requestedBy: { type: "user", id: developer.userId, name: developer.name },
      originatingUserId: developer.userId,
      requestedVia: "web",
      reason: "release 12",
      decidedBy: null,
      deploymentId: null,
      webApprovalUrl: `http://127.0.0.1:4010/app/approvals/${approval.id}`,
      deciders: 1,
    });
    expect(Date.parse(approval.expiresAt) - Date.parse(approval.createdAt)).toBe(PENDING_LIFETIME_MS);
    const fileListDigest = `digest-of-${sourceDeploymentId}`;
    expect(await opened.find(approval.id)).toMatchObject({
      file_list_digest: fileListDigest,
      branch: "main",
      requests: [{ user_id: developer.userId, factor: "totp", people: new Set([developer.userId]), ...pair }],
    });
    expect(await opened.announced()).toEqual(["approval.requested"]);
    expect(await opened.audit()).toEqual([
      {
        at: context.at(),
        actor: ["user", developer.userId],
        action: "approval.requested",
        subject: ["approval", approval.id],
        data: {
          after: "pending",
          siteId,
          sourceDeploymentId,
          branch: "main",
          fileListDigest,
          userId: developer.userId,
          reason: "release 12",
          factor: "totp",
          sessionId: expect.any(String),
          comparison: expect.stringMatching(/^cmp_[0-9a-z]{26}$/),
        },
      },
    ]);
  });

  it("requesting the same site and source again returns the same request, and changes nothing for the same person", async () => {
    await using opened = await openApprovals();
    const { developer } = opened.scenario;
    const first = await opened.request(developer, { reason: "nightly" });
    expect(await opened.request(developer, { reason: "nightly" })).toEqual(first);
    expect(await opened.request(developer)).toEqual(first);
    expect(await opened.audit()).toHaveLength(1);
  });

  it("a person who asks for an open request is added to it with their reason, a second factor and an audit entry", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { developer, approver } = scenario;
    const reason = "the fair opens at nine";
    expect(await codeOf(requestApproval(context, approver, { ...scenario, reason }))).toBe("step_up_required");
    context.turn(1_000);
    const joined = await opened.request(approver, { reason });
    expect(joined).toMatchObject({
      id: requested.id,
      requestedBy: requested.requestedBy,
      originatingUserId: developer.userId,
      reason,
      deciders: 0,
    });
    const own = { userId: developer.userId, userName: developer.name };
    const theirs = { userId: approver.userId, userName: approver.name };
    expect(Approval.parse(joined).requesters).toEqual([
      { type: "user", id: developer.userId, name: developer.name, ...own, reason: null, at: requested.createdAt },
      { type: "user", id: approver.userId, name: approver.name, ...theirs, reason, at: context.at() },
    ]);
    const data = { userId: approver.userId, reason, factor: "totp" };
    expect(await opened.audit(1)).toMatchObject([{ action: "approval.requester_added", data }]);
  });

  it("keeps fifty reasons of a request, and always who asks for the first time", async () => {
    await using opened = await openApprovals();
    const { scenario } = opened;
    for (let n = 0; n < 55; n += 1) await opened.request(scenario.developer, { reason: `reason ${n}` });
    const last = await opened.request(scenario.approver, { reason: "reason 55" });
    expect(last.requesters?.map(({ reason }) => reason).slice(-2)).toEqual(["reason 49", "reason 55"]);
    expect([last.reason, last.deciders]).toEqual(["reason 0", 0]);
  });

  it("fifty equal requests at once make one", async () => {
    await using opened = await openApprovals();
    const requested = await Promise.all(Array.from({ length: 50 }, () => opened.request()));
    expect(new Set(requested.map(({ id }) => id)).size).toBe(1);
  });

  it("a request that supersedes another is announced and in the audit log", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const newer = await opened.request(scenario.developer, {
      sourceDeploymentId: await makeDeployment(context, scenario),
    });
    expect((await opened.announced()).toSorted()).toEqual([
      "approval.requested",
      "approval.requested",
      "approval.superseded",
    ]);
    const entry = { at: context.at(), actor: ["user", scenario.developer.userId] };
    const data = { before: "pending", after: "superseded", by: newer.id };
    expect(await opened.audit(1)).toMatchObject([
      { ...entry, action: "approval.superseded", subject: ["approval", requested.id], data },
      { ...entry, action: "approval.requested", subject: ["approval", newer.id] },
    ]);
  });

  it.each([0, null])("a commit that was not seen on its branch (%s) supersedes none of that branch", async (seen) => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const sourceDeploymentId = await makeDeployment(context, scenario, { branch_verified: seen === 0 ? 0 : null });
    await opened.request(scenario.developer, { sourceDeploymentId });
    expect(await opened.statusOf(requested.id)).toBe("pending");
  });

  it("an overdue request expires instead of being superseded, and decided ones do not change", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    await opened.decide(requested.id, "reject", { notes: "no" });
    const second = await opened.request();
    expect(second.id).not.toBe(requested.id);
    context.turn(PENDING_LIFETIME_MS);
    await opened.request(scenario.developer, { sourceDeploymentId: await makeDeployment(context, scenario) });
    expect([await opened.statusOf(requested.id), await opened.statusOf(second.id)]).toEqual(["rejected", "expired"]);
    expect((await opened.request()).id).not.toBe(second.id);
  });

  it("an earlier release counts as the preview it was made from", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { developer, sourceDeploymentId } = scenario;
    const release = { environment: "production", source_deployment_id: sourceDeploymentId } as const;
    const made = await makeDeployment(context, scenario, release);
    expect((await opened.request(developer, { sourceDeploymentId: made })).sourceDeploymentId).toBe(sourceDeploymentId);
    const failed = await makeDeployment(context, scenario, { ...release, status: "failed" });
    expect(await codeOf(opened.request(developer, { sourceDeploymentId: failed }))).toBe("source_deployment_not_ready");
  });

  it("a source that is unknown, of another site or workspace, or not a ready preview is rejected", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const otherSiteId = await makeSite(context, scenario);
    const elsewhere = await makeScenario(context);
    const ask = (siteId: string, sourceDeploymentId: string) =>
      codeOf(opened.request(scenario.developer, { siteId, sourceDeploymentId }));
    expect(await ask(scenario.siteId, "dep_unknown")).toBe("deployment_not_found");
    expect(await ask(otherSiteId, scenario.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(scenario.siteId, elsewhere.sourceDeploymentId)).toBe("deployment_not_found");
    expect(await ask(elsewhere.siteId, elsewhere.sourceDeploymentId)).toBe("site_not_found");
    for (const status of ["queued", "building", "failed", "canceled"] as const) {
      const id = await makeDeployment(context, scenario, { status, file_list_digest: null });
      expect(await ask(scenario.siteId, id)).toBe("source_deployment_not_ready");
    }
  });

  it("a viewer and a removed member cannot request a release, and an error says why", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { workspaceId, developer } = scenario;
    const viewer = await makeMember(context, workspaceId, "viewer");
    const building = { sourceDeploymentId: await makeDeployment(context, scenario, { status: "building" }) };
    expect(await codeOf(opened.request(viewer))).toBe("forbidden_role");
    expect(await messageOf(opened.request(viewer))).toMatch(/role developer or higher/);
    expect(await messageOf(opened.request(developer, building))).toMatch(/Only a ready preview/);
    await inDatabase(context.db, (tx) => removeMember(tx, { ...developer }));
    expect(await codeOf(opened.request(developer))).toBe("forbidden_role");
  });

  it("a release is not approved once everybody who requested it has left, until a member requests it", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const { developer, workspaceId } = scenario;
    await inDatabase(context.db, (tx) => removeMember(tx, { ...developer }));
    expect(await codeOf(opened.decide(requested.id))).toBe("approval_not_requested");
    expect((await opened.request(await makeMember(context, workspaceId, "developer"))).id).toBe(requested.id);
    expect(await codeOf(opened.decide(requested.id))).toBe("none");
  });

  it("a person on the web needs a second factor for this source, which the audit log names", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { developer } = scenario;
    await stepUp(context, developer, "request", await makeDeployment(context, scenario));
    const asking = requestApproval(context, developer, scenario);
    expect(await messageOf(asking)).toMatch(/second factor to request this release/);
    expect(await codeOf(asking)).toBe("step_up_required");
  });

  it("counts who can decide: active members with the role, without the requester", async () => {
    await using opened = await openApprovals();
    const { context, scenario } = opened;
    const { db } = context;
    const asker = await makeMember(context, scenario.workspaceId, "owner");
    const removed = await makeMember(context, scenario.workspaceId, "admin");
    const disabled = await makeMember(context, scenario.workspaceId, "admin");
    const request = await opened.request(asker);
    const deciders = async () => {
      const view = await opened.find(request.id);
      return view && decidersOf(view, context.at()).length;
    };
    expect(request.deciders).toBe(3);
    await inDatabase(db, (tx) => removeMember(tx, { ...removed }));
    await update(db, "users", { id: disabled.userId }, { disabled_at: context.at() });
    expect(await deciders()).toBe(1);
    await db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    expect(await deciders()).toBe(2);
  });
});
