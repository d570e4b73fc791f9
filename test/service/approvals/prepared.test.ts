import { describe, expect, it } from "vitest";
import { PENDING_LIFETIME_MS, PREPARED_LIFETIME_MS } from "../../../packages/service/domain/approval.ts";
import {
  countWaiting,
  expireApprovals,
  findOpenRequest,
  listReplaced,
} from "../../../packages/service/store/approvals/approvals.ts";
import { prepareRelease, requestApproval } from "../../../packages/service/store/approvals/requests.ts";
import { update } from "../rows.ts";
import { codeOf, makeDeployment, makeMember, makeSite, makeToken, openApprovals } from "./fixture.ts";

/** A workspace with previews that CI prepares releases of, and people who ask for one and decide it. */
async function openPrepared() {
  const opened = await openApprovals();
  const { context, scenario, request, prepare } = opened;
  return Object.assign(opened, {
    preview: async (branch: string | null = "main") => {
      context.turn(1);
      return makeDeployment(context, scenario, { branch });
    },
    /** As the preview action does. */
    prepare: (sourceDeploymentId = scenario.sourceDeploymentId, token = scenario.token) =>
      prepare({ sourceDeploymentId, intent: "prepare" }, token),
    /** As the production action does. */
    toRelease: (sourceDeploymentId = scenario.sourceDeploymentId, reason?: string) =>
      prepare({ sourceDeploymentId, reason }),
    ask: (sourceDeploymentId = scenario.sourceDeploymentId, reason?: string) =>
      request(scenario.approver, { sourceDeploymentId, reason }),
    listed: async () => (await opened.list()).map(({ id }) => id),
    actions: async () => (await opened.audit()).map(({ action }) => action),
  });
}

