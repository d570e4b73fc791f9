import { describe, expect, it } from "vitest";
import type { Role } from "../../../packages/contract/index.ts";
import { decideApproval } from "../../../packages/service/store/approvals/decisions.ts";
import { changeComment, createComment } from "../../../packages/service/store/comments/write.ts";
import { update } from "../rows.ts";
import { codeOf, makeDeployment, makeMember, makeSite, openRequest, stepUp } from "./fixture.ts";

/** A pending request, with a comment that blocks it. */
async function openBlocked() {
  const opened = await openRequest();
  const { context, scenario, requested } = opened;
  const { siteId, sourceDeploymentId: deploymentId } = scenario;
  const block = async () =>
    (await createComment(context.db, scenario.developer, siteId, { deploymentId, body: "Too small", blocks: true })).id;
  const approve = async (role: Role, override?: { threads: string[]; reason: string }) => {
    const actor = await makeMember(context, scenario.workspaceId, role);
    await stepUp(context, actor, "approve", requested.id);
    return decideApproval(context, actor, { requestId: requested.id, decision: "approve", override });
  };
  return Object.assign(opened, { threadId: await block(), block, approve });
}

describe("a release with an open comment that blocks it", () => {
  it("is not approved, and the error names the comment", async () => {
    await using opened = await openBlocked();
    const { threadId, requested, context, scenario } = opened;
    await expect(opened.decide(requested.id)).rejects.toMatchObject({
      code: "approval_blocked",
      details: {
        blockedBy: [
          {
            id: threadId,
            webUrl: `http://127.0.0.1:4010/app/room/${scenario.sourceDeploymentId}?path=%2F#${threadId}`,
          },
        ],
      },
    });
    expect([await opened.statusOf(requested.id), await opened.releases()]).toEqual(["pending", []]);
    const change = { commentId: threadId, change: { status: "resolved" as const } };
    await changeComment(context.db, scenario.developer, scenario.siteId, change);
    expect(await opened.decide(requested.id)).toMatchObject({ status: "approved" });
  });

  it("is not blocked by one of another site, on a branch of the same name", async () => {
    await using opened = await openRequest();
    const { context, scenario, requested } = opened;
    const siteId = await makeSite(context, scenario);
    const deploymentId = await makeDeployment(context, { ...scenario, siteId });
    await createComment(context.db, scenario.developer, siteId, { deploymentId, body: "Too small", blocks: true });
    expect(await opened.decide(requested.id)).toMatchObject({ status: "approved" });
  });

  it("can be rejected", async () => {
    await using opened = await openBlocked();
    const rejected = await opened.decide(opened.requested.id, "reject", { notes: "Too small" });
    expect(rejected).toMatchObject({ status: "rejected" });
  });

  it.each<[string, "approvers" | null, Role, string]>([
    ["by default no approver", null, "approver", "approval_blocked"],
    ["where the site says so, an approver", "approvers", "approver", "none"],
  ])("is approved over it, with a reason, by %s", async (_who, setting, role, code) => {
    await using opened = await openBlocked();
    const { context, scenario } = opened;
    await update(context.db, "sites", { id: scenario.siteId }, { block_override: setting });
    const override = { threads: [opened.threadId], reason: "It is only the draft" };
    expect(await codeOf(opened.approve(role, override))).toBe(code);
  });

  it("keeps the reason in the act and in the audit log", async () => {
    await using opened = await openBlocked();
    await opened.approve("owner", { threads: [opened.threadId], reason: "It is only the draft" });
    expect((await opened.find(opened.requested.id))?.decision?.override_reason).toBe("It is only the draft");
    const data = { overrideReason: "It is only the draft", overridden: [opened.threadId], openComments: 1 };
    expect((await opened.audit()).at(-1)).toMatchObject({ action: "approval.approved", data });
  });

  it("is not approved over a comment that the override does not name", async () => {
    await using opened = await openBlocked();
    const override = { threads: [opened.threadId], reason: "It is only the draft" };
    await opened.block();
    expect(await codeOf(opened.approve("owner", override))).toBe("approval_blocked");
  });
});
