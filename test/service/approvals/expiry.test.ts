import { describe, expect, it } from "vitest";
import { APPROVAL_STATUSES, APPROVAL_TRANSITIONS, type ApprovalStatus } from "../../../packages/contract/index.ts";
import { APPROVED_LIFETIME_MS, PENDING_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import { expireApprovals, moveApproval } from "../../../packages/service/store/approvals/approvals.ts";
import { inDatabase } from "../../../packages/service/store/engine/transaction.ts";
import { update } from "../rows.ts";
import { listenToEvents, makeDeployment, messageOf, openRequest } from "./fixture.ts";

type Opened = Awaited<ReturnType<typeof openRequest>>;

function move({ context, scenario, requested }: Opened, status: ApprovalStatus, to: ApprovalStatus) {
  const row = { id: requested.id, workspace_id: scenario.workspaceId, status, requested_at: context.at() };
  const change = { to, set: { reason: "late" }, at: context.at() };
  return inDatabase(context.db, (tx) => moveApproval(tx, row, change));
}

function requestAnother({ context, scenario, request }: Opened) {
  return makeDeployment(context, scenario, { branch: "other" }).then((sourceDeploymentId) =>
    request(scenario.developer, { sourceDeploymentId }),
  );
}

describe("moveApproval", () => {
  it("allows only the transitions of the state table", async () => {
    await using opened = await openRequest();
    for (const from of APPROVAL_STATUSES) {
      for (const to of APPROVAL_STATUSES.filter((one) => !APPROVAL_TRANSITIONS[from].includes(one))) {
        expect(await messageOf(move(opened, from, to))).toBe(`A request never goes from ${from} to ${to}.`);
      }
    }
  });

  it("moves the named request, once, and only from the given status", async () => {
    await using opened = await openRequest();
    const other = await requestAnother(opened);
    expect(await move(opened, "approved", "expired")).toBe(false);
    expect(await move(opened, "pending", "expired")).toBe(true);
    expect(await move(opened, "pending", "expired")).toBe(false);
    expect(await opened.find(opened.requested.id)).toMatchObject({ status: "expired", reason: "late" });
    expect(await opened.find(other.id)).toMatchObject({ status: "pending", reason: null });
  });
});

describe("expireApprovals", () => {
  it("a pending request expires after seven days, announced, audited, and without waking a follower", async () => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    const notified = listenToEvents(context);
    context.turn(PENDING_LIFETIME_MS - 1);
    expect(await expireApprovals(context)).toBe(0);
    context.turn(1);
    expect([await expireApprovals(context), await expireApprovals(context)]).toEqual([1, 0]);
    expect([await opened.statusOf(requested.id), notified]).toEqual(["expired", []]);
    expect(await opened.announced()).toEqual(["approval.requested", "approval.expired"]);
    const data = { before: "pending", deploymentId: null };
    expect(await opened.audit(1)).toMatchObject([{ action: "approval.expired", actor: ["system", null], data }]);
  });

  it("an approved release that never began is canceled after an hour, and its followers are woken", async () => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    const { deploymentId } = await opened.decide(requested.id);
    context.turn(APPROVED_LIFETIME_MS);
    const notified = listenToEvents(context);
    expect([await expireApprovals(context), await expireApprovals(context)]).toEqual([1, 0]);
    expect([await opened.statusOf(requested.id), notified]).toEqual(["expired", [deploymentId]]);
    expect((await opened.announced()).at(-1)).toBe("approval.expired");
    expect(await opened.audit(2)).toEqual([
      {
        at: context.at(),
        actor: ["system", null],
        action: "approval.expired",
        subject: ["approval", requested.id],
        data: { before: "approved", after: "expired", deploymentId },
      },
    ]);
    const error_message = expect.stringMatching(/expired before the release began; request it again/);
    const canceled = { id: deploymentId, status: "canceled", error_code: "timed_out", error_message };
    expect(await opened.releases()).toMatchObject([canceled]);
  });

  it("a pending request of an archived site ends with that reason, and a decided one does not change", async () => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    const second = await requestAnother(opened);
    await opened.decide(requested.id, "reject", { notes: "no" });
    expect(await expireApprovals(context)).toBe(0);
    await context.db.updateTable("deployments").set({ hidden_at: context.at() }).execute();
    expect(await expireApprovals(context)).toBe(1);
    expect([await opened.statusOf(requested.id), await opened.statusOf(second.id)]).toEqual(["rejected", "superseded"]);
    expect((await opened.announced()).at(-1)).toBe("approval.superseded");
    expect((await opened.audit()).at(-1)).toEqual({
      at: context.at(),
      actor: ["system", null],
      action: "approval.superseded",
      subject: ["approval", second.id],
      data: { before: "pending", after: "superseded", because: "site_archived" },
    });
  });

  it.each([
    ["failed", 0, "expired"],
    ["canceled", 0, "expired"],
    ["building", PENDING_LIFETIME_MS, "approved"],
    ["ready", PENDING_LIFETIME_MS, "approved"],
  ] as const)("a release that is %s leaves its approval after %i ms %s", async (status, ms, expected) => {
    await using opened = await openRequest();
    const { context, requested } = opened;
    await opened.decide(requested.id);
    expect(await expireApprovals(context)).toBe(0);
    await update(context.db, "deployments", { environment: "production" }, { status });
    context.turn(ms);
    const notified = listenToEvents(context);
    expect(await expireApprovals(context)).toBe(expected === "expired" ? 1 : 0);
    expect([await opened.statusOf(requested.id), notified]).toEqual([expected, []]);
  });
});