describe("a prepared release", () => {
  it("has an id and a link, is in no list, leaves no audit entry and notifies no one", async () => {
    await using prepared = await openPrepared();
    const { statusOf, prepare, listed, audit, announced } = prepared;
    const release = await prepare();
    expect(release).toMatchObject({
      status: "pending",
      prepared: true,
      announcedAt: null,
      webApprovalUrl: `http://127.0.0.1:4010/app/approvals/${release.id}`,
    });
    expect(Date.parse(release.expiresAt) - Date.parse(release.createdAt)).toBe(PREPARED_LIFETIME_MS);
    await prepare(await prepared.preview());
    expect(await statusOf(release.id)).toBe("superseded");
    expect([await listed(), await audit(), await announced()]).toEqual([[], [], []]);
  });

  it("is the same when it is prepared again, and is superseded by a newer preview of its branch only", async () => {
    await using prepared = await openPrepared();
    const { preview, prepare, find, statusOf } = prepared;
    const [older, newer, other, nameless] = [
      await preview(),
      await preview(),
      await preview("other"),
      await preview(null),
    ];
    const first = await prepare(older);
    expect((await prepare(older)).id).toBe(first.id);
    const kept = [await prepare(other), await prepare(nameless)];
    const next = await prepare(newer);
    expect(await find(first.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    const again = await prepare(older);
    expect(again.id).not.toBe(first.id);
    for (const { id } of [...kept, next, again]) expect(await statusOf(id)).toBe("pending");
  });

  it("cannot be approved or rejected until someone asks, not even where people decide alone", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask, decide } = prepared;
    await context.db.updateTable("workspaces").set({ allow_self_approval: 1 }).execute();
    const { id } = await prepare();
    const owner = { actor: await makeMember(context, scenario.workspaceId, "owner"), notes: "why" };
    for (const decision of ["approve", "reject"] as const) {
      expect(await codeOf(decide(id, decision, owner))).toBe("approval_not_requested");
    }
    await ask();
    expect(await codeOf(decide(id, "approve", owner))).toBe("none");
  });

  it("is announced by a person's request, with the person's reason, and the person cannot decide it", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask, listed, actions, decide } = prepared;
    const { id } = await prepare();
    expect(await codeOf(requestApproval(context, scenario.approver, scenario))).toBe("step_up_required");
    expect(await listed()).toEqual([]);
    context.turn(60_000);
    const request = await ask(undefined, "Release 12");
    expect(request).toMatchObject({
      id,
      status: "pending",
      prepared: false,
      announcedAt: context.at(),
      reason: "Release 12",
      requestedVia: "web",
      requestedBy: { type: "user", id: scenario.approver.userId },
      originatingUserId: scenario.approver.userId,
    });
    expect(Date.parse(request.expiresAt) - context.clock.now()).toBe(PENDING_LIFETIME_MS);
    expect([await listed(), await actions()]).toEqual([[id], ["approval.requested"]]);
    expect(await codeOf(decide(id))).toBe("self_approval_forbidden");
  });

  it("stays prepared whatever a token asks, of any kind and with any intent", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, toRelease, decide, audit } = prepared;
    const { id } = await toRelease();
    for (const kind of ["pat", "mcp"] as const) {
      const token = await makeToken(context, scenario.approver, { kind });
      expect(await prepared.prepare(scenario.sourceDeploymentId, token)).toMatchObject({ id, prepared: true });
    }
    const nobodys = await makeToken(context, { workspaceId: scenario.workspaceId, userId: null });
    const again = await prepared.prepare(scenario.sourceDeploymentId, nobodys);
    expect(again).toMatchObject({ id, prepared: true, requesters: [], originatingUserId: null, requestedVia: "mcp" });
    expect(await codeOf(decide(id))).toBe("approval_not_requested");
    expect(await audit()).toEqual([]);
  });

  it("to release it is listed and announced once a branch while it is open, and again after a request", async () => {
    await using prepared = await openPrepared();
    const { scenario, preview, prepare, toRelease, ask, announced, listed, find } = prepared;
    const linked = await prepare();
    expect(await toRelease(scenario.sourceDeploymentId, "Release of the week")).toMatchObject({ id: linked.id });
    await toRelease();
    const next = await toRelease(await preview());
    expect(await find(linked.id)).toMatchObject({ status: "superseded", superseded_by: next.id });
    const link = await prepare(await preview());
    expect([await listed(), await announced()]).toEqual([[next.id], ["approval.prepared"]]);
    const other = await toRelease(await preview("other"));
    const source = await preview();
    await ask(source);
    expect((await find(link.id))?.status).toBe("superseded");
    const later = await toRelease(await preview());
    expect(await listed()).toEqual([later.id, expect.any(String), other.id]);
    expect((await announced()).toSorted()).toEqual([
      "approval.prepared",
      "approval.prepared",
      "approval.prepared",
      "approval.requested",
    ]);
  });

  it("is no open request, waits for nobody, and is named by no request that takes its place", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, preview, prepare, ask, find } = prepared;
    const { db } = context;
    const { workspaceId } = scenario;
    const waiting = () => countWaiting(db, workspaceId, context.at());
    const openOf = async (sourceDeploymentId: string) =>
      (await findOpenRequest(db, workspaceId, { sourceDeploymentId, at: context.at() }))?.id;
    const replacedBy = async (id: string) =>
      (await listReplaced(db, { id, workspace_id: workspaceId })).map((one) => one.id);
    const { id } = await prepare();
    expect([await openOf(scenario.sourceDeploymentId), await waiting()]).toEqual([undefined, 0]);
    const source = await preview();
    const request = await ask(source);
    expect((await find(id))?.superseded_by).toBe(request.id);
    expect([await openOf(source), await waiting()]).toEqual([request.id, 1]);
    expect(await replacedBy(request.id)).toEqual([]);
    const newer = await ask(await preview());
    expect([await openOf(source), await waiting()]).toEqual([undefined, 1]);
    expect([await replacedBy(newer.id), await replacedBy(request.id)]).toEqual([[request.id], []]);
    context.turn(PENDING_LIFETIME_MS);
    expect([await openOf(newer.sourceDeploymentId), await waiting()]).toEqual([undefined, 0]);
  });

  it("makes no requester of the person behind its token: that person decides what another asked for", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, prepare, ask, decide } = prepared;
    const actor = await makeMember(context, scenario.workspaceId, "owner");
    const { id } = await prepare(scenario.sourceDeploymentId, await makeToken(context, actor));
    await ask();
    expect(await decide(id, "approve", { actor })).toMatchObject({ status: "approved" });
  });

  it("expires silently after thirty days and with its preview, and can be asked for again", async () => {
    await using prepared = await openPrepared();
    const { context, prepare, ask, statusOf, preview, audit } = prepared;
    const late = await prepare();
    context.turn(PREPARED_LIFETIME_MS);
    const gone = await preview("gone");
    const hidden = await prepare(gone);
    await update(context.db, "deployments", { id: gone }, { hidden_at: context.at() });
    expect(await expireApprovals(context)).toBe(2);
    expect([await statusOf(late.id), await statusOf(hidden.id)]).toEqual(["expired", "superseded"]);
    expect(await audit()).toEqual([]);
    expect((await ask()).id).not.toBe(late.id);
  });

  it("is one of at most two hundred of a site: the oldest give way, requests stay", async () => {
    await using prepared = await openPrepared();
    const { context, scenario, preview, prepare, ask, statusOf, listed } = prepared;
    const request = await ask();
    const siteId = await makeSite(context, scenario);
    const elsewhere = await makeDeployment(context, { ...scenario, siteId });
    const source = { siteId, sourceDeploymentId: elsewhere, intent: "prepare" } as const;
    const other = await prepareRelease(context, scenario.token, source);
    const ids: string[] = [];
    for (let number = 0; number < 202; number += 1) ids.push((await prepare(await preview(null))).id);
    const statuses = await Promise.all(ids.map(statusOf));
    expect(statuses.slice(0, 3)).toEqual(["expired", "expired", "pending"]);
    expect(statuses.filter((status) => status === "pending")).toHaveLength(200);
    expect([await statusOf(request.id), await listed()]).toEqual(["pending", [request.id]]);
    expect(await statusOf(other.id)).toBe("pending");
  });
});
